// Package names says what can name a tool, and which declared tool a name stands for.
package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

var (
	// functionsPrefix is what models put before names that they saw in a list of functions.
	functionsPrefix = []byte("functions.")
	// escapedUnderscore is how Markdown writes '_'.
	escapedUnderscore = []byte(`\_`)
	// tokenBegin and tokenEnd are how special tokens begin and end.
	tokenBegin, tokenEnd = []byte("<|"), []byte("|>")
)

// True is the name without functionsPrefix, with '_' for Markdown's escape
// of it, or both, and without a special token that ran into its end, if only so
// a tool is declared; that is a repair.
func True(v *visit.Count, cfg *parsers.Config, name []byte) (declared []byte, repaired bool) {
	bare, prefixed := bytes.CutPrefix(name, functionsPrefix)
	escaped := v.IndexByte(name, escapedUnderscore[0]) >= 0 && v.Index(name, escapedUnderscore) >= 0
	token := bytes.HasSuffix(name, tokenEnd)
	if !prefixed && !escaped && !token || cfg.Options.DisableRepair || cfg.Tools.Declared(string(name)) {
		return name, false
	}
	if i := v.Index(name, tokenBegin); token && i > 0 {
		if word, _ := True(v, cfg, name[:i]); cfg.Tools.Declared(string(word)) {
			return word, true
		}
	}
	if cfg.Tools.Declared(string(bare)) {
		return bare, true
	}
	if escaped {
		if plain, _ := True(v, cfg, v.ReplaceAll(name, escapedUnderscore, []byte("_"))); cfg.Tools.Declared(string(plain)) {
			return plain, true
		}
	}
	return name, false
}

// Plain tells whether b is a name, as most are: of letters, digits, '_' and '-'. It is the
// true one, and valid.
func Plain(b []byte) bool { return len(b) > 0 && bytetable.Index(b, 0, &notPlain) == len(b) }

var notPlain = func() (table [256]bool) {
	for i := range table {
		table[i] = i >= utf8.RuneSelf || i != '-' && !IsWordByte(byte(i))
	}
	return table
}()

// Valid tells whether b can name a tool: no white space, no control characters.
func Valid(b []byte) bool {
	for i, c := range b {
		if c-'!' >= 0x7f-'!' {
			return validRunes(b[i:])
		}
	}
	return len(b) > 0
}

func validRunes(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return false
		}
		b = b[n:]
	}
	return true
}

// Damaged tells whether the name in a header, which isn't that of a declared tool, has
// quotes or brackets in it.
func Damaged(tools *parsers.Tools, name []byte) bool {
	return bytetable.Index(name, 0, &damage) < len(name) && !tools.Declared(string(name))
}

var damage = func() (t [256]bool) {
	for _, c := range "\"'`()[]" {
		t[c] = true
	}
	return t
}()

// IsWordByte tells whether c can stand in a word: it is a letter, a digit, '_' or no ASCII.
func IsWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// Suffix is the longest declared name that stands in the name behind one of the
// separators.
func Suffix(v *visit.Count, cfg *parsers.Config, name []byte, separators string) (declared []byte, ok bool) {
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

// Doubled is the declared name that the name is twice, a dot between; that is a repair.
func Doubled(cfg *parsers.Config, name []byte) (declared []byte, repaired bool) {
	half := len(name) / 2
	if len(name)%2 == 0 || cfg.Options.DisableRepair || cfg.Tools.Declared(string(name)) ||
		name[half] != '.' || !bytes.Equal(name[:half], name[half+1:]) || !cfg.Tools.Declared(string(name[:half])) {
		return name, false
	}
	return name[:half], true
}
