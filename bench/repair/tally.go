package main

import (
	"runtime"
	"sync"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

// A Tally counts the verdicts over some cases.
type Tally struct {
	N        int              `json:"n"`
	Verdicts [numVerdicts]int `json:"verdicts"` // right, reported, ambiguous, unseen, wrong
	// Incomplete of the reported calls were reported as cut off.
	Incomplete int `json:"incomplete"`
	// Untouched right calls have the model's own bytes as arguments.
	Untouched int `json:"untouched"`
	// Stray right calls left something of the call in the content.
	Stray int `json:"stray"`
	// Doubted right calls were accepted at a confidence that says ambiguous.
	Doubted int `json:"doubted"`
	// Confidence is the sum over the right calls.
	Confidence float64 `json:"confidence"`
	Panics     int     `json:"panics"`
}

func (t *Tally) add(c *gen.Case, o *Outcome, v Verdict) {
	t.N++
	t.Verdicts[v]++
	if o.Incomplete && v == Reported {
		t.Incomplete++
	}
	if o.Panic != "" {
		t.Panics++
	}
	if v != Right {
		return
	}
	for _, call := range o.Calls {
		if c.Right(call.Name, call.Arguments) {
			t.Confidence += call.Confidence
			if call.Confidence <= ambiguousAt {
				t.Doubted++
			}
			if call.Arguments == c.ArgumentBytes {
				t.Untouched++
			}
		}
	}
	if stray(c, o) {
		t.Stray++
	}
}

// Share is the percentage of a verdict; 0 of nothing.
func (t *Tally) Share(v Verdict) float64 { return percent(t.Verdicts[v], t.N) }

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// Results are the outcomes of one run.
type Results struct {
	Cases    []*gen.Case
	Subjects []Subject
	// Outcomes and Verdicts are by subject, then by case.
	Outcomes [][]Outcome
	Verdicts [][]Verdict
}

// run lets every subject parse every case.
func run(cases []*gen.Case, subjects []Subject) *Results {
	r := &Results{Cases: cases, Subjects: subjects}
	for _, s := range subjects {
		outcomes, verdicts := make([]Outcome, len(cases)), make([]Verdict, len(cases))
		var wg sync.WaitGroup
		workers := runtime.GOMAXPROCS(0)
		for w := range workers {
			wg.Go(func() {
				for i := w; i < len(cases); i += workers {
					outcomes[i] = s.Parse(cases[i])
					verdicts[i] = judge(cases[i], &outcomes[i])
				}
			})
		}
		wg.Wait()
		r.Outcomes = append(r.Outcomes, outcomes)
		r.Verdicts = append(r.Verdicts, verdicts)
	}
	return r
}

// Tally counts the cases of which ok holds for a subject.
func (r *Results) Tally(subject int, ok func(c *gen.Case) bool) *Tally {
	var t Tally
	for i, c := range r.Cases {
		if ok(c) {
			t.add(c, &r.Outcomes[subject][i], r.Verdicts[subject][i])
		}
	}
	return &t
}

// Kind counts a kind for a subject.
func (r *Results) Kind(subject int, name string) *Tally {
	return r.Tally(subject, func(c *gen.Case) bool { return c.Kind.Name == name })
}

// Group counts a group for a subject.
func (r *Results) Group(subject int, g gen.Group) *Tally {
	return r.Tally(subject, func(c *gen.Case) bool { return c.Kind.Group == g })
}
