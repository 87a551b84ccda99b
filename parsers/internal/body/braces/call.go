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

	given  given
	reach  reach
	ahead  ahead
	args   args
	text   text
	failed failed

	phase phase
	pos   int  // read up to here
	comma int  // offset of the last comma
	sign  int  // offset of the equals sign that a string must follow
	end   int  // of the arguments
	extra bool // a surplus closer was found
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
	stringDue                // behind a key and an equals sign instead of a colon
	inText                   // in a delimited string
	behindValue              // before a comma or a closer
	behindAll                // behind the arguments
)

// maxName is the maximum length of a name, in bytes.
const maxName = 512

// Open begins to read the call whose first token, from offset at to end, was read. bare: this token
// is only the word.
func (c *Call) Open(g *grammar.Tree, at, end int, bare bool) {
	if c.args.given == nil {
		c.connect()
	}
	if c.given.g != g {
		c.ahead = ahead{given: &c.given}
	}
	c.given = given{g: g, start: at, bare: bare}
	c.reach.from, c.reach.to = 0, 0
	c.args.opens()
	c.text.start = -1
	c.failed.Failing, c.failed.fault = failure.Failing{}, fault{}
	c.phase, c.pos = inWord, end
	c.comma, c.sign, c.end, c.extra = 0, 0, 0, false
	if bare {
		c.phase = inName
		c.given.note(repair.MissingMarker, at)
	}
}

// connect makes the parts point at the parts that they use.
func (c *Call) connect() {
	c.reach = reach{given: &c.given}
	c.ahead = ahead{given: &c.given}
	c.args = args{given: &c.given}
	c.text = text{args: &c.args}
	c.failed = failed{given: &c.given, args: &c.args, text: &c.text}
}

// Held is how many bytes the call takes, next to its text.
func (c *Call) Held() int {
	return buffers.Long(c.args.out) + c.args.keys.Held() + cap(c.given.repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// Forget forgets the output.
func (c *Call) Forget() {
	if c != nil {
		c.ahead = ahead{given: &c.given}
	}
}

// Step implements [body.Body].
func (c *Call) Step(e *body.Around) bool {
	return c.failed.StepThrough(e, &c.pos, func() (more, done bool) {
		more, done = c.read(e)
		if more {
			c.send(e)
		}
		return more, done
	})
}

// read reads the next part of the call.
func (c *Call) read(e *body.Around) (more, done bool) {
	if c.failed.found() {
		return c.failed.read(e, &c.pos), false
	}
	switch c.phase {
	case inWord:
		return c.readWord(e), false
	case inName:
		return c.readName(e)
	case inText:
		return c.readText(e)
	}
	at, more := e.Space(c.pos)
	if more {
		return true, false
	}
	rest := e.Rest(at)
	switch {
	case c.phase == behindAll:
		if a := match.Text(c.given.g.Word, rest, e.Final); a == match.More && len(rest) > 0 {
			return true, false
		} else if a.Yes() && (!c.given.bare || at == c.end) { // without the tokens, no space may be between two calls
			c.another(e, at)
			return false, false
		}
		return c.behindAll(e, at)
	case len(rest) == 0:
		c.pos = at
		return false, c.outputEnds(e)
	}
	return c.token(e, at, rest)
}

// another ends the call before the word of another call, at offset at, and continues with that
// call. The tokens between the calls are missing.
func (c *Call) another(e *body.Around, at int) {
	if c.given.bare {
		c.endCall(e, at, false)
		c.Open(c.given.g, at, at+len(c.given.g.Word), true)
		return
	}
	c.given.note(repair.MissingMarker, c.end)
	c.endCall(e, at, false)
	c.Open(c.given.g, at, at, false)
	c.given.note(repair.MissingMarker, at)
}

// readWord skips the word before the name. A part of the word may be missing.
func (c *Call) readWord(e *body.Around) (more bool) {
	at, more := e.Space(c.pos)
	if c.pos = at; more {
		return true
	}
	c.phase = inName
	rest, kind := e.Rest(at), repair.MissingMarker
	n := match.Text(c.given.g.Word, rest, e.Final)
	if n == match.No && len(rest) > 0 && rest[0] == ':' {
		c.pos++
		if n = match.Text(c.given.g.Word, rest[1:], e.Final); n.Yes() {
			kind = repair.ExtraOpener
		}
	}
	if n == match.More {
		c.phase, c.pos = inWord, at
		return true
	}
	if c.pos += n.Len(); !n.Yes() || c.pos-at > n.Len() {
		c.given.note(kind, at)
	}
	return false
}

// readName reads the name, up to the arguments.
func (c *Call) readName(e *body.Around) (more, done bool) {
	at, more := e.Space(c.pos)
	if c.pos = at; more {
		return true, false
	}
	rest := e.Rest(at)
	end, ends := c.reach.until(e, at, nameEnds)
	n := end - at
	ends = ends && n < maxName
	switch a := names.Spaced(e.Config.Tools.Spaced(), rest, e.Final); {
	case a == match.More:
		return true, false
	case a.Yes():
		n, ends = a.Len(), true
	}
	switch {
	case !ends && n >= maxName:
		return false, c.noName(e, at)
	case !ends && !e.Final:
		return true, false
	case !ends:
		c.pos = at + len(rest)
		return false, c.outputEnds(e)
	case n == 0 || !names.Written(e.Config.Tools, rest[:n]):
		return false, c.noName(e, at)
	}
	if c.setName(e, rest[:n], at); !names.Valid(e.Config.Tools, []byte(c.args.name)) {
		c.args.name = ""
		return false, c.noName(e, at)
	}
	c.pos, c.phase = at+n, behindName
	// Without its tokens, a call must name a declared tool, with the arguments directly behind the name.
	if c.given.bare && (!e.Declared(c.args.name) || rest[n] != '{' && rest[n] != '(') {
		return false, c.prose(e)
	}
	return false, false
}

// noName ends a call without a name. Without its tokens, the text isn't a failed call, but prose.
func (c *Call) noName(e *body.Around, at int) (done bool) {
	if c.given.bare {
		return c.prose(e)
	}
	c.failed.fail(at, parsers.ReasonMalformed, "the call has no name")
	return false
}

// prose notes that the word is running text.
func (c *Call) prose(e *body.Around) (done bool) {
	e.Seek(c.given.start + len(c.given.g.Word))
	return true
}

// setName finds the tool that the name, at offset at, means.
func (c *Call) setName(e *body.Around, text []byte, at int) {
	name, kind := names.True(e.Visits, e.Config, text)
	if !e.Declared(string(name)) {
		if suffix, ok := names.Suffix(e.Visits, e.Config, name, ":."); ok {
			name, kind = suffix, repair.ToolName
		}
	}
	if kind != 0 {
		c.given.note(kind, at)
	}
	c.args.name = e.Intern(name)
}
