package prose

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
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Prose decides whether what begins at a place counts there.
type Prose struct {
	_ room.NoCopy
	*Below
	state
}

// Below are the rooms below prose. A parser has one of each, which the rooms above them share.
type Below struct {
	Cur   cursor.Cursor
	Rules place.Rules
	Marks marks.Marks
	Costs costs.Costs
	Place place.Around // what bodies know of the rooms
}

// state is what is known of the output that is being read.
type state struct {
	Quote          quotation // what quotes the position
	Behind         int       // a call ended here, ignoring white space and a delimiter
	line           int       // a line begins here that wasn't looked at; -1: nowhere
	begun          int       // a line begins here, whatever is before
	Special        int       // behind a special token: JSON here counts in inline code too
	Lead           int       // what can only be at the start of the output was looked for here last
	Started        bool      // something but white space and tags was seen; cleared where the output begins anew
	leading        bool      // the open thought, or the JSON read last, begins the output
	NoJSON         bool      // JSON in running text is content
	thinks         bool      // of a nested engine: it reads a thought, in which calls may count
	LeftFence      bool      // a call failed behind the first line of a fence: the fence's other line opens none
	SectionThought SectionThought
	owed           marks.Thoughts // of the thought that a call ended: its closer is markup
	option         optionWatch
	open           place.Brackets // brackets in running text that nothing closed yet
	Places         pythonPlaces   // where Python calls may be
	plain          *marks.Stops   // the bytes that mean something in plain text
}

// Init makes it a part of a parser.
func (pr *Prose) Init(b *Below) { pr.Below = b }

// Reset makes the prose ready for another output.
func (pr *Prose) Reset(cfg *parsers.Config) {
	pr.state = state{} // in place: a literal would be made elsewhere, and copied
	pr.Behind, pr.Lead, pr.line, pr.Special = -1, -1, -1, -1
	pr.NoJSON = pr.Rules.Grammar.Shared && !cfg.Tools.Given()
	pr.Places.reset(pr.Rules.Grammar.Python, cfg)
	plain := &pr.Marks.Triggers.Plain
	if pr.Places.inText {
		plain = &pr.Marks.Triggers.Lines
	}
	pr.plain = plain
}

// A SectionThought says whether a thought that is a section of a message, and not between
// markers in text, waits for what may be a call in it.
type SectionThought uint8

// What such a thought waits for.
const (
	NoSectionThought SectionThought = iota // for nothing
	ThoughtHandsOver                       // running text is to read the marker at the position
	ThoughtWaits                           // what the marker begins is being read
)

// closeFence closes the fence, and what introduced it as an option.
func (pr *Prose) closeFence() {
	pr.Quote.closeFence()
	pr.option = optionWatch{}
}

// lineEnds ends what a line ends.
func (pr *Prose) lineEnds() {
	pr.Quote.Inline, pr.Quote.Opening = 0, false
	if !pr.Quote.InFence() {
		pr.option = optionWatch{before: pr.option.line}
	}
}

// TextBegins notes that running text begins the output, at offset at.
func (pr *Prose) TextBegins(at int) {
	if pr.Marks.Triggers.Line != nil || pr.Places.inText {
		pr.Cur.Pos = at
		pr.LineBegins()
	}
	pr.Places.mayBegin(at, pythoncall.AtStart)
}

// CallPassed notes that a call, and the delimiter and the white space behind it, end at the position.
func (pr *Prose) CallPassed() {
	pr.Places.behind(pr.Cur.Pos)
	pr.Behind = pr.Cur.Pos
}

// CallEndedAt reports whether a call ended at offset at, ignoring white space and a delimiter.
func (pr *Prose) CallEndedAt(at int) bool { return pr.Behind == at }

// InFence reports whether the position is in a fence.
func (pr *Prose) InFence() bool { return pr.Quote.InFence() }

// AtStart reports whether only white space and tags are before offset at.
func (pr *Prose) AtStart(at int) bool { return pr.Lead == at }

// FreeText implements [place.Prose].
func (pr *Prose) FreeText(at int) bool {
	free := pr.Rules.Grammar.Penalty.InText()
	if pr.InFence() {
		free = pr.Quote.free
	}
	return free || pr.Costs.Penalized(at)
}

// Option implements [place.Prose].
func (pr *Prose) Option() bool { return pr.Quote.option }

// Open implements [place.Prose].
func (pr *Prose) Open() *place.Brackets { return &pr.open }

// MarkersCount implements [place.Prose].
func (pr *Prose) MarkersCount() bool { return !pr.InFence() || pr.Quote.block }

// BeginsOutput reports whether the bracket c at offset at begins JSON that begins the output,
// or follows such a call.
func (pr *Prose) BeginsOutput(at int, c byte) bool {
	l := pr.Rules.Grammar.Lead
	pr.leading = l != nil && !pr.InFence() && (pr.AtStart(at) || pr.leading && pr.Behind == at) && (c == '[' || !l.Stripped)
	return pr.leading
}

// JSONAllowed reports whether JSON at the position may be a call.
func (pr *Prose) JSONAllowed() bool {
	q := &pr.Quote
	switch {
	case pr.Rules.Grammar.JSON == nil && pr.Rules.Grammar.Lead == nil || pr.NoJSON && (pr.Special != pr.Cur.Pos || !pr.Rules.Grammar.Shared):
		return false
	case q.InFence():
		return q.JSON && !q.block
	case pr.Special == pr.Cur.Pos:
		return !pr.Marks.Gates.Inline
	case pr.Rules.Nested: // more calls, where text is where the family writes them
		return pr.thinks && pr.Behind == pr.Cur.Pos && !pr.Rules.Grammar.Penalty.InText() && !pr.Marks.Gates.Inline
	}
	return q.Inline == 0 && q.Think == 0 && !(pr.Marks.Gates.Inline && pr.Marks.Gates.Lead)
}

// MarkerCounts reports whether a marker at the position counts: it isn't quoted.
func (pr *Prose) MarkerCounts(m *marks.Marker) bool {
	q := &pr.Quote
	switch {
	case m.Word && (pr.Rules.Nested || pr.InWord(pr.Cur.Pos)):
		return false
	case q.InFence():
		return m.Fenced && q.JSON && (q.block || !m.Begins)
	case q.Inline > 0: // the backtick may be a mistake, unless the marker is directly behind it
		return (m.Think || m.Inside && pr.Marks.Outside.Inside(pr.Cur.Pos)) && pr.Cur.Pos != q.behind
	}
	return q.Think == 0 || m.Think
}

// InWord reports whether a word goes on at offset at. It looks at ASCII only: in
// some scripts, no spaces are between words.
func (pr *Prose) InWord(at int) bool {
	c := pr.Cur.Before(at).Byte()
	return c < utf8.RuneSelf && names.IsWordByte(c)
}

// Stops are the bytes that may mean something where the position is.
func (pr *Prose) Stops() *marks.Stops {
	q := &pr.Quote
	switch {
	case q.Inline > 0 && pr.Special != pr.Cur.Pos:
		return &pr.Marks.Triggers.Inline
	case q.JSON:
		return &pr.Marks.Triggers.JSON
	case q.InFence() && q.Opening:
		return &pr.Marks.Triggers.FenceOpening
	case q.InFence():
		return &pr.Marks.Triggers.Fence
	case q.Think != 0 && pr.Special != pr.Cur.Pos:
		return &pr.Marks.Triggers.Think
	}
	return pr.plain
}

// openThought opens a thought at the position.
func (pr *Prose) openThought(kind marks.Thoughts) {
	pr.leading = pr.AtStart(pr.Cur.Pos) || pr.Cur.Pos == 0
	pr.Quote, pr.owed = quotation{Think: kind}, 0
}

// closeThought closes the thought that ends at the position.
func (pr *Prose) closeThought() {
	pr.Quote, pr.owed = quotation{}, 0
	pr.LineBegins() // as in the output of a server that removes the thought
	if pr.Places.on && pr.leading {
		pr.Places.Chained = true
		pr.Places.mayBegin(pr.Cur.Pos, pythoncall.AtStart)
	}
	pr.leading = false
}

// Nest sets up the prose of a nested engine. thinks: it reads a thought. owed: the thought
// whose closer is what it would be behind the call.
func (pr *Prose) Nest(thinks bool, owed marks.Thoughts) { pr.thinks, pr.owed = thinks, owed }

// TurnEnd implements [place.Prose].
func (pr *Prose) TurnEnd(at int) match.Answer {
	if !pr.Marks.MayEndTurn(at) {
		return match.No // most tags end no turn, and comparing all markers takes longer
	}
	m, n := pr.Marks.MarkerAt(at)
	frame := m != nil && (m.Frame == marks.FrameEnd || m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel)
	if n.Yes() && m.Ends != place.EndsBlock && m.ClosesThoughts&pr.owed == 0 && !frame {
		return match.No
	}
	return n
}
