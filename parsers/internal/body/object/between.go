package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Between is the body for a [grammar.Block]. It reads the text behind the opener, the JSON with a
// [Call], and the text behind the JSON. It decides which of its parts reads next.
type Between struct {
	_ noCopy // the parts point at each other

	head head
	tail tail

	reading bool
	called  bool // a call ended
	broken  brokenMember
}

// brokenMember is what is known of the rest of an object whose brace is missing, in a list.
type brokenMember struct {
	due, failed bool // due: there may be such an object; failed: there is one
	end         failure.BrokenCall
}

// Open begins to read the block whose opener is from offset at to end. call reads the JSON in it.
func (b *Between) Open(env *body.Env, call *Call, block *grammar.Block, at, end int) {
	if b.tail.head == nil {
		b.tail.head, b.head.tag.After = &b.head, b.tail.afterJSON
	}
	b.tail.opens(call)
	b.head.opens(env, block, at, end)
	b.reading, b.called, b.broken = false, false, brokenMember{}
}

// Strays notes that a token before the opener is missing.
func (b *Between) Strays() { b.head.strays() }

// Forget forgets the output.
func (b *Between) Forget() {
	if b != nil {
		b.head.barren = barren{}
	}
}

// Exact reports whether the block holds exactly one object or array.
func (b *Between) Exact() bool { return b.head.block.Exact() }

// Called reports whether the block contained a call. It is valid once the block was left.
func (b *Between) Called() bool { return b.called }

// List reports whether the block contained a list of calls.
func (b *Between) List() bool { return b.tail.call.walk.list }

// Closer returns the spelling of the block's closer, or "" if the block has none.
func (b *Between) Closer() string {
	if len(b.head.block.Markers.Close) == 0 {
		return ""
	}
	return b.head.block.Markers.Close[0]
}

// Suffix returns the word that is part of the block's markers, or "" if there is none.
func (b *Between) Suffix() string {
	if b.head.own == nil || b.head.block != &b.head.own.Block {
		return ""
	}
	return b.head.own.suffix
}

// Step implements [body.Body].
func (b *Between) Step(env *body.Env) bool {
	for {
		if b.broken.due {
			return b.member(env)
		}
		if !b.reading {
			what, more := b.head.begin(env)
			if more {
				return false
			}
			switch what {
			case beginsNothing:
				return b.declines(env)
			case beginsBare:
				b.tail.call.EndBare(env, &b.head.tag, b.head.headEnd)
				return true
			}
			b.read(env, b.head.pos)
		}
		if !b.tail.call.Step(env) {
			return false
		}
		b.called = b.called || b.head.tag.Ended
		switch {
		case b.tail.next > 0:
			b.another(env)
		case b.keyDue():
			b.broken.due = true
		default:
			return true
		}
	}
}

// keyDue reports whether the list that was left ends with a string, which may be a key.
func (b *Between) keyDue() bool {
	_, text := b.tail.call.lex.s.LastString()
	return text && b.head.block.Reported && b.tail.call.walk.list && b.tail.call.onward.noBracket
}

// member reports the text behind a list in which a key is where an object should be. The text ends
// where the brackets balance. It returns false if more bytes are needed.
func (b *Between) member(env *body.Env) bool {
	if !b.broken.failed {
		at, more := env.Space(env.Pos)
		rest := env.Rest(at)
		if more || len(rest) == 0 || rest[0] != ':' {
			return !more
		}
		b.broken.failed = true
		b.broken.end = failure.BrokenFrom(env, at, at, 1, false)
	}
	end, more := b.broken.end.Find(env)
	if rest := env.Rest(end); !more && len(rest) > 0 && rest[0] == ']' {
		end++
	} else if more || len(rest) == 0 && !env.Final {
		return false
	}
	env.Invalid(end, parsers.Invalid{
		Format: b.head.tag.Format, Reason: parsers.ReasonMalformed, Message: "an object in the list has no closing brace", FailedAt: end,
	})
	env.Seek(end)
	return true
}

// declines handles an opener that nothing of the block's kind follows. It leaves the opener to
// another marker, or ends the block. It returns false if more bytes are needed.
func (b *Between) declines(env *body.Env) bool {
	yes, more := env.Markers.Decline(b.head.tag.Start)
	switch {
	case yes:
		b.head.barren = barren{b.head.block, b.head.tag.Start, b.head.last, b.head.opened}
	case !more:
		b.spokenOf(env)
	}
	return !more
}

// spokenOf ends a block whose opener is followed by nothing of its kind.
func (b *Between) spokenOf(env *body.Env) {
	switch {
	case !b.head.block.Reported && b.head.last > b.head.tag.Start: // the last opener may open something of another kind
		env.Text(b.head.last)
		env.Seek(b.head.last)
		return
	case !b.head.block.Reported:
		env.Text(b.head.opened)
	case b.head.cutOff(env):
		b.head.opensAt(env.Base + len(env.Win))
		b.reject(env, parsers.ReasonIncomplete, failure.CutOff)
	default:
		b.head.tag.Name, b.head.tag.Format = "", b.head.block.Format
		b.reject(env, parsers.ReasonMalformed, "no call follows the marker")
	}
	env.Seek(b.head.opened)
}

func (b *Between) reject(env *body.Env, reason parsers.Reason, message string) {
	invalid := parsers.Invalid{
		Name: b.head.tag.Name, Format: b.head.tag.Format, Reason: reason, Message: message, FreeText: b.head.tag.Free,
	}
	if reason == parsers.ReasonMalformed {
		invalid.FailedAt = b.head.opened
	}
	env.Invalid(b.head.opened, invalid)
}

// read begins to read the JSON at offset at.
func (b *Between) read(env *body.Env, at int) {
	b.reading = true
	b.head.tag.Free = b.head.tag.Free || env.Prose.InFence()
	b.tail.call.OpenHeader(env, &b.head.tag, at)
}

// another begins to read the next of several objects or lists between the markers, or a header
// whose opener is missing.
func (b *Between) another(env *body.Env) {
	at := b.tail.next
	b.tail.opens(b.tail.call)
	env.Markup(at, parsers.RoleBetween)
	free, fence := b.head.tag.Free, b.head.tag.Fence
	b.head.starts(at)
	b.head.tag.Free, b.head.tag.Fence = free, fence
	first := env.Rest(at)[0]
	if b.head.block.Body != grammar.BodySeveral || first == '[' {
		b.head.tag.Note(repair.MissingMarker, at)
	}
	if first == '{' || first == '[' {
		b.read(env, at)
		return
	}
	b.reading = false
	b.head.opensAt(at)
}

// tail decides what ends the block, or what follows the JSON instead.
type tail struct {
	head *head
	call *Call

	from, pos int  // where the text behind the JSON begins, and how far it was read
	end       int  // of the last closer
	listed    int  // how far the text behind the bracket of another list was read
	inside    bool // the closer of a fence, or of the tag around a name, was searched for
	inner     bool // that closer was found
	closed    bool // the block's closer was found
	found     Tail
	next      int // where another call begins; 0: none
}

func (tl *tail) opens(call *Call) {
	tl.call, tl.next = call, 0
	tl.starts(0)
}

// starts begins to read behind JSON that ends at offset at.
func (tl *tail) starts(at int) {
	tl.from, tl.pos, tl.end = at, at, at
	tl.listed, tl.inside, tl.inner, tl.closed = 0, false, false, false
	tl.found = Tail{}
}

// afterJSON reads the closer, or the text in its place. It is the After of a Header.
func (tl *tail) afterJSON(env *body.Env, at int, failed bool) (Tail, bool) {
	if tl.from != at || tl.pos < at {
		tl.starts(at)
	}
	for {
		pos, more := env.Space(tl.pos)
		if more {
			return Tail{}, true
		}
		if !tl.closed && !tl.inside {
			n := tl.insideEnds(env, pos)
			if n == match.More {
				return Tail{}, true
			}
			tl.inside = true
			if tl.inner = n.Yes(); tl.inner {
				tl.pos = pos + n.Len()
				tl.end = tl.pos
				continue
			}
		}
		n := match.AnySpelling(env.Visits, tl.head.block.Markers.Close, env.Rest(pos), env.Final, tl.head.block.Plain())
		if n == match.More {
			return Tail{}, true
		}
		if !n.Yes() || tl.closed && tl.head.block.Exact() {
			tl.pos = pos
			break
		}
		if tl.closed {
			tl.found.Repairs = append(tl.found.Repairs, repair.Repair{Kind: repair.ExtraCloser, Offset: pos})
		}
		tl.closed = true
		tl.pos = pos + n.Len()
		tl.end = tl.pos
		if failed {
			break
		}
	}
	tl.found.End = tl.end
	if tl.closed {
		return tl.found, false
	}
	return tl.unclosed(env, failed)
}

// insideEnds looks for the closer of the fence, or of the tag around a name, between the markers.
func (tl *tail) insideEnds(env *body.Env, at int) match.Answer {
	rest := env.Rest(at)
	switch {
	case len(rest) == 0:
	case tl.head.tag.Shape == nil:
		return match.Text(functionEnd, rest, env.Final)
	case tl.head.tag.Fence.Len > 0 && fence.Begins[rest[0]]:
		switch r, more := env.Run(at); {
		case more:
			return match.More
		case r.Closes(tl.head.tag.Fence):
			return match.Answer(r.Len)
		}
	}
	return match.No
}

// unclosed returns the Tail of a call without a closer at the tail's position.
func (tl *tail) unclosed(env *body.Env, failed bool) (Tail, bool) {
	rest := env.Rest(tl.pos)
	found := tl.found
	if failed && tl.head.tag.Prose && tl.call.unit.args.kind == noArguments { // text follows the header
		if tl.from == tl.head.pos {
			found.End = tl.head.headEnd
		}
		return found, false
	}
	if h := tl.head.block.Header; h != nil && !failed && tl.head.header != noHeader {
		switch a := match.Text(h.Separator, rest, env.Final); {
		case a == match.More:
			return Tail{}, true
		case a.Yes():
			found.Malformed = "arguments follow the call"
			return found, false
		}
	}
	switch at, a := tl.follows(env, failed); {
	case a == match.More:
		return Tail{}, true
	case a.Yes():
		tl.next = at
		return found, false
	}
	if failed || !tl.head.block.Closes(tl.call.walk.list) {
		found.Missing = tl.head.block.Body == grammar.BodyFenced && !tl.inner && !failed
		return found, false
	}
	found.Missing = len(rest) > 0 || tl.head.block.Closer != grammar.CloserStops
	if len(rest) == 0 {
		return found, false
	}
	if n := tl.instead(env, rest); n != match.No {
		found.End = tl.pos + n.Len()
		return found, n == match.More
	}
	ends := tl.ends(env, rest[0])
	switch {
	case ends.Yes() || tl.call.walk.list:
	case tl.head.block.Exact():
		found.Malformed = "something other than a marker follows the call"
	default:
		found.Free = true
	}
	return found, ends == match.More
}

// follows reports whether another call begins behind this one, and where.
func (tl *tail) follows(env *body.Env, failed bool) (at int, a match.Answer) {
	switch {
	case tl.head.header != noHeader && tl.head.objectHeader():
		return 0, match.No
	case tl.head.header != noHeader && tl.head.block.Header != nil:
		return tl.pos, wholeHeaderAt(env, tl.head.block.Header, env.Rest(tl.pos), env.Final)
	case tl.head.block.Exact():
		return 0, match.No
	}
	return tl.object(env, failed)
}

// object reports whether another object begins at the tail's position, or another list behind a
// list. A delimiter may be before it. Behind a failed call, a surplus brace may be before it.
func (tl *tail) object(env *body.Env, failed bool) (at int, a match.Answer) {
	at = tl.pos
	var more bool
	if rest := env.Rest(at); failed && len(rest) > 0 && rest[0] == '}' {
		if at, more = env.Space(at + 1); more {
			return at, match.More
		}
	}
	if rest := env.Rest(at); len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') {
		if at, more = env.Space(at + 1); more {
			return at, match.More
		}
	}
	rest := env.Rest(at)
	if len(rest) == 0 || rest[0] != '{' && rest[0] != '[' || tl.cutCloser(env, rest) {
		return at, match.No
	}
	switch a = endMarkerAt(env, at); {
	case a != match.No:
		return at, min(a, match.No)
	case rest[0] == '{' && len(rest) == 1 && !env.Final: // a second brace may follow
		return at, match.More
	case rest[0] == '{':
		return at, 1
	case tl.call.walk.list && tl.head.block.Closes(true):
		return at, tl.list(env, at)
	}
	return at, match.No
}

// list reports whether the bracket at offset at, behind a list, begins another list.
func (tl *tail) list(env *body.Env, at int) match.Answer {
	listed, more := env.Space(max(tl.listed, at+1))
	tl.listed = listed
	if more {
		return match.More
	}
	return match.Text("{", env.Rest(listed), true)
}

// wrongClosers are tags that models write instead of a block's closer.
var wrongClosers = []string{
	"</tools>", "</tool>", "</function>", "</function_call>", "</tool_calls>", "</tool_response>", "</tool_call>",
}

// instead looks for the text in the closer's place. This is another tag, the opener without JSON
// behind it, or, at the end of the output, the beginning of the closer.
func (tl *tail) instead(env *body.Env, rest []byte) match.Answer {
	fold := tl.head.block.Plain()
	if tl.cutCloser(env, rest) {
		return match.Answer(len(rest))
	}
	if tl.head.block.Exact() {
		return match.No
	}
	if n := match.AnySpelling(env.Visits, wrongClosers, rest, env.Final, fold); n != match.No {
		return n
	}
	n := match.AnySpelling(env.Visits, tl.head.block.Markers.Open, rest, env.Final, fold)
	if !n.Yes() {
		return n
	}
	at, more := env.Space(tl.pos + n.Len())
	if more {
		return match.More
	}
	behind := env.Rest(at)
	if len(behind) > 0 && (behind[0] == '{' || behind[0] == '[') {
		return match.No
	}
	if a := tl.opensOther(env, n, behind); a != match.No {
		return min(a, match.No)
	}
	return n
}

// cutCloser reports whether the output ends in the beginning of the closer.
func (tl *tail) cutCloser(env *body.Env, rest []byte) bool {
	return env.Final && slices.ContainsFunc(tl.head.block.Markers.Close, func(closer string) bool {
		return match.Spelling(env.Visits, closer, rest, false, tl.head.block.Plain()) == match.More
	})
}

// opensOther reports whether the opener at the tail's position, n bytes long, begins another call
// that no JSON follows directly.
func (tl *tail) opensOther(env *body.Env, n match.Answer, behind []byte) match.Answer {
	if !tl.head.objectHeader() && !tl.head.block.Own() {
		return match.No
	}
	if _, other := env.Markers.MarkAt(tl.pos); other == match.More || other > n { // the other call is in tags
		return other
	}
	if tl.head.block.Own() {
		if name := NamesBare(env, behind); name != match.No {
			return name
		}
	}
	if !tl.head.objectHeader() {
		return match.No
	}
	name := headerWord(env, tl.head.block.Header, behind, maxName, env.Final)
	if !name.Yes() {
		return name
	}
	tail := env.Visits.TrimLeft(behind[name:], " \t\r\n")
	if a := match.Text("{", tail, env.Final); a != match.No {
		return a
	}
	return match.Text(tl.head.block.Header.Separator, tail, env.Final)
}

// ends reports whether the text that begins with c ends the block at the tail's position. This is
// another opener, an end of turn, or the end of the fence.
func (tl *tail) ends(env *body.Env, c byte) match.Answer {
	if !fence.Begins[c] || !env.Prose.InFence() {
		return env.StopsAt(tl.pos)
	}
	switch ending, more := env.Calls.FenceEndingAt(tl.pos); {
	case more:
		return match.More
	case ending == body.EndsNothing:
		return match.No
	}
	return 1
}
