package openings

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A namedTable is how calls with a name before their arguments are written, as markers.
type namedTable struct {
	*grammar.Named
	header  *Header
	section enclosing.Section
}

// namedMarkers are the markers of the grammar's calls with a name before their arguments.
func namedMarkers(g *Table) []Opening {
	var openings []Opening
	for i := range g.Named {
		t := &namedTable{Named: &g.Named[i], header: g.header(g.Named[i].Format)}
		if len(t.Shell.Section.Close) > 0 {
			t.section.Empty = func(_ *work.Counter, b []byte, final bool) match.Answer {
				return match.Text(t.Shell.Section.Close[0], b, final)
			}
		}
		openings = append(openings, t.markers()...)
	}
	return openings
}

func (t *namedTable) markers() []Opening {
	var openings []Opening
	add := func(texts []string, like markers.Marker, open Opener) {
		for i, text := range texts {
			m := markers.Written(text, like)
			m.Wrong = i > 0 // the first text is how the token should be written: it is missing where another one is
			openings = append(openings, Opening{m, open})
		}
	}
	formats := []string{t.Format}
	add(t.Shell.Section.Open, markers.Marker{Begins: true, Section: true, Think: true, Formats: formats}, t.openSection)
	add(t.Shell.Call.Open, markers.Marker{Begins: true, Think: true, Formats: formats}, t.openCall)
	if t.ID != "" && t.ID != grammar.IDIsHeader {
		add([]string{t.ID}, markers.Marker{Part: markers.IDPart}, leave)
	}
	add(t.Shell.Separator, markers.Marker{Part: markers.SeparatorPart}, leave)
	add(t.Shell.Call.Close, markers.Marker{Ends: body.EndsArguments, Part: markers.EndPart}, leave)
	add(t.Shell.Section.Close, markers.Marker{Think: true, Ends: body.EndsArguments}, func(hd *Openings, at int) Candidate {
		return hd.CloseSection(&t.section, at)
	})
	return openings
}

func (t *namedTable) openSection(hd *Openings, at int) Candidate {
	c := hd.OpenSection(&t.section, at)
	Own[namedBodies](hd).opening.t = t
	return c
}

// namedBodies are the candidates for calls in sections.
type namedBodies struct {
	opening sectionOpening
	unbegun unbegunCall
	call    namedCall
}

// namedCall is the candidate for a call whose name is before its arguments: a
// header, perhaps a fence's line, JSON, and the end of the call.
type namedCall struct {
	t   *namedTable
	hd  *Openings
	tag object.Header
	namedProgress
}

// namedProgress is how far the call was read. It has no pointers, so it is cleared fast.
type namedProgress struct {
	phase  namedPhase
	start  int // of the call
	begin  int // of the header
	scan   int // up to here it was looked at
	idEnd  int // behind the id's token; 0: none was seen
	gap    bool
	inText bool // the header's text was seen,
	text   int  // and begins here
	// headerEnd is where the header ends, nameAt where the name behind it begins.
	headerEnd, nameAt int

	tail int // up to here what follows the arguments was looked at
}

type namedPhase uint8

const (
	inHeader        namedPhase = iota // before the separator
	behindHeader                      // behind it: what follows decides where the name is
	inNameLine                        // in the name behind a type
	beforeArguments                   // and before the lines of a fence around them
	inArguments
)

func (t *namedTable) openCall(hd *Openings, at int) Candidate {
	c := t.call(hd, at, hd.MarkerEnd(at))
	if hd.Markers.Taken.Wrong {
		c.tag.Note(parsers.RepairMissingMarker, at)
	}
	return c
}

// call makes the candidate for the call at offset at, whose header begins at begin.
func (t *namedTable) call(hd *Openings, at, begin int) *namedCall {
	c := &Own[namedBodies](hd).call
	if c.hd == nil {
		c.hd, c.tag.After = hd, c.afterArguments
	}
	c.tag.Reset()
	c.t, c.namedProgress = t, namedProgress{start: at, begin: begin, scan: begin}
	hd.Enclosing.Sections.Fence = enclosing.ArgumentsFence{}
	if len(t.Shell.Section.Open) > 0 {
		c.tag.Repairs, c.tag.Free = hd.Enclosing.Sections.Enter(&t.section, at, nil)
	}
	return c
}

// unbegins reports whether a call of the table may be without its begin marker. Without a type, only a hook knows
// which headers need none.
func (t *namedTable) unbegins() bool { return t != nil && t.Shell.Type != "" }

// unbegunAt reports whether the header of a call without its begin marker is at offset at: a
// word and the separator.
func (t *namedTable) unbegunAt(hd *Openings, at int) match.Answer {
	rest := hd.Cur.Rest(at)
	for n, b := range rest[:min(len(rest), maxHeader)] {
		hd.Cur.Visits.Add(1)
		if match.IsSpace(b) {
			return match.No
		}
		if !hd.Markers.Triggers.Tags[b] {
			continue
		}
		switch m, a := hd.Enclosing.TokenAt(at + n); {
		case a == match.More, a.Yes() && n > 0 && m.Part == markers.SeparatorPart:
			return a
		case a.Yes():
			return match.No
		}
	}
	if len(rest) >= maxHeader {
		return match.No
	}
	return match.End(hd.Cur.Final)
}

// unbegun makes the candidate for a call without its begin marker. What is before it is text.
func (t *namedTable) unbegun(hd *Openings, at int) Candidate {
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	c := t.call(hd, at, at)
	c.tag.Note(parsers.RepairMissingMarker, at)
	c.tag.Free = true
	return c
}

// Step implements [Candidate].
func (c *namedCall) Step(hd *Openings) bool {
	for c.phase != inArguments {
		more, done := c.read(hd)
		if more || done {
			return done
		}
	}
	if !hd.reading.Step(hd) {
		return false
	}
	if c.tag.Ended {
		hd.Enclosing.Sections.Called(&c.t.section, false)
	}
	f := &hd.Enclosing.Sections.Fence
	hd.Prose.FenceLeft(f.Left)
	*f = enclosing.ArgumentsFence{}
	if c.t.unbegins() && hd.Enclosing.Sections.Kind == &c.t.section && hd.Cur.Repairs() {
		next := &Own[namedBodies](hd).unbegun
		next.t = c.t
		return hd.goOn(next)
	}
	return true
}

// read reads what is before the arguments.
func (c *namedCall) read(hd *Openings) (more, done bool) {
	switch c.phase {
	case inHeader:
		return c.header(hd)
	case behindHeader:
		return c.behindHeader(hd), false
	case inNameLine:
		return c.nameLine(hd), false
	}
	if more = c.fenceOpens(hd); !more {
		c.arguments(hd)
	}
	return more, false
}

// arguments begins to read the arguments.
func (c *namedCall) arguments(hd *Openings) {
	c.phase = inArguments
	c.tag.Start, c.tag.Format = c.start, c.t.Format
	c.tag.Mergeable, c.tag.StringsEnd = hd.Penalties.TextCalls() > 0, true
	hd.OpenHeader(&c.tag, c.scan)
}

// afterArguments reads the end token, or what is in its place.
func (c *namedCall) afterArguments(_ *body.Env, at int, failed bool) (t object.Tail, more bool) {
	hd := c.hd
	if more = c.fenceCloses(hd, at); more {
		return t, true
	}
	end := c.tail
	if len(hd.Cur.Rest(end)) == 0 {
		return object.Tail{End: c.argumentsEnd(at), Missing: true}, false
	}
	m, n := hd.Enclosing.TokenAt(end)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.Part == markers.EndPart:
		if t.End = end + n.Len(); m.Wrong {
			t.Repairs = []parsers.Repair{enclosing.MissingMarker(end)}
		}
		return t, false
	case n.Yes() && m.Stops():
		return object.Tail{End: c.argumentsEnd(at), Missing: true}, false
	case !failed && hd.Markers.CutMarkerAt(end):
		return object.Tail{End: end + len(hd.Cur.Rest(end)), Missing: true}, false
	}
	f := &hd.Enclosing.Sections.Fence
	f.Left = f.Opened > f.Closed
	if failed {
		return object.Tail{End: c.argumentsEnd(at)}, false
	}
	if n := f.Closed; 0 < n && n <= f.Opened && !labelled(hd, f.End) {
		at = c.argumentsEnd(at)
	}
	return object.Tail{End: at, Malformed: noMarkerFollows}, false
}

const (
	// argumentsLabelEnds end a fence's label, maxFenceLabel bounds it, in bytes.
	argumentsLabelEnds = " \t\r\n{[\"<" + string(fence.Code)
	maxFenceLabel      = 64
)

// fenceOpens reads the lines of a fence before the arguments; more: more lines may follow.
func (c *namedCall) fenceOpens(hd *Openings) (more bool) {
	f := &hd.Enclosing.Sections.Fence
	for f.Opened < enclosing.MaxFenceLines {
		at, more := hd.Cur.Space(c.scan)
		if more {
			return true
		}
		end, more := fenceLineEnd(hd, at)
		switch {
		case more:
			return true
		case end == at:
			return false
		}
		c.scan = end
		f.Opened++
		c.fenceLine(f.Opened, at)
	}
	return false
}

// fenceLineEnd is where the line that opens a fence at offset at ends, its label
// included; at if there is none. A line that the output's end cuts off counts.
func fenceLineEnd(hd *Openings, at int) (end int, more bool) {
	n, more := enclosing.FenceAt(&hd.Cur, at)
	if n == 0 || more {
		return at, more
	}
	label := hd.Cur.Rest(at + n)
	i := hd.Cur.Visits.IndexAny(label, argumentsLabelEnds)
	switch {
	case i < 0 && len(label) < maxFenceLabel:
		return at + n + len(label), !hd.Cur.Final
	case i < 0 || i > maxFenceLabel:
		return at, false
	}
	return at + n + i, false
}

// labelled reports whether a fence's label is at offset at, which is not the output's end.
func labelled(hd *Openings, at int) bool { return names.IsWordByte(hd.Cur.Rest(at)[0]) }

// fenceLine notes the n-th line at one end of the arguments.
func (c *namedCall) fenceLine(n, at int) {
	if n == enclosing.MaxFenceLines {
		c.tag.Note(parsers.RepairExtraOpener, at)
	}
}

// fenceCloses reads what may close the fence behind the arguments that end at at,
// and the white space there.
func (c *namedCall) fenceCloses(hd *Openings, at int) (more bool) {
	for f := &hd.Enclosing.Sections.Fence; ; {
		end, more := hd.Cur.Space(max(c.tail, at))
		if c.tail = end; more || f.Closed == enclosing.MaxFenceLines {
			return more
		}
		n, more := enclosing.FenceAt(&hd.Cur, end)
		if n == 0 || more {
			return more
		}
		c.tail = end + n
		f.End = c.tail
		f.Closed++
		c.fenceLine(f.Closed, end)
	}
}

// argumentsEnd is where a call without its end token ends, if its arguments end at at.
func (c *namedCall) argumentsEnd(at int) int { return max(at, c.hd.Enclosing.Sections.Fence.End) }

// A Header reads the headers of Named calls in a way that no table can describe.
type Header struct {
	// Of is the format of the calls.
	Of string
	// Read finds the tool in a header, which has no white space around it.
	Read func(header string, tools *parsers.Tools) NamedHeader
}

// A NamedHeader is what the header of a call says.
type NamedHeader struct {
	Name string
	// Repair is what the name needed, if it isn't written as the format asks for.
	Repair parsers.RepairKind
	// Malformed says why the header names no tool.
	Malformed string
	// Resolve, if set, finds the tool by the arguments, as in object.Header.
	Resolve func(e *body.Env, arguments []byte) (name string, free bool)
}

// maxHeader bounds a header, in bytes.
const maxHeader = 512

// readHeader finds the name in a trimmed header.
func (t *namedTable) readHeader(hd *Openings, text string) NamedHeader {
	if t.header != nil {
		return t.header.Read(text, hd.Cur.Config.Tools)
	}
	name, kind := text, parsers.RepairKind(0)
	if !names.Plain([]byte(text)) {
		var found []byte
		found, kind = names.True(hd.Cur.Visits, hd.Cur.Config, []byte(text))
		name = string(found)
	}
	if !names.Valid(hd.Cur.Config.Tools, []byte(name)) || name == t.Shell.Type && !hd.Cur.Declared(name) {
		return NamedHeader{Malformed: "the header names no tool"}
	}
	if names.Damaged(hd.Cur.Config.Tools, []byte(name)) {
		return NamedHeader{Name: name, Malformed: "the header names no tool"}
	}
	return NamedHeader{Name: name, Repair: kind}
}

// header reads up to the token that ends the header. A header that can't be one
// is reported, and ends the candidate.
func (c *namedCall) header(hd *Openings) (more, done bool) {
	for ; ; c.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(c.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true, false
			}
			return c.fail(hd, c.scan, "", failure.CutOff)
		}
		switch b := rest[0]; {
		case hd.Markers.Triggers.Tags[b]:
			m, n := hd.Enclosing.TokenAt(c.scan)
			if n == match.More {
				return true, false
			}
			if n.Yes() {
				return c.headerEnds(hd, m, int(n))
			}
			if hd.Markers.CutAt(c.scan) {
				return c.fail(hd, hd.Cur.Window.End(), "", failure.CutOff)
			}
			fallthrough
		default:
			if !c.inText {
				c.text = c.scan
			}
			if c.gap && !c.spaced(hd) || c.scan-c.start > maxHeader {
				return c.fail(hd, c.scan, "", "the call has no header")
			}
			c.gap, c.inText = false, true
			c.scan += c.word(hd, rest[1:])
		case b == ' ' || b == '\n' || b == '\t' || b == '\r':
			c.gap = c.inText
		}
	}
}

// spaced reports whether the header up to the position may be a declared name with white
// space in it, or the beginning of one.
func (c *namedCall) spaced(hd *Openings) bool {
	spaced := hd.Cur.Config.Tools.Spaced()
	if len(spaced) == 0 {
		return false
	}
	return names.MayBeSpaced(spaced, bytes.TrimPrefix(hd.Cur.Slice(c.text, c.scan), []byte(names.Prefix)))
}

// word is how many bytes follow that only make the header longer.
func (c *namedCall) word(hd *Openings, rest []byte) int {
	longest := max(c.start+maxHeader-c.scan, 0)
	n := bytetable.Index(rest[:min(len(rest), longest)], 0, &hd.Markers.Triggers.Header)
	hd.Cur.Visits.Add(n)
	return n
}

// headerEnds goes on behind the header, if the marker at the position ends one.
func (c *namedCall) headerEnds(hd *Openings, m *markers.Marker, n int) (more, done bool) {
	end := c.scan + n
	switch {
	case m.Part == markers.IDPart && c.tag.ID == "" && c.idEnd == 0:
		c.tag.ID = c.headerText(hd, c.scan)
		c.begin, c.scan, c.idEnd = end, end, end
		c.gap, c.inText = false, false
		return false, false
	case m.Part != markers.SeparatorPart:
		text := c.headerText(hd, c.scan)
		if m.Part != markers.EndPart {
			end = c.scan
		}
		return c.fail(hd, end, text, "the call has no arguments")
	case m.Wrong:
		c.tag.Note(parsers.RepairMissingMarker, c.scan)
	}
	c.headerEnd, c.scan = c.scan, end
	c.phase = behindHeader
	return false, false
}

// behindHeader finds out where the name is, by what follows the separator.
func (c *namedCall) behindHeader(hd *Openings) (more bool) {
	if c.t.Shell.Type != "" {
		if hd.Cur.Pass(&c.scan) {
			return true
		}
		switch named, more := c.nameFollows(hd, c.scan); {
		case more:
			return true
		case named:
			c.nameAt, c.phase = c.scan, inNameLine
			return false
		}
	}
	c.named(hd, c.headerText(hd, c.headerEnd), c.begin)
	return false
}

// nameFollows reports whether the name is at offset at: arguments, a fence and markers
// aren't the name.
func (c *namedCall) nameFollows(hd *Openings, at int) (yes, more bool) {
	rest := hd.Cur.Rest(at)
	if len(rest) == 0 {
		return false, false
	}
	switch c := rest[0]; {
	case c == '{' || c == '[' || c == '"' || fence.Begins[c]:
		return false, false
	case hd.Markers.Triggers.Tags[c]:
		_, n := hd.Markers.MarkerAt(at)
		return n == match.No, n == match.More
	}
	return true, false
}

// nameLine reads the name behind the separator. The name reaches up to the end of the
// line, the arguments, a fence or a marker.
func (c *namedCall) nameLine(hd *Openings) (more bool) {
	for ; c.scan-c.nameAt < maxHeader; c.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(c.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true
			}
			break
		}
		if hd.Markers.Triggers.Tags[rest[0]] {
			_, n := hd.Markers.MarkerAt(c.scan)
			if n == match.More {
				return true
			}
			if n.Yes() {
				break
			}
		}
		if rest[0] == '\n' || rest[0] == '{' || rest[0] == fence.Code {
			break
		}
	}
	c.named(hd, string(match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(c.nameAt, c.scan))), c.nameAt)
	return false
}

// named takes the name from the text at offset at.
func (c *namedCall) named(hd *Openings, text string, at int) {
	h := c.t.readHeader(hd, text)
	c.tag.Name, c.tag.NameAt = h.Name, at
	c.tag.Malformed, c.tag.Resolve = h.Malformed, h.Resolve
	if c.t.ID == grammar.IDIsHeader {
		c.tag.ID = text
	}
	c.tag.Note(h.Repair, at)
	c.phase = beforeArguments
}

// headerText is the header, without the white space around it.
func (c *namedCall) headerText(hd *Openings, end int) string {
	text := match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(c.begin, end))
	if c.t.header != nil { // each header has another index, so there is nothing to intern
		return string(text)
	}
	return hd.Cur.Intern(text)
}

// fail reports a call that failed in its header, up to end.
func (c *namedCall) fail(hd *Openings, end int, text, message string) (more, done bool) {
	h := c.t.readHeader(hd, text)
	hd.Cur.Seek(end)
	invalid := parsers.Invalid{Name: h.Name, Format: c.t.Format, Message: message}
	if c.t.ID == grammar.IDIsHeader {
		invalid.ID = text
	}
	hd.failed(end, invalid)
	return false, true
}
