package markers

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A prefilter has the markers that may be at the start of a text, of those that begin with the same
// byte. In some families dozens of markers begin with '<'. Fewer share the next byte, too, and
// few share another byte behind that.
type prefilter struct {
	markers []int
	at      int // the offset of the byte that distinguishes them; 0: none does
	which   [256]uint8
	next    []*prefilter // by that byte
}

// newPrefilter sorts the markers that begin with this byte; nil if there are none.
func newPrefilter(first byte, markers []*Marker) *prefilter {
	if len(markers) == 0 {
		return nil
	}
	s := new(prefilter)
	behind := make([]*[256]bool, len(markers))
	for i, m := range markers {
		s.markers, behind[i] = append(s.markers, i), m.behind(first)
	}
	s.split(1, func(i int, c byte) bool { return behind[i] == nil || behind[i][c] })
	for _, next := range s.next {
		if at := next.best(markers); at > 0 {
			next.split(at, func(i int, c byte) bool {
				known := byteAt(markers[i].found.text, at)
				return known < 0 || known == int(c)
			})
		}
	}
	return s
}

// split sorts the markers by the byte at an offset; may reports whether a marker may have the
// byte there.
func (pf *prefilter) split(at int, may func(i int, c byte) bool) {
	pf.at = at
	for c := range pf.which {
		list := slices.DeleteFunc(slices.Clone(pf.markers), func(i int) bool { return !may(i, byte(c)) })
		n := slices.IndexFunc(pf.next, func(other *prefilter) bool { return slices.Equal(list, other.markers) })
		if n < 0 {
			n = len(pf.next)
			pf.next = append(pf.next, &prefilter{markers: list})
		}
		pf.which[c] = uint8(n)
	}
}

// fewMarkers are so few that no other byte is worth looking at to distinguish them.
const fewMarkers = 3

// best is the offset of the byte after which the fewest markers are left; 0 if none distinguishes them.
func (pf *prefilter) best(markers []*Marker) (best int) {
	least := len(pf.markers) * len(pf.markers)
	if len(pf.markers) <= fewMarkers {
		return 0
	}
	for at := 2; at < match.MaxWord; at++ {
		if left := pf.left(markers, at); left < least {
			least, best = left, at
		}
	}
	return best
}

// left is how many markers are left after the byte at an offset, added up over the markers
// that may be there.
func (pf *prefilter) left(markers []*Marker, at int) (n int) {
	var having [257]int // by the byte, and without one
	for _, i := range pf.markers {
		having[1+byteAt(markers[i].found.text, at)]++
	}
	for _, some := range having[1:] {
		n += some * (some + having[0])
	}
	return n + having[0]*len(pf.markers)
}

// byteAt is the byte at an offset of a text; -1: it is too short to say.
func byteAt(text string, at int) int {
	if at >= len(text) {
		return -1
	}
	return int(text[at])
}

// of are the markers that may be at the start of b, which begins with their first byte.
func (pf *prefilter) of(b []byte) []int {
	if pf == nil {
		return nil
	}
	for pf.at > 0 && pf.at < len(b) {
		pf = pf.next[pf.which[b[pf.at]]]
	}
	return pf.markers
}
