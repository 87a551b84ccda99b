package failure

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Stop looks for the end of a candidate that failed or is in doubt, in a string or not. Another
// call ends it at a line start or directly after a semicolon. White space may be between the
// semicolon and that call if an object ended before the semicolon. At a line start, the closing
// fence ends it, too.
// See docs/models/formats, "With a key for the name or the arguments".
type Stop struct {
	Pos     int
	Shape   *grammar.Shape // of objects that begin calls where running text has none
	Markers int            // from here on any marker stops a call; 0: none does
	Found   bool
	Penalty bool
	Prev    byte      // the byte before pos
	Last    byte      // the last byte that is no white space
	parted  bool      // a '}' is before Last
	quoted  bool      // the line before opened or closed a fence
	run     fence.Run // that the line starts with
	step    int
}

// Step is how far a Stop looks ahead at first, in bytes. Later steps grow, so that a short
// candidate takes no scan of the rest of the output.
const Step = 64

// StopFrom starts to look at offset at.
func StopFrom(env *body.Env, at int) Stop {
	s := Stop{Pos: at}
	if at > env.Base {
		s.Prev = env.Win[at-1-env.Base]
	}
	s.Last = s.Prev
	return s
}

// Window advances the scan by a step, and returns the output up to there.
func (s *Stop) Window(env *body.Env) jsonscan.Window {
	s.step = max(2*s.step, Step)
	s.Find(env, min(s.Pos+s.step, env.Base+len(env.Win)))
	return env.UpTo(s.Pos, s.Found || env.Final && s.Pos == env.Window.End())
}

// Find looks on, up to offset limit. The failed candidate reaches at least up to end. If found, it
// ends there, and a call that begins there has a penalty of 0.3: see [body.Penalties]. If end
// is before limit and wasn't found, Find needs more bytes to decide.
func (s *Stop) Find(env *body.Env, limit int) (end int, found bool) {
	for s.Pos < limit && s.advance(env, min(limit, s.Pos+work.Step)) {
	}
	return s.Pos, s.Found
}

// advance is Find for so few bytes that they are counted at once. It returns true if the scan
// goes on at end.
func (s *Stop) advance(env *body.Env, end int) (on bool) {
	defer env.Visits.Passed(s.Pos, &s.Pos)
	for !s.Found && s.Pos < end {
		if s.Prev == '\n' || s.Prev == ';' || s.parted && s.Last == ';' && env.Win[s.Pos-env.Base] == '{' {
			if more := s.check(env); more || s.Found {
				return false
			}
		}
		if s.Markers > 0 && s.Pos >= s.Markers && env.Firsts[env.Win[s.Pos-env.Base]] {
			var more bool
			if s.Found, more = env.Markers.CutsString(s.Pos); s.Found || more {
				return false
			}
		}
		s.line(env.Win[s.Pos-env.Base])
		s.Prev = env.Win[s.Pos-env.Base]
		if !match.IsSpace(s.Prev) {
			s.parted = s.Last == '}'
			s.Last = s.Prev
		}
		s.Pos++
	}
	return !s.Found
}

// line counts the bytes of the run that a line starts with.
func (s *Stop) line(c byte) {
	switch {
	case c == '\n':
		s.quoted, s.run = s.run.Fences(), fence.Run{}
	case fence.Begins[c] && (s.Prev == '\n' || s.Prev == c && s.run.Len > 0):
		s.run = fence.Of(c, s.run.Len+1)
	case !s.run.Fences():
		s.run = fence.Run{}
	}
}

// check looks at the position. It returns true if it needs more bytes to decide.
func (s *Stop) check(env *body.Env) (more bool) {
	rest := env.Rest(s.Pos)
	switch c := rest[0]; {
	case c == '{':
		if s.quoted && s.Prev == '\n' {
			return false // an example in the text
		}
		n := MatchOpener(env, s.Shape, rest, s.Last)
		s.Found, s.Penalty = n.Yes(), n.Yes()
		return n == match.More
	case fence.Begins[c]:
		if !env.Calls.Fenced() || s.Prev != '\n' {
			return false
		}
		ending, more := env.Calls.FenceEndingAt(s.Pos)
		s.Found = ending != body.EndsNothing
		return more
	}
	if !env.Prose.MarkersCount() {
		return false
	}
	m, n := env.Markers.MarkAt(s.Pos)
	if n.Yes() && !m.Begins && m.Opens {
		n = opensObject(env.Visits, rest[n:], env.Final)
		m.Begins = true
	}
	s.Found = n.Yes() && m.Begins
	s.Penalty = s.Found
	return n == match.More
}

// opensObject reports whether b begins with an object that has a key in quotes, in an
// array or not. Then the word before b begins a call, and isn't prose.
func opensObject(v *work.Counter, b []byte, final bool) match.Answer {
	if len(b) > MaxOpenerSpace {
		b, final = b[:MaxOpenerSpace], true
	}
	for _, opens := range [...]string{"[", "{", "\"'"} {
		b = v.TrimLeft(b, " \t\r\n")
		switch {
		case len(b) == 0:
			return match.End(final)
		case strings.IndexByte(opens, b[0]) >= 0:
			b = b[1:]
		case opens != "[":
			return match.No
		}
	}
	return 1
}

// MaxOpenerSpace bounds the white space between a '{' and the key after it.
const MaxOpenerSpace = 64

// MatchOpener reports whether b begins an object that shows a call: its first key, except for its
// type and id, names a call, or holds a call or its arguments. The shape is that of running text,
// or the one given if no object is a call there. The key may be on another line only if last is one
// of "}];,": text that is quoted in a string often looks like that too. last is the last byte before
// the '{' that is no white space.
func MatchOpener(env *body.Env, shape *grammar.Shape, b []byte, last byte) match.Answer {
	space := " \t"
	if last == '}' || last == ']' || last == ';' || last == ',' {
		space = " \t\r\n"
	}
	if s := env.Rules.Shape(); s != nil {
		shape = s
	}
	f, n := firstField(env.Visits, env.Config.Tools, shape, b, space, env.Final)
	if n.Yes() && !f.Shows() {
		return behindType(env.Visits, shape, b[1:], env.Final)
	}
	return n
}

// maxBehindType bounds the text before the key that names a call, in bytes.
const maxBehindType = 256

// behindType is MatchOpener for an object that begins with its type or its id; b is the text behind
// its brace. The key behind these must name a call, or hold one or its arguments.
func behindType(v *work.Counter, shape *grammar.Shape, b []byte, final bool) match.Answer {
	if len(b) > maxBehindType {
		b, final = b[:maxBehindType], true
	}
	for {
		key, rest, a := quoted(v, b, final)
		if !a.Yes() {
			return a
		}
		f := shape.Field(key)
		switch {
		case f == nil:
			return match.No
		case f.Shows():
			return 1
		case f.Holds == grammar.HoldsNothing:
			return match.No
		}
		if rest, a = behind(v, ':', rest, final); a.Yes() {
			_, rest, a = quoted(v, rest, final)
		}
		if a.Yes() {
			b, a = behind(v, ',', rest, final)
		}
		if !a.Yes() {
			return a
		}
	}
}

// quoted returns the text in quotes that b begins with, ignoring white space, and the rest of b.
func quoted(v *work.Counter, b []byte, final bool) (text, rest []byte, a match.Answer) {
	b = v.TrimLeft(b, " \t\r\n")
	if len(b) == 0 {
		return nil, nil, match.End(final)
	}
	if b[0] != '"' && b[0] != '\'' {
		return nil, nil, match.No
	}
	n := v.IndexByte(b[1:], b[0])
	if n < 0 {
		return nil, nil, match.End(final)
	}
	return b[1 : n+1], b[n+2:], 1
}

// behind returns the rest of b behind the byte c, with which b must begin, ignoring white space.
func behind(v *work.Counter, c byte, b []byte, final bool) (rest []byte, a match.Answer) {
	b = v.TrimLeft(b, " \t\r\n")
	switch {
	case len(b) == 0:
		return nil, match.End(final)
	case b[0] != c:
		return nil, match.No
	}
	return b[1:], 1
}

// firstField returns the field that the first key of the object at the start of b
// stands for, and whether it stands for one. If final, no more bytes follow b.
func firstField(v *work.Counter, tools *parsers.Tools, shape *grammar.Shape, b []byte, space string, final bool) (*grammar.Field, match.Answer) {
	if shape == nil {
		return nil, match.No
	}
	rest := v.TrimLeft(b[1:], space)
	if len(b)-1-len(rest) > MaxOpenerSpace {
		return nil, match.No
	}
	if len(rest) == 0 {
		return nil, match.End(final)
	}
	if rest[0] != '"' && rest[0] != '\'' {
		return nil, match.No
	}
	key, _, a := quoted(v, rest[:min(len(rest), MaxOpenerSpace)], final || len(rest) >= MaxOpenerSpace)
	if !a.Yes() {
		return nil, a
	}
	f := shape.Field(key)
	switch {
	case f == nil && shape.Keyed && names.Valid(tools, key):
		return namedArguments(v, rest[len(key)+2:], final)
	case f == nil:
		return nil, match.No
	}
	return f, 1
}

var keyed grammar.Field

// namedArguments reports whether an object is the value of the key before b. Then the key may name
// the call.
func namedArguments(v *work.Counter, b []byte, final bool) (*grammar.Field, match.Answer) {
	b = b[:min(len(b), MaxOpenerSpace)]
	for _, c := range []byte(":{") {
		rest, a := behind(v, c, b, final)
		if !a.Yes() {
			return nil, a
		}
		b = rest
	}
	return &keyed, 1
}

// Opens reports whether b may be another call, of the shape, whether it is sure to be one, and whether it needs more
// bytes to decide. It is sure if the object's first key is one of the shape's own, not a tool's name.
func Opens(env *body.Env, shape *grammar.Shape) func(b []byte) (yes, sure, more bool) {
	return func(b []byte) (yes, sure, more bool) {
		f, n := firstField(env.Visits, env.Config.Tools, shape, b, " \t\r\n", false)
		return n.Yes(), n.Yes() && f != &keyed, n == match.More
	}
}
