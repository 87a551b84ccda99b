package engine

import (
	"sync"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Hooks are what a family has beside its table: what no table can say, and few
// families need.
type Hooks struct {
	// Own makes what a parser keeps for the family's own candidates; see [Engine.Own].
	Own func() any
	// Markers begin such candidates. They are looked for before the grammar's
	// Tokens, longest first where one begins with another.
	Markers []Marker
	// Start makes the candidate that is tried at the first byte c of the output
	// that is no white space; nil if none begins with it.
	Start func(e *Engine, c byte) Candidate
	// Unnamed begins a call in the grammar's Tags whose own tag bears no name.
	Unnamed *Unnamed
	// Header finds the tool in the header of one of the grammar's Named calls,
	// white space around it apart.
	Header func(header string, tools *parsers.Tools) NamedHeader
}

// A table is a family's grammar with its hooks. It is compiled once, for all
// its parsers.
type table struct {
	*grammar.Grammar
	hooks Hooks

	once     sync.Once
	compiled *triggers
}

func (t *table) triggers() *triggers {
	t.once.Do(func() { t.compiled = newTriggers(t) })
	return t.compiled
}

// A Marker is a fixed text, or the beginning of a tag, that means something
// in running text.
type Marker struct {
	// Text is the marker, or how the tag begins; ASCII, its first byte '<', '[' or a letter.
	Text string
	// Match, if set, takes Text's place. First is then the marker's first byte.
	Match func(b []byte, final bool) match.Answer
	First byte
	// Open makes the candidate that the marker begins; nil for a tag that
	// stands beside calls.
	Open func(e *Engine, at int) Candidate
	// Begins: a failed candidate ends where this marker stands.
	Begins bool
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
	always        bool // it is markup wherever it stands
	python        bool // behind the marker, calls written as code cost nothing
	part          tokenPart
	frame         framePart
	atLine        func(e *Engine, b []byte) match.Answer // of a Line that isn't one text: it takes Match's place
	exact         string                                 // how the marker should be written, if there is another way
}

// tag tells whether the marker is a special token or a tag.
func (m *Marker) tag() bool { return m.first() == '<' || m.first() == '[' }

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
