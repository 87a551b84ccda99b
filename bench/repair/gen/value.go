package gen

import (
	"strings"

	"github.com/toolparser/toolparser/bench/quote"
)

// The values of a call, before they are written. Members keep their order.
type (
	node   interface{ append([]token) []token }
	object struct {
		members []member
		// args marks the arguments of the call.
		args bool
	}
	member struct {
		key string
		val node
	}
	array []node
	// text is a string; target marks one that holds a snippet.
	text struct {
		s      string
		target bool
	}
	// lit is a number, true, false or null.
	lit string
)

func obj(members ...member) *object { return &object{members: members} }

// A tokenKind is the kind of a token of JSON.
type tokenKind uint8

const (
	openObject tokenKind = iota
	closeObject
	openArray
	closeArray
	colon
	comma
	key
	str
	literal
	space
	// inserted is text that isn't JSON's: a comment, a second comma.
	inserted
)

// A token is what damages work on.
type token struct {
	kind tokenKind
	// text is what is written, but for keys and strings: there it is the
	// value, and write says how it is written.
	text  string
	write func(string) string
	// target marks a string that holds a snippet.
	target bool
	// args marks the braces of the arguments.
	args bool
}

func (t token) String() string {
	if t.write != nil {
		return t.write(t.text)
	}
	return t.text
}

func (t token) opens() bool  { return t.kind == openObject || t.kind == openArray }
func (t token) closes() bool { return t.kind == closeObject || t.kind == closeArray }

// value reports whether the token is a whole value.
func (t token) value() bool { return t.kind == str || t.kind == literal }

func (o *object) append(ts []token) []token {
	ts = append(ts, token{kind: openObject, text: "{", args: o.args})
	for i, m := range o.members {
		if i > 0 {
			ts = append(ts, token{kind: comma, text: ","})
		}
		ts = append(ts, token{kind: key, text: m.key, write: quote.JSON}, token{kind: colon, text: ":"})
		ts = m.val.append(ts)
	}
	return append(ts, token{kind: closeObject, text: "}", args: o.args})
}

func (a array) append(ts []token) []token {
	ts = append(ts, token{kind: openArray, text: "["})
	for i, n := range a {
		if i > 0 {
			ts = append(ts, token{kind: comma, text: ","})
		}
		ts = n.append(ts)
	}
	return append(ts, token{kind: closeArray, text: "]"})
}

func (s text) append(ts []token) []token {
	return append(ts, token{kind: str, text: s.s, write: quote.JSON, target: s.target})
}

func (l lit) append(ts []token) []token {
	return append(ts, token{kind: literal, text: string(l)})
}

// write is the text of the tokens.
func write(ts []token) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(t.String())
	}
	return b.String()
}
