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

// doubt decides what the contradiction means: a quote may have gone astray
// before it; else the candidate failed.
func (j *Call) doubt(e *place.Around) (more bool) {
	found, more := j.endAtMarker(e)
	if more {
		return true
	}
	if found {
		j.phase = failing
		return false
	}
	if found, more = j.bracketFails(e); found || more {
		return more
	}
	if !j.recoverable(e) {
		j.phase = failing
		return false
	}
	found, more = j.nextCall(e)
	if more {
		return true
	}
	j.phase = failing
	if !found && !j.searches(e) {
		j.failure.message = twice // wherever the string ends
	}
	return false
}

// searches begins to look for the end of the string in doubt; false if a key comes twice
// before it.
func (j *Call) searches(e *place.Around) bool {
	j.visitSuspect(&e.Window)
	j.keyRoom.Reset()
	if u := &j.unit; u.args.kind == objectArguments && u.name != "" {
		j.keyRoom.Schema(e.Properties(u.name).Node(), j.argsDepth())
	}
	if !j.learnKeys(&e.Window, j.suspect.start) {
		return false
	}
	evidence := j.evidence(e)
	body := quotes.Running
	switch {
	case j.tag != nil && !j.tag.Running:
		body = quotes.Delimited
	case e.InFence():
		body = quotes.Fenced
	}
	j.search = quotes.New(j.suspect.s, body, evidence, e.Fuel())
	j.stop.Markers, j.stop.Tagged = j.suspect.start, j.tag != nil
	j.beyond = beyond{pos: j.suspect.start + 1, delimited: body == quotes.Delimited}
	j.phase = recovering
	return true
}

// behindUnit goes on behind the unit that closed. What says without a byte behind it that
// a quote went astray comes first: whether there is one mustn't matter.
func (j *Call) behindUnit(e *place.Around) (more, done bool) {
	end := j.s.Pos()
	if j.s.Repaired > 0 && j.keys == nil && !j.read && !j.collectKeys(&e.Window, end) {
		j.trouble(end, twice)
		return false, false
	}
	if found, more := j.quoteBehind(e); found || more {
		return more, false
	}
	return j.finishUnit(e)
}

// maxBehind is how far a quote that went astray in a whole call is looked for behind it.
const maxBehind = 1024

// quoteBehind tells whether it is to be looked for: directly behind the unit, which ends with
// a string and is whole, stands what goes on in a string. If nothing is found, the unit
// stands as it is. more: what follows tells.
func (j *Call) quoteBehind(e *place.Around) (yes, more bool) {
	u, end := &j.unit, j.s.Pos()
	rest := e.Rest(end)
	if len(rest) == 0 || j.sought || u.doubled || u.args.kind != objectArguments || u.name == "" {
		return false, false
	}
	if j.closesNothing(e, rest[0]) { // one closer too many
		if rest = rest[1:]; len(rest) == 0 {
			return false, !e.Final
		}
	}
	if rest[0] != '"' && rest[0] != '\\' {
		return false, false
	}
	j.sought = true
	if text := e.Visits.TrimRight(e.Slice(u.start, end), "}]"); text[len(text)-1] != '"' || j.suspect.start < u.nameStart {
		return false, false // a name holds no quotes
	}
	j.setFailure(end, parsers.ReasonMalformed, "a quote stands directly behind the call")
	if j.seeking = j.recoverable(e) && j.searches(e); !j.seeking {
		j.standsWhole()
	}
	return j.seeking, false
}

// standsWhole takes the unit as it was read at first.
func (j *Call) standsWhole() {
	j.phase, j.failure, j.keys, j.search, j.seeking = ended, failedCall{}, nil, nil, false
}

// nextCall tells whether another call begins where the reading failed, a
// delimiter and white space apart: no quote went astray, the call before it was
// never closed. more: one may.
func (j *Call) nextCall(e *place.Around) (found, more bool) {
	rest := e.Rest(j.failure.at)
	head := rest[:min(len(rest), failure.MaxOpenerSpace)]
	rest = rest[len(head)-len(e.Visits.TrimLeft(head, "; \t\r\n")):]
	if len(rest) == 0 {
		return false, !e.Final
	}
	if rest[0] != '{' {
		return false, false
	}
	if j.list {
		yes, more := failure.Opens(e.Visits, e.Config.Tools, j.nextShape(e))(rest)
		return yes, more && !e.Final
	}
	n := failure.MatchOpener(e, j.stop.Shape, rest, ';')
	return n.Yes(), n == match.More
}

// nextShape is what another call looks like behind this one.
func (j *Call) nextShape(e *place.Around) *grammar.Shape {
	if j.marked() {
		return j.root
	}
	return e.Shape()
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
func (j *Call) evidence(e *place.Around) quotes.Evidence {
	u := &j.unit
	at := j.failure.at
	evidence := quotes.Evidence{
		Keys: j.keys, Opens: failure.Opens(e.Visits, e.Config.Tools, j.nextShape(e)), Begins: failure.Begins(e.Visits, e.Config.Tools, j.nextShape(e)),
		// Strings joined by a plus sign are an expression, or code.
		Doubt: at < e.Base+len(e.Win) && e.Win[at-e.Base] == '+',
	}
	switch {
	case u.args.kind == objectArguments && u.name != "":
		evidence.Depth = j.argsDepth()
		evidence.Known = knownKeys(e, u.name)
	case u.args.kind != noArguments && u.name == "" && !j.alone():
		shape := u.shape
		evidence.WantedDepth = u.args.depth
		evidence.Wanted = func(key []byte) bool {
			f := shape.Field(key)
			return f != nil && f.Name != 0
		}
	}
	return evidence
}

func (j *Call) recoverable(e *place.Around) bool {
	u := &j.unit
	if !e.Repairs() || !j.suspect.has || j.read || !u.shown() || e.Fuel().Spent() {
		return false
	}
	if j.s.AfterColon() && !j.suspect.frozen {
		return false // the key before it bears out the quotes before that
	}
	return !u.begun || j.suspect.start > max(u.args.start, u.nameStart)
}

// recover looks for the end of the string in doubt.
func (j *Call) recover(e *place.Around) (more bool) {
	inText := j.seeking && j.tag == nil && !e.InFence()
	for j.phase == recovering {
		at := j.stop.Pos
		w := j.stop.Window(e)
		if limit := j.failure.at + maxBehind; inText && w.End() >= limit {
			w = w.UpTo(limit, true)
		}
		w = j.beyond.before(e, w, j.nextShape(e), j.failure.at)
		if j.beyond.found > 0 && j.beyond.delimited {
			j.phase = failing
			break
		}
		switch j.search.Run(&w) {
		case quotes.Searching:
			if j.stop.Pos == at {
				return true
			}
		case quotes.Found:
			j.search.SecondReading = j.search.SecondReading || inText
			j.readAnew(e, j.search.Ends)
		case quotes.Failed:
			j.phase = failing
			// Behind arguments that are whole, it wasn't in a string that the reading failed.
			toEnd := j.search.ToEnd && !j.stop.Found && j.beyond.found == 0
			j.failure.open = toEnd && j.unit.args.end == 0
		case quotes.Exhausted:
			j.phase = failing
			j.failure.message = "too many ways to read the quotes"
		}
	}
	if j.seeking && j.phase == failing {
		j.standsWhole()
	}
	return false
}
