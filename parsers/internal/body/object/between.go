package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/place"
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
func (b *Between) Open(e *place.Around, call *Call, block *grammar.Block, at, end int) {
	if b.tail.head == nil {
		b.tail.head, b.head.tag.After = &b.head, b.tail.afterJSON
	}
	b.tail.opens(call)
	b.head.opens(e, block, at, end)
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

// Step implements [place.Body].
func (b *Between) Step(e *place.Around) bool {
	for {
		if b.broken.due {
			return b.member(e)
		}
		if !b.reading {
			what, more := b.head.begin(e)
			if more {
				return false
			}
			switch what {
			case beginsNothing:
				return b.declines(e)
			case beginsBare:
				b.tail.call.EndBare(e, &b.head.tag, b.head.headEnd)
				return true
			}
			b.read(e, b.head.pos)
		}
		if !b.tail.call.Step(e) {
			return false
		}
		b.called = b.called || b.head.tag.Ended
		switch {
		case b.tail.next > 0:
			b.another(e)
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
		Format: b.head.tag.Format, Reason: parsers.ReasonMalformed, Message: "an object in the list has no closing brace",
	})
	e.Seek(end)
	return true
}

// declines handles an opener that nothing of the block's kind follows. It leaves the opener to
// another marker, or ends the block. It returns false if more bytes are needed.
func (b *Between) declines(e *place.Around) bool {
	yes, more := e.Markers.Decline(b.head.tag.Start)
	switch {
	case yes:
		b.head.barren = barren{b.head.block, b.head.tag.Start, b.head.last, b.head.opened}
	case !more:
		b.spokenOf(e)
	}
	return !more
}

// spokenOf ends a block whose opener is followed by nothing of its kind.
func (b *Between) spokenOf(e *place.Around) {
	switch {
	case !b.head.block.Reported && b.head.last > b.head.tag.Start: // the last opener may open something of another kind
		e.Text(b.head.last)
		e.Seek(b.head.last)
		return
	case !b.head.block.Reported:
		e.Text(b.head.opened)
	case b.head.cutOff(e):
		b.head.opensAt(e.Base + len(e.Win))
		b.reject(e, parsers.ReasonIncomplete, failure.CutOff)
	default:
		b.head.tag.Name, b.head.tag.Format = "", b.head.block.Format
		b.reject(e, parsers.ReasonMalformed, "no call follows the marker")
	}
	e.Seek(b.head.opened)
}

func (b *Between) reject(e *place.Around, reason parsers.Reason, message string) {
	e.Invalid(b.head.opened, parsers.Invalid{
		Name: b.head.tag.Name, Format: b.head.tag.Format, Reason: reason, Message: message, FreeText: b.head.tag.Free,
	})
}

// read begins to read the JSON at offset at.
func (b *Between) read(e *place.Around, at int) {
	b.reading = true
	b.head.tag.Free = b.head.tag.Free || e.Prose.InFence()
	b.tail.call.OpenHeader(e, &b.head.tag, at)
}

// another begins to read the next of several objects or lists between the markers, or a header
// whose opener is missing.
func (b *Between) another(e *place.Around) {
	at := b.tail.next
	b.tail.opens(b.tail.call)
	e.Markup(at, parsers.RoleBetween)
	free, fence := b.head.tag.Free, b.head.tag.Fence
	b.head.starts(at)
	b.head.tag.Free, b.head.tag.Fence = free, fence
	first := e.Rest(at)[0]
	if b.head.block.Body != grammar.BodySeveral || first == '[' {
		b.head.tag.Note(repair.MissingMarker, at)
	}
	if first == '{' || first == '[' {
		b.read(e, at)
		return
	}
	b.reading = false
	b.head.opensAt(at)
}
