package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A run is a run of closers of call and wrapper in a value, white space apart.
type run struct {
	start int
	call  bool // a call's closer was seen
	pair  int  // where a call's closer and a wrapper's behind it end; 0: there are none
}

// behindOuter decides whether closers of call and wrapper that stand in a value
// end it: they do if behind all of them another call begins or the output ends.
func (b *Call) behindOuter(c *place.Around) (more, done bool) {
	r := &b.value.run
	for {
		at, more := c.Space(b.pos)
		b.pos = at
		if more {
			return true, false
		}
		if len(c.Rest(at)) == 0 {
			return b.outerAtEnd(c)
		}
		kind, a := b.tagAt(c, at)
		switch {
		case a == match.More && !c.Final:
			return true, false
		case kind == closeCall:
			r.call = true
			b.pos += int(a)
		case kind == closeWrapper:
			if b.pos += int(a); r.call && r.pair == 0 {
				r.pair = b.pos
			}
		case kind.follows() && !c.Config.Options.DisableRepair:
			b.pos = r.start
			b.endUnclosed(c, r.start)
			return false, false
		case kind != closeParameter && r.pair > 0:
			return b.outerFails(c, r.pair)
		default:
			b.value.tags, b.phase = true, inValue
			return false, false
		}
	}
}

// outerAtEnd ends the value before the closers that the output ends with.
func (b *Call) outerAtEnd(c *place.Around) (more, done bool) {
	if c.Reason == parsers.FinishLength || c.Config.Options.DisableRepair {
		return false, b.cut(c)
	}
	b.pos = b.value.run.start
	b.endUnclosed(c, b.pos)
	return false, false
}

// outerFails ends the call behind closers that can't be a value's text and
// don't end it either.
func (b *Call) outerFails(c *place.Around, end int) (more, done bool) {
	b.pos = end
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "a value isn't closed")
	}
	b.LeaveAt(end)
	return false, false
}
