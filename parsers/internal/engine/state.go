package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// An output is what is known of the output that is being read.
type output struct {
	candidate      Candidate
	taken          *Marker // that was opened last, and its length
	takenLen       int
	quote          quotation
	behind         int  // a call ended here, white space and a delimiter apart
	called         int  // the last call begins here
	started        bool // something but white space and tags was seen
	line           int  // a line begins here at which nobody looked; -1: nowhere
	special        int  // behind a special token: JSON here counts in inline code too
	sectionThought sectionThought
	owed           thoughtKinds // of the thought that a call ended: its closer is markup
	gates          gates
	outside        outside
	leftFence      bool // a call failed behind the first line of a fence: the other one opens none
	option         optionWatch
	ahead          ahead
	due            due
	answered       bool // an answer's opener was seen, and not its closer
	asked          asked
	sought         match.Sought // what ends a token's attributes
	declined       declined
	declining      declining

	quotedFirst quotedFirst
	thinks      bool // of a nested parser: it reads a thought, in which calls may count
	over        bool // of a nested parser: what follows doesn't matter
	leading     bool // the open thought, or the JSON read last, begins the output
	noJSON      bool
	dullKnown   bool // newlines know what a line may begin with
	dullLong    bool // and their pairs do
	cutOff      bool // a call was accepted that the end of the output cut off
	lead        int  // what can only stand at the start of the output was looked for here last
	after       afterCall
	penalty     int            // a call that starts here costs 0.3; -1: nowhere
	quotedCall  int            // a call that starts here may be quoted in one that failed; -1: nowhere
	drafts      int            // so does one that starts before: it stood in a thought, or in a string of what failed or was cut off
	before      lastBytes      // before the window
	textCalls   int            // calls in running text and in fences
	open        place.Brackets // in running text, which nothing closed yet
	fuel        quotes.Fuel
	python      pythonPlaces
	plain       *stops         // the bytes that mean something in plain text
	flow        *parsers.Tells // and in the next piece; nil: it isn't just text
}

// due is the candidate that begins at the position: what opens an answer, behind a thought,
// or the calls that a fence's body begins with.
type due struct{ answer, python bool }

// outside is what markers must know of what stands around calls.
type outside struct {
	section *Section // the kind of the section that is open; nil: none is
	wrapped bool     // a wrapper is open
	shellAt int      // a call here has tokens of its own before it; -1: none has
	begun   bool     // a message was, or ended
	calls   bool     // one to a tool is open that holds calls in tags
}

// past tells whether what stands here can't be a call: a message was seen, and none to
// a tool is open.
func (o *outside) past() bool { return o.begun && !o.calls }

// inside tells whether calls at offset at stand in a wrapper, or behind a token.
func (o *outside) inside(at int) bool { return o.wrapped || o.shellAt == at }

// A sectionThought says whether a thought that is a section of a message, and not between
// markers in text, waits for what may be a call in it.
type sectionThought uint8

const (
	noSectionThought sectionThought = iota
	thoughtHandsOver                // running text is to read the marker at the position
	thoughtWaits                    // what that begins is being read
)

// MarkerEnd is where the marker ends that was opened last, at offset at.
func (e *Engine) MarkerEnd(at int) int { return at + e.takenLen }

// MaxDepth is how deep JSON may nest.
func (e *Engine) MaxDepth() int { return e.maxDepth }

// CutOff tells whether the call that the output ended in was accepted: what
// it lacks at its end is no repair.
func (e *Engine) CutOff() bool { return e.cutOff }

// InFence tells whether the position is in a fence.
func (e *Engine) InFence() bool { return e.quote.fence > 0 }

// AtStart tells whether only white space and tags stand before offset at.
func (e *Engine) AtStart(at int) bool { return e.lead == at }

// Called says that a call ended at the position: what may follow one is looked for.
func (e *Engine) Called() { e.after = afterCall{active: true} }

// Penalize makes a call that starts at offset at cost 0.3: it stood in a
// candidate that failed.
func (e *Engine) Penalize(at int) { e.penalty = at }

// PenalizeTo makes all calls that start before offset end cost 0.3.
func (e *Engine) PenalizeTo(end int) { e.drafts = max(e.drafts, end) }

// MayQuote says that a call which starts at offset at may be quoted in one that failed.
func (e *Engine) MayQuote(at int) { e.quotedCall = at }

// Quoted tells whether a call that starts at offset at may be.
func (e *Engine) Quoted(at int) bool { return e.quotedCall == at }

// TextCalls is the number of calls found as JSON in text.
func (e *Engine) TextCalls() int { return e.textCalls }

// afterCall looks for what may follow a call directly: a delimiter, with the
// white space around it.
type afterCall struct {
	active bool
	list   bool         // the call ended a list of Python calls
	found  bool         // the delimiter was seen
	role   parsers.Role // of the delimiter
}
