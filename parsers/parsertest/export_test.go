package parsertest

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// Complaints are what the suite has to say about a family and an output.
func Complaints(f *parsers.Family, output string, cfg parsers.Config, opts ...Option) []string {
	s := &suite{family: f}
	for _, opt := range opts {
		opt(s)
	}
	in := input{output: output, config: cfg}
	return collect(func(t testing.TB) {
		s.checkContract(t, in)
		s.checkResult(t, in, in.parse(f))
		s.checkCuts(t, in, allCuts(f, output))
		s.checkPrefixes(t, in)
		s.checkInterleaved(t, in, in)
	})
}

// LoadComplaints are what the suite has to say about a directory of cases.
func LoadComplaints(f *parsers.Family, dir string) []string {
	s := &suite{family: f}
	return collect(func(t testing.TB) {
		s.load(t, dir)
		for _, c := range s.cases {
			s.checkWant(t, c)
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
	s := &suite{family: f}
	return collect(func(t testing.TB) { s.checkResult(t, input{output: output, config: cfg}, r) })
}

// Formats are what checkFormats has to say.
func FormatComplaints(f *parsers.Family, dir string) []string {
	s := &suite{family: f}
	return collect(func(t testing.TB) {
		s.load(t, dir)
		s.checkFormats(t)
	})
}

// UpdateCase rewrites the want.json of a case.
func UpdateCase(f *parsers.Family, c *Case) error { return c.update(newWant(c.parse(f))) }

// CutNames and pieces of all cuts of an output.
func AllCuts(f *parsers.Family, output string) [][]string {
	var list [][]string
	for _, c := range allCuts(f, output) {
		list = append(list, c.pieces)
	}
	return list
}

// A recorder is a testing.TB that keeps what it is told.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Failed() bool        { return len(r.errors) > 0 }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}
func (r *recorder) Fatal(args ...any) {
	r.Errorf("%s", fmt.Sprint(args...))
	runtime.Goexit()
}

// collect runs f as a test of its own.
func collect(f func(testing.TB)) []string {
	r := new(recorder)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r.errors
}
