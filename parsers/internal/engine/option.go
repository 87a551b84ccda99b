package engine

import (
	"strings"
	"unicode/utf8"

	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// optionWord is looked for by its rarest letter, the second one.
const optionWord = "option"

// startsWord reports whether an 'o' that a word starts with is before the position.
func (qt *quoting) startsWord() bool {
	l := qt.cur.Before(qt.cur.Pos)
	return l.Byte()|0x20 == optionWord[0] && !names.IsWordByte(l[len(l)-2])
}

// inWord reports whether a word goes on at offset at. It looks at ASCII only: in
// some scripts, no spaces are between words.
func (pr *prose) inWord(at int) bool {
	c := pr.cur.Before(at).Byte()
	return c < utf8.RuneSelf && names.IsWordByte(c)
}

// optionWord handles a 'p' at the position; false if more bytes are needed.
func (qt *quoting) optionWord() bool {
	if !qt.startsWord() {
		qt.cur.Pos++
		return true
	}
	n := matchOption(qt.cur.Visits, qt.cur.Rest(qt.cur.Pos), qt.cur.Final)
	if n == match.More {
		if qt.prose.quote.phase == fenceBody {
			qt.cur.Text(qt.cur.Pos)
		}
		return false
	}
	if n.Yes() {
		qt.prose.option.introduce()
	}
	qt.cur.Pos++
	return true
}

// maxOption bounds an introduction, in bytes.
const maxOption = 32

// matchOption reports whether b, with an 'o' before it, begins with an introduction.
func matchOption(v *visit.Count, b []byte, final bool) match.Answer {
	rest := []byte(optionWord[1:])
	clipped := len(b) >= maxOption
	if clipped {
		b = b[:maxOption]
	} else if final {
		b = append(v.Clone(b), '\n') // the end of the output ends a line
	}
	n := min(len(rest), len(b))
	if !bytes.EqualFold(b[:n], rest[:n]) {
		return match.No
	}
	b = b[n:]
	number := v.TrimLeft(b, " \t")
	after := v.TrimLeft(number, "0123456789")
	if len(after) == len(number) && len(number) < len(b) && len(number) > 0 && isLetter(number[0]) {
		after = number[1:] // a letter that isn't part of the word
	}
	line := v.TrimLeft(after, " \t\r")
	switch {
	case len(line) == 0 && !clipped:
		return match.More
	case len(line) == 0, len(after) == len(number):
		return match.No
	case line[0] == '\n', len(line) == len(after) && strings.IndexByte(":).*", line[0]) >= 0:
		return 1
	}
	return match.No
}
