package pythonargs

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// A Status says how far the reading of a call's arguments is.
type Status uint8

const (
	// More: the window ends first.
	More Status = iota
	// Closed: the arguments ended before Pos, with their parenthesis or without.
	Closed
	// Cut: the output ended.
	Cut
	// Failed: the text at Pos is no literal keyword argument.
	Failed
	// Unclosed: a string that wasn't closed reached up to Pos.
	Unclosed
	// TooDeep: a value nests deeper than allowed.
	TooDeep

	goOn // within the package: the reading goes on
)

// A Config says what is known about the call and the text around it.
type Config struct {
	// Depth is how deep JSON may nest.
	Depth int
	// Properties are those of the declared tool; nil if none are known.
	Properties *schema.Properties
	// Listed: the call is in a list. A ']' in the place of its ')' ends it.
	Listed bool
	// Whole: nothing but calls may follow, up to a marker.
	Whole bool
	// Stop, if set, matches a marker at the start of b that ends the call. A quote before it
	// ends its string.
	Stop func(b []byte, final bool) match.Answer
	// Firsts are the bytes that such a marker may begin with.
	Firsts *[256]bool
	// Budget, if set, is the budget for reading strings whose quotes weren't escaped. Once it is
	// spent, such a string counts as not closed.
	Budget *recovery.Budget
}

// A Reader reads the text between the parentheses of one call.
type Reader struct {
	_ buffers.NoCopy // quoting points at the rest

	// Object is the arguments that were read, as JSON.
	Object Object

	cfg       Config
	quoting   quoting
	pos       int
	state     state
	comment   bool // the position is in a comment
	commaAt   int  // of the last comma between arguments; -1: none
	spaced    bool // white space is before the position
	afterText bool // a string ended before the position
	known     bool // the schema lists the last key
	joined    bool // this string may be several elements of its container
	starred   bool // two stars are before the position: only a dict may follow
	numberEnd int  // up to here the number at the position was looked at
}

type state uint8

const (
	beforeKey state = iota
	afterKey
	beforeValue // or a closer, in a container
	afterValue
)

// Start makes the reader read from offset at on, behind the opening parenthesis.
func (r *Reader) Start(at int, cfg Config) {
	r.clear(append(r.Object.out[:0], '{'), r.Object.stack[:0], r.Object.keys.at[:0])
	r.cfg, r.pos, r.commaAt = cfg, at, -1
	r.Object.properties, r.Object.whole, r.Object.cut.out = cfg.Properties, 1, 1
	r.quoting.cfg, r.quoting.object = &r.cfg, &r.Object
}

// Empty drops the arguments that were read, but keeps their room.
func (r *Reader) Empty() {
	r.clear(buffers.Emptied(r.Object.out), buffers.Emptied(r.Object.stack), buffers.Emptied(r.Object.keys.at))
}

// clear resets the reader, except for this room. It assigns an empty literal, because a literal with
// fields would be built elsewhere, and copied.
func (r *Reader) clear(out []byte, stack []frame, keys []span) {
	*r = Reader{}
	r.Object.out, r.Object.stack, r.Object.keys.at = out, stack, keys
}

// Pos is the offset of the next byte to read.
func (r *Reader) Pos() int { return r.pos }

// InString reports whether the position is inside a string.
func (r *Reader) InString() bool { return r.quoting.text.open }

// Quote is the quote of the string that the position is in; 0 if it is in none.
func (r *Reader) Quote() byte {
	if !r.quoting.text.open {
		return 0
	}
	return r.quoting.text.quote
}

// Text describes the string that the position is in: where its text begins, the offset of its first
// quote that ends nothing (0 if there is none), and whether it may hold line breaks.
func (r *Reader) Text() (from, astray int, lines bool) {
	return r.quoting.text.from, r.quoting.text.astray, r.quoting.text.triple
}

// CloseCall ends the call before the position, where its parenthesis is missing. It returns
// false if an argument isn't complete there.
func (r *Reader) CloseCall() bool {
	if r.quoting.text.open || len(r.Object.stack) > 0 || r.state != afterValue && r.state != beforeKey {
		return false
	}
	r.Object.settle()
	r.close(0)
	return true
}

// Unclosed reports whether the call ended without its parenthesis.
func (r *Reader) Unclosed() bool {
	n := len(r.Object.Repairs)
	return n > 0 && r.Object.Repairs[n-1] == repair.Repair{Kind: repair.MissingCloser, Offset: r.pos}
}

// Keyed reports whether the key of an argument and its '=' were seen, or a positional dict.
func (r *Reader) Keyed() bool {
	return r.Object.keys.len() > 0 && (r.state != afterKey || r.Object.keys.len() > 1) || r.Object.Mapping
}

// SecondReading reports whether a string whose quotes weren't escaped could have
// ended elsewhere.
func (r *Reader) SecondReading() bool {
	return r.quoting.lost.certain || r.quoting.lost.second && !r.Object.keysKnown()
}

// Read reads on, up to the end of the arguments or of the window.
func (r *Reader) Read(w *jsonscan.Window) Status {
	r.quoting.visits = w.Visits
	for from := r.pos; ; {
		if s := r.step(w); s != goOn {
			w.Visits.Passed(from, &r.pos)
			return s
		}
		w.Visits.Passing(&from, r.pos)
	}
}

// step reads a string, up to its end or for a while, or a token.
func (r *Reader) step(w *jsonscan.Window) Status {
	if r.quoting.text.open {
		return r.readString(w)
	}
	if !r.space(w) {
		return atEnd(w)
	}
	return r.token(w, w.Win[r.pos-w.Base:])
}

// token reads the token at the position.
func (r *Reader) token(w *jsonscan.Window, b []byte) Status {
	if r.joined {
		return Failed
	}
	switch r.state {
	case beforeKey:
		return r.beforeKey(w, b)
	case afterKey:
		if b[0] != '=' {
			return Failed
		}
		if r.spaced && !r.known {
			if len(b) == 1 && !w.Final {
				return atEnd(w)
			}
			if len(b) > 1 && !isSpace(b[1]) { // f(k =1): a word may have been put before the sign
				r.quoting.lost.certain = true
			}
		}
		return r.next(1, beforeValue)
	case beforeValue:
		return r.value(w, b)
	}
	if len(r.Object.stack) == 0 {
		return r.afterArgument(w, b)
	}
	return r.afterElement(w, b)
}

// space skips white space and comments. It returns false at the end of the window.
func (r *Reader) space(w *jsonscan.Window) bool {
	for i := r.pos - w.Base; i < len(w.Win); i++ {
		c := w.Win[i]
		switch {
		case r.comment:
			r.comment = c != '\n'
		case c == '#':
			r.comment = true
			r.Object.note(repair.Comment, w.Base+i)
		case c >= utf8.RuneSelf:
			n := match.WideSpace(w.Win[i:], w.Final)
			if r.pos = w.Base + i; !n.Yes() {
				return n == match.No
			}
			r.Object.note(repair.WhiteSpace, r.pos)
			i += n.Len() - 1
		case !isSpace(c):
			r.pos = w.Base + i
			return true
		}
		r.spaced = true
	}
	r.pos = w.End()
	return false
}

const stars = "**"

// beforeKey reads a key, or the end of the arguments.
func (r *Reader) beforeKey(w *jsonscan.Window, b []byte) Status {
	switch {
	case b[0] == ')' || b[0] == ']' && r.cfg.Listed:
		return r.close(b[0])
	case r.Object.Mapping:
		return Failed
	case b[0] == '*' && !r.starred && r.Object.keys.len() == 0: // f(**{"city": "Oslo"})
		if len(b) < len(stars) {
			return atEnd(w)
		}
		if string(b[:len(stars)]) != stars {
			return Failed
		}
		r.starred = true
		return r.next(len(stars), beforeKey)
	case r.starred && b[0] != '{':
		return Failed
	case b[0] == '{' && r.Object.keys.len() == 0 && r.Object.properties != nil: // f({"city": "Oslo"})
		r.Object.Mapping = true
		r.Object.out, r.Object.cut = r.Object.out[:0], cutPoint{}
		r.state = beforeValue
		return goOn
	}
	n := keyLength(w.Visits, b)
	if quoted := quotedKey(w.Visits, b, w.Final); quoted == match.More {
		return atEnd(w)
	} else if quoted.Yes() {
		n = quoted.Len()
	}
	switch {
	case n == len(b) && n <= maxKey:
		return atEnd(w)
	case n == 0 || n > maxKey:
		return Failed
	}
	if len(r.Object.out) > 1 {
		r.Object.out = append(r.Object.out, ',')
	}
	key := b[:n]
	if inner, ok := names.Unquoted(key); ok {
		key = inner
		r.Object.note(repair.QuoteStyle, r.pos)
	}
	if !r.Object.addKey(w.Visits, key, r.pos) {
		return Failed
	}
	r.commaAt, r.known = -1, r.Object.properties.Names(key)
	return r.next(n, afterKey)
}

// close ends the call at its closer c, or at the list's. If c is 0, it ends at the position.
func (r *Reader) close(c byte) Status {
	if r.commaAt >= 0 {
		r.Object.note(repair.TrailingComma, r.commaAt)
	}
	if c == ')' {
		r.pos++
	} else {
		r.Object.note(repair.MissingCloser, r.pos)
	}
	return Closed
}

// afterArgument reads the token that follows an argument.
func (r *Reader) afterArgument(w *jsonscan.Window, b []byte) Status {
	switch {
	case b[0] == ')' || b[0] == ']' && r.cfg.Listed:
		r.Object.settle()
		return r.close(b[0])
	case b[0] == ',':
		r.Object.settle()
		r.commaAt = r.pos
		return r.next(1, beforeKey)
	case r.afterText && stringBegins(b) != match.No:
		return r.joinString(w, b)
	case !r.spaced || r.Object.Mapping:
		return Failed
	}
	switch startsArgument(w.Visits, b, w.Final) {
	case match.More:
		return More
	case match.No:
		return Failed
	}
	r.Object.settle()
	r.Object.note(repair.MissingComma, r.pos)
	r.state = beforeKey
	return goOn
}
