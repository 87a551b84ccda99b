package openings

import (
	"slices"
	"sync"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/braces"
	"github.com/toolparser/toolparser/parsers/internal/body/namelines"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// Heads decides which body reads what begins. It is all that a candidate knows.
type Heads struct {
	_ buffers.NoCopy
	*Below

	Table     *Table
	candidate Candidate // the one that reads; nil: running text is read
	reading   reading   // the candidate for a body
	owns      []any     // what Own finds
	bodies
}

// Below are the rooms below heads. A parser has one of each.
type Below struct {
	quoting.Below
	Prose   quoting.Prose
	Quoting quoting.Quoting
	Around  enclosing.Around
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
func (hd *Heads) Init(t *Table, below *Below) {
	hd.Table, hd.Below = t, below
	if t.Frames != nil {
		hd.frames = new(frameBodies)
	}
}

// Reset makes it ready for another output.
func (hd *Heads) Reset() {
	hd.candidate = nil
	hd.json.Leave()
	hd.between.Forget()
	hd.tree.Forget()
}

// Reads reports whether a candidate reads, and not running text.
func (hd *Heads) Reads() bool { return hd.candidate != nil }

// Step lets the candidate read on; false if it needs more bytes. What is around one that is done goes on.
func (hd *Heads) Step() bool {
	if _, ok := hd.candidate.(value); ok {
		if !hd.json.Step(&hd.Place) {
			return false
		}
	} else if !hd.candidate.Step(hd) {
		return false
	}
	hd.Begin(resume(hd))
	hd.Place.Own = nil
	return true
}

// Pass lets a body read on in a long value without a step; false if it doesn't.
func (hd *Heads) Pass() bool {
	if hd.json.Inside() {
		return hd.json.Pass(&hd.Place)
	}
	call, ok := hd.candidate.(*tagCall)
	return ok && call.pass(&hd.Place)
}

// Streams reports whether text is read that is reported as it is.
func (hd *Heads) Streams() bool { return hd.frames.streams(hd.candidate) }

// Held is how many bytes the bodies hold, next to the text that they read, and keep for the next call.
func (hd *Heads) Held() int {
	n := hd.json.Held()
	if hd.calls != nil {
		n += hd.calls.Held()
	}
	if hd.tags != nil {
		n += hd.tags.call.Held()
	}
	if hd.tree != nil {
		n += hd.tree.Held()
	}
	if f := hd.frames; f != nil && f.call != nil && f.call.params != nil {
		n += f.call.params.Held()
	}
	for _, own := range hd.owns {
		if h, ok := own.(holder); ok {
			n += h.Held()
		}
	}
	return n
}

// A holder is a candidate that can say what it holds, in bytes, in addition to the output's text.
type holder interface{ Held() int }

// StartMessage looks for the message, or the rest of one, that begins the output at offset at.
func (hd *Heads) StartMessage(at int) (c Candidate, more bool) {
	if c, more = startFrames(hd, at); more {
		return nil, true
	}
	hd.Prose.Lead = at
	if c != nil || hd.Rules.Nested || hd.Prose.Quote.Think != 0 {
		return c, false
	}
	return hd.startRecipient(at)
}

// Whole makes the candidate for what is the complete output and begins with c; nil
// if nothing does.
func (hd *Heads) Whole(c byte) Candidate {
	if len(hd.Rules.Grammar.Documents) > 0 {
		if candidate := hd.startDocument(c); candidate != nil {
			return candidate
		}
	}
	for i := range hd.Table.Hooks {
		if start := hd.Table.Hooks[i].Start; start != nil {
			if candidate := start(hd, c); candidate != nil {
				return candidate
			}
		}
	}
	format := hd.Rules.Grammar.NameLines
	if format == "" || !hd.Cur.Config.Tools.Given() || !hd.Cur.Config.Counts(format) {
		return nil
	}
	lines := Own[namelines.Body](hd)
	lines.Open(format, hd.Cur.Pos)
	return hd.Read(lines)
}

// OpenMarker opens the candidate for the marker at the position, n bytes long. It is markup, if it opens none.
func (hd *Heads) OpenMarker(m *markers.Marker, n int) {
	if m.Opener == 0 {
		hd.Around.StandBeside(m, n)
		return
	}
	hd.Marks.Take(m, n)
	c := hd.open(m, hd.Cur.Pos)
	if c == nil {
		c = declining{}
	}
	hd.Begin(c)
}

// OpenLine opens the candidate for the marker at the position that counts at a line start only.
func (hd *Heads) OpenLine() { hd.Begin(hd.open(hd.Marks.Triggers.Line, hd.Cur.Pos)) }

// OpenFence reads a fence's opening line, and opens the candidate that is due behind it; false
// at the end of the window.
func (hd *Heads) OpenFence() bool {
	if !hd.Quoting.FenceLine() {
		return false
	}
	hd.OpenDue()
	return true
}

// OpenDue opens the candidate that is due, if one is.
func (hd *Heads) OpenDue() {
	switch d := hd.Quoting.TakeDue(); {
	case d.Answer:
		hd.MayAnswer()
	case d.Python:
		hd.OpenPython(pythoncall.InFence, 1)
	}
}

// A Table is a family's grammar with its hooks. It is compiled once, for all
// its parsers.
type Table struct {
	*grammar.Grammar
	Hooks []Hooks
	IDs   bool // ids are made as the family's IDs say

	once     sync.Once
	triggers *markers.Triggers
	openers  []Opener // by the markers' numbers, from 1 on
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
		}
		t.triggers = markers.Compile(t.Grammar, t.number(calls), t.number(starts))
	})
	return t.triggers
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
