package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// inValue looks for what may end the value.
func (b *lookahead) inValue(c *place.Around) outcome {
	if b.value.mark == unread && b.value.marked(c) {
		return waits
	}
	if b.value.mark == marked {
		return b.inMarks(c)
	}
	if b.value.whole == wholeUnread && b.value.inWhole(c) {
		return waits
	}
	if b.value.whole == wholeRead {
		b.value.passSpace(c)
	}
	for {
		rest := b.here.seek(c, b.given.g.Brackets.Open[0])
		if len(rest) == 0 {
			return b.valueGoesOn(c)
		}
		if b.given.Alone || b.given.g.Bare.Framed() {
			switch end := c.Prose.TurnEnd(b.here.pos); {
			case end == match.More:
				return b.valueGoesOn(c)
			case end.Yes():
				b.here.phase = between
				b.here.ShowFrom(b.here.pos)
				b.here.fail(c, parsers.ReasonMalformed, "a value isn't closed")
				return goesOn
			}
		}
		if b.value.lost {
			b.here.pos++
			continue
		}
		kind, a := b.valueTag(b.here.pos, rest, c.Final)
		switch {
		case a == match.More, a == match.No && b.value.maybeDamaged(rest, c.Final):
			return b.valueGoesOn(c)
		case a == match.No:
			b.here.pos++
		case b.tagInValue(c, kind, a):
			return goesOn
		}
	}
}

// tagInValue handles a tag in the value. It returns true if the tag may end the value.
func (b *lookahead) tagInValue(c *place.Around, kind tagKind, a match.Answer) bool {
	v, at := b.value, b.here.pos
	switch {
	case v.closes && kind.opens():
		b.value.endUnclosed(c, at, repair.MissingCloser)
	case kind == closeParameter:
		b.value.mayEndAt(at, at+int(a), v.opened)
		if v.whole == wholeRead && v.wholeTo == at { // the closer directly follows a complete object or array
			v.whole = wholeEnded
		}
	case kind == pairTag:
		v.tags = true
		b.here.pos += int(a)
		return false
	default:
		b.value.flush(c, at)
		b.lookAt(c)
	}
	return true
}

// inMarks looks for the mark that ends the value, with the parameter's closer behind it.
func (b *lookahead) inMarks(c *place.Around) outcome {
	for {
		if len(b.here.seek(c, b.given.g.Verbatim.Closer()[0])) == 0 {
			return b.valueGoesOn(c)
		}
		end, a := b.value.marksEnd(c)
		switch {
		case a == match.More:
			return b.valueGoesOn(c)
		case a.Yes():
			b.value.mayEndAt(b.here.pos, end, b.value.opened)
			return goesOn
		}
		b.here.pos++
	}
}

// valueGoesOn reports the value up to the position. It takes more bytes to decide about what is
// there.
func (b *lookahead) valueGoesOn(c *place.Around) outcome {
	if c.Final {
		return isCut
	}
	b.value.flush(c, b.here.pos)
	return waits
}
