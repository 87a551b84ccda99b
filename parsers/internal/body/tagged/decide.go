package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// inValue looks for what may end the value.
func (la *lookahead) inValue(env *body.Env) outcome {
	if la.value.verbatim == unread && la.value.beginsVerbatim(env) {
		return waits
	}
	if la.value.verbatim == isVerbatim {
		return la.inVerbatim(env)
	}
	if la.value.whole == wholeUnread && la.value.inWhole(env) {
		return waits
	}
	if la.value.whole == wholeRead {
		la.value.passSpace(env)
	}
	for {
		rest := la.position.seek(env, la.opening.g.Brackets.Open[0])
		if len(rest) == 0 {
			return la.valueGoesOn(env)
		}
		if la.opening.Alone || la.opening.g.Bare.Framed() {
			switch end := env.Prose.TurnEnd(la.position.pos); {
			case end == match.More:
				return la.valueGoesOn(env)
			case end.Yes():
				la.position.phase = between
				la.position.ShowFrom(la.position.pos)
				la.position.fail(env, parsers.ReasonMalformed, "a value isn't closed")
				return goesOn
			}
		}
		if la.value.lost {
			la.position.pos++
			continue
		}
		env.NoteSign(la.value.start, la.position.pos)
		kind, a := la.valueTag(la.position.pos, rest, env.Final)
		if a == match.No {
			switch byKey := la.value.closerByKey(env, rest); {
			case byKey == match.More:
				return la.valueGoesOn(env)
			case byKey.Yes():
				la.value.mayEndAt(la.position.pos, la.position.pos+byKey.Len(), la.value.opened)
				la.value.passed.byKey = true
				return goesOn
			}
		}
		switch {
		case a == match.More, a == match.No && la.value.maybeDamaged(rest, env.Final):
			return la.valueGoesOn(env)
		case a == match.No:
			la.position.pos++
		case la.tagInValue(env, kind, a):
			return goesOn
		}
	}
}

// tagInValue handles a tag in the value. It returns true if the tag may end the value.
func (la *lookahead) tagInValue(env *body.Env, kind tagKind, a match.Answer) bool {
	v, at := la.value, la.position.pos
	switch {
	case v.closes && kind.opens():
		la.value.endUnclosed(env, at, repair.MissingCloser)
	case kind == closeParameter:
		la.value.mayEndAt(at, at+int(a), v.opened)
		if v.whole == wholeRead && v.wholeTo == at { // the closer directly follows a complete object or array
			v.whole = wholeEnded
		}
	case kind == pairTag:
		v.tags = true
		la.position.pos += int(a)
		return false
	default:
		la.value.flush(env, at)
		la.lookAt(env)
	}
	return true
}

// inVerbatim looks for the marker that ends the value, with the parameter's closer behind it.
func (la *lookahead) inVerbatim(env *body.Env) outcome {
	for {
		if len(la.position.seek(env, la.opening.g.Verbatim.Closer()[0])) == 0 {
			return la.valueGoesOn(env)
		}
		end, a := la.value.verbatimEnd(env)
		switch {
		case a == match.More:
			return la.valueGoesOn(env)
		case a.Yes():
			la.value.mayEndAt(la.position.pos, end, la.value.opened)
			return goesOn
		}
		la.position.pos++
	}
}

// valueGoesOn reports the value up to the position. It takes more bytes to decide about what is
// there.
func (la *lookahead) valueGoesOn(env *body.Env) outcome {
	if env.Final {
		return isCut
	}
	la.value.flush(env, la.position.pos)
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
// See docs/models/formats, "Closers that are far away or missing".
const maxCalls = 2

// walkCost is the budget for looking at a tag once more.
const walkCost = 8

// inAhead looks ahead for what ends the value. Meanwhile, the text before the first tag that may end it is reported.
// See docs/models/formats, "Values in streams".
func (la *lookahead) inAhead(env *body.Env) outcome {
	o, w := &la.outlook, &la.walk
	for {
		closer, found := la.walkOn(env)
		switch {
		case found:
			la.endAt(env, closer)
			return goesOn
		case la.settled(w), o.hard && w.i == len(o.tags), o.over && env.Final:
			return la.decide(env)
		}
		if o.over || o.pos > env.Window.End() || la.look(env) {
			if !w.held {
				to := o.pos
				if w.i < len(o.tags) {
					to = o.tags[w.i].at
				}
				la.passData(env, min(to, env.Window.End()))
				la.value.flush(env, la.position.pos)
			}
			return waits
		}
	}
}

// settled reports whether no later tag ends the value.
func (la *lookahead) settled(w *walk) bool {
	return w.run >= 0 && !w.only && (w.behind == turnEnd && !la.position.data() || w.calls > maxCalls)
}

// walkOn walks along the tags that are known, up to the value's own closer.
// See docs/models/formats, "The five rules for the end of a value", rule 2.
func (la *lookahead) walkOn(env *body.Env) (closer int, found bool) {
	o, w := &la.outlook, &la.walk
	for n := o.known(); w.i < n && o.tags[w.i].end <= env.Window.End() && !la.settled(w); w.i++ { // a failed call is read in steps
		env.Penalties.Budget().Spend(walkCost, o.tags[w.i].end)
		env.Visits.Add(1)
		t := &o.tags[w.i]
		ends := false
		switch t.kind {
		case closeParameter:
			own := o.topBefore(w.i) == w.base
			ends = la.ends(t) || own && la.isRepeated(t)
			if own && ends {
				return w.i, true
			}
			if own && w.run < 0 {
				la.value.passed.closer = true
				la.value.passed.edge = la.value.passed.edge || la.value.atEdge(env, span{t.at, t.end})
			}
			if own && w.base >= 0 {
				w.base = o.topBefore(int(w.base)) // this closer is text, and the next outer one is the value's
			}
		case openParameter, openKey:
			w.opened, w.unnamed = true, w.unnamed || t.name == span{}
			ends = w.level == 0 && la.due(env, t)
		case openCall, openWrapper:
			if t.kind == openCall {
				if w.level++; w.run >= 0 && w.level == 1 {
					w.calls++
				}
			} else {
				w.wraps++
			}
		case closeCall, closeWrapper:
			run, wait := la.runAt(w)
			if wait {
				return 0, false
			}
			ends = run && !la.position.data()
		}
		if w.held = w.held || ends && !w.only; !w.held && t.at >= la.position.pos {
			la.passData(env, t.at)
			la.position.pos = t.end
			la.value.flush(env, t.at)
		}
	}
	return 0, false
}

// isRepeated reports whether the value's own closer ends it although the same closer follows: the model wrote it twice.
// Where values nest, or where a parameter was opened in this one, the second closer may be that of another value.
func (la *lookahead) isRepeated(t *tagAhead) bool {
	nests := la.opening.g.Inside == grammar.Nests || la.walk.opened
	return t.at >= la.walk.passed && t.next == closeParameter && !nests
}

// due reports whether an unclosed value may end before the opener.
func (la *lookahead) due(env *body.Env, t *tagAhead) bool {
	return t.at >= la.walk.passed && t.name != span{} && !la.position.Failed && !la.value.closes && la.args.missing(env, env.Slice(t.name.start, t.name.end))
}

// runAt reads the run of closers of call and wrapper that begins with the current tag. run: the
// call ends with it if the value doesn't continue behind it. wait: more tags are needed.
func (la *lookahead) runAt(w *walk) (run, wait bool) {
	o := &la.outlook
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
func (la *lookahead) passData(env *body.Env, end int) {
	for la.position.pos < end {
		rest := la.position.seek(env, la.opening.g.Brackets.Open[0])
		if la.position.pos >= end {
			la.position.pos = end
			return
		}
		if la.value.maybeDamaged(rest, env.Final) {
			return
		}
		la.position.pos++
	}
}

// passTags skips the tags before the i-th tag, which are text, and the text up to offset at.
func (la *lookahead) passTags(env *body.Env, i, at int) {
	o := &la.outlook
	for j := o.firstFrom(la.position.pos); j < i; j++ {
		la.passData(env, o.tags[j].at)
		la.position.pos = o.tags[j].end
	}
	la.passData(env, at)
	la.position.pos = at
}

// endAt ends the value at a closer.
func (la *lookahead) endAt(env *body.Env, closer int) {
	t := &la.outlook.tags[closer]
	la.passTags(env, closer, t.at)
	la.value.mayEndAt(t.at, t.end, la.walk.opened)
}

// decide ends a value whose own closer is missing.
// See docs/models/formats, "The five rules for the end of a value".
func (la *lookahead) decide(env *body.Env) outcome {
	o, w, v := &la.outlook, &la.walk, la.value
	limit := len(o.tags) // the tags before it are in the call
	switch {
	case w.run >= 0 && !(w.behind == outputEnd && env.Reason == parsers.FinishLength):
		limit = w.run
	case env.Final && o.over && !o.hard && (env.Reason == parsers.FinishLength || w.level+w.wraps > 0 || !o.closedAtEnd() && !la.stopped(env)):
		return isCut
	}
	if i := la.firstDue(env, limit); i >= 0 {
		la.endBefore(env, i)
		return goesOn
	}
	if i := la.firstCloser(limit); i >= 0 {
		la.endAtFirst(env, i)
		return goesOn
	}
	ends := w.behind != noTag && env.Repairs()
	if w.run < 0 || la.position.data() || !ends && (w.pair == 0 || w.behind == outputEnd) {
		switch {
		case o.hard:
			la.position.pos = o.pos
			la.position.phase = inValue
			v.lost = true
		case o.over:
			return isCut
		default:
			w.only, w.held = true, false
			la.passTags(env, w.i, o.tags[w.i-1].end)
			la.value.flush(env, la.position.pos)
		}
		return goesOn
	}
	t := &o.tags[w.run]
	la.passTags(env, w.run, t.at)
	la.value.flush(env, t.at)
	v.tags = v.tags || w.run > w.from
	if !ends {
		la.position.ShowFrom(w.pair) // closers that can't be a value's text, but don't end the call
		la.position.failWhole(env, w.pair, parsers.ReasonMalformed, "a value isn't closed")
		return goesOn
	}
	la.value.endUnclosed(env, t.at, repair.MissingCloser)
	return goesOn
}

// stopped reports whether the model stopped by itself behind the opener of another parameter.
func (la *lookahead) stopped(env *body.Env) bool {
	return env.Reason == parsers.FinishStop && !env.Rules.Nested && env.Repairs() && la.firstDue(env, len(la.outlook.tags)) >= 0
}

// endAtFirst ends the value at the first closer that may end it. The openers before it are text. If
// the value also has a closer that can't end it, text may be between two parameters.
// See docs/models/formats, "Closers without structure after them".
func (la *lookahead) endAtFirst(env *body.Env, closer int) {
	la.args.doubt = true
	if la.value.passed.closer && (!la.opening.tool.Lists() || la.walk.unnamed) {
		la.passTags(env, closer, la.outlook.tags[closer].at)
		la.value.failUnclosed(env)
	}
	la.endAt(env, closer)
}

// closedAtEnd reports whether the output ends behind the closer of a parameter.
func (o *outlook) closedAtEnd() bool {
	n := len(o.tags)
	return n > 0 && o.tags[n-1].kind == closeParameter && o.tags[n-1].next == outputEnd
}

// firstDue returns the first opener in the value, outside of quoted calls, that may end the value.
// It opens a parameter that the tool declares, that the call doesn't have, and that isn't opened
// again before the limit. The result is -1 if there is none.
// See docs/models/formats, "The five rules for the end of a value", rules 3 and 5.
func (la *lookahead) firstDue(env *body.Env, limit int) int {
	o, w := &la.outlook, &la.walk
	if la.position.Failed || la.value.closes || la.opening.tool.Len() == 0 && !la.opening.anyKeyEnds() {
		return -1
	}
	last := make(map[string]int) // of each parameter that is due
	due := make([]int, 0, 8)
	level := 0
	for i := w.from; i < limit; i++ {
		t := &o.tags[i]
		level = max(level+t.kind.calls(), 0)
		if t.kind.opensParameter() && la.due(env, t) {
			if last[string(env.Slice(t.name.start, t.name.end))] = i; level == 0 {
				due = append(due, i)
			}
		}
	}
	for _, i := range due {
		if t := &o.tags[i]; last[string(env.Slice(t.name.start, t.name.end))] == i {
			return i
		}
	}
	return -1
}

// firstCloser returns the first closer of a parameter, outside of quoted calls, that may end the
// value, or -1 if there is none.
// See docs/models/formats, "The five rules for the end of a value", rule 4.
func (la *lookahead) firstCloser(limit int) int {
	o, level := &la.outlook, 0
	for i := la.walk.from; i < limit; i++ {
		t := &o.tags[i]
		if level = max(level+t.kind.calls(), 0); level == 0 && t.kind == closeParameter && la.ends(t) {
			return i
		}
	}
	return -1
}

// opensTwice reports whether the value begins with the opener of a parameter that the call has: the model may have written
// its own opener twice.
func (la *lookahead) opensTwice(env *body.Env) bool {
	t := &la.outlook.tags[la.walk.from]
	return t.kind.opensParameter() && t.name != span{} && la.args.keys.has(env, env.Slice(t.name.start, t.name.end)) &&
		len(env.Visits.TrimSpace(env.Slice(la.value.start, t.at))) == 0
}

// firstParameters returns the first closer, up to the given one, from which on nothing but parameters follows up to that
// one. They are parameters of the call that the tool doesn't declare, or text. So the value has a second reading, unless the
// closer is the given one.
func (la *lookahead) firstParameters(closer int) int {
	o, first := &la.outlook, closer
	for i := closer - 2; i >= la.walk.from; i -= 2 {
		if !o.tags[i+1].kind.opensParameter() || o.tags[i+2].kind != closeParameter || o.tags[i].kind != closeParameter || o.tags[i].next != o.tags[i+1].kind || !la.ends(&o.tags[i]) {
			break
		}
		first = i
	}
	la.args.doubt = la.args.doubt || first < closer
	return first
}

// endBefore ends the value before the opener of another parameter, or at a closer directly before
// that opener.
// See docs/models/formats, "Closers without structure after them".
func (la *lookahead) endBefore(env *body.Env, i int) {
	o, v := &la.outlook, la.value
	t := &o.tags[i]
	if i > la.walk.from && o.tags[i-1].kind == closeParameter && o.tags[i-1].next == t.kind {
		la.args.doubt = la.args.doubt || la.opensTwice(env)
		la.endAt(env, la.firstParameters(i-1))
		return
	}
	la.passTags(env, i, t.at)
	la.value.flush(env, t.at)
	for j := la.walk.from; j < i; j++ {
		v.tags = v.tags || o.tags[j].kind == pairTag
	}
	v.tags = v.tags || v.passed.closer || !env.Repairs()
	if !la.opening.tool.Lists() && !v.isDamaged(env, t.at) {
		la.args.doubt = true
	}
	la.value.endUnclosed(env, t.at, repair.MissingMarker)
}
