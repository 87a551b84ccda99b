package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A tagKind says which tag of the grammar stands somewhere.
type tagKind uint8

const (
	noTag tagKind = iota
	openParameter
	openKey // of a pair that isn't whole
	closeParameter
	openCall
	closeCall
	openWrapper
	closeWrapper
	turnEnd
)

// follows tells whether a call whose closer is missing may end before the tag.
func (k tagKind) follows() bool {
	return k == openCall || k == openWrapper || k == closeWrapper || k == turnEnd
}

// seen is the tag that was read last. It is known until the step ends, and with
// it the window.
type seen struct {
	end    int // of the tag; 0: none was read
	at     int
	kind   tagKind
	answer match.Answer
	opened tags.Opened // of an openParameter
}

// tagAt is the tag that stands at offset at, and its length. That the output
// has ended doesn't decide what a tag at its end is.
func (b *Call) tagAt(c *place.Around, at int) (tagKind, match.Answer) {
	if b.seen.end > 0 && b.seen.at == at {
		return b.seen.kind, b.seen.answer
	}
	kind, a := b.readTag(c, at)
	if a.Yes() {
		b.seen.at, b.seen.end, b.seen.kind, b.seen.answer = at, at+int(a), kind, a
	}
	return kind, a
}

func (b *Call) readTag(c *place.Around, at int) (tagKind, match.Answer) {
	rest := c.Rest(at)
	cut := false
	try := func(prefix []byte, a match.Answer) bool {
		cut = cut || a == match.More
		return a.Yes() && (b.fits(prefix) || b.Prefix == "")
	}
	// What begins as a closing tag is no opening one, and the other way round.
	closing := match.Text(b.g.Brackets.Close, rest, false)
	if !closing.Yes() {
		if o, a := b.opensParameter(rest, false); try(o.Prefix, a) {
			b.seen.opened = o
			return openParameter, a
		}
	}
	if b.g.Parameter.Key != "" && !cut && !closing.Yes() {
		if a := b.tags.OpensKey(rest, false); try(nil, a) {
			return openKey, a
		}
	}
	for _, closer := range [...]struct {
		kind tagKind
		word string
	}{{closeParameter, b.g.Parameter.Word}, {closeCall, b.g.Call.Word}} {
		if closing == match.No || closer.kind == closeCall && b.g.Alone {
			break
		}
		if prefix, a := b.tags.Closing(rest, closer.word, false); try(prefix, a) {
			return closer.kind, a
		}
	}
	if !closing.Yes() && !b.g.Alone {
		if o, a := b.tags.OpensCall(rest, false); try(o.Prefix, a) {
			return openCall, a
		}
	}
	for _, word := range b.g.Wrappers {
		if prefix, a := b.closesWrapper(rest, word); try(prefix, a) {
			return closeWrapper, a
		}
		if prefix, a := b.tags.Starts(rest, word, false); !b.g.Nests && try(prefix, a) {
			return openWrapper, a
		}
	}
	if a := c.TurnEnd(at); try(nil, a) {
		return turnEnd, a
	}
	if cut {
		return noTag, match.More
	}
	return noTag, match.No
}

// closesWrapper matches the wrapper's closer, or its beginning where that will do.
func (b *Call) closesWrapper(rest []byte, word string) (prefix []byte, a match.Answer) {
	if b.g.Nests {
		return b.tags.ClosingStarts(rest, word, false)
	}
	return b.tags.Closing(rest, word, false)
}
