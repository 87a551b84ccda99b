package heads

import (
	"cmp"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// shellMarkers are the markers of the tokens around calls, which have one of the formats.
func (t tagTable) shellMarkers(formats []string) []Opening {
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
		Opening{marks.Marker{Text: t.Shell.Call.Closer(), Think: true, Formats: formats, Ends: place.EndsBlock}, t.closeShell},
		Opening{marks.Marker{Text: t.Shell.Section.Closer(), Look: t.lookForSectionEnd, Think: true, Formats: formats, Ends: place.EndsBlock}, t.closeShellSection},
	)
}

// lookForSectionEnd matches the token in running text, unless a section of another kind is
// open: then it may be that section's token, misspelled.
func (t tagTable) lookForSectionEnd(ms *marks.Marks, b []byte, final bool) match.Answer {
	if ms.Place.Rules.Grammar.Shared && ms.Outside.Section {
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
func (t tagTable) shellTokens() [shellParts]string {
	return [...]string{t.Shell.Section.Opener(), t.Shell.Call.Opener(), t.Shell.Separator[0]}
}

const otherType = "the call is of another type"

// openShell waits for what follows a token before calls.
func (t tagTable) openShell(hd *Heads, at int) Candidate {
	b := room.Made(&hd.tags)
	b.opens = shellOpening{t: t, pos: at}
	return &b.opens
}

// shellOpening is the candidate for the tokens before a call, each of which comes once.
type shellOpening struct {
	t     tagTable
	pos   int
	ends  [shellParts]int // where they end; 0: not seen
	first int             // where the first of them ends
	typed bool
	other bool // the type is unknown
}

// Step implements [Candidate].
func (o *shellOpening) Step(hd *Heads) bool {
	for {
		if hd.Cur.Pass(&o.pos) {
			return false
		}
		rest := hd.Cur.Rest(o.pos)
		if len(rest) == 0 {
			return o.text(hd)
		}
		n := o.next(hd, rest)
		if n.Yes() {
			o.pos += n.Len()
			continue
		}
		if n == match.No {
			n = o.t.MatchCall(&hd.Cur, rest, hd.Cur.Final)
		}
		switch {
		case n == match.More:
			return false
		case n.Yes():
			return o.enter(hd, o.pos)
		case rest[0] == '{' || rest[0] == '[':
			return o.json(hd)
		}
		return o.text(hd)
	}
}

// next reads one more token, or the type before the separator.
func (o *shellOpening) next(hd *Heads, rest []byte) match.Answer {
	for i, token := range o.t.shellTokens() {
		if o.ends[i] > 0 {
			continue
		}
		n := match.Text(token, rest, hd.Cur.Final)
		if n.Yes() {
			o.ends[i] = o.pos + n.Len()
			o.first = cmp.Or(o.first, o.ends[i])
		}
		if n != match.No {
			return n
		}
	}
	if o.typed || o.ends[shellBegin] == 0 || o.ends[shellSeparator] > 0 {
		return match.No
	}
	return o.typeAt(hd, rest)
}

// typeAt reads the word before the separator.
func (o *shellOpening) typeAt(hd *Heads, rest []byte) match.Answer {
	n := match.WordLen(rest)
	if n == 0 || n > match.MaxWord {
		return match.No
	}
	behind := hd.Cur.Visits.TrimLeft(rest[n:], " \t\r\n")
	if len(behind) == 0 {
		return match.End(hd.Cur.Final)
	}
	a := match.Text(o.t.Shell.Separator[0], behind, hd.Cur.Final)
	if !a.Yes() {
		return a
	}
	o.typed, o.other = true, string(rest[:n]) != o.t.Shell.Type
	return match.Answer(n)
}

// enter reports the tokens: a call follows them, at offset at.
func (o *shellOpening) enter(hd *Heads, at int) bool {
	hd.Around.Sections.Leave()
	ws := hd.Around.Wrappers
	if end := o.ends[shellSection]; end > 0 {
		ws.Enter(around.Wrapper{Table: o.t.TagTable, At: hd.Cur.Pos, Tokens: true, Free: hd.Costs.Penalized(hd.Cur.Pos)}, end)
	}
	hd.Cur.Markup(max(slices.Max(o.ends[:]), hd.Cur.Mark), parsers.RoleLead)
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	inside := ws.Open.Table == o.t.TagTable && ws.Open.Tokens
	hd.Marks.Outside.ShellAt = at
	ws.Shell = around.Shell{
		Table: o.t.TagTable, At: at, Stands: true, Other: o.other,
		Lacks: !inside || o.ends[shellBegin] == 0 || o.ends[shellSeparator] == 0,
	}
	return true
}

// json leaves JSON behind the tokens to the block that they open. A section's token before
// other tokens only leads to the block.
func (o *shellOpening) json(hd *Heads) bool {
	section, last := o.ends[shellSection], slices.Max(o.ends[:])
	if section == o.first && section < last {
		hd.Cur.Markup(section, parsers.RoleLead)
		hd.Cur.Seek(section)
		return true
	}
	if o.other {
		hd.Cur.Text(hd.Cur.Pos)
		hd.failed(last, parsers.Invalid{Format: o.t.Format, Message: otherType})
		hd.Cur.Seek(last)
		return true
	}
	if hd.blockAt(hd.Cur.Pos) {
		return hd.goOn(hd.Read(hd.between))
	}
	return o.text(hd)
}

// text leaves the first token in the text, or to another family that has it.
func (o *shellOpening) text(hd *Heads) bool {
	if yes, more := hd.Marks.Decline(hd.Cur.Pos); yes || more {
		return yes
	}
	hd.Cur.Seek(max(o.first, hd.Cur.Pos+1))
	return true
}

// shellEnds reads the token behind the call; false if more bytes are needed.
func (c *tagCall) shellEnds(hd *Heads) bool {
	at, n := hd.Cur.TextBehind(hd.Cur.Pos, c.t.Shell.Call.Closer())
	switch {
	case n == match.More:
		return false
	case n.Yes():
		hd.Around.Wrappers.CloseTag(at+n.Len(), parsers.RoleTrail)
	case c.Ended && !c.Cut && !hd.Costs.CutOff():
		hd.Cur.Handler.Amend(around.MissingMarker(hd.Cur.Pos))
	}
	return true
}

// closeShell passes over a call's last token, where none was due.
func (t tagTable) closeShell(hd *Heads, at int) Candidate {
	hd.Around.Wrappers.CloseTag(at+len(t.Shell.Call.Closer()), parsers.RoleTrail)
	return nothing{}
}

// closeShellSection closes the section.
func (t tagTable) closeShellSection(hd *Heads, at int) Candidate {
	end := at + len(t.Shell.Section.Closer())
	if ws := hd.Around.Wrappers; ws.Open.Table == t.TagTable && ws.Open.Tokens {
		ws.Exit(end)
	} else {
		ws.CloseTag(end, parsers.RoleTrail)
	}
	return nothing{}
}
