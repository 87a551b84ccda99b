package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// Family completes a family that is a table: its parsers read the grammar, with
// the hooks. If f leaves out its reasoning markers or its ids, they are as usual:
// the grammar's thoughts, and call_ with 24 random letters and digits.
func Family(f *parsers.Family, g *grammar.Grammar, hooks ...openings.Hooks) *parsers.Family {
	t := &openings.Table{Grammar: g, Hooks: hooks, IDs: f.NewID == nil}
	f.NewParser = func() parsers.Parser {
		e := newEngine(t)
		e.outer = true
		return e
	}
	f.Check = func() error { return check(t, f) }
	if f.IDs == nil {
		f.IDs = &parsers.DefaultIDs
	}
	if f.ReasoningMarkers == nil {
		for _, thought := range g.Thoughts {
			f.ReasoningMarkers = append(f.ReasoningMarkers, parsers.ReasoningMarkers{
				Open: grammar.Written(thought.Opener()), Close: grammar.Written(thought.Closer()),
			})
		}
	}
	if f.Signs.Markers == nil {
		f.Signs = signsOf(f, g, hooks)
	}
	if f.ResultOpeners == nil {
		for _, result := range g.Results {
			for _, opener := range result.Open {
				begin, _, _ := strings.Cut(grammar.Written(opener), grammar.Word)
				f.ResultOpeners = append(f.ResultOpeners, begin)
			}
		}
	}
	return f
}

// Table is the family's grammar, if the grammar and the ids are data: the family has no
// hooks and no functions of its own.
func Table(f *parsers.Family) (g *grammar.Grammar, ok bool) {
	e, ok := f.NewParser().(*Engine)
	if !ok || !e.openings.Table.IDs || len(e.openings.Table.Hooks) > 0 || slices.ContainsFunc(f.Formats, ownIDs) {
		return nil, false
	}
	return e.openings.Table.Grammar, true
}

func ownIDs(f parsers.Format) bool { return f.OwnIDs() }

// TableOf is the table that a family was made of, and its hooks; nil if it is no
// engine's. It is read-only.
func TableOf(f *parsers.Family) (*grammar.Grammar, []openings.Hooks) {
	e, ok := f.NewParser().(*Engine)
	if !ok {
		return nil, nil
	}
	return e.openings.Table.Grammar, e.openings.Table.Hooks
}

// NonJSONFormats are the formats of a family whose arguments aren't written as JSON.
func NonJSONFormats(f *parsers.Family) []string {
	g, hooks := TableOf(f)
	if g == nil {
		return nil
	}
	formats := g.NonJSONFormats()
	for i := range hooks {
		formats = append(formats, hooks[i].NonJSON...)
	}
	return formats
}

// Admit has the families that are tables read the common formats, too: those of another table.
func Admit(common *parsers.Family, families ...*parsers.Family) {
	e, ok := common.NewParser().(*Engine)
	if !ok {
		return
	}
	names := formatNames(common)
	for _, f := range families {
		if of, ok := f.NewParser().(*Engine); ok {
			t := of.openings.Table
			t.Common, t.CommonFormats, t.OwnFormats, f.CommonFormats = e.openings.Table, names, formatNames(f), common.Formats
		}
	}
}

func formatNames(f *parsers.Family) (names []string) {
	for _, format := range f.Formats {
		names = append(names, format.Name)
	}
	return names
}

// check reports what is wrong with a family and its table. It checks what the table says by
// itself, and whether each format has an example that is a call in it.
func check(t *openings.Table, f *parsers.Family) error {
	if err := t.Check(); err != nil {
		return err
	}
	var problems []error
	report := func(field, message string, args ...any) {
		problems = append(problems, &grammar.Problem{Field: field, Message: fmt.Sprintf(message, args...)})
	}
	if t.IDs {
		checkIDs(f.IDs, report)
	}
	formats := t.Formats()
	if len(formats) == 0 && !slices.ContainsFunc(t.Hooks, makesCalls) {
		report("Grammar", "nothing says how calls are written; set JSON, Tags, Named, Blocks, FunctionTags, Recipients, Trees, Python, NameLines, Frames or Documents")
	}
	for _, name := range formats {
		if !slices.ContainsFunc(f.Formats, func(format parsers.Format) bool { return format.Name == name }) {
			report("Formats", "the table has calls in the format %q, which isn't listed; add it, with an example", name)
		}
	}
	for i, format := range f.Formats {
		field := fmt.Sprintf("Formats[%d]", i)
		switch {
		case format.Name == "":
			report(field+".Name", "it is empty; name the format, as in %q", f.Name+"/tags")
		case slices.ContainsFunc(f.Formats[:i], func(other parsers.Format) bool { return other.Name == format.Name }):
			report(field+".Name", "%q is there twice; a format is listed once", format.Name)
		case format.Example == "":
			report(field+".Example", "%s has none; write a whole output with one call", format.Name)
		default:
			if found, ok := isExample(f, &format); !ok {
				report(field+".Example", "it must hold one call in %s; it holds %s", format.Name, found)
			}
		}
	}
	return errors.Join(problems...)
}

// checkIDs checks how ids are made.
func checkIDs(ids *parsers.IDs, report func(field, message string, args ...any)) {
	if len(ids.Prefix) > 32 {
		report("IDs.Prefix", "%q has %d bytes; write 32 at most", ids.Prefix, len(ids.Prefix))
	}
	if ids.Random != 0 && (ids.Random < 8 || ids.Random > 48) {
		report("IDs.Random", "%d letters and digits are not between 8 and 48; write such a number, or nothing for 24", ids.Random)
	}
	if ids.Counted && (ids.Random != 0 || ids.Hex || ids.Timed) {
		report("IDs.Counted", "a counted id has no random part; drop Counted, or Random, Hex and Timed")
	}
	if ids.Named && !ids.Counted {
		report("IDs.Named", "a number is after the name; set Counted, or drop Named")
	}
}

// makesCalls reports whether a hook may make calls.
func makesCalls(h openings.Hooks) bool { return len(h.Markers) > 0 || h.Start != nil }

// isExample reports whether a format's example is one call in it, and what it
// holds otherwise. If need be, every word in it is a declared tool: some formats need one.
func isExample(f *parsers.Family, format *parsers.Format) (found string, ok bool) {
	for _, tools := range [...]*parsers.Tools{nil, ExampleTools(format.Example)} {
		r := parsers.Parse(f, format.Example, parsers.Config{Tools: tools}, parsers.FinishStop)
		if len(r.ToolCalls) == 1 && r.ToolCalls[0].Format == format.Name {
			return "", true
		}
		if found == "" {
			found = describe(r)
		}
	}
	return found, false
}

// ExampleTools declares every word of a text as a tool, and also the part of the word behind
// its last dot or colon.
func ExampleTools(text string) *parsers.Tools {
	var tools []parsers.Tool
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r < utf8.RuneSelf && !names.IsWordByte(byte(r)) && !strings.ContainsRune(".-:", r)
	}) {
		tools = append(tools, parsers.Tool{Name: word})
		if i := strings.LastIndexAny(word, ".:"); i >= 0 && i+1 < len(word) {
			tools = append(tools, parsers.Tool{Name: word[i+1:]})
		}
	}
	return parsers.NewTools(tools)
}

// describe says what a result holds.
func describe(r *parsers.Result) string {
	switch {
	case len(r.ToolCalls) > 0:
		var formats []string
		for i := range r.ToolCalls {
			formats = append(formats, r.ToolCalls[i].Format)
		}
		return "calls in " + strings.Join(formats, ", ")
	case len(r.InvalidToolCalls) > 0:
		return "an invalid call: " + r.InvalidToolCalls[0].Message
	}
	return "text alone"
}
