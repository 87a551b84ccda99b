package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// valueTag is the tag at offset at, with which rest begins, if it means something in a value. If it
// is the opener of a parameter, opened says of which.
func (b *lookahead) valueTag(at int, rest []byte, final bool) (tagKind, match.Answer) {
	if !b.given.mayBegin(rest) {
		return noTag, match.No
	}
	if !final && b.here.awaited.Still(b.given.tags.Visits, at, rest) {
		return noTag, match.More
	}
	v := b.value
	if a := b.given.tags.ClosingAs(rest, v.prefix, v.word, final); a != match.No {
		return closeParameter, a
	}
	if kind, a := b.openerInValue(rest, final); a != match.No {
		b.here.awaited.Note(at, rest, &b.ahead.opened, a)
		return kind, a
	}
	return b.outerTag(rest, final)
}

// openerInValue is the opener of a parameter that rest begins with, however the family may
// write it, or another tag of a pair.
func (b *lookahead) openerInValue(rest []byte, final bool) (tagKind, match.Answer) {
	if b.ahead == nil {
		b.ahead = new(ahead)
	}
	o := &b.ahead.opened
	if b.given.g.Parameter.Key != "" {
		a := b.given.tags.OpensParameter(o, rest, final)
		if a.Yes() && o.Marker {
			if o.Spaced {
				return pairTag, a // it is spoken of
			}
			return openKey, a
		}
		if a != match.No {
			return openParameter, a
		}
		*o = tags.Opened{}
		switch a = b.given.tags.OpensValue(rest, final); {
		case a == match.No:
			return pairTag, b.given.tags.PairTag(rest, final)
		case a.Yes():
			return openParameter, b.given.opensValue(rest, a, final)
		}
		return openParameter, a
	}
	if b.given.g.Parameter.Name == grammar.NameBehind {
		if a := b.given.tags.OpensParameter(o, rest, final); a != match.No {
			return openParameter, a
		}
		return pairTag, b.given.tags.PairTag(rest, final)
	}
	if b.given.Unnamed {
		*o = tags.Opened{}
		return openParameter, b.given.tags.OpensAs(rest, "", b.value.word, final)
	}
	return openParameter, b.given.tags.OpensWithin(o, rest, b.value.prefix, final)
}

// opensValue matches the opener of a value that rest begins with, unless what follows a
// value follows it: it stands for a closer then, damaged.
func (b *given) opensValue(rest []byte, opener match.Answer, final bool) match.Answer {
	switch ends := b.followed(rest, opener, final, func(behind []byte) match.Answer {
		_, a := b.tags.CallGoesOn(behind, final)
		return a
	}); {
	case ends.Yes():
		return match.No
	case ends == match.More:
		return ends
	}
	return opener
}

// outerTag is the tag of a call or wrapper that b begins with, if it means
// something in a value: a closer, or the opener of a call that is quoted whole.
func (b *lookahead) outerTag(rest []byte, final bool) (tagKind, match.Answer) {
	if b.given.g.Alone {
		return noTag, match.No
	}
	closing := match.Text(b.given.g.Brackets.Close, rest, false)
	if closing != match.No {
		if a := b.here.callCloserAt(rest, final); a != match.No {
			return closeCall, a
		}
		for _, word := range b.given.g.Wrappers {
			if a := b.given.closerAt(rest, word, final); a != match.No {
				return closeWrapper, a
			}
		}
	}
	if closing.Yes() && b.given.g.Brackets.Close != b.given.g.Brackets.Open || b.given.starts.xml && len(rest) > 1 && !b.given.starts.outers.has(rest[1]) {
		return noTag, match.No
	}
	if a := b.given.quotedCall(rest, final); a != match.No {
		return openCall, a
	}
	return openWrapper, b.given.quotedWrapper(rest, final)
}

// quotedCall matches the opener of a call that a parameter or its closer follows.
func (b *given) quotedCall(rest []byte, final bool) match.Answer {
	var o tags.Opened
	a := b.tags.OpensCall(&o, rest, final)
	return b.followed(rest, a, final, func(behind []byte) match.Answer {
		_, inside := b.tags.CallGoesOn(behind, final)
		return inside
	})
}

// quotedWrapper matches the opener of a wrapper that such a call follows.
func (b *given) quotedWrapper(rest []byte, final bool) match.Answer {
	_, a := b.tags.OpensWrapper(rest, final)
	return b.followed(rest, a, final, func(behind []byte) match.Answer { return b.quotedCall(behind, final) })
}

// followed matches the tag that rest begins with, if what follows it, white space apart,
// is the right thing.
func (b *given) followed(rest []byte, tag match.Answer, final bool, right func(behind []byte) match.Answer) match.Answer {
	if !tag.Yes() {
		return tag
	}
	behind := rest[tag:]
	n := match.SpaceLen(behind)
	b.tags.Visits.Add(n)
	if n == len(behind) && n <= maxGap {
		return match.End(final)
	}
	if a := right(behind[n:]); !a.Yes() {
		return a
	}
	return tag
}

// maxGap bounds the white space between the opener of a quoted call and what follows.
const maxGap = 256

// maybeDamaged notes that a damaged closer of the parameter may stand at the
// position: it is one if the value ends right behind it. True if more bytes
// must tell where it ends.
func (b *reader) maybeDamaged(rest []byte, final bool) (more bool) {
	word := b.given.g.Parameter.ClosedBy()
	if b.given.g.Nests || word == "" {
		return false
	}
	a, d := b.given.tags.DamagedClosing(rest, word, final), &b.value.damaged
	if a == match.No {
		a = b.given.tags.MisspeltClosing(rest, b.value.prefix, word, final)
	}
	if a == match.No && !b.value.short {
		opens := b.given.tags.OpensShort(rest, word, final)
		if b.value.short = opens.Yes(); opens == match.More {
			return true
		}
		a = b.given.tags.ShortClosing(rest, b.value.prefix, word, final)
	}
	switch {
	case a == match.More:
		return true
	case a.Yes() && d.start != b.here.pos:
		if d.end > 0 {
			b.value.tags = true // the one before it isn't at the end
		}
		*d = span{b.here.pos, b.here.pos + int(a)}
	}
	return false
}

// damagedOpener tells whether what stands at offset at, behind a closer of the parameter,
// is the opening tag of the next one but damaged, so that the value isn't what goes on
// there; due tells whether a parameter of that name may stand there; more: more bytes must tell.
func (b *reader) damagedOpener(c *place.Around, at int, due func(name []byte) bool, more *bool) bool {
	var a match.Answer
	if b.given.g.Parameter.Name == grammar.NameBehind {
		a = b.given.tags.UnopenedName(c.Rest(at), due, c.Final)
	} else {
		a = b.given.tags.DamagedOpening(c.Rest(at), b.value.prefix, due, c.Final)
	}
	*more = a == match.More
	return a != match.No
}
