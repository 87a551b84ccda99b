package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// trouble handles a contradiction at offset at: a quote may have gone astray
// before it; else the candidate failed.
func (j *jsonCall) trouble(e *Engine, at int, message string) {
	j.setFailure(at, parsers.ReasonMalformed, message)
	if j.endAtMarker(e) || !j.recoverable(e) {
		return
	}
	if j.keys == nil {
		j.collectKeys(e.Window(), j.suspect.s.StringStart())
	}
	evidence := j.evidence(e)
	body := quotes.Running
	switch {
	case j.tag != nil:
		body = quotes.Delimited
	case e.InFence():
		body = quotes.Fenced
	}
	j.search = quotes.New(j.suspect.s, body, evidence, &e.fuel)
	j.stop.markers, j.stop.tagged = j.suspect.s.StringStart(), j.tag != nil
	j.phase = recovering
}

// evidence is what is known of the unit that the string in doubt stands in.
func (j *jsonCall) evidence(e *Engine) quotes.Evidence {
	u := &j.unit
	at := j.failure.at
	evidence := quotes.Evidence{
		Keys: j.keys, Opens: e.opens,
		// Strings joined by a plus sign are an expression, or code.
		Doubt: at < e.base+len(e.win) && e.win[at-e.base] == '+',
	}
	switch {
	case u.args.kind == objectArguments && u.name != "":
		evidence.Depth = j.argsDepth()
		evidence.Known = e.knownKeys(u.name)
	case u.args.kind != noArguments && u.name == "":
		shape := u.shape
		evidence.WantedDepth = u.args.depth
		evidence.Wanted = func(key []byte) bool {
			f := shape.field(key)
			return f != nil && f.Name != 0
		}
	}
	return evidence
}

func (j *jsonCall) recoverable(e *Engine) bool {
	u := &j.unit
	if !e.Repairs() || !j.suspect.has || j.read || !u.shown() || e.fuel.Spent() {
		return false
	}
	if j.s.AfterColon() && !j.suspect.frozen {
		return false // the key before it bears out the quotes before that
	}
	return !u.begun || j.suspect.s.StringStart() > u.args.start
}

// recover looks for the end of the string in doubt.
func (j *jsonCall) recover(e *Engine) (more bool) {
	for j.phase == recovering {
		at := j.stop.pos
		w := j.stop.window(e)
		switch j.search.Run(w) {
		case quotes.Searching:
			if j.stop.pos == at {
				return true
			}
		case quotes.Found:
			j.readAnew(e)
		case quotes.Failed:
			j.phase = failing
			j.failure.open = !j.stop.found && e.final
		case quotes.Exhausted:
			j.phase = failing
			j.failure.message = "too many ways to read the quotes"
		}
	}
	return false
}

// readAnew reads the unit from its start, with the ends that were found.
func (j *jsonCall) readAnew(e *Engine) {
	u := &j.unit
	at := j.suspect.s.StringStart()
	begun, flushed := u.begun, u.flushed
	if begun && flushed > at {
		e.h.RewindArguments(at - u.args.start + j.log.Growth(u.args.start, at))
		flushed = at
	}
	j.log.Truncate(u.start)
	j.unit = j.fresh
	j.unit.begun, j.unit.flushed = begun, flushed
	j.s = j.resume
	j.s.Force(j.search.Ends)
	j.n, j.skip, j.field = j.freshN, 0, j.freshField
	j.phase, j.read = scanning, true
}

// failure is what is known of a candidate that failed.
type failure struct {
	at      int // where it failed
	reason  parsers.Reason
	message string
	end     int  // where it ends, if that is known; else 0
	open    bool // all the output was searched for the end of a string

	pos      int // up to here it was looked for its end
	depth    int // containers open at pos
	quote    byte
	escaped  bool
	reported bool

	tagged bool // the candidate stands between markers
	marker int  // the first marker in the string at pos, or directly before; 0: none
	closed bool // that string was closed: does what follows fit?
}

func (j *jsonCall) setFailure(at int, reason parsers.Reason, message string) {
	j.phase = failing
	depth := j.s.Depth()
	if j.list {
		depth -= j.resume.Depth() - 1
	}
	if j.tag != nil && depth == 0 && (!j.tag.Prose || j.unit.args.kind != noArguments) {
		depth = 1 // the markers are what ends it
	}
	j.failure = failure{at: at, reason: reason, message: message, pos: at, depth: depth, tagged: j.tag != nil}
	if j.s.InString() {
		j.failure.quote = j.s.QuoteLead()
	}
	if depth <= 0 {
		j.failure.end = at
	}
	j.stop = stopScan{pos: j.unit.start + 1, prev: '{', last: '{', markers: at}
}

// fail looks for the end of the candidate that failed, and reports it.
func (j *jsonCall) fail(e *Engine) (more, done bool) {
	if !j.unit.shown() {
		return j.noCandidate(e, j.failure.at)
	}
	f := &j.failure
	if f.end > 0 {
		end, more := j.withTail(e, f.end)
		if more {
			return true, false
		}
		j.reportFailure(e, end)
		return j.leaveFailed(e, end, false)
	}
	end, balanced, more := j.findEnd(e)
	switch {
	case balanced:
	case more && !f.open:
		if end >= f.at {
			j.reportFailure(e, end)
		}
		return true, false
	case j.stop.found:
		if j.stop.penalty {
			e.Penalize(end)
		}
	case f.open:
		j.suspendedAtEnd()
		if e.cfg.Options.AcceptIncomplete && j.cut(e) {
			return false, true
		}
	}
	if end, more = j.withTail(e, end); more {
		return true, false
	}
	j.reportFailure(e, end)
	return j.leaveFailed(e, end, balanced)
}

// findEnd looks for the end of the failed candidate; more: it isn't there yet,
// but what stands before end belongs to it.
func (j *jsonCall) findEnd(e *Engine) (end int, balanced, more bool) {
	for {
		at := j.stop.pos
		limit := j.stop.window(e).End()
		end, balanced, wait := j.failure.scan(e, limit)
		switch {
		case balanced:
			return end, true, false
		case j.stop.found && !wait:
			return limit, false, false
		case wait || j.stop.pos == at:
			return min(end, limit), false, !e.final || wait
		}
	}
}

// suspendedAtEnd says of a candidate whose string never ended that the output
// was cut off in it.
func (j *jsonCall) suspendedAtEnd() {
	j.failure.reason = parsers.ReasonIncomplete
	j.failure.message = "unexpected end of output inside a string"
	j.s.LastValueEnd, j.s.LastValueDepth = j.suspect.s.LastValueEnd, j.suspect.s.LastValueDepth
}

// reportFailure reports the failed candidate, or more text of it, up to end.
func (j *jsonCall) reportFailure(e *Engine, end int) {
	f := &j.failure
	if f.reported {
		e.InvalidText(end)
		return
	}
	f.reported = true
	e.Invalid(end, j.invalid(e, end, f.reason, f.message))
}

// leaveFailed goes on behind the failed candidate.
func (j *jsonCall) leaveFailed(e *Engine, end int, balanced bool) (more, done bool) {
	if j.list && balanced {
		j.n = j.freshN - 1
		j.s = j.resume
		j.s.ResumeAfter(end, j.resume.Depth()-1)
		return j.nextElement(end)
	}
	j.closeGroup(e)
	e.pos = end
	return false, true
}

// scan looks for the place where the braces balance, up to limit, and for
// markers outside strings. What stands between markers ends at the first one
// in a string, too, unless that string ends as a string does. more: a marker
// may begin where it stands.
func (f *failure) scan(e *Engine, limit int) (end int, balanced, more bool) {
	for ; f.pos < limit; f.pos++ {
		c := e.win[f.pos-e.base]
		if f.closed && !isSpaceAt(e.win[f.pos-e.base:]) {
			if bytes.IndexByte([]byte(",:]}"), c) < 0 {
				return f.marker, true, false
			}
			f.closed, f.marker = false, 0
		}
		switch {
		case f.escaped:
			f.escaped = false
		case f.quote != 0:
			if c == '<' && f.tagged && f.marker == 0 {
				m, n := e.MarkerAt(f.pos)
				if n < 0 {
					return f.pos, false, true
				}
				if n > 0 && m.stops() {
					f.marker = f.pos
				}
			}
			f.inString(c)
		case c == '"':
			f.quote = c
		case c == '{' || c == '[':
			f.depth++
		case c == '}' || c == ']':
			f.depth--
			if f.depth <= 0 {
				return f.pos + 1, true, false
			}
		case c == '<' && !e.quote.quoted():
			m, n := e.MarkerAt(f.pos)
			if n < 0 {
				return f.pos, false, true
			}
			if n > 0 && (m.Begins || m.Ends != EndsNothing) {
				return f.pos, true, false
			}
		}
	}
	if f.marker > 0 {
		return f.marker, false, false
	}
	return f.pos, false, false
}

func (f *failure) inString(c byte) {
	switch c {
	case '\\':
		f.escaped = true
	case f.quote:
		f.quote, f.closed = 0, f.marker > 0
	}
}

// stopScan looks, in a candidate that failed or is in doubt, for what ends it
// in a string or not: at a line start or directly after a semicolon, what
// begins another call; at a line start, the closing fence.
type stopScan struct {
	pos     int
	found   bool
	penalty bool
	markers int  // from here on any marker stops a call that stands between markers
	tagged  bool // it does
	prev    byte // the byte before pos
	last    byte // the last byte that is no white space
	run     int  // backticks at the start of the line
	quoted  bool // the line before opened or closed a fence
	step    int
}

// stopStep is how far a stopScan looks ahead at first: what is short must not
// cost what the whole output costs.
const stopStep = 64

// window is the output up to where the scan got, which it advances.
func (s *stopScan) window(e *Engine) jsonscan.Window {
	s.step = max(2*s.step, stopStep)
	s.advance(e, min(s.pos+s.step, e.base+len(e.win)))
	w := e.Window()
	w.Final = s.found || w.Final && s.pos == w.End()
	w.B = w.B[:s.pos-w.Base]
	return w
}

func (s *stopScan) advance(e *Engine, end int) {
	for !s.found && s.pos < end {
		if s.prev == '\n' || s.prev == ';' {
			if more := s.check(e); more || s.found {
				return
			}
		}
		if s.tagged && s.pos >= s.markers && e.win[s.pos-e.base] == '<' {
			m, n := e.MarkerAt(s.pos)
			if n < 0 {
				return
			}
			if s.found = n > 0 && (m.Begins || m.Ends != EndsNothing); s.found {
				return
			}
		}
		s.line(e.win[s.pos-e.base])
		s.prev = e.win[s.pos-e.base]
		if !isSpaceAt(e.win[s.pos-e.base:]) {
			s.last = s.prev
		}
		s.pos++
	}
}

// line counts the backticks that a line starts with.
func (s *stopScan) line(c byte) {
	switch {
	case c == '\n':
		s.quoted, s.run = s.run >= 3, 0
	case c == '`' && (s.prev == '\n' || s.prev == '`' && s.run > 0):
		s.run++
	case s.run < 3:
		s.run = 0
	}
}

// check looks at the position; true if more bytes must tell.
func (s *stopScan) check(e *Engine) (more bool) {
	rest := e.Rest(s.pos)
	switch rest[0] {
	case '{':
		if s.quoted && s.prev == '\n' {
			return false // an example in the text
		}
		n := e.matchOpener(rest, s.last)
		s.found, s.penalty = n > 0, true
		return n < 0
	case '`':
		if !e.InFence() || s.prev != '\n' {
			return false
		}
		ending, more := e.fenceEndingAt(s.pos)
		s.found = ending != EndsNothing
		return more
	}
	if e.quote.quoted() {
		return false
	}
	m, n := e.MarkerAt(s.pos)
	s.found, s.penalty = n > 0 && m.Begins, true
	return n < 0
}

// maxOpenerSpace bounds the white space between a '{' and the key after it.
const maxOpenerSpace = 64

// matchOpener tells whether b begins an object whose first key names a call
// or holds one: positive if so, -1 if more bytes must tell. The key may be on
// another line only if an object or array ended before the '{': text that is
// quoted in a string often looks like that too.
func (e *Engine) matchOpener(b []byte, last byte) int {
	space := " \t"
	if last == '}' || last == ']' || last == ';' || last == ',' {
		space = " \t\r\n"
	}
	f, n := e.firstField(b, space)
	if n > 0 && (f.Name != 0 || f.Object != nil || f.List != nil || f.First != nil) {
		return 1
	}
	return min(n, 0)
}

// firstField is the field that the first key of the object at the start of b
// stands for, and 1; 0 if it is none, -1 if more bytes must tell.
func (e *Engine) firstField(b []byte, space string) (*Field, int) {
	if e.grammar.JSON == nil {
		return nil, 0
	}
	rest := bytes.TrimLeft(b[1:], space)
	if len(b)-1-len(rest) > maxOpenerSpace {
		return nil, 0
	}
	if len(rest) == 0 {
		return nil, e.undecided()
	}
	if rest[0] != '"' && rest[0] != '\'' {
		return nil, 0
	}
	key := rest[1:min(len(rest), maxOpenerSpace)]
	end := bytes.IndexByte(key, rest[0])
	if end < 0 {
		if len(rest) >= maxOpenerSpace {
			return nil, 0
		}
		return nil, e.undecided()
	}
	f := e.grammar.JSON.field(key[:end])
	if f == nil {
		return nil, 0
	}
	return f, 1
}

// opens tells whether b may be another call.
func (e *Engine) opens(b []byte) (yes, more bool) {
	_, n := e.firstField(b, " \t\r\n")
	return n > 0, n < 0
}

// undecided is -1 if more bytes may come.
func (e *Engine) undecided() int {
	if e.final {
		return 0
	}
	return -1
}
