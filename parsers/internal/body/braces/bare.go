package braces

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// bareString reads a string at offset at that has no delimiter at its beginning, and none that ends it. The text up to the
// next token is at hand.
// See docs/models/formats/gemma.md, "Strings without delimiters".
func (c *Call) bareString(env *body.Env, at int) (more, done bool) {
	if c.args.types()&schema.String == 0 || c.args.types() == schema.Any && !c.args.nested() {
		if c.lookahead.nextEnd(env, at) < 0 && c.lookahead.mark == noMark {
			return c.unclosed(env, at)
		}
		c.failed.fail(at, parsers.ReasonMalformed, "a value is neither a literal nor a delimited string")
		return false, false
	}
	w := words{args: &c.args, text: env.Slice(at, c.lookahead.scan)}
	end := w.end()
	env.Visits.Add(w.pos)
	switch exhausted := !env.Penalties.Budget().Spend(w.pos, at+w.pos); {
	case end < 0 && c.lookahead.mark == noMark:
		return c.unclosed(env, at)
	case end < 0 && exhausted:
		c.failed.fail(at, parsers.ReasonLimit, "finding the end of a string would take too much work")
		return false, false
	case end < 0:
		c.failed.fail(at, parsers.ReasonMalformed, "the brackets or quotes in a string without delimiters don't balance")
		return false, false
	}
	c.opening.doubt = c.opening.doubt || w.doubt
	text := match.TrimSpaceRight(w.text[:end])
	if inner, ok := unmarked(env, text); ok {
		c.opening.note(repair.QuoteStyle, at)
		c.args.string(inner)
		c.valueEnds(at + end)
		return false, false
	}
	if len(text) > 0 && text[0] == '\\' {
		c.failed.fail(at, parsers.ReasonMalformed, "a string begins with a quote that is escaped")
		return false, false
	}
	c.repaired(env, at, at+len(text), at+end)
	return false, false
}

// repaired accepts the text between two offsets as a string. The value ends at end.
func (c *Call) repaired(env *body.Env, at, to, end int) {
	c.opening.note(repair.QuoteStyle, at)
	c.args.string(env.Slice(at, to))
	c.valueEnds(end)
}

// unmarked returns the text between the typographic quotes or backticks that are around a string.
func unmarked(env *body.Env, text []byte) (inner []byte, ok bool) {
	if n := len(text) - 1; n > 1 && text[0] == fence.Code && text[n] == fence.Code && env.Visits.IndexByte(text[1:n], fence.Code) < 0 {
		return text[1:n], true
	}
	if len(text) > 0 && text[0] == names.Typographic {
		return names.Unquoted(text)
	}
	return nil, false
}

// words find the end of a string without delimiters.
type words struct {
	args  *args
	text  []byte // begins with the string
	pos   int    // read up to here
	doubt bool   // what looks like an undeclared key is in the string
	open  []byte // the brackets that the string opened
}

// end returns the end of the string. It is negative if a bracket or a quote of the string isn't closed in the text, or if
// nothing ends the string.
func (w *words) end() int {
	for ; w.pos < len(w.text); w.pos++ {
		switch b := w.text[w.pos]; b {
		case '{':
			w.open = append(w.open, '}')
		case '[':
			w.open = append(w.open, ']')
		case '(':
			w.open = append(w.open, ')')
		case '"', '\'':
			w.quoted(b)
		case '}', ']', ')':
			n := len(w.open) - 1
			switch {
			case n < 0 && b == w.args.closer():
				return w.pos
			case n < 0 || w.open[n] != b:
				return -1
			}
			w.open = w.open[:n]
		case ',':
			if len(w.open) == 0 && w.endsAtComma() {
				return w.pos
			}
		}
	}
	return -1
}

// quoted skips the text in quotes at the position. An apostrophe in or behind a word is no quote.
func (w *words) quoted(quote byte) {
	if quote == '\'' && w.pos > 0 && names.IsWordByte(w.text[w.pos-1]) {
		return
	}
	for w.pos++; w.pos < len(w.text) && w.text[w.pos] != quote; w.pos++ {
		if w.text[w.pos] == '\\' {
			w.pos++
		}
	}
}

// endsAtComma reports whether the string ends at the comma at the position: behind it is an element of the array, a key that
// the schema lists, or the closer. The word of another key is text, in doubt.
func (w *words) endsAtComma() bool {
	if w.args.closer() == ']' {
		return true
	}
	from := w.pos + 1 + match.SpaceLen(w.text[w.pos+1:])
	rest := w.text[from:]
	n := bytetable.Index(rest, 0, (*[256]bool)(keyEnds))
	if n == len(rest) { // a token is the key, or a delimiter is before it
		return match.SpaceLen(rest) == len(rest)
	}
	key := match.TrimSpaceRight(rest[:n])
	sign := rest[n] == ':' || rest[n] == '='
	if b := rest[n]; n == 0 && (b == '"' || b == '\'') {
		if key, sign = quotedKey(rest, b); !sign {
			return false
		}
	}
	listed, some := w.args.lists(key)
	switch {
	case n == 0 && rest[0] == w.args.closer():
		return true // one comma too many
	case !sign:
		return false
	case listed || !some:
		return true
	}
	w.doubt = w.doubt || isWord(key)
	return false
}

// quotedKey returns the key in quotes at the start of b, if a sign follows it.
func quotedKey(b []byte, quote byte) (key []byte, ok bool) {
	for i := 1; i < len(b); i++ {
		if b[i] == quote {
			behind := b[i+1+match.SpaceLen(b[i+1:]):]
			return b[1:i], len(behind) > 0 && (behind[0] == ':' || behind[0] == '=')
		}
	}
	return nil, false
}

// isWord reports whether the text may be an invented key: one word that isn't a number.
func isWord(text []byte) bool {
	letters := false
	for _, c := range text {
		if !names.IsWordByte(c) && c != '-' && c != '.' {
			return false
		}
		letters = letters || c < '0' || c > '9'
	}
	return letters
}
