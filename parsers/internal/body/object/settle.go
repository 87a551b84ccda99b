package object

import (
	"encoding/json"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// isCall tells whether the whole object is a call, or is to be reported.
func (j *verdict) isCall(e *place.Around) bool {
	u := j.unit
	if u.name == "" || !u.typeOK() {
		return false
	}
	if u.args.kind != noArguments {
		return true
	}
	declared := e.Declared(u.name)
	if declared && e.ObjectCalls() {
		u.flat = j.again.beside(e)
		if u.flat != noMembers {
			return true
		}
	} else if u.others || u.argsKey {
		return false
	}
	switch u.shape.NoArguments {
	case grammar.CallIfDeclared:
		return declared
	case grammar.CallOrReport:
		return u.via != nil || !u.named.Bare
	}
	return false
}

// endUnit reports the call that ends at end.
func (j *verdict) endUnit(e *place.Around, end int, weak bool) {
	u := j.unit
	j.settle(e)
	if u.reason != parsers.ReasonUnspecified {
		j.unit.reject(e, end, u.reason, u.message)
		return
	}
	if j.again.bracketsRepaired() && !j.again.collectKeys(&e.Window, end) {
		j.unit.reject(e, end, parsers.ReasonMalformed, twice)
		return
	}
	j.calls++
	e.EndCall(end, parsers.End{
		Repairs: j.repairs(), Weak: weak || u.weak, Pending: j.given.tag != nil || j.walk.list || e.InFence(),
		FreeText:      j.late,
		SecondReading: j.lex.s.Doubtful || j.again.search != nil && j.again.search.SecondReading,
	})
	if j.given.tag != nil {
		j.given.tag.Ended = true
	} else {
		e.CountTextCall()
	}
}

// settle decides, once, what a whole unit is, and reports the arguments of a call.
func (j *verdict) settle(e *place.Around) {
	u := j.unit
	if u.settled || u.reason != parsers.ReasonUnspecified && u.args.kind != noArguments {
		return
	}
	u.settled = true
	if u.others && j.again.argumentNext(e) {
		u.reason, u.message = parsers.ReasonMalformed, "an argument is next to the arguments, which are empty"
		return
	}
	switch u.args.kind {
	case noArguments:
		j.settleBare(e)
	case nullArguments:
		j.unit.whole(e, []byte("{}"))
	case stringArguments:
		text, object, ok := j.unit.encoded(e)
		if !ok {
			u.reason, u.message = parsers.ReasonMalformed, "the arguments are a string that holds no JSON object"
			return
		}
		u.weak = !object
		j.unit.whole(e, text)
	case otherArguments:
		if !e.Declared(u.name) {
			u.reason, u.message = parsers.ReasonMalformed, "the arguments are no object"
			return
		}
		u.weak = true
		fallthrough
	case objectArguments:
		if j.again.joinsList(e) {
			u.reason, u.message = parsers.ReasonMalformed, "a list is declared, and its brackets are missing"
			return
		}
		if !u.begun {
			u.begun = true
			e.Handler.BeginCall(j.unit.describes(e))
		}
		j.unit.flushTo(e, u.args.end)
	}
}

// resolve finds the name by the arguments, if the header left it open; closers
// are those that the arguments lack.
func (u *unit) resolve(e *place.Around, closers []byte) {
	t := u.given.tag
	if t == nil || t.Resolve == nil || u.name != "" {
		return
	}
	name, free := t.Resolve(e, append(u.argumentsText(e), closers...))
	u.name, u.free = name, u.free || free
	u.lex.note(repair.ToolName, t.NameAt)
}

// argumentsText is the JSON that the arguments are, as far as it was read.
func (u *unit) argumentsText(e *place.Around) []byte {

	switch u.args.kind {
	case noArguments, nullArguments:
		return []byte("{}")
	case stringArguments:
		made := len(u.lex.log.Repairs)
		text, _, _ := u.encoded(e)
		u.lex.log.Repairs = u.lex.log.Repairs[:made] // the call notes them, once it is settled
		return text
	}
	end := u.args.end
	if end == 0 {
		end = u.lex.s.PrevEnd()
	}
	return u.lex.log.Append(nil, &e.Window, u.args.start, end)
}

// encoded is the JSON text that the arguments' string holds, or the string
// itself for a declared tool.
func (u *unit) encoded(e *place.Around) (text []byte, object, ok bool) {

	text = e.Visits.TrimSpace(u.args.text)
	rule := u.openAI || u.typeRules || u.given.root != nil && u.given.root.StringArguments
	switch {
	case len(text) == 0:
		return []byte("{}"), true, true
	case rule && string(text) == "null":
		return []byte("{}"), true, true
	case !rule && !e.Repairs():
	case text[0] == '{':
		if text, ok = u.inner(e, text); ok {
			if !rule {
				u.lex.note(repair.DoubleEncodedArguments, u.args.start)
			}
			return text, true, true
		}
		return nil, false, false
	case rule && json.Valid(text) && e.Declared(u.name):
		return text, false, true
	}
	if !e.Declared(u.name) {
		return nil, false, false
	}
	return u.lex.log.Append(nil, &e.Window, u.args.start, u.args.end), false, true
}

// inner reads the JSON object that a string holds, repairing what can be repaired.
func (u *unit) inner(e *place.Around, text []byte) ([]byte, bool) {
	log := &u.lex.insideLog
	log.Reset()
	text, ok := Inner(e.Visits, text, e.MaxDepth(), tolerance(e), log)
	if ok {
		for _, r := range log.Repairs {
			u.lex.note(r.Kind, u.args.start)
		}
	}
	return text, ok
}

// Inner reads text that is one JSON value, white space behind it apart. What a
// repair changes is in the log. False if it is none, or if a key comes twice in
// one that was repaired: then a quote went astray.
func Inner(v *visit.Count, text []byte, depth int, tolerance jsonscan.Tolerance, log *jsonscan.Log) ([]byte, bool) {
	if n, _ := jsonscan.Whole(v, text, depth, false); n > 0 && match.SpaceLen(text[n:]) == len(text)-n {
		return text[:n], true
	}
	var s jsonscan.Scanner
	s.Start(0, depth, tolerance, log)
	w := &jsonscan.Window{Win: text, Final: true, Visits: v}
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return nil, false
		}
	}
	end := s.Pos()
	if len(v.TrimSpace(text[end:])) > 0 {
		return nil, false
	}
	if s.Repaired > 0 {
		s.Start(0, depth, tolerance, nil)
		if !unique(&s, w, new(quotes.Keys)) {
			return nil, false
		}
	}
	if !log.Edited(0, end) {
		return text[:end], true
	}
	return log.Append(nil, w, 0, end), true
}

// repairs are the unit's repairs in text order.
func (j *verdict) repairs() []repair.Repair {
	r := j.lex.log.Repairs
	if j.given.root != nil && j.given.root.Python {
		r = slices.DeleteFunc(r, func(r repair.Repair) bool {
			return r.Kind == repair.QuoteStyle || r.Kind == repair.PythonLiteral
		})
	}
	if j.given.tag != nil {
		r = append(r, j.given.tag.Repairs...)
		j.given.tag.Repairs = nil // they are the first call's
	}
	if j.given.lead != nil && j.given.lead.Lost && j.calls == 1 {
		r = append(r, repair.Repair{Kind: repair.MissingMarker, Offset: j.unit.start})
	}
	if len(r) == 0 {
		return nil
	}
	slices.SortStableFunc(r, func(a, b repair.Repair) int { return a.Offset - b.Offset })
	return r
}
