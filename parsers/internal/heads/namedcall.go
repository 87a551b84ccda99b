package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A namedTable is how calls with a name before their arguments are written, as markers.
type namedTable struct {
	*grammar.Named
	header  *Header
	section around.Section
}

// namedMarkers are the markers of the grammar's calls with a name before their arguments.
func namedMarkers(g *Table) []Opening {
	var markers []Opening
	for i := range g.Named {
		t := &namedTable{Named: &g.Named[i], header: g.header(g.Named[i].Format)}
		if len(t.Shell.Section.Close) > 0 {
			t.section.Empty = func(_ *visit.Count, b []byte, final bool) match.Answer {
				return match.Text(t.Shell.Section.Close[0], b, final)
			}
		}
		markers = append(markers, t.markers()...)
	}
	return markers
}

func (t *namedTable) markers() []Opening {
	var markers []Opening
	add := func(texts []string, like marks.Marker, open Opener) {
		for i, text := range texts {
			m := marks.Written(text, like)
			m.Wrong = i > 0 // the first text is how the token should be written: it is missing where another one is
			markers = append(markers, Opening{m, open})
		}
	}
	formats := []string{t.Format}
	add(t.Shell.Section.Open, marks.Marker{Begins: true, Section: true, Think: true, Formats: formats}, t.openSection)
	add(t.Shell.Call.Open, marks.Marker{Begins: true, Think: true, Formats: formats}, t.openCall)
	if t.ID != "" && t.ID != grammar.IDIsHeader {
		add([]string{t.ID}, marks.Marker{Part: marks.IDPart}, leave)
	}
	add(t.Shell.Separator, marks.Marker{Part: marks.SeparatorPart}, leave)
	add(t.Shell.Call.Close, marks.Marker{Ends: place.EndsArguments, Part: marks.EndPart}, leave)
	add(t.Shell.Section.Close, marks.Marker{Think: true, Ends: place.EndsArguments}, func(hd *Heads, at int) Candidate {
		return hd.CloseSection(&t.section, at)
	})
	return markers
}

func (t *namedTable) openSection(hd *Heads, at int) Candidate {
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
	hd  *Heads
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

func (t *namedTable) openCall(hd *Heads, at int) Candidate {
	c := t.call(hd, at, hd.MarkerEnd(at))
	if hd.Marks.Taken.Wrong {
		c.tag.Note(parsers.RepairMissingMarker, at)
	}
	return c
}

// call makes the candidate for the call at offset at, whose header begins at begin.
func (t *namedTable) call(hd *Heads, at, begin int) *namedCall {
	c := &Own[namedBodies](hd).call
	if c.hd == nil {
		c.hd, c.tag.After = hd, c.afterArguments
	}
	c.tag.Reset()
	c.t, c.namedProgress = t, namedProgress{start: at, begin: begin, scan: begin}
	hd.Around.Sections.Fence = around.ArgumentsFence{}
	if len(t.Shell.Section.Open) > 0 {
		c.tag.Repairs, c.tag.Free = hd.Around.Sections.Enter(&t.section, at, nil)
	}
	return c
}

// unbegins reports whether a call of the table may be without its begin marker. Without a type, only a hook knows
// which headers need none.
func (t *namedTable) unbegins() bool { return t != nil && t.Shell.Type != "" }

// unbegunAt reports whether the header of a call without its begin marker is at offset at: a
// word and the separator.
func (t *namedTable) unbegunAt(hd *Heads, at int) match.Answer {
	rest := hd.Cur.Rest(at)
	for n, b := range rest[:min(len(rest), maxHeader)] {
		hd.Cur.Visits.Add(1)
		if match.IsSpace(b) {
			return match.No
		}
		if !hd.Marks.Triggers.Tags[b] {
			continue
		}
		switch m, a := hd.Around.TokenAt(at + n); {
		case a == match.More, a.Yes() && n > 0 && m.Part == marks.SeparatorPart:
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
func (t *namedTable) unbegun(hd *Heads, at int) Candidate {
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	c := t.call(hd, at, at)
	c.tag.Note(parsers.RepairMissingMarker, at)
	c.tag.Free = true
	return c
}

// Step implements [Candidate].
func (c *namedCall) Step(hd *Heads) bool {
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
		hd.Around.Sections.Called(&c.t.section, false)
	}
	f := &hd.Around.Sections.Fence
	hd.Prose.LeftFence = f.Left
	*f = around.ArgumentsFence{}
	if c.t.unbegins() && hd.Around.Sections.Kind == &c.t.section && hd.Cur.Repairs() {
		next := &Own[namedBodies](hd).unbegun
		next.t = c.t
		return hd.goOn(next)
	}
	return true
}

// read reads what is before the arguments.
func (c *namedCall) read(hd *Heads) (more, done bool) {
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
func (c *namedCall) arguments(hd *Heads) {
	c.phase = inArguments
	c.tag.Start, c.tag.Format = c.start, c.t.Format
	c.tag.Mergeable, c.tag.StringsEnd = hd.Costs.TextCalls() > 0, true
	hd.OpenHeader(&c.tag, c.scan)
}

// afterArguments reads the end token, or what is in its place.
func (c *namedCall) afterArguments(_ *place.Around, at int, failed bool) (t object.Tail, more bool) {
	hd := c.hd
	if more = c.fenceCloses(hd, at); more {
		return t, true
	}
	end := c.tail
	if len(hd.Cur.Rest(end)) == 0 {
		return object.Tail{End: c.argumentsEnd(at), Missing: true}, false
	}
	m, n := hd.Around.TokenAt(end)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.Part == marks.EndPart:
		if t.End = end + n.Len(); m.Wrong {
			t.Repairs = []parsers.Repair{around.MissingMarker(end)}
		}
		return t, false
	case n.Yes() && m.Stops():
		return object.Tail{End: c.argumentsEnd(at), Missing: true}, false
	case !failed && hd.Marks.CutMarkerAt(end):
		return object.Tail{End: end + len(hd.Cur.Rest(end)), Missing: true}, false
	}
	f := &hd.Around.Sections.Fence
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
func (c *namedCall) fenceOpens(hd *Heads) (more bool) {
	f := &hd.Around.Sections.Fence
	for f.Opened < around.MaxFenceLines {
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
func fenceLineEnd(hd *Heads, at int) (end int, more bool) {
	n, more := around.FenceAt(&hd.Cur, at)
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
func labelled(hd *Heads, at int) bool { return names.IsWordByte(hd.Cur.Rest(at)[0]) }

// fenceLine notes the n-th line at one end of the arguments.
func (c *namedCall) fenceLine(n, at int) {
	if n == around.MaxFenceLines {
		c.tag.Note(parsers.RepairExtraOpener, at)
	}
}

// fenceCloses reads what may close the fence behind the arguments that end at at,
// and the white space there.
func (c *namedCall) fenceCloses(hd *Heads, at int) (more bool) {
	for f := &hd.Around.Sections.Fence; ; {
		end, more := hd.Cur.Space(max(c.tail, at))
		if c.tail = end; more || f.Closed == around.MaxFenceLines {
			return more
		}
		n, more := around.FenceAt(&hd.Cur, end)
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
func (c *namedCall) argumentsEnd(at int) int { return max(at, c.hd.Around.Sections.Fence.End) }
