package pythoncall

import (
	"unicode/utf8"
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Calls is the body for the calls in one place. [Opens] or [OpensList] reported where they begin.
// Calls decides what is read next. Each of its parts makes one kind of decision, and knows only the
// parts above it in this list.
// See docs/models/formats, "Python calls".
type Calls struct {
	_ buffers.NoCopy

	surroundings surroundings
	items        items
	list         list
	report       report
	args         args
	ending       ending
	text         text
	inner        *Calls // reads the calls in a string

	phase   phase
	pos     int
	fence   fence.Run // the run that opened the fence in the block
	comment bool      // the position is in a comment
	line    bool      // a line ended since the last call
	trail   bool      // markup that belongs to the last call follows it
}

type phase uint8

const (
	isDue     phase = iota // a call, or the end of the list
	inArgs                 // in a call's arguments
	inString               // in a string that contains calls
	inBroken               // behind the place where a call failed
	afterCall              // behind a call or a list
	afterList              // directly behind the bracket that closed the list
)

type status uint8

const (
	goOn    status = iota
	waits          // more bytes are needed
	isProse        // there are no calls, up to the position
	isOver         // the place ended
)

// Open begins to read calls at offset at. It reuses the memory of earlier calls.
func (p *Calls) Open(g *grammar.Python, where Where, at int) {
	if p.list.surroundings == nil {
		p.connect()
	}
	p.surroundings.opens(g, where)
	p.items.opens()
	p.list.opens()
	p.report.opens(at)
	p.args.opens()
	p.inner = nil
	p.phase, p.pos, p.fence = isDue, at, fence.Run{}
	p.comment, p.line, p.trail = false, false, false
}

// connect makes the parts point at the parts that they use.
func (p *Calls) connect() {
	p.list = list{surroundings: &p.surroundings, items: &p.items}
	p.report = report{surroundings: &p.surroundings, items: &p.items, list: &p.list}
	p.args = args{surroundings: &p.surroundings, items: &p.items, list: &p.list, report: &p.report}
	p.ending = ending{surroundings: &p.surroundings, items: &p.items, list: &p.list, args: &p.args}
	p.text = text{surroundings: &p.surroundings, items: &p.items, list: &p.list}
}

// OpenBlock begins to read the text in the block from offset at on. The block's opener is repeated
// at offset extra, if extra isn't 0. free: the calls have a penalty of 0.3.
func (p *Calls) OpenBlock(g *grammar.Python, b *grammar.PythonBlock, at, extra int, free bool) {
	p.Open(g, InBlock, at)
	p.surroundings.block, p.surroundings.free = b, free
	if extra > 0 {
		p.items.next.note(repair.ExtraOpener, extra)
	}
}

// Where returns where the calls are.
func (p *Calls) Where() Where { return p.surroundings.where }

// Block returns the block around the calls.
func (p *Calls) Block() *grammar.PythonBlock { return p.surroundings.block }

// Text returns the text in a block that may be echoed, or nothing if the text is itself an echo.
func (p *Calls) Text(env *body.Env) []byte {
	if p.items.told == 0 {
		return nil
	}
	return env.Visits.TrimSpace(p.report.text)
}

// Echoes sets the text that was in the block directly before.
func (p *Calls) Echoes(text []byte) { p.report.echo = text }

// Held returns the memory, in bytes, of the calls that wait for the end of their list, and of what
// is noted about the call that is being read.
func (p *Calls) Held() int {
	if p == nil {
		return 0
	}
	notes := cap(p.items.next.repairs) + p.items.repairs
	const texts = 32 // the name and arguments of an item, at least
	return p.inner.Held() + p.args.reader.Object.Held() + cap(p.args.texts) + cap(p.items.all)*(int(unsafe.Sizeof(item{}))+texts) + notes*int(unsafe.Sizeof(repair.Repair{}))
}

// Found reports, at the end, whether there were calls.
func (p *Calls) Found() bool { return p.items.told > 0 }

// Step implements [body.Body].
func (p *Calls) Step(env *body.Env) bool {
	switch p.read(env) {
	case waits:
		return false
	case isOver:
		p.report.whole(env, p.pos, p.trail)
	default:
		p.report.giveUp(env, p.pos)
	}
	return true
}

// read reads up to the end of the place.
func (p *Calls) read(env *body.Env) status {
	for {
		if s := p.step(env); s != goOn {
			return s
		}
	}
}

func (p *Calls) step(env *body.Env) status {
	switch p.phase {
	case inArgs:
		return p.arguments(env)
	case inString:
		return p.quoted(env)
	case inBroken:
		return p.broken(env)
	case afterList:
		return p.listClosed(env)
	}
	if !p.space(env) {
		return waits
	}
	if p.phase == isDue {
		return p.due(env)
	}
	return p.after(env)
}

// space skips white space and comments. For calls on a line, it stops at the end of the line,
// except inside of print. It returns false if later bytes may continue the white space.
func (p *Calls) space(env *body.Env) bool {
	counted := p.pos
	defer func() { env.Visits.Passed(counted, &p.pos) }()
	for ; p.pos < env.Window.End(); p.pos++ {
		env.Visits.Passing(&counted, p.pos)
		c := env.Win[p.pos-env.Base]
		switch {
		case c == '\n':
			p.comment, p.line = false, true
			if p.surroundings.where == OnLine && !p.list.print {
				return true
			}
		case p.comment:
		case c == '#':
			p.noteComment()
		case c >= utf8.RuneSelf:
			n := match.WideSpace(env.Rest(p.pos), env.Final)
			if !n.Yes() {
				return n == match.No
			}
			p.pos += n.Len() - 1
		case !match.IsSpace(c):
			return true
		}
	}
	return env.Final
}

// noteComment notes a comment, as a repair of the call next to it.
func (p *Calls) noteComment() {
	p.comment, p.trail = true, true
	c := &p.items.next
	if p.phase == afterCall {
		c = p.items.last()
	}
	c.note(repair.Comment, p.pos)
	p.items.next.leadsIn(len(p.items.all) == 0 && p.surroundings.where == InBlock)
}

// quoted looks for the end of the string, and reads the calls in it.
func (p *Calls) quoted(env *body.Env) status {
	switch a := p.text.find(env); {
	case a == match.More:
		return waits
	case a.Yes():
		return p.unquote(env)
	}
	if p.list.depth == 0 {
		return p.nothing(env)
	}
	open := p.text.open(env)
	p.add(&open)
	return p.unclosed(env)
}

// unquote reads the calls in the string, which ends at the quote that was found.
func (p *Calls) unquote(env *body.Env) status {
	t := &p.text
	decoded, at := unescaped(env.Visits, env.Slice(t.start+1, t.pos), t.start+1)
	p.inner = new(Calls) // the calls that another one read share its memory
	items, ok := inside(p.inner, env, p.surroundings.g, decoded, p.surroundings.any)
	p.pos = t.pos + 1
	if !ok {
		return p.nothing(env)
	}
	for i := range items {
		c := &items[i]
		c.move(at)
		c.between, c.free = i > 0, true
		c.note(repair.QuoteStyle, t.start)
	}
	first := &items[0]
	first.start, first.open, first.between = t.start, p.items.next.open, p.items.next.between
	first.repairs = append(first.repairs, p.items.next.repairs...)
	items[len(items)-1].end = p.pos
	for i := range items {
		p.add(&items[i])
	}
	if p.list.depth == 0 {
		return isOver
	}
	return goOn
}

// inside lets p read a text that consists of calls only. undeclared: their tools needn't be declared.
func inside(p *Calls, env *body.Env, g *grammar.Python, text []byte, undeclared bool) ([]item, bool) {
	within := *env
	inner := &within
	inner.Cursor = &cursor.Cursor{Config: env.Config, Window: jsonscan.Window{Win: text, Final: true, Visits: env.Visits}}
	a := &aside{env.Penalties, env.Markers, env.Prose, env.Calls, inner.Cursor}
	inner.Penalties, inner.Markers, inner.Prose, inner.Calls = a, a, a, a
	p.Open(g, whole, 0)
	p.surroundings.any = undeclared
	if p.read(inner) != isOver || p.items.prose || len(env.Visits.TrimSpace(inner.Rest(p.pos))) > 0 {
		return nil, false
	}
	return p.items.all, true
}

// aside is the place of a text that is read by itself.
type aside struct {
	body.Penalties
	body.Markers
	body.Prose
	body.Calls
	cursor *cursor.Cursor
}

// MarkAt implements [body.Markers].
func (as aside) MarkAt(at int) (body.Mark, match.Answer) { return as.MarkIn(as.cursor.Rest(at), true) }

// EndingAt implements [body.Calls].
func (as aside) EndingAt(at int) (body.Ending, bool) {
	m, _ := as.MarkAt(at)
	return m.Ends, false
}

// Nothing quotes the text, and nothing in it affects the text around it.

func (aside) InFence() bool        { return false }
func (aside) Fenced() bool         { return false }
func (aside) MarkersCount() bool   { return true }
func (aside) Open() *body.Brackets { return &body.Brackets{} }
func (aside) Penalize(int)         {}
func (aside) Penalized(int) bool   { return false }
func (aside) LeavesOpen(int, int)  {}

// due reads the beginning of a call or of a list. Without any text, the output has ended.
func (p *Calls) due(env *body.Env) status {
	rest := env.Rest(p.pos)
	if len(rest) == 0 {
		return p.endsHere(env, match.Answer(1))
	}
	switch c := rest[0]; {
	case c == '[' && p.list.mayOpen():
		p.list.open(p.pos)
		p.pos++
		return goOn
	case c == ']' && p.list.depth > 0:
		return p.closeList(env)
	case c == ',' && p.list.comma >= 0:
		p.items.note(env, p.items.last(), repair.TrailingComma, p.pos)
		p.pos++
		return goOn
	case (c == '(' || c == '{') && p.surroundings.any && p.list.depth > 0 && p.list.listed():
		return p.nameless(env)
	case isQuote(c) && (p.list.depth > 0 || p.surroundings.where == AtStart || p.surroundings.inside()):
		return p.openQuoted(env, rest)
	}
	if ends := p.surroundings.ends(env, p.pos); ends != match.No {
		return p.endsHere(env, ends)
	}
	if p.surroundings.where == InBlock && fence.Begins[rest[0]] && p.fence.Len == 0 {
		switch run, a := fenceLine(env, rest); {
		case a == match.More:
			return waits
		case a.Yes():
			p.openFence(run, a.Len())
			return goOn
		}
	}
	return p.name(env, rest)
}

// nameless reads a bracket in the place of a call in a list. It is a failed call if the list is
// closed.
func (p *Calls) nameless(env *body.Env) status {
	switch p.list.closer.find(env, p.pos) {
	case match.More:
		return waits
	case match.No:
		return p.noCall(env)
	}
	p.items.next.start = p.pos
	return p.fail(env, p.pos, 0, parsers.ReasonMalformed, "the call has no name")
}

// openFence adds the line of a fence, n bytes long, to the text before the next call.
func (p *Calls) openFence(run fence.Run, n int) {
	p.fence = run
	p.surroundings.free = true
	p.items.next.leadsIn(len(p.items.all) == 0)
	p.pos += n
}

// openQuoted reads a quote. It begins a string that contains calls, or the name of a call.
func (p *Calls) openQuoted(env *body.Env, rest []byte) status {
	n := nameLength(env, rest[1:])
	switch {
	case n+2 >= len(rest) && !env.Final && n < maxName:
		return waits
	case n > 0 && n+2 < len(rest) && rest[n+1] == rest[0] && rest[n+2] == '(':
		p.items.next.note(repair.QuoteStyle, p.pos)
		return p.named(env, rest[1:n+1], n+2)
	case env.Penalties.Budget().Exhausted() || p.list.depth == 0 && p.surroundings.inside():
		return p.noCall(env)
	}
	p.text.opens(p.pos, rest[0])
	p.phase = inString
	return goOn
}

// name reads the name of a call, up to its parenthesis.
func (p *Calls) name(env *body.Env, rest []byte) status {
	if p.list.prints(env, rest) {
		p.list.print = true
		p.items.next.start = p.pos
		p.pos += len(grammar.PrintOpens)
		return goOn
	}
	if len(p.items.all) > 0 && p.items.next.between && (p.list.depth > 0 || p.surroundings.where == InBlock) && p.items.last().whole() {
		switch a := pythonargs.StartsArgument(env.Visits, rest, env.Final); {
		case a == match.More:
			return waits
		case a.Yes():
			return p.again(env, "the call is closed before its last argument")
		}
	}
	n := nameLength(env, rest)
	switch {
	case n == len(rest) && !env.Final && n <= maxName:
		return waits
	case n == 0 || n > maxName:
		return p.noCall(env)
	}
	return p.named(env, rest[:n], n)
}

// named sets the name of the call, which is n bytes long and begins at the position.
func (p *Calls) named(env *body.Env, raw []byte, n int) status {
	read := declared
	if p.surroundings.any {
		read = anyName
	}
	name, kind, ok := read(env, p.surroundings.g, raw)
	if !ok && (p.list.depth == 0 || p.surroundings.sure) { // calls before it may have been reported
		return p.noCall(env)
	}
	c := &p.items.next
	if !p.list.print {
		c.start = p.pos
	}
	c.name, c.free, c.undeclared = name, p.surroundings.free || env.Penalties.Penalized(c.first()), p.surroundings.any && !env.Declared(name)
	if kind != 0 {
		c.note(kind, p.pos)
	}
	if !ok {
		p.items.prose = true
	}
	p.pos += n
	return p.parenthesis(env)
}

// parenthesis starts the arguments. A name without a parenthesis behind it is no call.
func (p *Calls) parenthesis(env *body.Env) status {
	rest := env.Rest(p.pos)
	if len(rest) > 0 && rest[0] == '(' {
		p.pos++
		p.begin(env)
		return goOn
	}
	if p.list.depth == 0 {
		return p.noCall(env)
	}
	return p.fail(env, p.pos, 0, parsers.ReasonMalformed, "a name without its arguments")
}

// begin starts to read the arguments at the position. The text before the call is decided now.
func (p *Calls) begin(env *body.Env) {
	if p.surroundings.sure {
		p.report.flush(env, p.pos)
	}
	p.args.begin(env, p.pos)
	p.phase = inArgs
}

// arguments reads a call's arguments.
func (p *Calls) arguments(env *body.Env) status {
	r := &p.args.reader
	s := r.Read(&env.Window)
	switch {
	case s == pythonargs.More:
		p.args.stream(env, p.pos)
		return waits
	case s == pythonargs.Closed:
		p.pos = r.Pos()
		p.take(env)
		return goOn
	case s == pythonargs.Cut && env.Config.Options.AcceptIncomplete && !p.items.prose:
		return p.cut(env)
	}
	depth, reason, message, more := whyFailed(env, r, s)
	if more {
		return waits
	}
	if s == pythonargs.Failed && env.Repairs() {
		switch a := p.surroundings.closer(env, r.Pos()); {
		case a == match.More:
			return waits
		case a.Yes() && r.CloseCall():
			p.pos = r.Pos()
			p.take(env)
			return goOn
		}
	}
	return p.fail(env, r.Pos(), depth, reason, message)
}

// cut accepts the call in which the output ended, and closes it behind its last complete value. A
// call that fails before the end of the output, because a quote of its string was lost, isn't cut
// off.
func (p *Calls) cut(env *body.Env) status {
	c := p.items.next
	status := p.fail(env, p.args.reader.Pos(), 1+p.args.reader.Object.Depth(), parsers.ReasonIncomplete, failure.CutOff)
	if p.ending.end.ended || !p.args.reader.Object.Close() {
		return status
	}
	c.weak = true
	p.items.next = c
	p.pos = env.Window.End()
	p.take(env)
	return isOver
}

// take adds the call that was read, up to the position.
func (p *Calls) take(env *body.Env) { p.add(p.args.item(env, p.pos)) }
