package pythoncall

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// maxName bounds a name, in bytes.
const maxName = 256

// nameLength is the length of the name at the start of b: more than it may be
// if that is too much.
func nameLength(b []byte) int {
	n := 0
	for n < len(b) && n <= maxName && isNameByte(b[n]) {
		if b[n] >= utf8.RuneSelf && match.WideSpace(b[n:], true).Yes() {
			break
		}
		n++
	}
	return n
}

// isNameByte tells whether c can stand in a name that is written as code, or
// escaped as Markdown has it.
func isNameByte(c byte) bool {
	return names.IsWordByte(c) || c == '.' || c == '-' || c == ':' || c == '/' || c == '\\'
}

// matchName looks for a name, and the parenthesis behind it: the length of both.
func matchName(b []byte, final bool) match.Answer {
	n := nameLength(b)
	switch {
	case n == len(b) && n <= maxName:
		return match.End(final)
	case n == 0 || n > maxName || b[n] != '(':
		return match.No
	}
	return match.Answer(n + 1)
}

// prefixes are what models put before the names of declared tools.
var prefixes = [...]string{"functions.", "tools.", "default_api."}

// declared is the declared tool's name that is written as raw, and whether
// that had to be repaired; ok is false if there is none, or repairs aren't allowed.
func declared(e *place.Around, g *grammar.Python, raw []byte) (name string, repaired, ok bool) {
	tools := e.Config.Tools
	if tools.Declared(string(raw)) {
		return tools.Intern(raw), false, true
	}
	if bare, cut := bytes.CutPrefix(raw, []byte(g.Prefix)); cut && g.Prefix != "" {
		return declared(e, g, bare)
	}
	bare := raw
	if e.Visits.IndexByte(raw, '\\') >= 0 {
		bare = e.Visits.ReplaceAll(raw, []byte(`\_`), []byte(`_`))
	}
	for _, prefix := range prefixes {
		if cut, ok := bytes.CutPrefix(bare, []byte(prefix)); ok && tools.Declared(string(cut)) {
			bare = cut
			break
		}
	}
	if !tools.Declared(string(bare)) {
		return "", false, false
	}
	return tools.Intern(bare), true, e.Repairs()
}

// anyName is the name that is written as raw, of a declared tool or not.
func anyName(e *place.Around, g *grammar.Python, raw []byte) (name string, repaired, ok bool) {
	if name, repaired, ok = declared(e, g, raw); ok {
		return name, repaired, ok
	}
	bare := bytes.TrimPrefix(raw, []byte(g.Prefix))
	return e.Intern(bare), false, names.Valid(bare)
}

// mayBeDeclared tells whether a declared name, or what may stand before one,
// can begin with b.
func mayBeDeclared(e *place.Around, g *grammar.Python, b []byte) bool {
	text := string(b)
	if strings.Contains(text, `\`) || strings.HasPrefix(grammar.PrintOpens, text) || crosses(g.Prefix, text) {
		return true
	}
	for _, prefix := range prefixes {
		if crosses(prefix, text) {
			return true
		}
	}
	for i := range e.Config.Tools.Len() {
		if strings.HasPrefix(e.Config.Tools.At(i).Name, text) {
			return true
		}
	}
	return false
}

// Firsts notes with which bytes a call alone on its line may begin.
func Firsts(e *place.Around, g *grammar.Python, firsts *[256]bool) {
	firsts['\\'], firsts[grammar.PrintOpens[0]] = true, true
	if g.Prefix != "" {
		firsts[g.Prefix[0]] = true
	}
	for _, prefix := range prefixes {
		firsts[prefix[0]] = true
	}
	for i := range e.Config.Tools.Len() {
		if name := e.Config.Tools.At(i).Name; name != "" {
			firsts[name[0]] = true
		}
	}
}

// crosses tells whether one of the two begins with the other; an empty prefix
// does with nothing.
func crosses(prefix, text string) bool {
	return prefix != "" && (strings.HasPrefix(prefix, text) || strings.HasPrefix(text, prefix))
}
