package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

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

func (t *tail) opens(call *Call) {
	t.call, t.next = call, 0
	t.starts(0)
}

// starts begins to read behind JSON that ends at offset at.
func (t *tail) starts(at int) {
	t.from, t.pos, t.end = at, at, at
	t.listed, t.inside, t.inner, t.closed = 0, false, false, false
	t.found = Tail{}
}

// afterJSON reads the closer, or the text in its place. It is the After of a Header.
func (t *tail) afterJSON(e *place.Around, at int, failed bool) (Tail, bool) {
	if t.from != at || t.pos < at {
		t.starts(at)
	}
	for {
		pos, more := e.Space(t.pos)
		if more {
			return Tail{}, true
		}
		if !t.closed && !t.inside {
			n := t.insideEnds(e, pos)
			if n == match.More {
				return Tail{}, true
			}
			t.inside = true
			if t.inner = n.Yes(); t.inner {
				t.pos = pos + n.Len()
				t.end = t.pos
				continue
			}
		}
		n := match.AnySpelling(e.Visits, t.head.block.Markers.Close, e.Rest(pos), e.Final, t.head.block.Plain())
		if n == match.More {
			return Tail{}, true
		}
		if !n.Yes() || t.closed && t.head.block.Exact() {
			t.pos = pos
			break
		}
		if t.closed {
			t.found.Repairs = append(t.found.Repairs, repair.Repair{Kind: repair.ExtraCloser, Offset: pos})
		}
		t.closed = true
		t.pos = pos + n.Len()
		t.end = t.pos
		if failed {
			break
		}
	}
	t.found.End = t.end
	if t.closed {
		return t.found, false
	}
	return t.unclosed(e, failed)
}

// insideEnds looks for the closer of the fence, or of the tag around a name, between the markers.
func (t *tail) insideEnds(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0:
	case t.head.tag.Shape == nil:
		return match.Text(functionEnd, rest, e.Final)
	case t.head.tag.Fence.Len > 0 && fence.Begins[rest[0]]:
		switch r, more := e.Run(at); {
		case more:
			return match.More
		case r.Closes(t.head.tag.Fence):
			return match.Answer(r.Len)
		}
	}
	return match.No
}

// unclosed returns the Tail of a call without a closer at the tail's position.
func (t *tail) unclosed(e *place.Around, failed bool) (Tail, bool) {
	rest := e.Rest(t.pos)
	found := t.found
	if failed && t.head.tag.Prose && t.call.unit.args.kind == noArguments { // text follows the header
		if t.from == t.head.pos {
			found.End = t.head.headEnd
		}
		return found, false
	}
	switch at, a := t.follows(e, failed); {
	case a == match.More:
		return Tail{}, true
	case a.Yes():
		t.next = at
		return found, false
	}
	if failed || !t.head.block.Closes(t.call.walk.list) {
		found.Missing = t.head.block.Body == grammar.BodyFenced && !t.inner && !failed
		return found, false
	}
	found.Missing = len(rest) > 0 || t.head.block.Closer != grammar.CloserStops
	if len(rest) == 0 {
		return found, false
	}
	if n := t.instead(e, rest); n != match.No {
		found.End = t.pos + n.Len()
		return found, n == match.More
	}
	ends := t.ends(e, rest[0])
	switch {
	case ends.Yes() || t.call.walk.list:
	case t.head.block.Exact():
		found.Malformed = "something other than a marker follows the call"
	default:
		found.Free = true
	}
	return found, ends == match.More
}

// follows reports whether another call begins behind this one, and where.
func (t *tail) follows(e *place.Around, failed bool) (at int, a match.Answer) {
	switch {
	case t.head.header != noHeader && t.head.objectHeader():
		return 0, match.No
	case t.head.header != noHeader && t.head.block.Header != nil:
		return t.pos, wholeHeaderAt(e, t.head.block.Header, e.Rest(t.pos), e.Final)
	case t.head.block.Exact():
		return 0, match.No
	}
	return t.object(e, failed)
}

// object reports whether another object begins at the tail's position, or another list behind a
// list. A delimiter may be before it. Behind a failed call, a surplus brace may be before it.
func (t *tail) object(e *place.Around, failed bool) (at int, a match.Answer) {
	at = t.pos
	var more bool
	if rest := e.Rest(at); failed && len(rest) > 0 && rest[0] == '}' {
		if at, more = e.Space(at + 1); more {
			return at, match.More
		}
	}
	if rest := e.Rest(at); len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') {
		if at, more = e.Space(at + 1); more {
			return at, match.More
		}
	}
	rest := e.Rest(at)
	if len(rest) == 0 || rest[0] != '{' && rest[0] != '[' || t.cutCloser(e, rest) {
		return at, match.No
	}
	switch a = marks(e, at); {
	case a != match.No:
		return at, min(a, match.No)
	case rest[0] == '{' && len(rest) == 1 && !e.Final: // a second brace may follow
		return at, match.More
	case rest[0] == '{':
		return at, 1
	case t.call.walk.list && t.head.block.Closes(true):
		return at, t.list(e, at)
	}
	return at, match.No
}

// list reports whether the bracket at offset at, behind a list, begins another list.
func (t *tail) list(e *place.Around, at int) match.Answer {
	listed, more := e.Space(max(t.listed, at+1))
	t.listed = listed
	if more {
		return match.More
	}
	return match.Text("{", e.Rest(listed), true)
}

// wrongClosers are tags that models write instead of a block's closer.
var wrongClosers = []string{
	"</tools>", "</tool>", "</function>", "</function_call>", "</tool_calls>", "</tool_response>", "</tool_call>",
}

// instead looks for the text in the closer's place. This is another tag, the opener without JSON
// behind it, or, at the end of the output, the beginning of the closer.
func (t *tail) instead(e *place.Around, rest []byte) match.Answer {
	fold := t.head.block.Plain()
	if t.cutCloser(e, rest) {
		return match.Answer(len(rest))
	}
	if t.head.block.Exact() {
		return match.No
	}
	if n := match.AnySpelling(e.Visits, wrongClosers, rest, e.Final, fold); n != match.No {
		return n
	}
	n := match.AnySpelling(e.Visits, t.head.block.Markers.Open, rest, e.Final, fold)
	if !n.Yes() {
		return n
	}
	at, more := e.Space(t.pos + n.Len())
	if more {
		return match.More
	}
	behind := e.Rest(at)
	if len(behind) > 0 && (behind[0] == '{' || behind[0] == '[') {
		return match.No
	}
	if a := t.opensOther(e, n, behind); a != match.No {
		return min(a, match.No)
	}
	return n
}

// cutCloser reports whether the output ends in the beginning of the closer.
func (t *tail) cutCloser(e *place.Around, rest []byte) bool {
	return e.Final && slices.ContainsFunc(t.head.block.Markers.Close, func(closer string) bool {
		return match.Spelling(e.Visits, closer, rest, false, t.head.block.Plain()) == match.More
	})
}

// opensOther reports whether the opener at the tail's position, n bytes long, begins another call
// that no JSON follows directly.
func (t *tail) opensOther(e *place.Around, n match.Answer, behind []byte) match.Answer {
	if !t.head.objectHeader() && !t.head.block.Own() {
		return match.No
	}
	if _, other := e.Markers.MarkAt(t.pos); other == match.More || other > n { // the other call is in tags
		return other
	}
	if t.head.block.Own() {
		if name := NamesBare(e, behind); name != match.No {
			return name
		}
	}
	if !t.head.objectHeader() {
		return match.No
	}
	name := headerWord(e, t.head.block.Header, behind, maxName, e.Final)
	if !name.Yes() {
		return name
	}
	tail := e.Visits.TrimLeft(behind[name:], " \t\r\n")
	if a := match.Text("{", tail, e.Final); a != match.No {
		return a
	}
	return match.Text(t.head.block.Header.Separator, tail, e.Final)
}

// ends reports whether the text that begins with c ends the block at the tail's position. This is
// another opener, an end of turn, or the end of the fence.
func (t *tail) ends(e *place.Around, c byte) match.Answer {
	if !fence.Begins[c] || !e.Prose.InFence() {
		return e.StopsAt(t.pos)
	}
	switch ending, more := e.Calls.FenceEndingAt(t.pos); {
	case more:
		return match.More
	case ending == place.EndsNothing:
		return match.No
	}
	return 1
}
