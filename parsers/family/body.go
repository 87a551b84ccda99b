package family

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// A Body reads calls that no table can describe. The engine finds its markers, as it finds those of
// a table. The body's Reader reads what is between the markers. The engine also decides what a
// missing closer means, and where a failed call ends.
type Body struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Markers are the special tokens around a call. They are required.
	Markers grammar.Markers
	// New makes the reader for one call. It is required.
	New func() Reader
}

// A Reader reads one call.
type Reader interface {
	// Read reads on in the call, as far as the output is there. It tells c what it found. It is
	// called again when more of the output is there, until it has called End, Object, Fail or Leave.
	// If the output ends before that, the call is INCOMPLETE.
	//
	// The output may come in any chunks, so Read may see any part of the call. It must find the same
	// in all cases.
	Read(c *Call)
}

// hooks are what the engine needs to know of the bodies.
func hooks(bodies []Body) []openings.Hooks {
	var opens []openings.Opening
	add := func(texts []string, m markers.Marker, open func(*openings.Openings, int) openings.Candidate) {
		for _, text := range texts {
			opens = append(opens, openings.Opening{Marker: markers.Spelled([]string{text}, false, m), Open: open})
		}
	}
	for i := range bodies {
		b := &bodies[i]
		if b.check(new(grammar.Grammar), i) != nil {
			continue // registering the family reports it
		}
		add(b.Markers.Open, markers.Marker{Begins: true, Think: true, Formats: []string{b.Format}}, b.open)
		add(b.Markers.Close, markers.Marker{Think: true, Ends: body.EndsArguments, Formats: []string{b.Format}}, openings.PassCloser)
	}
	if len(opens) == 0 {
		return nil
	}
	return []openings.Hooks{{Markers: opens}}
}

// check returns what is wrong with the i-th body, next to a table. Its markers are checked as those
// of the table's calls are.
func (b *Body) check(g *grammar.Grammar, i int) error {
	var problems []error
	if b.New == nil {
		problems = append(problems, &grammar.Problem{
			Field: fmt.Sprintf("Bodies[%d].New", i), Message: "it is nil; write a function that makes a Reader",
		})
	}
	table, n := *g, len(g.Named)
	table.Named = append(slices.Clone(g.Named), grammar.Named{
		Format: b.Format, Shell: grammar.Shell{Call: b.Markers, Separator: []string{unwritten}},
	})
	as := strings.NewReplacer(
		fmt.Sprintf("Named[%d].Shell.Call", n), fmt.Sprintf("Bodies[%d].Markers", i),
		fmt.Sprintf("Named[%d]", n), fmt.Sprintf("Bodies[%d]", i),
	)
	if all, ok := table.Check().(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			p, ok := errors.AsType[*grammar.Problem](err)
			if of := (&grammar.Problem{Field: as.Replace(p.Field), Message: as.Replace(p.Message)}); ok && *of != *p {
				problems = append(problems, of)
			}
		}
	}
	return errors.Join(problems...)
}

// unwritten is a token that no model writes.
const unwritten = "<\x00>"
