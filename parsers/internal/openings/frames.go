package openings

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// frameMarkers are the markers of a grammar's frames.
func frameMarkers(t *Table) []Opening {
	g := t.Frames
	if g == nil {
		return nil
	}
	var openings []Opening
	var formats []string
	if m := g.Messages; m != nil {
		formats = []string{m.Format}
		if m.Body != nil {
			formats = append(formats, m.Body.Format)
		}
		for i := range t.Blocks {
			if t.CallsInMessages() {
				formats = append(formats, t.Blocks[i].Format)
			}
		}
	}
	for _, text := range g.Ends {
		openings = append(openings, Opening{markers.Marker{
			Text: text, Think: true, EndsThought: true, Ends: frameEnds(t, text), Formats: formats, Frame: markers.FrameEnd,
			Mentioned: len(g.ThoughtEnds) > 0 && !slices.Contains(g.ThoughtEnds, text),
		}, openBetween})
	}
	if lead := enclosing.NewLead(t.Grammar); lead != nil {
		openings = append(openings, Opening{markers.Marker{
			Text: g.Lead, Look: lead.MatchMarked, Begins: true, Think: true, Frame: markers.FrameLed,
		}, openLead})
	}
	for i := range g.Sections {
		s := &g.Sections[i]
		openings = append(openings, Opening{markers.Marker{Text: s.Open, Begins: true, Think: true, Frame: markers.FrameSection}, openSection(s)})
	}
	if m := g.Messages; m != nil {
		openings = append(openings, messageMarkers(m, t.CallsInMessages(), formats)...)
	}
	return openings
}

// frameEnds is how the end of a frame ends the JSON before it: as the closer of a call, if it is
// one.
func frameEnds(t *Table, end string) body.Ending {
	switch m := t.Frames.Messages; {
	case m != nil && t.CallsInMessages():
		return body.EndsMessage
	case m != nil, slices.ContainsFunc(t.Blocks, func(b grammar.Block) bool { return slices.Contains(b.Markers.Close, end) }):
		return body.EndsArguments
	}
	return body.EndsBlock
}

func messageMarkers(m *grammar.Messages, calls bool, formats []string) []Opening {
	openings := []Opening{
		{markers.Marker{Text: m.Start, Begins: true, Think: true, Formats: formats, Frame: markers.FrameStart}, openHeader},
	}
	if m.Channel != "" {
		openings = append(openings,
			Opening{markers.Marker{Text: m.Channel, Begins: true, Think: true, Formats: formats, Frame: markers.FrameChannel}, openHeader},
			Opening{markers.Marker{Text: m.Constrain, Formats: formats, Frame: markers.FrameConstrain}, leave},
		)
	}
	message := Opening{markers.Marker{Text: m.Message, Formats: formats, Frame: markers.FrameMessage}, leave}
	if calls {
		message.Open, message.Think = openHeader, true
		openings = append(openings, Opening{markers.Marker{Text: m.To, Formats: formats, Frame: markers.FrameWord, Word: markers.InText}, openHeader})
	}
	openings = append(openings, message)
	if m.Stripped == "" {
		return openings
	}
	for _, text := range []string{m.Role + " " + m.To + m.Prefix, m.Role + m.To + m.Prefix} {
		openings = append(openings, Opening{markers.Marker{Text: text, Formats: []string{m.Stripped}, Frame: markers.FrameWord}, openStripped})
	}
	for _, channel := range m.Words {
		for _, role := range []string{"", m.Role} {
			text := role + channel + " " + m.To
			openings = append(openings, Opening{markers.Marker{Text: text, Formats: []string{m.Stripped}, Frame: markers.FrameWord}, openStripped})
		}
	}
	return openings
}

// openHeader makes the candidate for the header that a token at the position begins.
func openHeader(hd *Openings, _ int) Candidate {
	hd.Enclosing.Frames.Rereads()
	return messageHeader{}
}

// openStripped is openHeader where the tokens may have been taken out.
func openStripped(hd *Openings, at int) Candidate {
	if !hd.Cur.Config.Tools.Given() {
		return nil
	}
	return openHeader(hd, at)
}

// A messageHeader is the candidate for the header of a message.
type messageHeader struct{}

// Step implements [Candidate].
func (messageHeader) Step(hd *Openings) bool {
	switch hd.Enclosing.HeaderAt(hd.Cur.Pos) {
	case match.More:
		return false
	case match.No:
		n := brokenHeader(hd)
		if n == match.More {
			return false
		}
		if n.Yes() {
			hd.Cur.MarkupTo(hd.Cur.Pos+n.Len(), parsers.RoleFrame)
		} else {
			hd.Cur.Take(1)
		}
		return true
	}
	return beginMessage(hd)
}

// maxBroken bounds a header that is none, in bytes.
const maxBroken = 64

// brokenHeader matches the token at the position, which begins no header, if nothing but a word and other tokens of headers
// is between it and the end of a message. Then the token is markup, with the role, and the word is text.
func brokenHeader(hd *Openings) match.Answer {
	m := hd.Enclosing.Frames.Header.Messages
	if m == nil || m.Channel == "" {
		return match.No
	}
	tokens := []string{m.Start, m.Channel, m.Constrain}
	rest := hd.Cur.Rest(hd.Cur.Pos)
	token := match.Any(tokens, rest, hd.Cur.Final)
	if !token.Yes() {
		return token
	}
	if match.Text(m.Start, rest, true).Yes() {
		role := match.Text(m.Role, rest[token:], hd.Cur.Final)
		if role == match.More {
			return role
		}
		token += max(role, 0)
	}
	b := hd.Cur.Visits.TrimLeft(rest[token:], " \t\r\n")
	final := hd.Cur.Final || len(b) > maxBroken
	for n := 0; n < min(len(b), maxBroken); n++ {
		if b[n] != m.Start[0] {
			if match.IsSpace(b[n]) {
				return match.No
			}
			continue
		}
		if a := match.Any(hd.Rules.Grammar.Frames.Ends, b[n:], final); a == match.More {
			return a
		} else if a.Yes() {
			return token
		}
		a := match.Any(tokens, b[n:], final)
		if !a.Yes() {
			return a
		}
		n += a.Len() - 1
	}
	return match.End(final)
}

// beginMessage begins the message whose header was just read.
func beginMessage(hd *Openings) bool {
	h := &hd.Enclosing.Frames.Header
	hd.Cur.Text(h.Start)
	switch {
	case h.Other:
		hd.Cur.Text(h.End)
		return hd.goOn(openBody(hd, inventedBody, h.End))
	case h.To == "" || !h.Stray && (h.AddressesNoTool() || h.BuiltIn(&hd.Cur)):
		hd.Cur.Markup(h.End, parsers.RoleFrame)
		return hd.goOn(openBody(hd, bodyOf(h), h.End))
	case h.Calls:
		return beginCalls(hd, h)
	case h.How == enclosing.HeaderBroken || h.How == enclosing.HeaderCut:
		return failHeader(hd, h)
	}
	c := buffers.Made(&hd.frames.call)
	c.open(hd, h)
	return hd.goOn(c)
}

// failHeader reports a call whose header isn't complete.
func failHeader(hd *Openings, h *enclosing.Header) bool {
	name, _ := h.Name(&hd.Cur)
	message := failure.CutOff
	if h.How == enclosing.HeaderBroken {
		message = "the header of the call has no end"
	}
	hd.failed(h.End, h.End, parsers.Invalid{Name: name, Format: h.Messages.Format, Message: message})
	return hd.goOn(openBody(hd, failedBody, h.End))
}

// openBetween closes what is before the marker at offset at, which ends a section.
func openBetween(hd *Openings, at int) Candidate {
	hd.Cur.MarkupTo(hd.MarkerEnd(at), parsers.RoleFrame)
	hd.Markers.Outside.Begun = true
	return frameBetween{}
}

func openSection(s *grammar.FrameSection) func(*Openings, int) Candidate {
	return func(hd *Openings, at int) Candidate {
		end, kind := hd.MarkerEnd(at), contentBody
		switch s.Is {
		case grammar.SectionUntold:
			hd.failed(at, end, parsers.Invalid{Format: s.Format, Message: "the arguments aren't JSON"})
			return openBody(hd, failedBody, end)
		case grammar.SectionThought:
			kind = thoughtBody
		}
		hd.Cur.Markup(end, parsers.RoleFrame)
		return openBody(hd, kind, end)
	}
}

// A frameBetween is the candidate for what may be between two sections:
// further ends, and a header that doesn't begin with its token.
type frameBetween struct{}

// Step implements [Candidate].
func (frameBetween) Step(hd *Openings) bool {
	for {
		at, more := hd.Cur.Space(hd.Cur.Pos)
		if more {
			return false
		}
		rest := hd.Cur.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := hd.Markers.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Frame == markers.FrameEnd {
			hd.Cur.Text(at)
			hd.Cur.MarkupTo(at+int(n), parsers.RoleFrame)
			continue
		}
		switch a := hd.Enclosing.HeaderAt(at); {
		case a.Yes():
			hd.Cur.Text(at)
			return beginMessage(hd)
		case a < 0:
			return false
		}
		break
	}
	hd.Cur.Seek(hd.Cur.Mark)
	return true
}

// Step implements [Candidate].
func (fb *frameBody) Step(hd *Openings) bool {
	for cur := &hd.Cur; ; cur.Take(1) {
		from := cur.Pos
		cur.Seek(cur.Base + bytetable.Index(cur.Win, from-cur.Base, &hd.Markers.Triggers.Body))
		cur.Visits.Add(cur.Pos - from + 1)
		if len(cur.Rest(cur.Pos)) == 0 {
			fb.report(hd)
			if cur.Final && fb.kind == callsBody {
				hd.Enclosing.EndCalls(cur.Pos, false)
			}
			return cur.Final
		}
		m, n := hd.Markers.MarkerAt(cur.Pos)
		if n == match.No {
			continue
		}
		a, header := n, false
		switch {
		case n == match.More:
		case m.Frame == markers.FrameEnd && fb.kind == thoughtBody && m.Mentioned:
			a = hd.Enclosing.Ended(cur.Pos + int(n))
		case m.Frame == markers.FrameStart || m.Frame == markers.FrameChannel || m.Frame == markers.FrameWord && !hd.Prose.InWord(cur.Pos):
			a, header = hd.Enclosing.HeaderAt(cur.Pos), true
		}
		switch {
		case a == match.More:
			fb.report(hd)
			return false
		case m.Frame == markers.FrameEnd && a.Yes():
			fb.leave(hd, int(n))
			return hd.goOn(frameBetween{})
		case header && a.Yes():
			fb.leave(hd, 0)
			return beginMessage(hd)
		case m.Frame == markers.FrameStart && hd.Enclosing.Frames.Header.Calls:
			fb.leave(hd, 0)
			cur.Take(1)
			return true
		case fb.kind == thoughtBody && hd.Enclosing.Frames.BeginsCalls(m, cur.Rest(cur.Pos+int(n))):
			if hd.Markers.Wanted(m) {
				fb.report(hd)
				hd.Prose.SectionThought.HandOver()
				return true
			}
		case enclosing.EndsSection(m):
			fb.leave(hd, 0)
			return true
		case fb.kind == callsBody && m.Framed && hd.Markers.Wanted(m): // it begins or ends a call
			fb.report(hd)
			hd.Markers.Take(m, int(n))
			if c := hd.open(m, cur.Pos); c != nil {
				return hd.goOn(c)
			}
		}
	}
}

// report reports what was read.
func (fb *frameBody) report(hd *Openings) {
	switch fb.kind {
	case markupBody:
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleFrame)
	case failedBody:
		hd.Cur.InvalidText(hd.Cur.Pos)
	default:
		hd.Cur.Text(hd.Cur.Pos)
	}
}

// leave ends the section at the position, where its marker is, n bytes long, or where another section begins.
func (fb *frameBody) leave(hd *Openings, n int) {
	fb.report(hd)
	if fb.kind == thoughtBody {
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleReasoningEnd)
	}
	hd.Cur.Take(n)
	switch {
	case fb.kind == callsBody:
		hd.Enclosing.EndCalls(hd.Cur.Pos, n == 0)
	case n == 0:
	case fb.kind == inventedBody || fb.kind == failedBody:
		fb.report(hd)
	default:
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleFrame)
	}
}

// startFrames looks for what only the start of the output may hold, at offset
// at: a thought that the prompt opened, or the rest of a header.
func startFrames(hd *Openings, at int) (c Candidate, more bool) {
	f := hd.Enclosing.Frames
	if f == nil || hd.Rules.Nested || hd.Prose.Quote.Think != 0 {
		return nil, false
	}
	if hd.Cur.Config.ReasoningOpen && hd.Cur.Pos == 0 && len(hd.Rules.Grammar.Thoughts) == 0 {
		return openBody(hd, thoughtBody, 0), false
	}
	if f.Lead != nil {
		a := f.Lead.Match(&hd.Cur, hd.Cur.Rest(at), hd.Cur.Final)
		if a.Yes() {
			hd.Cur.Text(at)
			hd.Enclosing.LeadTo(at, int(a))
			return nothing{}, false
		}
		if a == match.More {
			return nil, true
		}
	}
	switch a := hd.Enclosing.HeaderAt(at); {
	case a < 0:
		return nil, true
	case a.Yes():
		hd.Cur.Seek(at)
		return messageHeader{}, false
	}
	return nil, false
}

// openLead reports the text before a section's own marker.
func openLead(hd *Openings, at int) Candidate {
	hd.Enclosing.LeadTo(at, hd.Markers.TakenLen)
	return nothing{}
}

// A frameCall is the candidate for a message to a tool: JSON, and its end.
type frameCall struct {
	hd    *Openings
	tag   object.Header
	begun bool // the body is read
	bare  bool // the tokens were taken out
	tail  int  // up to here the text behind the arguments was looked at
	junk  bool // something else follows the arguments

	params *tagged.Call // reads the arguments, if they are in tags
	tags   bool         // they are in tags
}

func (fr *frameCall) open(hd *Openings, h *enclosing.Header) {
	if fr.hd == nil {
		fr.hd, fr.tag.After = hd, fr.afterArguments
	}
	name, kind := h.Name(&hd.Cur)
	fr.begun, fr.bare, fr.tail, fr.junk, fr.tags = false, !h.Token, 0, false, h.Messages.Body != nil
	fr.tag = object.Header{
		Start: h.Start, Name: name, NameAt: h.ToAt, Format: h.Messages.Format,
		After: fr.tag.After, StringsEnd: true,
	}
	switch {
	case fr.bare:
		fr.tag.Format, fr.tag.Free, fr.tag.Running, fr.tag.Prose = h.Messages.Stripped, true, true, true
		fr.tag.Note(parsers.RepairMissingMarker, h.Start)
	case !h.Begun && !hd.Prose.AtStart(h.Start):
		fr.tag.Note(parsers.RepairMissingMarker, h.Start)
	case h.Bare >= 0 && !h.Channel:
		fr.tag.Note(parsers.RepairMissingMarker, h.Bare)
	}
	fr.tag.Note(kind, h.ToAt)
	if h.How != enclosing.HeaderMessage && !fr.bare {
		fr.tag.Note(parsers.RepairMissingMarker, h.End)
	}
	if h.Text {
		fr.tag.Lost = "text is where the arguments should be"
	}
	if !names.Sound(hd.Cur.Config.Tools, []byte(name)) {
		fr.tag.Malformed = "the header names no tool"
	} else if h.Stray {
		fr.tag.Malformed = "the recipient isn't in the form of a tool's name"
	}
}

// begin begins to read the body; false if more bytes are needed to know how it is
// written.
func (fr *frameCall) begin(hd *Openings) bool {
	h := &hd.Enclosing.Frames.Header
	if h.Messages.Body != nil && hd.Rules.Grammar.Shared {
		_, opens := hd.Cur.TextBehind(h.End, h.Messages.Body.Brackets.Open)
		if fr.tags = opens.Yes(); opens == match.More {
			return false
		}
	}
	fr.begun = true
	if !fr.tags {
		hd.OpenHeader(&fr.tag, h.End)
		return true
	}
	name := fr.tag.Name
	if fr.tag.Malformed != "" {
		name = ""
	}
	buffers.Made(&fr.params).Open(&hd.Place, h.Messages.Body, &tagged.Header{
		At: h.Start, Inner: h.End, Alone: true, Name: name, Repairs: fr.tag.Repairs, Lost: fr.tag.Lost,
	})
	hd.Read(fr.params)
	return true
}

// Step implements [Candidate].
func (fr *frameCall) Step(hd *Openings) bool {
	switch {
	case !fr.begun && !fr.begin(hd), !hd.reading.Step(hd):
		return false
	case fr.bare:
		return true
	case fr.junk, fr.tags && !fr.params.Ended:
		return hd.goOn(openBody(hd, failedBody, hd.Cur.Pos))
	}
	hd.Enclosing.NothingFollows()
	return hd.goOn(frameBetween{})
}

// afterArguments reads the token that ends the message, or what is in its place. At the end of
// the output nothing is missing, since servers remove the token.
func (fr *frameCall) afterArguments(_ *body.Env, at int, failed bool) (t object.Tail, more bool) {
	hd := fr.hd
	if fr.bare {
		return object.Tail{End: at}, false
	}
	if fr.tail = max(fr.tail, at); hd.Cur.Pass(&fr.tail) {
		return t, true
	}
	if len(hd.Cur.Rest(fr.tail)) == 0 {
		return object.Tail{End: at}, false
	}
	m, n := hd.Markers.MarkerAt(fr.tail)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.Frame == markers.FrameEnd:
		return object.Tail{End: fr.tail + int(n)}, false
	case n.Yes() && m.Stops():
		return object.Tail{End: at, Missing: !failed}, false
	case !failed && hd.Markers.CutMarkerAt(fr.tail):
		return object.Tail{End: fr.tail + len(hd.Cur.Rest(fr.tail))}, false
	}
	fr.junk = true
	if failed {
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: noMarkerFollows}, false
}

// beginCalls begins the message to a tool that the header announces. The calls in it share
// the message's markers.
func beginCalls(hd *Openings, h *enclosing.Header) bool {
	hd.Penalties.PassPenalty(h.Start, h.End)
	hd.Cur.Markup(h.End, parsers.RoleOpen)
	hd.Markers.Outside.Calls = true
	lacking := -1
	if !h.Begun && !hd.Prose.AtStart(h.Start) {
		lacking = h.Start
	}
	hd.Enclosing.Frames.CallsBegin(lacking)
	return hd.goOn(openBody(hd, callsBody, h.End))
}

// resume is the candidate that goes on behind one that is done: the message or the thought
// around it, or none.
func resume(hd *Openings) Candidate {
	f := hd.frames
	switch {
	case f == nil, hd.Prose.SectionThought == quoting.ThoughtHandsOver:
		return nil
	case hd.Prose.SectionThought == quoting.ThoughtWaits:
		hd.Prose.SectionThought.GoOn()
		f.body.kind = thoughtBody
	case hd.Markers.Outside.Calls:
		hd.Enclosing.NothingFollows()
		f.body.kind = callsBody
	default:
		return nil
	}
	return &f.body
}

// frameBodies are the candidates for the sections of a message.
type frameBodies struct {
	body frameBody
	call *frameCall
}

// A bodyKind says what becomes of a section's text.
type bodyKind uint8

const (
	contentBody bodyKind = iota
	thoughtBody
	inventedBody // content, and so is its end: another role says it
	markupBody   // of a tool that the server runs
	failedBody   // of a call that failed
	callsBody    // calls in tags, and text
)

// bodyOf is the kind of a body that isn't a call's.
func bodyOf(h *enclosing.Header) bodyKind {
	switch {
	case h.Reasons():
		return thoughtBody
	case h.To == "", h.AddressesNoTool():
		return contentBody
	}
	return markupBody
}

// A frameBody is the candidate for the text in a section. Only a frame's marker ends it.
type frameBody struct{ kind bodyKind }

// openBody makes the candidate for the section that begins at offset at.
func openBody(hd *Openings, kind bodyKind, at int) Candidate {
	if kind == thoughtBody {
		hd.Cur.Markup(hd.Cur.Mark, parsers.RoleReasoning)
	}
	hd.Markers.Outside.Begun = true
	hd.Cur.Seek(at)
	hd.frames.body.kind = kind
	return &hd.frames.body
}

// streams reports whether text is read that is reported as it is.
func (f *frameBodies) streams(c Candidate) bool {
	return f != nil && c == &f.body && f.body.kind <= inventedBody
}
