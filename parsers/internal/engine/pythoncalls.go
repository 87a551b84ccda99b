package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/python"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// pythonCalls is the candidate for calls that are written as Python code: in a
// list, alone on their line, in a fence, or between markers. Nothing is
// reported before the place ended: only then is it certain that they are calls.
type pythonCalls struct {
	place pythonPlace
	phase pythonPhase
	pos   int

	depth   int // list brackets that are open
	from    int // items before the list that is open
	inner   int // items before the inner one of its brackets, if they are doubled
	doubled bool
	prose   bool
	any     bool // any name counts
	comment bool
	line    bool // a line ended since the last item

	next  pythonItem // what is known of the call that is due
	items []pythonItem
	comma int  // the last comma of the list, if no call followed it; -1: none
	trail bool // something that goes with the last call follows it
	print bool // the call is being printed

	args python.Reader
	end  pythonEnd
	text quotedItem
}

type pythonPhase uint8

const (
	pythonDue  pythonPhase = iota // a call, or the end of the list
	pythonArgs                    // in a call's arguments
	pythonQuoted
	pythonBroken // behind what failed
	pythonAfter  // behind a call
)

func newPythonCalls(at int, place pythonPlace) *pythonCalls {
	return &pythonCalls{place: place, pos: at, comma: -1, next: pythonItem{open: -1}}
}

// Step implements [Candidate].
func (p *pythonCalls) Step(e *Engine) bool {
	verdict := p.read(e)
	switch verdict {
	case pythonMore:
		return false
	case pythonProse:
		p.giveUp(e)
	case pythonDone:
		p.report(e)
	}
	return true
}

type pythonVerdict uint8

const (
	pythonOn pythonVerdict = iota
	pythonMore
	pythonProse // no calls, up to the position
	pythonDone
)

// read reads on up to the end of the place.
func (p *pythonCalls) read(e *Engine) pythonVerdict {
	for {
		v := p.step(e)
		if v != pythonOn {
			return v
		}
	}
}

func (p *pythonCalls) step(e *Engine) pythonVerdict {
	switch p.phase {
	case pythonArgs:
		return p.arguments(e)
	case pythonQuoted:
		return p.quoted(e)
	case pythonBroken:
		return p.broken(e)
	}
	if !p.space(e) {
		return pythonMore
	}
	if p.phase == pythonDue {
		return p.due(e)
	}
	return p.after(e)
}

// space skips white space and comments, on a line only what stands in it;
// false if it may go on.
func (p *pythonCalls) space(e *Engine) bool {
	within := p.place == pythonLine
	for ; p.pos < e.Base+len(e.Win); p.pos++ {
		c := e.Win[p.pos-e.Base]
		switch {
		case c == '\n' && within:
			p.comment = false
			return true
		case p.comment:
			p.comment = c != '\n'
			p.line = p.line || c == '\n'
		case c == '#':
			p.noteComment()
		case c == '\n':
			p.line = true
		case !isSpaceAt(e.Rest(p.pos)):
			return true
		}
	}
	return e.Final
}

// noteComment notes a comment, which goes with the call beside it.
func (p *pythonCalls) noteComment() {
	p.comment, p.trail = true, true
	c := &p.next
	if p.phase == pythonAfter {
		c = &p.items[len(p.items)-1]
	}
	c.note(repair.Comment, p.pos)
	p.next.between = true
}

// due reads the beginning of a call, or of a list.
func (p *pythonCalls) due(e *Engine) pythonVerdict {
	rest := e.Rest(p.pos)
	if len(rest) == 0 {
		return p.atEnd(e)
	}
	switch c := rest[0]; {
	case c == '[' && p.mayOpen():
		return p.openList()
	case c == ']' && p.depth > 0:
		return p.closeList(e)
	case (c == '"' || c == '\'') && (p.depth > 0 || p.place == pythonStart):
		return p.openQuoted(e, rest)
	}
	if n, more := p.ends(e); n || more {
		return p.endsHere(e, more)
	}
	return p.name(e, rest)
}

// mayOpen tells whether a list may begin: not on a line, and in another one
// only if brackets were doubled before its first call.
func (p *pythonCalls) mayOpen() bool {
	switch p.depth {
	case 0:
		return p.place != pythonLine
	case 1:
		return p.doubled || len(p.items) == p.from
	}
	return false
}

func (p *pythonCalls) openList() pythonVerdict {
	if p.depth == 0 {
		p.next.open, p.from, p.doubled = p.pos, len(p.items), false
	} else {
		p.next.note(repair.ExtraOpener, p.pos)
		p.inner, p.doubled = len(p.items), true
	}
	p.depth++
	p.pos++
	return pythonOn
}

// closeList closes the list at its bracket.
func (p *pythonCalls) closeList(e *Engine) pythonVerdict {
	if p.depth == 1 && len(p.items) == p.from || p.depth == 2 && len(p.items) == p.inner {
		return pythonProse
	}
	last := &p.items[len(p.items)-1]
	if p.comma >= 0 {
		last.note(repair.TrailingComma, p.comma)
		p.comma = -1
	}
	p.pos++
	p.depth--
	p.phase = pythonAfter
	if p.depth == 0 {
		last.close = p.pos
		return p.extraBracket(e, last)
	}
	return pythonOn
}

// extraBracket takes one ']' too many, directly behind, into the list.
func (p *pythonCalls) extraBracket(e *Engine, last *pythonItem) pythonVerdict {
	rest := e.Rest(p.pos)
	switch {
	case len(rest) == 0 && !e.Final:
		p.pos--
		p.depth++
		last.close = 0
		return pythonMore
	case len(rest) > 0 && rest[0] == ']' && e.open.Brackets == 0:
		last.note(repair.ExtraCloser, p.pos)
		p.pos++
		last.close = p.pos
	}
	if p.place == pythonText || p.place == pythonStart {
		return pythonDone
	}
	return pythonOn
}

// name reads the name of a call, up to its parenthesis.
func (p *pythonCalls) name(e *Engine, rest []byte) pythonVerdict {
	start := p.pos
	if p.depth == 0 && !p.print && bytes.HasPrefix(rest, []byte(printOpens)) && !e.Config.Tools.Declared("print") {
		p.print = true
		p.next.start = start
		p.pos += len(printOpens)
		return pythonOn
	}
	n := PythonNameLength(rest)
	switch {
	case n == len(rest) && !e.Final && n <= maxPythonName:
		return pythonMore
	case n == 0 || n > maxPythonName:
		return p.noCall(e)
	}
	return p.named(e, start, rest[:n], n)
}

// named notes the name of the call, which takes n bytes.
func (p *pythonCalls) named(e *Engine, start int, raw []byte, n int) pythonVerdict {
	name, repaired, ok := e.PythonName(raw)
	if !ok && p.any {
		bare := bytes.TrimPrefix(raw, []byte(e.grammar.Python.Prefix))
		name, repaired, ok = e.Config.Tools.Intern(bare), false, names.Valid(bare)
	}
	if !ok && p.depth == 0 {
		return p.noCall(e)
	}
	c := &p.next
	if !p.print {
		c.start = start
	}
	c.name, c.free = name, p.place == pythonText || p.place == pythonLine || p.place == pythonBody
	if repaired {
		c.note(repair.ToolName, start)
	}
	p.prose = p.prose || !ok
	p.pos += n
	return p.parenthesis(e)
}

// parenthesis begins the arguments; a name that none follows is no call.
func (p *pythonCalls) parenthesis(e *Engine) pythonVerdict {
	rest := e.Rest(p.pos)
	if len(rest) > 0 && rest[0] == '(' {
		p.pos++
		p.next.inner = p.pos
		cfg := e.pythonConfig(p.next.name)
		cfg.Listed = p.depth > 0
		p.args.Start(p.pos, cfg)
		p.phase = pythonArgs
		return pythonOn
	}
	if p.depth == 0 {
		return p.noCall(e)
	}
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "a name that isn't called")
}

// arguments reads a call's arguments.
func (p *pythonCalls) arguments(e *Engine) pythonVerdict {
	r := &p.args
	switch r.Read(e.Window()) {
	case python.More:
		return pythonMore
	case python.Closed:
		p.pos = r.Pos()
		p.take()
		return pythonOn
	case python.Cut:
		if e.Config.Options.AcceptIncomplete && !p.prose && r.Close() {
			p.next.weak = true
			p.pos = e.Window().End()
			p.take()
			return pythonDone
		}
		return p.fail(e, r.Pos(), 1+r.Depth(), parsers.ReasonIncomplete, cutMessage)
	case python.TooDeep:
		return p.fail(e, r.Pos(), 1+r.Depth(), parsers.ReasonLimit, "JSON nests deeper than allowed")
	}
	if ending, more := e.EndingAt(r.Pos()); more {
		return pythonMore
	} else if ending != place.EndsNothing {
		return p.fail(e, r.Pos(), 1+r.Depth(), parsers.ReasonIncomplete, "unexpected end of the block inside a tool call")
	}
	return p.fail(e, r.Pos(), 1+r.Depth(), parsers.ReasonMalformed, keywordsMessage)
}

// take notes the call that was read, up to the position.
func (p *pythonCalls) take() {
	r, c := &p.args, p.next
	c.end = p.pos
	c.arguments = append(bytes.Clone(r.Object()), '}')
	c.repairs = append(c.repairs, r.Repairs...)
	c.second = r.SecondReading()
	c.free = c.free || r.Mapping
	p.add(c)
}

func (p *pythonCalls) add(c pythonItem) {
	p.items = append(p.items, c)
	p.next = pythonItem{open: -1}
	p.comma, p.line, p.trail = -1, false, false
	p.phase = pythonAfter
}

// fail says that the call failed at offset at, where depth brackets are open.
func (p *pythonCalls) fail(e *Engine, at, depth int, reason parsers.Reason, message string) pythonVerdict {
	p.next.fail(reason, message)
	if p.print {
		depth++
	}
	if p.place == pythonLine {
		at = lineBefore(e, max(p.next.inner, p.next.start), at)
	}
	p.end = e.newPythonEnd(max(p.next.inner, p.next.start), at, depth, p.place == pythonLine)
	if p.args.InString() && reason == parsers.ReasonIncomplete {
		p.end.pos = e.Window().End() // the string holds all
	}
	p.phase = pythonBroken
	return pythonOn
}

// lineBefore is the end of the line before offset at, if only white space
// stands between, and not before from; else at itself.
func lineBefore(e *Engine, from, at int) int {
	text := e.Slice(from, at)
	space := text[len(bytes.TrimRight(text, " \t\r\n")):]
	if n := bytes.IndexByte(space, '\n'); n >= 0 {
		return at - len(space) + n
	}
	return at
}

// broken looks for the end of the call that failed.
func (p *pythonCalls) broken(e *Engine) pythonVerdict {
	end, stopped, more := p.end.find(e)
	if more {
		return pythonMore
	}
	c := p.next
	if stopped && c.reason == parsers.ReasonIncomplete {
		c.reason, c.message = parsers.ReasonMalformed, "a string isn't closed"
	}
	c.end = end
	p.pos = end
	p.print = false
	p.add(c)
	if stopped {
		return p.unclosed(e)
	}
	return pythonOn
}

// after reads what follows a call, or a list.
func (p *pythonCalls) after(e *Engine) pythonVerdict {
	rest := e.Rest(p.pos)
	last := &p.items[len(p.items)-1]
	if len(rest) == 0 {
		return p.atEnd(e)
	}
	c := rest[0]
	directly := p.pos == last.end
	switch {
	case c == ')' && p.print:
		p.print = false
		p.pos++
		last.end = p.pos
		return pythonOn
	case p.print:
		return p.noCall(e)
	case c == ')' && directly && last.reason == parsers.ReasonUnspecified:
		last.note(repair.ExtraCloser, p.pos)
		p.pos++
		last.end = p.pos
		return pythonOn
	case c == ']' && p.depth > 0:
		return p.closeList(e)
	case c == ',' || c == ';':
		if c == ';' && p.depth > 0 {
			p.next.note(repair.MissingComma, p.pos)
		} else if p.depth > 0 {
			p.comma = p.pos
		}
		p.next.between, p.trail = true, true
		p.pos++
		p.phase = pythonDue
		return pythonOn
	}
	if n, more := p.ends(e); n || more {
		return p.endsHere(e, more)
	}
	return p.other(e, rest, directly)
}

// other handles what follows a call and is neither a separator nor an end.
func (p *pythonCalls) other(e *Engine, rest []byte, directly bool) pythonVerdict {
	last := &p.items[len(p.items)-1]
	if last.close == 0 && last.reason == parsers.ReasonUnspecified && (directly || p.depth > 0) && continues(rest, directly) {
		p.next = *last
		p.items = p.items[:len(p.items)-1]
		return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "an expression, of which the call is a part")
	}
	switch n := e.opensCall(rest); {
	case p.place == pythonLine, p.place == pythonBody && !p.line:
		return p.noCall(e)
	case n < 0:
		return pythonMore
	case n > 0 && p.depth > 0:
		p.next.note(repair.MissingComma, p.pos)
		p.next.between = true
	case n == 0 && (p.place == pythonBlock && rest[0] != '[' || p.depth > 0):
		return p.unclosed(e)
	}
	p.phase = pythonDue
	return pythonOn
}

// continues tells whether b, behind a call, makes it a part of an expression.
func continues(b []byte, directly bool) bool {
	if directly && (b[0] == '[' || b[0] == '(') || bytes.IndexByte([]byte(".+-*/%|&^@<>="), b[0]) >= 0 {
		return true
	}
	for _, word := range [...]string{"if ", "for ", "else ", "and ", "or ", "in ", "not ", "is "} {
		if bytes.HasPrefix(b, []byte(word)) {
			return !directly
		}
	}
	return false
}

// ends tells whether the place ends at the position.
func (p *pythonCalls) ends(e *Engine) (yes, more bool) {
	c := e.Rest(p.pos)[0]
	switch {
	case p.place == pythonLine && c == '\n':
		return true, false
	case p.place == pythonBody && c == '`':
		ending, more := e.FenceEndingAt(p.pos)
		return ending != place.EndsNothing, more
	case c == '<' && p.place != pythonBody:
		m, n := e.MarkerAt(p.pos)
		return n > 0 && (m.Ends != place.EndsNothing || m.Open == nil), n < 0
	}
	return false, false
}

// endsHere ends the place at the position.
func (p *pythonCalls) endsHere(e *Engine, more bool) pythonVerdict {
	switch {
	case more:
		return pythonMore
	case len(p.items) == 0 || p.print:
		return pythonProse
	}
	p.missing()
	if closer := e.grammar.Python.Closer; p.place == pythonBlock && !bytes.HasPrefix(e.Rest(p.pos), []byte(closer)) {
		last := &p.items[len(p.items)-1]
		last.note(repair.MissingMarker, last.end)
	}
	return pythonDone
}

// atEnd ends the place with the output.
func (p *pythonCalls) atEnd(e *Engine) pythonVerdict {
	if !e.Final {
		return pythonMore
	}
	return p.endsHere(e, false)
}

// missing notes that nothing closed the list.
func (p *pythonCalls) missing() {
	last := &p.items[len(p.items)-1]
	if p.depth == 0 {
		return
	}
	last.close = last.end
	whole := last
	for i := len(p.items); i > p.from; i-- {
		if whole = &p.items[i-1]; whole.reason == parsers.ReasonUnspecified {
			break
		}
	}
	if p.comma >= 0 {
		whole.note(repair.TrailingComma, p.comma)
	}
	for ; p.depth > 0; p.depth-- {
		whole.note(repair.MissingCloser, last.end)
	}
}

// unclosed ends a list, or what a marker began, where something else begins.
func (p *pythonCalls) unclosed(_ *Engine) pythonVerdict {
	p.pos = p.items[len(p.items)-1].end
	p.missing()
	return pythonDone
}

// noCall says that what stands at the position is no call.
func (p *pythonCalls) noCall(e *Engine) pythonVerdict {
	if len(p.items) == 0 || p.place == pythonLine || p.place == pythonBody {
		return pythonProse
	}
	return p.unclosed(e)
}

// giveUp lets the text be read on behind the position: it held no calls.
func (p *pythonCalls) giveUp(e *Engine) {
	e.open.Brackets += p.depth
	e.Pos = max(p.pos, e.Mark)
	if p.place == pythonBody {
		e.plainFence()
	}
	e.Text(e.Pos)
}

// report reports what was read.
func (p *pythonCalls) report(e *Engine) {
	if p.prose {
		p.giveUp(e)
		return
	}
	if p.place == pythonBody {
		e.Markup(p.items[0].first(), parsers.RoleOpen)
	}
	if p.place == pythonBody && len(e.Rest(p.pos)) == 0 {
		p.items[len(p.items)-1].note(repair.MissingMarker, p.pos)
	}
	format := e.grammar.Python.Format
	for i := range p.items {
		p.items[i].report(e, format)
	}
	e.textCalls += len(p.items)
	e.Pos = max(p.pos, e.Mark)
	if p.trail {
		e.Markup(e.Pos, parsers.RoleTrail)
	}
	if p.place == pythonBody {
		p.closeBody(e)
		return
	}
	e.Called()
	e.after.list = p.place != pythonLine
	e.python.chained = p.place == pythonStart
}

// closeBody lets the fence's closing go with the calls.
func (p *pythonCalls) closeBody(e *Engine) {
	e.quote.json = true
	if len(e.Rest(p.pos)) == 0 {
		e.closeFence()
	}
}
