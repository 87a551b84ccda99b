package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
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
func (b *here) failWhole(c *place.Around, end int, reason parsers.Reason, message string) bool {
	b.pos = end
	b.fail(c, reason, message)
	b.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (b *here) otherText(c *place.Around, rest []byte) {
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
func (b *here) strange(c *place.Around) bool {
	o := &b.seen.opened // between read it
	if !c.Config.Tools.Given() || !o.Named || o.Key != nil {
		return false
	}
	name, _ := names.True(c.Visits, c.Config, o.Name)
	return !c.Config.Tools.Declared(string(name))
}

// fail reports that the call failed at the position, unless it has failed before. The call is then
// read up to its end.
func (b *here) fail(c *place.Around, reason parsers.Reason, message string) {
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
func (b *here) seek(c *place.Around, first byte) (rest []byte) {
	rest = c.Rest(b.pos)
	i := c.Visits.IndexByte(rest, first)
	if i < 0 {
		i = len(rest)
	}
	b.pos += i
	return rest[i:]
}

func (b *here) skipSpace(c *place.Around) {
	n := match.SpaceLen(c.Rest(b.pos))
	c.Visits.Add(n)
	b.pos += n
}
