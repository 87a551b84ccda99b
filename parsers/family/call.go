package family

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A Call is the call that a [Reader] reads: the output from its opening marker on. Offsets count
// from the start of the output.
type Call struct {
	body    *Body
	env     *body.Env
	reader  Reader
	failing failure.Failing
	header  object.Header
	object  openings.Candidate // reads the arguments; nil: the reader does

	start    int // behind the opening marker
	pos      int // of a failed call: read up to here
	inner    int // where the arguments begin; 0: they didn't
	tail     int // up to here, white space follows the arguments
	ending   parsers.End
	doubtful bool // its text may be a damaged object
	end      int  // of the arguments; 0: they didn't end
	left     bool
	engine   *openings.Openings
}

// open begins a call.
func (b *Body) open(e *openings.Openings, at int) openings.Candidate {
	c := &Call{body: b, env: &e.Place, reader: b.New(), start: e.MarkerEnd(at), engine: e}
	c.header = object.Header{
		Start: at, NameAt: c.start, Format: b.Format, After: c.after, StringsEnd: true,
		Free: c.env.Penalties.Penalized(at), Mergeable: c.env.Penalties.TextCalls() > 0,
		Openers: b.Markers.Open, Closers: b.Markers.Close,
	}
	return (*candidate)(c)
}

// Start returns the offset behind the opening marker.
func (c *Call) Start() int { return c.start }

// Rest returns the output from offset at on, as far as it is there. It is valid until Read returns.
func (c *Call) Rest(at int) []byte { return c.env.Rest(at) }

// Final reports whether the output ends behind Rest.
func (c *Call) Final() bool { return c.env.Final }

// CutOff reports whether the output ends behind Rest because it was too long.
func (c *Call) CutOff() bool { return c.env.Final && c.env.Reason == parsers.FinishLength }

// Config returns the options and the tools of the request.
func (c *Call) Config() *parsers.Config { return c.env.Config }

// Count notes that n bytes were looked at. A reader counts the bytes that it scans, so that a test
// can check that its work is linear.
func (c *Call) Count(n int) { c.env.Visits.Add(n) }

// IndexAny returns the index in b of the first of the characters, or -1. It counts what it looks at.
func (c *Call) IndexAny(b []byte, chars string) int { return c.env.Visits.IndexAny(b, chars) }

// Index returns the index of the text in b, or -1. It counts what it looks at.
func (c *Call) Index(b []byte, text string) int { return c.env.Visits.Index(b, []byte(text)) }

// Marker reports whether a marker that ends the call is at offset at, where more of the output must
// be: the call's closer, an end-of-turn token, or a marker that begins another call. The end of the
// output may cut the closer off. more: it takes more of the output to decide.
func (c *Call) Marker(at int) (ends, more bool) {
	n := c.stops(at)
	return n.Yes() || n == match.No && c.cut(at), n == match.More
}

func (c *Call) stops(at int) match.Answer {
	if rest := c.env.Rest(at); len(rest) == 0 || !c.env.Firsts[rest[0]] {
		return match.No
	}
	return c.env.StopsAt(at)
}

// Begin reports the call's name. Its arguments begin at offset at. If id is empty, the call gets an
// id as other calls do. If the name can't be a tool's, the call fails.
func (c *Call) Begin(name, id string, at int) {
	if c.failing.Failed {
		return
	}
	c.inner = at
	if c.named(name, id); c.header.Malformed != "" {
		c.Fail(at, parsers.ReasonMalformed, c.header.Malformed)
		return
	}
	h := &c.header
	c.env.BeginCall(parsers.Begin{
		At: h.Start, Name: h.Name, ID: h.ID, Format: h.Format, FreeText: h.Free, Mergeable: h.Mergeable,
	})
}

// named finds the tool that the name means.
func (c *Call) named(name, id string) {
	c.header.ID = id
	c.header.SetName(c.env, []byte(name), c.start, "no tool can have the call's name")
}

// Arguments reports the next part of the arguments. All parts together are a JSON object, unless
// Fail is called later.
func (c *Call) Arguments(part []byte) {
	if c.inner > 0 && !c.failing.Failed {
		c.env.Handler.Arguments(part)
	}
}

// End ends a call whose arguments, which were all reported, end at offset at. The engine reads
// the closer behind that. If Begin wasn't called, the call fails. At the end of the output, under
// AcceptIncomplete, how.Weak says that the output cut the call off.
func (c *Call) End(at int, how parsers.End) {
	switch {
	case c.failing.Failed:
	case c.inner == 0:
		c.Fail(at, parsers.ReasonMalformed, "the call has no name")
	default:
		how.SecondReading = how.SecondReading || c.doubtful
		c.end, c.ending = at, how
	}
}

// Text reports the arguments of a call whose arguments are a text: the tool's only property, or its
// only required one, is the text. It reports whether the tool has such a property, and if the property
// takes a string. If it doesn't, nothing is reported. Begin was called before.
func (c *Call) Text(text []byte) bool {
	key, ok := c.TextProperty(c.header.Name)
	if !ok || c.inner == 0 || c.failing.Failed {
		return false
	}
	c.env.Visits.Add(len(text))
	c.doubtful = damaged(text)
	arguments := append(values.AppendString([]byte{'{'}, []byte(key)), ':')
	c.Arguments(append(values.AppendString(arguments, text), '}'))
	return true
}

// damaged reports whether the text may be a damaged object or the rest of a tag: it begins with a '>', or it begins with a bracket or
// a quote, and its brackets don't balance.
func damaged(text []byte) bool {
	if len(text) == 0 || strings.IndexByte("{[\">", text[0]) < 0 {
		return false
	}
	var open []byte // the closers of the open brackets
	quoted := byte(0)
	for i, c := range text {
		switch {
		case quoted != 0:
			if c == quoted && text[i-1] != '\\' {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '{' || c == '[':
			open = append(open, c+2)
		case c == '}' || c == ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return true
			}
			open = open[:len(open)-1]
		}
	}
	return text[0] == '>' || len(open) > 0
}

// TextProperty returns the property that takes a text in the place of all arguments of a declared tool:
// its only one, or its only required one. ok is false if there is no such property, or if it takes no
// string.
func (c *Call) TextProperty(tool string) (key string, ok bool) {
	p := c.env.Rules.Properties(tool)
	if p == nil {
		return "", false
	}
	key, ok = p.Only()
	return key, ok && p.Property([]byte(key)).Types&schema.String != 0
}

// Object is for a call whose arguments are a JSON object, which begins at offset at. The engine
// reports and repairs them, and ends the call. The name and the id are as in Begin, which isn't
// called for such a call.
func (c *Call) Object(name, id string, at int) {
	c.named(name, id)
	c.object = c.engine.OpenHeader(&c.header, at)
}

// Repaired notes what was repaired before the arguments. It is called before Begin and Object.
func (c *Call) Repaired(kind parsers.RepairKind, at int) { c.header.Note(kind, at) }

// Penalize gives a penalty of 0.3 to the call that begins at offset at. It is called before Code.
func (c *Call) Penalize(at int) { c.engine.Penalties.Penalize(at) }

// Code is for a call that is written as Python, whose name begins at offset at. The engine reads it,
// and the calls on the lines after it. The name must be declared, or be one of the names. The marker is
// no part of the call, but next to it. Begin isn't called for such a call.
func (c *Call) Code(names []string, at int) {
	e := c.engine
	e.Penalties.PassPenalty(c.header.Start, at)
	e.Cur.MarkupTo(at, parsers.RoleAdjacent)
	python := &grammar.Python{Format: c.body.Format, Token: &grammar.PythonToken{Format: c.body.Format, Builtins: names}}
	code := openings.Own[pythoncall.Call](e)
	code.OpenBehind(python, at)
	c.object = e.Read(code)
}

// Fail ends the call at offset at: it is an invalid call. The engine finds where its text ends.
func (c *Call) Fail(at int, reason parsers.Reason, message string) {
	if c.failing.Failed {
		return
	}
	c.pos = at
	c.failing.FailAt(c.env, at, c.inner, parsers.Invalid{
		Name: c.header.Name, ID: c.header.ID, Format: c.header.Format, Reason: reason, Message: message,
		FreeText: c.header.Free, Repairs: c.header.Repairs,
	})
}

// Leave leaves the opening marker in the text: it begins no call. Begin wasn't called.
func (c *Call) Leave() { c.left = true }

// A candidate is a Call as the engine knows it.
type candidate Call

// Step implements [openings.Candidate].
func (own *candidate) Step(e *openings.Openings) (done bool) {
	c := (*Call)(own)
	if c.object == nil {
		done = c.failing.StepThrough(c.env, &c.pos, c.read)
	}
	if c.object != nil {
		return c.object.Step(e)
	}
	return done
}

func (c *Call) read() (more, done bool) {
	env := c.env
	switch {
	case c.failing.Failed:
		return c.leaveFailed(), false
	case c.end > 0:
		return c.finish()
	}
	if !c.left {
		c.reader.Read(c)
	}
	switch {
	case c.left:
		return c.leave()
	case c.object != nil:
		return false, true
	case c.end > 0 || c.failing.Failed:
		return false, false
	case !env.Final:
		return true, false
	}
	c.Fail(env.Window.End(), parsers.ReasonIncomplete, failure.CutOff)
	return false, false
}

// leave leaves the marker in the text, or to another family that has it.
func (c *Call) leave() (more, done bool) {
	if yes, more := c.env.Markers.Decline(c.header.Start); yes || more {
		return more, yes
	}
	c.env.Seek(c.start)
	return false, true
}

// finish reads the closer behind the arguments, and ends the call.
func (c *Call) finish() (more, done bool) {
	env := c.env
	t, more := c.after(env, c.end, false)
	switch {
	case more:
		return true, false
	case t.Malformed != "":
		c.Fail(c.end, parsers.ReasonMalformed, t.Malformed)
		return false, false
	}
	how := c.ending
	how.Repairs = append(c.header.Repairs, how.Repairs...)
	switch {
	case how.Weak && len(env.Rest(t.End)) == 0 && t.Missing && env.Config.Options.AcceptIncomplete:
		env.Penalties.CutOffHere() // closing it is no repair
	case t.Missing:
		how.Repairs = append(how.Repairs, parsers.Repair{Kind: repair.MissingMarker, Offset: c.end})
	}
	env.Seek(t.End)
	env.Calls.EndCall(t.End, how)
	env.Calls.Called()
	return false, true
}

// after reads what follows the arguments, which end at offset at: the closer, unless it is missing.
func (c *Call) after(env *body.Env, at int, failed bool) (t object.Tail, more bool) {
	end, more := env.Space(max(c.tail, at))
	if c.tail = end; more {
		return t, true
	}
	n, stops := c.closer(end), c.stops(end)
	switch {
	case n == match.More || !n.Yes() && stops == match.More:
		return t, true
	case n.Yes():
		return object.Tail{End: end + n.Len()}, false
	case len(c.body.Markers.Close) == 0:
		return object.Tail{End: at}, false
	case !failed && c.cut(end):
		return object.Tail{End: end + len(env.Rest(end)), Missing: true}, false
	case stops.Yes() || len(env.Rest(end)) == 0:
		return object.Tail{End: at, Missing: true}, false
	case failed:
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: "something other than a marker follows the arguments"}, false
}

// closer matches the call's closer.
func (c *Call) closer(at int) match.Answer {
	return match.AnySpelling(c.env.Visits, c.body.Markers.Close, c.env.Rest(at), c.env.Final, false)
}

// cut reports whether the output ends in the first part of the closer, which begins at offset at.
func (c *Call) cut(at int) bool {
	rest := c.env.Rest(at)
	return c.env.Final && len(rest) > 0 && match.AnySpelling(c.env.Visits, c.body.Markers.Close, rest, false, false) == match.More
}

// leaveFailed looks for the end of the failed call: behind its closer, or before another marker.
func (c *Call) leaveFailed() (more bool) {
	env := c.env
	defer env.Visits.Passed(c.pos, &c.pos)
	for ; c.pos < env.Window.End(); c.pos++ {
		switch n := c.stops(c.pos); {
		case n == match.More:
			return true
		case n.Yes():
			c.failing.LeaveAt(c.pos + c.closer(c.pos).Len())
			return false
		}
	}
	if env.Final {
		c.failing.LeaveAt(c.pos)
	}
	return !env.Final
}
