package braces

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Call is the body for one call. Then it can be opened again for the next call. It decides what
// is read next. Each of its parts makes one kind of decision, and knows only the parts above it in
// this list.
type Call struct {
	_ buffers.NoCopy

	opening   opening
	reach     reach
	lookahead lookahead
	args      args
	text      text
	failed    failed

	phase phase
	pos   int  // read up to here
	comma int  // offset of the last comma
	sign  int  // offset of the equals sign that a string must follow
	end   int  // of the arguments
	extra bool // a surplus closer was found
	round bool // a parenthesis is around the object of arguments
	due   bool // the schema lists the key of the value that is due
}

type phase uint8

const (
	inWord      phase = iota // before the word, or the name
	inName                   // in the name
	behindName               // before the arguments
	keyFirst                 // before the first key of an object
	keyNext                  // behind a comma in an object
	behindKey                // before the sign between key and value
	valueFirst               // before the first value of an array
	valueNext                // behind a comma in an array
	valueDue                 // behind a key
	assignedDue              // behind a key and an equals sign instead of a colon
	inText                   // in a delimited string
	behindValue              // before a comma or a closer
	behindAll                // behind the arguments
)

// maxName is the maximum length of a name, in bytes.
const maxName = 512

// Open begins to read the call whose first token, from offset at to end, was read. bare: this token
// is only the word.
func (c *Call) Open(g *grammar.Tree, at, end int, bare bool) {
	if c.args.opening == nil {
		c.connect()
	}
	if c.opening.g != g {
		c.lookahead = lookahead{opening: &c.opening}
	}
	c.opening = opening{g: g, start: at, bare: bare}
	c.reach.from, c.reach.to = 0, 0
	c.args.opens()
	c.text.start = -1
	c.failed.Failing, c.failed.fault = failure.Failing{}, fault{}
	c.phase, c.pos = inWord, end
	c.comma, c.sign, c.end, c.extra, c.round, c.due = 0, 0, 0, false, false, false
	if bare {
		c.phase = inName
		c.opening.note(repair.MissingMarker, at)
	}
}

// Wrong notes that another token is at offset at in the place of the call's own.
func (c *Call) Wrong(at int) { c.opening.note(repair.MissingMarker, at) }

// connect makes the parts point at the parts that they use.
func (c *Call) connect() {
	c.reach = reach{opening: &c.opening}
	c.lookahead = lookahead{opening: &c.opening}
	c.args = args{opening: &c.opening}
	c.text = text{args: &c.args}
	c.failed = failed{opening: &c.opening, args: &c.args, text: &c.text}
}

// Held is how many bytes the call takes, next to its text.
func (c *Call) Held() int {
	return buffers.Long(c.args.out) + c.args.keys.Held() + cap(c.opening.repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// Forget forgets the output.
func (c *Call) Forget() {
	if c != nil {
		c.lookahead = lookahead{opening: &c.opening}
	}
}

// Step implements [body.Body].
func (c *Call) Step(env *body.Env) bool {
	return c.failed.StepThrough(env, &c.pos, func() (more, done bool) {
		more, done = c.read(env)
		if more {
			c.send(env)
		}
		return more, done
	})
}

// read reads the next part of the call.
func (c *Call) read(env *body.Env) (more, done bool) {
	if c.failed.found() {
		return c.failed.read(env, &c.pos), false
	}
	switch c.phase {
	case inWord:
		return c.readWord(env), false
	case inName:
		return c.readName(env)
	case inText:
		return c.readText(env)
	}
	at, more := env.Space(c.pos)
	if more {
		return true, false
	}
	rest := env.Rest(at)
	switch {
	case c.phase == behindAll:
		if a := match.Text(c.opening.g.Word, rest, env.Final); a == match.More && len(rest) > 0 {
			return true, false
		} else if a.Yes() && (!c.opening.bare || at == c.end) { // without the tokens, no space may be between two calls
			c.another(env, at)
			return false, false
		}
		return c.behindAll(env, at)
	case len(rest) == 0:
		c.pos = at
		return false, c.outputEnds(env)
	}
	return c.token(env, at, rest)
}

// another ends the call before the word of another call, at offset at, and continues with that
// call. The tokens between the calls are missing.
func (c *Call) another(env *body.Env, at int) {
	if c.opening.bare {
		c.endCall(env, at, false)
		c.Open(c.opening.g, at, at+len(c.opening.g.Word), true)
		return
	}
	c.opening.note(repair.MissingMarker, c.end)
	c.endCall(env, at, false)
	c.Open(c.opening.g, at, at, false)
	c.opening.note(repair.MissingMarker, at)
}

// readWord skips the word before the name. A part of the word may be missing.
func (c *Call) readWord(env *body.Env) (more bool) {
	at, more := env.Space(c.pos)
	if c.pos = at; more {
		return true
	}
	c.phase = inName
	rest, kind := env.Rest(at), repair.MissingMarker
	n := match.Text(c.opening.g.Word, rest, env.Final)
	if n == match.No && len(rest) > 0 && rest[0] == ':' {
		c.pos++
		if n = match.Text(c.opening.g.Word, rest[1:], env.Final); n.Yes() {
			kind = repair.ExtraOpener
		}
	}
	if n == match.More {
		c.phase, c.pos = inWord, at
		return true
	}
	if c.pos += n.Len(); !n.Yes() || c.pos-at > n.Len() {
		c.opening.note(kind, at)
	}
	return false
}

// readName reads the name, up to the arguments.
func (c *Call) readName(env *body.Env) (more, done bool) {
	at, more := env.Space(c.pos)
	if c.pos = at; more {
		return true, false
	}
	rest := env.Rest(at)
	end, ends := c.reach.until(env, at, nameEnds)
	n := end - at
	ends = ends && n < maxName
	switch a := names.Spaced(env.Config.Tools.Spaced(), rest, env.Final); {
	case a == match.More:
		return true, false
	case a.Yes():
		n, ends = a.Len(), true
	}
	switch {
	case !ends && n >= maxName:
		return false, c.noName(env, at)
	case !ends && !env.Final:
		return true, false
	case !ends:
		c.pos = at + len(rest)
		return false, c.outputEnds(env)
	case n == 0 || !names.Written(env.Config.Tools, rest[:n]):
		return false, c.noName(env, at)
	}
	if c.setName(env, rest[:n], at); !names.Valid(env.Config.Tools, []byte(c.args.name)) {
		c.args.name = ""
		return false, c.noName(env, at)
	}
	c.pos, c.phase = at+n, behindName
	// Without its tokens, a call must name a declared tool, with the arguments directly behind the name.
	if c.opening.bare && (!env.Declared(c.args.name) || rest[n] != '{' && rest[n] != '(') {
		return false, c.prose(env)
	}
	return false, false
}

// noName ends a call without a name. Without its tokens, the text isn't a failed call, but prose.
func (c *Call) noName(env *body.Env, at int) (done bool) {
	if c.opening.bare {
		return c.prose(env)
	}
	c.failed.fail(at, parsers.ReasonMalformed, "the call has no name")
	return false
}

// prose notes that the word is running text.
func (c *Call) prose(env *body.Env) (done bool) {
	env.Seek(c.opening.start + len(c.opening.g.Word))
	return true
}

// setName finds the tool that the name, at offset at, means.
func (c *Call) setName(env *body.Env, text []byte, at int) {
	name, kind := names.True(env.Visits, env.Config, text)
	if !env.Declared(string(name)) {
		if suffix, ok := names.Suffix(env.Visits, env.Config, name, ":."); ok {
			name, kind = suffix, repair.ToolName
		}
	}
	if kind != 0 {
		c.opening.note(kind, at)
	}
	c.args.name = env.Intern(name)
}
