package heads

import (
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/body/namelines"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/body/tree"
	"github.com/toolparser/toolparser/parsers/internal/costs"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// Heads decides which body reads what begins. It is all that a candidate knows.
type Heads struct {
	_       marks.NoCopy
	cur     *cursor.Cursor
	rules   *marks.Rules
	marks   *marks.Marks
	costs   *costs.Costs
	prose   *prose.Prose
	python  *prose.Python
	quoting *prose.Quoting
	around  around.Around
	place   *place.Around

	Table     *Table
	candidate Candidate // the one that reads; nil: running text is read
	reading   reading   // the candidate for a body
	declining declining
	owns      []any // what hooks keep
	bodies
}

// bodies are the ones of each kind, of which there is one at a time, used again; nil: there was
// none yet.
type bodies struct {
	json      *object.Call    // the one for JSON
	between   *object.Between // the one for a block, which uses the body for JSON
	document  *documentChoice
	named     *namedBodies
	tags      *tagBodies
	frames    *frameBodies
	to        *recipientCall
	tree      *tree.Call
	calls     *pythonCalls
	token     *tokenCall
	nameLines *namelines.Body
}

// Init makes it a part of a parser for the table.
func (hd *Heads) Init(t *Table, cur *cursor.Cursor, ru *marks.Rules, ms *marks.Marks, co *costs.Costs, pr *prose.Prose, py *prose.Python, qt *prose.Quoting, pl *place.Around) {
	hd.Table, hd.owns = t, t.owns()
	hd.cur, hd.rules, hd.marks, hd.costs, hd.prose, hd.python, hd.quoting, hd.place = cur, ru, ms, co, pr, py, qt, pl
	hd.around.Init(cur, ru, ms, co, pr)
	pl.Calls = &hd.around
	if len(t.Named) > 0 {
		hd.named = new(namedBodies)
	}
	if len(t.Tags) > 0 {
		hd.tags = new(tagBodies)
	}
	if t.Frames != nil {
		hd.frames = newFrameBodies()
	}
	if len(t.Blocks) > 0 {
		hd.between = new(object.Between)
	}
}

// Reset makes it ready for another output.
func (hd *Heads) Reset() {
	hd.candidate = nil
	hd.json.Leave()
	hd.between.Forget()
	hd.tree.Forget()
	hd.around.Reset()
}

// Reads reports whether a candidate reads, and not running text.
func (hd *Heads) Reads() bool { return hd.candidate != nil }

// Step lets the candidate read on; false if it needs more bytes. What is around one that is done goes on.
func (hd *Heads) Step() bool {
	if !hd.candidate.Step(hd) {
		return false
	}
	hd.Begin(resume(hd))
	hd.place.Own = nil
	return true
}

// Pass lets a body read on in a long value without a step; false if it doesn't.
func (hd *Heads) Pass() bool {
	if call, ok := hd.candidate.(*tagCall); ok {
		return call.pass(hd.place)
	}
	return hd.json.Inside() && hd.json.Pass(hd.place)
}

// Streams reports whether text is read that is reported as it is.
func (hd *Heads) Streams() bool { return hd.frames.streams(hd.candidate) }

// Waits reports whether a candidate reads, or what may follow a call is looked for.
func (hd *Heads) Waits() bool { return hd.Reads() || hd.around.After.Active }

// PassDelimiter passes over what may follow a call, if one ended at the position; false if the window
// ends there.
func (hd *Heads) PassDelimiter() bool { return !hd.around.After.Active || hd.around.Delimiter() }

// Skipped notes that text was passed over.
func (hd *Heads) Skipped() {
	if hd.Reads() {
		hd.frames.body.pos = hd.cur.Mark
	}
}

// End ends what is around calls, at the end of the output.
func (hd *Heads) End() { hd.around.Sections.Leave() }

// Held is how many bytes the bodies hold.
func (hd *Heads) Held() int {
	n := hd.json.Held()
	if hd.calls != nil {
		n += hd.calls.Held()
	}
	return n
}

// TextFollows is where the openings that were looked at last end, if it is known that text follows
// them; else 0.
func (hd *Heads) TextFollows() int { return hd.around.Ahead.TextFollows() }

// StartMessage looks for the message, or the rest of one, that begins the output at offset at.
func (hd *Heads) StartMessage(at int) (c Candidate, more bool) {
	if c, more = startFrames(hd, at); more {
		return nil, true
	}
	hd.prose.Leads(at)
	if c != nil || hd.rules.Nested || hd.prose.Quote.Think != 0 {
		return c, false
	}
	return hd.startRecipient(at)
}

// Whole makes the candidate for what is the complete output and begins with c; nil
// if nothing does.
func (hd *Heads) Whole(c byte) Candidate {
	if len(hd.rules.Grammar.Documents) > 0 {
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
	if hd.rules.Grammar.NameLines != "" {
		return hd.startNameLines()
	}
	return nil
}

// OpenMarker opens the candidate for the marker at the position, n bytes long. It is markup, if it opens none.
func (hd *Heads) OpenMarker(m *marks.Marker, n int) {
	if m.Opener == 0 {
		hd.around.StandBeside(m, n)
		return
	}
	hd.marks.Take(m, n)
	c := hd.open(m, hd.cur.Pos)
	if c == nil {
		c = hd.passOver(m, hd.cur.Pos)
	}
	hd.Begin(c)
}

// OpenLine opens the candidate for the marker at the position that counts at a line start only.
func (hd *Heads) OpenLine() { hd.Begin(hd.open(hd.marks.Triggers.Line, hd.cur.Pos)) }

// OpenFence reads a fence's opening line, and opens the candidate that is due behind it; false
// at the end of the window.
func (hd *Heads) OpenFence() bool {
	if !hd.quoting.FenceLine() {
		return false
	}
	hd.OpenDue()
	return true
}

// OpenDue opens the candidate that is due, if one is.
func (hd *Heads) OpenDue() {
	switch d := hd.quoting.TakeDue(); {
	case d.Answer:
		hd.MayAnswer()
	case d.Python:
		hd.openPython(pythoncall.InFence)
	}
}
