package engine

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

var (
	// functionsPrefix is what models put before names that they saw in a list of functions.
	functionsPrefix = []byte("functions.")
	// escapedUnderscore is how Markdown writes '_'.
	escapedUnderscore = []byte(`\_`)
)

// TrueName is the name without functionsPrefix, with '_' for Markdown's escape
// of it, or both, if only so a tool is declared; that is a repair.
func (e *Engine) TrueName(name []byte) (declared []byte, repaired bool) {
	bare, prefixed := bytes.CutPrefix(name, functionsPrefix)
	escaped := bytes.Contains(name, escapedUnderscore)
	if !prefixed && !escaped || !e.Repairs() || e.Declared(string(name)) {
		return name, false
	}
	if e.Declared(string(bare)) {
		return bare, true
	}
	if escaped {
		if plain, _ := e.TrueName(bytes.ReplaceAll(name, escapedUnderscore, []byte("_"))); e.Declared(string(plain)) {
			return plain, true
		}
	}
	return name, false
}

// ValidName tells whether b can name a tool: no white space, no control characters.
func ValidName(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if b[i] <= ' ' || b[i] == 0x7f {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return false
		}
		i += n
	}
	return true
}
