package main

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/toolparser/toolparser/bench/truth/gen"
)

// A key says where a case failed: which damage, in which family.
type key struct{ Kind, Family string }

// A Tally counts verdicts.
type Tally struct {
	// Undamaged and Damaged are the decidable cases, by verdict.
	Undamaged, Damaged [verdicts]int
	// ByKind are the damaged ones by their kind of damage, the undamaged ones as "none".
	ByKind map[string]*[verdicts]int
	// Failed are the silently wrong cases, and the first of each key.
	Failed map[key]int
	First  map[key]*gen.Case
	// NotExact are undamaged cases that aren't read exactly.
	NotExact map[key]int
	// NotExactFirst is the first of each.
	NotExactFirst map[key]*gen.Case
	// Doubted are undamaged cases that are exact at 0.4 or less.
	Doubted int
	// Undecidable are the cases with two meanings, by reason; Samples are the first of them.
	Undecidable map[string]int
	Samples     []*gen.Case
	// Confidence are the accepted calls of decidable cases by their confidence.
	Confidence confidences
	// Unchanged: the damage left the text as it was.
	Unchanged int
}

func newTally() *Tally {
	return &Tally{
		ByKind: map[string]*[verdicts]int{}, Failed: map[key]int{}, First: map[key]*gen.Case{}, Undecidable: map[string]int{},
		NotExact: map[key]int{}, NotExactFirst: map[key]*gen.Case{},
	}
}

const samples = 20

// add counts a case.
func (t *Tally) add(c *gen.Case) {
	if len(c.Damages) > 0 && !c.Changed {
		t.Unchanged++
		return
	}
	if why, ok := c.Undecidable(); ok {
		t.Undecidable[why]++
		if len(t.Samples) < samples {
			t.Samples = append(t.Samples, c)
		}
		return
	}
	o := judge(c)
	for i, call := range o.result.ToolCalls {
		t.Confidence.add(call.Confidence, len(c.Damages) > 0, o.right[i])
	}
	k := key{c.Kind(), c.Reader}
	if len(c.Damages) > 1 {
		k.Kind = "two"
	}
	if t.ByKind[k.Kind] == nil {
		t.ByKind[k.Kind] = new([verdicts]int)
	}
	t.ByKind[k.Kind][o.verdict]++
	if len(c.Damages) == 0 {
		t.undamaged(c, o, k)
	} else {
		t.Damaged[o.verdict]++
	}
	if o.verdict.silent() {
		if t.Failed[k]++; t.First[k] == nil {
			t.First[k] = c
		}
	}
}

func (t *Tally) undamaged(c *gen.Case, o outcome, k key) {
	if o.verdict == Rejected && !readable(c) {
		t.Undecidable["the request leaves such calls out"]++
		t.ByKind["none"][o.verdict]--
		return
	}
	t.Undamaged[o.verdict]++
	if o.verdict == Exact {
		if o.doubted {
			t.Doubted++
		}
		return
	}
	if t.NotExact[k]++; t.NotExactFirst[k] == nil {
		t.NotExactFirst[k] = c
	}
}

// readable reports whether the reader takes calls of the form under the case's request.
func readable(c *gen.Case) bool {
	switch {
	case c.Form.Tools && c.Request.Kind == "no tools":
		return false
	case c.Reader != c.Form.Family:
		// auto reads what a marker announces.
		return reads(c.Reader, c.Form.Format()) && strings.Contains(c.Form.Open+c.Form.Call, "⟨")
	}
	return true
}

func reads(family, format string) bool {
	for _, f := range known[family].Formats {
		if f.Name == format {
			return true
		}
	}
	return false
}

// merge adds another tally, whose cases come after.
func (t *Tally) merge(other *Tally) {
	for v := range verdicts {
		t.Undamaged[v] += other.Undamaged[v]
		t.Damaged[v] += other.Damaged[v]
	}
	t.Confidence.merge(&other.Confidence)
	for name, counts := range other.ByKind {
		if t.ByKind[name] == nil {
			t.ByKind[name] = new([verdicts]int)
		}
		for v := range verdicts {
			t.ByKind[name][v] += counts[v]
		}
	}
	addAll(t.Failed, other.Failed)
	addAll(t.NotExact, other.NotExact)
	first(t.First, other.First)
	first(t.NotExactFirst, other.NotExactFirst)
	for why, n := range other.Undecidable {
		t.Undecidable[why] += n
	}
	t.Samples = append(t.Samples, other.Samples...)
	slices.SortFunc(t.Samples, func(a, b *gen.Case) int { return cmp.Compare(a.Index, b.Index) })
	t.Samples = t.Samples[:min(len(t.Samples), samples)]
	t.Doubted += other.Doubted
	t.Unchanged += other.Unchanged
}

func addAll(to, from map[key]int) {
	for k, n := range from {
		to[k] += n
	}
}

func first(to, from map[key]*gen.Case) {
	for k, c := range from {
		if to[k] == nil || c.Index < to[k].Index {
			to[k] = c
		}
	}
}

// run counts the cases from 0 to n.
func run(s *gen.Source, n uint64) *Tally {
	workers := uint64(runtime.GOMAXPROCS(0))
	tallies := make([]*Tally, workers)
	var wg sync.WaitGroup
	for w := range workers {
		tallies[w] = newTally()
		wg.Go(func() {
			for i := w; i < n; i += workers {
				tallies[w].add(s.Case(i))
			}
		})
	}
	wg.Wait()
	for _, t := range tallies[1:] {
		tallies[0].merge(t)
	}
	return tallies[0]
}

// sorted are the keys of a count, the largest first.
func sorted(counts map[key]int) []key {
	return slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Family, b.Family))
	})
}
