package pythoncall

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Deliver reports the calls that a vendor couldn't read. They are in a JSON string, whose text is
// between the two offsets, behind ": ". The rest of the string is markup.
func (p *Calls) Deliver(env *body.Env, g *grammar.Python, start, end int) {
	decoded, at := decoded(env.Visits, env.Slice(start, end), start)
	from := env.Visits.Index(decoded, []byte(": "))
	if from < 0 {
		return
	}
	from += len(": ")
	if len(env.Visits.TrimSpace(decoded[from:])) == 0 {
		return // the string contains no call
	}
	items, ok := inside(p, env, g, decoded[from:], true)
	if !ok {
		env.Markup(at(from), parsers.RoleDocument)
		env.Invalid(end, parsers.Invalid{
			Format: g.Format, FreeText: true,
			Reason: parsers.ReasonMalformed, Message: "the code contains more than calls", FailedAt: at(from),
		})
		return
	}
	for i := range items {
		c := &items[i]
		c.move(func(i int) int { return at(from + i) })
		c.free = true
		env.Markup(c.start, parsers.RoleDocument)
		env.NoteAlone() // the rest of the document follows it
		c.report(env, parsers.Begin{Format: g.Format})
	}
}

// decoded returns the value of a JSON string, whose text begins at offset from. at returns the
// offset of each byte of the value.
func decoded(v *work.Counter, raw []byte, from int) (text []byte, at func(int) int) {
	return resolved(v, raw, from, func(b []byte) ([]byte, int) {
		_, n := jsonscan.Unescape(b)
		return jsonscan.DecodeString(b[:n], true), n
	})
}

// Call is the body for a single call behind a text that announces it. It reads the call's name,
// `key=value, …)`, and the closing parentheses around the call. Each argument is reported once its
// value is complete.
type Call struct {
	callState
	args pythonargs.Reader
}

// A callState is what is known of the call, except for its arguments.
type callState struct {
	g     *grammar.Python
	token *grammar.PythonToken // the token before the call; nil: the call is printed
	phase callPhase
	name  int // where the name starts
	outer int // parentheses around the call, still open

	call   item   // as far as it was read
	before []item // the calls before it, behind the same token
	closed int    // behind the last closing parenthesis; 0: the arguments aren't closed yet
	broken failure.BrokenCall
}

type callPhase uint8

const (
	callDue    callPhase = iota // before its name
	callArgs                    // in its arguments
	callClosed                  // in the parentheses around it
	callBehind                  // behind it: does another one follow?
	callBroken                  // behind the place where it failed
)

// OpenPrinted begins to read a printed call, behind the beginning of the print.
func (c *Call) OpenPrinted(g *grammar.Python, at int) {
	c.args.Empty()
	c.callState = callState{g: g, name: at, outer: 1}
}

// OpenBehind begins to read a call behind the grammar's Token.
func (c *Call) OpenBehind(g *grammar.Python, at int) {
	if c.phase != callDue { // only a call that was started needs a reset; most often JSON follows the token
		c.args.Empty()
		c.callState = callState{}
	}
	c.g, c.token, c.name = g, g.Token, at
}

// Found reports, at the end, whether there was a call, accepted or failed. If there was none, the
// position is where it could begin.
func (c *Call) Found() bool { return c.phase != callDue }

// Held is how many bytes the call takes, next to its text.
func (c *Call) Held() int {
	return c.args.Object.Held() + cap(c.call.repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// Step implements [body.Body].
func (c *Call) Step(env *body.Env) bool {
	if c.phase == callDue {
		switch a := c.header(env); {
		case a == match.More:
			return false
		case a == match.No:
			env.Seek(c.name)
			return true
		default:
			c.begin(env, a.Len())
		}
	}
	switch c.phase {
	case callClosed:
		return c.close(env)
	case callBehind:
		return c.behind(env)
	case callBroken:
		return c.leave(env)
	}
	return c.read(env)
}

// header reads the call's name and opening parenthesis. It returns the length of both.
func (c *Call) header(env *body.Env) match.Answer {
	if c.token != nil {
		start, more := env.Space(c.name)
		env.Text(start)
		if c.name = start; more {
			return match.More
		}
		if !env.Config.Counts(c.token.Format) {
			return match.No
		}
	}
	rest := env.Rest(c.name)
	a := matchName(env, rest)
	if !a.Yes() {
		return a
	}
	name, kind, ok := c.called(env, rest[:a-1])
	if !ok {
		return match.No
	}
	c.call.name = name
	if kind != 0 {
		c.call.note(kind, c.name)
	}
	return a
}

// called returns the name of the tool that raw means, and the repair of raw. ok is false if there
// is no such tool.
func (c *Call) called(env *body.Env, raw []byte) (name string, kind repair.Kind, ok bool) {
	if c.token == nil {
		return anyName(env, c.g, raw)
	}
	if name, kind, ok = declared(env, c.g, raw); ok {
		return name, kind, ok
	}
	bare, method := bytes.CutSuffix(raw, []byte(c.token.Method))
	switch {
	case !method:
		return "", 0, false
	case c.token.Builtin(bare):
		return string(bare), 0, true
	}
	return declared(env, c.g, bare)
}

// begin starts to read the arguments, n bytes behind the start of the name.
func (c *Call) begin(env *body.Env, n int) {
	c.call.start, c.call.free = env.Mark, c.token == nil || env.Penalties.Penalized(c.name)
	c.readArgs(env, n)
}

// readArgs starts to read the arguments, n bytes behind the start of the name. Of several calls, only the first one is
// reported as it comes.
func (c *Call) readArgs(env *body.Env, n int) {
	c.call.inner, c.phase = c.name+n, callArgs
	cfg := config(env, c.call.name)
	c.args.Start(c.call.inner, cfg)
	if cfg.Properties == nil && len(c.before) == 0 {
		c.report(env) // without a schema, its arguments can only be keywords
	}
}

// read reads the arguments. It returns false if they may continue in later bytes.
func (c *Call) read(env *body.Env) bool {
	r := &c.args
	s := r.Read(&env.Window)
	if r.Keyed() && len(c.before) == 0 {
		c.report(env)
	}
	switch {
	case s == pythonargs.More:
		c.send(env)
		return false
	case s == pythonargs.Closed:
		c.closed, c.phase = r.Pos(), callClosed
		if c.token != nil {
			return c.behind(env)
		}
		return c.close(env)
	}
	depth, reason, message, more := whyFailed(env, r, s)
	if more {
		return false
	}
	return c.fail(env, r.Pos(), depth, reason, message)
}

// close reads the parentheses around the call. It returns false if they may be in later bytes.
func (c *Call) close(env *body.Env) bool {
	for ; c.outer > 0; c.outer-- {
		at, more := env.Space(c.closed)
		rest := env.Rest(at)
		switch {
		case more:
			c.send(env)
			return false
		case len(rest) == 0 && env.Repairs():
			missing := []parsers.Repair{{Kind: repair.MissingCloser, Offset: c.closed}}
			return c.end(env, c.closed, parsers.End{Repairs: slices.Repeat(missing, c.outer)})
		case len(rest) == 0:
			return c.fail(env, at, 0, parsers.ReasonIncomplete, failure.CutOff)
		case rest[0] != ')':
			return c.fail(env, at, 0, parsers.ReasonMalformed, keywordsMessage)
		}
		c.closed = at + 1
	}
	return c.end(env, c.closed, parsers.End{})
}

// behind reads what follows a call behind a token. Several calls there are divided by ';' or newlines. All of them
// count, or none: then the code may do something else. It returns false if more bytes are needed.
func (c *Call) behind(env *body.Env) bool {
	c.phase = callBehind
	at, more := env.Space(c.closed)
	divided := env.Visits.IndexByte(env.Slice(c.closed, at), '\n') >= 0
	rest := env.Rest(at)
	same := !more && len(rest) > 0 && rest[0] == ';'
	if same {
		end := at + 1
		at, more = env.Space(end)
		same = env.Visits.IndexByte(env.Slice(end, at), '\n') < 0
		divided, rest = true, env.Rest(at)
	}
	if more {
		c.send(env)
		return false
	}
	if !divided || len(rest) == 0 {
		return c.end(env, c.closed, parsers.End{})
	}
	a := matchName(env, rest)
	if a == match.No && same {
		a = env.StopsAt(at)
		same = a == match.No
		a = min(a, match.No)
	}
	switch {
	case a == match.More:
		c.send(env)
		return false
	case a.Yes():
		if name, kind, ok := c.called(env, rest[:a-1]); ok {
			c.another(env, at, name, kind, a.Len())
			return c.read(env)
		}
		return c.reject(env, c.closed)
	case same:
		return c.reject(env, c.closed)
	}
	return c.end(env, c.closed, parsers.End{})
}

// another begins to read the next call, whose name is at offset at.
func (c *Call) another(env *body.Env, at int, name string, kind repair.Kind, n int) {
	c.takes(env, c.closed)
	c.call = item{name: name, start: at, free: c.call.free}
	if kind != 0 {
		c.call.note(kind, at)
	}
	c.name, c.closed = at, 0
	c.readArgs(env, n)
}

// takes adds the call that was read, up to offset end, to those that wait for the last one.
func (c *Call) takes(env *body.Env, end int) {
	it := c.call
	it.arguments = append(env.Visits.Clone(c.args.Object.Members()), '}')
	it.free = it.free || c.args.Object.Mapping
	it.repairs = slices.Concat(it.repairs, c.args.Object.Repairs)
	it.second, it.end = c.args.SecondReading(), end
	c.before = append(c.before, it)
}

// tell reports the calls that waited.
func (c *Call) tell(env *body.Env) {
	for i := range c.before {
		it := &c.before[i]
		if i > 0 {
			env.Markup(it.start, parsers.RoleBetween)
		}
		env.Seek(it.end)
		it.call(env, parsers.Begin{Format: c.format()})
	}
	if len(c.before) > 0 {
		env.Markup(c.call.start, parsers.RoleBetween)
	}
	c.before = nil
}

// reject reports all calls, up to offset end, as an invalid one.
func (c *Call) reject(env *body.Env, end int) bool {
	c.takes(env, end)
	first := &c.before[0]
	env.Invalid(end, parsers.Invalid{
		Name: first.name, Format: c.format(), FreeText: first.free, Reason: parsers.ReasonMalformed, Message: mixedMessage,
		Arguments: env.Slice(first.inner, end), FailedAt: end,
	})
	env.Seek(end)
	return true
}

const mixedMessage = "more than calls follows the token"

// report reports the call, once it is known whether its arguments are keywords or a dict.
func (c *Call) report(env *body.Env) {
	c.call.free = c.call.free || c.args.Object.Mapping
	c.call.begin(env, parsers.Begin{Format: c.format()})
}

func (c *Call) format() string {
	if c.token != nil {
		return c.token.Format
	}
	return c.g.Format
}

// send reports the members that are complete.
func (c *Call) send(env *body.Env) {
	if c.call.begun {
		c.call.send(env, c.args.Object.Members())
	}
}

// end ends the call at offset end.
func (c *Call) end(env *body.Env, end int, call parsers.End) bool {
	c.tell(env)
	c.report(env)
	c.call.send(env, append(c.args.Object.Members(), '}'))
	call.Repairs = slices.Concat(c.call.repairs, c.args.Object.Repairs, call.Repairs)
	call.SecondReading = c.args.SecondReading()
	env.Seek(end)
	env.NoteArguments(c.call.inner, end)
	env.Calls.EndCall(end, call)
	env.Calls.Called()
	return true
}

// fail reports that the call failed at offset at. depth is the number of its own brackets that are
// open there.
func (c *Call) fail(env *body.Env, at, depth int, reason parsers.Reason, message string) bool {
	quoted := c.args.InString()
	if len(c.before) > 0 && message != failure.CutOff {
		return c.failAll(env, at, depth, quoted)
	}
	c.tell(env)
	c.broken = failure.BrokenFrom(env, c.call.inner, at, depth+c.outer, quoted)
	if quoted && message == failure.CutOff {
		c.endsBefore(env, depth+c.outer)
	}
	end, more := c.broken.Find(env)
	switch {
	case message != failure.CutOff:
	case quoted && (end < env.Window.End() || c.broken.Ended):
		reason, message = parsers.ReasonMalformed, stringMessage
	case c.phase == callArgs && env.Config.Options.AcceptIncomplete && c.args.Object.Close():
		return c.end(env, env.Window.End(), parsers.End{Weak: true})
	}
	arguments := env.Slice(min(c.call.inner, end), end)
	if c.phase == callClosed {
		arguments = arguments[:min(c.args.Pos()-1-c.call.inner, len(arguments))]
	}
	invalid := parsers.Invalid{
		Name: c.call.name, Format: c.format(), FreeText: c.call.free, Reason: reason, Message: message,
		Arguments: arguments, ArgumentsOpen: c.phase == callArgs,
	}
	if reason == parsers.ReasonMalformed {
		invalid.FailedAt = at
	}
	env.Invalid(end, invalid)
	c.phase = callBroken
	return ended(env, end, more)
}

// failAll reports all calls as an invalid one, up to the end of the last one, which failed at offset at.
func (c *Call) failAll(env *body.Env, at, depth int, quoted bool) bool {
	c.broken = failure.BrokenFrom(env, c.call.inner, at, depth+c.outer, quoted)
	end, more := c.broken.Find(env)
	c.phase = callBroken
	first := &c.before[0]
	env.Invalid(end, parsers.Invalid{
		Name: first.name, Format: c.format(), FreeText: first.free, Reason: parsers.ReasonMalformed, Message: mixedMessage,
		Arguments: env.Slice(first.inner, end), ArgumentsOpen: true, FailedAt: at,
	})
	return ended(env, end, more)
}

// endsBefore looks for the end of a call with an unclosed string, up to the end of the output. The
// call ends where its brackets balance behind a misplaced quote or, behind a token, before a
// marker.
func (c *Call) endsBefore(env *body.Env, depth int) {
	from, astray, _ := c.args.Text()
	ends, ok := latestEnd(env, from, 2, c.token != nil)
	if !ok {
		return
	}
	if ends < env.Window.End() {
		c.broken = failure.BrokenFrom(env, c.call.inner, ends, depth, false)
	}
	if astray > 0 {
		own := failure.BrokenFrom(env, c.call.inner, astray+1, depth, false)
		if at, _ := own.Find(env); own.Ended && at <= ends {
			c.broken = own
		}
	}
}

// leave looks for the end of the failed call. It returns false if the end isn't in the window yet.
func (c *Call) leave(env *body.Env) bool {
	end, more := c.broken.Find(env)
	env.InvalidText(end)
	return ended(env, end, more)
}

func ended(env *body.Env, end int, more bool) bool {
	if !more {
		env.Seek(end)
	}
	return !more
}
