// Package detect finds the families that read the outputs of an unknown model best.
//
// Every family reads every output. Per output, the best reading is the one with the most
// calls; among these, the one that leaves the least text unread: a family that knows a
// special token reads it as markup, one that doesn't as text, so its own format and its own
// tokens decide. Then fewer invalid calls count, then confidence, which is lower where
// nothing announces a call. Families whose readings are equal in all of that tie.
//
// Outputs vote, so that a few odd ones don't decide for all: a family gets a vote for each
// output that it reads best, alone or with others.
//
// A [Detector] is given the outputs, one after another. Its [Ranking] has a [Reading] for each family that finds a call.
package detect

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/toolparser/toolparser/parsers"
)

// A Reading is what one family read in all outputs together.
type Reading struct {
	Family *parsers.Family
	// Best counts the outputs that the family reads best, alone or in a tie.
	Best int
	// ToolCalls counts the accepted calls; Repaired, those of them with repairs.
	ToolCalls, Repaired int
	// InvalidToolCalls counts what looked like calls and was not accepted.
	InvalidToolCalls int
	// Unread counts the bytes of text around the calls, ignoring white space at the ends
	// of each run, in the outputs that count.
	Unread int
	// Confidence is the mean of the accepted calls' confidence, from 0 to 1; 0 without any.
	Confidence float64

	confidence int // the sum, in tenths: as floats, equal sums could differ
	native     int // calls and invalid calls in the family's first format
}

const tenths = 10 // in a confidence of 1

// compare puts the better reading first.
func compare(a, b Reading) int {
	return cmp.Or(
		cmp.Compare(b.Best, a.Best),
		cmp.Compare(b.ToolCalls, a.ToolCalls),
		cmp.Compare(a.Unread, b.Unread),
		cmp.Compare(a.InvalidToolCalls, b.InvalidToolCalls),
		cmp.Compare(b.confidence, a.confidence),
	)
}

// A Detector compares how families read outputs. Its methods may run at the same time.
type Detector struct {
	mu       sync.Mutex
	readings []Reading // one per family, in the registry's order
	outputs  int
	telling  int
}

// New returns a detector for the families of a registry, without the family auto, which is
// made of the rest.
func New(registry *parsers.Registry) *Detector {
	d := new(Detector)
	for _, f := range registry.Families() {
		if f.Name != parsers.Auto {
			d.readings = append(d.readings, Reading{Family: f})
		}
	}
	return d
}

// Add reads a complete output with every family. The tools that the model was offered tell
// calls in text from other text; pass them if they are known.
func (d *Detector) Add(output string, config parsers.Config) {
	readings := make([]Reading, len(d.readings)) // their number never changes
	for i := range readings {
		readings[i] = read(d.readings[i].Family, output, config)
	}
	best := slices.MinFunc(readings, compare)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.outputs++
	if !slices.ContainsFunc(readings, func(r Reading) bool { return compare(best, r) != 0 }) {
		return // every family reads the same, as a rule text alone
	}
	d.telling++
	for i := range readings {
		if compare(best, readings[i]) == 0 {
			readings[i].Best = 1
		}
		d.readings[i].add(&readings[i])
	}
}

// read is what a family reads in one output.
func read(f *parsers.Family, output string, config parsers.Config) Reading {
	result := parsers.Parse(f, output, config, parsers.FinishUnspecified)
	r := Reading{Family: f, ToolCalls: len(result.ToolCalls), InvalidToolCalls: len(result.InvalidToolCalls)}
	for i := range result.ToolCalls {
		call := &result.ToolCalls[i]
		r.confidence += int(math.Round(call.Confidence * tenths))
		if len(call.Repairs) > 0 {
			r.Repaired++
		}
		r.countNative(call.Format)
	}
	for i := range result.InvalidToolCalls {
		r.countNative(result.InvalidToolCalls[i].Format)
	}
	for _, s := range result.Segments {
		if s.Kind == parsers.SegmentText {
			r.Unread += len(strings.TrimSpace(output[s.Span.Start:s.Span.End]))
		}
	}
	return r
}

func (r *Reading) countNative(format string) {
	if len(r.Family.Formats) > 0 && format == r.Family.Formats[0].Name {
		r.native++
	}
}

func (r *Reading) add(more *Reading) {
	r.Best += more.Best
	r.ToolCalls += more.ToolCalls
	r.Repaired += more.Repaired
	r.InvalidToolCalls += more.InvalidToolCalls
	r.Unread += more.Unread
	r.confidence += more.confidence
	r.native += more.native
}

// A Ranking says how the families read the outputs.
type Ranking struct {
	// Outputs counts the outputs; Telling, those of them that not all families read alike.
	Outputs, Telling int
	// Readings are those of the families that find a call or an invalid call, or read an
	// output best; the best first. Of several that are equal, the one with the most calls and invalid calls in
	// its family's native format, the first of its formats, comes first; then in
	// the registry's order.
	Readings []Reading
	// Tied counts the readings at the top that are equal: 1 if one is better than all
	// others, 0 without readings.
	Tied int
}

// Ranking ranks the families by the outputs so far.
func (d *Detector) Ranking() Ranking {
	d.mu.Lock()
	defer d.mu.Unlock()
	ranking := Ranking{Outputs: d.outputs, Telling: d.telling}
	for _, r := range d.readings {
		if r.ToolCalls > 0 {
			r.Confidence = float64(r.confidence) / float64(r.ToolCalls*tenths)
		}
		if r.Best+r.ToolCalls+r.InvalidToolCalls > 0 {
			ranking.Readings = append(ranking.Readings, r)
		}
	}
	slices.SortStableFunc(ranking.Readings, func(a, b Reading) int {
		return cmp.Or(compare(a, b), cmp.Compare(b.native, a.native))
	})
	for ranking.Tied < len(ranking.Readings) && compare(ranking.Readings[0], ranking.Readings[ranking.Tied]) == 0 {
		ranking.Tied++
	}
	return ranking
}
