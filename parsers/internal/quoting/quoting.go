package quoting

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// FenceLine reads a fence's opening line and the white space after it, to find out how the
// body starts. False at the end of the window.
func (qt *Quoting) FenceLine() bool {
	for q := &qt.prose.Quote; q.BodyDue(); {
		rest, decided := qt.prose.Cur.Rest(qt.prose.Cur.Pos), true
		switch {
		case len(rest) == 0 && qt.prose.Cur.Final:
			qt.plainFence()
		case len(rest) == 0:
			decided = false
		case q.phase == fenceLabel:
			decided = qt.fenceLabel(rest)
		case q.phase == fenceRest:
			qt.fenceRest(rest)
		case q.phase == fenceInfo:
			decided = qt.fenceInfo(rest)
		default:
			decided = qt.fenceSpace(rest)
		}
		if !decided {
			qt.textBeforeFence()
			return false
		}
	}
	return true
}

// fenceLabel reads the label. A special token in its place begins the body.
func (qt *Quoting) fenceLabel(rest []byte) bool {
	if qt.prose.Cur.Pos == qt.prose.Quote.label && qt.prose.Markers.Triggers.Tags[rest[0]] {
		m, n := qt.prose.Markers.MarkerAt(qt.prose.Cur.Pos)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Think && m.Begins {
			qt.plainFence()
			return true
		}
	}
	n := bytetable.Index(rest, 0, &qt.prose.Markers.Triggers.FenceEnds(qt.prose.Quote.Think != 0).Label)
	qt.prose.Cur.Visits.Add(n)
	if qt.prose.Cur.Take(n); n == len(rest) {
		return true
	}
	label := qt.prose.Cur.Slice(qt.prose.Quote.label, qt.prose.Cur.Pos)
	q := &qt.prose.Quote
	q.free, q.code, q.phase = qt.prose.Rules.Grammar.Penalty.InFence(label), qt.prose.Rules.Grammar.Python.Fences(label), fenceRest
	return true
}

// fenceRest reads what follows the label on the opening line.
func (qt *Quoting) fenceRest(rest []byte) {
	behind := qt.prose.Cur.Visits.TrimLeft(rest, " \t\r")
	qt.prose.Cur.Take(len(rest) - len(behind))
	switch {
	case len(behind) == 0:
	case behind[0] == '{' || behind[0] == '[':
		qt.prose.Quote.phase = fenceSpace
	case behind[0] == '\n':
		qt.fenceLineEnds()
	default:
		qt.prose.Quote.phase = fenceInfo
	}
}

// fenceInfo passes over other words on the opening line.
func (qt *Quoting) fenceInfo(rest []byte) bool {
	n := bytetable.Index(rest, 0, &qt.prose.Markers.Triggers.FenceEnds(qt.prose.Quote.Think != 0).Info)
	qt.prose.Cur.Visits.Add(n)
	qt.prose.Cur.Take(n)
	if n == len(rest) {
		return true
	}
	switch rest[n] {
	case fence.Code:
		run, more := qt.prose.Cur.Run(qt.prose.Cur.Pos)
		if more {
			return false
		}
		if run.Closes(qt.prose.Quote.fence) {
			qt.plainFence() // closes on its opening line
			return true
		}
		qt.prose.Cur.Take(run.Len)
	case '\n':
		qt.fenceLineEnds()
	case 'p', 'P':
		if !qt.OptionWord() {
			return false
		}
		qt.prose.Quote.option = qt.prose.Quote.option || qt.prose.option.line // the fence's own line says so
	default:
		return qt.closer()
	}
	return true
}

// fenceLineEnds handles the newline at the end of the opening line.
func (qt *Quoting) fenceLineEnds() {
	qt.prose.Cur.Take(1)
	qt.prose.Quote.Opening, qt.prose.Quote.phase = false, fenceSpace
}

func (qt *Quoting) fenceSpace(rest []byte) bool {
	n, more := match.WideSpaceLen(rest, qt.prose.Cur.Final)
	qt.prose.Cur.Visits.Add(n)
	qt.prose.Cur.Take(n)
	if more || n == len(rest) {
		return !more
	}
	if qt.prose.listsCount(pythoncall.InFence) {
		switch a := qt.prose.PythonOpens(qt.prose.Cur.Pos, pythoncall.InFence); {
		case a == match.More:
			return false
		case a.Yes():
			qt.plainFence()
			qt.textBeforeFence()
			qt.due.Python = true
			return true
		}
	}
	body, more := qt.bodyAt(qt.prose.Cur.Pos)
	switch {
	case more:
		return false
	case body == blockBody:
		qt.prose.Quote.beginBody(true, true)
		qt.textBeforeFence()
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleOpen)
	case body == jsonBody:
		qt.jsonFence()
	default:
		qt.plainFence()
	}
	return true
}

// beginsFence reports whether a fence that begins with the marker is one of blocks.
func (qt *Quoting) beginsFence(m *markers.Marker) bool {
	return qt.prose.Quote.Think == 0 && !qt.prose.Rules.Nested && m.Fenced && m.Begins && qt.prose.Markers.Wanted(m)
}

// A fenceBegin is what a fence's body begins with.
type fenceBegin uint8

const (
	textBody fenceBegin = iota
	jsonBody
	blockBody // a block's opener that counts in a fence
)

// bodyAt reports what the body of a fence is, if it begins at offset at.
func (qt *Quoting) bodyAt(at int) (body fenceBegin, more bool) {
	rest := qt.prose.Cur.Rest(at)
	if qt.prose.Markers.Triggers.Tags[rest[0]] {
		m, n := qt.prose.Markers.MarkerAt(at)
		if n.Yes() && !qt.beginsFence(m) {
			if _, _, other := qt.prose.Markers.Another(m, at, qt.beginsFence); other != match.No {
				return blockBody, other == match.More
			}
			return textBody, false
		}
		if n != match.No {
			return blockBody, n == match.More
		}
	}
	if rest[0] == '{' || rest[0] == '[' {
		return jsonBody, false
	}
	return textBody, false
}

// StartThought opens the thought that the prompt opened, if it did, where the output begins with what is at
// offset at; more: more bytes must tell.
func (qt *Quoting) StartThought(at int) (more bool) {
	if !qt.prose.Cur.Config.ReasoningOpen || qt.prose.Cur.Pos != 0 || qt.prose.Quote.Think|qt.prose.owed != 0 || len(qt.prose.Rules.Grammar.Thoughts) == 0 {
		return false
	}
	var m *markers.Marker
	a := match.No
	if len(qt.prose.Cur.Rest(at)) > 0 {
		m, a = qt.prose.Markers.MarkerAt(at)
	}
	if a == match.No || a.Yes() && m.OpensThoughts == 0 { // otherwise the prompt held no opener, or the output repeats it
		qt.OpenThought(0, markers.AnyThought)
	}
	return a == match.More
}

// OpenThought opens a thought of the kind that the marker up to end opens.
func (qt *Quoting) OpenThought(end int, kind markers.Thoughts) {
	qt.prose.Cur.Text(qt.prose.Cur.Pos)
	qt.prose.openThought(kind)
	qt.prose.Cur.MarkupTo(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (qt *Quoting) closeThought(end int) {
	qt.prose.Cur.Text(qt.prose.Cur.Pos)
	qt.prose.Cur.MarkupTo(end, parsers.RoleThoughtEnd)
	qt.prose.closeThought()
}

// LeaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (qt *Quoting) LeaveThought() {
	if qt.prose.SectionThought != NoSectionThought {
		qt.prose.SectionThought = NoSectionThought
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleThoughtEnd)
		return
	}
	owed := qt.prose.Quote.Think
	qt.closeThought(qt.prose.Cur.Pos)
	qt.prose.owed = owed
}

// ThoughtMarker handles a marker of thoughts, n bytes long, at the position.
// See docs/models/formats, "Thoughts".
func (qt *Quoting) ThoughtMarker(m *markers.Marker, n int) {
	q := &qt.prose.Quote
	switch {
	case m.OpensThoughts != 0 && q.Think == 0 && !q.Quoted():
		qt.OpenThought(qt.prose.Cur.Pos+n, m.OpensThoughts)
	case m.ClosesThoughts&q.Think != 0, m.ClosesThoughts&qt.prose.owed != 0 && !q.Quoted():
		if qt.prose.Rules.Grammar.Lead != nil && qt.prose.leading {
			qt.prose.Started = false // the output begins behind it
		}
		qt.closeThought(qt.prose.Cur.Pos + n)
		qt.due.Answer = true
	default:
		qt.prose.Cur.Take(1)
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (qt *Quoting) closer() bool {
	m, n := qt.prose.Markers.MarkerAt(qt.prose.Cur.Pos)
	if n.Yes() && m.ClosesThoughts != 0 {
		qt.ThoughtMarker(m, int(n))
	} else if n != match.More {
		qt.prose.Cur.Take(1)
	}
	return n != match.More
}

// Quoting decides what opens and closes a quotation or a thought.
type Quoting struct {
	_     buffers.NoCopy
	prose *Prose
	due   Due
}

// Init makes it a part of a parser.
func (qt *Quoting) Init(pr *Prose) { qt.prose = pr }

// Due is the candidate that begins at the position: what opens an answer, behind a thought,
// or the calls that a fence's body begins with.
type Due struct{ Answer, Python bool }

// TakeDue is what is due. From here on, nothing is.
func (qt *Quoting) TakeDue() Due {
	d := qt.due
	qt.due = Due{}
	return d
}

// Run handles the run at the position, which may quote.
func (qt *Quoting) Run() bool {
	run, more := qt.prose.Cur.Run(qt.prose.Cur.Pos)
	if more {
		return false
	}
	q := &qt.prose.Quote
	if q.carried && run.Fences() && qt.prose.starts(qt.prose.Cur.Pos) {
		q.closeCode()
	}
	switch {
	case q.Inline > 0:
		if run == fence.Of(fence.Code, q.Inline) {
			q.closeCode()
		}
	case q.InFence():
		return qt.maybeCloseFence(run)
	case run.Code():
		q.openCode(run.Len, qt.prose.Cur.Pos+run.Len)
	case qt.prose.fences(run, qt.prose.Cur.Pos):
		return qt.openFence(run)
	}
	qt.prose.Cur.Take(run.Len)
	return true
}

// openFence opens the fence that begins with the run at the position. If a call failed in a fence around its
// arguments, the run that closes that fence is text, and opens nothing.
func (qt *Quoting) openFence(run fence.Run) bool {
	closes, more := false, false
	if qt.prose.leftFence {
		closes, more = qt.prose.fenceLineEnds(qt.prose.Cur.Pos + run.Len)
		qt.prose.leftFence = more
	}
	if more {
		return false
	}
	if qt.prose.Cur.Take(run.Len); !closes {
		qt.prose.Quote.openFence(run, qt.prose.Cur.Pos, qt.prose.option != (optionWatch{}))
	}
	return true
}

// maybeCloseFence handles a run inside a fence.
func (qt *Quoting) maybeCloseFence(run fence.Run) bool {
	closes, more := qt.prose.ClosesFence(qt.prose.Cur.Pos, run, qt.prose.Quote.Opening)
	if more {
		return false
	}
	if closes && qt.prose.Quote.JSON {
		qt.prose.Cur.Text(qt.prose.Cur.Pos)
	}
	qt.prose.Cur.Take(run.Len)
	if closes {
		qt.closeFence()
	}
	return true
}

// closeFence ends the fence, the run up to the position being its closing.
func (qt *Quoting) closeFence() {
	if qt.prose.Quote.JSON {
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleClose)
	}
	qt.prose.closeFence()
}

// EndQuotation ends, at the end of the output, the fence that is still open.
func (qt *Quoting) EndQuotation() {
	if !qt.prose.Quote.JSON {
		return
	}
	if qt.prose.Quote.Called && !qt.prose.Penalties.CutOff() {
		qt.prose.Cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: qt.prose.Cur.Mark})
	}
	qt.prose.Cur.Handler.Markup(qt.prose.Cur.Mark, nil, parsers.RoleClose)
}

// Newline ends what a line ends.
func (qt *Quoting) Newline() {
	empty := qt.prose.Quote.carried && qt.emptyAt(qt.prose.Cur.Pos)
	qt.prose.Cur.Take(1)
	qt.prose.LineBegins()
	qt.prose.lineEnds(empty)
}

// jsonFence starts the body of a fence in which calls may be.
func (qt *Quoting) jsonFence() {
	counts := qt.prose.Rules.Grammar.JSON != nil && !qt.prose.NoJSON && !qt.prose.Markers.FormatFilter.Fence && qt.prose.Quote.Think == 0
	qt.prose.Quote.beginBody(counts, false)
	if !counts {
		return
	}
	qt.textBeforeFence()
	qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: the body is text, as what is before it.
func (qt *Quoting) plainFence() { qt.prose.Quote.beginBody(false, false) }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *Quoting) textBeforeFence() {
	qt.prose.Cur.Text(qt.prose.Quote.label - qt.prose.Quote.fence.Len)
}

// FenceRead makes the fence's closing part of the calls, if they were all of its body.
func (qt *Quoting) FenceRead(found bool) {
	if !found {
		qt.plainFence()
		return
	}
	qt.prose.Quote.beginBody(true, false)
	if len(qt.prose.Cur.Rest(qt.prose.Cur.Pos)) == 0 {
		qt.closeFence()
	}
}

// startsWord reports whether an 'o' that a word starts with is before the position.
func (qt *Quoting) startsWord() bool {
	l := qt.prose.Cur.Before(qt.prose.Cur.Pos)
	return l.Byte()|0x20 == markers.OptionWord[0] && !names.IsWordByte(l[len(l)-2])
}

// OptionWord handles a 'p' at the position; false if more bytes are needed.
func (qt *Quoting) OptionWord() bool {
	if qt.startsWord() {
		n := matchOption(qt.prose.Cur.Visits, qt.prose.Cur.Rest(qt.prose.Cur.Pos), qt.prose.Cur.Final)
		if n == match.More {
			return false
		}
		qt.prose.option.line = qt.prose.option.line || n.Yes()
	}
	qt.prose.Cur.Take(1)
	return true
}

// maxOption bounds an introduction, in bytes.
const maxOption = 32

// matchOption reports whether b, with an 'o' before it, begins with an introduction.
func matchOption(v *work.Counter, b []byte, final bool) match.Answer {
	rest := []byte(markers.OptionWord[1:])
	clipped := len(b) >= maxOption
	if clipped {
		b = b[:maxOption]
	} else if final {
		b = append(v.Clone(b), '\n') // the end of the output ends a line
	}
	n := min(len(rest), len(b))
	if !bytes.EqualFold(b[:n], rest[:n]) {
		return match.No
	}
	b = b[n:]
	number := v.TrimLeft(b, " \t")
	after := v.TrimLeft(number, "0123456789")
	if len(after) == len(number) && len(number) < len(b) && len(number) > 0 && match.IsLetter(number[0]) {
		after = number[1:] // a letter that isn't part of the word
	}
	line := v.TrimLeft(after, " \t\r")
	switch {
	case len(line) == 0 && !clipped:
		return match.More
	case len(line) == 0, len(after) == len(number):
		return match.No
	case line[0] == '\n', len(line) == len(after) && strings.IndexByte(":).*", line[0]) >= 0:
		return 1
	}
	return match.No
}
