package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// report decides what is reported, and when. pos is the position in the output.
type report struct {
	given *given
	items *items
	list  *list

	text   []byte // of a block that may be echoed
	copied int    // text contains the output up to here
	echo   []byte // the text of the block before, if the list is directly behind that block
}

func (r *report) opens(at int) { r.text, r.copied, r.echo = nil, at, nil }

// giveUp continues with running text behind the position: there were no calls.
func (r *report) giveUp(e *body.Around, pos int) {
	e.Prose.Open().Brackets += r.list.depth
	e.Pos = max(pos, e.Mark)
	e.Text(e.Pos)
}

// whole reports the calls once the place has ended. trail: markup that belongs to the last call
// follows it.
func (r *report) whole(e *body.Around, pos int, trail bool) {
	s := r.items
	switch {
	case s.prose || !s.shown() || r.given.where == InText && !r.given.lost && s.all[0].undeclared:
		r.giveUp(e, pos)
		return
	case r.given.lost && string(r.echo) == string(e.Slice(r.copied, pos)): // nothing of it was reported
		e.Markup(pos, parsers.RoleTrail)
		e.Pos = pos
		return
	case r.given.lost:
		s.all[0].note(repair.MissingMarker, s.all[0].first())
	}
	if r.given.where == InFence {
		e.Markup(s.all[0].first(), parsers.RoleOpen)
		if len(e.Rest(pos)) == 0 {
			s.last().note(repair.MissingMarker, pos)
		}
	}
	r.flush(e, pos)
	e.Pos = max(pos, e.Mark)
	if trail {
		e.Markup(e.Pos, parsers.RoleTrail)
	}
}

// flush reports the calls that were read, unless none of them can be reported yet.
func (r *report) flush(e *body.Around, pos int) {
	if r.items.prose || r.items.told == 0 && !r.items.shown() {
		return
	}
	r.tell(e, pos)
}

// missing notes which closers are missing at the end of the place: the list's, and the block's if
// closed is false. cut: the output ends in the beginning of the block's closer.
func (r *report) missing(e *body.Around, pos int, closed bool) (cut bool) {
	s, l, last := r.items, r.list, r.items.last()
	open := l.depth > 0 && l.listed()
	if open {
		whole := s.whole(l.from)
		if l.comma >= 0 {
			s.note(e, whole, repair.TrailingComma, l.comma)
		}
		for range l.depth {
			s.note(e, whole, repair.MissingCloser, last.end)
		}
	}
	if r.given.block != nil && !closed {
		s.note(e, last, repair.MissingMarker, last.end)
		if e.Final && len(e.Rest(pos)) > 0 && r.given.begins(e, pos) {
			pos, cut = e.Window.End(), true
		}
	}
	if open {
		r.closes(e, pos, last, max(last.end, l.closed))
	}
	return cut
}

// closes notes that the list around the call ends at offset end.
func (r *report) closes(e *body.Around, pos int, c *item, end int) {
	if c.close = end; c.told {
		r.copy(e, pos)
		e.Markup(end, parsers.RoleClose)
	}
}

// tell reports the calls that were read.
func (r *report) tell(e *body.Around, pos int) {
	r.copy(e, pos)
	begin := r.given.begun()
	for s := r.items; s.told < len(s.all); s.told++ {
		c := &s.all[s.told]
		c.pending = r.list.depth > 0 && c.close == 0 || r.given.where == InBlock && e.Prose.InFence()
		c.report(e, begin)
		e.Costs.CountTextCall()
	}
}

// copy stores the text of a block that may be echoed, up to offset to.
func (r *report) copy(e *body.Around, to int) {
	if r.given.block != nil && r.given.block.Echoed {
		r.text = append(r.text, e.Slice(r.copied, to)...)
		r.copied = to
	}
}
