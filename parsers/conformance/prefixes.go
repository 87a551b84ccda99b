package conformance

import (
	"reflect"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// checkPrefixes checks I8: what holds for the output holds for each prefix of
// it, finished there. It returns how many there are.
func (s *Suite) checkPrefixes(t Reporter, in input) (checked int) {
	t.Helper()
	output := in.output
	for _, n := range append(s.samples(len(output)), 0) {
		in.output = output[:n]
		want := in.parse(s.family)
		s.checkResult(t, in, want)
		if problem := s.streamProblem(in, strings.Split(in.output, ""), settled(want)); problem != "" {
			t.Errorf("finished after %d bytes, %q: %s", n, in.output, problem)
		}
		if checked++; t.Failed() {
			break
		}
	}
	return checked
}

// checkInterleaved checks I4: two streams that are fed in turn give what each gives alone.
func (s *Suite) checkInterleaved(t Reporter, a, b input) {
	t.Helper()
	inputs := [2]input{a, b}
	pieces := [2][]string{cutEvery(a.output, 3), cutEvery(b.output, 2)}
	streams := [2]*parsers.Stream{parsers.NewStream(s.family, a.config), parsers.NewStream(s.family, b.config)}
	for len(pieces[0])+len(pieces[1]) > 0 {
		for i := range streams {
			if len(pieces[i]) > 0 {
				streams[i].Feed(pieces[i][0])
				pieces[i] = pieces[i][1:]
			}
		}
	}
	for i := range streams {
		_, result := streams[i].Finish(inputs[i].reason)
		got, want := settled(result), settled(inputs[i].parse(s.family))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("fed in turn with another stream (-want +got):\n%s", cmp.Diff(want, got))
		}
	}
}
