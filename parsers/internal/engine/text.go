package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// text reads running text up to the next candidate; false at the end of the window.
func (e *Engine) text() bool {
	if !e.prose.Started && !e.start() {
		return false
	}
	if e.heads.candidate != nil {
		return true
	}
	if !e.cut && e.around.after.active && !e.around.delimiter() {
		return false
	}
	if !e.cut && e.prose.Quote.BodyDue() && !e.heads.openFence() {
		return false
	}
	for e.heads.candidate == nil && e.prose.Started {
		b := e.cur.Win
		i := e.cur.Pos - e.cur.Base
		if e.cut {
			e.cut = false
		} else {
			if e.prose.LineDue() {
				if !e.lineStart() {
					return false
				}
				continue
			}
			from := i
			i = e.skipper.Skip(b, from, e.prose.Stops())
			e.cur.Visits.Add(i - from + 1)
			e.cur.Pos = e.cur.Base + i
			if i == len(b) {
				e.cur.Text(e.cur.Pos)
				return false
			}
		}
		if !e.trigger(b[i]) {
			e.cut = true
			return false
		}
		if e.prose.Quote.BodyDue() && !e.heads.openFence() {
			return false
		}
	}
	return true
}

// start looks for what can only be at the start of the output.
func (e *Engine) start() bool {
	at, more := e.cur.Space(e.cur.Pos)
	if more {
		return false
	}
	if e.quoting.StartThought(at) {
		return false
	}
	frame, more := e.around.startFrames(at)
	if more {
		return false
	}
	e.prose.Leads(at)
	if frame == nil && !e.rules.Nested && e.prose.Quote.Think == 0 {
		if frame, more = e.startRecipient(at); more {
			return false
		}
	}
	if frame == nil && !e.rules.Nested && e.prose.Quote.Think == 0 && e.opensStart(at) {
		return false
	}
	e.prose.Start()
	if e.heads.candidate != nil {
		return true
	}
	if frame != nil {
		e.heads.begin(frame)
		return true
	}
	if e.cur.Pos > at { // a thought
		return true
	}
	e.prose.TextBegins(at)
	rest := e.cur.Rest(at)
	if len(rest) == 0 || e.rules.Nested || e.prose.Quote.Think != 0 {
		return true
	}
	before := e.cur.Pos
	e.cur.Pos = at
	if c := e.whole(rest[0]); c != nil {
		e.cur.Text(at)
		e.heads.begin(c)
		return true
	}
	e.cur.Pos = before
	e.heads.mayAnswer()
	return true
}

// opensStart opens the thought, or the block, that begins the output at offset at, if one
// does; more: one may.
func (e *Engine) opensStart(at int) (more bool) {
	for i := range e.marks.Triggers.Starts {
		m := &e.marks.Triggers.Starts[i]
		switch n := m.Compare(e.cur.Visits, e.cur.Rest(at), e.cur.Final); {
		case n == match.More:
			return true
		case n.Yes() && m.OpensThoughts != 0:
			e.cur.Text(at)
			e.cur.Pos = at
			e.quoting.OpenThought(at+n.Len(), m.OpensThoughts)
			return false
		case n.Yes() && e.marks.Wanted(m):
			e.cur.Text(at)
			e.cur.Pos = at
			e.takeMarker(m, n.Len())
			return false
		}
	}
	return false
}

// whole makes the candidate for what is the complete output and begins with c; nil
// if nothing does.
func (e *Engine) whole(c byte) Candidate {
	if len(e.rules.Grammar.Documents) > 0 {
		if candidate := e.heads.startDocument(c); candidate != nil {
			return candidate
		}
	}
	for i := range e.table.hooks {
		if start := e.table.hooks[i].Start; start != nil {
			if candidate := start(e, c); candidate != nil {
				return candidate
			}
		}
	}
	if e.rules.Grammar.NameLines != "" {
		return e.heads.startNameLines()
	}
	return nil
}

// lineStart looks for what counts at a line start only; false if more bytes are needed.
func (e *Engine) lineStart() bool {
	if !e.prose.LineWaits() {
		return e.heads.pythonHere()
	}
	n := e.marks.MatchLine(e.cur.Pos)
	if n == match.More {
		e.cur.Text(e.cur.Pos)
		return false
	}
	e.prose.LinePassed()
	if n.Yes() && e.prose.Quote.None() && !e.rules.Nested && e.marks.Wanted(e.marks.Triggers.Line) {
		e.cur.Text(e.cur.Pos)
		e.heads.begin(e.open(e.marks.Triggers.Line, e.cur.Pos))
	}
	return true
}

// trigger handles the byte c at the position; false if more bytes are needed.
func (e *Engine) trigger(c byte) bool {
	if fence.Begins[c] && !e.rules.Nested {
		return e.quoting.Run()
	}
	switch c {
	case '\n':
		e.quoting.Newline()
		return true
	case '{', '[':
		if e.marks.Triggers.Tags[c] {
			if _, n := e.marks.MarkerAt(e.cur.Pos); n != 0 {
				return e.marker()
			}
		}
		if c == '[' {
			if a := e.heads.listAtBracket(); a != match.No {
				return a.Yes()
			}
		}
		if e.prose.JSONAllowed() {
			return e.heads.openJSON(c)
		}
	case '}', ']':
		if !e.marker() {
			return false // and comes here again
		}
		if q := &e.prose.Quote; q.Inline == 0 && (!q.InFence() || q.JSON) { // otherwise it closes nothing that was counted
			e.prose.Open().Close(c)
		}
		return true
	case 'p', 'P':
		if e.rules.Grammar.Options {
			return e.quoting.OptionWord()
		}
	}
	return e.marker()
}

// delimiter handles a delimiter after a call and its white space; false if
// the window ends in them.
func (ar *around) delimiter() bool {
	for {
		var more bool
		if ar.cur.Pos, more = ar.cur.Space(ar.cur.Pos); more {
			return false
		}
		if b := ar.cur.Win[:ar.cur.Pos-ar.cur.Base]; len(b) > 0 && b[len(b)-1] == '\n' {
			ar.prose.LineBegins()
		}
		a := &ar.after
		if a.found {
			ar.cur.Markup(ar.cur.Pos, a.role)
		}
		delimits := false
		if !a.found {
			if delimits, more = ar.delimits(); more {
				return false
			}
		}
		if a.active = delimits; !delimits {
			ar.prose.CallPassed()
			return true
		}
		a.found = true
		ar.cur.Pos++
	}
}

// delimits reports whether a delimiter is at the position. A ',' is one between two
// calls only, or behind a list at the end of its line.
func (ar *around) delimits() (yes, more bool) {
	rest := ar.cur.Rest(ar.cur.Pos)
	if len(rest) == 0 || ar.prose.Quote.Think != 0 {
		return false, false
	}
	ar.after.role = parsers.RoleTrail
	if rest[0] != ',' {
		return rest[0] == ';', false
	}
	ends := false
	if ar.after.list {
		if ends, more = ar.turnEnds(ar.cur.Pos + 1); more {
			return false, true
		}
	}
	if !ends {
		ar.after.role = parsers.RoleBetween
	}
	return true, false
}

// turnEnds reports whether only white space is between offset at and the end of its
// line, or of the block.
func (ar *around) turnEnds(at int) (yes, more bool) {
	if yes, more = ar.cur.LineEnds(at); yes || more {
		return yes, more
	}
	for match.IsSpace(ar.cur.Rest(at)[0]) {
		at++
	}
	m, n := ar.marks.MarkerAt(at)
	return n.Yes() && m.Ends == place.EndsBlock, n == match.More
}
