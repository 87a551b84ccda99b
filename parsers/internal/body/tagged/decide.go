package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// inValue looks for what may end the value.
func (b *lookahead) inValue(c *body.Around) outcome {
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
func (b *lookahead) tagInValue(c *body.Around, kind tagKind, a match.Answer) bool {
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
func (b *lookahead) inMarks(c *body.Around) outcome {
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
func (b *lookahead) valueGoesOn(c *body.Around) outcome {
	if c.Final {
		return isCut
	}
	b.value.flush(c, b.here.pos)
	return waits
}

// A walk goes along the tags ahead, from the value's first tag on, until it is known which tag ends
// the value.
type walk struct {
	passed  int     // up to here the value was read: no tag before it ends anything
	from, i int     // the first tag in the value, and the next one to be looked at
	level   int     // calls that are open in it
	wraps   int     // wrappers that are open in it
	run     int     // the first of the closers that end the call, if the value doesn't continue; -1: not found yet
	pair    int     // the end of the closers of call and wrapper; 0: one of the two is missing
	calls   int     // calls behind these closers
	base    int32   // the opener that is open outside of the value; a closer is the value's own if no later opener is open
	opened  bool    // a parameter was opened in the value
	unnamed bool    // a tag without a name opened a parameter in the value
	held    bool    // the value may end at a tag that was looked at, or at a later one
	only    bool    // only the value's own closer ends it
	behind  tagKind // what follows the closers that end the call, if that may follow a call; else noTag
}

// maxCalls is how far behind the closers that end a call the value's closer is searched for: up to
// the end of this number of calls, and of the text behind them.
const maxCalls = 2

// walkCost is the fuel for looking at a tag once more.
const walkCost = 8

// inAhead looks ahead for what ends the value.
func (b *lookahead) inAhead(c *body.Around) outcome {
	o, w := &b.outlook, &b.walk
	for {
		closer, found := b.walkOn(c)
		switch {
		case found:
			b.endAt(c, closer)
			return goesOn
		case b.settled(w), o.hard && w.i == len(o.tags), o.over && c.Final:
			return b.decide(c)
		}
		if o.over || o.pos > c.Window.End() || b.look(c) {
			if !w.held {
				to := o.pos
				if w.i < len(o.tags) {
					to = o.tags[w.i].at
				}
				b.passData(c, min(to, c.Window.End()))
				b.value.flush(c, b.here.pos)
			}
			return waits
		}
	}
}

// settled reports whether no later tag ends the value.
func (b *lookahead) settled(w *walk) bool {
	return w.run >= 0 && !w.only && (w.behind == turnEnd && !b.here.data() || w.calls > maxCalls)
}

// walkOn walks along the tags that are known, up to the value's own closer.
func (b *lookahead) walkOn(c *body.Around) (closer int, found bool) {
	o, w := &b.outlook, &b.walk
	for n := o.known(); w.i < n && o.tags[w.i].end <= c.Window.End() && !b.settled(w); w.i++ { // a failed call is read in steps
		c.Costs.Fuel().Burn(walkCost, o.tags[w.i].end)
		c.Visits.Add(1)
		t := &o.tags[w.i]
		ends := false
		switch t.kind {
		case closeParameter:
			own := o.topBefore(w.i) == w.base
			ends = b.ends(t) || own && t.at >= w.passed && t.next == closeParameter && b.given.g.Inside != grammar.Nests && !w.opened && c.Repairs()
			if own && ends {
				return w.i, true
			}
			b.value.stray = b.value.stray || own && w.run < 0
			if own && w.base >= 0 {
				w.base = o.topBefore(int(w.base)) // this closer is text, and the next outer one is the value's
			}
		case openParameter, openKey:
			w.opened, w.unnamed = true, w.unnamed || t.name == span{}
			ends = w.level == 0 && b.due(c, t)
		case openCall, openWrapper:
			if t.kind == openCall {
				if w.level++; w.run >= 0 && w.level == 1 {
					w.calls++
				}
			} else {
				w.wraps++
			}
		case closeCall, closeWrapper:
			run, wait := b.runAt(w)
			if wait {
				return 0, false
			}
			ends = run && !b.here.data()
		}
		if w.held = w.held || ends && !w.only; !w.held && t.at >= b.here.pos {
			b.passData(c, t.at)
			b.here.pos = t.end
			b.value.flush(c, t.at)
		}
	}
	return 0, false
}

// due reports whether an unclosed value may end before the opener.
func (b *lookahead) due(c *body.Around, t *tagAhead) bool {
	return t.at >= b.walk.passed && t.name != span{} && !b.here.Failed && !b.value.closes && b.args.missing(c, c.Slice(t.name.start, t.name.end))
}

// runAt reads the run of closers of call and wrapper that begins with the current tag. run: the
// call ends with it if the value doesn't continue behind it. wait: more tags are needed.
func (b *lookahead) runAt(w *walk) (run, wait bool) {
	o := &b.outlook
	switch t := &o.tags[w.i]; {
	case t.kind == closeCall && w.level > 0:
		w.level--
		return false, false
	case w.level > 0:
		return false, false
	case t.kind == closeWrapper && w.wraps > 0:
		w.wraps--
		return false, false
	case w.run >= 0, t.at < w.passed:
		return false, false
	}
	call, pair := false, 0
	for j := w.i; ; j++ {
		if j >= o.known() {
			return false, true
		}
		t := &o.tags[j]
		if t.kind == closeCall {
			call = true
		} else if call && pair == 0 {
			pair = t.end
		}
		switch next := t.next; {
		case next == closeCall, next == closeWrapper:
			continue
		case next.follows(), next == outputEnd:
			w.run, w.pair, w.behind = w.i, pair, next
		case next != closeParameter && next != cutTag && pair > 0:
			w.run, w.pair = w.i, pair
		}
		return w.run >= 0, false
	}
}

// passData skips the text up to offset end. No tag in it means anything.
func (b *lookahead) passData(c *body.Around, end int) {
	for b.here.pos < end {
		rest := b.here.seek(c, b.given.g.Brackets.Open[0])
		if b.here.pos >= end {
			b.here.pos = end
			return
		}
		if b.value.maybeDamaged(rest, c.Final) {
			return
		}
		b.here.pos++
	}
}

// passTags skips the tags before the i-th tag, which are text, and the text up to offset at.
func (b *lookahead) passTags(c *body.Around, i, at int) {
	o := &b.outlook
	for j := o.firstFrom(b.here.pos); j < i; j++ {
		b.passData(c, o.tags[j].at)
		b.here.pos = o.tags[j].end
	}
	b.passData(c, at)
	b.here.pos = at
}

// endAt ends the value at a closer.
func (b *lookahead) endAt(c *body.Around, closer int) {
	t := &b.outlook.tags[closer]
	b.passTags(c, closer, t.at)
	b.value.mayEndAt(t.at, t.end, b.walk.opened)
}

// decide ends a value whose own closer is missing.
func (b *lookahead) decide(c *body.Around) outcome {
	o, w, v := &b.outlook, &b.walk, b.value
	limit := len(o.tags) // the tags before it are in the call
	switch {
	case w.run >= 0 && !(w.behind == outputEnd && c.Reason == parsers.FinishLength):
		limit = w.run
	case c.Final && o.over && !o.hard && (c.Reason == parsers.FinishLength || w.level+w.wraps > 0 || !o.closedAtEnd()):
		return isCut
	}
	if i := b.firstDue(c, limit); i >= 0 {
		b.endBefore(c, i)
		return goesOn
	}
	if i := b.firstCloser(limit); i >= 0 {
		b.endAtFirst(c, i)
		return goesOn
	}
	ends := w.behind != noTag && c.Repairs()
	if w.run < 0 || b.here.data() || !ends && (w.pair == 0 || w.behind == outputEnd) {
		switch {
		case o.hard:
			b.here.pos = o.pos
			b.here.phase = inValue
			v.lost = true
		case o.over:
			return isCut
		default:
			w.only, w.held = true, false
			b.passTags(c, w.i, o.tags[w.i-1].end)
			b.value.flush(c, b.here.pos)
		}
		return goesOn
	}
	t := &o.tags[w.run]
	b.passTags(c, w.run, t.at)
	b.value.flush(c, t.at)
	v.tags = v.tags || w.run > w.from
	if !ends {
		b.here.ShowFrom(w.pair) // closers that can't be a value's text, but don't end the call
		b.here.failWhole(c, w.pair, parsers.ReasonMalformed, "a value isn't closed")
		return goesOn
	}
	b.value.endUnclosed(c, t.at, repair.MissingCloser)
	return goesOn
}

// endAtFirst ends the value at the first closer that may end it. The openers before it are text. If
// the value also has a closer that can't end it, text may be between two parameters.
func (b *lookahead) endAtFirst(c *body.Around, closer int) {
	b.args.doubt = true
	if b.value.stray && (!b.given.tool.Lists() || b.walk.unnamed) {
		b.passTags(c, closer, b.outlook.tags[closer].at)
		b.value.failUnclosed(c)
	}
	b.endAt(c, closer)
}

// closedAtEnd reports whether the output ends behind the closer of a parameter.
func (o *outlook) closedAtEnd() bool {
	n := len(o.tags)
	return n > 0 && o.tags[n-1].kind == closeParameter && o.tags[n-1].next == outputEnd
}

// firstDue returns the first opener in the value, outside of quoted calls, that may end the value.
// It opens a parameter that the tool declares, that the call doesn't have, and that isn't opened
// again before the limit. The result is -1 if there is none.
func (b *lookahead) firstDue(c *body.Around, limit int) int {
	o, w := &b.outlook, &b.walk
	if b.here.Failed || b.value.closes || b.given.tool.Len() == 0 && !b.given.anyKeyEnds() {
		return -1
	}
	last := make(map[string]int) // of each parameter that is due
	due := make([]int, 0, 8)
	level := 0
	for i := w.from; i < limit; i++ {
		t := &o.tags[i]
		level = max(level+t.kind.calls(), 0)
		if (t.kind == openParameter || t.kind == openKey) && b.due(c, t) {
			if last[string(c.Slice(t.name.start, t.name.end))] = i; level == 0 {
				due = append(due, i)
			}
		}
	}
	for _, i := range due {
		if t := &o.tags[i]; last[string(c.Slice(t.name.start, t.name.end))] == i {
			return i
		}
	}
	return -1
}

// firstCloser returns the first closer of a parameter, outside of quoted calls, that may end the
// value, or -1 if there is none.
func (b *lookahead) firstCloser(limit int) int {
	o, level := &b.outlook, 0
	for i := b.walk.from; i < limit; i++ {
		t := &o.tags[i]
		if level = max(level+t.kind.calls(), 0); level == 0 && t.kind == closeParameter && b.ends(t) {
			return i
		}
	}
	return -1
}

// endBefore ends the value before the opener of another parameter, or at a closer directly before
// that opener.
func (b *lookahead) endBefore(c *body.Around, i int) {
	o, v := &b.outlook, b.value
	t := &o.tags[i]
	if i > b.walk.from && o.tags[i-1].kind == closeParameter && o.tags[i-1].next == t.kind {
		b.endAt(c, i-1)
		return
	}
	b.passTags(c, i, t.at)
	b.value.flush(c, t.at)
	for j := b.walk.from; j < i; j++ {
		v.tags = v.tags || o.tags[j].kind == pairTag
	}
	v.tags = v.tags || v.stray || !c.Repairs()
	if !b.given.tool.Lists() && !v.isDamaged(c, t.at) {
		b.args.doubt = true
	}
	b.value.endUnclosed(c, t.at, repair.MissingMarker)
}
