package tagged

import (
	"sort"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A tagAhead is a tag in a value, or behind it.
type tagAhead struct {
	at, end int
	kind    tagKind
	next    tagKind // of a closing tag: what follows it, ignoring white space
	top     int32   // the opener of the innermost parameter that is open behind it; -1: none
	name    span    // the name that an opener gives the parameter; empty: none
}

// ends reports whether the closer of a parameter may end its value: the text behind it may follow a
// value. In a failed call, a damaged opener is data, and so is all other text behind a closer. A
// closer that was passed stays data, whatever is behind it: a thought may have ended there since.
func (b *lookahead) ends(t *tagAhead) bool {
	return t.at >= b.walk.passed && t.next != noTag && t.next != closeParameter && !(t.next == damagedTag && b.here.Failed)
}

// An outlook holds the tags ahead, from some offset in a value on, in text order, as far as they
// were searched for. It is kept while the calls that it covers are read. So each tag is searched
// for once, however many values need it.
type outlook struct {
	of     outlookOf
	from   int // the start of the value that it was made for
	pos    int // up to here tags were searched for
	tags   []tagAhead
	behind bool // what follows the last tag isn't known yet
	over   bool // there are no more tags
	hard   bool // because the turn or message of the call ends there
}

// An outlookOf holds everything that decides which tags are in an outlook.
type outlookOf struct {
	g                    *grammar.Tags
	output               int
	call, prefix, suffix string
	word, own            string
	grouped              bool
}

// lookahead decides what ends a value. It uses the tags ahead where they are needed.
type lookahead struct {
	given *given
	here  *here
	args  *args
	value *reader

	outlook outlook
	walk    walk        // along these tags, from the value's first tag on
	opened  tags.Opened // what the last opener of a parameter opens
}

// lookAt makes the outlook cover the tag at the position.
func (b *lookahead) lookAt(c *body.Around) {
	o, v := &b.outlook, b.value
	b.here.phase = inAhead
	if c.Costs.Fuel().Spent() {
		b.giveUp(c)
		return
	}
	of := outlookOf{
		g: b.given.g, output: c.Output, call: b.given.Prefix, prefix: v.prefix, suffix: b.given.tags.Brackets.Only, word: b.given.tags.Word, own: v.word, grouped: b.here.grouped,
	}
	start := v.start
	if v.whole == wholeRead {
		start = v.wholeTo // text in the JSON is data
	}
	if o.of != of || start < o.from || b.here.pos > o.pos {
		kept := o.tags[:0]
		if o.of.output != of.output {
			kept = buffers.Emptied(kept)
		}
		*o = outlook{of: of, from: start, pos: b.here.pos, tags: kept}
	}
	b.walk = walk{passed: b.here.pos, from: o.firstFrom(start), run: -1}
	b.walk.i = b.walk.from
	b.walk.base = o.topBefore(b.walk.from)
}

// firstFrom returns the index of the first tag at or behind offset at.
func (o *outlook) firstFrom(at int) int {
	return sort.Search(len(o.tags), func(i int) bool { return o.tags[i].at >= at })
}

// topBefore returns the opener that is open before the i-th tag.
func (o *outlook) topBefore(i int) int32 {
	if i == 0 {
		return -1
	}
	return o.tags[i-1].top
}

// known returns the number of tags for which it is known what follows them.
func (o *outlook) known() int {
	if o.behind {
		return len(o.tags) - 1
	}
	return len(o.tags)
}

// look searches for one more tag. It returns true if more bytes are needed.
func (b *lookahead) look(c *body.Around) (more bool) {
	o, from := &b.outlook, b.outlook.pos
	defer func() { c.Costs.Fuel().Burn(o.pos-from, o.pos) }()
	for {
		if o.behind {
			return b.lookBehind(c)
		}
		rest := c.Rest(o.pos)
		i := c.Visits.IndexByte(rest, b.given.g.Brackets.Open[0])
		if i < 0 {
			o.pos += len(rest)
			o.over = c.Final
			return !c.Final
		}
		o.pos += i
		rest = rest[i:]
		if b.given.Alone || b.given.g.Bare.Framed() {
			end := c.Prose.TurnEnd(o.pos)
			if end == match.More {
				return true
			}
			if end.Yes() {
				o.over, o.hard = true, true
				return false
			}
		}
		kind, a := b.valueTag(o.pos, rest, c.Final)
		switch {
		case a == match.More:
			return true
		case a == match.No:
			o.pos++
			continue
		}
		t := tagAhead{at: o.pos, end: o.pos + int(a), kind: kind}
		if in := &b.opened; (kind == openParameter || kind == openKey) && in.Named {
			t.name = span{o.pos + in.NameAt, o.pos + in.NameAt + in.NameLen}
		}
		o.add(t)
		if o.pos += int(a); !o.behind {
			return false
		}
	}
}

// add adds a tag, and notes which parameter is open behind it.
func (o *outlook) add(t tagAhead) {
	n := len(o.tags)
	t.top = o.topBefore(n)
	switch t.kind {
	case openParameter, openKey:
		t.top = int32(n)
	case closeParameter:
		if t.top >= 0 {
			t.top = o.topBefore(int(t.top))
		}
	}
	o.behind = t.kind == closeParameter || t.kind == closeCall || t.kind == closeWrapper
	o.tags = append(o.tags, t)
}

// lookBehind looks at what follows the last tag, which closes something.
func (b *lookahead) lookBehind(c *body.Around) (more bool) {
	o := &b.outlook
	t := &o.tags[len(o.tags)-1]
	at, more := Space(c, &b.given.tags.Brackets, o.pos, nil)
	o.pos = at
	if more {
		return true
	}
	if t.next, more = b.following(c, t, at); more {
		return true
	}
	o.behind = false
	return false
}

// following returns what is at offset at, behind a closing tag.
func (b *lookahead) following(c *body.Around, t *tagAhead, at int) (next tagKind, more bool) {
	rest := c.Rest(at)
	if len(rest) == 0 {
		return outputEnd, false
	}
	kind, a := b.here.tagAt(c, at)
	switch {
	case a == match.More && !c.Final:
		return noTag, true
	case a == match.More && b.given.closes(rest):
		return outputEnd, false
	case a == match.More:
		return cutTag, false
	case a == match.No && t.kind == closeParameter:
		switch damaged := b.value.damagedOpener(c, at, func([]byte) bool { return false }); {
		case damaged == match.More:
			return noTag, true
		case damaged.Yes():
			return damagedTag, false
		}
	}
	return kind, false
}

// giveUp gives up on a value whose end would take too long to find. Nothing in it is a call.
func (b *lookahead) giveUp(c *body.Around) {
	b.here.fail(c, parsers.ReasonLimit, "finding the end of a value would take too much work")
	b.value.lost = true
	b.here.phase = inValue
	b.here.Hide(b.here.pos)
}

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
