package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// valueTag returns the tag at offset at, with which rest begins, if it means something in a value.
// If it opens a parameter, opened describes the parameter.
func (b *lookahead) valueTag(at int, rest []byte, final bool) (tagKind, match.Answer) {
	if !b.given.mayBegin(rest) {
		return noTag, match.No
	}
	if !final && b.here.awaited.Still(b.given.tags.Brackets.Visits, at, rest) {
		return noTag, match.More
	}
	v := b.value
	if a := b.given.tags.Brackets.TagAs(rest, b.given.g.Brackets.Close, v.prefix, v.word, final); a != match.No {
		return closeParameter, a
	}
	if kind, a := b.openerInValue(rest, final); a != match.No {
		b.here.awaited.Note(at, rest, &b.opened, a)
		return kind, a
	}
	return b.outerTag(rest, final)
}

// openerInValue returns the opener of a parameter at the start of rest, in any spelling of the
// family, or another tag of a pair.
func (b *lookahead) openerInValue(rest []byte, final bool) (tagKind, match.Answer) {
	o := &b.opened
	if pair := b.given.g.Parameter.Key != ""; pair || b.given.g.Parameter.Name == grammar.NameBehind {
		a := b.given.tags.OpensParameter(o, rest, final)
		switch {
		case a.Yes() && o.Marker && o.Spaced:
			return pairTag, a // the text only mentions it
		case a.Yes() && o.Marker:
			return openKey, a
		case a != match.No:
			return openParameter, a
		}
		if pair {
			*o = tags.Opened{}
			if _, a = b.given.tags.Brackets.Opens(rest, b.given.g.Parameter.Word, final); a != match.No {
				return openParameter, b.given.opensValue(rest, a, final)
			}
		}
		return pairTag, b.given.tags.PairTag(rest, final)
	}
	if b.given.Unnamed {
		*o = tags.Opened{}
		return openParameter, b.given.tags.Brackets.TagAs(rest, b.given.g.Brackets.Open, "", b.value.word, final)
	}
	return openParameter, b.given.tags.OpensWithin(o, rest, b.value.prefix, final)
}

// outerTag returns the tag of a call or wrapper at the start of rest, if it means something in a
// value: a closer, or the opener of a complete quoted call.
func (b *lookahead) outerTag(rest []byte, final bool) (tagKind, match.Answer) {
	if b.given.Alone {
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
