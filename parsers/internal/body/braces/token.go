package braces

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// token reads the token, key or value at offset at, with which rest begins.
func (c *Call) token(env *body.Env, at int, rest []byte) (more, done bool) {
	if env.Firsts[rest[0]] {
		mark, more := c.opening.markAt(env, at, rest)
		if more {
			return true, false
		}
		if mark != noMark && mark != delimiterMark {
			c.pos = at
			return false, c.marked(env, at, mark)
		}
	}
	switch c.phase {
	case behindName:
		return c.arguments(env, at, rest[0]), false
	case keyFirst, keyNext:
		return c.key(env, at, rest)
	case behindKey:
		c.pair(at, rest[0])
		return false, false
	case behindValue:
		return c.delimit(env, at, rest), false
	case assignedDue:
		return c.assigned(env, at, rest)
	}
	return c.value(env, at, rest)
}

// arguments starts the arguments. In some prompts, '(' opens them, and an object may be in it. It returns true if more bytes are
// needed.
func (c *Call) arguments(env *body.Env, at int, b byte) (more bool) {
	if b != '{' && b != '(' {
		c.failed.fail(at, parsers.ReasonMalformed, "the call has no arguments")
		return false
	}
	from := at
	if b == '(' {
		inner, more := env.Space(at + 1)
		if more {
			return true
		}
		c.opening.note(repair.PythonLiteral, at)
		if rest := env.Rest(inner); len(rest) > 0 && rest[0] == '{' {
			from, b, c.round = inner, '{', true
		}
	}
	c.args.begin(env, at)
	c.open(env, from, b)
	return false
}

// open opens a container at offset at.
func (c *Call) open(env *body.Env, at int, b byte) {
	c.pos = at + 1
	c.args.stack = append(c.args.stack, b)
	if len(c.args.stack) > env.Rules.MaxDepth() {
		c.failed.fail(at, parsers.ReasonLimit, failure.TooDeep)
		return
	}
	c.args.open(at, b)
	if c.phase = keyFirst; b == '[' {
		c.phase = valueFirst
	}
}

// key reads a key: bare, in the delimiter, or in quotes.
func (c *Call) key(env *body.Env, at int, rest []byte) (more, done bool) {
	switch b := rest[0]; {
	case b == c.args.closer():
		c.close(at)
		return false, false
	case b == '"' || b == '\'':
		end, ok := c.reach.quoted(env, at+1, b)
		if !ok {
			return c.unclosed(env, at)
		}
		c.opening.note(repair.QuoteStyle, at)
		c.setKey(unquote(env.Visits, env.Slice(at+1, end)), at, end+1)
		return false, false
	case c.opening.delimiterAt(rest):
		from := at + len(c.opening.g.Delimiter)
		end, ok := c.reach.delimited(env, from)
		if !ok {
			return c.unclosed(env, at)
		}
		c.setKey(env.Slice(from, end), at, end+len(c.opening.g.Delimiter))
		return false, false
	}
	end, ok := c.reach.until(env, at, keyEnds)
	switch {
	case !ok:
		return c.unclosed(env, at)
	case end == at:
		c.failed.fail(at, parsers.ReasonMalformed, "expected a key")
		return false, false
	}
	key := c.words(env, env.Slice(at, end))
	end = at + len(key)
	if listed, _ := c.args.lists(key); !listed && env.Visits.ContainsAny(key, strange) {
		c.failed.fail(at, parsers.ReasonMalformed, "a key has signs that are in no name")
		return false, false
	}
	if inner, ok := names.Unquoted(key); ok {
		key = inner
		c.opening.note(repair.QuoteStyle, at)
	}
	c.setKey(key, at, end)
	return false, false
}

// words returns the part of the text that is a key without quotes: its first word, or all of them.
func (c *Call) words(env *body.Env, text []byte) []byte {
	n := bytetable.Index(text, 0, (*[256]bool)(blanks))
	env.Visits.Add(n)
	if n == len(text) {
		return text
	}
	if text = env.Visits.TrimRight(text, blank); n < len(text) && !c.args.takesWords(text) {
		return text[:n]
	}
	return text
}

// strange are signs that no key without quotes has, unless the schema lists it.
const strange = ";|!?&^\\"

const blank = " \t"

var blanks = cursor.SetOf(blank)

// setKey sets the key that is at offset at and ends at end.
func (c *Call) setKey(key []byte, at, end int) {
	c.due, _ = c.args.lists(key)
	if !c.args.setKey(key, at) {
		c.failed.fail(at, parsers.ReasonMalformed, "a key comes twice")
		return
	}
	c.pos, c.phase = end, behindKey
}

// pair reads the sign between key and value: a colon, or an equals sign in parentheses. Behind an argument's name, either may
// replace the other: an equals sign only if the schema lists the name, or a string follows.
func (c *Call) pair(at int, b byte) {
	round := c.args.stack[len(c.args.stack)-1] == '('
	switch {
	case b == ':' || b == '=' && round:
		c.pos, c.phase = at+1, valueDue
	case b == '=' && len(c.args.stack) == 1:
		c.sign = at
		c.pos, c.phase = at+1, assignedDue
	default:
		c.noPair(at)
	}
}

func (c *Call) noPair(at int) {
	c.failed.fail(at, parsers.ReasonMalformed, "expected a value after the key")
}

// assigned reads the value behind an equals sign.
func (c *Call) assigned(env *body.Env, at int, rest []byte) (more, done bool) {
	if b := rest[0]; b != '"' && b != '\'' && !c.opening.delimiterAt(rest) && !c.due {
		c.noPair(c.sign)
		return false, false
	}
	c.opening.note(repair.PythonLiteral, c.sign)
	c.phase = valueDue
	return c.value(env, at, rest)
}

// value reads the text where a value is due.
func (c *Call) value(env *body.Env, at int, rest []byte) (more, done bool) {
	switch b := rest[0]; {
	case b == ']' && b == c.args.closer() && c.phase != valueDue:
		c.close(at)
		return false, false
	case b == '{' || b == '[':
		c.args.separate()
		c.open(env, at, b)
		return false, false
	case (b == ',' || b == c.args.closer()) && c.phase == valueDue && c.due && c.args.mayBeString():
		c.repaired(env, at, at, at)
		return false, false
	case strings.IndexByte("}]),:", b) >= 0:
		c.failed.fail(at, parsers.ReasonMalformed, "expected a value")
		return false, false
	case b == '"' || b == '\'':
		c.text.start = at + 1
		end, ends, more := c.halfDelimited(env, at+1, b)
		if more {
			return true, false
		}
		if ends {
			c.repaired(env, at+1, end, end+len(c.opening.g.Delimiter))
			return false, false
		}
		end, ok := c.reach.quoted(env, at+1, b)
		if !ok {
			return c.unclosed(env, at)
		}
		c.opening.note(repair.QuoteStyle, at)
		c.args.string(unquote(env.Visits, env.Slice(at+1, end)))
		c.valueEnds(end + 1)
		return false, false
	case c.opening.delimiterAt(rest):
		c.pos, c.phase = at+len(c.opening.g.Delimiter), inText
		c.text.open(c.pos)
		return false, false
	}
	return c.readWordValue(env, at)
}

// halfDelimited reports whether the string at offset at, which a quote opened, ends at the delimiter, and where: no such quote is
// before it, and what may follow a value is behind it.
func (c *Call) halfDelimited(env *body.Env, at int, quote byte) (end int, yes, more bool) {
	rest := env.Rest(at)
	n := env.Visits.IndexByte(rest, c.opening.g.Delimiter[0])
	for ; n >= 0; n++ {
		if m := env.Visits.IndexByte(rest[:n], quote); m >= 0 {
			return 0, false, false
		}
		a := match.Text(c.opening.g.Delimiter, rest[n:], env.Final)
		if a == match.More {
			return 0, false, true
		}
		if a.Yes() {
			behind, more := env.Space(at + n + a.Len())
			if more {
				return 0, false, true
			}
			b := env.Rest(behind)
			return at + n, len(b) > 0 && (b[0] == ',' || b[0] == c.args.closer()), false
		}
		next := env.Visits.IndexByte(rest[n+1:], c.opening.g.Delimiter[0])
		if next < 0 {
			break
		}
		n += next
	}
	return 0, false, false
}

// delimit reads a comma or a closer behind a value. A comma may be missing before a key that the schema lists. It returns true
// if more bytes are needed.
func (c *Call) delimit(env *body.Env, at int, rest []byte) (more bool) {
	switch b := rest[0]; {
	case b == ',':
		c.text.start = -1
		c.comma = at
		c.pos, c.phase = at+1, keyNext
		if c.args.closer() == ']' {
			c.phase = valueNext
		}
	case b == c.args.closer():
		c.text.start = -1
		c.close(at)
	case c.args.closer() != ']' && env.Repairs():
		key, a := c.keyAt(env, at)
		if a == match.More {
			return true
		}
		if !key {
			c.failed.fail(at, parsers.ReasonMalformed, "expected a comma or a closer after the value")
			return false
		}
		c.text.start = -1
		c.opening.note(repair.MissingComma, at)
		c.pos, c.phase = at, keyNext
	default:
		c.failed.fail(at, parsers.ReasonMalformed, "expected a comma or a closer after the value")
	}
	return false
}

// keyAt reports whether a key that the schema lists, and a sign, are at offset at.
func (c *Call) keyAt(env *body.Env, at int) (yes bool, a match.Answer) {
	rest := env.Rest(at)
	rest = rest[:min(len(rest), maxName)]
	n := bytetable.Index(rest, 0, (*[256]bool)(keyEnds))
	env.Visits.Add(n)
	if n == len(rest) {
		return false, match.End(env.Final || n == maxName)
	}
	listed, _ := c.args.lists(match.TrimSpaceRight(rest[:n]))
	return listed && (rest[n] == ':' || rest[n] == '='), match.No
}

// close closes the innermost container at offset at.
func (c *Call) close(at int) {
	if c.phase == keyNext || c.phase == valueNext {
		c.opening.note(repair.TrailingComma, c.comma)
	}
	c.args.closeInto()
	c.valueEnds(at + 1)
	if len(c.args.stack) == 0 {
		c.phase, c.end = behindAll, at+1
	}
}

// readText reads a delimited string, up to its delimiter.
func (c *Call) readText(env *body.Env) (more, done bool) {
	end, ok := c.reach.delimited(env, c.text.start)
	switch {
	case !ok:
		c.text.tell(env, end)
		return c.unclosed(env, env.Base+len(env.Win))
	}
	lost, more := c.lostCloser(env, end)
	switch {
	case more:
		c.text.tell(env, end)
		return true, false
	case lost > 0:
		c.text.cut(env, lost)
		c.opening.note(repair.QuoteStyle, lost)
		c.valueEnds(lost)
		return false, false
	case !c.text.ends(env, end):
		c.failed.fail(c.text.start, parsers.ReasonLimit, failure.TooDeep)
		return false, false
	}
	c.valueEnds(end + len(c.opening.g.Delimiter))
	return false, false
}

// lostCloser returns where the string really ends whose delimiter is at offset end, if that delimiter opens the value of the next
// key, which the schema lists: the string's own is missing. 0: it isn't.
func (c *Call) lostCloser(env *body.Env, end int) (at int, more bool) {
	text := env.Slice(c.text.start, end)
	behind := match.TrimSpaceRight(text)
	if len(behind) == 0 || behind[len(behind)-1] != ':' || c.args.closer() == ']' || c.text.typed || !env.Repairs() {
		return 0, false
	}
	behind = match.TrimSpaceRight(behind[:len(behind)-1])
	n := len(behind)
	for n > 0 && len(behind)-n < maxName && (names.IsWordByte(behind[n-1]) || behind[n-1] == '-' || behind[n-1] == '.') {
		n--
	}
	env.Visits.Add(len(text) - n)
	if listed, _ := c.args.lists(behind[n:]); !listed || c.args.has(behind[n:]) {
		return 0, false
	}
	before := match.TrimSpaceRight(behind[:n])
	if len(before) == 0 || before[len(before)-1] != ',' {
		return 0, false
	}
	next, more := env.Space(end + len(c.opening.g.Delimiter))
	if more {
		return 0, true
	}
	if rest := env.Rest(next); len(rest) > 0 && (rest[0] == ',' || rest[0] == c.args.closer()) {
		return 0, false // the delimiter ends the string
	}
	return c.text.start + len(before) - 1, false
}

// readWordValue reads a value at offset at that begins like a number, a literal or a word.
func (c *Call) readWordValue(env *body.Env, at int) (more, done bool) {
	end, ok := c.reach.until(env, at, wordEnds)
	if !ok {
		return c.unclosed(env, at)
	}
	behind, more := env.Space(end)
	if more {
		return true, false
	}
	ends, more := c.lookahead.endsWord(env, behind)
	switch {
	case more:
		return true, false
	case ends && c.args.literal(env.Slice(at, end), at):
		c.valueEnds(end)
		return false, false
	}
	return c.lostDelimiter(env, at)
}

// lostDelimiter reads a string at offset at whose first delimiter is missing, or both.
func (c *Call) lostDelimiter(env *body.Env, at int) (more, done bool) {
	if more = c.lookahead.lookAhead(env, at); more {
		return true, false
	}
	end := c.lookahead.scan
	if d := c.opening.g.Delimiter; match.Near(d, env.Slice(at, end), len(d)/match.BytesPerSlip) > 0 || c.otherDelimiter(env, at) {
		c.failed.fail(at, parsers.ReasonMalformed, "a string's opening delimiter is damaged")
		return false, false
	}
	if c.lookahead.mark == delimiterMark {
		closes, more := c.lookahead.endsValue(env, at, end)
		if more {
			return true, false
		}
		if closes {
			c.repaired(env, at, end, end+len(c.opening.g.Delimiter))
			return false, false
		}
	}
	return c.bareString(env, at)
}

// otherDelimiter reports whether the delimiter of the family's other calls is at offset at.
func (c *Call) otherDelimiter(env *body.Env, at int) bool {
	for i := range env.Rules.Grammar.Trees {
		if d := env.Rules.Grammar.Trees[i].Delimiter; d != c.opening.g.Delimiter && match.Text(d, env.Rest(at), true).Yes() {
			return true
		}
	}
	return false
}
