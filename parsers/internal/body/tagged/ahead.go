package tagged

import (
	"sort"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
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
// See docs/models/formats, "Words": a closer is followed by structure.
func (la *lookahead) ends(t *tagAhead) bool {
	return t.at >= la.walk.passed && t.next != noTag && t.next != closeParameter && !(t.next == damagedTag && la.position.Failed)
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
	opening  *opening
	position *position
	args     *args
	value    *reader

	outlook outlook
	walk    walk        // along these tags, from the value's first tag on
	opened  tags.Opened // what the last opener of a parameter opens
}

// lookAt makes the outlook cover the tag at the position.
func (la *lookahead) lookAt(env *body.Env) {
	o, v := &la.outlook, la.value
	la.position.phase = inAhead
	if env.Penalties.Budget().Exhausted() {
		la.giveUp(env)
		return
	}
	of := outlookOf{
		g: la.opening.g, output: env.Output, call: la.opening.Prefix, prefix: v.prefix, suffix: la.opening.tags.Brackets.Only, word: la.opening.tags.Word, own: v.word, grouped: la.position.grouped,
	}
	start := v.start
	if v.whole == wholeRead {
		start = v.wholeTo // text in the JSON is data
	}
	if o.of != of || start < o.from || la.position.pos > o.pos {
		kept := o.tags[:0]
		if o.of.output != of.output {
			kept = buffers.Emptied(kept)
		}
		*o = outlook{of: of, from: start, pos: la.position.pos, tags: kept}
	}
	la.walk = walk{passed: la.position.pos, from: o.firstFrom(start), run: -1}
	la.walk.i = la.walk.from
	la.walk.base = o.topBefore(la.walk.from)
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
func (la *lookahead) look(env *body.Env) (more bool) {
	o, from := &la.outlook, la.outlook.pos
	defer func() { env.Penalties.Budget().Spend(o.pos-from, o.pos) }()
	for {
		if o.behind {
			return la.lookBehind(env)
		}
		rest := env.Rest(o.pos)
		i := env.Visits.IndexByte(rest, la.opening.g.Brackets.Open[0])
		if i < 0 {
			o.pos += len(rest)
			o.over = env.Final
			return !env.Final
		}
		o.pos += i
		rest = rest[i:]
		if la.opening.Alone || la.opening.g.Bare.Framed() {
			end := env.Prose.TurnEnd(o.pos)
			if end == match.More {
				return true
			}
			if end.Yes() {
				o.over, o.hard = true, true
				return false
			}
		}
		kind, a := la.valueTag(o.pos, rest, env.Final)
		switch {
		case a == match.More:
			return true
		case a == match.No:
			o.pos++
			continue
		}
		t := tagAhead{at: o.pos, end: o.pos + int(a), kind: kind}
		if in := &la.opened; (kind == openParameter || kind == openKey) && in.Named {
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
func (la *lookahead) lookBehind(env *body.Env) (more bool) {
	o := &la.outlook
	t := &o.tags[len(o.tags)-1]
	at, more := Space(env, &la.opening.tags.Brackets, o.pos, nil)
	o.pos = at
	if more {
		return true
	}
	if t.next, more = la.following(env, t, at); more {
		return true
	}
	o.behind = false
	return false
}

// following returns what is at offset at, behind a closing tag.
func (la *lookahead) following(env *body.Env, t *tagAhead, at int) (next tagKind, more bool) {
	rest := env.Rest(at)
	if len(rest) == 0 {
		return outputEnd, false
	}
	kind, a := la.position.tagAt(env, at)
	switch {
	case a == match.More && !env.Final:
		return noTag, true
	case a == match.More && la.opening.closes(rest):
		return outputEnd, false
	case a == match.More:
		return cutTag, false
	case a == match.No && t.kind == closeParameter:
		switch damaged := la.value.damagedOpener(env, at, func([]byte) bool { return false }); {
		case damaged == match.More:
			return noTag, true
		case damaged.Yes():
			return damagedTag, false
		}
	}
	return kind, false
}

// giveUp gives up on a value whose end would take too long to find. Nothing in it is a call.
func (la *lookahead) giveUp(env *body.Env) {
	la.position.fail(env, parsers.ReasonLimit, "finding the end of a value would take too much work")
	la.value.lost = true
	la.position.phase = inValue
	la.position.Hide(la.position.pos)
}

// valueTag returns the tag at offset at, with which rest begins, if it means something in a value.
// If it opens a parameter, opened describes the parameter.
func (la *lookahead) valueTag(at int, rest []byte, final bool) (tagKind, match.Answer) {
	if !la.opening.mayBegin(rest) {
		return noTag, match.No
	}
	if !final && la.position.awaited.Still(la.opening.tags.Brackets.Visits, at, rest) {
		return noTag, match.More
	}
	v := la.value
	if a := la.opening.tags.Brackets.TagAs(rest, la.opening.g.Brackets.Close, v.prefix, v.word, final); a != match.No {
		return closeParameter, a
	}
	if kind, a := la.openerInValue(rest, final); a != match.No {
		la.position.awaited.Note(at, rest, &la.opened, a)
		return kind, a
	}
	kind, a := la.outerTag(rest, final)
	la.position.awaited.Note(at, rest, &la.opened, a)
	return kind, a
}

// openerInValue returns the opener of a parameter at the start of rest, in any spelling of the
// family, or another tag of a pair.
func (la *lookahead) openerInValue(rest []byte, final bool) (tagKind, match.Answer) {
	o := &la.opened
	if pair := la.opening.g.Parameter.Key != ""; pair || la.opening.g.Parameter.Name == grammar.NameBehind {
		a := la.opening.tags.OpensParameter(o, rest, final)
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
			if _, a = la.opening.tags.Brackets.Opens(rest, la.opening.g.Parameter.Word, final); a != match.No {
				return openParameter, la.opening.opensValue(rest, a, final)
			}
		}
		return pairTag, la.opening.tags.PairTag(rest, final)
	}
	if la.opening.Unnamed {
		*o = tags.Opened{}
		return openParameter, la.opening.tags.Brackets.TagAs(rest, la.opening.g.Brackets.Open, "", la.value.word, final)
	}
	return openParameter, la.opening.tags.OpensWithin(o, rest, la.value.prefix, final)
}

// outerTag returns the tag of a call or wrapper at the start of rest, if it means something in a
// value: a closer, or the opener of a complete quoted call. opened says what it waits for.
func (la *lookahead) outerTag(rest []byte, final bool) (tagKind, match.Answer) {
	la.opened.Awaits = names.Quote{}
	if la.opening.Alone {
		return noTag, match.No
	}
	closing := match.Text(la.opening.g.Brackets.Close, rest, false)
	if closing != match.No {
		if a := la.position.callCloserAt(rest, final); a != match.No {
			return closeCall, a
		}
		for _, word := range la.opening.g.Wrappers {
			if a := la.opening.closerAt(rest, word, final); a != match.No {
				return closeWrapper, a
			}
		}
	}
	if closing.Yes() && la.opening.g.Brackets.Close != la.opening.g.Brackets.Open || la.opening.starts.xml && len(rest) > 1 && !la.opening.starts.outers.has(rest[1]) {
		return noTag, match.No
	}
	if a := la.opening.quotedCall(&la.opened, rest, final); a != match.No {
		return openCall, a
	}
	la.opened.Awaits = names.Quote{}
	return openWrapper, la.opening.quotedWrapper(&la.opened, rest, final)
}
