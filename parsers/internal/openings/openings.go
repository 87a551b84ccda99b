package openings

import (
	"slices"
	"sync"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/braces"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
	"github.com/toolparser/toolparser/parsers/internal/words"
)

// Openings decides which body reads what begins. It is all that a candidate knows.
type Openings struct {
	_ buffers.NoCopy
	*Below

	Table     *Table
	candidate Candidate // the one that reads; nil: running text is read
	reading   reading   // the candidate for a body
	owns      []any     // what Own finds
	bodies
}

// Below are the rooms below openings. A parser has one of each.
type Below struct {
	quoting.Below
	Prose     quoting.Prose
	Quoting   quoting.Quoting
	Enclosing enclosing.Enclosing
}

// bodies are the ones of each kind, of which there is one at a time, used again; nil: there was
// none yet. Rarer ones are among what Own finds.
type bodies struct {
	json    *object.Call    // the one for JSON
	between *object.Between // the one for a block, which uses the body for JSON
	tags    *tagBodies
	frames  *frameBodies
	tree    *braces.Call
	calls   *pythonCalls
}

// Init makes it a part of a parser for the table.
func (op *Openings) Init(t *Table, below *Below) {
	op.Table, op.Below = t, below
	if t.Frames != nil {
		op.frames = new(frameBodies)
	}
}

// Reset makes it ready for another output.
func (op *Openings) Reset() {
	op.candidate = nil
	op.json.Leave()
	op.between.Forget()
	op.tree.Forget()
}

// Reads reports whether a candidate reads, and not running text.
func (op *Openings) Reads() bool { return op.candidate != nil }

// Step lets the candidate read on; false if it needs more bytes. What is around one that is done goes on.
func (op *Openings) Step() bool {
	if _, ok := op.candidate.(value); ok {
		if !op.json.Step(&op.Place) {
			return false
		}
	} else if !op.candidate.Step(op) {
		return false
	}
	op.Begin(resume(op))
	op.Place.Own = nil
	return true
}

// Pass lets a body read on in a long value without a step; false if it doesn't.
func (op *Openings) Pass() bool {
	if op.json.Inside() {
		return op.json.Pass(&op.Place)
	}
	call, ok := op.candidate.(*tagCall)
	return ok && call.pass(&op.Place)
}

// Streams reports whether text is read that is reported as it is.
func (op *Openings) Streams() bool { return op.frames.streams(op.candidate) }

// Held is how many bytes the bodies hold, next to the text that they read, and keep for the next call.
func (op *Openings) Held() int {
	n := op.json.Held()
	if op.calls != nil {
		n += op.calls.Held()
	}
	if op.tags != nil {
		n += op.tags.call.Held()
	}
	if op.tree != nil {
		n += op.tree.Held()
	}
	if f := op.frames; f != nil && f.call != nil && f.call.params != nil {
		n += f.call.params.Held()
	}
	for _, own := range op.owns {
		if h, ok := own.(holder); ok {
			n += h.Held()
		}
	}
	return n
}

// A holder is a candidate that can say what it holds, in bytes, in addition to the output's text.
type holder interface{ Held() int }

// StartMessage looks for the message, or the rest of one, that begins the output at offset at.
func (op *Openings) StartMessage(at int) (c Candidate, more bool) {
	if c, more = startFrames(op, at); more {
		return nil, true
	}
	op.Prose.StartSearched(at)
	if c != nil || op.Rules.Nested || op.Prose.Quote.Think != 0 {
		return c, false
	}
	return op.startRecipient(at)
}

// Whole makes the candidate for what is the complete output and begins with c; nil
// if nothing does.
func (op *Openings) Whole(c byte) Candidate {
	if len(op.Rules.Grammar.Documents) > 0 {
		if candidate := op.startDocument(c); candidate != nil {
			return candidate
		}
	}
	for i := range op.Table.Hooks {
		if start := op.Table.Hooks[i].Start; start != nil {
			if candidate := start(op, c); candidate != nil {
				return candidate
			}
		}
	}
	if candidate := op.startNamed(c); candidate != nil {
		return candidate
	}
	return op.nameLines()
}

// OpenMarker opens the candidate for the marker at the position, n bytes long. It is markup, if it opens none.
func (op *Openings) OpenMarker(m *markers.Marker, n int) {
	if m.Opener == 0 {
		op.Enclosing.PassAdjacent(m, n)
		return
	}
	op.Penalties.OpensAt(op.Cur.Pos)
	if c := op.openInformal(m, n); c != nil {
		op.Begin(c)
		return
	}
	op.Markers.Take(m, n)
	c := op.open(m, op.Cur.Pos)
	if c == nil {
		c = declining{}
	}
	op.Begin(c)
}

// OpenLine opens the candidate for the marker at the position that counts at a line start only.
func (op *Openings) OpenLine() { op.Begin(op.open(op.Markers.Triggers.Line, op.Cur.Pos)) }

// OpenFence reads a fence's opening line, and opens the candidate that is due behind it; false
// at the end of the window.
func (op *Openings) OpenFence() bool {
	if !op.Quoting.FenceLine() {
		return false
	}
	op.OpenDue()
	return true
}

// OpenDue opens the candidate that is due, if one is.
func (op *Openings) OpenDue() {
	switch d := op.Quoting.TakeDue(); {
	case d.Answer:
		op.MayAnswer()
	case d.Python:
		op.OpenPython(pythoncall.InFence, 1)
	}
}

// A Table is a family's grammar with its hooks. It is compiled once, for all
// its parsers.
type Table struct {
	*grammar.Grammar
	Hooks []Hooks
	IDs   bool // ids are made as the family's IDs say

	// Common is the table of the common formats, which the family reads, too; nil: there are none. CommonFormats are their names, and
	// OwnFormats those of the formats that the family lists: its grammar's, and its hooks'.
	Common                    *Table
	CommonFormats, OwnFormats []string

	once     sync.Once
	triggers *markers.Triggers

	commonOnce sync.Once
	common     *markers.Common // nil: it wasn't needed yet
	native     map[string]bool // the formats of the family's own
	Signs      body.Table      // what bodies know of it
	openers    []Opener        // by the markers' numbers, from 1 on
}

// Compile compiles the table, if no parser did so yet.
func (t *Table) Compile() *markers.Triggers {
	t.once.Do(func() {
		blocks, starts := blockMarkers(t.Blocks)
		calls := slices.Concat(
			frameMarkers(t), treeMarkers(t.Trees), pythonMarkers(t.Grammar), tagMarkers(t), blocks, resultMarkers(t.Results),
			namedMarkers(t), answerMarkers(t.Answer), functionTagMarkers(t.FunctionTags), recipientMarkers(t.Recipients),
		)
		for i := range t.Hooks {
			calls = append(calls, t.Hooks[i].Markers...)
			calls = slices.Concat(t.Hooks[i].Forms.markers(), calls)
		}
		t.triggers = markers.Compile(t.Grammar, t.number(calls), t.number(starts))
		t.triggers.Plain.Forms = t.formsOpen() != nil
		t.Signs = body.Table{Firsts: &t.triggers.Tags, Ends: &t.triggers.Ends, Words: words.Compile(t.Grammar, t.ownTags())}
	})
	return t.triggers
}

// Commons is where calls in the common formats may begin in the family's text. There must be common formats.
func (t *Table) Commons() *markers.Common {
	t.commonOnce.Do(func() {
		t.native = make(map[string]bool)
		for _, format := range t.OwnFormats {
			t.native[format] = true
		}
		t.common = markers.NewCommon(t.Compile(), t.Common.Compile(), t.Common.Grammar, t.Common.formsOpen(), firstOpener)
	})
	return t.common
}

// firstOpener is the number of what opens the forms, if there are any: they are looked for before all else.
const firstOpener = 1

// Native reports whether the format is the family's own. Commons was called before.
func (t *Table) Native(format string) bool { return t.native[format] }

// OnlyCommon reports whether the format is a common one, and not the family's.
func (t *Table) OnlyCommon(format string) bool {
	return slices.Contains(t.CommonFormats, format) && !slices.Contains(t.OwnFormats, format)
}

// ownTags are the tags of the hooks' calls.
func (t *Table) ownTags() (own []*grammar.Tags) {
	for i := range t.Hooks {
		if tags := t.Hooks[i].Tags; tags != nil {
			own = append(own, tags)
		}
	}
	return own
}

// number notes what the markers open, and returns them with the numbers of their openers.
func (t *Table) number(openings []Opening) []markers.Marker {
	compiled := make([]markers.Marker, len(openings))
	for i, o := range openings {
		compiled[i] = o.Marker
		if o.Open != nil {
			t.openers = append(t.openers, o.Open)
			compiled[i].Opener = len(t.openers)
		}
	}
	return compiled
}
