package openings

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Hooks are what a family has in addition to its table: what no table can say, and
// few families need.
type Hooks struct {
	// Markers begin such candidates.
	Markers []Opening
	// Pairs are those of the markers that are around calls, for leaks.
	Pairs []Pair
	// NonJSON are the formats of their calls whose arguments aren't written as JSON.
	NonJSON []string
	// Tags are the tags of their calls, for the second look. Nil: there are none.
	Tags *grammar.Tags
	// Start makes the candidate that is tried at c, the first byte of the output that
	// isn't white space; nil if no candidate begins with c.
	Start func(hd *Openings, c byte) Candidate
	// Header finds the tool in the headers of the grammar's Named calls.
	Header *Header
	// Forms are calls in forms that belong to no model. They are looked for before all else.
	Forms *Forms
}

// A Pair is what is around the calls of a format.
type Pair struct {
	Format  string
	Markers grammar.Markers
}

// An Opening is a marker, and what makes the candidate that the marker begins.
type Opening struct {
	markers.Marker
	Open Opener // nil for a marker next to calls
}

// An Opener makes the candidate for what is at offset at; nil if nothing begins there.
type Opener func(hd *Openings, at int) Candidate

// A Candidate reads what may be calls. Step goes on as far as the window
// reaches; it returns true when the candidate is done, everything up to the
// engine's position having been reported.
type Candidate interface {
	Step(hd *Openings) bool
}

// header is the hook that reads the headers of calls in the format; nil: the table describes
// them.
func (t *Table) header(format string) *Header {
	for i := range t.Hooks {
		if h := t.Hooks[i].Header; h != nil && h.Of == format {
			return h
		}
	}
	return nil
}

// MarkerEnd is the end of the marker that was opened last, at offset at.
func (op *Openings) MarkerEnd(at int) int { return at + op.Markers.TakenLen }

// A reading is the candidate for a body.
type reading struct{ body body.Body }

// Step implements [Candidate].
func (r *reading) Step(hd *Openings) bool { return r.body.Step(&hd.Place) }

// A value is the candidate for the body for JSON, which most candidates are.
type value struct{}

// Step implements [Candidate].
func (value) Step(hd *Openings) bool { return hd.json.Step(&hd.Place) }

// OpenSection makes the candidate for the begin marker of a section, which was opened last, at offset at.
func (op *Openings) OpenSection(kind *enclosing.Section, at int) Candidate {
	o, end := &Own[namedBodies](op).opening, op.MarkerEnd(at)
	*o = sectionOpening{kind: kind, lacking: -1, free: op.Penalties.Penalized(at), end: end, space: end}
	if op.Markers.Taken.Wrong {
		o.lacking = at
	}
	return o
}

// CloseSection passes over the end marker of a section, which was opened last, at offset at. If no such
// section is open, the marker is text.
func (op *Openings) CloseSection(kind *enclosing.Section, at int) Candidate {
	if !op.Enclosing.Sections.Close(kind, at, op.MarkerEnd(at), op.Markers.Taken.Wrong) {
		return nil
	}
	return nothing{}
}

// Read makes the candidate for a body. There is one at a time.
func (op *Openings) Read(b body.Body) Candidate {
	op.reading.body = b
	if b == body.Body(op.json) {
		return value{}
	}
	return &op.reading
}

// Own is a candidate, or what a hook of the family keeps, of the type T. A parser has one of each
// type, which is made when it is needed first.
func Own[T any](hd *Openings) *T {
	for _, own := range hd.owns {
		if own, ok := own.(*T); ok {
			return own
		}
	}
	own := new(T)
	hd.owns = append(hd.owns, own)
	return own
}

// object is the body for JSON. It is made when it is needed: if all streams had one from the start,
// it would be most of the memory of an open stream (make peak).
func (op *Openings) object() *object.Call {
	if op.json == nil {
		op.json = object.New()
	}
	return op.json
}

// failed reports a call that failed before its arguments, up to end. If the output doesn't cut it
// off, it is malformed, which shows at offset at.
func (op *Openings) failed(at, end int, call parsers.Invalid) {
	call.Reason, call.FailedAt = parsers.ReasonMalformed, at
	if call.Message == failure.CutOff {
		call.Reason, call.FailedAt = parsers.ReasonIncomplete, 0
	}
	op.Cur.Invalid(end, call)
}

// Begin lets the candidate read; nil: running text is read.
func (op *Openings) Begin(c Candidate) { op.candidate = c }

// goOn makes the candidate that another one turned into go on.
func (op *Openings) goOn(c Candidate) bool {
	op.Begin(c)
	return c.Step(op)
}

// open makes the candidate that the marker at offset at opens.
func (op *Openings) open(m *markers.Marker, at int) Candidate {
	return op.Table.openers[m.Opener-1](op, at)
}

// opensBlock is the opener of the block at offset at.
func opensBlock(hd *Openings, b *grammar.Block, at int) match.Answer {
	return match.AnySpelling(hd.Cur.Visits, b.Markers.Open, hd.Cur.Rest(at), true, b.Plain())
}

// byFirst is the marker of the texts, once for each byte that one begins with.
func byFirst(m Opening, texts []string) []Opening {
	var openings []Opening
	for i, text := range texts {
		if !slices.ContainsFunc(texts[:i], func(other string) bool { return other[0] == text[0] }) {
			m.First = text[0]
			openings = append(openings, m)
		}
	}
	return openings
}

// leave leaves a tag or token that belongs to nothing in the text.
func leave(*Openings, int) Candidate { return nil }

// PassCloser passes over a closer, the marker that was opened last, at offset at: behind a call, it is markup.
func PassCloser(hd *Openings, at int) Candidate {
	hd.Cur.MarkupTo(hd.MarkerEnd(at), parsers.RoleTrail)
	return nothing{}
}

// nothing is the candidate that has nothing left to read.
type nothing struct{}

// Step implements [Candidate].
func (nothing) Step(*Openings) bool { return true }

// declining is the candidate for the marker at the position, which opens nothing. It leaves the marker in the
// text, or its place to another marker.
type declining struct{}

// Step implements [Candidate].
func (declining) Step(hd *Openings) bool { return hd.Markers.PassOver(hd.Markers.Taken) }
