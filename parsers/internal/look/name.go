package look

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// signs are bytes that no name has, unless it is declared: they are parts of markers, tags, JSON or code.
var signs = func() (s [256]bool) {
	for _, c := range []byte("<>{}\n") {
		s[c] = true
	}
	return s
}()

// misnamed reports whether the name is that of no declared tool, and has a sign in it, or begins with a '/'.
func (lk look) misnamed(name string) bool {
	if name != "" && name[0] == '/' {
		return !lk.env.Declared(name)
	}
	for i := range len(name) {
		if signs[name[i]] {
			return !lk.env.Declared(name)
		}
	}
	return false
}

// borders are bytes that are next to a name where it is damaged, and in no name.
const borders = "()[]\"'\\" + string(rune(fence.Code))

// resembles reports whether the name is that of no declared tool, but begins or ends with the name of one, or one begins or
// ends with it, or it has a sign in it that is next to names, or a namespace for tools. Then it may be a declared name with text next to it.
func (lk look) resembles(name string) bool {
	if lk.env.Declared(name) {
		return false
	}
	if strings.ContainsAny(name, borders) {
		return true
	}
	tools := lk.env.Config.Tools
	lk.env.Visits.Add(tools.Len())
	for i := range tools.Len() {
		declared := tools.At(i).Name
		if strings.HasPrefix(name, declared) || strings.HasSuffix(name, declared) {
			return true
		}
		if len(name) > 1 && (strings.HasPrefix(declared, name) || strings.HasSuffix(declared, name)) {
			return true // it was cut off
		}
	}
	if lk.cutPrefix(name) {
		return true
	}
	space, _, ok := strings.Cut(name, ".")
	return ok && slices.Contains(namespaces, space)
}

// cutPrefix reports whether the name is the beginning of the prefix that names have in a message.
func (lk look) cutPrefix(name string) bool {
	f, n := lk.env.Rules.Grammar.Frames, lk.env.Notes
	return len(name) > 1 && f != nil && f.Messages != nil && n != nil && n.Format == f.Messages.Format && strings.HasPrefix(f.Messages.Prefix, name) &&
		lk.env.Config.Tools.Given()
}

// namespaces are words that models write before a name, in place of the one that their format has, or without need.
var namespaces = []string{"functions", "function", "funcs", "func", "tools", "tool", "calls", "call", "invokes", "invoke"}

// nameKey is how a key for the name begins.
const nameKey = `"name`

// namesAgain reports whether the arguments are a call: they begin with a name, and with the arguments. same: the name is that of the
// call itself. If the schema lists both keys, they are arguments.
func (lk look) namesAgain(name string, args []byte) (again, same bool) {
	if at := match.SpaceEnd(args, 1); len(args)-at < len(nameKey) || string(args[at:at+len(nameKey)]) != nameKey {
		return false, false
	}
	key, rest := member(args, '{')
	if string(key) != "name" {
		return false, false
	}
	value, rest := text(rest)
	if value == nil {
		return false, false
	}
	key, _ = member(rest, ',')
	if !body.IsArgumentsKey(key) {
		return false, false
	}
	properties := lk.env.Rules.Properties(name)
	again = !properties.Names([]byte("name")) || !properties.Names(key)
	return again, again && strings.TrimPrefix(string(value), "functions.") == name
}

// ofCall reports whether a call's own members have the key, next to its arguments.
func ofCall(key []byte) bool {
	switch string(key) {
	case "name", "id", "type", "function":
		return true
	}
	return body.IsArgumentsKey(key)
}

// member returns the key of the member with which b begins, after the sign, and what is after its colon; nil if no
// member is there.
func member(b []byte, sign byte) (key, rest []byte) {
	b = b[match.SpaceLen(b):]
	if len(b) == 0 || b[0] != sign {
		return nil, nil
	}
	key, rest = text(b[1:])
	rest = rest[match.SpaceLen(rest):]
	if key == nil || len(rest) == 0 || rest[0] != ':' {
		return nil, nil
	}
	return key, rest[1:]
}

// maxText is how long a key or a name is at most that is compared, in bytes.
const maxText = 128

// text returns the string with which b begins, and what is after it; nil if there is none, or if it is long or escaped.
func text(b []byte) (s, rest []byte) {
	b = b[match.SpaceLen(b):]
	if len(b) == 0 || b[0] != '"' {
		return nil, nil
	}
	for i := 1; i < min(len(b), maxText); i++ {
		switch b[i] {
		case '"':
			return b[1:i], b[i+1:]
		case '\\', '\n':
			return nil, nil
		}
	}
	return nil, nil
}
