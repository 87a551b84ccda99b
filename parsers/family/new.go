package family

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// New completes a family, and returns it: its parsers read what the grammar
// says. What f leaves out of its reasoning markers is taken from the grammar's
// thoughts; ids are call_ with 24 random letters and digits, unless NewID makes others.
func New(f *parsers.Family, g *grammar.Grammar) *parsers.Family {
	return engine.Family(f, g, engine.Hooks{})
}
