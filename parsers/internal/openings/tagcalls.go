package openings

import (
	"cmp"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// tagMarkers are the markers of the grammar's calls in tags.
func tagMarkers(g *Table) []Opening {
	var openings []Opening
	for i := range g.Tags {
		t := tagTable{markers.NewTagTable(tags.New(&g.Tags[i]))}
		for _, m := range t.markers(g.Blocks) {
			m.Framed, m.Plain = t.Bare.Framed(), !m.Think && !m.Inside && m.Ends != body.EndsBlock
			openings = append(openings, m)
		}
	}
	return openings
}

// A tagTable is how calls in tags are written, and opens what their markers begin.
type tagTable struct{ *markers.TagTable }

func (tt tagTable) markers(blocks []grammar.Block) []Opening {
	formats := []string{tt.Format}
	if tt.Elements != nil {
		formats = append(formats, tt.Elements.Format)
	}
	drafts, counts := tt.InThought == grammar.ThoughtDrafts, tt.InThought == grammar.ThoughtCounts
	alone := len(tt.Wrappers) == 0 || tt.Bare.Native()
	call := []Opening{
		{tt.CallOpener(markers.Marker{
			Begins: true, Drafts: drafts && alone, Think: counts && alone, Inside: counts, Formats: formats,
		}), tt.openCall},
		{tt.CallCloser(markers.Marker{Inside: counts, Ends: body.EndsArguments}), leave},
	}
	if len(tt.Wrappers) == 0 {
		return call
	}
	for i := range blocks { // JSON may be in the wrapper
		if tt.wraps(&blocks[i]) {
			formats = append(formats, blocks[i].Format)
		}
	}
	call = append(tt.shellMarkers(formats), call...)
	return append([]Opening{
		{tt.WrapperOpener(markers.Marker{
			Begins: true, Section: true, Drafts: drafts, Think: counts, Formats: formats, MayBeText: true, Around: true,
		}), tt.openWrapper},
		{tt.WrapperCloser(markers.Marker{Inside: counts, Ends: body.EndsArguments, Formats: formats}), tt.closeWrapper},
	}, call...)
}

// wraps reports whether the block's markers are those of a wrapper, or tokens before calls.
func (tt tagTable) wraps(b *grammar.Block) bool {
	r := tt.Counting(nil)
	for _, open := range b.Markers.Open {
		if _, a := r.OpensWrapper([]byte(open), true); a.Yes() {
			return true
		}
		if tt.Shell != nil {
			if tokens := tt.shellTokens(); slices.Contains(tokens[:], open) {
				return true
			}
		}
	}
	return false
}

// tagBodies are the candidates for calls in tags.
type tagBodies struct {
	opening wrapperOpening
	closing wrapperClosing
	call    tagCall
	block   wrappedBlock
	bare    bareOpening
	opens   shellOpening
}

// openCall opens the call that the tag at offset at begins.
func (tt tagTable) openCall(hd *Openings, at int) Candidate {
	ws := hd.Enclosing.Wrappers
	if w := ws.Open.Table; w != nil && w != tt.TagTable && w.MatchCall(&hd.Cur, hd.Cur.Rest(at), true).Yes() {
		tt.TagTable = w // another table has such tags, too
	}
	if ws.Shell.At == at {
		tt.TagTable = ws.Shell.Table // so has the table of the tokens before the call
	}
	if ws.Open.Table != tt.TagTable && tt.Bare.Direct() && ws.Shell.At != at {
		b := buffers.Made(&hd.tags)
		b.bare = bareOpening{t: tt, pos: at + int(tt.MatchCall(&hd.Cur, hd.Cur.Rest(at), true))}
		return &b.bare
	}
	return tt.readCall(hd, at)
}

// bareOpening is the candidate for the opening tag of a call that has no
// wrapper: what follows decides whether it is one.
type bareOpening struct {
	t   tagTable
	pos int
}

// Step implements [Candidate].
func (bo *bareOpening) Step(hd *Openings) bool {
	at, more := tagged.Space(&hd.Place, &bo.t.Read.Brackets, bo.pos, nil)
	bo.pos = at
	if more {
		return false
	}
	r, rest := bo.t.Counting(hd.Cur.Visits), hd.Cur.Rest(at)
	a := r.CallGoesOn(rest, hd.Cur.Final)
	if bo.t.JSONBody && hd.Rules.Grammar.FunctionTags == "" && len(rest) > 0 && rest[0] == '{' {
		a = 1 // otherwise, the calls in function tags take such an object
	}
	switch {
	case a == match.More:
		return false
	case a.Yes():
		if next := bo.t.readCall(hd, hd.Cur.Pos); next != nil {
			return hd.goOn(next)
		}
	}
	return hd.goOn(declining{})
}

// readCall makes the candidate for the call at offset at.
func (tt tagTable) readCall(hd *Openings, at int) Candidate {
	ws := hd.Enclosing.Wrappers
	w, sh := &ws.Open, ws.ShellOf(tt.TagTable, at)
	bare := w.Table != tt.TagTable && !sh.Stands
	o, a := tt.OpenedAt(&hd.Markers, at)
	prefix, ok := ws.Takes(o.Prefix, bare)
	if !ok || bare && (tt.Spelling == grammar.Stripped && !hd.Cur.Declared(string(o.Name)) || ws.Foreign(tt.Suffix(prefix)) || tt.Marked() && !a.Yes()) {
		return nil
	}
	h := tagged.Header{
		At: at, Inner: at + int(a), Prefix: prefix, Word: o.Word, Bare: bare, Empty: o.Empty, Untrimmed: w.Whole && !bare, Free: w.Free && !bare,
		Unnamed: a.Yes() && !o.Named && tt.Elements != nil, Pending: tt.WrapperDue && (!bare || tt.Optional()),
	}
	if bare && o.Empty && tt.Bare.Declared() {
		return nil // it shows how a call is written, more often than not
	}
	if bare {
		hd.Enclosing.Sections.Leave()
	}
	if sh.Lacks {
		h.Note(parsers.RepairMissingMarker, at)
	}
	if sh.Other {
		h.Reason, h.Message = parsers.ReasonMalformed, otherType
	}
	h.Pending = h.Pending || sh.Stands || tt.Bare.Framed() && hd.Markers.Outside.Calls
	if lacks := hd.Enclosing.Frames.Missing(); tt.Bare.Framed() && lacks >= 0 {
		h.Note(parsers.RepairMissingMarker, lacks)
	}
	switch {
	case tt.Spelling == grammar.Stripped, tt.Bare.Framed() && !hd.Markers.Outside.Calls:
		h.Bare = true
	case bare && tt.Bare == grammar.BareMissing:
		h.Run = at == ws.BareRun
	case w.Wrong && !bare:
		h.Note(parsers.RepairMissingMarker, w.At)
	}
	switch {
	case !a.Yes():
		tt.notFinished(hd, &h)
	case !h.Unnamed && !tt.name(hd, &h, o):
		return nil
	}
	c := &buffers.Made(&hd.tags).call
	c.behind, c.t, c.shelled = false, tt, sh.Stands
	c.Open(&hd.Place, tt.Tags, &h)
	return c
}

// notFinished says what is wrong about a call whose opening tag isn't finished.
func (tt tagTable) notFinished(hd *Openings, h *tagged.Header) {
	rest, r := hd.Cur.Rest(h.At), tt.Declaring(&hd.Cur)
	h.HidesArguments = true
	h.Reason, h.Message, h.Inner = parsers.ReasonMalformed, "the opening tag of the call isn't finished", h.At+int(tt.MatchCall(&hd.Cur, rest, true))
	switch {
	case tt.Marked():
		h.Message = "the opening tag of the call can't be read"
	case r.Unfinished(rest):
		h.Reason, h.Message, h.Inner = parsers.ReasonIncomplete, failure.CutOff, h.At+len(rest)
	}
}

// name sets the call's name, if it may be one; false if this is no call.
func (tt tagTable) name(hd *Openings, h *tagged.Header, o *tags.Opened) bool {
	if o.Keyless && !h.SplitName(&hd.Place, o) {
		return false
	}
	h.SetName(&hd.Place, tt.Tags, o.Name, h.At+o.NameAt)
	if o.Unclosed {
		h.Note(parsers.RepairMissingCloser, h.Inner)
	}
	if o.Escape {
		h.Note(parsers.RepairWhiteSpace, h.At+o.NameAt+o.NameLen)
	}
	if o.Loose {
		h.Note(parsers.RepairWhiteSpace, h.At)
	}
	if o.Other || o.Word != "" {
		h.Note(parsers.RepairMissingMarker, h.At)
	}
	h.Attributes(&hd.Place, o)
	if o.Broken {
		h.Reason, h.Message = parsers.ReasonMalformed, "the opening tag of the call holds more than a name"
	}
	return true
}

// tagCall is the candidate for a call in tags, and for what ends the wrapper
// around it where its closer is missing.
type tagCall struct {
	tagged.Call
	t       tagTable
	behind  bool
	shelled bool // a token may follow it
}

// pass reads on in a long value without a step.
func (tc *tagCall) pass(env *body.Env) bool { return !tc.behind && tc.Pass(env) }

// Step implements [Candidate].
func (tc *tagCall) Step(hd *Openings) bool {
	ws := hd.Enclosing.Wrappers
	inside := ws.Open.Table == tc.t.TagTable
	if !tc.behind {
		if !tc.Call.Step(&hd.Place) {
			return false
		}
		if tc.Ended {
			ws.CallEnded(tc.t.Suffix(tc.Prefix), false, !tc.Pending)
		}
		bareRun := tc.Ended && tc.Bare && tc.t.Bare == grammar.BareMissing
		if !tc.shelled && !bareRun && (!inside || !tc.t.WrapperDue) {
			return true
		}
		tc.behind = true
		if tc.Ended && inside && !tc.shelled {
			ws.NoteCall(tc.Cut)
		}
	}
	switch {
	case tc.shelled:
		return tc.shellEnds(hd)
	case inside:
		return ws.LeaveIfOver()
	}
	at, more := hd.Cur.Space(hd.Cur.Pos)
	if more {
		return false
	}
	ws.BareRun = at
	return true
}

// shellMarkers are the markers of the tokens around calls, which have one of the formats.
func (tt tagTable) shellMarkers(formats []string) []Opening {
	if tt.Shell == nil {
		return nil
	}
	var openings []Opening
	for _, token := range tt.shellTokens() {
		openings = append(openings, Opening{markers.Marker{
			Text: token, Begins: true, Think: true, Formats: formats, Ends: body.EndsBlock, MayBeText: true, Around: true,
		}, tt.openShell})
	}
	return append(openings,
		Opening{markers.Marker{Text: tt.Shell.Call.Closer(), Think: true, Formats: formats, Ends: body.EndsBlock}, tt.closeShell},
		Opening{markers.Marker{Text: tt.Shell.Section.Closer(), Look: tt.lookForSectionEnd, Think: true, Formats: formats, Ends: body.EndsBlock}, tt.closeShellSection},
	)
}

// lookForSectionEnd matches the token in running text, unless a section of another kind is
// open: then it may be that section's token, misspelled.
func (tt tagTable) lookForSectionEnd(ms *markers.Finder, b []byte, final bool) match.Answer {
	if ms.Place.Rules.Grammar.Shared && ms.Outside.Section {
		return match.No
	}
	return match.Text(tt.Shell.Section.Closer(), b, final)
}

const (
	shellSection = iota
	shellBegin
	shellSeparator
	shellParts
)

// shellTokens are the tokens before a call.
func (tt tagTable) shellTokens() [shellParts]string {
	return [...]string{tt.Shell.Section.Opener(), tt.Shell.Call.Opener(), tt.Shell.Separator[0]}
}

const otherType = "the call is of another type"

// openShell waits for what follows a token before calls.
func (tt tagTable) openShell(hd *Openings, at int) Candidate {
	b := buffers.Made(&hd.tags)
	b.opens = shellOpening{t: tt, pos: at}
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
func (sh *shellOpening) Step(hd *Openings) bool {
	for {
		if hd.Cur.Pass(&sh.pos) {
			return false
		}
		rest := hd.Cur.Rest(sh.pos)
		if len(rest) == 0 {
			return sh.text(hd)
		}
		n := sh.next(hd, rest)
		if n.Yes() {
			sh.pos += n.Len()
			continue
		}
		if n == match.No {
			n = sh.t.MatchCall(&hd.Cur, rest, hd.Cur.Final)
		}
		switch {
		case n == match.More:
			return false
		case n.Yes():
			return sh.enter(hd, sh.pos)
		case rest[0] == '{' || rest[0] == '[':
			return sh.json(hd)
		}
		return sh.text(hd)
	}
}

// next reads one more token, or the type before the separator.
func (sh *shellOpening) next(hd *Openings, rest []byte) match.Answer {
	for i, token := range sh.t.shellTokens() {
		if sh.ends[i] > 0 {
			continue
		}
		n := match.Text(token, rest, hd.Cur.Final)
		if n.Yes() {
			sh.ends[i] = sh.pos + n.Len()
			sh.first = cmp.Or(sh.first, sh.ends[i])
		}
		if n != match.No {
			return n
		}
	}
	if sh.typed || sh.ends[shellBegin] == 0 || sh.ends[shellSeparator] > 0 {
		return match.No
	}
	return sh.typeAt(hd, rest)
}

// typeAt reads the word before the separator.
func (sh *shellOpening) typeAt(hd *Openings, rest []byte) match.Answer {
	n := match.WordLen(rest)
	if n == 0 || n > match.MaxWord {
		return match.No
	}
	behind := hd.Cur.Visits.TrimLeft(rest[n:], " \t\r\n")
	if len(behind) == 0 {
		return match.End(hd.Cur.Final)
	}
	a := match.Text(sh.t.Shell.Separator[0], behind, hd.Cur.Final)
	if !a.Yes() {
		return a
	}
	sh.typed, sh.other = true, string(rest[:n]) != sh.t.Shell.Type
	return match.Answer(n)
}

// enter reports the tokens: a call follows them, at offset at.
func (sh *shellOpening) enter(hd *Openings, at int) bool {
	hd.Enclosing.Sections.Leave()
	ws := hd.Enclosing.Wrappers
	if end := sh.ends[shellSection]; end > 0 {
		ws.Enter(enclosing.Wrapper{Table: sh.t.TagTable, At: hd.Cur.Pos, Tokens: true, Free: hd.Penalties.Penalized(hd.Cur.Pos)}, end)
	}
	hd.Cur.Markup(max(slices.Max(sh.ends[:]), hd.Cur.Mark), parsers.RoleLead)
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	inside := ws.Open.Table == sh.t.TagTable && ws.Open.Tokens
	hd.Markers.Outside.ShellAt = at
	ws.Shell = enclosing.Shell{
		Table: sh.t.TagTable, At: at, Stands: true, Other: sh.other,
		Lacks: !inside || sh.ends[shellBegin] == 0 || sh.ends[shellSeparator] == 0,
	}
	return true
}

// json leaves JSON behind the tokens to the block that they open. A section's token before
// other tokens only leads to the block.
func (sh *shellOpening) json(hd *Openings) bool {
	section, last := sh.ends[shellSection], slices.Max(sh.ends[:])
	if section == sh.first && section < last {
		hd.Cur.Markup(section, parsers.RoleLead)
		hd.Cur.Seek(section)
		return true
	}
	if sh.other {
		hd.Cur.Text(hd.Cur.Pos)
		hd.failed(last, last, parsers.Invalid{Format: sh.t.Format, Message: otherType})
		hd.Cur.Seek(last)
		return true
	}
	if hd.blockAt(hd.Cur.Pos) {
		return hd.goOn(hd.Read(hd.between))
	}
	return sh.text(hd)
}

// text leaves the first token in the text, or to another family that has it.
func (sh *shellOpening) text(hd *Openings) bool {
	if yes, more := hd.Markers.Decline(hd.Cur.Pos); yes || more {
		return yes
	}
	hd.Cur.Seek(max(sh.first, hd.Cur.Pos+1))
	return true
}

// shellEnds reads the token behind the call; false if more bytes are needed.
func (tc *tagCall) shellEnds(hd *Openings) bool {
	at, n := hd.Cur.TextBehind(hd.Cur.Pos, tc.t.Shell.Call.Closer())
	switch {
	case n == match.More:
		return false
	case n.Yes():
		hd.Enclosing.Wrappers.CloseTag(at+n.Len(), parsers.RoleTrail)
	case tc.Ended && !tc.Cut && !hd.Penalties.CutOff():
		hd.Cur.Handler.Amend(enclosing.MissingMarker(hd.Cur.Pos))
	}
	return true
}

// closeShell passes over a call's last token, where none was due.
func (tt tagTable) closeShell(hd *Openings, at int) Candidate {
	hd.Enclosing.Wrappers.CloseTag(at+len(tt.Shell.Call.Closer()), parsers.RoleTrail)
	return nothing{}
}

// closeShellSection closes the section.
func (tt tagTable) closeShellSection(hd *Openings, at int) Candidate {
	end := at + len(tt.Shell.Section.Closer())
	if ws := hd.Enclosing.Wrappers; ws.Open.Table == tt.TagTable && ws.Open.Tokens {
		ws.Exit(end)
	} else {
		ws.CloseTag(end, parsers.RoleTrail)
	}
	return nothing{}
}
