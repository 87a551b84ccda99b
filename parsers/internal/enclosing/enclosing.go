package enclosing

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/look"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// Enclosing decides what is around calls, and what of it is missing.
type Enclosing struct {
	_ buffers.NoCopy
	below

	Wrappers *Wrappers // nil: the grammar has no calls in tags
	Sections *Sections // nil: the grammar has none
	Frames   *Frames   // nil: the grammar has none
	Ahead    lookahead
	After    afterCall
	Answered bool // an answer's opener was seen, and not its closer
}

// below are the rooms below.
type below struct {
	*quoting.Below
	prose *quoting.Prose
}

// Init makes it a part of a parser.
func (en *Enclosing) Init(pr *quoting.Prose) {
	en.below = below{pr.Below, pr}
	g := en.Rules.Grammar
	if len(g.Named) > 0 {
		en.Sections = &Sections{below: en.below}
	}
	if len(g.Tags) > 0 {
		en.Wrappers = &Wrappers{below: en.below}
	}
	en.Frames = newFrames(g)
}

// Reset makes it ready for another output.
func (en *Enclosing) Reset() {
	en.Ahead, en.After, en.Answered = lookahead{}, afterCall{}, false
	look.Reset(&en.Place)
	en.Wrappers.reset()
	en.Sections.again()
	en.Frames.again()
}

// Called notes that a call ended at the position: what may follow a call is looked for.
func (en *Enclosing) Called() {
	en.After = afterCall{Active: true}
	en.Penalties.ReadUpTo()
	en.Penalties.LineGoesOn()
}

// ListCalled is Called behind Python calls; list: the calls were a list.
func (en *Enclosing) ListCalled(list bool) {
	en.After = afterCall{Active: true, list: list}
	en.Penalties.ReadUpTo()
}

// EndCall implements [body.Calls].
func (en *Enclosing) EndCall(end int, c parsers.End) {
	en.Penalties.LastCall = en.Cur.Mark
	en.Follow(true)
	en.endsAlone(&c)
	look.End(&en.Place, end, &c)
	switch {
	case c.Inner:
		en.Penalties.EndsAlone(end)
	case en.Cur.Silent:
		en.mayBeQuoted(end, &c)
	}
	en.Cur.ReportCall(end, &c)
	en.callEnded(end)
}

// WholeCall implements [body.Calls].
func (en *Enclosing) WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End) {
	en.Penalties.LastCall = en.Cur.Mark
	en.Follow(true)
	en.endsAlone(&c)
	look.Whole(&en.Place, end, &b, arguments, &c)
	if b.Held = en.Cur.Silent; b.Held {
		en.mayBeQuoted(end, &c)
	}
	en.Cur.ReportWhole(end, &b, arguments, &c)
	en.callEnded(end)
}

// Follow decides what the text that follows the last call says about it. last: the next call ends, or the output does.
func (en *Enclosing) Follow(last bool) {
	look.Follow(&en.Place, last)
	en.Penalties.Follow(last)
}

// endsAlone notes in c whether what follows the call on its line says more about it.
func (en *Enclosing) endsAlone(c *parsers.End) {
	if n := en.Place.Notes; n != nil && n.Alone {
		c.OnLine = en.Penalties.EndsOnLine()
	}
}

// mayBeQuoted notes in c whether the call that ends at end is quoted in what is around it.
func (en *Enclosing) mayBeQuoted(end int, c *parsers.End) {
	if en.Cur.Silent = false; c.Flaw != parsers.FlawNone {
		return
	}
	c.Inner = en.Penalties.Ends(end)
}

// callEnded notes that a call ended at end.
func (en *Enclosing) callEnded(end int) {
	en.prose.Quote.CallReported()
	if en.Frames != nil {
		en.Frames.last = end
	}
}

// EndingAt implements [body.Calls].
func (en *Enclosing) EndingAt(at int) (ending body.Ending, more bool) {
	rest := en.Cur.Rest(at)
	if fence.Begins[rest[0]] && en.Fenced() {
		return en.FenceEndingAt(at)
	}
	if !en.prose.MarkersCount() {
		return body.EndsNothing, false
	}
	m, n := en.Markers.MarkerAt(at)
	if !n.Yes() {
		return body.EndsNothing, n == match.More
	}
	return m.Ends, false
}

// FenceEndingAt implements [body.Calls].
func (en *Enclosing) FenceEndingAt(at int) (ending body.Ending, more bool) {
	if !en.prose.InFence() {
		return en.argumentsFenceEnds(at)
	}
	run, more := en.Cur.Run(at)
	if more {
		return body.EndsNothing, true
	}
	closes, more := en.prose.ClosesFence(at, run, en.prose.Quote.Opening)
	if closes {
		return body.EndsArguments, false
	}
	return body.EndsNothing, more
}

// PassAdjacent passes over a marker that is next to calls.
func (en *Enclosing) PassAdjacent(m *markers.Marker, n int) {
	en.Cur.Text(en.Cur.Pos)
	role := parsers.RoleAlways
	if !m.Always {
		role = parsers.RoleAdjacent
		if en.prose.AtStart(en.Cur.Pos) {
			en.prose.StartsAnew()
		}
	}
	en.Cur.MarkupTo(en.Cur.Pos+n, role)
}

// Delimiter handles a delimiter after a call and its white space; false if
// the window ends in them.
func (en *Enclosing) Delimiter() bool {
	for {
		at, more := en.Cur.Space(en.Cur.Pos)
		if en.Cur.Seek(at); more {
			return false
		}
		if b := en.Cur.Win[:en.Cur.Pos-en.Cur.Base]; len(b) > 0 && b[len(b)-1] == '\n' {
			en.prose.LineBegins()
		}
		a, delimits := &en.After, false
		if a.found {
			en.Cur.Markup(en.Cur.Pos, a.role)
		} else if delimits, more = en.delimits(); more {
			return false
		}
		if a.Active = delimits; !delimits {
			en.prose.CallPassed()
			return true
		}
		a.found = true
		en.Cur.Take(1)
	}
}

// delimits reports whether a delimiter is at the position. A ',' is one between two
// calls only, or behind a list at the end of its line.
func (en *Enclosing) delimits() (yes, more bool) {
	rest := en.Cur.Rest(en.Cur.Pos)
	if len(rest) == 0 || en.prose.Quote.Think != 0 {
		return false, false
	}
	en.After.role = parsers.RoleTrail
	if rest[0] != ',' {
		return rest[0] == ';', false
	}
	ends := false
	if en.After.list {
		if ends, more = en.turnEnds(en.Cur.Pos + 1); more {
			return false, true
		}
	}
	if !ends {
		en.After.role = parsers.RoleBetween
	}
	return true, false
}

// turnEnds reports whether only white space is between offset at and the end of its
// line, or of the block.
func (en *Enclosing) turnEnds(at int) (yes, more bool) {
	if yes, more = en.Cur.LineEnds(at); yes || more {
		return yes, more
	}
	for match.IsSpace(en.Cur.Rest(at)[0]) {
		at++
	}
	m, n := en.Markers.MarkerAt(at)
	return n.Yes() && m.Ends == body.EndsBlock, n == match.More
}

// Ended reports whether a marker that a thought may mention ends the thought. What follows at
// offset at decides this: another marker of the frames, a header, or the end of the output.
func (en *Enclosing) Ended(at int) match.Answer {
	at, more := en.Cur.Space(at)
	if more {
		return match.More
	}
	if len(en.Cur.Rest(at)) == 0 {
		return 1
	}
	m, n := en.Markers.MarkerAt(at)
	if n == match.More || n.Yes() && (m.Frame == markers.FrameEnd || EndsSection(m)) {
		return n
	}
	return en.HeaderAt(at)
}

// TokenAt is the marker at offset at: a token of calls in sections, if one is there.
func (en *Enclosing) TokenAt(at int) (*markers.Marker, match.Answer) {
	return en.Markers.MarkerLike(at, func(m *markers.Marker) bool { return m.Part != markers.OtherPart })
}

// A Follower is what follows the opening of a section or a wrapper. White space and
// further openings before it don't count.
type Follower uint8

const (
	// FollowedByText: text follows, so the opening is text, too.
	FollowedByText Follower = iota
	// FollowedByOpening: another opening follows, and behind it a call.
	FollowedByOpening
	// FollowedByCall: a marker follows that begins a call.
	FollowedByCall
	// FollowedByLine: a marker follows that counts at a line start only. It may begin a call.
	FollowedByLine
	// FollowedByJSON: an object or an array follows, which may be a call or hold calls.
	FollowedByJSON
)

// lookahead is what was seen behind a run of openings. All openings of the run share it.
type lookahead struct {
	from, Pos int // the run reaches at least from one to the other
	Last      int // where its last opening ends
	known     bool
	follower  Follower
}

// TextFollows is where the openings end, if it is known that text follows them; else 0.
func (a *lookahead) TextFollows() int {
	if !a.known || a.follower != FollowedByText {
		return 0
	}
	return a.Last
}

// Follows reports what follows the opening that ends at offset end; more: more bytes are
// needed.
func (en *Enclosing) Follows(end int) (f Follower, more bool) {
	a := &en.Ahead
	if end < a.from || end > a.Pos {
		*a = lookahead{from: end, Pos: end, Last: end}
	}
	for !a.known {
		if a.Pos, more = en.Cur.Space(a.Pos); more {
			return 0, true
		}
		rest := en.Cur.Rest(a.Pos)
		if len(rest) == 0 {
			a.known = true
			break
		}
		m, n := en.openingAt(a.Pos)
		switch {
		case n == match.More:
			return 0, true
		case n.Yes() && m.Section && en.Markers.Wanted(m):
			a.Pos += int(n)
			a.Last = a.Pos
			continue
		case n.Yes() && m.Begins && en.Markers.Wanted(m):
			a.follower = FollowedByCall
		case en.lineMarkerAt(a.Pos) == match.More:
			return 0, true
		case en.lineMarkerAt(a.Pos).Yes():
			a.follower = FollowedByLine
		case rest[0] == '{' || rest[0] == '[':
			a.follower = FollowedByJSON
		}
		a.known = true
	}
	if a.follower == FollowedByCall && end < a.Last {
		return FollowedByOpening, false
	}
	return a.follower, false
}

// FenceFollows reports whether a run that quotes follows the openings that were looked at last.
func (en *Enclosing) FenceFollows() bool {
	rest := en.Cur.Rest(en.Ahead.Pos)
	return len(rest) > 0 && fence.Begins[rest[0]]
}

// openingAt is the marker at offset at. Several markers may be there that are text if text
// follows them. Then it is one that opens a section or a wrapper, if there is one.
func (en *Enclosing) openingAt(at int) (*markers.Marker, match.Answer) {
	return en.Markers.MarkerLike(at, func(m *markers.Marker) bool { return (m.Section || !m.MayBeText) && en.Markers.Wanted(m) })
}

// lineMarkerAt reports whether the marker that counts at a line start only is at offset at.
func (en *Enclosing) lineMarkerAt(at int) match.Answer {
	m := en.Markers.Triggers.Line
	if m == nil || en.Rules.Nested || !en.Markers.Wanted(m) {
		return match.No
	}
	return en.Markers.MatchLine(at)
}

// afterCall looks for what may follow a call directly: a delimiter, with the
// white space around it.
type afterCall struct {
	Active bool
	list   bool         // the call ended a list of Python calls
	found  bool         // the delimiter was seen
	role   parsers.Role // of the delimiter
}

// NothingFollows notes that no delimiter can follow the call that ended.
func (en *Enclosing) NothingFollows() { en.After = afterCall{} }

// An ArgumentsFence is the fence around the arguments of a call: it is the
// template's, and quotes nothing.
type ArgumentsFence struct {
	Opened, Closed int  // lines before and behind the arguments
	End            int  // of the last line behind them
	Left           bool // text follows, before a line that closes it
}

// MaxFenceLines is how many lines of a fence may be at either end of the arguments; the second
// one is a repair.
const MaxFenceLines = 2

// FenceAt is the length of the run at offset at, if that is a fence's, or may be the
// beginning of one at the end of the output; else 0.
func FenceAt(cur *cursor.Cursor, at int) (n int, more bool) {
	rest := cur.Rest(at)
	if len(rest) == 0 || !fence.Begins[rest[0]] {
		return 0, false
	}
	run, more := cur.Run(at)
	if !run.Fences() && run.Len < len(rest) {
		return 0, more
	}
	return run.Len, more
}

// Fenced implements [body.Calls].
func (en *Enclosing) Fenced() bool {
	return en.prose.InFence() || en.Sections != nil && en.Sections.Fence.Opened > 0
}

// argumentsFenceEnds reports whether the run at offset at closes the fence
// around the arguments of a call: what ends a call must follow them.
func (en *Enclosing) argumentsFenceEnds(at int) (ending body.Ending, more bool) {
	for lines := 0; lines <= MaxFenceLines; lines++ {
		n, more := FenceAt(&en.Cur, at)
		switch {
		case more:
			return body.EndsNothing, true
		case n == 0 && lines == 0:
			return body.EndsNothing, false
		case n == 0:
			ends, more := en.EndsCall(at)
			if !ends {
				return body.EndsNothing, more
			}
			return body.EndsArguments, false
		}
		if at, more = en.Cur.Space(at + n); more {
			return body.EndsNothing, true
		}
	}
	return body.EndsNothing, false
}

// EndsCall reports whether a marker at offset at, or the end of the output, ends a call.
func (en *Enclosing) EndsCall(at int) (yes, more bool) {
	if len(en.Cur.Rest(at)) == 0 {
		return true, false
	}
	m, n := en.Markers.MarkerAt(at)
	return n.Yes() && m.Stops(), n == match.More
}
