package look

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/words"
)

// maxAround is how far after a call the end of what is around it is looked for, in bytes.
const maxAround = 256

// fewBytes next to a call are looked at without counting them.
const fewBytes = 32

// around reports whether the text around the call quotes it. It is quoteEnd if the text before the call opens a string or an
// element, and the text after the call closes it, or if the text after the call closes the value of an argument. It looks up to the
// next call, or up to the end of the thought.
func (lk look) around(w *body.Watch) follower {
	if !w.Inside() {
		return other
	}
	rest := lk.env.Rest(w.At)
	left := w.End + maxAround - w.At
	known := lk.last || lk.env.Final || len(rest) >= left+maxAhead
	n := 0
	for n < min(len(rest), left) {
		c, size := rest[n], 1
		if lk.means(c) {
			if !known && len(rest)-n < maxAhead {
				return passed(lk, w, n, unread)
			}
			var found follower
			switch size, found = lk.part(w, rest[n:min(len(rest), n+maxAhead)]); found {
			case argument:
				return passed(lk, w, n, other)
			case quoteEnd:
				return passed(lk, w, n, quoteEnd)
			}
		} else {
			w.Said = w.Said || !match.IsSpace(c)
		}
		if c == '{' || c == '(' && w.Word {
			return passed(lk, w, n, other) // another call may begin
		}
		n += size
		w.Word = words.IsWord(c)
	}
	if n = min(n, left); !known && n == len(rest) && n < left {
		return passed(lk, w, n, unread)
	}
	return passed(lk, w, n, other)
}

// means reports whether the byte may begin what says something about the call before it.
func (lk look) means(c byte) bool {
	out := lk.outer()
	return c == '"' || c == '\'' || c == '\\' || out.Firsts[c] || lk.env.Firsts[c] || out.Words.Behind[c]
}

// part reports what text, which follows the call, begins with, and the size of that. It is an argument if it opens an argument or a
// call, or closes a thought. It is quoteEnd if it closes what is around the call.
func (lk look) part(w *body.Watch, text []byte) (size int, found follower) {
	switch c := text[0]; {
	case c == '\\':
		w.Said = true
		return min(2, len(text)), other
	case c == '"', c == '\'', c == words.TagBegin && len(lk.outer().Rules.Grammar.Trees) > 0:
		if out := w.Outside; out != nil && out.Delimiter != "" && endsAround(text, out.Delimiter) {
			return 0, quoteEnd
		}
	}
	if size, found = lk.tagAround(w, text); size > 0 || found != other {
		return size, found
	}
	w.Said = true
	return 1, other
}

// tagAround reports what a tag or a marker at the start of the text says, as part does.
func (lk look) tagAround(w *body.Watch, text []byte) (size int, found follower) {
	out := lk.outer()
	for _, env := range [...]*body.Env{out, lk.env} {
		m, a := env.Markers.MarkIn(text, true)
		if a.Yes() {
			size = max(size, a.Len())
		}
		if a.Yes() && (m.Begins || m.ClosesThought || m.Opens && m.Ends == body.EndsNothing) {
			return size, argument
		}
	}
	switch t, n, _ := out.Words.TagAt(text, words.Every); {
	case n > 0 && !t.Closes:
		return n, argument
	case n > 0 && w.Value && lk.markupAt(text, n):
		return n, quoteEnd
	case n > 0:
		return n, other
	}
	if a := out.Words.Closer(text, true); a.Yes() {
		return a.Len(), other
	}
	if lk.closesElement(w, text) {
		return 0, quoteEnd
	}
	return size, other
}

// closesElement reports whether the text, which follows the call, begins with the closer of an element that is open before the call.
func (lk look) closesElement(w *body.Watch, text []byte) bool {
	if !w.Said || w.Outside == nil {
		return false
	}
	name, closes, _ := lk.outer().Words.ElementAt(text)
	return closes && strings.Contains(w.Outside.Elements, elementMark+string(name)+elementMark)
}

// elementMark is around the names of elements.
const elementMark = "\n"

// outer is what the parser knows that reads the text around the call.
func (lk look) outer() *body.Env {
	if n := lk.env.Notes; n != nil && n.Outer != nil {
		return n.Outer
	}
	return lk.env
}

// know finds out what the text before the call opens, and whether the call may be in a value between tags.
func (lk look) know(w *body.Watch) {
	out := lk.outer()
	w.Value = out.Words.Tagged() && !out.Words.Of(w.Format).Tagged()
	from := max(out.Called, lk.env.Called)
	if from >= lk.env.Mark {
		return
	}
	var room [cursor.MostBefore]byte
	text := cursor.TextBefore(out.Cursor, from, lk.env.Mark, &room)
	lk.env.Visits.Add(max(len(text)-fewBytes, 0))
	outside := body.Outside{Delimiter: lk.openString(text)}
	if out.Words.HasElements() {
		outside.Elements = openElements(out.Words, text)
	}
	if outside != (body.Outside{}) {
		w.Outside = &outside
	}
}

// openString returns the delimiter of the string that is open at the end of the text. A string is opened by a delimiter after one of
// the signs before values, and closed by the same delimiter before one of the signs after values.
func (lk look) openString(text []byte) (open string) {
	sign := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case open == "":
			if d := lk.delimiter(text[i:]); d != "" {
				if strings.IndexByte("=:([,{", sign) >= 0 {
					open = d
				}
				i += len(d) - 1
			}
		case c == '\\':
			i++
		case c == open[0] && closed(text[i:], open):
			open = ""
		}
		if !match.IsSpace(c) {
			sign = c
		}
	}
	return open
}

// delimiter returns the delimiter of a string with which text begins; empty: there is none.
func (lk look) delimiter(text []byte) string {
	switch c := text[0]; c {
	case '"':
		if match.Text(`"""`, text, true).Yes() {
			return `"""`
		}
		return `"`
	case '\'':
		if match.Text("'''", text, true).Yes() {
			return "'''"
		}
		return "'"
	case words.TagBegin:
		trees := lk.outer().Rules.Grammar.Trees
		for i := range trees {
			if d := trees[i].Delimiter; d != "" && match.Text(d, text, true).Yes() {
				return d
			}
		}
	}
	return ""
}

// closed reports whether a string is closed by what the text begins with: its delimiter, and one of the signs after values or keys, or
// the end of the text on another line.
func closed(text []byte, delimiter string) bool {
	if !match.Text(delimiter, text, true).Yes() {
		return false
	}
	text = text[len(delimiter):]
	space := match.SpaceLen(text)
	if space == len(text) {
		return strings.IndexByte(string(text), '\n') >= 0
	}
	return strings.IndexByte(",:)]}=", text[space]) >= 0
}

// endsAround reports whether the text after a call closes the string around it.
func endsAround(text []byte, delimiter string) bool {
	if !match.Text(delimiter, text, true).Yes() {
		return false
	}
	text = text[len(delimiter):]
	text = text[match.SpaceLen(text):]
	return len(text) > 0 && strings.IndexByte(",)]}", text[0]) >= 0
}

// openElements returns the names of the elements with text that are open at the end of the text.
func openElements(w *words.Words, text []byte) (open string) {
	for i := range text {
		name, closes, n := w.ElementAt(text[i:])
		switch {
		case n == 0:
		case closes:
			open = strings.ReplaceAll(open, elementMark+string(name)+elementMark, "")
		case !onlyTags(w, text[i+n:]):
			open += elementMark + string(name) + elementMark
		}
	}
	return open
}

// onlyTags reports whether the text begins with a tag, or is only white space.
func onlyTags(w *words.Words, text []byte) bool {
	text = text[match.SpaceLen(text):]
	return len(text) == 0 || w.Firsts[text[0]] || text[0] == words.TagBegin
}

// markupAt reports whether a tag, a closer or a separator may be at index at, or after the white space there.
func (lk look) markupAt(text []byte, at int) bool {
	at = match.SpaceEnd(text, at)
	return at < len(text) && lk.env.Words.Behind[text[at]]
}

// passed notes that the next n bytes don't belong to the call, and returns what follows them.
func passed(lk look, w *body.Watch, n int, found follower) follower {
	lk.env.Visits.Add(n)
	w.At += n
	return found
}
