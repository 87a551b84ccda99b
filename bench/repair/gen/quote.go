package gen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// escaping says what a writer of strings escapes.
type escaping struct {
	open, close string
	// escapes reports whether the i-th occurrence of the character (counted per
	// character, up to '~') is escaped.
	escapes func(r rune, i int) bool
}

// quote writes s as a string.
func (e escaping) quote(s string) string {
	var b strings.Builder
	var count [0x80]int
	b.Grow(len(s) + len(s)/8)
	b.WriteString(e.open)
	for _, r := range s {
		seen := &count[min(r, 0x7f)]
		if e.escapes(r, *seen) {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
		*seen++
	}
	b.WriteString(e.close)
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

// needed is what JSON has to escape.
func needed(r rune, _ int) bool { return r == '"' || r == '\\' || r < ' ' }

// quoteJSON writes s as JSON does, with nothing escaped that needn't be.
func quoteJSON(s string) string { return escaping{`"`, `"`, needed}.quote(s) }

// quoteASCII writes s as Python's json.dumps does by default.
func quoteASCII(s string) string {
	return escaping{`"`, `"`, func(r rune, i int) bool { return needed(r, i) || r > '~' }}.quote(s)
}

// quoteRaw writes s as it is.
func quoteRaw(s string) string { return `"` + s + `"` }

// quoteExcept writes s as JSON does, but leaves the given characters as they are.
func quoteExcept(raw func(r rune, i int) bool) func(string) string {
	return escaping{`"`, `"`, func(r rune, i int) bool { return needed(r, i) && !raw(r, i) }}.quote
}

// quoteSingle writes s in single quotes, with JSON's escapes otherwise.
func quoteSingle(escapeApostrophe bool) func(string) string {
	return escaping{`'`, `'`, func(r rune, i int) bool {
		if r == '\'' {
			return escapeApostrophe
		}
		return needed(r, i) && r != '"'
	}}.quote
}

// quoteSmart writes s between typographic quotation marks.
func quoteSmart(s string) string { return escaping{"“", "”", needed}.quote(s) }

// quotePython writes s as Python's repr does.
func quotePython(s string) string {
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
