package claude

import (
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// arguments reports a call's arguments while they come.
type arguments struct {
	n     int // bytes reported
	whole int // of them, up to the last complete parameter
	buf   []byte
}

// maxKept bounds the room that is kept for the next call.
const maxKept = 1 << 16

func (a *arguments) reset() {
	buf := a.buf[:0]
	if cap(buf) > maxKept {
		buf = nil
	}
	*a = arguments{buf: buf}
}

func (a *arguments) add(e *engine.Engine, piece []byte) {
	e.Handler.Arguments(piece)
	a.n += len(piece)
}

// key reports the beginning of a member.
func (a *arguments) key(e *engine.Engine, key []byte) {
	first := byte(',')
	if a.n == 0 {
		first = '{'
	}
	a.buf = append(values.AppendString(append(a.buf[:0], first), key), ':')
	a.add(e, a.buf)
}

// text reports a piece of a string.
func (a *arguments) text(e *engine.Engine, text []byte) {
	if !values.Plain(text) {
		a.buf = values.AppendEscaped(a.buf[:0], text)
		text = a.buf
	}
	a.add(e, text)
}

// json reports a value that is JSON.
func (a *arguments) json(e *engine.Engine, text []byte) {
	a.buf = values.AppendCompact(a.buf[:0], text)
	a.add(e, a.buf)
}

// close reports the end of the arguments.
func (a *arguments) close(e *engine.Engine) {
	if a.n == 0 {
		a.add(e, []byte("{}"))
		return
	}
	a.add(e, []byte("}"))
}

// A value is what stands between a parameter's tags. A string is reported as
// it comes, JSON once it is whole.
type value struct {
	typing values.Typing
	kind   values.Kind
	at     int // up to here it was reported, or it wasn't yet
}

func (v *value) start(types schema.Types, at, depth int) {
	v.kind, v.at = values.Undecided, at
	v.typing.Start(types, at, depth)
}

// advance reports what is certain of a value that goes on behind end.
func (v *value) advance(e *engine.Engine, a *arguments, end int) {
	v.settle(e, a, end, false)
	if v.kind == values.Text && end > v.at {
		a.text(e, e.Slice(v.at, end))
		v.at = end
	}
}

// finish reports the rest of the value, which ends at end; false if it nests
// too deep.
func (v *value) finish(e *engine.Engine, a *arguments, end int) bool {
	v.settle(e, a, end, true)
	switch v.kind {
	case values.JSON:
		a.json(e, e.Slice(v.at, end))
	case values.Text:
		a.text(e, e.Slice(v.at, end))
		a.add(e, quote)
	}
	return v.kind != values.TooDeep
}

var quote = []byte{'"'}

// settle decides what the value is, as far as it goes.
func (v *value) settle(e *engine.Engine, a *arguments, end int, final bool) {
	if v.kind != values.Undecided {
		return
	}
	w := e.Window()
	v.kind = v.typing.Read(jsonscan.Window{B: w.B[:end-w.Base], Base: w.Base, Final: final})
	if v.kind == values.Text {
		a.add(e, quote)
	}
}

// A keySet holds the keys of one call.
type keySet struct {
	few  [fewKeys]span // of a call with few keys
	n    int           // of them
	many map[string]struct{}
}

// A span is where something stands in the output.
type span struct{ start, end int }

// fewKeys is the number of keys up to which a look at each is fastest.
const fewKeys = 8

// add tells whether the key is new.
func (s *keySet) add(e *engine.Engine, start, end int) bool {
	key := e.Slice(start, end)
	if s.many == nil {
		for _, k := range s.few[:s.n] {
			if string(e.Slice(k.start, k.end)) == string(key) {
				return false
			}
		}
		if s.n < fewKeys {
			s.few[s.n] = span{start, end}
			s.n++
			return true
		}
		s.many = make(map[string]struct{})
		for _, k := range s.few {
			s.many[string(e.Slice(k.start, k.end))] = struct{}{}
		}
	}
	if _, dup := s.many[string(key)]; dup {
		return false
	}
	s.many[string(key)] = struct{}{}
	return true
}
