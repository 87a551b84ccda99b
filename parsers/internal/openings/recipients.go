package openings

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A recipientTable is how messages with a recipient are written, as a marker.
type recipientTable struct{ *grammar.Recipients }

// recipientMarkers are the markers of messages behind a line with their recipient.
func recipientMarkers(g *grammar.Recipients) []Opening {
	if g == nil {
		return nil
	}
	t := recipientTable{g}
	return []Opening{{markers.Marker{First: g.Open[0], Look: t.match, Hidden: true, Begins: true, Formats: []string{g.Format}}, t.open}}
}

// maxRecipient bounds a recipient, with the white space around it, in bytes.
const maxRecipient = 100

// match matches the marker, and the line behind it.
func (rt recipientTable) match(ms *markers.Finder, b []byte, final bool) match.Answer {
	n := match.Text(rt.Open, b, final)
	if !n.Yes() {
		return n
	}
	return matchRecipient(ms.Cur.Visits, ms.Cur.Config.Tools, b[n:], final).Plus(n.Len())
}

// matchRecipient matches a name that is all of its line.
func matchRecipient(v *work.Counter, tools *parsers.Tools, b []byte, final bool) match.Answer {
	b, final = b[:min(len(b), maxRecipient)], final || len(b) > maxRecipient
	quote := 0
	if len(b) > 0 && b[0] == '"' {
		quote = 1
	}
	n := v.IndexAny(b[quote:], " \t\r\n<>{[\""+string(fence.Code))
	switch a := names.Spaced(tools.Spaced(), b[quote:], final); {
	case a == match.More:
		return a
	case a.Yes():
		n = a.Len()
	case n < 0:
		n = len(b) - quote
	}
	if n += quote; quote > 0 && n < len(b) {
		if b[n] != '"' {
			return match.No
		}
		n++
	}
	space := len(b) - len(v.TrimLeft(b[n:], " \t\r"))
	name := trimPartialRune(v, b[:n])
	switch {
	case n == 0 && len(b) > 0, space < len(b) && b[space] != '\n', !mayAddress(tools, name, space == len(b)):
		return match.No
	case space == len(b):
		return match.End(final)
	}
	return match.Answer(space + 1)
}

// mayAddress reports whether the name can be a recipient's, or, if more may follow, begin it.
func mayAddress(tools *parsers.Tools, name []byte, more bool) bool {
	if inner, ok := names.Unquoted(name); ok {
		name = inner
	}
	return more && names.Begins(name) || names.Written(tools, name)
}

// open begins the message whose line begins at offset at. A longer run of the marker's
// bytes begins no message, unless a call ends in the run.
func (rt recipientTable) open(hd *Openings, at int) Candidate {
	if hd.Cur.Before(at).Byte() == rt.Open[0] && !hd.Prose.CallEndedAt(at) {
		return nil
	}
	line := hd.Cur.Slice(at, at+rt.match(&hd.Markers, hd.Cur.Rest(at), true).Len())
	return rt.message(hd, at, len(rt.Open), len(line))
}

// message begins the message whose line is n bytes long, the name behind its first bytes.
func (rt recipientTable) message(hd *Openings, at, name, n int) Candidate {
	text := strings.TrimSpace(string(hd.Cur.Slice(at+name, at+n)))
	if text == rt.All {
		hd.Cur.Seek(at + n)
		hd.Cur.Markup(at+n, parsers.RoleFrame)
		return nothing{}
	}
	c := Own[recipientCall](hd)
	if c.hd == nil {
		c.hd, c.tag.After = hd, c.afterArguments
	}
	c.t, c.line, c.tail = rt, at+n, 0
	c.tag = object.Header{
		Start: at, Format: rt.Format, Declared: true, After: c.tag.After, Free: hd.Penalties.Penalized(at),
	}
	c.tag.SetName(&hd.Place, []byte(text), at+name, "the line names no tool")
	return c
}

// startRecipient looks for a recipient that begins the output, at offset at: the prompt
// ended in its marker.
func (op *Openings) startRecipient(at int) (c Candidate, more bool) {
	g := op.Rules.Grammar.Recipients
	if g == nil || !op.Cur.Config.Counts(g.Format) {
		return nil, false
	}
	t, rest := recipientTable{g}, op.Cur.Rest(at)
	n := matchRecipient(op.Cur.Visits, op.Cur.Config.Tools, rest, op.Cur.Final)
	if !n.Yes() {
		return nil, n == match.More
	}
	name := op.Cur.Visits.TrimSpace(rest[:n])
	if string(name) != t.All && !op.Cur.Declared(string(name)) {
		return nil, false
	}
	op.Cur.Text(at)
	return t.message(op, at, 0, n.Len()), false
}

// A recipientCall is the candidate for a message to a tool: the line is text, unless JSON follows it. Without
// any text behind the line, the tool is called without arguments, if it is declared.
type recipientCall struct {
	t    recipientTable
	hd   *Openings
	line int // where it ends
	tail int // up to here only white space follows the arguments
	tag  object.Header
}

// Step implements [Candidate].
func (rc *recipientCall) Step(hd *Openings) bool {
	at, more := hd.Cur.Space(rc.line)
	if more {
		return false
	}
	ends, more := hd.Enclosing.EndsCall(at)
	switch rest := hd.Cur.Rest(at); {
	case more:
		return false
	case !ends && rest[0] == '{':
		return hd.goOn(hd.OpenHeader(&rc.tag, at))
	case !ends || !hd.Cur.Declared(rc.tag.Name):
		hd.Cur.Seek(rc.tag.NameAt)
	case len(rest) == 0 && hd.Cur.Reason == parsers.FinishLength:
		hd.Cur.Seek(rc.line)
		hd.failed(rc.line, rc.line, parsers.Invalid{Name: rc.tag.Name, Format: rc.t.Format, Message: failure.CutOff})
	default:
		hd.object().EndBare(&hd.Place, &rc.tag, rc.line)
	}
	return true
}

// afterArguments finds nothing that belongs to the call: a marker ends it.
func (rc *recipientCall) afterArguments(_ *body.Env, at int, failed bool) (t object.Tail, more bool) {
	t.End = at
	if failed {
		return t, false
	}
	if rc.tail = max(rc.tail, at); rc.hd.Cur.Pass(&rc.tail) {
		return t, true
	}
	ends, more := rc.hd.Enclosing.EndsCall(rc.tail)
	if !ends && !more {
		t.Malformed = noMarkerFollows
	}
	return t, more
}
