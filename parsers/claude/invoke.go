package claude

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// invokeTags is how a call is written whose name stands in its tag.
var invokeTags = grammar.Tags{
	Format:    formatInvoke,
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Prefix: true},
	Wrappers:  []string{wrapperTag},
	Call:      grammar.Tag{Word: invokeTag, Name: nameAttribute},
	Parameter: grammar.Tag{Word: parameterTag, Name: nameAttribute},
	Nests:     true,
	NoPython:  true,
}

// invokeCall is the candidate for such a call.
type invokeCall struct{ tagged.Call }

// start begins a call whose tag, n bytes long, stands at offset at.
func (c *invokeCall) start(p *parser, prefix string, tag tags.Tag, at, n int) {
	h := tagged.Header{At: at, Inner: at + n, Prefix: prefix, Bare: !p.block.open}
	name, prefixed := names.True(p.Config, tag.Value)
	if prefixed {
		h.Repairs = []parsers.Repair{{Kind: parsers.RepairToolName, Offset: at + tag.At}}
	}
	if names.Valid(name) {
		h.Name = p.Config.Tools.Intern(name)
	}
	c.Open(p.Around(), &invokeTags, h)
}

// Step implements [engine.Candidate].
func (c *invokeCall) Step(e *engine.Engine) bool { return c.Call.Step(e.Around()) }
