package tagged

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// position decides which tag is at the position, and holds the position.
type position struct {
	opening *opening
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
func (ps *position) opens(h *Header) {
	ps.Failing = failure.Failing{}
	ps.pos, ps.known, ps.last, ps.head, ps.grouped = h.Inner, 0, h.Inner, h.Inner, false
	ps.seen.end, ps.ruledOut, ps.awaited = 0, ruledOut{}, tags.Awaited{}
	switch {
	case h.Unnamed:
		ps.phase = inName
	case h.Empty:
		ps.phase = behindCall
	default:
		ps.inArguments()
	}
}

// inArguments reads on with the arguments.
func (ps *position) inArguments() {
	ps.phase = between
	if ps.opening.starts.words {
		ps.phase = inNested
	}
}

// took moves the position to the end of a tag that belongs to the call.
func (ps *position) took(end int) { ps.pos, ps.last = end, end }

// noteOpened notes the damage of the tags before a value.
func (ps *position) noteOpened(o *tags.Opened, at int) {
	if o.Opener {
		ps.opening.Note(repair.ExtraOpener, ps.pos)
	}
	if o.Unclosed {
		ps.opening.Note(repair.MissingCloser, at+o.NameLen)
	}
	if o.Closer {
		ps.opening.Note(repair.ExtraCloser, at+o.NameLen)
	}
	if o.Marker {
		ps.opening.Note(repair.MissingMarker, at+o.NameLen)
	}
	if o.Loose {
		ps.opening.Note(repair.WhiteSpace, ps.pos)
	}
	if o.Other {
		ps.opening.Note(repair.MissingMarker, ps.pos)
	}
	if o.Unquoted {
		ps.opening.Note(repair.QuoteStyle, ps.pos)
	}
}

// data reports whether closers of the call are data in a value that isn't closed yet.
func (ps *position) data() bool { return ps.opening.g.Inside == grammar.Nests && !ps.Failed }

// failWhole reports the call, which ends at end, as an invalid call.
func (ps *position) failWhole(env *body.Env, end int, reason parsers.Reason, message string) bool {
	ps.pos = end
	ps.fail(env, reason, message)
	ps.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (ps *position) otherText(env *body.Env, rest []byte) {
	ps.fail(env, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	// An end of turn may begin with a different byte than tags do.
	n := 1
	for n < len(rest) && rest[n] != ps.opening.g.Brackets.Open[0] && !env.Ends[rest[n]] {
		n++
	}
	env.Visits.Add(n)
	ps.pos += n
}

// groupEnds ends the tag around the parameters, if its closer is missing.
func (ps *position) groupEnds() {
	if ps.grouped {
		ps.opening.Note(repair.MissingCloser, ps.last)
		ps.grouped = false
	}
}

// strange reports whether the opening tag of another call in this call names no declared tool. Then
// the model may have meant an argument.
func (ps *position) strange(env *body.Env) bool {
	o := &ps.seen.opened // between read it
	if !env.Config.Tools.Given() || !o.Named || o.Key != nil {
		return false
	}
	name, _ := names.True(env.Visits, env.Config, o.Name)
	return !env.Config.Tools.Declared(string(name))
}

// again reports whether the opening tag of another call in this call names the same tool. Then the model wrote it twice.
func (ps *position) again() bool {
	o := &ps.seen.opened // between read it
	return o.Named && string(o.Name) == ps.opening.Name
}

// fail reports that the call failed at the position, unless it has failed before. The call is then
// read up to its end.
func (ps *position) fail(env *body.Env, reason parsers.Reason, message string) {
	if ps.Failed {
		return
	}
	ps.seen.end = 0 // the next read may end before the end of that tag
	inner := ps.opening.Inner
	if ps.opening.HidesArguments {
		inner = 0
	}
	ps.FailAt(env, ps.pos, inner, parsers.Invalid{
		Name: ps.opening.Name, Format: ps.opening.format(), Reason: reason, Message: message, FreeText: ps.opening.Free,
	})
}

// seek moves to the next byte that is first, or to the window's end. rest begins there.
func (ps *position) seek(env *body.Env, first byte) (rest []byte) {
	rest = env.Rest(ps.pos)
	i := env.Visits.IndexByte(rest, first)
	if i < 0 {
		i = len(rest)
	}
	ps.pos += i
	return rest[i:]
}

func (ps *position) skipSpace(env *body.Env) {
	n := match.SpaceLen(env.Rest(ps.pos))
	env.Visits.Add(n)
	ps.pos += n
}

// A tagKind is the kind of a tag of the grammar.
type tagKind uint8

const (
	noTag tagKind = iota
	openParameter
	openKey // the opener of a key in a pair, or of a name behind it, that isn't complete
	closeParameter
	openCall
	closeCall
	openWrapper
	closeWrapper
	openGroup
	closeGroup
	turnEnd
	pairTag    // another tag of a pair
	damagedTag // a damaged opener of a parameter
	cutTag     // an opening tag that the end of the output cuts off
	outputEnd  // no tag, or the beginning of a closing tag
)

// follows reports whether a call whose closer is missing may end before the tag.
func (k tagKind) follows() bool {
	return k == openCall || k == openWrapper || k == closeWrapper || k == turnEnd
}

// opensParameter reports whether the tag opens a parameter.
func (k tagKind) opensParameter() bool { return k == openParameter || k == openKey }

// opens reports whether the tag opens something that may be in a value.
func (k tagKind) opens() bool { return k.opensParameter() || k == openCall || k == openWrapper }

// calls returns how many more calls are open behind the tag than before it.
func (k tagKind) calls() int {
	switch k {
	case openCall:
		return 1
	case closeCall:
		return -1
	}
	return 0
}

// seen is the tag that was read last. It is valid until the end of the step, as the window is.
type seen struct {
	end    int // the end of the tag; 0: none was read
	at     int
	answer match.Answer
	opened tags.Opened // of an openParameter
	kind   tagKind
	// The tag is the closer of the call, but with one or two wrong bytes, or without its end.
	misspelt bool
}

// tagAt returns the tag at offset at, and its length. The end of the output doesn't decide which
// tag is there.
func (ps *position) tagAt(env *body.Env, at int) (tagKind, match.Answer) {
	if ps.seen.end > 0 && ps.seen.at == at {
		return ps.seen.kind, ps.seen.answer
	}
	ps.seen.end, ps.seen.misspelt = 0, false
	kind, a := ps.readTag(env, at)
	if a.Yes() {
		ps.seen.at, ps.seen.end, ps.seen.kind, ps.seen.answer = at, at+int(a), kind, a
	}
	return kind, a
}

// A tagSet is a set of the tags that are searched for.
type tagSet uint

// ruledOut are the tags that aren't at an offset, whatever bytes follow. So a tag that comes in
// small chunks is compared with each of them once.
type ruledOut struct {
	at   int
	tags tagSet
}

// A look is the search for the tag at an offset.
type look struct {
	b    *position
	turn tagSet // the tag that is searched for now
	cut  bool   // more bytes are needed to rule out a tag
}

// due moves to the next tag, and reports whether it must be searched for. Each look calls it for the
// same tags in the same order, because ruledOut numbers the tags in this order.
func (l *look) due() bool {
	l.turn <<= 1
	return l.b.ruledOut.tags&l.turn == 0
}

// found handles the answer for that tag.
func (l *look) found(prefix []byte, a match.Answer) bool {
	switch a {
	case match.No:
		l.b.ruledOut.tags |= l.turn
		return false
	case match.More:
		l.cut = true
		return false
	}
	return l.b.opening.fits(prefix) || l.b.opening.Prefix == ""
}

// readTag reads the tag at offset at. The order of the questions decides between tags that begin in the same way.
func (ps *position) readTag(env *body.Env, at int) (tagKind, match.Answer) {
	if ps.ruledOut.at != at {
		ps.ruledOut = ruledOut{at: at}
	}
	rest := env.Rest(at)
	if ps.opening.tags.Brackets.InPrefix(rest) || ps.awaited.Still(env.Visits, at, rest) {
		return noTag, match.More
	}
	l, o := look{b: ps, turn: 1}, &ps.seen.opened
	// A closing tag is never an opening tag, and the other way round.
	closing := match.Text(ps.opening.g.Brackets.Close, rest, false)
	if closing.Yes() && ps.opening.g.Brackets.Close == ps.opening.g.Brackets.Open {
		closing = match.More // here, only the words differ
	}
	if l.due() && !closing.Yes() && !ps.opening.Unnamed {
		a := ps.opening.opensParameter(o, rest, false)
		if ps.awaited.Note(at, rest, o, a); l.found(o.Prefix, a) {
			return openParameter, a
		}
	}
	if l.due() && (ps.opening.g.Parameter.Key != "" || ps.opening.g.Parameter.Name == grammar.NameBehind) && !l.cut && !closing.Yes() {
		if _, a := ps.opening.tags.Brackets.Opens(rest, cmp.Or(ps.opening.g.Parameter.Key, ps.opening.g.Parameter.Word), false); l.found(nil, a) {
			return openKey, a
		}
	}
	if l.due() && closing != match.No {
		if prefix, a := ps.opening.tags.Brackets.Closing(rest, ps.opening.g.Parameter.ClosedBy(), false); l.found(prefix, a) {
			return closeParameter, a
		}
	}
	if l.due() && closing != match.No && !ps.opening.Alone {
		if prefix, a := ps.opening.tags.ClosesCall(rest, false); l.found(prefix, a) {
			return closeCall, a
		}
	}
	if l.due() && !closing.Yes() && !ps.opening.Alone {
		a := ps.opening.tags.OpensCall(o, rest, false)
		if ps.awaited.Note(at, rest, o, a); l.found(o.Prefix, a) {
			return openCall, a
		}
	}
	if kind, a := l.groupTag(rest, closing); kind != noTag {
		return kind, a
	}
	if kind, a := l.wrapperTag(rest, closing); kind != noTag {
		return kind, a
	}
	if l.due() {
		if a := env.Prose.TurnEnd(at); l.found(nil, a) {
			return turnEnd, a
		}
	}
	if l.due() && ps.opening.Unnamed && ps.grouped && !ps.Failed && !l.cut {
		if a := ps.opening.tags.Brackets.Element(o, rest); l.found(nil, a) && string(o.Name) != ps.opening.group() {
			return openParameter, a
		}
	}
	if l.due() && closing.Yes() && !l.cut && !ps.opening.Unnamed && !ps.opening.Alone && env.Repairs() {
		a := ps.opening.tags.Brackets.MisspeltClosing(rest, ps.opening.Prefix, ps.opening.g.Call.ClosedBy(), false)
		if a == match.No {
			a = ps.opening.tags.Brackets.ShortClosing(rest, ps.opening.Prefix, ps.opening.g.Call.ClosedBy(), false)
		}
		if l.found(nil, a); a.Yes() {
			ps.seen.misspelt = true
			return closeCall, a
		}
	}
	if l.cut {
		ps.awaited.NoteSpace(&ps.opening.tags.Brackets, at, rest)
		return noTag, match.More
	}
	return noTag, match.No
}

// groupTag reads a tag around the parameters.
func (l *look) groupTag(rest []byte, closing match.Answer) (tagKind, match.Answer) {
	ps := l.b
	if word := ps.opening.group(); word != "" {
		if l.due() && closing != match.No && ps.grouped {
			if prefix, a := ps.opening.tags.Brackets.Closing(rest, word, false); l.found(prefix, a) {
				return closeGroup, a
			}
		}
		if l.due() && !closing.Yes() && ps.last == ps.head {
			prefix, a := ps.opening.tags.Brackets.Opens(rest, word, false)
			if a == match.No && ps.opening.g.JSONBody { // the tag around an object may say that it is one
				var o tags.Opened
				a = ps.opening.tags.Opening(&o, rest, &grammar.Tag{Word: word, Name: objectType}, false)
			}
			if l.found(prefix, a) {
				return openGroup, a
			}
		}
	}
	return noTag, match.No
}

// objectType is the attribute of a tag around an object of arguments.
const objectType = "type"

// wrapperTag reads the tag of a wrapper.
func (l *look) wrapperTag(rest []byte, closing match.Answer) (tagKind, match.Answer) {
	ps := l.b
	for _, word := range ps.opening.g.Wrappers {
		if l.due() && closing != match.No {
			if prefix, a := ps.opening.closesWrapper(rest, word); l.found(prefix, a) {
				return closeWrapper, a
			}
		}
		if l.due() && (ps.opening.g.Inside != grammar.Nests || ps.phase == between || ps.phase == behindTag || ps.phase == inAhead) {
			if prefix, a := ps.opening.tags.Brackets.Starts(rest, ps.opening.g.Brackets.Open, word, false); l.found(prefix, a) {
				return openWrapper, a
			}
		}
	}
	return noTag, match.No
}

// callCloserAt matches a closer of the call or, in a value, a closer of a quoted call.
func (ps *position) callCloserAt(rest []byte, final bool) match.Answer {
	a := ps.opening.closerAt(rest, ps.opening.g.Call.ClosedBy(), final)
	if ps.opening.tags.Word != "" || ps.phase == inAhead {
		for i := 0; a == match.No && i < len(ps.opening.g.WrongCalls); i++ {
			if word := ps.opening.g.WrongCalls[i]; word != ps.opening.g.Parameter.Word {
				a = ps.opening.closerAt(rest, word, final)
			}
		}
	}
	return a
}

// Space skips white space between tags, in any spelling. If note is set, it is called with the
// offset of white space that isn't spelled correctly.
func Space(env *body.Env, r *tags.Brackets, at int, note func(at int)) (end int, more bool) {
	for {
		if end, more = env.Space(at); more || !r.LooseSpace {
			return end, more
		}
		n := r.Glyph(env.Rest(end), env.Final)
		if !n.Yes() {
			return end, n == match.More
		}
		if note != nil && !r.Glyph(env.Slice(end-n.Len(), end), true).Yes() {
			note(end)
		}
		at = end + n.Len()
	}
}
