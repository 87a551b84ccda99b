package forms

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// opensKeyed reports whether an object whose first key is a declared name, or a list of such objects, may be at the start
// of b. Without tools, any name will do.
func opensKeyed(b []byte, final bool, tools *parsers.Tools) match.Answer {
	i := 0
	if b[0] == '[' {
		i = 1 + match.SpaceLen(b[1:])
	}
	key, _, a := keyAt(b, i, final)
	if a.Yes() {
		return match.If(tools == nil || tools.Declared(key))
	}
	return a
}

// keyAt is the first key of the object at index i, and where its value, an object, is.
func keyAt(b []byte, i int, final bool) (key string, value int, a match.Answer) {
	for _, c := range []byte(`{"`) {
		if i == len(b) {
			return "", 0, match.End(final)
		}
		if b[i] != c {
			return "", 0, match.No
		}
		if i++; c == '{' {
			i += match.SpaceLen(b[i:])
		}
	}
	n := nameLen(b[i:])
	switch {
	case i+n == len(b):
		return "", 0, match.End(final)
	case n == 0 || b[i+n] != '"':
		return "", 0, match.No
	}
	key = string(b[i : i+n])
	i += n + 1
	if i += match.SpaceLen(b[i:]); i == len(b) {
		return "", 0, match.End(final)
	}
	if b[i] != ':' {
		return "", 0, match.No
	}
	i++
	if i += match.SpaceLen(b[i:]); i == len(b) {
		return "", 0, match.End(final)
	}
	return key, i, match.If(b[i] == '{')
}

// keyed reads an object with one key, the tool's name, or a list of them.
func (r *reader) keyed() match.Answer {
	b, i := r.text, 0
	list := b[0] == '['
	if list {
		i = 1
	}
	for {
		start := r.space(i)
		name, value, a := keyAt(b, start, r.final)
		if !a.Yes() || !r.env.Declared(name) {
			return min(a, match.No)
		}
		to, a := r.objectAt(value)
		if !a.Yes() {
			return a
		}
		end := r.space(to)
		if end == len(b) || b[end] != '}' {
			return r.ended(end)
		}
		args := r.of(name)
		args.object(b[value:to])
		if _, a = r.add(FormatKey, args, start, end+1); !a.Yes() {
			return a
		}
		if r.end = end + 1; !list {
			return 1
		}
		if i = r.space(end + 1); i == len(b) || b[i] != ',' && b[i] != ']' {
			return r.ended(i)
		}
		if i++; b[i-1] == ']' {
			r.end = i
			return 1
		}
	}
}
