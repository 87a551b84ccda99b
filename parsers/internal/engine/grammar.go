package engine

import (
	"sync"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A Grammar is a family as a table. It is immutable, and must not be copied.
type Grammar struct {
	// JSON is the shape of the objects in running text and in fences that are
	// calls; nil if the family has none.
	JSON *grammar.Shape
	// InlineFree and FenceFree tell whether a JSON call in running text, or
	// in a fence of this label (lower case), costs 0.3.
	InlineFree bool
	FenceFree  func(label []byte) bool
	// ObjectCalls: a call is an object of a name and an arguments key. Arguments
	// may then lie flat beside the name, and a tool's definition is content.
	ObjectCalls bool
	// Markers are what the family writes beside JSON, longest first where one
	// begins with another.
	Markers []Marker
	// Tags are how calls are written whose arguments stand in tags.
	Tags []grammar.Tags
	// Unnamed, if set, begins a call in such tags whose own tag bears no name.
	Unnamed *Unnamed
	// Named are the calls whose name stands before their JSON arguments.
	Named []grammar.Named
	// NamedHeader, if set, finds the tool in such a call's header, white space
	// around it apart; nil: the header is the name.
	NamedHeader func(header string, tools *parsers.Tools) NamedHeader
	// Blocks are JSON between markers that the engine reads itself.
	Blocks []grammar.Block
	// Results are what models take for a tool's result, and invent.
	Results []grammar.Result
	// TurnEnds are the end-of-turn tokens, longest first where one begins with
	// another: next to a call they are markup, and they end a block.
	TurnEnds []string
	// Thoughts are how the family marks what the model thinks. In a thought
	// only special tokens count.
	Thoughts []Thought
	// Nested makes the parser that reads quoted text for another one; nil: an
	// engine for the grammar. It must embed an Engine.
	Nested func() parsers.Parser
	// Python says how calls written as code are taken; nil: not at all.
	Python *Python
	// Delimiters: a ';' after a call and a ',' between two belong to the calls.
	Delimiters bool
	// Options: the word "option" before a fence introduces exclusive calls.
	Options bool
	// Start makes the candidate that is tried at the first byte of the output
	// that is no white space; nil if the family has none. It may decline by
	// returning nil.
	Start func(e *Engine, c byte) Candidate

	once     sync.Once
	compiled *triggers
}

// triggers are the grammar's, compiled for all its parsers.
func (g *Grammar) triggers() *triggers {
	g.once.Do(func() { g.compiled = newTriggers(g) })
	return g.compiled
}

// A Marker is a fixed text, or the beginning of a tag, that means something
// in running text.
type Marker struct {
	// Text is the marker, or how the tag begins; ASCII, its first byte '<' or a letter.
	Text string
	// Match, if set, takes Text's place: the length of the marker at the
	// start of b, 0 if there is none, -1 if more bytes must tell. First is
	// then its first byte.
	Match func(b []byte, final bool) int
	First byte
	// Open makes the candidate that the marker begins; nil for a tag that
	// stands beside calls.
	Open func(e *Engine, at int) Candidate
	// Begins: a failed candidate ends where this marker stands.
	Begins bool
	// Python: behind the marker, calls written as code cost nothing.
	Python bool
	// Word: the marker, which begins with a letter, doesn't count inside a word.
	Word bool
	// Think: the marker is a special token: it counts in a thought and in
	// inline code, too.
	Think bool
	// Line: the marker, of which a grammar has one at most, is a word that
	// counts at a line start only, outside of quotation. It ends nothing.
	Line bool
	// Section: the marker opens a section or a wrapper of calls.
	Section bool
	// EndsThought: an open thought ends before it.
	EndsThought bool
	// Fenced: the marker counts in a fence whose body began with such a one, or
	// with JSON if it begins nothing.
	Fenced bool
	// Drafts: calls that the marker begins in a thought count, at a cost, if
	// nothing but more of them follows there.
	Drafts bool
	// Formats are those of the calls that the marker begins, or stands beside;
	// where none of them counts, it is text. None: the marker always counts.
	Formats []string
	// Ends says what the marker does to JSON that stands before it.
	Ends place.Ending

	opens, closes thoughtKinds
	opener        bool // it opens a block or a wrapper, which text behind it makes text
	part          tokenPart
	exact         string // how the marker should be written, if there is another way
}

// tag tells whether the marker is a special token or a tag.
func (m *Marker) tag() bool { return m.first() == '<' }

func (m *Marker) first() byte {
	if m.Match != nil {
		return m.First
	}
	return m.Text[0]
}

// A Candidate reads what may be calls. Step goes on as far as the window
// reaches; it returns true when the candidate is done, everything up to the
// engine's position having been reported.
type Candidate interface {
	Step(e *Engine) bool
}
