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

func (nt *namedTable) markers() []Opening {
	var openings []Opening
	add := func(texts []string, like markers.Marker, open Opener) {
		for i, text := range texts {
			m := markers.Written(text, like)
			m.Wrong = i > 0 // the first text is how the token should be written: it is missing where another one is
			openings = append(openings, Opening{m, open})
		}
	}
	formats := []string{nt.Format}
	add(nt.Shell.Section.Open, markers.Marker{Begins: true, Section: true, Think: true, Formats: formats}, nt.openSection)
	add(nt.Shell.Call.Open, markers.Marker{Begins: true, Think: true, Formats: formats}, nt.openCall)
	if nt.ID != "" && nt.ID != grammar.IDIsHeader {
		add([]string{nt.ID}, markers.Marker{Part: markers.IDPart}, leave)
	}
	add(nt.Shell.Separator, markers.Marker{Part: markers.SeparatorPart}, leave)
	add(nt.Shell.Call.Close, markers.Marker{Ends: body.EndsArguments, Part: markers.EndPart}, leave)
	add(nt.Shell.Section.Close, markers.Marker{Think: true, Ends: body.EndsArguments}, func(hd *Openings, at int) Candidate {
		return hd.CloseSection(&nt.section, at)
	})
	return openings
}

func (nt *namedTable) openSection(hd *Openings, at int) Candidate {
	c := hd.OpenSection(&nt.section, at)
	Own[namedBodies](hd).opening.t = nt
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
	// headerEnd is where the header ends, nameAt where the name behind it begins. mayName: the header is no type, and may
	// be the name.
	headerEnd, nameAt int
	mayName           bool

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

func (nt *namedTable) openCall(hd *Openings, at int) Candidate {
	c := nt.call(hd, at, hd.MarkerEnd(at))
	if hd.Markers.Taken.Wrong {
		c.tag.Note(parsers.RepairMissingMarker, at)
	}
	return c
}

// call makes the candidate for the call at offset at, whose header begins at begin.
func (nt *namedTable) call(hd *Openings, at, begin int) *namedCall {
	c := &Own[namedBodies](hd).call
	if c.hd == nil {
		c.hd, c.tag.After = hd, c.afterArguments
	}
	c.tag.Reset()
	c.t, c.namedProgress = nt, namedProgress{start: at, begin: begin, scan: begin}
	hd.Enclosing.Sections.Fence = enclosing.ArgumentsFence{}
	if len(nt.Shell.Section.Open) > 0 {
		c.tag.Repairs, c.tag.Free = hd.Enclosing.Sections.Enter(&nt.section, at, nil)
	}
	return c
}

// unbegins reports whether a call of the table may be without its begin marker. Without a type, only a hook knows
// which headers need none.
func (nt *namedTable) unbegins() bool { return nt != nil && nt.Shell.Type != "" }

// unbegunAt reports whether the header of a call without its begin marker is at offset at: a
// word and the separator.
func (nt *namedTable) unbegunAt(hd *Openings, at int) match.Answer {
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
func (nt *namedTable) unbegun(hd *Openings, at int) Candidate {
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	c := nt.call(hd, at, at)
	c.tag.Note(parsers.RepairMissingMarker, at)
	c.tag.Free = true
	return c
}

// Step implements [Candidate].
func (nc *namedCall) Step(hd *Openings) bool {
	for nc.phase != inArguments {
		more, done := nc.read(hd)
		if more || done {
			return done
		}
	}
	if !hd.reading.Step(hd) {
		return false
	}
	if nc.tag.Ended {
		hd.Enclosing.Sections.Called(&nc.t.section, false)
	}
	f := &hd.Enclosing.Sections.Fence
	hd.Prose.FenceLeft(f.Left)
	*f = enclosing.ArgumentsFence{}
	if nc.t.unbegins() && hd.Enclosing.Sections.Kind == &nc.t.section && hd.Cur.Repairs() {
		next := &Own[namedBodies](hd).unbegun
		next.t = nc.t
		return hd.goOn(next)
	}
	return true
}

// read reads what is before the arguments.
func (nc *namedCall) read(hd *Openings) (more, done bool) {
	switch nc.phase {
	case inHeader:
		return nc.header(hd)
	case behindHeader:
		return nc.behindHeader(hd), false
	case inNameLine:
		return nc.nameLine(hd), false
	}
	if more = nc.fenceOpens(hd); !more {
		nc.arguments(hd)
	}
	return more, false
}

// arguments begins to read the arguments.
func (nc *namedCall) arguments(hd *Openings) {
	nc.phase = inArguments
	if nc.mayName && hd.Enclosing.Sections.Fence.Opened == 0 && nc.tag.Malformed == "" {
		nc.tag.Malformed = "a word is between the header and the arguments"
	}
	nc.tag.Start, nc.tag.Format = nc.start, nc.t.Format
	nc.tag.Mergeable, nc.tag.StringsEnd = hd.Penalties.TextCalls() > 0, true
	hd.OpenHeader(&nc.tag, nc.scan)
}

// afterArguments reads the end token, or what is in its place.
func (nc *namedCall) afterArguments(_ *body.Env, at int, failed bool) (t object.Tail, more bool) {
	hd := nc.hd
	if more = nc.fenceCloses(hd, at); more {
		return t, true
	}
	end := nc.tail
	if len(hd.Cur.Rest(end)) == 0 {
		return object.Tail{End: nc.argumentsEnd(at), Missing: true}, false
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
	case !failed && hd.Markers.CutEndAt(end):
		return object.Tail{End: end + len(hd.Cur.Rest(end)), Missing: true}, false
	case n.Yes() && m.Stops():
		return object.Tail{End: nc.argumentsEnd(at), Missing: true}, false
	case !failed && hd.Markers.CutMarkerAt(end):
		return object.Tail{End: end + len(hd.Cur.Rest(end)), Missing: true}, false
	}
	f := &hd.Enclosing.Sections.Fence
	f.Left = f.Opened > f.Closed
	if failed {
		return object.Tail{End: nc.argumentsEnd(at)}, false
	}
	if n := f.Closed; 0 < n && n <= f.Opened && !labelled(hd, f.End) {
		at = nc.argumentsEnd(at)
	}
	return object.Tail{End: at, Malformed: noMarkerFollows}, false
}

const (
	// argumentsLabelEnds end a fence's label, maxFenceLabel bounds it, in bytes.
	argumentsLabelEnds = " \t\r\n{[\"<" + string(fence.Code)
	maxFenceLabel      = 64
)

// fenceOpens reads the lines of a fence before the arguments; more: more lines may follow.
func (nc *namedCall) fenceOpens(hd *Openings) (more bool) {
	f := &hd.Enclosing.Sections.Fence
	for f.Opened < enclosing.MaxFenceLines {
		at, more := hd.Cur.Space(nc.scan)
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
		nc.scan = end
		f.Opened++
		nc.fenceLine(f.Opened, at)
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
func (nc *namedCall) fenceLine(n, at int) {
	if n == enclosing.MaxFenceLines {
		nc.tag.Note(parsers.RepairExtraOpener, at)
	}
}

// fenceCloses reads what may close the fence behind the arguments that end at at,
// and the white space there.
func (nc *namedCall) fenceCloses(hd *Openings, at int) (more bool) {
	for f := &hd.Enclosing.Sections.Fence; ; {
		end, more := hd.Cur.Space(max(nc.tail, at))
		if nc.tail = end; more || f.Closed == enclosing.MaxFenceLines {
			return more
		}
		n, more := enclosing.FenceAt(&hd.Cur, end)
		if n == 0 || more {
			return more
		}
		nc.tail = end + n
		f.End = nc.tail
		f.Closed++
		nc.fenceLine(f.Closed, end)
	}
}

// argumentsEnd is where a call without its end token ends, if its arguments end at at.
func (nc *namedCall) argumentsEnd(at int) int { return max(at, nc.hd.Enclosing.Sections.Fence.End) }

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
func (nt *namedTable) readHeader(hd *Openings, text string) NamedHeader {
	if nt.header != nil {
		return nt.header.Read(text, hd.Cur.Config.Tools)
	}
	name, kind := text, parsers.RepairKind(0)
	if !names.Plain([]byte(text)) {
		var found []byte
		found, kind = names.True(hd.Cur.Visits, hd.Cur.Config, []byte(text))
		name = string(found)
	}
	if names.Damaged(hd.Cur.Config.Tools, []byte(name)) && names.Written(hd.Cur.Config.Tools, []byte(name)) {
		return NamedHeader{Name: name, Malformed: "the header names no tool"}
	}
	if !names.Valid(hd.Cur.Config.Tools, []byte(name)) || name == nt.Shell.Type && !hd.Cur.Declared(name) {
		return NamedHeader{Malformed: "the header names no tool"}
	}
	return NamedHeader{Name: name, Repair: kind}
}

// header reads up to the token that ends the header. A header that can't be one
// is reported, and ends the candidate.
func (nc *namedCall) header(hd *Openings) (more, done bool) {
	for ; ; nc.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(nc.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true, false
			}
			return nc.fail(hd, nc.scan, "", failure.CutOff)
		}
		switch b := rest[0]; {
		case hd.Markers.Triggers.Tags[b]:
			m, n := hd.Enclosing.TokenAt(nc.scan)
			if n == match.More {
				return true, false
			}
			if n.Yes() {
				return nc.headerEnds(hd, m, int(n))
			}
			if hd.Markers.CutAt(nc.scan) {
				return nc.fail(hd, hd.Cur.Window.End(), "", failure.CutOff)
			}
			fallthrough
		default:
			if !nc.inText {
				nc.text = nc.scan
			}
			if nc.gap && !nc.spaced(hd) || nc.scan-nc.start > maxHeader {
				return nc.fail(hd, nc.scan, "", "the call has no header")
			}
			nc.gap, nc.inText = false, true
			nc.scan += nc.word(hd, rest[1:])
		case b == ' ' || b == '\n' || b == '\t' || b == '\r':
			nc.gap = nc.inText
		}
	}
}

// spaced reports whether the header up to the position may be a declared name with white
// space in it, or the beginning of one.
func (nc *namedCall) spaced(hd *Openings) bool {
	spaced := hd.Cur.Config.Tools.Spaced()
	if len(spaced) == 0 {
		return false
	}
	return names.MayBeSpaced(spaced, bytes.TrimPrefix(hd.Cur.Slice(nc.text, nc.scan), []byte(names.Prefix)))
}

// word is how many bytes follow that only make the header longer.
func (nc *namedCall) word(hd *Openings, rest []byte) int {
	longest := max(nc.start+maxHeader-nc.scan, 0)
	n := bytetable.Index(rest[:min(len(rest), longest)], 0, &hd.Markers.Triggers.Header)
	hd.Cur.Visits.Add(n)
	return n
}

// headerEnds goes on behind the header, if the marker at the position ends one.
func (nc *namedCall) headerEnds(hd *Openings, m *markers.Marker, n int) (more, done bool) {
	end := nc.scan + n
	switch {
	case m.Part == markers.IDPart && nc.tag.ID == "" && nc.idEnd == 0:
		nc.tag.ID = nc.headerText(hd, nc.scan)
		nc.begin, nc.scan, nc.idEnd = end, end, end
		nc.gap, nc.inText = false, false
		return false, false
	case m.Part != markers.SeparatorPart:
		text := nc.headerText(hd, nc.scan)
		if m.Part != markers.EndPart {
			end = nc.scan
		}
		return nc.fail(hd, end, text, "the call has no arguments")
	case m.Wrong:
		nc.tag.Note(parsers.RepairMissingMarker, nc.scan)
	}
	nc.headerEnd, nc.scan = nc.scan, end
	nc.phase = behindHeader
	return false, false
}

// behindHeader finds out where the name is, by what follows the separator.
func (nc *namedCall) behindHeader(hd *Openings) (more bool) {
	if nc.t.Shell.Type != "" {
		if hd.Cur.Pass(&nc.scan) {
			return true
		}
		switch named, more := nc.nameFollows(hd, nc.scan); {
		case more:
			return true
		case named:
			nc.nameAt, nc.phase = nc.scan, inNameLine
			return false
		}
	}
	nc.named(hd, nc.headerText(hd, nc.headerEnd), nc.begin)
	return false
}

// nameFollows reports whether the name is at offset at: arguments, a fence and markers
// aren't the name.
func (nc *namedCall) nameFollows(hd *Openings, at int) (yes, more bool) {
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
func (nc *namedCall) nameLine(hd *Openings) (more bool) {
	for ; nc.scan-nc.nameAt < maxHeader; nc.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(nc.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true
			}
			break
		}
		if hd.Markers.Triggers.Tags[rest[0]] {
			_, n := hd.Markers.MarkerAt(nc.scan)
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
	name := string(match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(nc.nameAt, nc.scan)))
	nc.named(hd, name, nc.nameAt)
	header := nc.headerText(hd, nc.headerEnd)
	nc.mayName = header != "" && header != nc.t.Shell.Type && !hd.Cur.Declared(nc.tag.Name)
	return false
}

// named takes the name from the text at offset at.
func (nc *namedCall) named(hd *Openings, text string, at int) {
	h := nc.t.readHeader(hd, text)
	nc.tag.Name, nc.tag.NameAt = h.Name, at
	nc.tag.Malformed, nc.tag.Resolve = h.Malformed, h.Resolve
	if nc.t.ID == grammar.IDIsHeader {
		nc.tag.ID = text
	}
	nc.tag.Note(h.Repair, at)
	nc.phase = beforeArguments
}

// headerText is the header, without the white space around it.
func (nc *namedCall) headerText(hd *Openings, end int) string {
	text := match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(nc.begin, end))
	if nc.t.header != nil { // each header has another index, so there is nothing to intern
		return string(text)
	}
	return hd.Cur.Intern(text)
}

// fail reports a call that failed in its header, up to end.
func (nc *namedCall) fail(hd *Openings, end int, text, message string) (more, done bool) {
	h := nc.t.readHeader(hd, text)
	hd.Cur.Seek(end)
	invalid := parsers.Invalid{Name: h.Name, Format: nc.t.Format, Message: message}
	if nc.t.ID == grammar.IDIsHeader {
		invalid.ID = text
	}
	hd.failed(end, end, invalid)
	return false, true
}
