package informal

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

const (
	// lostColon is how an object begins whose first key has a '=' in the place of its quote and colon.
	lostColon = `{"name="`
	// nameOpen and nameClose are around a name in an element.
	nameOpen, nameClose = "<tool_name>", "</tool_name>"
	// nameKey begins pairs on lines, of which the first has the name.
	nameKey = "name:"
)

// Begins reports whether b, the text behind a tag with the word and the white space there, begins as such a call does.
// See docs/models/formats, "In `<tool_call>`".
func Begins(env *body.Env, word string, b []byte) match.Answer {
	if a := match.Any([]string{lostColon, nameOpen}, b, env.Final); a != match.No {
		return a
	}
	if _, n, a := opensCall(env, word, b, env.Final); a != match.No {
		return a.Plus(n)
	}
	at := 0
	switch a := match.Text(nameKey, b, env.Final); {
	case a == match.More:
		return a
	case a.Yes():
		at = match.SpaceEnd(b[:min(len(b), maxName)], a.Len())
	case len(b) == 0:
		return match.End(env.Final)
	case b[0] == tagBegin:
		at = 1
	}
	_, n, a := ToolAt(env, b[at:], env.Final)
	switch {
	case !a.Yes():
		return a
	case at > 1:
		return match.Answer(at + n)
	case at == 1:
		return inTag(env, b[at+n:])
	}
	return behindName(env, b[:n], b[n:])
}

// inTag reports whether b, behind '<' and a tool's name, goes on as the tag of a call does.
func inTag(env *body.Env, b []byte) match.Answer {
	if len(b) == 0 {
		return match.End(env.Final)
	}
	return match.If(b[0] == '>' || match.IsSpace(b[0]))
}

// behindName reports whether b, behind a tool's name, begins the arguments.
func behindName(env *body.Env, name, b []byte) match.Answer {
	if len(b) == 0 {
		return match.End(env.Final)
	}
	switch {
	case b[0] == '(':
		return objectOrNot(env, b)
	case b[0] == '>':
		return objectOrNot(env, b)
	case b[0] == tagBegin:
		return joined(env, b)
	case !match.IsSpace(b[0]):
		return match.No
	}
	at := match.SpaceEnd(b[:min(len(b), maxName)], 0)
	n := wordLen(b[at:])
	switch {
	case at == len(b) || at+n == len(b):
		return match.End(env.Final || len(b) > 2*maxName)
	case n == 0 || n > maxName:
		return match.No
	}
	key := b[at : at+n]
	tool, _ := names.True(env.Visits, env.Config, name)
	properties := env.Rules.Properties(string(tool))
	switch b[at+n] {
	case '=':
		return match.If(properties.Names(key))
	case ':':
		return match.If(bytes.IndexByte(b[:at], '\n') >= 0 && (properties.Names(key) || body.IsArgumentsKey(key)))
	}
	return match.No
}

// objectOrNot reports whether no object follows the sign with which b begins. Calls with one are read as others are.
func objectOrNot(env *body.Env, b []byte) match.Answer {
	at := match.SpaceEnd(b[:min(len(b), maxName)], 1)
	if at == len(b) {
		return match.End(env.Final)
	}
	return match.If(b[at] != '{')
}

// joined reports whether b begins with a key and its value in one element of a pair, such as <key>k=v</value>.
func joined(env *body.Env, b []byte) match.Answer {
	found := match.No
	for i := range env.Rules.Grammar.Tags {
		t := &env.Rules.Grammar.Tags[i]
		if t.Parameter.Key == "" {
			continue
		}
		a := match.Text(t.Brackets.Open+t.Parameter.Key+t.Brackets.End, b, env.Final)
		if a == match.More {
			return a
		}
		if !a.Yes() {
			continue
		}
		n := a.Len() + wordLen(b[a:])
		if n == len(b) {
			return match.End(env.Final)
		}
		if b[n] == '=' {
			found = match.Answer(n)
		}
	}
	return found
}
