package look

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/words"
)

// maxBehind is how far after a call is looked, in bytes.
const maxBehind = 1 << 10

// A follower is what follows a call.
type follower uint8

const (
	// other: text, another call, or the end of the output.
	other follower = iota
	// argument: an argument of the call.
	argument
	// quoteEnd: the quote and the bracket with which a string ends that may quote the call.
	quoteEnd
	// unread: more bytes are needed.
	unread
)

// behind reports what follows the call, or is around it.
func (lk look) behind(w *body.Watch) follower {
	if !w.Around {
		if found := lk.directly(w); found != other || lk.env.Rules.Nested {
			return found
		}
		w.Around, w.At, w.Word = true, w.End, false
	}
	return lk.around(w)
}

// directly reports what follows the call. White space, closers, commas, semicolons and closing brackets may be between
// them: directly passes over them once. So may text, before the closer of an argument.
func (lk look) directly(w *body.Watch) follower {
	rest := lk.env.Rest(w.At)
	waits := unread
	if left := w.End + maxBehind - w.At; lk.last || lk.env.Final || len(rest) >= left {
		rest, waits = rest[:min(len(rest), left)], other
	}
	if w.Text {
		return lk.text(w, rest, waits)
	}
	found := lk.next(w, rest, waits)
	if w.Text = found == other && lk.goesOn(w); w.Text {
		return lk.directly(w)
	}
	return found
}

// goesOn reports whether the text that follows the call is looked at. Behind white space, it may be the header of a message.
func (lk look) goesOn(w *body.Watch) bool {
	format := lk.env.Words.Of(w.Format)
	if w.Empty || w.Joined {
		return format.Tagged() && !(w.Empty && w.Blank && format.Framed())
	}
	return true
}

// next reports what follows the call directly. rest is the text there.
func (lk look) next(w *body.Watch, rest []byte, waits follower) follower {
	n := 0
	for n < len(rest) {
		size := 1
		switch c := rest[n]; {
		case match.IsSpace(c):
		case c == ',' || c == ';':
			w.Joined = true
		case c == ')' || c == ']' || c == '}':
			if lk.env.Firsts[c] {
				switch m, a := lk.env.Markers.MarkAt(w.At + n); {
				case a == match.More && waits == unread:
					return passed(lk, w, n, unread)
				case a.Yes() && m.Begins:
					return passed(lk, w, n, other) // it is the next call's
				}
			}
			w.Joined = false
		case lk.env.Words.Behind[c]:
			var found follower
			if size, found = lk.tag(rest[n:], w.At+n, waits, w); size == 0 {
				return passed(lk, w, n, found)
			}
		case c == '"' || c == '\'':
			next := other
			if !w.Joined {
				next = bracketed(rest[n:], waits)
			}
			if next == other {
				next = pair(rest[n:], w.Joined, waits)
			}
			return passed(lk, w, n, next)
		case w.Joined && words.IsWord(c):
			return passed(lk, w, n, lk.keyword(rest[n:], w.At+n, waits))
		default:
			return passed(lk, w, n, other)
		}
		w.Blank = match.IsSpace(rest[n])
		n += size
	}
	return passed(lk, w, n, waits)
}

// tag reports what the tag is with which b begins. If it is a closer, its size is returned. An opener may be that of
// another format: models mix them up.
func (lk look) tag(b []byte, at int, waits follower, w *body.Watch) (size int, found follower) {
	final := waits == other
	switch a := lk.env.Words.Closer(b, final); {
	case a == match.More:
		return 0, unread
	case a.Yes():
		return a.Len(), other
	}
	if t, n, _ := lk.env.Words.TagAt(b, words.Every); n > 0 {
		if t.Closes {
			return 0, quoteEnd // of a value that quotes the call
		}
		return 0, argument
	}
	if !final && lk.env.Words.MayOpen(b, words.Every) {
		return 0, unread
	}
	switch a := lk.env.Words.Of(w.Format).Element(b, final); {
	case a == match.More:
		return 0, unread
	case a.Yes():
		if m, _ := lk.env.Markers.MarkAt(at); !m.Begins {
			return 0, argument
		}
	}
	if !w.Empty {
		return 0, other
	}
	switch a := lk.env.Words.Of(w.Format).Separator(b, final); {
	case a == match.More:
		return 0, unread
	case a.Yes():
		return 0, argument
	}
	return 0, other
}

// pair reports whether b begins with a key in quotes and a colon. joined: a comma is before it.
func pair(b []byte, joined bool, waits follower) follower {
	for i := 1; i < maxText; i++ {
		switch {
		case i == len(b):
			return waits
		case b[i] == '\\' || b[i] == '\n':
			return other
		case b[i] == b[0] && ofCall(b[1:i]):
			if !joined {
				return other // of the next call, whose bracket is missing
			}
			if found := sign(b[i+1:], ':', waits); found != argument {
				return found
			}
			return quoteEnd
		case b[i] == b[0]:
			return sign(b[i+1:], ':', waits)
		}
	}
	return other
}

// bracketed reports whether a closing bracket is after the quote with which b begins, or a comma and another quote.
func bracketed(b []byte, waits follower) follower {
	b = b[1+match.SpaceLen(b[1:]):]
	switch {
	case len(b) == 0:
		return waits
	case b[0] == ')' || b[0] == ']' || b[0] == '}':
		return quoteEnd
	case b[0] == ',':
		if b = b[1+match.SpaceLen(b[1:]):]; len(b) == 0 {
			return waits
		} else if b[0] == '"' || b[0] == '\'' {
			return quoteEnd
		}
	}
	return other
}

// text reports what the text that follows the call says, up to another call, or the end of a thought or turn. It is quoteEnd if,
// on the same line, a bracket that the text didn't open follows a quote, or if the closer of an argument is there, with another tag
// directly behind it: the call ended in the middle of a value, or a value quotes the call. Behind a call without arguments, that closer
// is the end of an argument. rest is the text from w.At on.
func (lk look) text(w *body.Watch, rest []byte, waits follower) follower {
	if w.At == w.End && len(rest) > 0 {
		switch c := rest[0]; {
		case c == '}' && lk.env.Config.Options.DisableRepair: // it would be too much
			return passed(lk, w, 0, quoteEnd)
		case c == ',' || c == ']' || c == '}': // the JSON around the call goes on
			return passed(lk, w, 0, other)
		case c == '"' || c == '\'':
			switch bracketed(rest, waits) {
			case unread:
				return passed(lk, w, 0, unread)
			case quoteEnd: // of the string around the JSON
				return passed(lk, w, 0, other)
			}
		}
	}
	tagged := lk.env.Words.Of(w.Format).Tagged()
	for n, c := range rest {
		tag := lk.env.Words.Behind[c]
		if c == '{' || c == '[' { // another call may begin
			if w.Line = true; !tagged {
				return passed(lk, w, n, other)
			}
		}
		switch {
		case !tag && !lk.env.Firsts[c]:
		case len(rest)-n < maxAhead && waits == unread:
			return passed(lk, w, n, unread)
		default:
			if tag {
				if size := lk.argumentEnds(w, rest[n:]); size > 0 && lk.markupAt(rest, n+size) {
					if w.Empty {
						return passed(lk, w, n, argument) // its end
					}
					return passed(lk, w, n, quoteEnd)
				}
			}
			switch m, a := lk.env.Markers.MarkAt(w.At + n); {
			case a == match.More && waits == unread:
				return passed(lk, w, n, unread)
			case a.Yes() && (m.Begins || m.ClosesThought), lk.env.Prose.TurnEnd(w.At+n) != match.No:
				return passed(lk, w, n, other)
			}
		}
		if c == '(' && w.Word {
			return passed(lk, w, n, other) // another call may begin
		}
		w.Word = words.IsWord(c)
		if sign := w.Sign(c); sign && !w.Empty {
			return passed(lk, w, n, quoteEnd)
		}
		ends := w.Open == 0 && (c == ']' || c == '}') // what is around the call
		w.Line = w.Line || ends
		if !tagged && (ends || w.Line && !lk.env.Words.Any() || w.At+n-w.End > maxText) {
			return passed(lk, w, n, other)
		}
	}
	return passed(lk, w, len(rest), waits)
}

// argumentEnds returns the length of the closer of an argument with which b begins, in the text that follows a call; 0 if there is none,
// or if it may close an element that the text opened.
func (lk look) argumentEnds(w *body.Watch, b []byte) int {
	if t, size, _ := lk.env.Words.TagAt(b, words.Every); size > 0 {
		if t.Closes {
			return size
		}
		return 0
	}
	size, closes := lk.env.Words.Of(w.Format).ElementAt(b)
	if size > 0 && !closes {
		w.Opened = true
	}
	if !closes || w.Opened || lk.env.Words.Closer(b, true).Yes() {
		return 0
	}
	return size
}

// maxAhead is how much text decides what a tag is, and what is behind it, in bytes.
const maxAhead = 64

// keyword reports whether b begins with the key of an argument in Python, and the sign after it. If calls are written in
// braces, it may be a colon.
func (lk look) keyword(b []byte, at int, waits follower) follower {
	n := 0
	for n < len(b) && n < maxText && words.IsWord(b[n]) {
		n++
	}
	if n == len(b) {
		return waits
	}
	if b[n] == ':' && len(lk.env.Rules.Grammar.Trees) > 0 {
		switch m, a := lk.env.Markers.MarkAt(at); {
		case a == match.More && waits == unread:
			return unread
		case a.Yes() && m.Begins:
			return other
		}
		return argument
	}
	if b[n] != '=' {
		return other
	}
	if n+1 == len(b) {
		return waits
	}
	if b[n+1] == '=' {
		return other
	}
	return argument
}

// sign reports whether c is after the white space with which b begins.
func sign(b []byte, c byte, waits follower) follower {
	b = b[match.SpaceLen(b):]
	switch {
	case len(b) == 0:
		return waits
	case b[0] == c:
		return argument
	}
	return other
}

// memberDue reports whether a comma is before the brackets with which the arguments end.
func (lk look) memberDue(repairs []parsers.Repair) bool {
	args := lk.env.Notes.Args
	for _, r := range repairs {
		if r.Kind == repair.TrailingComma && args.Start < r.Offset && r.Offset < args.End {
			if behind := lk.env.Slice(r.Offset+1, args.End); len(lk.env.Visits.Trim(behind, ")]} \t\r\n")) == 0 {
				return true
			}
		}
	}
	return false
}

// trails reports whether a member without a comma before it follows the arguments in the object of the call, which ends at
// offset end. If it isn't one of the call's own members, the bracket before it may close the arguments too early.
func (lk look) trails(end int, repairs []parsers.Repair) bool {
	for _, r := range repairs {
		if r.Kind == repair.MissingComma && lk.env.Notes.Args.End <= r.Offset && r.Offset < end {
			if key, _ := text(lk.env.Slice(r.Offset, end)); key != nil && (!ofCall(key) || lk.memberDue(repairs)) {
				return true
			}
		}
	}
	return false
}
