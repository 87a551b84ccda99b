package conformance

import (
	"github.com/toolparser/toolparser/parsers"
)

// Complaints are what the suite has to say about a family and an output.
func Complaints(f *parsers.Family, output string, cfg parsers.Config, opts ...Option) []string {
	s := New(f, opts...)
	in := input{output: output, config: cfg}
	return collect(func(t Reporter) {
		s.checkContract(t, in)
		result := in.parse(f)
		s.checkResult(t, in, result)
		s.checkSame(t, in, result)
		s.checkCuts(t, in, s.allCuts(f, output))
		s.checkPrefixes(t, in)
		s.checkInterleaved(t, in, in)
	})
}

// LoadComplaints are what the suite has to say about a directory of cases.
func LoadComplaints(f *parsers.Family, dir string) []string {
	s := New(f)
	return collect(func(t Reporter) {
		if err := s.Load(dir); err != nil {
			t.Errorf("%v", err)
		}
		for _, c := range s.cases {
			s.CheckWant(t, c)
		}
	})
}

// DeltaComplaint is what a listener has to say about deltas for an output of
// whole code points, or "".
func DeltaComplaint(cfg parsers.Config, r *parsers.Result, deltas ...parsers.Delta) string {
	l := newListener(input{config: cfg}, nil)
	for i := range deltas {
		l.hear(&deltas[i])
	}
	l.compare(r)
	return l.problem
}

// ResultComplaints are what the suite has to say about a result.
func ResultComplaints(f *parsers.Family, output string, cfg parsers.Config, r *parsers.Result) []string {
	s := New(f)
	return collect(func(t Reporter) { s.checkResult(t, input{output: output, config: cfg}, r) })
}

// FormatComplaints are what CheckFormats has to say of the cases in dir.
func FormatComplaints(f *parsers.Family, dir string) []string {
	s := New(f)
	return collect(func(t Reporter) {
		if err := s.Load(dir); err != nil {
			t.Errorf("%v", err)
		}
		s.CheckFormats(t)
	})
}

// AllCuts are the pieces of all cuts of an output.
func AllCuts(f *parsers.Family, output string) [][]string {
	var list [][]string
	for _, c := range New(f).allCuts(f, output) {
		list = append(list, c.pieces)
	}
	return list
}

// collect runs f as a test of its own.
func collect(f func(Reporter)) []string {
	r := new(recorder)
	f(r)
	return r.errors
}
