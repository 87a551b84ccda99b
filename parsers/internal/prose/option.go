package prose

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// startsWord reports whether an 'o' that a word starts with is before the position.
func (qt *Quoting) startsWord() bool {
	l := qt.prose.Cur.Before(qt.prose.Cur.Pos)
	return l.Byte()|0x20 == marks.OptionWord[0] && !names.IsWordByte(l[len(l)-2])
}

// OptionWord handles a 'p' at the position; false if more bytes are needed.
func (qt *Quoting) OptionWord() bool {
	if qt.startsWord() {
		n := matchOption(qt.prose.Cur.Visits, qt.prose.Cur.Rest(qt.prose.Cur.Pos), qt.prose.Cur.Final)
		if n == match.More {
			return false
		}
		qt.prose.option.line = qt.prose.option.line || n.Yes()
	}
	qt.prose.Cur.Pos++
	return true
}

// maxOption bounds an introduction, in bytes.
const maxOption = 32

// matchOption reports whether b, with an 'o' before it, begins with an introduction.
func matchOption(v *visit.Count, b []byte, final bool) match.Answer {
	rest := []byte(marks.OptionWord[1:])
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
	if len(after) == len(number) && len(number) < len(b) && len(number) > 0 && match.IsLetter(number[0]) {
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
