package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Reasons why a call failed.
const (
	blockMessage    = "unexpected end of the block inside a tool call"
	keywordsMessage = "the arguments are no literal keyword arguments"
	stringMessage   = "a string isn't closed"
	unclosedMessage = "the call isn't closed before its block ends or another call begins"
)

// ending finds the end of the failed call.
type ending struct {
	surroundings *surroundings
	items        *items
	list         *list
	args         *args
	end          end
}

// fail notes that the call failed at offset at, where depth brackets are open. inArgs: this is in
// the arguments.
func (n *ending) fail(env *body.Env, at, depth int, reason parsers.Reason, message string, inArgs bool) {
	c, r := &n.items.next, &n.args.reader
	c.fail(at, reason, message)
	c.silent = c.undeclared && n.surroundings.where != InBlock && !(c.inner > 0 && r.Keyed())
	if n.list.print {
		depth++
	}
	parens := depth
	if n.list.depth > 0 && inArgs {
		parens = 1 + r.Object.Tuples()
	}
	inner, onLine := max(c.inner, c.start), n.surroundings.where == OnLine
	if onLine {
		at = lineBefore(env, inner, at)
	}
	n.end = end{
		extent: failure.StopFrom(env, inner), pos: at, depth: depth, parens: parens,
		line: onLine, listed: n.list.depth > 0,
	}
	if r.InString() && reason == parsers.ReasonIncomplete {
		n.end.pos = env.Window.End() // the string contains the rest of the output
		n.endsBefore(env, depth)
	} else if inArgs {
		n.end.quote = r.Quote()
	}
}

// find continues the search for the end. It returns the call once its end is known. stopped: a call
// that isn't part of the failed one begins at the end.
func (n *ending) find(env *body.Env) (c item, stopped, more bool) {
	end, stopped, more := n.end.find(env)
	if more {
		return c, stopped, true
	}
	c = n.items.next
	if stopped && c.why.reason == parsers.ReasonIncomplete {
		c.why.reason, c.why.message = parsers.ReasonMalformed, unclosedMessage
		if n.args.reader.InString() {
			c.why.message = stringMessage
		}
	}
	c.end, c.unclosed = end, n.end.depth == 1
	return c, stopped, false
}

// endsBefore looks for the end of a call with an unclosed string, up to the end of the output. The
// call ends where its brackets balance behind a misplaced quote, before a line that begins with
// another call or, in a block, before a marker.
func (n *ending) endsBefore(env *body.Env, depth int) {
	from, astray, lines := n.args.reader.Text()
	ends, ok := latestEnd(env, from, 3, n.surroundings.where == InBlock)
	if !ok {
		return
	}
	limit := env.Window.End()
	if at := n.nextLine(env, from, ends); at < ends && !lines {
		ends, n.end.pos = at, at-1
		env.Penalties.Penalize(at)
	}
	n.end.ended = ends < limit
	n.end.pos = min(n.end.pos, ends)
	if astray > 0 && n.surroundings.where != InBlock {
		own := end{pos: astray + 1, depth: depth, parens: n.end.parens, line: n.end.line, listed: n.end.listed}
		if own.scan(env, ends); own.ended && !own.line || own.depth+own.inner == 0 {
			n.end.pos, n.end.ended = own.pos, true
		}
	}
	if n.end.ended {
		c := &n.items.next
		c.why.reason, c.why.message = parsers.ReasonMalformed, stringMessage
	}
}

// latestEnd returns the latest end of a call with an unclosed string: before a marker, or at the
// end of the output. The caller reads the text from offset from on, in the given number of passes.
// It returns false if there is no budget left for that.
func latestEnd(env *body.Env, from, passes int, marked bool) (end int, ok bool) {
	limit := env.Window.End()
	if !env.Penalties.Budget().Spend(passes*(limit-from), limit) {
		return limit, false
	}
	if marked {
		return nextMarker(env, from), true
	}
	return limit, true
}

// nextMarker returns the offset of the first marker that ends a call, from offset at on, or the end
// of the output.
func nextMarker(env *body.Env, at int) int {
	from := at
	defer func() { env.Visits.Passed(from, &at) }()
	for ; at < env.Window.End() && env.Prose.MarkersCount(); at++ {
		env.Visits.Passing(&from, at)
		if env.Firsts[env.Win[at-env.Base]] {
			if env.StopsAt(at).Yes() {
				return at
			}
		}
	}
	return env.Window.End()
}

// nextLine returns the start of the first line between offset at and limit that begins with a call,
// or limit.
func (n *ending) nextLine(env *body.Env, at, limit int) int {
	for {
		line := env.Visits.IndexByte(env.Slice(at, limit), '\n')
		if at += line + 1; line < 0 || at == limit {
			return limit
		}
		if beginsLine(env, n.surroundings.g, env.Rest(at)) {
			return at
		}
	}
}

// beginsLine reports whether b begins with a call of a declared tool, up to its first argument, or
// with a list of such calls.
func beginsLine(env *body.Env, g *grammar.Python, b []byte) bool {
	if b[0] == '[' && g.Calls == grammar.PythonLists {
		b = b[1:]
	}
	n := nameLength(env, b)
	if n == 0 || n == len(b) || b[n] != '(' {
		return false
	}
	_, _, ok := declared(env, g, b[:n])
	return ok && pythonargs.Begins(env.Visits, b[n+1:])
}

// lineBefore returns the end of the line before offset at, if only white space is between them and
// the end isn't before offset from. Otherwise it returns at.
func lineBefore(env *body.Env, from, at int) int {
	text := env.Slice(from, at)
	space := text[len(match.TrimSpaceRight(text)):]
	env.Visits.Add(len(space))
	if n := env.Visits.IndexByte(space, '\n'); n >= 0 {
		return at - len(space) + n
	}
	return at
}

// An end finds the end of a failed call in a list, on its line or in a block.
type end struct {
	extent failure.Stop
	pos    int
	depth  int  // brackets that are open where it failed, including its parenthesis
	parens int  // how many of them are parentheses, in a list
	inner  int  // brackets that were opened since then
	line   bool // it ends with its line at the latest
	listed bool // the list's bracket ends it
	ended  bool
	step   int
	quoting
}

// find continues the search, and returns the end once it is known. stopped: a call that isn't part
// of the failed one begins there.
func (en *end) find(env *body.Env) (end int, stopped, more bool) {
	for {
		en.step = max(2*en.step, failure.Step)
		limit := min(en.pos+en.step, env.Window.End())
		wait := !en.ended && en.scan(env, limit)
		at, found := en.extent.Find(env, en.pos)
		switch {
		case found:
			env.Penalties.Penalize(at)
			return at, true, false
		case at < en.pos:
			return at, false, !env.Final
		case en.ended:
			return en.pos, false, false
		case wait || en.pos == env.Window.End():
			return en.pos, false, wait || !env.Final
		}
	}
}

// scan advances up to limit. wait: a marker may begin there.
func (en *end) scan(env *body.Env, limit int) (wait bool) {
	for en.pos < limit && !en.ended && !wait {
		wait = en.scanStep(env, min(limit, en.pos+work.Step))
	}
	return wait
}

// scanStep is scan for so few bytes that they are counted at once.
func (en *end) scanStep(env *body.Env, limit int) (wait bool) {
	defer env.Visits.Passed(en.pos, &en.pos)
	for ; en.pos < limit; en.pos++ {
		c := env.Win[en.pos-env.Base]
		if env.Firsts[c] && !en.escaped && en.quote == 0 {
			m, n := env.Markers.MarkAt(en.pos)
			if n == match.More {
				return true
			}
			en.ended = n.Yes() && m.Stops()
		}
		if en.ended = en.ended || en.endsAt(c); en.ended {
			return false
		}
	}
	return false
}

// endsAt reports whether the call ends before c, or behind c if c is a line's last parenthesis.
func (en *end) endsAt(c byte) bool {
	switch {
	case en.takes(c):
	case c == '\n':
		return en.line || en.depth+en.inner == 0
	case c == '(' || c == '[' || c == '{':
		en.inner++
	case c == ')' || c == ']' || c == '}':
		return en.closes(c)
	case en.depth+en.inner == 0:
		return c == ',' || c == ';'
	}
	return false
}

// closes counts the closer c. It returns true if the call ends at c.
func (en *end) closes(c byte) bool {
	switch {
	case en.inner > 0:
		en.inner--
		return false
	case en.depth <= 1 && c == ']' && en.listed:
		return true
	}
	en.depth = max(en.depth-1, 0)
	if c == ')' {
		if en.parens--; en.parens <= 0 {
			en.depth = 0 // closers of brackets in the call are missing
		}
	}
	if en.line && en.depth == 0 {
		en.pos++
		return true
	}
	return false
}
