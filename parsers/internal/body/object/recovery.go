package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// doubt decides whether a repair turns the text into a call: to a quote, a bracket or a name.
type doubt struct {
	given  *given
	lex    *lexing
	unit   *unit
	report *report
	again  *again
	walk   *walk
	failed *failed

	beyond  beyond
	seeking bool // a quote is looked for behind the whole unit
}

func (j *doubt) reset() {
	j.beyond = beyond{}
	j.seeking = false
}

// doubt decides what the contradiction means: a quote may have gone astray
// before it; else the candidate failed.
func (j *doubt) doubt(e *place.Around) phase {
	switch found, more := j.failed.endAtMarker(e); {
	case more:
		return waiting
	case found:
		return failing
	}
	if next, ok := j.bracketFails(e); ok {
		return next
	}
	if !j.recoverable(e) {
		return failing
	}
	switch found, more := j.nextCall(e); {
	case more:
		return waiting
	case found:
		return failing
	}
	if j.searches(e) {
		return recovering
	}
	j.failed.because(twice) // wherever the string ends
	return failing
}

// searches begins to look for the end of the string in doubt; false if a key comes twice
// before it.
func (j *doubt) searches(e *place.Around) bool {
	j.again.visitSuspect(&e.Window)
	j.again.keyRoom.Reset()
	if u := j.unit; u.args.kind == objectArguments && u.name != "" {
		j.again.keyRoom.Schema(e.Rules.Properties(u.name).Node(), j.unit.argsDepth())
	}
	if !j.again.learnKeys(&e.Window, j.again.suspect.start) {
		return false
	}
	evidence := j.evidence(e)
	body := quotes.Running
	switch {
	case j.given.tag != nil && !j.given.tag.Running:
		body = quotes.Delimited
	case e.Prose.InFence():
		body = quotes.Fenced
	}
	j.again.searches(quotes.New(j.again.suspect.s, body, evidence, e.Costs.Fuel()))
	j.failed.endsBehind(j.again.suspect.start)
	j.beyond = beyond{pos: j.again.suspect.start + 1, delimited: body == quotes.Delimited}
	return true
}

// maxBehind is how far a quote that went astray in a whole call is looked for behind it.
const maxBehind = 1024

// quoteBehind tells whether it is to be looked for: directly behind the unit, which ends with
// a string and is whole, stands what goes on in a string. If nothing is found, the unit
// stays as it is. ok: it is decided what is read next.
func (j *doubt) quoteBehind(e *place.Around) (next phase, ok bool) {
	u, end := j.unit, j.lex.s.Pos()
	rest := e.Rest(end)
	if len(rest) == 0 || j.again.sought || u.doubled || u.args.kind != objectArguments || u.name == "" {
		return next, false
	}
	if j.walk.closesNothing(e, rest[0]) { // one closer too many
		if rest = rest[1:]; len(rest) == 0 {
			return waiting, !e.Final
		}
	}
	if rest[0] != '"' && rest[0] != '\\' {
		return next, false
	}
	j.again.seek()
	if text := e.Visits.TrimRight(e.Slice(u.start, end), "}]"); text[len(text)-1] != '"' || j.again.suspect.start < u.nameStart {
		return next, false // a name holds no quotes
	}
	j.failed.setFailure(end, parsers.ReasonMalformed, "a quote stands directly behind the call")
	if j.seeking = j.recoverable(e) && j.searches(e); !j.seeking {
		j.standsWhole()
	}
	return recovering, j.seeking
}

// standsWhole takes the unit as it was read at first.
func (j *doubt) standsWhole() {
	j.failed.forget()
	j.again.noSearch()
	j.seeking = false
}

// nextCall tells whether another call begins where the reading failed, a
// delimiter and white space apart: no quote went astray, the call before it was
// never closed. more: one may.
func (j *doubt) nextCall(e *place.Around) (found, more bool) {
	rest := e.Rest(j.failed.failure.at)
	head := rest[:min(len(rest), failure.MaxOpenerSpace)]
	rest = rest[len(head)-len(e.Visits.TrimLeft(head, "; \t\r\n")):]
	if len(rest) == 0 {
		return false, !e.Final
	}
	if rest[0] != '{' {
		return false, false
	}
	if j.walk.list {
		yes, more := failure.Opens(e.Visits, e.Config.Tools, j.given.nextShape(e))(rest)
		return yes, more && !e.Final
	}
	n := failure.MatchOpener(e, j.failed.stop.Shape, rest, ';')
	return n.Yes(), n == match.More
}

// beyond looks for another call that opens behind the string in doubt, and behind text, where
// more was closed than opened: no quote is looked for there, and no argument made of the
// text between.
type beyond struct {
	pos, depth int  // up to here, and the brackets open since the string began
	last       byte // that is no white space
	found      int  // where it opens; 0: it wasn't found
	delimited  bool // nothing may follow the call
}

// before is the window up to there, if the call opens behind offset from.
func (b *beyond) before(e *place.Around, w jsonscan.Window, shape *grammar.Shape, from int) jsonscan.Window {
	defer e.Visits.Passed(b.pos, &b.pos)
	opens := failure.Opens(e.Visits, e.Config.Tools, shape)
	for ; b.found == 0 && b.pos < w.End(); b.pos++ {
		c := w.Win[b.pos-w.Base]
		switch c {
		case '[', '{':
			if c == '{' && b.depth < 0 && b.pos > from && b.last != ',' && b.last != '[' {
				yes, more := opens(e.Rest(b.pos))
				if more && !e.Final {
					return w.UpTo(b.pos, false)
				}
				if yes {
					b.found = b.pos
					continue
				}
			}
			b.depth++
		case ']', '}':
			b.depth--
		}
		if !match.IsSpace(c) {
			b.last = c
		}
	}
	if b.found > 0 {
		return w.UpTo(b.found, true)
	}
	return w
}

// evidence is what is known of the unit that the string in doubt stands in.
func (j *doubt) evidence(e *place.Around) quotes.Evidence {
	u := j.unit
	at := j.failed.failure.at
	evidence := quotes.Evidence{
		Keys: j.again.keys, Opens: failure.Opens(e.Visits, e.Config.Tools, j.given.nextShape(e)), Begins: failure.Begins(e.Visits, e.Config.Tools, j.given.nextShape(e)),
		// Strings joined by a plus sign are an expression, or code.
		Doubt: at < e.Base+len(e.Win) && e.Win[at-e.Base] == '+',
	}
	switch {
	case u.args.kind == objectArguments && u.name != "":
		evidence.Depth = j.unit.argsDepth()
		evidence.Known = knownKeys(e, u.name)
	case u.args.kind != noArguments && u.name == "" && !j.given.alone():
		shape := u.shape
		evidence.WantedDepth = u.args.depth
		evidence.Wanted = func(key []byte) bool {
			f := shape.Field(key)
			return f != nil && f.Name != 0
		}
	}
	return evidence
}

func (j *doubt) recoverable(e *place.Around) bool {
	u := j.unit
	if !e.Repairs() || !j.again.suspect.has || j.again.read || !u.shown() || e.Costs.Fuel().Spent() {
		return false
	}
	if j.lex.s.AfterColon() && !j.again.suspect.frozen {
		return false // the key before it bears out the quotes before that
	}
	return !j.report.begun || j.again.suspect.start > max(u.args.start, u.nameStart)
}

// recover looks for the end of the string in doubt.
func (j *doubt) recover(e *place.Around) phase {
	inText := j.seeking && j.given.tag == nil && !e.Prose.InFence()
	for {
		at := j.failed.stop.Pos
		w := j.failed.stop.Window(e)
		if limit := j.failed.failure.at + maxBehind; inText && w.End() >= limit {
			w = w.UpTo(limit, true)
		}
		w = j.beyond.before(e, w, j.given.nextShape(e), j.failed.failure.at)
		if j.beyond.found > 0 && j.beyond.delimited {
			return j.unrecovered()
		}
		switch j.again.search.Run(&w) {
		case quotes.Searching:
			if j.failed.stop.Pos == at {
				return waiting
			}
		case quotes.Found:
			j.again.found(inText)
			j.readAnew(e, j.again.search.Ends)
			return scanning
		case quotes.Failed:
			// Behind arguments that are whole, it wasn't in a string that the reading failed.
			toEnd := j.again.search.ToEnd && !j.failed.stop.Found && j.beyond.found == 0
			j.failed.opens(toEnd && j.unit.args.end == 0)
			return j.unrecovered()
		case quotes.Exhausted:
			j.failed.because("too many ways to read the quotes")
			return j.unrecovered()
		}
	}
}

// unrecovered goes on without the end of the string.
func (j *doubt) unrecovered() phase {
	if !j.seeking {
		return failing
	}
	j.standsWhole()
	return ended
}
