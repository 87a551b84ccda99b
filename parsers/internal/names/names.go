// Package names decides which text can name a tool, and which declared tool a name stands for.
package names

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Prefix is the text that models put before names that they saw in a list of functions.
const Prefix = "functions."

var (
	functionsPrefix = []byte(Prefix)
	// escapedUnderscore is '_' as Markdown writes it.
	escapedUnderscore = []byte(`\_`)
	// tokenBegin and tokenEnd are the beginning and the end of special tokens.
	tokenBegin, tokenEnd = []byte("<|"), []byte("|>")
)

// True returns the tool that the name stands for, and the repair that this needed, if any. A declared
// name stays as it is. Quotes around a name are no part of it. functionsPrefix, Markdown's escapes of
// '_' and a special token at the name's end are removed if that gives a declared tool.
// See docs/models/formats, "Names and arguments".
func True(v *work.Counter, cfg *parsers.Config, name []byte) (tool []byte, kind repair.Kind) {
	if cfg.Options.DisableRepair || cfg.Tools.Declared(string(name)) {
		return name, repair.Unspecified
	}
	if inner, ok := Unquoted(name); ok {
		if name, kind = True(v, cfg, inner); kind == repair.Unspecified {
			kind = repair.QuoteStyle
		}
		return name, kind
	}
	if !cfg.Tools.Given() {
		return name, repair.Unspecified
	}
	bare, prefixed := bytes.CutPrefix(name, functionsPrefix)
	if prefixed {
		if inner, ok := Unquoted(bare); ok {
			bare = inner
		}
	}
	escaped := v.IndexByte(name, escapedUnderscore[0]) >= 0 && v.Index(name, escapedUnderscore) >= 0
	token := bytes.HasSuffix(name, tokenEnd)
	if !prefixed && !escaped && !token {
		return name, repair.Unspecified
	}
	if i := v.Index(name, tokenBegin); token && i > 0 {
		if word, _ := True(v, cfg, name[:i]); cfg.Tools.Declared(string(word)) {
			return word, repair.ToolName
		}
	}
	if cfg.Tools.Declared(string(bare)) {
		return bare, repair.ToolName
	}
	if escaped {
		if plain, _ := True(v, cfg, v.ReplaceAll(name, escapedUnderscore, []byte("_"))); cfg.Tools.Declared(string(plain)) {
			return plain, repair.ToolName
		}
	}
	return name, repair.Unspecified
}

// Plain reports whether b has only bytes that need no closer look: ASCII letters, digits, '_' and '-'.
// Then it is a valid name, and True returns it as it is. Most names are plain.
func Plain(b []byte) bool { return len(b) > 0 && bytetable.Index(b, 0, &notPlain) == len(b) }

var notPlain = bytetable.Of(func(c byte) bool { return c >= utf8.RuneSelf || c != '-' && !IsWordByte(c) })

// Valid reports whether b can name a tool: it is declared, or it is written as a name, has no sign of what is next to
// names, and isn't functionsPrefix alone.
func Valid(tools *parsers.Tools, b []byte) bool {
	if n := len(b); n > 0 && (borders(b) || b[n-1] == '.' && string(b) == string(functionsPrefix)) {
		return tools.Declared(string(b))
	}
	return Written(tools, b)
}

// borders reports whether a name holds signs that are next to names: it ends in ':', begins with '/', or holds the
// brackets or the '=' of tags, also as entities.
func borders(b []byte) bool {
	return b[len(b)-1] == ':' || b[0] == '/' || bytetable.Index(b, 0, &tagSigns) < len(b) || bytes.HasSuffix(b, entity)
}

// entity is how a tag ends whose brackets were written as entities.
var entity = []byte("&gt;")

var tagSigns = func() (t [256]bool) {
	for _, c := range "<>=" {
		t[c] = true
	}
	return t
}()

// Written reports whether b is written as a name, though it may be none: it is declared, or it isn't
// empty and has no white space and no control characters.
func Written(tools *parsers.Tools, b []byte) bool {
	if i := bytetable.Index(b, 0, &notGraphic); i < len(b) {
		return Begins(b[i:]) || tools.Declared(string(b))
	}
	return len(b) > 0
}

var notGraphic = bytetable.Of(func(c byte) bool { return c < '!' || c >= 0x7f })

// Begins reports whether b may be the beginning of a name: it has no white space and no
// control characters.
func Begins(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return false
		}
		b = b[n:]
	}
	return true
}

// Sound reports whether the name in a header is valid and isn't damaged.
func Sound(tools *parsers.Tools, name []byte) bool {
	return Valid(tools, name) && !Damaged(tools, name)
}

// Damaged reports whether the name in a header has quotes or brackets in it, and isn't the name of a
// declared tool.
func Damaged(tools *parsers.Tools, name []byte) bool {
	return bytetable.Index(name, 0, &damage) < len(name) && !tools.Declared(string(name))
}

var damage = func() (t [256]bool) {
	for _, c := range "\"'()[]{}" + string(fence.Code) {
		t[c] = true
	}
	return t
}()

// IsWordByte reports whether c can be in a word: it is a letter, a digit, '_' or no ASCII.
func IsWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// Suffix is the longest declared name that the name ends with, behind one of the
// separators.
func Suffix(v *work.Counter, cfg *parsers.Config, name []byte, separators string) (declared []byte, ok bool) {
	for cfg.Tools.Given() && !cfg.Options.DisableRepair {
		i := v.IndexAny(name, separators)
		if i < 0 {
			break
		}
		if name = name[i+1:]; cfg.Tools.Declared(string(name)) {
			return name, true
		}
	}
	return nil, false
}

// Doubled returns a declared name if the name is that name twice, with a dot between. That is a repair.
func Doubled(cfg *parsers.Config, name []byte) (declared []byte, repaired bool) {
	half := len(name) / 2
	if len(name)%2 == 0 || cfg.Options.DisableRepair || cfg.Tools.Declared(string(name)) ||
		name[half] != '.' || !bytes.Equal(name[:half], name[half+1:]) || !cfg.Tools.Declared(string(name[:half])) {
		return name, false
	}
	return name[:half], true
}

// Spaced matches the longest of the names that b begins with. The names have white space in them.
func Spaced(names []string, b []byte, final bool) match.Answer {
	for _, name := range names {
		a := match.Text(name, b, final)
		switch {
		case a == match.More, a.Yes() && a.Len() == len(b) && !final:
			return match.More // a longer one, or a longer word, may follow
		case a.Yes() && (a.Len() == len(b) || !IsWordByte(b[a])):
			return a
		}
	}
	return match.No
}

// MayBeSpaced reports whether b, the words that begin a name, may be a part of one of the names.
func MayBeSpaced(names []string, b []byte) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		n := min(len(name), len(b))
		return name[:n] == string(b[:n])
	})
}

// Unquoted returns the text between the quotes around b, straight or typographic.
func Unquoted(b []byte) (inner []byte, ok bool) {
	open := QuoteAt(b)
	if open.Width == 0 {
		return nil, false
	}
	for _, width := range [...]int{1, QuoteLength} {
		if end := len(b) - width; end > open.Width && open.closes(QuoteAt(b[end:])) {
			return b[open.Width:end], true
		}
	}
	return nil, false
}

// Typographic is the first byte of typographic quotes. QuoteLength is their length, in bytes.
const (
	Typographic = 0xe2
	QuoteLength = len("“")
)

// BeginsQuote reports whether a quote may begin with c.
func BeginsQuote(c byte) bool { return c == '"' || c == '\'' || c == Typographic }

// A Quote is a quotation mark, straight or typographic.
type Quote struct {
	Like  byte // the straight quote that it stands for
	Width int  // in bytes; 0: there is none
}

// QuoteAt is the quote that b begins with.
func QuoteAt(b []byte) Quote {
	switch {
	case len(b) == 0:
	case b[0] == '"' || b[0] == '\'':
		return Quote{b[0], 1}
	case b[0] == Typographic && len(b) >= QuoteLength:
		switch string(b[:QuoteLength]) {
		case "“", "”", "„", "‟":
			return Quote{'"', QuoteLength}
		case "‘", "’", "‚", "‛":
			return Quote{'\'', QuoteLength}
		}
	}
	return Quote{}
}

// closes reports whether the other quote closes this one. Both must be single, or both double. A
// straight quote closes only with a straight one.
func (q Quote) closes(other Quote) bool {
	return other.Like == q.Like && 0 < other.Width && other.Width <= q.Width
}

// End finds the quote in b that closes this one. It returns its offset and its width. If there is
// none, the width is 0, and no such quote begins before the offset, whatever follows b.
func (q Quote) End(v *work.Counter, b []byte) (at, width int) {
	if q.Width == 1 {
		if at = v.IndexByte(b, q.Like); at < 0 {
			return len(b), 0
		}
		return at, 1
	}
	for ; at < len(b); at++ {
		if b[at] == Typographic && len(b)-at < QuoteLength {
			break
		}
		if end := QuoteAt(b[at:]); q.closes(end) {
			width = end.Width
			break
		}
	}
	v.Add(at)
	return at, width
}
