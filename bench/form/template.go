package form

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// An element is a part of a template: a part as it is, or a hole.
type element struct {
	kind Kind
	text string // a hole's name with its $, or text with $name and the like in it
	hole bool   // text is $args, $pairs, $value or the like: more parts
	// before: it is before the hole with the arguments or the value.
	before bool
	space  bool // white space, of any length
}

var templates sync.Map // of string to []element

// compile divides a template into its elements.
func compile(template string) []element {
	if got, ok := templates.Load(template); ok {
		return got.([]element)
	}
	var list []element
	rest := template
	for rest != "" {
		var e []element
		e, rest = next(rest)
		list = append(list, e...)
	}
	middle := len(list)
	for i, e := range list {
		if e.hole && isMiddle(e.text) {
			middle = i
		}
	}
	for i := range list {
		list[i].before = i < middle
	}
	templates.Store(template, list)
	return list
}

func isMiddle(hole string) bool {
	switch hole {
	case "$args", "$quoted", "$pairs", "$value":
		return true
	}
	return false
}

const punctuation = "{}[](),:=;."

// next takes the first element off a template; a string is three.
func next(t string) (list []element, rest string) {
	r, size := utf8.DecodeRuneInString(t)
	switch {
	case r == '⟨':
		end := strings.Index(t, "⟩")
		return one(Marker, t[size:end]), t[end+len("⟩"):]
	case r == '$':
		n := 1 + strings.IndexFunc(t[1:]+" ", func(r rune) bool { return !unicode.IsLower(r) })
		return []element{hole(t[:n])}, t[n:]
	case unicode.IsSpace(r):
		n := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsSpace(r) })
		if n < 0 {
			n = len(t)
		}
		return one(Space, t[:n]), t[n:]
	case r == '"', r == '\'':
		end := size + strings.IndexByte(t[size:], byte(r))
		rest := t[end+1:]
		body := element{kind: Word, text: t[size:end]}
		switch {
		case strings.HasPrefix(rest, ":"):
			body.kind = Key
		case strings.HasPrefix(body.text, "$"):
			body = hole(body.text)
		}
		return []element{{kind: Delim, text: t[:1]}, body, {kind: Delim, text: t[:1]}}, rest
	case strings.ContainsRune(punctuation, r):
		return one(Punct, t[:size]), t[size:]
	}
	n := strings.IndexFunc(t, func(r rune) bool {
		return r == '⟨' || r == '$' || r == '"' || r == '\'' || unicode.IsSpace(r) || strings.ContainsRune(punctuation, r)
	})
	if n < 0 {
		n = len(t)
	}
	return one(Word, t[:n]), t[n:]
}

func one(kind Kind, text string) []element { return []element{{kind: kind, text: text}} }

// hole is the element of $name and the like; what is in a string is a word there.
func hole(name string) element {
	switch name {
	case "$name":
		return element{kind: Name, text: name}
	case "$key":
		return element{kind: Key, text: name}
	case "$id", "$index", "$type", "$string":
		return element{kind: Word, text: name}
	}
	return element{text: name, hole: true}
}
