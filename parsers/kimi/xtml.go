package kimi

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// tagGrammar is how K3 writes calls: one tag an argument, made of special
// tokens. The section around them is K2's, too.
var tagGrammar = grammar.Tags{
	Format:     formatXTML,
	Brackets:   grammar.Brackets{Open: tagOpen, Close: tagClose, End: tagSep, Affix: grammar.Spaced},
	Wrappers:   []string{"tools"},
	Call:       grammar.Tag{Word: "call", Name: "tool"},
	Parameter:  grammar.Tag{Word: "argument", Name: "key", Type: "type"},
	Group:      "json",
	JSONBody:   true,
	Typing:     grammar.TypedByName,
	Attributes: grammar.AttributesEscaped,
	Inside:     grammar.Nests,
	Literals:   grammar.LiteralsText,
	Bare:       grammar.BareNative,
}

var tagReader = tags.New(&tagGrammar)

// xtmlFormats are those of the calls that K3's markers make.
var xtmlFormats = []string{formatXTML}

// The markers of the section of calls in tags, and of its calls.
var (
	toolsOpen  = []string{"<|open|> tools …<|sep|>"}
	toolsClose = []string{"<|close|> tools <|sep|>"}
	callOpen   = []string{"<|open|> call …<|sep|>"}
)

var xtmlSection = enclosing.Section{Empty: func(v *work.Counter, b []byte, final bool) match.Answer {
	return match.AnySpelling(v, toolsClose, b, final, false)
}}

func openTools(e *openings.Openings, at int) openings.Candidate {
	return e.OpenSection(&xtmlSection, at)
}

func closeTools(e *openings.Openings, at int) openings.Candidate {
	return e.CloseSection(&xtmlSection, at)
}

// tagCall is a call of K3, in its section.
type tagCall struct{ tagged.Call }

func openTaggedCall(e *openings.Openings, at int) openings.Candidate {
	env := &e.Place
	repairs, free := e.Enclosing.Sections.Enter(&xtmlSection, at, nil)
	var o tags.Opened
	a := tagReader.OpensCall(&o, env.Slice(at, e.MarkerEnd(at)), true)
	h := tagged.Header{
		At: at, Inner: e.MarkerEnd(at), HidesArguments: true, Free: free,
		Repairs: repairs, Mergeable: env.Penalties.TextCalls() > 0, Pending: true,
	}
	h.SetName(env, &tagGrammar, o.Name, at)
	h.Attributes(env, &o)
	if !a.Yes() {
		h.Lost = "the opening tag of the call can't be read"
	}
	c := openings.Own[tagCall](e)
	c.Open(env, &tagGrammar, &h)
	return c
}

// Step implements [openings.Candidate].
func (c *tagCall) Step(e *openings.Openings) bool {
	if !c.Call.Step(&e.Place) {
		return false
	}
	if c.Ended {
		e.Enclosing.Sections.Called(&xtmlSection, c.Cut)
	}
	return true
}
