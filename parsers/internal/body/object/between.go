package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Between is the body for a [grammar.Block]: it reads what follows the opener,
// the JSON with a [Call], and what follows that.
type Between struct {
	block *grammar.Block
	own   *suffixed // made of the last block that bears a suffix, reused; nil: there was none yet
	call  *Call
	after func(*place.Around, int, bool) (Tail, bool)
	tag   Header

	pos     int // up to here what follows the opener was looked at
	last    int // where the last opener begins
	opened  int // and ends
	header  headerPart
	headEnd int // where what was read of it ends
	reading bool
	next    int  // another call begins here; 0: none
	called  bool // a call ended

	tail   tail
	broken brokenMember
	barren barren
}

// barren are openers behind which nothing of the block's kind stands, and whose place was
// left to other markers: each would be read up to the same place.
type barren struct {
	block     *grammar.Block
	from      int // where the first one begins,
	last, end int // and the last one, and its end
}

// brokenMember is what is known of the rest of an object that lacks its brace, in a list.
type brokenMember struct {
	due, failed bool // does it stand there? it does
	end         failure.BrokenCall
}

// tail is how far what follows the JSON was looked at.
type tail struct {
	from, pos int
	end       int  // of the last closer
	listed    int  // up to here what follows the bracket of another list was looked at
	inside    bool // what closes a fence or a function's tag was looked for
	inner     bool // and found
	closed    bool // there was one
	found     Tail
}

// Open begins to read what the opener from offset at to end begins; call reads
// the JSON in it.
func (b *Between) Open(e *place.Around, call *Call, block *grammar.Block, at, end int) {
	if b.after == nil {
		b.after = b.afterJSON
	}
	block = b.bearing(block, e.Slice(at, end))
	own, barren, after := b.own, b.barren, b.after
	*b = Between{} // in place: a literal would be made elsewhere, and copied
	b.block, b.own, b.barren, b.call, b.after = block, own, barren, call, after
	b.pos, b.last, b.opened = end, at, end
	h := &b.tag
	h.Shape, h.Start, h.Format, h.After = block.Shape, at, block.Format, after
	h.Announces, h.StringsEnd, h.Exact = block.Announces(), true, block.Exact
	h.Openers, h.Closers, h.Fold = block.Open, block.Close, block.Plain
	h.Running, h.Data = block.Due == grammar.DueNever, block.Data
	if block.Stray {
		b.Strays()
	}
}

// Strays says that a token before the opener is missing.
func (b *Between) Strays() {
	b.tag.Free = true
	b.repair(repair.MissingMarker, b.tag.Start)
}

// Forget forgets the output.
func (b *Between) Forget() {
	if b != nil {
		b.barren = barren{}
	}
}

// Exact tells whether only one object or array stands in the block.
func (b *Between) Exact() bool { return b.block.Exact }

// Called tells, once the block was left, whether a call ended in it.
func (b *Between) Called() bool { return b.called }

// Step implements [place.Body].
func (b *Between) Step(e *place.Around) bool {
	for {
		if b.broken.due {
			return b.member(e)
		}
		if !b.reading {
			what, more := b.begin(e)
			if more {
				return false
			}
			switch what {
			case beginsNothing:
				return b.declines(e)
			case beginsBare:
				b.call.EndBare(e, &b.tag, b.headEnd)
				return true
			}
		}
		if !b.call.Step(e) {
			return false
		}
		b.called = b.called || b.tag.Ended
		switch {
		case b.next > 0:
			b.another(e)
		case b.keyDue():
			b.broken.due = true
		default:
			return true
		}
	}
}

// keyDue tells whether the list that was left ends with a string, which may be a key.
func (b *Between) keyDue() bool {
	_, text := b.call.s.LastString()
	return text && b.block.Reported && b.call.list && b.call.noBracket
}

// member reports what follows a list in which a key stands where an object should, up to
// where the brackets balance; false if more bytes must tell.
func (b *Between) member(e *place.Around) bool {
	if !b.broken.failed {
		at, more := e.Space(e.Pos)
		rest := e.Rest(at)
		if more || len(rest) == 0 || rest[0] != ':' {
			return !more
		}
		b.broken.failed = true
		b.broken.end = failure.BrokenFrom(e, at, at, 1, false)
	}
	end, more := b.broken.end.Find(e)
	if rest := e.Rest(end); !more && len(rest) > 0 && rest[0] == ']' {
		end++
	} else if more || len(rest) == 0 && !e.Final {
		return false
	}
	e.Invalid(end, parsers.Invalid{
		Format: b.tag.Format, Reason: parsers.ReasonMalformed, Message: "an object in the list lacks its brace",
	})
	e.Seek(end)
	return true
}

// declines leaves the opener, behind which nothing of the block's kind stands, to
// another marker, or ends the block; false if more bytes must tell.
func (b *Between) declines(e *place.Around) bool {
	yes, more := e.Decline(b.tag.Start)
	switch {
	case yes:
		b.barren = barren{b.block, b.tag.Start, b.last, b.opened}
	case !more:
		b.spokenOf(e)
	}
	return !more
}

// spokenOf ends a block behind whose opener nothing of its kind stands.
func (b *Between) spokenOf(e *place.Around) {
	switch {
	case !b.block.Reported && b.last > b.tag.Start: // the last one may open what is none of the kind
		e.Text(b.last)
		e.Seek(b.last)
		return
	case !b.block.Reported:
		e.Text(b.opened)
	case b.cutOff(e):
		b.opened = e.Base + len(e.Win)
		b.reject(e, parsers.ReasonIncomplete, failure.CutOff)
	default:
		b.tag.Name, b.tag.Format = "", b.block.Format
		b.reject(e, parsers.ReasonMalformed, "no call follows the marker")
	}
	e.Seek(b.opened)
}

func (b *Between) reject(e *place.Around, reason parsers.Reason, message string) {
	e.Invalid(b.opened, parsers.Invalid{
		Name: b.tag.Name, Format: b.tag.Format, Reason: reason, Message: message, FreeText: b.tag.Free,
	})
}

// A beginning is what stands behind an opener.
type beginning uint8

const (
	beginsNothing beginning = iota // of the block's kind
	beginsJSON
	beginsBare // a header that nothing follows
)

// begin looks for what the opener announces: white space, more openers, a
// fence's line and a header may stand before the JSON.
func (b *Between) begin(e *place.Around) (what beginning, more bool) {
	if r := &b.barren; r.block == b.block && r.from < b.last && b.last <= r.last {
		b.last, b.opened = r.last, r.end
		return beginsNothing, false
	}
	for {
		if b.pos, more = e.Space(b.pos); more {
			return 0, true
		}
		rest := e.Rest(b.pos)
		if len(rest) == 0 {
			return beginsNothing, false
		}
		switch n := b.before(e, rest); {
		case n == match.More:
			return 0, true
		case n.Yes():
			b.pos += n.Len()
			b.headEnd = b.pos
			continue
		}
		what, more = b.behind(e, rest)
		if more {
			return 0, true
		}
		if what == beginsJSON && rest[0] == '{' {
			if n := b.namesTool(e); n == match.More {
				return 0, true
			} else if n.Yes() {
				b.tag.Malformed = "the arguments name a tool, with arguments of its own"
			}
			if n := b.packed(e); n == match.More {
				return 0, true
			} else if n.Yes() {
				b.pos += n.Len()
			}
		}
		if what == beginsJSON {
			b.read(e, b.pos)
		}
		return what, false
	}
}

// behind decides what follows all that may stand before the JSON.
func (b *Between) behind(e *place.Around, rest []byte) (what beginning, more bool) {
	switch {
	case b.header != noHeader:
		return b.behindHeader(e, rest[0])
	case b.block.Fence && b.tag.Fence == 0:
		return beginsNothing, false
	case b.block.Lists && (rest[0] == '{' || b.pos > b.opened):
		return beginsNothing, false
	case rest[0] == '{':
		return beginsJSON, len(rest) == 1 && !e.Final // a second brace may follow
	case rest[0] != '[':
		return beginsNothing, false
	case e.Firsts['[']:
		if stops, more := stopsAt(e, b.pos); stops || more {
			return beginsNothing, more
		}
	}
	return beginsJSON, len(rest) == 1 && !e.Final
}

// before looks for what may stand before the JSON.
func (b *Between) before(e *place.Around, rest []byte) match.Answer {
	switch {
	case b.header != noHeader:
		return b.headerGoesOn(e, rest)
	case b.tag.Fence > 0:
		return match.No
	case rest[0] == '`' && !b.block.Exact:
		return b.fenceLine(e)
	}
	n := match.No
	if !b.block.Exact {
		n = b.opener(e, rest)
	}
	if n == match.No && b.block.Named && rest[0] != '{' && rest[0] != '[' {
		n = b.bareName(e, rest)
	}
	if n != match.No || b.block.Header == nil {
		return n
	}
	return b.headerBegins(e, rest)
}

// opener looks for the opener, written again.
func (b *Between) opener(e *place.Around, rest []byte) match.Answer {
	n := match.AnySpelling(e.Visits, b.block.Open, rest, e.Final, b.block.Plain)
	if n.Yes() {
		b.last, b.opened = b.pos, b.pos+n.Len()
		b.repair(repair.ExtraOpener, b.pos)
	}
	return n
}

const (
	functionEnd = "</function>"
	maxName     = 256
)

// maxLabel bounds the label of a fence between the markers.
const maxLabel = 32

// fenceLine looks for the opening line of a fence, up to the JSON.
func (b *Between) fenceLine(e *place.Around) match.Answer {
	run := e.RunLength(b.pos)
	if run < 3 {
		return min(run, match.No)
	}
	rest := e.Rest(b.pos + int(run))
	n := e.Visits.IndexAny(rest[:min(len(rest), maxLabel)], "\n{[`<")
	switch {
	case n < 0 && len(rest) < maxLabel:
		return match.End(e.Final)
	case n < 0 || rest[n] == '`' || rest[n] == '<':
		return match.No
	}
	b.tag.Fence, b.tag.Free = int(run), b.tag.Free || !b.block.Fence
	return run.Plus(n)
}

// read begins to read the JSON at offset at.
func (b *Between) read(e *place.Around, at int) {
	b.reading, b.next, b.tail = true, 0, tail{}
	b.tag.Free = b.tag.Free || e.InFence()
	b.call.OpenHeader(e, &b.tag, at)
}

// another begins to read the next of several objects or lists between the markers, or a
// header whose opener lacks.
func (b *Between) another(e *place.Around) {
	at := b.next
	e.Markup(at, parsers.RoleBetween)
	b.tag = Header{
		Shape: b.block.Shape, Start: at, Format: b.block.Format, After: b.after, Fence: b.tag.Fence,
		Announces: b.tag.Announces, StringsEnd: true, Free: b.tag.Free, Running: b.tag.Running, Data: b.tag.Data,
		Openers: b.tag.Openers, Closers: b.tag.Closers, Fold: b.tag.Fold,
	}
	first := e.Rest(at)[0]
	if !b.block.Several || first == '[' {
		b.repair(repair.MissingMarker, at)
	}
	if first == '{' || first == '[' {
		b.read(e, at)
		return
	}
	b.reading, b.next, b.header = false, 0, noHeader
	b.pos, b.opened = at, at
}

// afterJSON reads the closer, or what stands in its place. It is a Header's After.
func (b *Between) afterJSON(e *place.Around, at int, failed bool) (Tail, bool) {
	t := &b.tail
	if t.from != at || t.pos < at {
		*t = tail{from: at, pos: at, end: at}
	}
	for {
		pos, more := e.Space(t.pos)
		if more {
			return Tail{}, true
		}
		if !t.closed && !t.inside {
			n := b.inner(e, pos)
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
		n := b.closer(e, pos)
		if n == match.More {
			return Tail{}, true
		}
		if !n.Yes() {
			t.pos = pos
			break
		}
		if t.closed && b.block.Exact {
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
	return b.unclosed(e, failed)
}

// closer looks for the closer.
func (b *Between) closer(e *place.Around, at int) match.Answer {
	if len(e.Rest(at)) == 0 {
		return match.No
	}
	return match.AnySpelling(e.Visits, b.block.Close, e.Rest(at), e.Final, b.block.Plain)
}

// inner looks for what closes the fence, or the tag of a name, between the markers.
func (b *Between) inner(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0:
	case b.tag.Shape == nil:
		return match.Text(functionEnd, rest, e.Final)
	case b.tag.Fence > 0 && rest[0] == '`':
		if n := e.RunLength(at); n == match.More || int(n) >= b.tag.Fence {
			return n
		}
	}
	return match.No
}

// unclosed says what the call costs behind which no closer stands at the tail's position.
func (b *Between) unclosed(e *place.Around, failed bool) (Tail, bool) {
	t := &b.tail
	rest := e.Rest(t.pos)
	found := t.found
	if failed && b.tag.Prose && b.call.unit.args.kind == noArguments { // text follows the header
		if t.from == b.pos {
			found.End = b.headEnd
		}
		return found, false
	}
	if at, yes, more := b.follows(e, failed); more {
		return Tail{}, true
	} else if yes {
		b.next = at
		return found, false
	}
	if failed || !b.block.Lacks(b.call.list) {
		found.Missing = b.block.Fence && !t.inner && !failed
		return found, false
	}
	found.Missing = len(rest) > 0 || !b.block.Stop
	if len(rest) == 0 {
		return found, false
	}
	if n := b.instead(e, rest); n != match.No {
		found.End = t.pos + n.Len()
		return found, n == match.More
	}
	ends, more := b.ends(e, rest[0])
	switch {
	case ends || b.call.list:
	case b.block.Exact:
		found.Malformed = "something other than a marker follows the call"
	default:
		found.Free = true
	}
	return found, more
}

// follows tells whether another call begins behind this one.
func (b *Between) follows(e *place.Around, failed bool) (at int, yes, more bool) {
	switch {
	case b.header != noHeader && b.objectHeader():
		return 0, false, false
	case b.header != noHeader && b.block.Header != nil:
		n := wholeHeaderAt(e.Visits, e.Config.Tools, b.block.Header, e.Rest(b.tail.pos), e.Final)
		return b.tail.pos, n.Yes(), n == match.More
	case b.block.Exact:
		return 0, false, false
	}
	return b.object(e, failed)
}

// object tells whether another object, or behind a list another one, begins at the tail's
// position, behind a delimiter or none; behind one that failed a brace too many may stand.
func (b *Between) object(e *place.Around, failed bool) (at int, yes, more bool) {
	at = b.tail.pos
	rest := e.Rest(at)
	if failed && len(rest) > 0 && rest[0] == '}' {
		if at, more = e.Space(at + 1); more {
			return at, false, true
		}
		rest = e.Rest(at)
	}
	if len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') {
		if at, more = e.Space(at + 1); more {
			return at, false, true
		}
		rest = e.Rest(at)
	}
	if len(rest) > 0 && rest[0] == '[' && b.call.list && b.block.Lacks(true) {
		return b.list(e, at)
	}
	if len(rest) == 0 || rest[0] != '{' {
		return at, false, false
	}
	return at, true, len(rest) == 1 && !e.Final // a second brace may follow
}

// list tells whether the bracket at offset at, behind a list, begins another one.
func (b *Between) list(e *place.Around, at int) (_ int, yes, more bool) {
	if b.tail.listed < at {
		b.tail.listed = at + 1
	}
	if b.tail.listed, more = e.Space(b.tail.listed); more {
		return at, false, true
	}
	rest := e.Rest(b.tail.listed)
	return at, len(rest) > 0 && rest[0] == '{', false
}

// wrongClosers are tags that models write where another one closes a block.
var wrongClosers = []string{
	"</tools>", "</tool>", "</function>", "</function_call>", "</tool_calls>", "</tool_response>", "</tool_call>",
}

// instead looks for what stands in the closer's place: another tag, the opener
// with no JSON behind it, or, where the output ends, a first part of the closer.
func (b *Between) instead(e *place.Around, rest []byte) match.Answer {
	fold := b.block.Plain
	if e.Final {
		for _, closer := range b.block.Close {
			if match.Spelling(e.Visits, closer, rest, false, fold) == match.More {
				return match.Answer(len(rest))
			}
		}
	}
	if b.block.Exact {
		return match.No
	}
	if n := match.AnySpelling(e.Visits, wrongClosers, rest, e.Final, fold); n != match.No {
		return n
	}
	n := match.AnySpelling(e.Visits, b.block.Open, rest, e.Final, fold)
	if !n.Yes() {
		return n
	}
	at, more := e.Space(b.tail.pos + n.Len())
	if more {
		return match.More
	}
	behind := e.Rest(at)
	if len(behind) > 0 && (behind[0] == '{' || behind[0] == '[') {
		return match.No
	}
	switch begins, more := b.opensOther(e, n, behind); {
	case more:
		return match.More
	case begins:
		return match.No
	}
	return n
}

// opensOther tells whether the opener at the tail's position, n bytes long, begins
// another call, which no JSON follows directly.
func (b *Between) opensOther(e *place.Around, n match.Answer, behind []byte) (yes, more bool) {
	if !b.objectHeader() && !b.block.Named {
		return false, false
	}
	if _, other := e.MarkAt(b.tail.pos); other == match.More || other > n { // in tags
		return other > n, other == match.More
	}
	if b.block.Named {
		if name := NamesBare(e, behind); name != match.No {
			return name.Yes(), name == match.More
		}
	}
	if !b.objectHeader() {
		return false, false
	}
	name := headerWord(e.Visits, e.Config.Tools, behind, maxName, e.Final)
	if !name.Yes() {
		return false, name == match.More
	}
	tail := e.Visits.TrimLeft(behind[name:], " \t\r\n")
	if len(tail) == 0 && !e.Final {
		return false, true
	}
	if len(tail) > 0 && tail[0] == '{' {
		return true, false
	}
	separator := match.Text(b.block.Header.Separator, tail, e.Final)
	return separator.Yes(), separator == match.More
}

// ends tells whether what begins with c ends the block at the tail's position:
// another opener, an end of turn, the end of the fence.
func (b *Between) ends(e *place.Around, c byte) (yes, more bool) {
	at := b.tail.pos
	if c == '`' && e.InFence() {
		ending, more := e.FenceEndingAt(at)
		return ending != place.EndsNothing, more
	}
	m, n := e.MarkAt(at)
	return n.Yes() && m.Stops(), n == match.More
}
