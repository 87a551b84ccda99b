package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A plainCall is what was read of a plain call.
type plainCall struct {
	usual *usual
	shape *grammar.Shape // of the outermost object
	left  bool           // the wrapper around it was closed
	source
	identity
	args       *grammar.Field
	name       string
	start, end int    // of the arguments
	text       []byte // the arguments, if they are written as a string
}

// usual describes the last plain call. Most calls are like the one before.
type usual struct {
	shape  *grammar.Shape
	fields [4]*grammar.Field // of its members
	name   string            // a plain name; other names are not kept
}

func (us *usual) field(shape *grammar.Shape, k int) *grammar.Field {
	if us.shape != shape || k >= len(us.fields) {
		return nil
	}
	return us.fields[k]
}

func (us *usual) learn(shape *grammar.Shape, k int, f *grammar.Field) {
	if us.shape != shape {
		*us = usual{shape: shape, name: us.name}
	}
	if k < len(us.fields) && us.fields[k] != f {
		us.fields[k] = f
	}
}

// readWhole reports the call that was opened, with the text behind it, if the call is plain. Most
// calls are. A plain call is short, complete, and JSON without a flaw. It has only a name,
// arguments, an id and a type.
//
// A plain call is read once, and nothing is prepared for the steps (begin). The steps read all
// other text, from its start: text that is cut off or damaged, definitions, JSON that is no call,
// members without a meaning, and calls with a misplaced quote, closer or marker behind them. Both
// ways must have the same result. Every test that cuts an output compares them.
func (c *Call) readWhole(env *body.Env) bool {
	b, t := env.Rest(c.opening.opened), c.opening.tag
	if len(b) < minPlain || c.opening.doubled || c.opening.flawed() || t != nil && env.Penalties.Quoted(t.Start) {
		return false
	}
	i := match.SpaceEnd(b, 0)
	if i == len(b) || b[i] != '{' {
		return false
	}
	p := plainCall{usual: &c.usual, shape: c.opening.root}
	var n int
	if c.opening.alone() {
		if n, _ = jsonscan.Whole(env.Visits, b[i:], env.Rules.MaxDepth(), false); n == 0 || t.Name == "" {
			return false
		}
		n += i
		p.start, p.end, p.name, p.id = i, n, t.Name, t.ID
	} else if n = p.members(env, c.opening.root, b, i+1, env.Rules.MaxDepth()-1); n == 0 || !p.isCall(env) {
		return false
	}
	if rest := b[n:]; len(rest) == 0 && !env.Final || len(rest) > 0 && (spoils(rest[0]) || rest[0] == ']' || rest[0] == ',' && goesOn(env, rest)) {
		return false
	}
	at := c.opening.opened
	end := at + n
	how := parsers.End{Pending: t != nil || env.Prose.InFence()}
	if t != nil {
		at = t.Start
		tail, more := t.After(env, end, false)
		if more || tail.Missing || len(tail.Repairs) > 0 || tail.Malformed != "" || c.opening.flawed() {
			return false // the steps come to this place again, with the same result
		}
		if behind := env.Rest(tail.End); len(behind) > 0 && behind[0] == ',' && goesOn(env, behind) {
			return false
		}
		end, how.FreeText = tail.End, tail.Free
	}
	c.reportWhole(env, &p, b, at, end, how)
	env.Seek(end)
	env.Calls.Called()
	return true
}

// readElement is readWhole for the element of a list that begins with the opener.
func (c *Call) readElement(env *body.Env, w *jsonscan.Window, opener jsonscan.Token) bool {
	if c.walk.n == 0 || !c.walk.frames[c.walk.n-1].list || c.walk.frames[c.walk.n-1].shape.Keyed || opener.Kind != jsonscan.ObjectOpen || w.End() < opener.End+minPlain {
		return false
	}
	if c.opening.held || c.opening.flawed() || c.walk.extraList > 0 || c.lex.s.Notes.Repaired > 0 || len(c.lex.log.Repairs) > 0 {
		return false
	}
	at, u := opener.Start, &c.unit
	b := env.Rest(at)
	p := plainCall{usual: &c.usual, shape: c.opening.root, source: source{via: u.via, encoded: u.encoded, free: u.free}}
	n := p.members(env, c.walk.frames[c.walk.n-1].shape, b, 1, c.lex.s.Nesting.Room())
	if n == 0 || !p.isCall(env) {
		return false
	}
	if rest := b[n:]; len(rest) == 0 && !env.Final || len(rest) > 0 && (spoils(rest[0]) || rest[0] == ',' && goesOn(env, rest)) {
		return false
	}
	if !c.walk.openList(env, at) {
		env.Markup(at, parsers.RoleBetween)
	}
	end := at + n
	c.reportWhole(env, &p, b, at, end, parsers.End{Pending: true})
	c.walk.fresh.inherit(&u.known)
	c.walk.fresh.free = u.free || c.opening.freeText(env, at)
	c.lex.s.CloseAt(end - 1)
	c.walk.nextElement(end)
	return true
}

// spoils reports whether c, behind a plain object, may change its meaning: a quote may be
// misplaced, a closer is surplus, or the object goes on.
func spoils(c byte) bool { return spoiling[c] }

var spoiling = bytetable.Of(func(c byte) bool { return c == '"' || c == '\\' || c == '}' || gluedText(c) })

// goesOn reports whether another member may follow the comma with which rest, directly behind a plain object, begins.
func goesOn(env *body.Env, rest []byte) bool {
	i := match.SpaceEnd(rest, 1)
	if i == len(rest) {
		return !env.Final
	}
	return rest[i] == '"'
}

// reportWhole reports the call, which is from offset at to end. b begins at the opening bracket.
func (c *Call) reportWhole(env *body.Env, p *plainCall, b []byte, at, end int, how parsers.End) {
	args := p.arguments(b)
	if c.opening.tag == nil {
		env.NoteAlone()
	}
	c.verdict.calls++
	p.free = p.free || c.opening.freeText(env, at)
	env.Calls.WholeCall(end, c.opening.describes(env, at, p.name, p.id, p.source), args, how)
	c.opening.called(env)
}

// arguments are the call's arguments in b, decoded if they are a string.
func (p *plainCall) arguments(b []byte) []byte {
	if p.text != nil {
		return p.text
	}
	return b[p.start:p.end]
}

// members reads the members of an object of the shape, from behind its opening brace to behind its
// closing brace. The members may only be a name, arguments, an id and a type. It returns 0 if the
// object isn't plain.
func (p *plainCall) members(env *body.Env, shape *grammar.Shape, b []byte, i, depth int) (end int) {
	if shape.Keyed || depth < 0 {
		return 0
	}
	for k := 0; ; k++ {
		i = match.SpaceEnd(b, i)
		f, n := plainKey(env.Visits, shape, b[i:], p.usual.field(shape, k))
		if f == nil || f.Nesting != grammar.NestedObject {
			return 0
		}
		p.usual.learn(shape, k, f)
		i = match.SpaceEnd(b, i+n)
		if i == len(b) {
			return 0
		}
		at := i
		switch {
		case b[i] == '"':
			i = p.value(env, shape, f, b, i)
		case b[i] != '{':
			return 0
		case f.Shape != nil:
			if p.named != nil || p.args != nil || f.Holds == grammar.HoldsAlternative {
				return 0
			}
			p.enter(f)
			i = p.members(env, f.Shape, b, i+1, depth-1)
			p.left = true
		case f.Arguments == 0 || f.Name != 0 || p.args != nil || tellingKey(b[i+1:]):
			return 0
		default:
			n, _ = jsonscan.Whole(env.Visits, b[i:], depth, false)
			p.args, p.start, p.end = f, i, i+n
			p.free = p.free || f.Free
			i += n
		}
		if i <= at {
			return 0
		}
		if i = match.SpaceEnd(b, i); i == len(b) {
			return 0
		}
		switch b[i] {
		case ',':
			i++
		case '}':
			if p.named == nil || p.args == nil || p.named.Name&p.args.Arguments == 0 {
				return 0
			}
			return i + 1
		default:
			return 0
		}
	}
}

// plainKey returns the field of the key at the start of b, and the length of the key with its
// colon. The field is nil if the key has no meaning, or isn't plain. likely is the field that is
// tried first.
func plainKey(v *work.Counter, shape *grammar.Shape, b []byte, likely *grammar.Field) (f *grammar.Field, n int) {
	if likely != nil {
		n = len(likely.Key)
		if len(b) > n+2 && b[0] == '"' && b[n+1] == '"' && b[n+2] == ':' && string(b[1:n+1]) == likely.Key {
			return likely, n + len(`"":`)
		}
	}
	if len(b) == 0 || b[0] != '"' {
		return nil, 0
	}
	b = b[1:]
	n = jsonscan.PlainLen(b)
	v.Add(n)
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' {
		return nil, 0
	}
	return shape.Field(b[:n]), n + len(`"":`)
}

// value reads the string at index i, the value of field f, and returns its end, or 0 if it isn't
// plain.
func (p *plainCall) value(env *body.Env, shape *grammar.Shape, f *grammar.Field, b []byte, i int) (end int) {
	switch {
	case f.Arguments != 0:
		n := jsonscan.WholeString(b[i:])
		env.Visits.Add(n)
		if n == 0 || f.Name != 0 || p.args != nil {
			return 0
		}
		p.args, p.start, p.end = f, i, i+n
		p.free = p.free || f.Free
		p.text = b[i+1 : i+n-1]
		return i + n
	case f.Name != 0:
		return p.naming(env, f, b, i)
	}
	end = i + 1 + jsonscan.PlainLen(b[i+1:])
	env.Visits.Add(end - i)
	if end == len(b) || b[end] != '"' {
		return 0
	}
	if f.ID() && p.left { // the steps may have reported the call's beginning
		return 0
	}
	p.identify(f, b[i+1:end], shape, p.args != nil)
	return end + 1
}

// naming reads the name at index i.
func (p *plainCall) naming(env *body.Env, f *grammar.Field, b []byte, i int) (end int) {
	if p.named != nil || f.Prefix != "" {
		return 0
	}
	last := p.usual.name
	if end = i + 1 + len(last); end < len(b) && b[end] == '"' && last != "" && string(b[i+1:end]) == last {
		p.name = last
	} else if end = p.newName(env, b, i); end == 0 {
		return 0
	}
	if env.Rules.NoCall(b[i+1 : end]) {
		return 0
	}
	p.named, p.free = f, p.free || f.Free
	return end + 1
}

// newName reads the name at index i, up to its end.
func (p *plainCall) newName(env *body.Env, b []byte, i int) (end int) {
	end = i + 1 + jsonscan.PlainLen(b[i+1:])
	env.Visits.Add(end - i)
	if end == len(b) || b[end] != '"' {
		return 0
	}
	name := b[i+1 : end]
	if names.Plain(name) {
		p.name = env.Intern(name)
		if len(name) <= buffers.Least {
			p.usual.name = p.name // a plain name is valid with any tools
		}
		return end
	}
	if _, kind := names.True(env.Visits, env.Config, name); kind != 0 || !names.Valid(env.Config.Tools, name) {
		return 0
	}
	p.name = env.Intern(name)
	return end
}

// isCall reports whether the members make a call: the type fits, and the arguments are an object.
func (p *plainCall) isCall(env *body.Env) bool {
	if !p.typeOK(p.named) {
		return false
	}
	if p.text == nil {
		return true
	}
	if !p.encoded && !p.shape.StringArguments && !p.typeRules {
		return false
	}
	text := jsonscan.DecodeString(p.text, env.Visits.IndexByte(p.text, '\\') >= 0)
	text = env.Visits.TrimSpace(text)
	n, _ := jsonscan.Whole(env.Visits, text, env.Rules.MaxDepth(), false)
	if n == 0 || text[0] != '{' || match.SpaceLen(text[n:]) < len(text)-n || !plainlyNoSchema(text) {
		return false
	}
	p.text = text[:n]
	return true
}

// minPlain is the minimum number of bytes behind an opener for which the fast way is worth a try.
// Chunks of one or two tokens are shorter.
const minPlain = 16

// Calls that aren't plain, or aren't complete yet, still have mostly plain values. Such a value is
// skipped in one step, instead of many small steps that read token by token. Both ways must have
// the same result, as with complete calls (whole.go).

// skipPlain skips a value that contains nothing of interest, and returns its closer.
func (wk *walk) skipPlain(env *body.Env, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	u, w := &wk.unit, &env.Window
	if wk.skip == 0 || w.End() < opener.End+minPlain || u.def.hinted ||
		wk.lex.s.Notes.Repaired > 0 || wk.again.Rereads() || env.Penalties.Budget().Exhausted() {
		return closer, false
	}
	if u.def.stage != schemaSettled && tellingKey(w.Slice(opener.End, w.End())) {
		return closer, false
	}
	n, last := jsonscan.Whole(w.Visits, w.Slice(opener.Start, w.End()), wk.lex.s.Nesting.Room()+1, true)
	if n == 0 {
		return closer, false
	}
	u.def.stage = schemaSettled
	if last >= 0 {
		wk.again.Suspect.Begin(&wk.lex.s, opener.Start+last)
	}
	return wk.lex.s.CloseAt(opener.Start + n - 1), true
}
