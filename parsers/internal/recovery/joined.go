package recovery

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Joined reports whether the text of a string, whose quotes weren't escaped, may be two strings: a quote in it
// may end the first one, and what follows may be the next element of the list, or the next member of the object,
// although it can't be read as that.
//
// A quote is text if it is the second one of a pair, or if a bracket is open that the string opened.
func Joined(v *work.Counter, text []byte, quote jsonscan.Quote, member bool) bool {
	depth, pending := 0, false
	for i := 0; i < len(text); i++ {
		switch n := quote.Closer(text[i:], true); {
		case text[i] == '\\':
			i++
		case n == 0:
			depth += int(jsonscan.NestsCode[text[i]])
			pending = pending || quote.Opens(text[i:])
		case !pending && depth <= 0 && i > 0 && structure(v, text[:i], text[i+n:], quote, member):
			return true
		default:
			pending = !pending && quote.Straight()
			i += n - 1
		}
	}
	return false
}

// structure reports whether the text between which a quote is may be the end of one string and what follows it.
func structure(v *work.Counter, before, behind []byte, quote jsonscan.Quote, member bool) bool {
	rest := behind[match.SpaceLen(behind):]
	switch {
	case len(rest) == 0:
		return false
	case member:
		rest = rest[:min(len(rest), maxAhead)]
		return !beginsText(before) && rest[0] == ',' && (!quote.Straight() || !wholeMember(rest[1:], quote.Lead()) && colonBehind(v, rest, quote.Lead()))
	case !quote.Straight():
		return rest[0] == ','
	}
	next := v.IndexByte(behind, quote.Lead())
	if next < 0 { // the next element lost its first quote
		return strings.IndexByte(",|;:", rest[0]) >= 0
	}
	between := behind[:next]
	if beginsText(before) || len(between) == 0 {
		return false
	}
	return !isKeyByte(between[0]) && !isKeyByte(between[len(between)-1])
}

// maxAhead bounds the text in which a colon is looked for, in bytes.
const maxAhead = 256

// beginners are bytes before a quote that begins something.
const beginners = " \t\r\n([{<=:,'\"" + string(fence.Code)

// beginsText reports whether a quote behind the text more likely begins something than ends it.
func beginsText(before []byte) bool {
	return strings.IndexByte(beginners, last(before)) >= 0
}

// wholeMember reports whether the text begins with a key and a string. The search has seen that it is no member.
func wholeMember(text []byte, quote byte) bool {
	text = text[match.SpaceLen(text):]
	n := 1
	for n < len(text) && text[n] != quote {
		n++
	}
	if n >= len(text) || text[0] != quote {
		return false
	}
	text = text[n+1:]
	if text = text[match.SpaceLen(text):]; len(text) == 0 || text[0] != ':' {
		return false
	}
	text = text[1:]
	text = text[match.SpaceLen(text):]
	return len(text) > 0 && text[0] == quote
}

// colonBehind reports whether a colon is in the text, outside of strings and on its line. If a string that is no key
// is directly before the colon, all of that is text.
func colonBehind(v *work.Counter, text []byte, quote byte) bool {
	inside, from, key := false, 0, true
	n := 0
	defer v.Passed(0, &n)
	for i, c := range text {
		n = i
		switch {
		case c == quote:
			if inside = !inside; inside {
				from = i + 1
			} else {
				key = Plausible(text[from:i])
			}
		case inside:
		case c == ':':
			return key
		case c == '\n':
			return false
		}
	}
	return false
}
