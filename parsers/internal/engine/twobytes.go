package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// twoBytes are, of the markers that begin with one byte, those that may stand where another
// one follows it. In some families dozens begin with '<', and few with the next byte, too.
type twoBytes struct {
	all   []int
	which [256]uint8 // of the lists, by the second byte
	lists [][]int
}

// newTwoBytes lists the markers that begin with this byte; nil if there are none.
func newTwoBytes(first byte, markers []*Marker) *twoBytes {
	if len(markers) == 0 {
		return nil
	}
	t := new(twoBytes)
	behind := make([]*[256]bool, len(markers))
	for i, m := range markers {
		t.all, behind[i] = append(t.all, i), m.behind(first)
	}
	for c := range t.which {
		list := slices.DeleteFunc(slices.Clone(t.all), func(i int) bool {
			return behind[i] != nil && !behind[i][c]
		})
		n := slices.IndexFunc(t.lists, func(other []int) bool { return slices.Equal(list, other) })
		if n < 0 {
			n = len(t.lists)
			t.lists = append(t.lists, list)
		}
		t.which[c] = uint8(n)
	}
	return t
}

// at are the markers that may stand at the start of b, which has the first byte.
func (t *twoBytes) at(b []byte) []int {
	switch {
	case t == nil:
		return nil
	case len(b) == 1:
		return t.all
	}
	return t.lists[t.which[b[1]]]
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
