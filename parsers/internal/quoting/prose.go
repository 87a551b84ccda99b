package quoting

import (
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/penalty"
)

// PythonHere reports whether calls begin at the position, at which they may, and in which place.
func (pr *Prose) PythonHere() (where pythoncall.Where, a match.Answer) {
	p := &pr.Places
	if !pr.Quote.None() || pr.Rules.Nested {
		p.at = -1
		return 0, match.No
	}
	if p.chained {
		at, more := pr.Cur.Space(pr.Cur.Pos)
		if more {
			return 0, match.More
		}
		pr.Cur.Seek(at)
		p.at = at
		p.behind(at)
	}
	where = p.where
	a = pr.PythonOpens(pr.Cur.Pos, where)
	if a == match.More {
		return 0, a
	}
	p.at = -1
	if a == match.No {
		return 0, a
	}
	if c := pr.Cur.Rest(pr.Cur.Pos)[0]; c != '"' && c != '\'' {
		where = pythoncall.OnLine
	}
	if !pr.pythonCounts(where, nil) {
		return 0, match.No
	}
	return where, a
}

// PythonAtBracket reports whether the '[' at the position begins a list of calls, and in which place.
func (pr *Prose) PythonAtBracket() (where pythoncall.Where, a match.Answer) {
	where = pythoncall.InText
	if p := &pr.Places; pr.Cur.Pos != p.echoAt && (pr.AtStart(pr.Cur.Pos) || p.free == pr.Cur.Pos) {
		where = pythoncall.AtStart
	}
	if pr.Quote.Quoted() || !pr.listsCount(where) {
		return where, match.No
	}
	return where, pythoncall.OpensList(&pr.Place, pr.Rules.Grammar.Python, where, pr.Cur.Rest(pr.Cur.Pos))
}

// pythonCounts reports whether calls in such a place may count at the position; b is the
// block around them.
func (pr *Prose) pythonCounts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	p := &pr.Places
	return p.on && !p.code && pr.Cur.Config.Counts(pythoncall.Format(pr.PythonOf(where), where, b))
}

// BlockCounts reports whether calls in the block that the marker opens may count at the position.
func (pr *Prose) BlockCounts(m *markers.Marker) bool {
	return (!pr.Rules.Nested || pr.thinks || m.Begins) && pr.pythonCounts(pythoncall.InBlock, m.Python)
}

// listsCount reports whether lists in such a place may be calls at the position.
func (pr *Prose) listsCount(where pythoncall.Where) bool {
	p := &pr.Places
	echoed := pr.thinks && pr.Cur.Pos == p.echoAt
	return p.on && pr.PythonOf(where).Calls == grammar.PythonLists && pr.Quote.Think == 0 && (!pr.Rules.Nested || echoed) && pr.pythonCounts(where, nil)
}

// PythonOf is how calls are written in such a place at the position.
func (pr *Prose) PythonOf(where pythoncall.Where) *grammar.Python {
	g := pr.Rules.Grammar.Python
	if where == pythoncall.InFence && pr.Quote.code {
		return g.Fence
	}
	return g
}

// PythonOpens reports whether calls begin at offset at.
func (pr *Prose) PythonOpens(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(&pr.Place, pr.PythonOf(where), where, pr.Cur.Rest(at))
}

// Echo is what was in the block that ended at the position, if one did.
func (pr *Prose) Echo() (text []byte, ok bool) {
	p := &pr.Places
	return p.echo, p.echoAt == pr.Cur.Pos
}

// Prose decides whether what begins at a place counts there.
type Prose struct {
	_ buffers.NoCopy
	*Below
	state
}

// Below are the rooms below prose. A parser has one of each, which the rooms above them share.
type Below struct {
	Cur       cursor.Cursor
	Rules     body.Rules
	Markers   markers.Finder
	Penalties penalty.Penalties
	Place     body.Env // what bodies know of the rooms
}

// state is what is known of the output that is being read.
type state struct {
	Quote          quotation // what quotes the position
	behind         int       // a call ended here, ignoring white space and a delimiter
	line           int       // a line begins here that wasn't looked at; -1: nowhere
	begun          int       // a line begins here, whatever is before
	special        int       // behind a special token: JSON here counts in inline code too
	lead           int       // what can only be at the start of the output was looked for here last
	Started        bool      // something but white space and tags was seen; cleared where the output begins anew
	leading        bool      // the open thought, or the JSON read last, begins the output
	NoJSON         bool      // JSON in running text is content
	sentence       bool      // the JSON at hand is a vendor's, in a sentence
	thinks         bool      // of a nested engine: it reads a thought, in which calls may count
	leftFence      bool      // a call failed behind the first line of a fence: the fence's other line opens none
	SectionThought SectionThought
	owed           markers.Thoughts // of the thought that a call ended: its closer is markup
	option         optionWatch
	open           body.Brackets  // brackets in running text that nothing closed yet
	Places         pythonPlaces   // where Python calls may be
	plain          *markers.Stops // the bytes that mean something in plain text
}

// Init makes it a part of a parser.
func (pr *Prose) Init(b *Below) { pr.Below = b }

// Reset makes the prose ready for another output. In it, calls in the common formats may begin as common says; nil: none do.
func (pr *Prose) Reset(cfg *parsers.Config, common *markers.Common) {
	pr.state = state{} // in place: a literal would be made elsewhere, and copied
	pr.behind, pr.lead, pr.line, pr.special = -1, -1, -1, -1
	pr.NoJSON = pr.Rules.Grammar.Shared && !cfg.Tools.Given()
	pr.Places.reset(pr.Rules.Grammar.Python, cfg)
	plain, lines := &pr.Markers.Triggers.Plain, &pr.Markers.Triggers.Lines
	if common != nil {
		plain, lines = &common.Plain, &common.Lines
	}
	if pr.plain = plain; pr.Places.inText {
		pr.plain = lines
	}
}

// Starts notes that the output has started: something but white space and tags was seen.
func (pr *Prose) Starts() { pr.Started = true }

// StartsAnew notes that the output begins anew at the position.
func (pr *Prose) StartsAnew() { pr.Started = false }

// StartSearched notes that what can only be at the start of the output was looked for at offset at.
func (pr *Prose) StartSearched(at int) { pr.lead = at }

// CallsEnded notes that a call, or what is around calls, ended at offset end.
func (pr *Prose) CallsEnded(end int) { pr.behind = end }

// TokenPassed notes that the position is behind a special token, where JSON counts in inline code, too.
func (pr *Prose) TokenPassed() { pr.special = pr.Cur.Pos }

// IgnoreJSON says whether JSON in running text is content from here on. It returns whether it was before.
func (pr *Prose) IgnoreJSON(ignore bool) (before bool) {
	before, pr.NoJSON = pr.NoJSON, ignore
	return before
}

// FenceLeft says whether a call failed behind the first line of a fence, so that the fence's other line opens none.
func (pr *Prose) FenceLeft(left bool) { pr.leftFence = left }

// A SectionThought says whether a thought that is a section of a message, and not between
// markers in text, waits for what may be a call in it.
type SectionThought uint8

// What such a thought waits for.
const (
	NoSectionThought SectionThought = iota // for nothing
	ThoughtHandsOver                       // running text is to read the marker at the position
	ThoughtWaits                           // what the marker begins is being read
)

// HandOver has running text read the marker at the position.
func (st *SectionThought) HandOver() { *st = ThoughtHandsOver }

// Wait notes that what this marker begins is being read.
func (st *SectionThought) Wait() { *st = ThoughtWaits }

// GoOn notes that the thought waits for nothing more.
func (st *SectionThought) GoOn() { *st = NoSectionThought }

// closeFence closes the fence, and what introduced it as an option.
func (pr *Prose) closeFence() {
	pr.Quote.closeFence()
	pr.option = optionWatch{}
}

// lineEnds ends what a line ends; empty: nothing is on it.
func (pr *Prose) lineEnds(empty bool) {
	pr.Quote.Opening = false
	pr.Quote.codeLineEnds(empty)
	if !pr.Quote.InFence() {
		pr.option = optionWatch{before: pr.option.line}
	}
}

// TextBegins notes that running text begins the output, at offset at.
func (pr *Prose) TextBegins(at int) {
	if pr.Markers.Triggers.Line != nil || pr.Places.inText {
		pr.Cur.Seek(at)
		pr.LineBegins()
	}
	pr.Places.mayBegin(at, pythoncall.AtStart)
}

// CallPassed notes that a call, and the delimiter and the white space behind it, end at the position.
func (pr *Prose) CallPassed() {
	pr.Places.behind(pr.Cur.Pos)
	pr.behind = pr.Cur.Pos
}

// CallEndedAt reports whether a call ended at offset at, ignoring white space and a delimiter.
func (pr *Prose) CallEndedAt(at int) bool { return pr.behind == at }

// InFence reports whether the position is in a fence.
func (pr *Prose) InFence() bool { return pr.Quote.InFence() }

// AtStart reports whether only white space and tags are before offset at.
func (pr *Prose) AtStart(at int) bool { return pr.lead == at }

// FreeText implements [body.Prose].
func (pr *Prose) FreeText(at int) bool {
	free := pr.Rules.Grammar.Penalty.InText() || pr.sentence
	if pr.InFence() {
		free = pr.Quote.free
	}
	return free || pr.Penalties.Penalized(at)
}

// Option implements [body.Prose].
func (pr *Prose) Option() bool { return pr.Quote.option }

// Open implements [body.Prose].
func (pr *Prose) Open() *body.Brackets { return &pr.open }

// MarkersCount implements [body.Prose].
func (pr *Prose) MarkersCount() bool { return !pr.InFence() || pr.Quote.block }

// BeginsOutput reports whether the bracket c at offset at begins JSON that begins the output,
// or follows such a call.
func (pr *Prose) BeginsOutput(at int, c byte) bool {
	l := pr.Rules.Grammar.Lead
	pr.leading = l != nil && !pr.InFence() && (pr.AtStart(at) || pr.leading && pr.behind == at) && (c == '[' || !l.Stripped)
	return pr.leading
}

// JSONAllowed reports whether JSON at the position may be a call.
func (pr *Prose) JSONAllowed() bool {
	q := &pr.Quote
	switch {
	case pr.Rules.Grammar.JSON == nil && pr.Rules.Grammar.Lead == nil || pr.NoJSON && (pr.special != pr.Cur.Pos || !pr.Rules.Grammar.Shared):
		return false
	case q.InFence():
		return q.JSON && !q.block
	case pr.special == pr.Cur.Pos:
		return !pr.Markers.FormatFilter.Inline
	case pr.Rules.Nested: // more calls, where text is where the family writes them
		return pr.thinks && pr.behind == pr.Cur.Pos && !pr.Rules.Grammar.Penalty.InText() && !pr.Markers.FormatFilter.Inline
	}
	return q.Inline == 0 && q.Think == 0 && !(pr.Markers.FormatFilter.Inline && pr.Markers.FormatFilter.Lead)
}

// MarkerCounts reports whether a marker at the position counts: it isn't quoted.
// See docs/models/formats, "Quotation".
func (pr *Prose) MarkerCounts(m *markers.Marker) bool {
	q := &pr.Quote
	switch {
	case m.Word != markers.NoWord && (pr.Rules.Nested || pr.InWord(pr.Cur.Pos)), m.Word == markers.StartsLine && !pr.starts(pr.Cur.Pos):
		return false
	case q.InFence():
		return m.Fenced && q.JSON && (q.block || !m.Begins)
	case q.Inline > 0: // the backtick may be a mistake, unless the marker is directly behind it
		return (m.Think || m.Inside && pr.Markers.Outside.Inside(pr.Cur.Pos)) && pr.Cur.Pos != q.behind
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
func (pr *Prose) Stops() *markers.Stops {
	q := &pr.Quote
	switch {
	case q.Inline > 0 && pr.special != pr.Cur.Pos:
		return &pr.Markers.Triggers.Inline
	case q.JSON:
		return &pr.Markers.Triggers.JSON
	case q.InFence() && q.Opening:
		return &pr.Markers.Triggers.FenceOpening
	case q.InFence():
		return &pr.Markers.Triggers.Fence
	case q.Think != 0 && pr.special != pr.Cur.Pos:
		return &pr.Markers.Triggers.Think
	}
	return pr.plain
}

// openThought opens a thought at the position.
func (pr *Prose) openThought(kind markers.Thoughts) {
	pr.leading = pr.AtStart(pr.Cur.Pos) || pr.Cur.Pos == 0
	pr.Quote, pr.owed = quotation{Think: kind}, 0
}

// closeThought closes the thought that ends at the position.
func (pr *Prose) closeThought() {
	pr.Quote, pr.owed = quotation{}, 0
	pr.LineBegins() // as in the output of a server that removes the thought
	pr.Cur.Spoke = pr.Cur.Spoke && !pr.leading
	if pr.Places.on && pr.leading {
		pr.Places.chained = true
		pr.Places.mayBegin(pr.Cur.Pos, pythoncall.AtStart)
	}
	pr.leading = false
}

// Nest sets up the prose of a nested engine. thinks: it reads a thought. owed: the thought
// whose closer is what it would be behind the call.
func (pr *Prose) Nest(thinks bool, owed markers.Thoughts) { pr.thinks, pr.owed = thinks, owed }

// TurnEnd implements [body.Prose].
func (pr *Prose) TurnEnd(at int) match.Answer {
	if !pr.Markers.MayEndTurn(at) {
		return match.No // most tags end no turn, and comparing all markers takes longer
	}
	m, n := pr.Markers.MarkerAt(at)
	frame := m != nil && (m.Frame == markers.FrameEnd || m.Frame == markers.FrameStart || m.Frame == markers.FrameChannel)
	if n.Yes() && m.Ends != body.EndsBlock && m.ClosesThoughts&pr.owed == 0 && !frame {
		return match.No
	}
	return n
}

// LineDue reports whether something may begin at the position that counts only there.
func (pr *Prose) LineDue() bool { return pr.LineWaits() || pr.Places.at == pr.Cur.Pos }

// LineWaits reports whether a line begins at the position that wasn't looked at.
func (pr *Prose) LineWaits() bool { return pr.line == pr.Cur.Pos }

// LineBegins notes that a line begins at the position, or that what counts at a line start only
// counts here, too.
func (pr *Prose) LineBegins() {
	pr.begun = pr.Cur.Pos
	m := pr.Markers.Triggers.Line
	if i := pr.Cur.Pos - pr.Cur.Base; m != nil && (i == len(pr.Cur.Win) || pr.Cur.Win[i] == m.First) {
		pr.line = pr.Cur.Pos
	}
	pr.Places.mayBegin(pr.Cur.Pos, pythoncall.OnLine)
}

// LinePassed notes that nothing begins at the line's start.
func (pr *Prose) LinePassed() { pr.line = -1 }

// skippableLine reports whether the newline before next means nothing, as most newlines do. Then nothing
// that counts at a line start is behind it, and no option was introduced before it.
func (sk *Skipper) skippableLine(next []byte) bool {
	if !sk.skippableLines() {
		return false
	}
	if m := sk.Markers.Triggers.Line; m != nil && (len(next) == 0 || next[0] == m.First) {
		return false
	}
	return !sk.prose.Places.inText || !pythoncall.MayBegin(&sk.Place, next)
}

// skippableLines reports whether most newlines mean nothing here: what is behind them decides.
func (sk *Skipper) skippableLines() bool {
	return sk.prose.option == (optionWatch{}) && !sk.prose.Places.chained
}

// newlines say what means something where most newlines mean nothing.
type newlines struct {
	firsts  [256]bool // what a line may begin with that counts there
	watched bytetable.Watched
	pairs   *bytetable.Pairs // the same, to be searched for in long text; nil: there was none yet
}

// skippableWatch are what means something where most newlines mean nothing.
func (sk *Skipper) skippableWatch() *bytetable.Watched {
	l := buffers.Made(&sk.newlines)
	if !sk.skippableKnown {
		sk.skippableKnown = true
		l.watched, l.firsts = sk.prose.plain.Watched, [256]bool{}
		l.watched.Line = &l.firsts
		if m := sk.Markers.Triggers.Line; m != nil {
			l.firsts[m.First] = true
		}
		if sk.prose.Places.inText {
			pythoncall.Firsts(&sk.Place, sk.Rules.Grammar.Python, &l.firsts)
		}
	}
	return &l.watched
}

// skippablePairs are the pairs p, with only the newlines that may count where most mean nothing.
func (sk *Skipper) skippablePairs(p *bytetable.Pairs) *bytetable.Pairs {
	if !sk.skippableLong {
		sk.skippableWatch()
		l := sk.newlines
		*buffers.Made(&l.pairs), sk.skippableLong = p.Newline(&l.firsts), true
	}
	return sk.newlines.pairs
}

// fences reports whether the run at offset at is one that opens or closes fences in running text.
func (pr *Prose) fences(run fence.Run, at int) bool {
	return run.Counts(pr.starts(at))
}

// starts reports whether offset at is at the start of a line, or only some spaces are before it.
func (pr *Prose) starts(at int) bool { return at == pr.begun || fence.Starts(pr.Cur.Before(at)) }

// ClosesFence reports whether the run at offset at closes the fence; opening: the run is on the
// fence's opening line.
func (pr *Prose) ClosesFence(at int, run fence.Run, opening bool) (yes, more bool) {
	closes, ends := run.ClosesAt(pr.Quote.fence, pr.starts(at), opening)
	if !closes || !ends {
		return closes, false
	}
	return pr.fenceLineEnds(at + run.Len)
}

// fenceLineEnds reports whether what is behind a run, at offset at, lets it close a fence: the
// line ends, or a marker begins.
func (pr *Prose) fenceLineEnds(at int) (yes, more bool) {
	if yes, more = pr.Cur.LineEnds(at); yes || more {
		return yes, more
	}
	m, a := pr.Markers.MarkerAt(at)
	return a.Yes() && m.IsTag(), a == match.More
}

// pythonPlaces are where Python calls may be in the output.
// See docs/models/formats, "Where Python counts".
type pythonPlaces struct {
	on     bool // they count in this output
	inText bool // in running text, too
	code   bool // what follows is code for an interpreter
	where  pythoncall.Where
	at     int // calls may begin here; -1: nowhere
	free   int // a list that begins here has no penalty, as the one before it

	echo   []byte // what was in the block that ended
	echoAt int    // behind its closer

	chained bool // behind white space, the next list has no penalty, either
}

// CodeFollows notes that what follows is code for an interpreter, up to CodeEnds.
func (p *pythonPlaces) CodeFollows() { p.code = true }

// CodeEnds notes that a marker ended such code.
func (p *pythonPlaces) CodeEnds() { p.code = false }

// Called notes that calls were in the place. At the start of the output, another list may follow them.
func (p *pythonPlaces) Called(where pythoncall.Where) { p.chained = where == pythoncall.AtStart }

// reset makes the empty state ready for another output.
func (p *pythonPlaces) reset(g *grammar.Python, cfg *parsers.Config) {
	p.on = g != nil && (cfg.Tools.Given() || g.Names == grammar.NoneDeclared) &&
		(len(cfg.Options.Formats) == 0 || slices.ContainsFunc(g.Formats(), cfg.Counts))
	p.inText = p.on && g.Calls != grammar.PythonMarked
	p.at, p.free, p.echoAt = -1, -1, -1
}

// mayBegin notes that calls may begin at the position.
func (p *pythonPlaces) mayBegin(at int, where pythoncall.Where) {
	if p.inText && !p.code {
		p.at, p.where = at, where
	}
}

// Echoes notes what was in the block that ended at offset at.
func (p *pythonPlaces) Echoes(text []byte, at int) { p.echo, p.echoAt = text, at }

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.chained {
		p.chained, p.free = false, at
	}
}

type fencePhase uint8

const (
	fenceBody  fencePhase = iota // no fence line is being read
	fenceLabel                   // in the label
	fenceRest                    // after the label, on the opening line
	fenceInfo                    // in other words on the opening line
	fenceSpace                   // before the first byte of the body
)

// quotation is what the text to the left says about the position: whether it
// is quoted, in which fence it is, and in which thought.
type quotation struct {
	Inline  int       // length of the run that quotes inline; 0: none
	opener  bool      // an opener is in the inline code, and its closer isn't
	carried bool      // the inline code began on an earlier line
	behind  int       // where that run ends
	fence   fence.Run // that opened the fence, if there is one
	Opening bool      // still on the fence's opening line
	JSON    bool      // the fence's body starts like JSON
	block   bool      // it starts with a block's opener: only blocks count in it
	free    bool      // calls in the fence have a penalty of 0.3
	code    bool      // its label is that of Python calls
	Called  bool      // a call ended in the fence
	option  bool      // the fence was introduced as an option
	phase   fencePhase
	Think   markers.Thoughts // of the thought that is open; 0: none
	label   int              // offset of the fence's label
}

// CallReported notes that a call was reported in the quotation.
func (q *quotation) CallReported() { q.Called = true }

// FenceLineRead notes that the first line of the fence was read.
func (q *quotation) FenceLineRead() { q.Opening = false }

// openCode opens inline code behind a run of n bytes that ends at offset end.
func (q *quotation) openCode(n, end int) {
	q.Inline, q.behind, q.opener, q.carried = n, end, false, false
}

// closeCode closes inline code.
func (q *quotation) closeCode() { q.Inline, q.opener, q.carried = 0, false, false }

// codeLineEnds ends the inline code that a line ends in. The code goes on if an opener is in it, and its closer isn't, up to
// an empty line.
func (q *quotation) codeLineEnds(empty bool) {
	if q.carried = q.opener && !empty; !q.carried {
		q.closeCode()
	}
}

// openFence opens a fence behind a run that ends at offset end.
func (q *quotation) openFence(run fence.Run, end int, option bool) {
	*q = quotation{fence: run, Opening: true, Think: q.Think, phase: fenceLabel, label: end, option: option}
}

// BodyDue reports whether a fence's opening line, or what is before its body, is being read.
func (q *quotation) BodyDue() bool { return q.phase != fenceBody }

// beginBody begins the fence's body; calls: some may be in it, or only blocks.
func (q *quotation) beginBody(calls, block bool) { q.phase, q.JSON, q.block = fenceBody, calls, block }

// closeFence closes the fence.
func (q *quotation) closeFence() { *q = quotation{Think: q.Think} }

// None reports whether nothing is open, neither a quotation nor a thought.
func (q *quotation) None() bool { return !q.Quoted() && q.Think == 0 }

// Quoted reports whether the position is in a quotation.
func (q *quotation) Quoted() bool { return q.Inline > 0 || q.InFence() }

// InFence reports whether the position is in a fence.
func (q *quotation) InFence() bool { return q.fence.Len > 0 }

// optionWatch looks for lines that introduce one of several options: the word
// "option", then digits or, behind white space, one letter, then ':', ')', '.', '*'
// or the line's end.
type optionWatch struct {
	line, before bool // this line, the line before, introduces an option: so a fence that opens here is one
}
