package informal

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// maxName bounds a name, in bytes.
const maxName = 256

// tagBegin is what a tag begins with.
var tagBegin = "<"[0]

// callTags are how calls with a tag for each argument begin that other families write, and how they end.
var callTags = [...]struct{ word, open, closer string }{
	{"function", "<function=", "</function>"},
	{"invoke", `<invoke name="`, "</invoke>"},
}

// opensCall reports whether b, behind a tag with the word, begins with the tag of a call of a declared tool, as another family writes
// it. n is that tag's length.
func opensCall(env *body.Env, word string, b []byte, final bool) (tool string, n int, a match.Answer) {
	for i := range callTags {
		t := &callTags[i]
		a := match.Text(t.open, b, final)
		if a == match.No || writes(env, word, t.word) {
			continue
		}
		if !a.Yes() {
			return "", 0, a
		}
		tool, n, name := ToolAt(env, b[a:], final)
		if !name.Yes() {
			return "", 0, name
		}
		n += a.Len()
		for n < len(b) && b[n] == '"' {
			n++
		}
		if n == len(b) {
			return "", 0, match.End(final)
		}
		return tool, n + 1, match.If(b[n] == '>')
	}
	return "", 0, match.No
}

// writes reports whether the grammar has calls in tags with this word itself, in the wrapper.
func writes(env *body.Env, wrapper, word string) bool {
	for i := range env.Rules.Grammar.Tags {
		t := &env.Rules.Grammar.Tags[i]
		if t.Call.Word == word && t.Brackets.Open == "<" && slices.Contains(t.Wrappers, wrapper) {
			return true
		}
	}
	return false
}

// ToolAt returns the declared tool whose name is at the start of b, n bytes long.
func ToolAt(env *body.Env, b []byte, final bool) (tool string, n int, a match.Answer) {
	if a = names.Spaced(env.Config.Tools.Spaced(), b, final); a == match.More {
		return "", 0, a
	} else if a.Yes() {
		return string(b[:a]), a.Len(), a
	}
	n = wordLen(b)
	switch {
	case n == len(b) && n <= maxName && !final:
		return "", 0, match.More
	case n == 0 || n > maxName:
		return "", 0, match.No
	}
	name, _ := names.True(env.Visits, env.Config, b[:n])
	if !env.Config.Tools.Declared(string(name)) {
		return "", 0, match.No
	}
	return env.Intern(name), n, match.Answer(n)
}

// wordLen returns the length of the word at the start of b: of bytes that names and keys have.
func wordLen(b []byte) int {
	n := 0
	for n < len(b) && n <= maxName && (names.IsWordByte(b[n]) || b[n] == '-' || b[n] == '.' || b[n] == '/' || b[n] == ':' && n+1 < len(b) && names.IsWordByte(b[n+1])) {
		n++
	}
	return n
}
