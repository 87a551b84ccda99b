package family

import (
	"errors"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// New completes a family, and returns it: its parsers read what the grammar
// says. What f leaves out of its reasoning markers is taken from the grammar's
// thoughts; ids are call_ with 24 random letters and digits, unless IDs or NewID
// make others. Bodies read calls that the grammar can't describe.
func New(f *parsers.Family, g *grammar.Grammar, bodies ...Body) *parsers.Family {
	engine.Family(f, g, hooks(bodies)...)
	if len(bodies) == 0 {
		return f
	}
	rest := f.Check
	f.Check = func() error {
		var problems []error
		for i := range bodies {
			problems = append(problems, bodies[i].check(g, i))
		}
		if err := errors.Join(problems...); err != nil {
			return err
		}
		return rest()
	}
	return f
}

// Grammar is the table of a family, if the family is nothing else: what New made
// of it, without a NewID of its own. It is not to be changed.
func Grammar(f *parsers.Family) (g *grammar.Grammar, ok bool) { return engine.Table(f) }

// NonJSONFormats are the formats of a family whose arguments aren't written as JSON, as its table and its
// bodies say. A test that looks for a call's arguments in the output must know these formats.
func NonJSONFormats(f *parsers.Family) []string { return engine.NonJSONFormats(f) }

// ExampleTools are tools under which the example of a format holds its call, whatever it
// calls: every word of it is one. Some formats need declared tools.
func ExampleTools(example string) *parsers.Tools { return engine.ExampleTools(example) }
