package pythoncall

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// maxName is the maximum length of a name, in bytes.
const maxName = 256

// nameLength returns the length of the name at the start of b. It returns all of b if more of the
// name may follow, and more than maxName if the name is too long. A declared name may contain white
// space.
func nameLength(e *place.Around, b []byte) int {
	n := wordLength(b)
	e.Visits.Add(n)
	spaced := e.Config.Tools.Spaced()
	if len(spaced) == 0 {
		return n
	}
	from := 0
	for _, prefix := range prefixes {
		if bytes.HasPrefix(b, []byte(prefix)) {
			from = len(prefix)
		}
	}
	switch a := names.Spaced(spaced, b[from:], e.Final); {
	case a == match.More:
		return len(b)
	case a.Yes():
		return from + a.Len()
	}
	return n
}

// wordLength is nameLength for names without white space.
func wordLength(b []byte) int {
	n := bytetable.Index(b[:min(len(b), maxName+1)], 0, &plainNameEnds)
	for n < len(b) && n <= maxName && isNameByte(b[n]) {
		if b[n] >= utf8.RuneSelf && match.WideSpace(b[n:], true).Yes() {
			break
		}
		n++
	}
	return n
}

// isNameByte reports whether c may be in a name that is written as code, or with escapes of
// Markdown.
func isNameByte(c byte) bool { return nameBytes[c] }

// plainNameEnds are the bytes that aren't in names, and the bytes that may begin white space.
var plainNameEnds = bytetable.Of(func(c byte) bool { return c >= utf8.RuneSelf || !isNameByte(c) })

var nameBytes = bytetable.Of(func(c byte) bool {
	return names.IsWordByte(c) || c == '.' || c == '-' || c == ':' || c == '/' || c == '\\'
})

// matchName looks for a name with a parenthesis behind it, and returns the length of both.
func matchName(e *place.Around, b []byte) match.Answer {
	n := nameLength(e, b)
	switch {
	case n == len(b) && n <= maxName:
		return match.End(e.Final)
	case n == 0 || n > maxName || b[n] != '(':
		return match.No
	}
	return match.Answer(n + 1)
}

// prefixes are texts that models write before the names of declared tools.
var prefixes = [...]string{"functions.", "tools.", "default_api."}

// declared returns the declared tool's name that raw means, and the repair of raw. ok is false if
// there is none, or repairs aren't allowed. Code can't contain every name: '_' replaces characters
// that aren't allowed in code.
func declared(e *place.Around, g *grammar.Python, raw []byte) (name string, kind repair.Kind, ok bool) {
	tools := e.Config.Tools
	if !tools.Given() {
		return "", 0, false
	}
	if tools.Declared(string(raw)) {
		return tools.Intern(raw), 0, true
	}
	if bare, cut := bytes.CutPrefix(raw, []byte(g.Prefix)); cut && g.Prefix != "" {
		return declared(e, g, bare)
	}
	if inner, quoted := names.Unquoted(raw); quoted {
		if name, kind, ok = declared(e, g, inner); kind == 0 {
			kind = repair.QuoteStyle
		}
		return name, kind, ok && e.Repairs()
	}
	bare := raw
	if e.Visits.IndexByte(raw, '\\') >= 0 {
		bare = e.Visits.ReplaceAll(raw, []byte(`\_`), []byte(`_`))
	}
	if name = written(tools, bare); name != "" {
		return name, repair.ToolName, e.Repairs()
	}
	for _, prefix := range prefixes {
		if cut, ok := bytes.CutPrefix(bare, []byte(prefix)); ok {
			if name = written(tools, cut); name != "" {
				return name, repair.ToolName, e.Repairs()
			}
		}
	}
	return "", 0, false
}

// written returns the declared name that code writes as name, or "" if there is none.
func written(tools *parsers.Tools, name []byte) string {
	if tools.Declared(string(name)) {
		return tools.Intern(name)
	}
	return tools.Underscored(string(name))
}

// anyName returns the name that raw means, of a declared tool or of any other.
func anyName(e *place.Around, g *grammar.Python, raw []byte) (name string, kind repair.Kind, ok bool) {
	if name, kind, ok = declared(e, g, raw); ok {
		return name, kind, ok
	}
	bare := bytes.TrimPrefix(raw, []byte(g.Prefix))
	if names.Plain(bare) {
		return e.Intern(bare), 0, true
	}
	bare, kind = names.True(e.Visits, e.Config, bare)
	return e.Intern(bare), kind, names.Valid(e.Config.Tools, bare)
}

// mayBeDeclared reports whether b may be the beginning of a declared name, or of a text that may be
// before one.
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
	if text[0] == names.Typographic {
		return true
	}
	for i := range e.Config.Tools.Len() {
		if mayWrite(e.Config.Tools.At(i).Name, text) {
			return true
		}
	}
	return false
}

// mayWrite reports whether text is the beginning of the name as code writes it.
func mayWrite(name, text string) bool {
	if len(text) > len(name) {
		return false
	}
	for i := range len(text) {
		if text[i] != name[i] && (text[i] != '_' || name[i] != '-' && name[i] != '.') {
			return false
		}
	}
	return true
}

// Firsts sets the bytes with which a call alone on its line may begin.
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

// crosses reports whether one of the two texts begins with the other. It returns false for an empty
// prefix.
func crosses(prefix, text string) bool {
	return prefix != "" && (strings.HasPrefix(prefix, text) || strings.HasPrefix(text, prefix))
}
