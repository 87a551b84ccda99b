package engine

import (
	"strings"
	"unicode/utf8"

	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// optionWatch looks for lines that introduce one of several options: the word
// "option", then digits or, behind white space, one letter, then ':', ')', '.', '*'
// or the line's end.
type optionWatch struct {
	line, before bool // this line, the line before, introduces an option
}

// introduced tells whether a fence that opens here is an option.
func (o *optionWatch) introduced() bool { return o.line || o.before }

func (o *optionWatch) newline() { o.before, o.line = o.line, false }

// optionWord is looked for by its rarest letter, the second one.
const optionWord = "option"

// lastBytes are the last two bytes of something.
type lastBytes [2]byte

// then is the last bytes once b follows.
func (l lastBytes) then(b []byte) lastBytes {
	switch n := len(b); n {
	case 0:
		return l
	case 1:
		return lastBytes{l[1], b[0]}
	default:
		return lastBytes{b[n-2], b[n-1]}
	}
}

// startsWord tells whether an 'o' that a word starts with stands before the position.
func (qt *quoting) startsWord() bool {
	l := qt.prose.before.then(qt.cur.Win[:qt.cur.Pos-qt.cur.Base])
	return l[1]|0x20 == optionWord[0] && !names.IsWordByte(l[0])
}

// inWord tells whether a word goes on at offset at. That only ASCII is
// looked at keeps it true of text in which no spaces part words.
func (pr *prose) inWord(at int) bool {
	c := pr.before.then(pr.cur.Win[:at-pr.cur.Base])[1]
	return c < utf8.RuneSelf && names.IsWordByte(c)
}

// optionWord handles a 'p' at the position; false if more bytes must tell.
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
		qt.prose.option.line = true
	}
	qt.cur.Pos++
	return true
}

// maxOption bounds what an introduction takes, in bytes.
const maxOption = 32

// matchOption tells whether b, an 'o' before it, begins with an introduction.
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

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
