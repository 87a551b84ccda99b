package object

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// finishUnit ends the unit that closed, once the byte after it is known: it
// may be one closer too many.
func (j *Call) finishUnit(e *place.Around) (more, done bool) {
	end := j.s.Pos()
	u := &j.unit
	if j.s.Repaired > 0 && j.keys == nil && !j.read && !j.collectKeys(e.Window(), end) {
		j.trouble(end, "a key comes twice")
		return false, false
	}
	if j.tag != nil && !j.list {
		return j.finishHeader(e, end)
	}
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		if j.IsCall(e) && !u.doubled {
			j.settle(e) // what follows can only be one closer too many
		}
		return true, false
	}
	if !j.IsCall(e) {
		if u.announced && !j.tag.Data && !u.none {
			j.reject(e, end, parsers.ReasonMalformed, noCallHere)
		}
		return j.afterUnit(e, end)
	}
	if len(rest) > 0 && e.Repairs() {
		end = j.extraCloser(e, rest[0], end)
	}
	if u.doubled {
		end = j.doubledBraces(e, rest, end)
	}
	if u.doubled {
		j.reject(e, end, parsers.ReasonMalformed, oneTooMany)
	} else {
		j.endUnit(e, end, false)
	}
	return j.afterUnit(e, end)
}

// extraCloser takes one closer too many into the call.
func (j *Call) extraCloser(e *place.Around, c byte, end int) int {
	extra := c == '}' && e.Open().Braces == 0 || c == ']' && e.Open().Brackets == 0
	if j.list {
		extra = c == '}'
	}
	if !extra || j.unit.doubled {
		return end
	}
	j.note(repair.ExtraCloser, end)
	if j.list {
		j.s.SkipByte(repair.Unspecified)
	}
	return end + 1
}

// doubledBraces decides on the second '{' before the call: a second '}' after
// it makes both part of it; else it is text, or spoils an element of a list.
func (j *Call) doubledBraces(e *place.Around, rest []byte, end int) int {
	u := &j.unit
	u.doubled = false
	if len(rest) > 0 && rest[0] == '}' && e.Repairs() {
		j.note(repair.ExtraOpener, u.start)
		if j.list {
			j.s.SkipByte(repair.Unspecified)
		}
		return end + 1
	}
	if j.list {
		u.doubled = true
		return end
	}
	u.start++
	e.Text(u.start)
	e.Open().Braces++
	return end
}

// IsCall tells whether the whole object is a call, or is to be reported.
func (j *Call) IsCall(e *place.Around) bool {
	u := &j.unit
	if u.name == "" || !u.typeOK() {
		return false
	}
	if u.args.kind != noArguments {
		return true
	}
	declared := e.Declared(u.name)
	if declared && e.ObjectCalls() {
		u.flat = j.beside(e)
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
func (j *Call) endUnit(e *place.Around, end int, weak bool) {
	u := &j.unit
	j.settle(e)
	if u.reason != parsers.ReasonUnspecified {
		j.reject(e, end, u.reason, u.message)
		return
	}
	j.calls++
	e.EndCall(end, parsers.End{
		Repairs: j.repairs(), Weak: weak || u.weak, Pending: j.tag != nil || j.list || e.InFence(),
		FreeText:      j.late,
		SecondReading: j.s.Doubtful || j.search != nil && j.search.SecondReading,
	})
	if j.tag != nil {
		j.tag.Ended = true
	} else {
		e.CountTextCall()
	}
}

// settle decides, once, what a whole unit is, and reports the arguments of a call.
func (j *Call) settle(e *place.Around) {
	u := &j.unit
	if u.settled {
		return
	}
	u.settled = true
	switch u.args.kind {
	case noArguments:
		j.settleBare(e)
	case nullArguments:
		j.whole(e, []byte("{}"))
	case stringArguments:
		text, object, ok := j.encoded(e)
		if !ok {
			u.reason, u.message = parsers.ReasonMalformed, "the arguments are a string that holds no JSON object"
			return
		}
		u.weak = !object
		j.whole(e, text)
	case otherArguments:
		if !e.Declared(u.name) {
			u.reason, u.message = parsers.ReasonMalformed, "the arguments are no object"
			return
		}
		u.weak = true
		fallthrough
	case objectArguments:
		if !u.begun {
			u.begun = true
			e.Handler.BeginCall(j.begin(e))
		}
		j.flushTo(e, u.args.end)
	}
}

// whole reports a call whose arguments were not written as they are given.
func (j *Call) whole(e *place.Around, arguments []byte) {
	e.Handler.BeginCall(j.begin(e))
	e.Handler.Arguments(arguments)
}

// encoded is the JSON text that the arguments' string holds, or the string
// itself for a declared tool.
func (j *Call) encoded(e *place.Around) (text []byte, object, ok bool) {
	u := &j.unit
	text = bytes.TrimSpace(u.args.text)
	rule := u.openAI || u.typeRules || j.root != nil && j.root.StringArguments
	switch {
	case len(text) == 0:
		return []byte("{}"), true, true
	case rule && string(text) == "null":
		return []byte("{}"), true, true
	case !rule && !e.Repairs():
	case text[0] == '{':
		if text, ok = j.inner(e, text); ok {
			if !rule {
				j.note(repair.DoubleEncodedArguments, u.args.start)
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
	return j.log.Append(nil, e.Window(), u.args.start, u.args.end), false, true
}

// inner reads the JSON object that a string holds, repairing what can be repaired.
func (j *Call) inner(e *place.Around, text []byte) ([]byte, bool) {
	log := &j.insideLog
	log.Reset()
	text, ok := Inner(text, e.MaxDepth(), tolerance(e), log)
	if ok {
		for _, r := range log.Repairs {
			j.note(r.Kind, j.unit.args.start)
		}
	}
	return text, ok
}

// Inner reads text that is one JSON value, white space behind it apart. What a
// repair changes is in the log. False if it is none, or if a key comes twice in
// one that was repaired: then a quote went astray.
func Inner(text []byte, depth int, tolerance jsonscan.Tolerance, log *jsonscan.Log) ([]byte, bool) {
	var s jsonscan.Scanner
	s.Start(0, depth, tolerance, log)
	w := jsonscan.Window{B: text, Final: true}
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return nil, false
		}
	}
	end := s.Pos()
	if len(bytes.TrimSpace(text[end:])) > 0 {
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

func (j *Call) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}

// repairs are the unit's repairs in text order.
func (j *Call) repairs() []repair.Repair {
	r := j.log.Repairs
	if j.root != nil && j.root.Python {
		r = slices.DeleteFunc(r, func(r repair.Repair) bool {
			return r.Kind == repair.QuoteStyle || r.Kind == repair.PythonLiteral
		})
	}
	if j.tag != nil {
		r = append(r, j.tag.Repairs...)
		j.tag.Repairs = nil // they are the first call's
	}
	if j.lead != nil && j.lead.Lost && j.calls == 1 {
		r = append(r, repair.Repair{Kind: repair.MissingMarker, Offset: j.unit.start})
	}
	if len(r) == 0 {
		return nil
	}
	slices.SortStableFunc(r, func(a, b repair.Repair) int { return a.Offset - b.Offset })
	return r
}

// reject reports the unit, which ends at end, as no call.
func (j *Call) reject(e *place.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, j.invalid(e, end, reason, message))
}

func (j *Call) invalid(e *place.Around, end int, reason parsers.Reason, message string) parsers.Invalid {
	u := &j.unit
	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(), Format: j.Format(e), Key: u.key(),
		Reason: reason, Message: message, FreeText: u.free,
	}
	// A failed call may end in what was read as a string before the arguments.
	if u.args.kind != noArguments && u.args.start < end {
		to := min(u.args.end, end)
		if to == 0 {
			to, c.ArgumentsOpen = end, true
		}
		c.Arguments = e.Slice(u.args.start, to)
	}
	return c
}

// afterUnit goes on behind the unit: with the list, or with running text.
func (j *Call) afterUnit(e *place.Around, end int) (more, done bool) {
	called := e.Mark == end
	e.Text(end)
	if j.list {
		return j.nextElement(end)
	}
	e.Pos = end
	if called {
		e.Called()
	}
	return false, true
}

// nextElement goes on in a list behind the element that ended at end.
func (j *Call) nextElement(end int) (more, done bool) {
	j.log.Reset()
	j.unit = unit{start: end}
	j.unit.inherit(&j.fresh)
	j.suspect.forget()
	j.keys, j.search, j.read = nil, nil, false
	j.failure = failedCall{}
	j.skip, j.field, j.resume = 0, nil, j.s
	j.s.Repaired, j.s.Doubtful = 0, false
	j.phase = scanning
	return false, false
}
