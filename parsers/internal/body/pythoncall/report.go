package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// report decides what is reported, and when. pos is the position in the output.
type report struct {
	surroundings *surroundings
	items        *items
	list         *list

	text   []byte // of a block that may be echoed
	copied int    // text contains the output up to here
	lone   bool   // the last call is text if text follows it
	echo   []byte // the text of the block before, if the list is directly behind that block
}

func (r *report) opens(at int) { r.text, r.copied, r.echo, r.lone = nil, at, nil, false }

// giveUp continues with running text behind the position: there were no calls.
func (r *report) giveUp(env *body.Env, pos int) {
	env.Prose.Open().Brackets += r.list.depth
	env.Seek(max(pos, env.Mark))
	env.Text(env.Pos)
}

// whole reports the calls once the place has ended. trail: markup that belongs to the last call
// follows it.
func (r *report) whole(env *body.Env, pos int, trail bool) {
	s := r.items
	switch {
	case s.prose || !s.shown() || r.surroundings.where == InText && !r.surroundings.lost && s.all[0].undeclared:
		r.giveUp(env, pos)
		return
	case r.surroundings.where == OnLine && s.bare() && !r.mayCount(env):
		r.giveUp(env, pos)
		return
	case r.surroundings.lost && string(r.echo) == string(env.Slice(r.copied, pos)): // nothing of it was reported
		env.Markup(pos, parsers.RoleTrail)
		env.Seek(pos)
		return
	case r.surroundings.lost:
		s.all[0].note(repair.MissingMarker, s.all[0].first())
	}
	if r.surroundings.where == InFence {
		env.Markup(s.all[0].first(), parsers.RoleOpen)
		if len(env.Rest(pos)) == 0 {
			s.last().note(repair.MissingMarker, pos)
		}
	}
	r.flush(env, pos)
	env.Seek(max(pos, env.Mark))
	if trail {
		env.Markup(env.Pos, parsers.RoleTrail)
	}
}

// mayCount reports whether a line of calls without arguments may count. It doesn't if other text is before it, unless that
// announces the first of them. Otherwise, text that follows decides about the last one.
func (r *report) mayCount(env *body.Env) bool {
	first := r.items.first()
	switch {
	case announced(env, first.name, first.first()):
		return true
	case env.Spoke:
		return false
	}
	r.lone = true
	return true
}

// announced reports whether the last line before offset at that isn't empty ends in a colon, and has the tool's name.
func announced(env *body.Env, name string, at int) bool {
	var room [cursor.MostBefore]byte
	line := match.TrimSpaceRight(cursor.TextBefore(env.Cursor, 0, at, &room))
	if len(line) == 0 || line[len(line)-1] != ':' {
		return false
	}
	line = line[env.Visits.LastIndexByte(line, '\n')+1:]
	for from := 0; ; {
		n := env.Visits.Index(line[from:], []byte(name))
		if n < 0 {
			return false
		}
		begins := from + n
		from = begins + len(name)
		if (begins == 0 || !names.IsWordByte(line[begins-1])) && !names.IsWordByte(line[from]) {
			return true
		}
	}
}

// flush reports the calls that were read, unless none of them can be reported yet.
func (r *report) flush(env *body.Env, pos int) {
	if r.items.prose || r.items.told == 0 && !r.items.shown() {
		return
	}
	r.tell(env, pos)
}

// missing notes which closers are missing at the end of the place: the list's, and the block's if
// closed is false. cut: the output ends in the beginning of the block's closer.
func (r *report) missing(env *body.Env, pos int, closed bool) (cut bool) {
	s, l, last := r.items, r.list, r.items.last()
	open := l.depth > 0 && l.listed()
	if open {
		whole := s.whole(l.from)
		if l.comma >= 0 {
			s.note(env, whole, repair.TrailingComma, l.comma)
		}
		for range l.depth {
			s.note(env, whole, repair.MissingCloser, last.end)
		}
	}
	if r.surroundings.block != nil && !closed {
		s.note(env, last, repair.MissingMarker, last.end)
		if env.Final && len(env.Rest(pos)) > 0 && r.surroundings.begins(env, pos) {
			pos, cut = env.Window.End(), true
		}
	}
	if open {
		r.closes(env, pos, last, max(last.end, l.closed))
	}
	return cut
}

// closes notes that the list around the call ends at offset end.
func (r *report) closes(env *body.Env, pos int, c *item, end int) {
	if c.close = end; c.told {
		r.copy(env, pos)
		env.Markup(end, parsers.RoleClose)
	}
}

// tell reports the calls that were read.
func (r *report) tell(env *body.Env, pos int) {
	r.copy(env, pos)
	begin := r.surroundings.begun()
	for s := r.items; s.told < len(s.all); s.told++ {
		c := &s.all[s.told]
		c.pending = r.list.depth > 0 && c.close == 0 || r.surroundings.where == InBlock && env.Prose.InFence()
		begin.Held = r.lone && s.told == len(s.all)-1
		c.report(env, begin)
		env.Penalties.CountTextCall()
	}
}

// copy stores the text of a block that may be echoed, up to offset to.
func (r *report) copy(env *body.Env, to int) {
	if r.surroundings.block != nil && r.surroundings.block.Echoed {
		r.text = append(r.text, env.Slice(r.copied, to)...)
		r.copied = to
	}
}
