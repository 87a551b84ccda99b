package tagged

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// here decides which tag is at the position, and holds the position.
type here struct {
	given *given
	failure.Failing

	phase    phase
	grouped  bool // the tag around the parameters is open
	pos      int  // read up to here
	known    int  // up to here nothing is read again
	last     int  // where the last tag that belongs to the call ends
	head     int  // where parameters, or the tag around them, may begin
	seen     seen
	ruledOut ruledOut
	awaited  tags.Awaited
}

// opens begins behind the opening tag.
func (b *here) opens(h *Header) {
	b.Failing = failure.Failing{}
	b.pos, b.known, b.last, b.head, b.grouped = h.Inner, 0, h.Inner, h.Inner, false
	b.seen.end, b.ruledOut, b.awaited = 0, ruledOut{}, tags.Awaited{}
	switch {
	case h.Unnamed:
		b.phase = inName
	case h.Empty:
		b.phase = behindCall
	default:
		b.inArguments()
	}
}

// inArguments reads on with the arguments.
func (b *here) inArguments() {
	b.phase = between
	if b.given.starts.words {
		b.phase = inNested
	}
}

// took moves the position to the end of a tag that belongs to the call.
func (b *here) took(end int) { b.pos, b.last = end, end }

// noteOpened notes the damage of the tags before a value.
func (b *here) noteOpened(o *tags.Opened, at int) {
	if o.Opener {
		b.given.Note(repair.ExtraOpener, b.pos)
	}
	if o.Unclosed {
		b.given.Note(repair.MissingCloser, at+o.NameLen)
	}
	if o.Closer {
		b.given.Note(repair.ExtraCloser, at+o.NameLen)
	}
	if o.Marker {
		b.given.Note(repair.MissingMarker, at+o.NameLen)
	}
	if o.Loose {
		b.given.Note(repair.WhiteSpace, b.pos)
	}
	if o.Other {
		b.given.Note(repair.MissingMarker, b.pos)
	}
	if o.Unquoted {
		b.given.Note(repair.QuoteStyle, b.pos)
	}
}

// data reports whether closers of the call are data in a value that isn't closed yet.
func (b *here) data() bool { return b.given.g.Inside == grammar.Nests && !b.Failed }

// failWhole reports the call, which ends at end, as an invalid call.
func (b *here) failWhole(c *body.Around, end int, reason parsers.Reason, message string) bool {
	b.pos = end
	b.fail(c, reason, message)
	b.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (b *here) otherText(c *body.Around, rest []byte) {
	b.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	// An end of turn may begin with a different byte than tags do.
	n := 1
	for n < len(rest) && rest[n] != b.given.g.Brackets.Open[0] && !c.Ends[rest[n]] {
		n++
	}
	c.Visits.Add(n)
	b.pos += n
}

// groupEnds ends the tag around the parameters, if its closer is missing.
func (b *here) groupEnds() {
	if b.grouped {
		b.given.Note(repair.MissingCloser, b.last)
		b.grouped = false
	}
}

// strange reports whether the opening tag of another call in this call names no declared tool. Then
// the model may have meant an argument.
func (b *here) strange(c *body.Around) bool {
	o := &b.seen.opened // between read it
	if !c.Config.Tools.Given() || !o.Named || o.Key != nil {
		return false
	}
	name, _ := names.True(c.Visits, c.Config, o.Name)
	return !c.Config.Tools.Declared(string(name))
}

// fail reports that the call failed at the position, unless it has failed before. The call is then
// read up to its end.
func (b *here) fail(c *body.Around, reason parsers.Reason, message string) {
	if b.Failed {
		return
	}
	b.seen.end = 0 // the next read may end before the end of that tag
	inner := b.given.Inner
	if b.given.Untold {
		inner = 0
	}
	b.FailAt(c, b.pos, inner, parsers.Invalid{
		Name: b.given.Name, Format: b.given.format(), Reason: reason, Message: message, FreeText: b.given.Free,
	})
}

// seek moves to the next byte that is first, or to the window's end. rest begins there.
func (b *here) seek(c *body.Around, first byte) (rest []byte) {
	rest = c.Rest(b.pos)
	i := c.Visits.IndexByte(rest, first)
	if i < 0 {
		i = len(rest)
	}
	b.pos += i
	return rest[i:]
}

func (b *here) skipSpace(c *body.Around) {
	n := match.SpaceLen(c.Rest(b.pos))
	c.Visits.Add(n)
	b.pos += n
}

// A tagKind is the kind of a tag of the grammar.
type tagKind uint8

const (
	noTag tagKind = iota
	openParameter
	openKey // the opener of a key in a pair, or of a name behind it, that isn't complete
	closeParameter
	openCall
	closeCall
	openWrapper
	closeWrapper
	openGroup
	closeGroup
	turnEnd
	pairTag    // another tag of a pair
	damagedTag // a damaged opener of a parameter
	cutTag     // an opening tag that the end of the output cuts off
	outputEnd  // no tag, or the beginning of a closing tag
)

// follows reports whether a call whose closer is missing may end before the tag.
func (k tagKind) follows() bool {
	return k == openCall || k == openWrapper || k == closeWrapper || k == turnEnd
}

// opens reports whether the tag opens something that may be in a value.
func (k tagKind) opens() bool {
	return k == openParameter || k == openKey || k == openCall || k == openWrapper
}

// calls returns how many more calls are open behind the tag than before it.
func (k tagKind) calls() int {
	switch k {
	case openCall:
		return 1
	case closeCall:
		return -1
	}
	return 0
}

// seen is the tag that was read last. It is valid until the end of the step, as the window is.
type seen struct {
	end    int // the end of the tag; 0: none was read
	at     int
	answer match.Answer
	opened tags.Opened // of an openParameter
	kind   tagKind
	// The tag is the closer of the call, but with one or two wrong bytes, or without its end.
	misspelt bool
}

// tagAt returns the tag at offset at, and its length. The end of the output doesn't decide which
// tag is there.
func (b *here) tagAt(c *body.Around, at int) (tagKind, match.Answer) {
	if b.seen.end > 0 && b.seen.at == at {
		return b.seen.kind, b.seen.answer
	}
	b.seen.end, b.seen.misspelt = 0, false
	kind, a := b.readTag(c, at)
	if a.Yes() {
		b.seen.at, b.seen.end, b.seen.kind, b.seen.answer = at, at+int(a), kind, a
	}
	return kind, a
}

// A tagSet is a set of the tags that are searched for.
type tagSet uint

// ruledOut are the tags that aren't at an offset, whatever bytes follow. So a tag that comes in
// small chunks is compared with each of them once.
type ruledOut struct {
	at   int
	tags tagSet
}

// A look is the search for the tag at an offset.
type look struct {
	b    *here
	turn tagSet // the tag that is searched for now
	cut  bool   // more bytes are needed to rule out a tag
}

// due moves to the next tag, and reports whether it must be searched for. Each look calls it for the
// same tags in the same order, because ruledOut numbers the tags in this order.
func (l *look) due() bool {
	l.turn <<= 1
	return l.b.ruledOut.tags&l.turn == 0
}

// found handles the answer for that tag.
func (l *look) found(prefix []byte, a match.Answer) bool {
	switch a {
	case match.No:
		l.b.ruledOut.tags |= l.turn
		return false
	case match.More:
		l.cut = true
		return false
	}
	return l.b.given.fits(prefix) || l.b.given.Prefix == ""
}

func (b *here) readTag(c *body.Around, at int) (tagKind, match.Answer) {
	if b.ruledOut.at != at {
		b.ruledOut = ruledOut{at: at}
	}
	rest := c.Rest(at)
	if b.given.tags.Brackets.InPrefix(rest) || b.awaited.Still(c.Visits, at, rest) {
		return noTag, match.More
	}
	l, o := look{b: b, turn: 1}, &b.seen.opened
	// A closing tag is never an opening tag, and the other way round.
	closing := match.Text(b.given.g.Brackets.Close, rest, false)
	if closing.Yes() && b.given.g.Brackets.Close == b.given.g.Brackets.Open {
		closing = match.More // here, only the words differ
	}
	if l.due() && !closing.Yes() && !b.given.Unnamed {
		a := b.given.opensParameter(o, rest, false)
		if b.awaited.Note(at, rest, o, a); l.found(o.Prefix, a) {
			return openParameter, a
		}
	}
	if l.due() && (b.given.g.Parameter.Key != "" || b.given.g.Parameter.Name == grammar.NameBehind) && !l.cut && !closing.Yes() {
		if _, a := b.given.tags.Brackets.Opens(rest, cmp.Or(b.given.g.Parameter.Key, b.given.g.Parameter.Word), false); l.found(nil, a) {
			return openKey, a
		}
	}
	if l.due() && closing != match.No {
		if prefix, a := b.given.tags.Brackets.Closing(rest, b.given.g.Parameter.ClosedBy(), false); l.found(prefix, a) {
			return closeParameter, a
		}
	}
	if l.due() && closing != match.No && !b.given.Alone {
		if prefix, a := b.given.tags.ClosesCall(rest, false); l.found(prefix, a) {
			return closeCall, a
		}
	}
	if l.due() && !closing.Yes() && !b.given.Alone {
		a := b.given.tags.OpensCall(o, rest, false)
		if b.awaited.Note(at, rest, o, a); l.found(o.Prefix, a) {
			return openCall, a
		}
	}
	if word := b.given.group(); word != "" {
		if l.due() && closing != match.No && b.grouped {
			if prefix, a := b.given.tags.Brackets.Closing(rest, word, false); l.found(prefix, a) {
				return closeGroup, a
			}
		}
		if l.due() && !closing.Yes() && b.last == b.head {
			if prefix, a := b.given.tags.Brackets.Opens(rest, word, false); l.found(prefix, a) {
				return openGroup, a
			}
		}
	}
	for _, word := range b.given.g.Wrappers {
		if l.due() && closing != match.No {
			if prefix, a := b.given.closesWrapper(rest, word); l.found(prefix, a) {
				return closeWrapper, a
			}
		}
		if l.due() && (b.given.g.Inside != grammar.Nests || b.phase == between || b.phase == behindTag || b.phase == inAhead) {
			if prefix, a := b.given.tags.Brackets.Starts(rest, b.given.g.Brackets.Open, word, false); l.found(prefix, a) {
				return openWrapper, a
			}
		}
	}
	if l.due() {
		if a := c.Prose.TurnEnd(at); l.found(nil, a) {
			return turnEnd, a
		}
	}
	if l.due() && b.given.Unnamed && b.grouped && !b.Failed && !l.cut {
		if a := b.given.tags.Brackets.Element(o, rest); l.found(nil, a) && string(o.Name) != b.given.group() {
			return openParameter, a
		}
	}
	if l.due() && closing.Yes() && !l.cut && !b.given.Unnamed && !b.given.Alone && c.Repairs() {
		a := b.given.tags.Brackets.MisspeltClosing(rest, b.given.Prefix, b.given.g.Call.ClosedBy(), false)
		if a == match.No {
			a = b.given.tags.Brackets.ShortClosing(rest, b.given.Prefix, b.given.g.Call.ClosedBy(), false)
		}
		if l.found(nil, a); a.Yes() {
			b.seen.misspelt = true
			return closeCall, a
		}
	}
	if l.cut {
		b.awaited.NoteSpace(&b.given.tags.Brackets, at, rest)
		return noTag, match.More
	}
	return noTag, match.No
}

// callCloserAt matches a closer of the call or, in a value, a closer of a quoted call.
func (b *here) callCloserAt(rest []byte, final bool) match.Answer {
	a := b.given.closerAt(rest, b.given.g.Call.ClosedBy(), final)
	if b.given.tags.Word != "" || b.phase == inAhead {
		for i := 0; a == match.No && i < len(b.given.g.WrongCalls); i++ {
			a = b.given.closerAt(rest, b.given.g.WrongCalls[i], final)
		}
	}
	return a
}

// Space skips white space between tags, in any spelling. If note is set, it is called with the
// offset of white space that isn't spelled correctly.
func Space(c *body.Around, r *tags.Brackets, at int, note func(at int)) (end int, more bool) {
	for {
		if end, more = c.Space(at); more || !r.LooseSpace {
			return end, more
		}
		n := r.Glyph(c.Rest(end), c.Final)
		if !n.Yes() {
			return end, n == match.More
		}
		if note != nil && !r.Glyph(c.Slice(end-n.Len(), end), true).Yes() {
			note(end)
		}
		at = end + n.Len()
	}
}
