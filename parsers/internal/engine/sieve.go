package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A sieve has, of the markers that begin with one byte, those that may stand at the start of a
// text. In some families dozens begin with '<', and few with the next byte, too, and with
// another one behind that.
type sieve struct {
	all   sieved
	which [256]uint8 // of the lists, by the second byte
	lists []sieved
}

// sieved are markers that begin with the same bytes.
type sieved struct {
	markers []int
	at      int // the offset of the byte that tells most of them apart; 0: none does
	which   [256]uint8
	lists   [][]int // by that byte
}

// newSieve sorts the markers that begin with this byte; nil if there are none.
func newSieve(first byte, markers []*Marker) *sieve {
	if len(markers) == 0 {
		return nil
	}
	t := new(sieve)
	behind := make([]*[256]bool, len(markers))
	for i, m := range markers {
		t.all.markers, behind[i] = append(t.all.markers, i), m.behind(first)
	}
	for c := range t.which {
		list := keep(t.all.markers, func(i int) bool { return behind[i] == nil || behind[i][c] })
		n := slices.IndexFunc(t.lists, func(other sieved) bool { return slices.Equal(list, other.markers) })
		if n < 0 {
			n = len(t.lists)
			t.lists = append(t.lists, sieved{markers: list})
		}
		t.which[c] = uint8(n)
	}
	for i := range t.lists {
		t.lists[i].sort(markers)
	}
	return t
}

// fewMarkers are so few that it takes no byte more to tell them apart.
const fewMarkers = 3

// sort sorts the markers by the byte after which the fewest of them are left.
func (s *sieved) sort(markers []*Marker) {
	best := len(s.markers) * len(s.markers)
	if len(s.markers) <= fewMarkers {
		return
	}
	for at := 2; at < match.MaxWord; at++ {
		if left := s.left(markers, at); left < best {
			best, s.at = left, at
		}
	}
	for c := 0; s.at > 0 && c < 256; c++ {
		list := s.having(markers, s.at, c)
		n := slices.IndexFunc(s.lists, func(other []int) bool { return slices.Equal(list, other) })
		if n < 0 {
			n = len(s.lists)
			s.lists = append(s.lists, list)
		}
		s.which[c] = uint8(n)
	}
}

// left is how many markers are left after the byte at an offset, added up over the markers
// that stand there.
func (s *sieved) left(markers []*Marker, at int) (n int) {
	var having [257]int // by the byte, and without one
	for _, i := range s.markers {
		having[1+byteAt(markers[i].text, at)]++
	}
	for _, some := range having[1:] {
		n += some * (some + having[0])
	}
	return n + having[0]*len(s.markers)
}

// having are the markers that may have the byte c at an offset.
func (s *sieved) having(markers []*Marker, at, c int) []int {
	return keep(s.markers, func(i int) bool {
		known := byteAt(markers[i].text, at)
		return known < 0 || known == c
	})
}

// byteAt is the byte at an offset of a text; negative: it is too short to say.
func byteAt(text string, at int) int {
	if at >= len(text) {
		return -1
	}
	return int(text[at])
}

func keep(list []int, may func(i int) bool) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !may(i) })
}

// at are the markers that may stand at the start of b, which has the first byte.
func (t *sieve) at(b []byte) []int {
	switch {
	case t == nil:
		return nil
	case len(b) == 1:
		return t.all.markers
	}
	s := &t.lists[t.which[b[1]]]
	if s.at == 0 || s.at >= len(b) {
		return s.markers
	}
	return s.lists[s.which[b[s.at]]]
}

// behind are the bytes that may stand behind the marker's first one, this; nil: any. A match that
// says of two bytes that the marker isn't there says so of all that begins with them.
func (m *Marker) behind(first byte) *[256]bool {
	s, matches := m.second, m.Match
	if m.probe != nil {
		matches = m.probe
	}
	if matches == nil && s.is == 0 && s.not == 0 {
		return nil
	}
	behind, b := new([256]bool), []byte{first, 0}
	for c := range behind {
		b[1] = byte(c)
		behind[c] = b[1] != s.not && (b[1] == s.is || s.is == 0) && (matches == nil || matches(nil, b, false) != match.No)
	}
	return behind
}
