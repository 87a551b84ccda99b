package conformance

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

// A cut is a way of cutting an output into pieces.
type cut struct {
	name   string
	pieces []string
}

// The bytes that are parsed to check one input in many ways, about. What would take
// more is sampled.
const (
	work        = 1 << 20
	sampledWork = 1 << 13
)

// samples are some of the numbers from 1 to n-1: all of them if n is small
// enough for parsing n bytes for each of them.
func (s *Suite) samples(n int) []int {
	step := max(1, n*n/s.work)
	var list []int
	for i := 1; i < n; i += step {
		list = append(list, i)
	}
	return list
}

// allCuts are the cuts of invariant I5.
func (s *Suite) allCuts(f *parsers.Family, output string) []cut {
	cuts := someCuts(f, output)
	for _, i := range s.samples(len(output)) {
		cuts = append(cuts, cut{"in two", cutAt(output, []int{i})})
	}
	for _, i := range markerBorders(f, output) {
		cuts = append(cuts, cut{"at a marker", cutAt(output, []int{i})})
	}
	for seed := range uint64(16) {
		cuts = append(cuts, randomCut(output, seed))
	}
	return cuts
}

// someCuts are a few that find most of what the rest do.
func someCuts(f *parsers.Family, output string) []cut {
	return []cut{
		{"whole", []string{output}},
		{"by code point", strings.Split(output, "")},
		{"by byte", cutEvery(output, 1)},
		{"at all markers", cutAt(output, markerBorders(f, output))},
		randomCut(output, uint64(len(output))),
	}
}

// cutAt cuts at the offsets, which are in order.
func cutAt(output string, offsets []int) []string {
	var pieces []string
	last := 0
	for _, at := range offsets {
		pieces = append(pieces, output[last:at])
		last = at
	}
	return append(pieces, output[last:])
}

func cutEvery(output string, size int) []string {
	var pieces []string
	for len(output) > size {
		pieces = append(pieces, output[:size])
		output = output[size:]
	}
	return append(pieces, output)
}

// randomCut cuts into pieces of 1 to 16 bytes, at times none, or one of a few hundred.
func randomCut(output string, seed uint64) cut {
	random := rand.New(rand.NewPCG(seed, 0))
	var offsets []int
	for at := 0; at < len(output); {
		offsets = append(offsets, at)
		switch random.IntN(16) {
		case 0: // an empty piece
		case 1:
			at += random.IntN(400)
		default:
			at += 1 + random.IntN(16)
		}
	}
	return cut{"at random", cutAt(output, offsets)}
}

// markerBorders are the offsets at, one before and one after the borders of
// the family's special tokens, as far as there are not too many.
func markerBorders(f *parsers.Family, output string) []int {
	var offsets []int
	for _, token := range f.PreservedTokens {
		for at := 0; len(offsets) < 512; {
			i := strings.Index(output[at:], token)
			if i < 0 || token == "" {
				break
			}
			at += i + len(token)
			for d := -1; d <= 1; d++ {
				offsets = append(offsets, at-len(token)+d, at+d)
			}
		}
	}
	slices.Sort(offsets)
	offsets = slices.Compact(offsets)
	return slices.DeleteFunc(offsets, func(at int) bool { return at <= 0 || at >= len(output) })
}

// wholeCodePoints reports whether every chunk is UTF-8.
func wholeCodePoints(pieces []string) bool {
	return !slices.ContainsFunc(pieces, func(p string) bool { return !utf8.ValidString(p) })
}
