package kimi

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// maxHeader bounds a header, in bytes.
const maxHeader = 512

// strippedCall is a call of K2 whose special tokens, all or some, a router
// took out: the header at a line start, and the arguments behind it. Further
// ones may follow directly.
type strippedCall struct {
	start  int
	scan   int                // up to here the header, and what follows it, was looked at
	space  int                // up to here what follows the arguments is white space
	id     string             // once the header was read
	kind   parsers.RepairKind // that its name needed
	marked bool               // the token before the arguments is there
	inner  openings.Candidate
	tag    object.Header
	ended  bool // the call is over: what follows it?
	moved  bool // its tokens are around it, but at other places

	after func(*body.Env, int, bool) (object.Tail, bool)
}

func openStripped(e *openings.Openings, at int) openings.Candidate {
	if !e.Place.Config.Tools.Given() {
		return nil
	}
	c := openings.Own[strippedCall](e)
	if c.after == nil {
		c.after = c.afterArguments
	}
	c.begin(at)
	return c
}

func (c *strippedCall) begin(at int) {
	*c = strippedCall{start: at, scan: at + len(functionsPrefix), after: c.after}
}

// Step implements [openings.Candidate].
func (c *strippedCall) Step(e *openings.Openings) bool {
	for {
		switch {
		case c.ended:
			if more, again := c.next(e); !again {
				return !more
			}
		case c.inner == nil:
			more, ok := c.open(e)
			if more {
				return false
			}
			if !ok {
				e.Place.Seek(c.start + len(functionsPrefix))
				e.Enclosing.Sections.CloseEmpty()
				return true
			}
		case !c.inner.Step(e):
			return false
		default:
			c.ended = true
			if s := e.Enclosing.Sections.Kind; c.tag.Ended && s != nil && s != &xtmlSection {
				e.Enclosing.Sections.Called(s, false)
			}
		}
	}
}

// open opens the arguments; not ok if they don't follow, or more bytes must tell.
func (c *strippedCall) open(e *openings.Openings) (more, ok bool) {
	env := &e.Place
	if c.id == "" {
		if more, ok = c.header(env); !ok {
			return more, false
		}
	}
	for {
		at, more := env.Space(c.scan)
		rest := env.Rest(at)
		switch {
		case more || len(rest) == 0:
			return more, false
		case rest[0] == '{':
			c.arguments(e, at)
			return false, true
		case c.marked:
			return false, false
		}
		n := match.Text(argumentBegin, rest, env.Final)
		if !n.Yes() {
			return n == match.More, false
		}
		c.scan, c.marked = at+int(n), true
	}
}

// header reads the header of a declared tool; not ok if it is none.
func (c *strippedCall) header(env *body.Env) (more, ok bool) {
	if a := names.Spaced(env.Config.Tools.Spaced(), env.Rest(c.start+len(functionsPrefix)), env.Final); a == match.More {
		return true, false
	} else if a.Yes() {
		c.scan = max(c.scan, c.start+len(functionsPrefix)+a.Len())
	}
	for ; ; c.scan++ {
		rest := env.Rest(c.scan)
		switch {
		case c.scan-c.start > maxHeader:
			return false, false
		case len(rest) == 0:
			return !env.Final, false
		case strings.IndexByte(" \n\t\r{<", rest[0]) < 0:
			continue
		}
		id := string(env.Slice(c.start, c.scan))
		name, kind, ok := standardName(id, env.Config.Tools)
		if written := env.Config.Tools.Underscored(name); ok && written != "" && !env.Declared(name) {
			name, kind = written, parsers.RepairToolName
		}
		if !ok || !env.Declared(name) {
			return false, false
		}
		c.id, c.tag.Name, c.kind = id, name, kind
		return false, true
	}
}

// arguments begins to read the arguments at offset at.
func (c *strippedCall) arguments(e *openings.Openings, at int) {
	c.tag = object.Header{
		Start: c.start, Name: c.tag.Name, ID: c.id, Format: formatTokens,
		Free: true, Mergeable: e.Place.Penalties.TextCalls() > 0,
		After: c.after, StringsEnd: true, Running: true, Prose: true,
	}
	c.tag.Note(parsers.RepairMissingMarker, c.start)
	c.tag.Note(c.kind, c.start)
	c.inner = e.OpenHeader(&c.tag, at)
}

// afterArguments reads the end marker, if that is left.
func (c *strippedCall) afterArguments(env *body.Env, at int, _ bool) (t object.Tail, more bool) {
	end, n := env.TextBehind(max(c.space, at), callEnd)
	if n == match.No && c.moved {
		_, n = env.TextBehind(end, argumentBegin)
	}
	c.space = end
	switch {
	case n == match.More:
		return t, true
	case n.Yes():
		return object.Tail{End: end + int(n)}, false
	}
	return object.Tail{End: at}, false
}

// next looks for what directly follows the call: another one, or the end of a
// section whose begin was taken out.
func (c *strippedCall) next(e *openings.Openings) (more, again bool) {
	env := &e.Place
	at, more := env.Space(env.Pos)
	if more {
		return true, false
	}
	rest := env.Rest(at)
	next, end := match.Text(functionsPrefix, rest, env.Final), match.No
	if e.Enclosing.Sections.Kind == nil {
		end = match.Any(namedCalls[0].Shell.Section.Close, rest, env.Final)
	}
	switch {
	case next.Yes():
		env.Text(at)
		moved := c.moved
		c.begin(at)
		c.moved = moved
		return false, true
	case end.Yes():
		env.Text(at)
		env.MarkupTo(at+int(end), parsers.RoleTrail)
		return false, false
	}
	return next == match.More || end == match.More, false
}
