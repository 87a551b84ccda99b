package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Between is the body for a [grammar.Block]: it reads what follows the opener,
// the JSON with a [Call], and what follows that.
type Between struct {
	block *grammar.Block
	call  *Call
	after func(*place.Around, int, bool) (Tail, bool)
	tag   Header

	pos     int // up to here what follows the opener was looked at
	opened  int // where the last opener ends
	reading bool
	next    int // another object begins here; 0: none

	tail tail
}

// tail is how far what follows the JSON was looked at.
type tail struct {
	from, pos int
	end       int  // of the last closer
	inside    bool // what closes a fence or a function's tag was looked for
	closed    bool // there was one
	found     Tail
}

// Open begins to read what the opener from offset at to end begins; call reads
// the JSON in it.
func (b *Between) Open(call *Call, block *grammar.Block, at, end int) {
	if b.after == nil {
		b.after = b.afterJSON
	}
	*b = Between{block: block, call: call, after: b.after, pos: end, opened: end}
	b.tag = Header{
		Shape: block.Shape, Start: at, Format: block.Format, After: b.after,
		Announces: block.Announces(), StringsEnd: true, Free: block.Stray,
		Running: block.Due == grammar.DueNever,
	}
	if block.Stray {
		b.repair(repair.MissingMarker, at)
	}
}

func (b *Between) repair(kind repair.Kind, at int) {
	b.tag.Repairs = append(b.tag.Repairs, repair.Repair{Kind: kind, Offset: at})
}

// Step implements [place.Body].
func (b *Between) Step(e *place.Around) bool {
	for {
		if !b.reading {
			json, more := b.begin(e)
			if more {
				return false
			}
			if !json { // the marker is spoken of
				e.Text(b.opened)
				e.Seek(b.opened)
				return true
			}
		}
		if !b.call.Step(e) {
			return false
		}
		if b.next == 0 {
			return true
		}
		b.another(e)
	}
}

// begin looks for JSON behind the opener: white space, more openers and a
// fence's line may stand before it.
func (b *Between) begin(e *place.Around) (json, more bool) {
	for {
		if b.pos, more = e.Space(b.pos); more {
			return false, true
		}
		rest := e.Rest(b.pos)
		if len(rest) == 0 {
			return false, false
		}
		n := match.No
		switch {
		case rest[0] == '{' || rest[0] == '[':
			if len(rest) == 1 && !e.Final {
				return false, true // a second brace may follow
			}
			b.read(e, b.pos)
			return true, false
		case rest[0] == bom[0]:
			n = match.Text(bom, rest, e.Final)
		case rest[0] == '`' && b.tag.Fence == 0:
			n = b.fenceLine(e)
		case b.tag.Fence == 0:
			if n = match.AnySpelling(b.block.Open, rest, e.Final, b.block.Plain); n.Yes() {
				b.repair(repair.ExtraOpener, b.pos)
				b.opened = b.pos + n.Len()
			} else if n == match.No && b.block.Function {
				n = b.functionTag(e, rest)
			}
		}
		if !n.Yes() {
			return false, n == match.More
		}
		b.pos += n.Len()
		if b.tag.Shape == nil {
			b.read(e, b.pos)
			return true, false
		}
	}
}

const (
	functionTag = "<function="
	functionEnd = "</function>"
	maxName     = 256
)

// functionTag looks for a tag that names the call, up to its arguments.
func (b *Between) functionTag(e *place.Around, rest []byte) match.Answer {
	n := match.Text(functionTag, rest, e.Final)
	if !n.Yes() {
		return n
	}
	name := rest[n:min(len(rest), n.Len()+maxName)]
	end := bytes.IndexByte(name, '>')
	switch {
	case end < 0 && len(name) < maxName:
		return match.End(e.Final)
	case end < 0 || !names.Valid(name[:end]):
		return match.No
	}
	at, more := e.Space(b.pos + n.Len() + end + 1)
	if behind := e.Rest(at); more {
		return match.More
	} else if len(behind) == 0 || behind[0] != '{' {
		return match.No
	}
	declared, repaired := names.True(e.Config, name[:end])
	b.tag.Shape, b.tag.Name = nil, e.Config.Tools.Intern(declared)
	if repaired {
		b.repair(repair.ToolName, b.pos+n.Len())
	}
	return match.Answer(at - b.pos)
}

const bom = "\uFEFF"

// maxLabel bounds the label of a fence between the markers.
const maxLabel = 32

// fenceLine looks for the opening line of a fence, up to the JSON.
func (b *Between) fenceLine(e *place.Around) match.Answer {
	run := e.RunLength(b.pos)
	if run < 3 {
		return match.Answer(min(run, 0))
	}
	rest := e.Rest(b.pos + run)
	n := bytes.IndexAny(rest[:min(len(rest), maxLabel)], "\n{[`<")
	switch {
	case n < 0 && len(rest) < maxLabel:
		return match.End(e.Final)
	case n < 0 || rest[n] == '`' || rest[n] == '<':
		return match.No
	}
	b.tag.Fence, b.tag.Free = run, true
	return match.Answer(run + n)
}

// read begins to read the JSON at offset at.
func (b *Between) read(e *place.Around, at int) {
	b.reading, b.next, b.tail = true, 0, tail{}
	b.tag.Free = b.tag.Free || e.InFence()
	b.call.OpenHeader(e, &b.tag, at)
}

// another begins to read the next of several objects between the markers.
func (b *Between) another(e *place.Around) {
	at := b.next
	e.Markup(at, parsers.RoleBetween)
	b.tag.Start, b.tag.Repairs = at, nil
	b.repair(repair.MissingMarker, at)
	b.read(e, at)
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
			if n.Yes() {
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
	return match.AnySpelling(b.block.Close, e.Rest(at), e.Final, b.block.Plain)
}

// inner looks for what closes the fence, or the function's tag, between the markers.
func (b *Between) inner(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0:
	case b.tag.Shape == nil:
		return match.Text(functionEnd, rest, e.Final)
	case b.tag.Fence > 0 && rest[0] == '`':
		if n := e.RunLength(at); n < 0 || n >= b.tag.Fence {
			return match.Answer(n)
		}
	}
	return match.No
}

// unclosed says what the call costs behind which no closer stands at the tail's position.
func (b *Between) unclosed(e *place.Around, failed bool) (Tail, bool) {
	t := &b.tail
	rest := e.Rest(t.pos)
	found := t.found
	if at, yes, more := b.object(e); more {
		return Tail{}, true
	} else if yes {
		b.next = at
		return found, false
	}
	if failed || !b.block.Lacks(b.call.list) {
		return found, false
	}
	found.Missing = true
	if len(rest) == 0 {
		return found, false
	}
	if n := b.instead(e, rest); n != match.No {
		found.End = t.pos + n.Len()
		return found, n == match.More
	}
	ends, more := b.ends(e, rest[0])
	found.Free = !ends
	return found, more
}

// object tells whether another object begins at the tail's position, behind a
// delimiter or none.
func (b *Between) object(e *place.Around) (at int, yes, more bool) {
	at = b.tail.pos
	rest := e.Rest(at)
	if len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') {
		if at, more = e.Space(at + 1); more {
			return at, false, true
		}
		rest = e.Rest(at)
	}
	if len(rest) == 0 || rest[0] != '{' {
		return at, false, false
	}
	return at, true, len(rest) == 1 && !e.Final // a second brace may follow
}

// instead looks for what stands in the closer's place: another tag, the opener
// with no JSON behind it, or, where the output ends, a first part of the closer.
func (b *Between) instead(e *place.Around, rest []byte) match.Answer {
	fold := b.block.Plain
	if e.Final {
		for _, closer := range b.block.Close {
			if match.Spelling(closer, rest, false, fold) == match.More {
				return match.Answer(len(rest))
			}
		}
	}
	if n := match.AnySpelling(b.block.WrongClose, rest, e.Final, fold); n != match.No {
		return n
	}
	n := match.AnySpelling(b.block.Open, rest, e.Final, fold)
	if !n.Yes() {
		return n
	}
	at, more := e.Space(b.tail.pos + n.Len())
	if more {
		return match.More
	}
	if behind := e.Rest(at); len(behind) > 0 && (behind[0] == '{' || behind[0] == '[') {
		return match.No
	}
	return n
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
	return n > 0 && m.Stops(), n < 0
}
