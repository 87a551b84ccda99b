// Package quote writes strings as JSON, Python, and models that forget to escape do. The generators of
// the benchmarks share it; it knows nothing of the parsers that they test.
package quote

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// An Escaping says what a writer of strings escapes.
type Escaping struct {
	Open, Close string
	// Escapes reports whether the i-th occurrence of the character (counted per
	// character, up to '~') is escaped.
	Escapes func(r rune, i int) bool
}

// Quote writes s as a string.
func (e Escaping) Quote(s string) string {
	var b strings.Builder
	var count [0x80]int
	b.Grow(len(s) + len(s)/8)
	b.WriteString(e.Open)
	for _, r := range s {
		seen := &count[min(r, 0x7f)]
		if e.Escapes(r, *seen) {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
		*seen++
	}
	b.WriteString(e.Close)
	return b.String()
}

// escape is JSON's escape of r.
func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '"', '\\', '\'':
		return `\` + string(r)
	}
	if r > 0xffff {
		hi, lo := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, hi, lo)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Needed is what JSON has to escape.
func Needed(r rune, _ int) bool { return r == '"' || r == '\\' || r < ' ' }

// JSON writes s as JSON does, with nothing escaped that needn't be.
func JSON(s string) string { return Escaping{`"`, `"`, Needed}.Quote(s) }

// ASCII writes s as Python's json.dumps does by default.
func ASCII(s string) string {
	return Escaping{`"`, `"`, func(r rune, i int) bool { return Needed(r, i) || r > '~' }}.Quote(s)
}

// Raw writes s as it is.
func Raw(s string) string { return `"` + s + `"` }

// Except writes s as JSON does, but leaves the given characters as they are.
func Except(raw func(r rune, i int) bool) func(string) string {
	return Escaping{`"`, `"`, func(r rune, i int) bool { return Needed(r, i) && !raw(r, i) }}.Quote
}

// Single writes s in single quotes, with JSON's escapes otherwise.
func Single(escapeApostrophe bool) func(string) string {
	return Escaping{`'`, `'`, func(r rune, i int) bool {
		if r == '\'' {
			return escapeApostrophe
		}
		return Needed(r, i) && r != '"'
	}}.Quote
}

// Smart writes s between typographic quotation marks.
func Smart(s string) string { return Escaping{"“", "”", Needed}.Quote(s) }

// Python writes s as Python's repr does.
func Python(s string) string {
	q := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteRune(q)
	for _, r := range s {
		b.WriteString(reprRune(r, q))
	}
	b.WriteRune(q)
	return b.String()
}

func reprRune(r, q rune) string {
	switch {
	case r == q || r == '\\':
		return `\` + string(r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case strconv.IsPrint(r):
		return string(r)
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
