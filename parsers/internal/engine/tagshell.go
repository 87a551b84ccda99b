package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// shellMarkers are the markers of the tokens around calls, which have one of the formats.
func (t *tagTable) shellMarkers(formats []string) []Opening {
	if t.Shell == nil {
		return nil
	}
	var markers []Opening
	for _, token := range t.shellTokens() {
		markers = append(markers, Opening{marks.Marker{
			Text: token, Begins: true, Think: true, Formats: formats, Ends: place.EndsBlock, MayBeText: true,
		}, t.openShell})
	}
	return append(markers,
		Opening{marks.Marker{Text: t.Shell.Call.Closer(), Think: true, Ends: place.EndsBlock}, t.closeShell},
		Opening{marks.Marker{Text: t.Shell.Section.Closer(), Look: t.lookForSectionEnd, Think: true, Ends: place.EndsBlock}, t.closeShellSection},
	)
}

// lookForSectionEnd matches the token in running text, unless a section of another kind is
// open: then it may be that section's token, misspelled.
func (t *tagTable) lookForSectionEnd(ms *marks.Marks, b []byte, final bool) match.Answer {
	if ms.Rules.Grammar.Shared && ms.Outside.Section {
		return match.No
	}
	return match.Text(t.Shell.Section.Closer(), b, final)
}

const (
	shellSection = iota
	shellBegin
	shellSeparator
	shellParts
)

// shellTokens are the tokens before a call.
func (t *tagTable) shellTokens() [shellParts]string {
	return [...]string{t.Shell.Section.Opener(), t.Shell.Call.Opener(), t.Shell.Separator[0]}
}

// A shell is what was before the call at an offset.
type shell struct {
	t      *tagTable
	at     int
	stands bool // some token was there
	lacks  bool // another one is missing
	other  bool // its type is unknown
}

const otherType = "the call is of another type"

// shellOf is the shell of the call at offset at.
func (c *tagCalls) shellOf(t *tagTable, at int) shell {
	switch {
	case t.Shell == nil:
		return shell{}
	case c.shell.at == at:
		return c.shell
	case c.wrapper.t == t && c.wrapper.tokens:
		return shell{at: at, stands: true, lacks: true}
	}
	return shell{}
}

// on notes in the call's header what its shell is.
func (s *shell) on(h *tagged.Header) {
	if s.lacks {
		h.Note(parsers.RepairMissingMarker, h.At)
	}
	if s.other {
		h.Reason, h.Message = parsers.ReasonMalformed, otherType
	}
	h.Pending = h.Pending || s.stands
}

// openShell waits for what follows a token before calls.
func (t *tagTable) openShell(e *Engine, at int) Candidate {
	e.around.tags.opens = shellOpening{t: t, start: at, pos: at}
	return &e.around.tags.opens
}

// shellOpening is the candidate for the tokens before a call, each of which comes once.
type shellOpening struct {
	t          *tagTable
	start, pos int
	ends       [shellParts]int // where they end; 0: not seen
	first      int             // where the first of them ends
	last       int             // where the last of them ends
	typed      bool
	other      bool // the type is unknown
}

// Step implements [Candidate].
func (o *shellOpening) Step(e *Engine) bool {
	for {
		at, more := e.cur.Space(o.pos)
		o.pos = at
		if more {
			return false
		}
		rest := e.cur.Rest(at)
		if len(rest) == 0 {
			return o.text(e)
		}
		n := o.next(e, rest)
		if n.Yes() {
			o.pos += n.Len()
			continue
		}
		if n == match.No {
			n = o.t.MatchCall(&e.cur, rest, e.cur.Final)
		}
		switch {
		case n == match.More:
			return false
		case n.Yes():
			return o.enter(e, at)
		case rest[0] == '{' || rest[0] == '[':
			return o.json(e)
		}
		return o.text(e)
	}
}

// next reads one more token, or the type before the separator.
func (o *shellOpening) next(e *Engine, rest []byte) match.Answer {
	for i, token := range o.t.shellTokens() {
		if o.ends[i] > 0 {
			continue
		}
		n := match.Text(token, rest, e.cur.Final)
		if n.Yes() {
			o.last = o.pos + n.Len()
			o.ends[i] = o.last
			if o.first == 0 {
				o.first = o.last
			}
		}
		if n != match.No {
			return n
		}
	}
	if o.typed || o.ends[shellBegin] == 0 || o.ends[shellSeparator] > 0 {
		return match.No
	}
	return o.typeAt(e, rest)
}

// typeAt reads the word before the separator.
func (o *shellOpening) typeAt(e *Engine, rest []byte) match.Answer {
	n := match.WordLen(rest)
	if n == 0 || n > match.MaxWord {
		return match.No
	}
	behind := e.cur.Visits.TrimLeft(rest[n:], " \t\r\n")
	if len(behind) == 0 {
		return match.End(e.cur.Final)
	}
	a := match.Text(o.t.Shell.Separator[0], behind, e.cur.Final)
	if !a.Yes() {
		return a
	}
	o.typed, o.other = true, string(rest[:n]) != o.t.Shell.Type
	return match.Answer(n)
}

// enter reports the tokens: a call follows them, at offset at.
func (o *shellOpening) enter(e *Engine, at int) bool {
	e.around.sections.leave()
	w := &e.around.tags.wrapper
	if end := o.ends[shellSection]; end > 0 {
		if w.t != nil {
			e.cur.Markup(o.start, parsers.RoleClose)
		}
		e.around.setWrapper(wrapper{t: o.t, at: o.start, tokens: true, free: e.costs.Penalized(o.start)})
		e.cur.Markup(end, parsers.RoleOpen)
	}
	e.cur.Markup(max(o.last, e.cur.Mark), parsers.RoleLead)
	e.cur.Text(at)
	e.cur.Seek(at)
	inside := w.t == o.t && w.tokens
	e.marks.Outside.ShellEnds(at)
	e.around.tags.shell = shell{
		t: o.t, at: at, stands: true, other: o.other,
		lacks: !inside || o.ends[shellBegin] == 0 || o.ends[shellSeparator] == 0,
	}
	return true
}

// json leaves JSON behind the tokens to the block that they open. A section's token before
// other tokens only leads to the block.
func (o *shellOpening) json(e *Engine) bool {
	if section := o.ends[shellSection]; section == o.first && section < o.last {
		e.cur.Markup(section, parsers.RoleLead)
		e.cur.Seek(section)
		return true
	}
	if o.other {
		e.cur.Text(o.start)
		e.cur.Invalid(o.last, parsers.Invalid{Format: o.t.Format, Reason: parsers.ReasonMalformed, Message: otherType})
		e.cur.Seek(o.last)
		return true
	}
	if e.heads.blockAt(o.start) {
		return e.goOn(e.heads.read(e.heads.between))
	}
	return o.text(e)
}

// text leaves the first token in the text, or to another family that has it.
func (o *shellOpening) text(e *Engine) bool {
	if yes, more := e.marks.Decline(o.start); yes || more {
		return yes
	}
	e.cur.Seek(max(o.first, o.start+1))
	return true
}

// shellEnds reads the token behind the call; false if more bytes are needed.
func (ar *around) shellEnds(c *tagCall) bool {
	at, n := ar.cur.TextBehind(ar.cur.Pos, c.t.Shell.Call.Closer())
	switch {
	case n == match.More:
		return false
	case n.Yes():
		ar.closeTag(at+n.Len(), parsers.RoleTrail)
	case c.Ended && !c.Cut && !ar.costs.CutOff():
		ar.cur.Handler.Amend(missingMarker(ar.cur.Pos))
	}
	return true
}

// closeShell passes over a call's last token, where none was due.
func (t *tagTable) closeShell(e *Engine, at int) Candidate {
	e.around.closeTag(at+len(t.Shell.Call.Closer()), parsers.RoleTrail)
	return nothing{}
}

// closeShellSection closes the section.
func (t *tagTable) closeShellSection(e *Engine, at int) Candidate {
	role := parsers.RoleTrail
	if w := &e.around.tags.wrapper; w.t == t && w.tokens {
		e.around.setWrapper(wrapper{})
		role = parsers.RoleClose
	}
	e.around.closeTag(at+len(t.Shell.Section.Closer()), role)
	return nothing{}
}
