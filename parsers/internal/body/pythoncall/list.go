package pythoncall

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A list is the state of the list brackets.
type list struct {
	surroundings *surroundings
	items        *items

	depth   int // brackets that are open
	from    int // calls before the list
	inner   int // calls before the inner bracket, if there are two
	doubled bool
	closed  int // behind the inner bracket's closer
	comma   int // the last comma of the list, if no call followed it; -1: none
	closer  closer
	print   bool // the call is printed: a parenthesis is open around it
}

// opens starts outside of a list.
func (l *list) opens() { *l = list{surroundings: l.surroundings, items: l.items, comma: -1} }

// A closer looks for a ']' whose '[' is before the start of the search.
type closer struct {
	pos, depth int
	found      bool
	quoting
}

// maxList is how far the closing bracket of a list is searched for behind a call without a
// parenthesis.
const maxList = 1 << 10

// find reports whether the closer is behind offset from. It reads each byte only once.
func (cl *closer) find(env *body.Env, from int) match.Answer {
	if from >= cl.pos {
		*cl = closer{pos: from}
	}
	defer env.Visits.Passed(cl.pos, &cl.pos)
	for limit := min(from+maxList, env.Window.End()); !cl.found && cl.pos < limit; cl.pos++ {
		cl.next(env.Win[cl.pos-env.Base])
	}
	if !cl.found && cl.pos < from+maxList {
		return match.End(env.Final)
	}
	return match.If(cl.found)
}

func (cl *closer) next(c byte) {
	switch {
	case cl.takes(c):
	case c == '[':
		cl.depth++
	case c == ']' && cl.depth == 0:
		cl.found = true
	case c == ']':
		cl.depth--
	}
}

// mayOpen reports whether a list may begin here. A list can't begin on a line of calls, or inside
// of print. A second bracket may begin only before the first call of the list, or if the first call
// had one, too.
func (l *list) mayOpen() bool {
	switch l.depth {
	case 0:
		return l.surroundings.where != OnLine && !l.print
	case 1:
		return l.doubled || !l.listed()
	}
	return false
}

// listed reports whether the list contains calls.
func (l *list) listed() bool { return len(l.items.all) > l.from }

// open opens the list at offset at, or its second bracket.
func (l *list) open(at int) {
	if l.depth == 0 {
		l.items.next.open = at
		l.from, l.doubled, l.closed = len(l.items.all), false, 0
	} else {
		l.items.next.note(repair.ExtraOpener, at)
		l.inner, l.doubled = len(l.items.all), true
	}
	l.depth++
}

// empty reports whether the innermost bracket contains no calls.
func (l *list) empty() bool {
	return l.depth == 1 && !l.listed() || l.depth == 2 && len(l.items.all) == l.inner
}

// close closes the innermost bracket, which ends at offset end.
func (l *list) close(env *body.Env, end int) {
	if l.comma >= 0 {
		l.items.note(env, l.items.last(), repair.TrailingComma, l.comma)
		l.comma = -1
	}
	l.depth--
	l.closed = end
}

// prints reports whether rest begins with a print around a call.
func (l *list) prints(env *body.Env, rest []byte) bool {
	return l.depth == 0 && !l.print && bytes.HasPrefix(rest, []byte(grammar.PrintOpens)) && !env.Declared("print")
}

// opener reports whether the block's opener is at offset at, instead of its closer. Then no call
// follows it.
func (l *list) opener(env *body.Env, at int, rest []byte) match.Answer {
	if l.surroundings.block == nil || l.depth > 0 {
		return match.No
	}
	n := match.Text(l.surroundings.block.Markers.Opener(), rest, env.Final)
	if !n.Yes() {
		return n
	}
	behind, more := env.Space(at + n.Len())
	b := env.Rest(behind)
	switch {
	case more:
		return match.More
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return match.No
	}
	if a := Opens(env, l.surroundings.g, InBlock, b); a != match.No {
		return min(a, match.No)
	}
	return n
}

// misclosed reports whether the bracket at offset at, with which rest begins, replaces the last
// call's parenthesis, or is surplus. In both cases, a separator, another call and the list's own
// bracket follow.
func (l *list) misclosed(env *body.Env, at int, rest []byte) match.Answer {
	if !l.items.directly(at) || !l.items.last().unclosed && (l.depth > 1 || env.Prose.Open().Brackets > 0) {
		return match.No
	}
	b := rest[1:]
	for i := range 3 { // a comma may be doubled
		var long bool
		switch b, long = behindGap(env, b); {
		case long:
			return match.No
		case len(b) == 0:
			return match.End(env.Final)
		case b[0] == ',' || b[0] == ';':
			b = b[1:]
		case i == 0:
			return match.No
		}
	}
	where := l.surroundings.where
	if c := l.items.last(); c.silent && !c.unclosed {
		where = OnLine // it may be code such as b[len(a):], len(a), so the next tool must be declared
	}
	if a := opensCall(env, l.surroundings.g, where, b); !a.Yes() {
		return a
	}
	return l.closer.find(env, at+1)
}

// bare reports whether no bracket of a list or of the text is open around the calls.
func (l *list) bare(env *body.Env) bool {
	return l.depth == 0 && l.items.last().close == 0 && l.surroundings.where != whole && env.Prose.Open().Brackets == 0
}

// goesOn reports whether the last call is part of an expression that continues with b, at offset
// at.
func (l *list) goesOn(at int, b []byte, final bool) match.Answer {
	last := l.items.last()
	switch {
	case last.close > 0 || last.failed() || !l.items.directly(at) && l.depth == 0:
		return match.No
	case strings.IndexByte(".+-*/%|&^@<>=", b[0]) >= 0:
		return match.Answer(1)
	case l.items.directly(at):
		return match.If(b[0] == '[' || b[0] == '(')
	}
	return match.Any(operators, b, final)
}

// operators are words that continue an expression.
var operators = []string{"if ", "for ", "else ", "and ", "or ", "in ", "not ", "is "}

// items are the calls that were read.
type items struct {
	all     []item
	next    item // what is known of the call that is due
	repairs int  // of all these calls
	told    int  // calls that were reported
	prose   bool // a name doesn't count, so there are no calls here
}

// opens starts without calls, and reuses the memory of earlier ones.
func (s *items) opens() { *s = items{all: buffers.Emptied(s.all), next: item{open: -1}} }

// first returns the call that was read first, or that is being read.
func (s *items) first() *item {
	if len(s.all) == 0 {
		return &s.next
	}
	return &s.all[0]
}

func (s *items) last() *item { return &s.all[len(s.all)-1] }

// directly reports whether a call ended at offset at.
func (s *items) directly(at int) bool { return at == s.last().end }

// shown reports whether there is a call, or a failed call that is reported.
func (s *items) shown() bool {
	for i := range s.all {
		if !s.all[i].silent {
			return true
		}
	}
	return false
}

// bare reports whether no call has arguments, and none failed.
func (s *items) bare() bool {
	for i := range s.all {
		if c := &s.all[i]; c.failed() || len(c.arguments) > len("{}") {
			return false
		}
	}
	return true
}

// whole returns the last call from index from on that didn't fail, or the call at from.
func (s *items) whole(from int) *item {
	for i := len(s.all) - 1; i > from; i-- {
		if !s.all[i].failed() {
			return &s.all[i]
		}
	}
	return &s.all[from]
}

// note notes a repair of the call. If the call was reported, the repair is added to the report.
func (s *items) note(env *body.Env, c *item, kind repair.Kind, at int) {
	switch {
	case !c.told:
		c.note(kind, at)
	case !c.failed():
		env.Handler.Amend(parsers.Repair{Kind: kind, Offset: at})
	}
}

// add adds a call that was read.
func (s *items) add(c *item) {
	s.all = append(s.all, *c)
	s.repairs += len(c.repairs)
	s.next = item{open: -1}
}

// again makes the last call the one that is being read.
func (s *items) again() {
	s.next = *s.last()
	s.all = s.all[:len(s.all)-1]
}

// An item is a call that was read, complete or failed.
type item struct {
	open       int // offset of the bracket before it; -1: none
	start, end int
	close      int  // behind the bracket after it; 0: none
	unclosed   bool // it ends without its parenthesis
	between    bool // a separator is before it
	leads      bool // a comment or a fence's line is before it, and it is the first call in a block
	inner      int  // where its arguments start
	name       string
	arguments  []byte
	repairs    []parsers.Repair
	second     bool
	free, weak bool
	undeclared bool
	why        flaw // why it is no call
	silent     bool // it failed, and nothing shows that the model meant a call: it is text
	pending    bool // missing parts of its list, or of the fence around it, are noted later
	begun      bool // its beginning was reported, and so were the first sent bytes of its arguments
	sent       int
	told       bool // it was reported
}

// A flaw is why something is no call: the reason, the message, and the offset that contradicts the format.
type flaw struct {
	at      int
	reason  parsers.Reason
	message string
}

func (it *item) note(kind repair.Kind, at int) {
	it.repairs = append(it.repairs, parsers.Repair{Kind: kind, Offset: at})
}

// fail notes why it is no call, and the offset at which this shows.
func (it *item) fail(at int, reason parsers.Reason, message string) {
	if !it.failed() {
		it.why = flaw{at, reason, message}
	}
}

// leadsIn notes that a comment or a fence's line is before the call. first: it is the first call in a
// block.
func (it *item) leadsIn(first bool) { it.between, it.leads = true, first }

func (it *item) failed() bool { return it.why.reason != parsers.ReasonUnspecified }

// whole reports whether it is a call that may still become a failed one: it wasn't reported, and no list ended behind it.
func (it *item) whole() bool { return !it.failed() && !it.told && it.close == 0 }

// move changes the offsets of a call that was read in another text.
func (it *item) move(at func(int) int) {
	it.start, it.end, it.inner, it.why.at = at(it.start), at(it.end), at(it.inner), at(it.why.at)
	for i := range it.repairs {
		it.repairs[i].Offset = at(it.repairs[i].Offset)
	}
	it.open, it.close, it.between, it.unclosed = -1, 0, false, false
}

// first returns the start of the call, or of the list if the call is the first in it.
func (it *item) first() int {
	if it.open >= 0 {
		return it.open
	}
	return it.start
}

// report reports the call, and the markup next to it. begin has the properties that all calls here
// share.
func (it *item) report(env *body.Env, begin parsers.Begin) {
	it.before(env)
	switch {
	case it.silent:
		env.Text(it.end)
	case it.failed():
		it.invalid(env, begin.Format)
	default:
		it.call(env, begin)
	}
	it.told = true
	if it.close > 0 {
		env.Markup(it.close, parsers.RoleClose)
	}
}

// before reports the text before the call.
func (it *item) before(env *body.Env) {
	switch {
	case it.leads:
		env.Markup(it.first(), parsers.RoleAdjacent)
	case it.between:
		env.Markup(it.first(), parsers.RoleBetween)
	}
	env.Text(it.first())
	if it.open >= 0 {
		env.Markup(it.start, parsers.RoleOpen)
	}
}

func (it *item) invalid(env *body.Env, format string) {
	invalid := parsers.Invalid{
		Name: it.name, Format: format, FreeText: it.free, Reason: it.why.reason, Message: it.why.message,
	}
	if it.why.reason == parsers.ReasonMalformed {
		invalid.FailedAt = it.why.at
	}
	if it.inner > 0 {
		invalid.Arguments = env.Slice(min(it.inner, it.end), it.end)
	}
	env.Invalid(it.end, invalid)
}

func (it *item) call(env *body.Env, begin parsers.Begin) {
	it.begin(env, begin)
	it.send(env, it.arguments)
	if len(it.repairs) > 1 {
		slices.SortStableFunc(it.repairs, func(a, b parsers.Repair) int { return a.Offset - b.Offset })
	}
	if len(it.arguments) == len("{}") {
		env.NoteEmpty()
	}
	env.NoteArguments(it.inner, it.end)
	env.Calls.EndCall(it.end, parsers.End{
		Repairs: it.repairs, SecondReading: it.second, Weak: it.weak, Pending: it.pending, Inner: begin.Held,
	})
}

// begin reports the beginning of the call, unless it was reported before.
func (it *item) begin(env *body.Env, begin parsers.Begin) {
	if it.begun {
		return
	}
	it.begun = true
	begin.At, begin.Name, begin.FreeText = it.start, it.name, it.free
	env.BeginCall(begin)
}

// send reports the arguments that weren't reported yet.
func (it *item) send(env *body.Env, arguments []byte) {
	if it.sent < len(arguments) {
		env.Handler.Arguments(arguments[it.sent:])
		it.sent = len(arguments)
	}
}
