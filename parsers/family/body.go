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
	// Markers are around a call. They are required, but a LineWord needs no Close.
	Markers grammar.Markers
	// Kind says what the markers are, and thus where they count. The default is [SpecialTokens].
	Kind Kind
	// If NonJSON is set, the arguments of some calls aren't written as JSON. If it isn't, tests look for
	// the arguments in the output.
	NonJSON bool
	// New makes the reader for one call. It is required.
	New func() Reader
}

// A Kind says what the markers of a Body are.
type Kind uint8

const (
	// SpecialTokens count anywhere, in thoughts and quotation too.
	SpecialTokens Kind = iota
	// PlainTags are plain text. They don't count in thoughts, and in quotation they are reported.
	PlainTags
	// LineWords begin with a letter. The opener counts at a line start only, outside of thoughts
	// and quotation. The closer, if there is one, begins as other markers do. If there is none, the
	// call ends where its arguments end.
	LineWords
)

// marker is the marker that opens a call.
func (k Kind) marker(format string) markers.Marker {
	m := markers.Marker{Formats: []string{format}}
	switch k {
	case SpecialTokens:
		m.Begins, m.Think = true, true
	case PlainTags:
		m.Begins, m.Plain, m.MayBeText = true, true, true
	case LineWords:
		m.Word, m.MayBeText = markers.StartsLine, true
	}
	return m
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
	var pairs []openings.Pair
	var written []string
	add := func(texts []string, m markers.Marker, open func(*openings.Openings, int) openings.Candidate) {
		for _, text := range texts {
			opens = append(opens, openings.Opening{Marker: markers.Written(text, m), Open: open})
		}
	}
	for i := range bodies {
		b := &bodies[i]
		if b.check(new(grammar.Grammar), i) != nil {
			continue // registering the family reports it
		}
		add(b.Markers.Open, b.Kind.marker(b.Format), b.open)
		add(b.Markers.Close, markers.Marker{
			Think: b.Kind == SpecialTokens, Plain: b.Kind == PlainTags, Ends: body.EndsArguments, Formats: []string{b.Format},
		}, openings.PassCloser)
		if b.NonJSON {
			written = append(written, b.Format)
		}
		if b.Kind != LineWords {
			pairs = append(pairs, openings.Pair{Format: b.Format, Markers: b.Markers})
		}
	}
	if len(opens) == 0 {
		return nil
	}
	return []openings.Hooks{{Markers: opens, Pairs: pairs, NonJSON: written}}
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
	table, as := b.in(g, i)
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

// in is the table with calls that have the body's markers, and what replaces the fields of these calls.
func (b *Body) in(g *grammar.Grammar, i int) (table grammar.Grammar, as *strings.Replacer) {
	table = *g
	if b.Kind == LineWords {
		n := len(g.Blocks)
		table.Blocks = append(slices.Clone(g.Blocks), grammar.Block{
			Format: b.Format, Shape: grammar.BlockCalls(), Markers: b.Markers, Kind: grammar.PlainWord, Closer: grammar.CloserOptional,
		})
		return table, strings.NewReplacer(fmt.Sprintf("Blocks[%d]", n), fmt.Sprintf("Bodies[%d]", i))
	}
	n := len(g.Named)
	table.Named = append(slices.Clone(g.Named), grammar.Named{
		Format: b.Format, Shell: grammar.Shell{Call: b.Markers, Separator: []string{unwritten}},
	})
	return table, strings.NewReplacer(
		fmt.Sprintf("Named[%d].Shell.Call", n), fmt.Sprintf("Bodies[%d].Markers", i),
		fmt.Sprintf("Named[%d]", n), fmt.Sprintf("Bodies[%d]", i),
	)
}

// unwritten is a token that no model writes.
const unwritten = "<\x00>"
