package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// Call is the candidate for JSON in running text and in fences. The JSON is an object that is a
// call or contains one, or an object or array that contains several. Call decides which of its
// parts reads next. Each part makes one kind of decision, and knows only the parts above it in this
// list.
type Call struct {
	_ noCopy // the parts point at each other

	below
	verdict verdict
	walk    walk
	failed  failed
	onward  onward
	doubt   doubt

	phase  phase
	inside inside
	usual  usual
}

// A noCopy makes go vet report a copy of a value that contains it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// A phase is what is read next.
type phase uint8

const (
	scanning      phase = iota
	unbegun             // nothing is read yet
	listText            // in a string that is the first element of a list
	listTextEnded       // behind that string
	ended               // the unit is complete; does a surplus closer follow?
	doubting            // the JSON has a contradiction: may a marker begin in the string before it?
	recovering
	failing
	passing // skipping the rest of a definition
	leaving // closers are missing, between markers: what follows?
	closing // the list between markers has ended: what follows?
	waiting // more bytes are needed; the phase stays the same
	done    // everything is reported
)

// New returns a body for JSON. It reads one call or one list at a time.
func New() *Call {
	j := new(Call)
	j.lex.opening = &j.opening
	j.unit = unit{opening: &j.opening, lex: &j.lex}
	j.report = report{opening: &j.opening, lex: &j.lex, unit: &j.unit}
	j.verdict.below = &j.below
	j.walk.below, j.walk.verdict = &j.below, &j.verdict
	j.failed.below, j.failed.walk = &j.below, &j.walk
	j.onward.below, j.onward.walk, j.onward.failed, j.onward.verdict = &j.below, &j.walk, &j.failed, &j.verdict
	j.doubt.below, j.doubt.walk, j.doubt.failed = &j.below, &j.walk, &j.failed
	return j
}

// Open begins to read at the bracket at offset at. The text may be a call or contain calls.
// doubled: the bracket is a brace, and a second brace follows it.
func (c *Call) Open(env *body.Env, at int, doubled bool) {
	c.opens(env.Rules.Shape(), nil, nil, at, doubled)
}

// OpenLead is Open for JSON at the start of the output.
func (c *Call) OpenLead(env *body.Env, lead *grammar.Lead, at int, doubled bool) {
	c.opens(lead.Shape, lead, nil, at, doubled)
}

// OpenHeader begins to read JSON behind a header, from offset at on. The mark must be at the call's
// start.
func (c *Call) OpenHeader(env *body.Env, t *Header, at int) {
	env.Own = t
	c.opens(t.Shape, nil, t, at, false)
}

// opens prepares only what a plain call needs. begin prepares the rest.
func (c *Call) opens(root *grammar.Shape, lead *grammar.Lead, t *Header, at int, doubled bool) {
	g := &c.opening
	g.root, g.lead, g.tag = root, lead, t
	g.held, g.jsonAt, g.opened, g.doubled = false, 0, at, doubled
	if g.marked() {
		g.jsonAt = at
	}
	c.walk.list = false
	c.phase = unbegun
}

// begin prepares the reading token by token, of what was opened.
func (c *Call) begin(env *body.Env) {
	at, t := c.opening.opened, c.opening.tag
	if c.opening.marked() {
		c.opening.doubled = env.Repairs() && bytes.HasPrefix(env.Rest(at), []byte("{{"))
	}
	start := at
	if c.opening.doubled {
		start++
	}
	c.reset(env, start)
	switch {
	case t == nil:
		c.walk.startUnit(env, at, c.opening.doubled)
	case t.Shape == nil:
		c.walk.startArguments(env, t)
	default:
		c.walk.startUnit(env, t.Start, c.opening.doubled)
	}
}

// ReadWhole reads a call of a document as it would be read in running text, but doesn't report it.
// The call must be complete in the window. via is the key of the document that holds the call.
func (c *Call) ReadWhole(env *body.Env, at int, root *grammar.Shape, via *grammar.Field) {
	c.opens(root, nil, nil, at, false)
	c.opening.held = true
	c.reset(env, at)
	c.walk.startUnit(env, at, false)
	c.unit.free = false // a document is no running text
	if via != nil {
		c.unit.enter(via)
	}
	c.scan(env)
}

// IsCall reports whether the complete object is a call, or must be reported as an invalid call.
func (c *Call) IsCall(env *body.Env) bool { return c.verdict.isCall(env) }

// Format returns the name of the call's format.
func (c *Call) Format(env *body.Env) string { return c.opening.format(env, c.unit.source) }

// EndWhole reports the call that ReadWhole read and that ends at end.
func (c *Call) EndWhole(env *body.Env, end int) {
	c.verdict.endUnit(env, end, parsers.End{Pending: c.walk.list})
}

// EndBare reports a call whose header ends at end and has no arguments behind it.
func (c *Call) EndBare(env *body.Env, t *Header, end int) {
	c.OpenHeader(env, t, end)
	c.begin(env)
	if t.Malformed != "" {
		c.report.reject(env, t.NameAt, end, parsers.ReasonMalformed, t.Malformed)
	} else {
		c.verdict.endUnit(env, end, parsers.End{Pending: c.walk.list})
	}
	env.Seek(end)
	env.Calls.Called()
}

// Step implements [Candidate].
func (c *Call) Step(env *body.Env) bool {
	c.inside = nowhere
	if c.phase == unbegun {
		if c.readWhole(env) {
			return true
		}
		c.begin(env)
	}
	for {
		var next phase
		if c.phase == scanning {
			next = c.scan(env)
		} else {
			next = c.next(env)
		}
		switch next {
		case done:
			return true
		case waiting:
			if c.report.begun {
				c.flush(env)
			}
			if c.lex.s.Passes() {
				c.wait()
			}
			return false
		default:
			c.phase = next
		}
	}
}

// next handles all phases except for scanning, and returns the next phase.
func (c *Call) next(env *body.Env) phase {
	switch c.phase {
	case listText:
		return c.listText(env)
	case listTextEnded:
		return c.behindListText(env)
	case ended:
		return c.behindUnit(env)
	case doubting:
		return c.doubt.doubt(env)
	case recovering:
		return c.doubt.recover(env)
	case failing:
		return c.fail(env)
	case passing:
		return c.onward.pass(env)
	case leaving:
		return c.finishHeader(env, c.onward.endAt)
	}
	return c.finishList(env)
}

// scan reads tokens.
func (c *Call) scan(env *body.Env) phase {
	w := &env.Window
	for {
		t := c.lex.s.Next(w)
		if t.Kind == jsonscan.More {
			return waiting
		}
		if c.unit.def.stage != schemaSettled {
			c.unit.watchSchema(w, t)
		}
		switch t.Kind {
		case jsonscan.End:
			return c.endOfInput(env, body.EndsOutput)
		case jsonscan.Unexpected:
			return c.unexpected(env, t)
		case jsonscan.TooDeep:
			return c.failed.setFailure(t.Start, parsers.ReasonLimit, failure.TooDeep)
		case jsonscan.StringBegin:
			// The end of a name is never in doubt, because a name has no quotes.
			if c.walk.skip > 0 || c.walk.field == nil || c.walk.field.Name == 0 {
				c.again.Suspect.Begin(&c.lex.s, t.Start)
			}
			if c.walk.skip == 0 {
				c.walk.valueBegins(t.Start, stringArguments)
				if c.walk.beginsListWithText(env) {
					return listText
				}
			}
		case jsonscan.Key:
			if env.Penalties.Budget().Exhausted() && c.failed.overrun(env, t.Start) {
				return failing
			}
			if next := c.key(env, w, t); next != scanning {
				return next
			}
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			if t.Kind == jsonscan.ObjectOpen {
				c.again.Opened(t.Start, c.lex.s.Nesting.Depth())
			}
			if c.walk.skip == 0 {
				if c.readElement(env, w, t) {
					continue
				}
				c.walk.open(env, t)
				if closer, ok := c.walk.skipPlain(env, t); ok {
					if next := c.onward.closed(env, closer); next != scanning {
						return next
					}
					continue
				}
			}
		case jsonscan.ObjectClose, jsonscan.ArrayClose:
			if next := c.onward.closed(env, t); next != scanning {
				return next
			}
		case jsonscan.String:
			if c.walk.skip == 0 {
				if c.walk.field != nil {
					c.walk.stringValue(env, w, t)
				}
				c.walk.valueEnds(c.lex.s.PrevEnd())
				if !c.onward.otherElement(env, c.lex.s.StringStart()) {
					return failing
				}
			}
			if c.walk.argumentsEnded() {
				return ended
			}
		case jsonscan.Number, jsonscan.Literal:
			if c.walk.skip == 0 {
				c.walk.numberID(w, t)
				c.walk.valueBegins(t.Start, kindOfWord(w, t))
				c.walk.valueEnds(t.End)
				if !c.onward.otherElement(env, t.Start) {
					return failing
				}
			}
			if c.walk.argumentsEnded() {
				return ended
			}
		case jsonscan.Comma:
			if c.walk.skip == 0 {
				c.report.maybeBegin(env)
			}
		}
		if c.unit.def.hinted && c.unit.defines(env) {
			return c.onward.define(env)
		}
	}
}

// flush reports the arguments that can't change anymore, if the call's beginning was reported.
func (c *Call) flush(env *body.Env) {
	u := &c.unit
	if u.args.kind == stringArguments || c.failed.failure.reported {
		return
	}
	end := c.lex.s.Certain()
	if u.args.end > 0 {
		end = min(end, u.args.end)
	}
	if u.def.stage != schemaSettled {
		end = c.unit.sureUpTo(env, end)
	}
	c.report.flushTo(env, end)
}

// reset prepares the body for reading from offset at on. Large fields aren't cleared here: they are
// set before they are used.
func (c *Call) reset(env *body.Env, at int) {
	c.phase = scanning
	c.lex.start(env, at)
	c.failed.breaks(env)
	c.report.edited = buffers.Reused(c.report.edited)
	c.again.NoSearch()
	c.verdict.calls = 0
	c.walk.reset()
	c.failed.failure, c.failed.stop, c.failed.inLine = failedCall{}, failure.Stop{}, 0
	c.onward.endAt, c.onward.noBracket = 0, false
	c.doubt.search, c.doubt.seeking = nil, false
	if c.lex.rare != nil {
		c.lex.rare.twice = endsTwice{}
	}
}

// key handles a key.
func (c *Call) key(env *body.Env, w *jsonscan.Window, t jsonscan.Token) phase {
	if c.walk.list && c.walk.n < c.walk.listAt {
		c.walk.field = nil // behind the list, which has the calls
		return scanning
	}
	raw := w.Slice(t.Start, t.End)
	c.again.Suspect.Key(raw)
	if !c.again.Unique(w, &c.lex.s, t) {
		return c.failed.trouble(t.Start, recovery.Twice)
	}
	if c.walk.skip > 0 {
		c.walk.argument(raw)
		return scanning
	}
	if t.Escaped {
		raw = c.lex.log.Decode(w, t)
	}
	if !c.walk.key(env, raw, t.Start) {
		return c.failed.setFailure(c.lex.s.Pos(), parsers.ReasonMalformed, "the object has another key next to the tool's name")
	}
	return scanning
}

// Held returns the memory that the call's repairs take, in bytes, or 0 without a call.
func (c *Call) Held() int {
	if c == nil {
		return 0
	}
	n := c.lex.log.Held() + c.again.Held()
	if r := c.lex.rare; r != nil && r.insideLog != nil {
		n += r.insideLog.Held()
	}
	return n
}

// An inside says whether the reading waits inside a string, and everything before is reported. Then
// bytes that only stand for themselves need no step.
type inside uint8

const (
	nowhere inside = iota
	quietly        // nothing of the string is reported yet
	arguing        // the string is part of the arguments, which are reported as they come
)

// wait notes where in a string the reading waits for more bytes.
func (c *Call) wait() {
	u := &c.unit
	switch {
	case c.phase != scanning:
	case !c.report.begun || u.args.kind == stringArguments:
		c.inside = quietly
	case u.args.end == 0 && u.def.stage == schemaSettled && c.report.flushed == c.lex.s.Pos() && !c.failed.failure.reported:
		c.inside = arguing
	}
}

// Inside reports whether the reading waits inside a string.
func (c *Call) Inside() bool { return c != nil && c.inside != nowhere }

// Pass reads to the end of the window without a step, if the call is Inside a string and these bytes only
// make that longer. Otherwise it returns false. Most chunks of a long call only make a string longer.
func (c *Call) Pass(env *body.Env) bool {
	if !c.lex.s.Pass(&env.Window) {
		return false // the step reports the bytes that were read here
	}
	if from, end := c.report.flushed, c.lex.s.Pos(); c.inside == arguing && from < end {
		c.report.flushed = end
		env.Handler.Arguments(env.Slice(from, end)) // it has no repairs
	}
	return true
}

// Leave notes that the reading ends here.
func (c *Call) Leave() {
	if c != nil {
		c.inside = nowhere
	}
}
