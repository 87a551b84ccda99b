package engine

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/costs"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// prose decides whether what begins at a place counts there.
type prose struct {
	_     marks.NoCopy
	cur   *cursor.Cursor
	rules *marks.Rules
	marks *marks.Marks
	costs *costs.Costs
	place *place.Around

	proseState
}

// proseState is what is known of the output that is being read.
type proseState struct {
	quote          quotation
	behind         int  // a call ended here, ignoring white space and a delimiter
	line           int  // a line begins here that wasn't looked at; -1: nowhere
	begun          int  // a line begins here, whatever is before
	special        int  // behind a special token: JSON here counts in inline code too
	lead           int  // what can only be at the start of the output was looked for here last
	started        bool // something but white space and tags was seen
	leading        bool // the open thought, or the JSON read last, begins the output
	noJSON         bool
	thinks         bool // of a nested engine: it reads a thought, in which calls may count
	leftFence      bool // a call failed behind the first line of a fence: the fence's other line opens none
	sectionThought sectionThought
	owed           marks.Thoughts // of the thought that a call ended: its closer is markup
	option         optionWatch
	open           place.Brackets // brackets in running text that nothing closed yet
	python         pythonPlaces
	plain          *marks.Stops // the bytes that mean something in plain text
}

// reset makes the prose ready for another output.
func (pr *prose) reset(cfg *parsers.Config) {
	pr.proseState = proseState{} // in place: a literal would be made elsewhere, and copied
	pr.behind, pr.lead, pr.line, pr.special = -1, -1, -1, -1
	pr.noJSON = pr.rules.Grammar.Shared && !cfg.Tools.Given()
	pr.python.reset(pr.rules.Grammar.Python, cfg)
	plain := &pr.marks.Triggers.Plain
	if pr.python.inText {
		plain = &pr.marks.Triggers.Lines
	}
	pr.plain = plain
}

// A sectionThought says whether a thought that is a section of a message, and not between
// markers in text, waits for what may be a call in it.
type sectionThought uint8

const (
	noSectionThought sectionThought = iota
	thoughtHandsOver                // running text is to read the marker at the position
	thoughtWaits                    // what the marker begins is being read
)

// closeFence closes the fence, and what introduced it as an option.
func (pr *prose) closeFence() {
	pr.quote.closeFence()
	pr.option = optionWatch{}
}

// lineEnds ends what a line ends.
func (pr *prose) lineEnds() {
	pr.quote.lineEnds()
	if !pr.quote.inFence() {
		pr.option.newline()
	}
}

// leads notes that the output begins at offset at.
func (pr *prose) leads(at int) { pr.lead = at }

// start notes that what can only begin the output was looked for.
func (pr *prose) start() { pr.started = true }

// restart notes that the output begins behind what is at the position.
func (pr *prose) restart() { pr.started = false }

// behindSpecial notes that a special token ends at offset at.
func (pr *prose) behindSpecial(at int) { pr.special = at }

// behindCall notes that what ends at offset at was a call, ignoring white space and a delimiter.
func (pr *prose) behindCall(at int) { pr.behind = at }

// forbidJSON sets whether JSON in running text is content, and returns what held before.
func (pr *prose) forbidJSON(yes bool) (before bool) {
	before, pr.noJSON = pr.noJSON, yes
	return before
}

// introduce notes that the fence is an option, if its own line says so.
func (pr *prose) introduce() { pr.quote.option = pr.quote.option || pr.option.line }

// leaveFence notes that a call failed behind the first line of a fence, or that the fence closed.
func (pr *prose) leaveFence(left bool) { pr.leftFence = left }

// InFence reports whether the position is in a fence.
func (pr *prose) InFence() bool { return pr.quote.inFence() }

// AtStart reports whether only white space and tags are before offset at.
func (pr *prose) AtStart(at int) bool { return pr.lead == at }

// FreeText implements [place.Prose].
func (pr *prose) FreeText(at int) bool {
	if pr.InFence() {
		return pr.quote.free || pr.costs.Penalized(at)
	}
	return pr.rules.Grammar.Penalty.InText() || pr.costs.Penalized(at)
}

// Option implements [place.Prose].
func (pr *prose) Option() bool { return pr.quote.option }

// Open implements [place.Prose].
func (pr *prose) Open() *place.Brackets { return &pr.open }

// Marks implements [place.Prose].
func (pr *prose) Marks() bool { return !pr.InFence() || pr.quote.block }

// beginsOutput reports whether the bracket c at offset at begins JSON that begins the output,
// or follows such a call.
func (pr *prose) beginsOutput(at int, c byte) bool {
	l := pr.rules.Grammar.Lead
	pr.leading = l != nil && !pr.InFence() && (pr.AtStart(at) || pr.leading && pr.behind == at) && (c == '[' || !l.Stripped)
	return pr.leading
}

// jsonAllowed reports whether JSON at the position may be a call.
func (pr *prose) jsonAllowed() bool {
	q := &pr.quote
	switch {
	case pr.rules.Grammar.JSON == nil && pr.rules.Grammar.Lead == nil || pr.noJSON && (pr.special != pr.cur.Pos || !pr.rules.Grammar.Shared):
		return false
	case q.inFence():
		return q.json && !q.block
	case pr.special == pr.cur.Pos:
		return !pr.marks.Gates.Inline
	case pr.rules.Nested: // more calls, where text is where the family writes them
		return pr.thinks && pr.behind == pr.cur.Pos && !pr.rules.Grammar.Penalty.InText() && !pr.marks.Gates.Inline
	}
	return q.inline == 0 && q.think == 0 && !(pr.marks.Gates.Inline && pr.marks.Gates.Lead)
}

// markerCounts reports whether a marker at the position counts: it isn't quoted.
func (pr *prose) markerCounts(m *marks.Marker) bool {
	q := &pr.quote
	switch {
	case m.Word && (pr.rules.Nested || pr.inWord(pr.cur.Pos)):
		return false
	case q.inFence():
		return m.Fenced && q.json && (q.block || !m.Begins)
	case q.inline > 0: // the backtick may be a mistake, unless the marker is directly behind it
		return (m.Think || m.Inside && pr.marks.Outside.Inside(pr.cur.Pos)) && pr.cur.Pos != q.behind
	}
	return q.think == 0 || m.Think
}

// inWord reports whether a word goes on at offset at. It looks at ASCII only: in
// some scripts, no spaces are between words.
func (pr *prose) inWord(at int) bool {
	c := pr.cur.Before(at).Byte()
	return c < utf8.RuneSelf && names.IsWordByte(c)
}

// stops are the bytes that may mean something where the position is.
func (pr *prose) stops() *marks.Stops {
	q := &pr.quote
	switch {
	case q.inline > 0 && pr.special != pr.cur.Pos:
		return &pr.marks.Triggers.Inline
	case q.json:
		return &pr.marks.Triggers.JSON
	case q.inFence() && q.opening:
		return &pr.marks.Triggers.FenceOpening
	case q.inFence():
		return &pr.marks.Triggers.Fence
	case q.think != 0 && pr.special != pr.cur.Pos:
		return &pr.marks.Triggers.Think
	}
	return pr.plain
}

// openThought opens a thought at the position.
func (pr *prose) openThought(kind marks.Thoughts) {
	pr.leading = pr.AtStart(pr.cur.Pos) || pr.cur.Pos == 0
	pr.quote, pr.owed = quotation{think: kind}, 0
}

// closeThought closes the thought that ends at the position.
func (pr *prose) closeThought() {
	pr.quote, pr.owed = quotation{}, 0
	pr.LineBegins() // as in the output of a server that removes the thought
	if pr.python.on && pr.leading {
		pr.python.chained = true
		pr.python.mayBegin(pr.cur.Pos, pythoncall.AtStart)
	}
	pr.leading = false
}

// owe notes that the closer of a thought that a call ended may follow.
func (pr *prose) owe(owed marks.Thoughts) { pr.owed = owed }

// inSection notes what a thought that is a section waits for.
func (pr *prose) inSection(how sectionThought) { pr.sectionThought = how }

// nest sets up the prose of a nested engine. thinks: it reads a thought. owed: the thought
// whose closer is what it would be behind the call.
func (pr *prose) nest(thinks bool, owed marks.Thoughts) { pr.thinks, pr.owed = thinks, owed }

// keep keeps what is undecided for the next piece.
func (pr *prose) keep() {
	if pr.cur.Mark == pr.cur.Base && pr.cur.Holds() {
		return // Feed has kept the piece
	}
	pr.marks.WindowMoves()
	pr.cur.Keep()
}

// TurnEnd implements [place.Prose].
func (pr *prose) TurnEnd(at int) match.Answer {
	if !pr.marks.MayEndTurn(at) {
		return match.No // most tags end no turn, and comparing all markers takes longer
	}
	m, n := pr.marks.MarkerAt(at)
	frame := m != nil && (m.Frame == marks.FrameEnd || m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel)
	if n.Yes() && m.Ends != place.EndsBlock && m.ClosesThoughts&pr.owed == 0 && !frame {
		return match.No
	}
	return n
}
