package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// finishUnit ends the unit that closed, once the byte after it is known: it
// may be one closer too many.
func (j *Call) finishUnit(e *place.Around) (more, done bool) {
	end := j.lex.s.Pos()
	u := &j.unit
	if j.given.tag != nil && !j.walk.list {
		return j.finishHeader(e, end)
	}
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		if j.verdict.isCall(e) && !u.doubled {
			j.verdict.settle(e) // what follows can only be one closer too many
		}
		return true, false
	}
	if !j.verdict.isCall(e) {
		if u.announced && !j.given.tag.Data && !u.none {
			j.unit.reject(e, end, parsers.ReasonMalformed, noCallHere)
		}
		return j.onward.afterUnit(e, end)
	}
	if len(rest) > 0 && e.Repairs() {
		n, more := j.onward.extraClosers(e, rest)
		switch {
		case more:
			return true, false
		case n > 0 && j.doubt.closedEarly(e):
			return false, false
		}
		end = j.onward.extraCloser(n, end)
	}
	if u.doubled {
		end = j.onward.doubledBraces(e, rest, end)
	}
	if u.doubled {
		j.unit.reject(e, end, parsers.ReasonMalformed, oneTooMany)
	} else {
		j.verdict.endUnit(e, end, false)
	}
	return j.onward.afterUnit(e, end)
}

// extraClosers is how many closers at the start of rest, behind the unit, are too many: in
// running text one may be. more: more bytes must tell.
func (j *onward) extraClosers(e *place.Around, rest []byte) (n int, more bool) {
	most := maxExtra
	switch {
	case j.unit.doubled:
		return 0, false
	case !j.walk.list:
		most = 1
	}
	for n < len(rest) && n < most && j.walk.closesNothing(e, rest[n]) {
		n++
	}
	return n, n == len(rest) && n < most && !e.Final
}

// closesNothing tells whether the closer c, behind the unit, is one too many: nothing that it
// could close is open.
func (j *walk) closesNothing(e *place.Around, c byte) bool {
	if j.list {
		return c == '}'
	}
	return c == '}' && e.Open().Braces == 0 || c == ']' && e.Open().Brackets == 0
}

// doubledBraces decides on the second '{' before the call: a second '}' after
// it makes both part of it; else it is text, or spoils an element of a list.
func (j *onward) doubledBraces(e *place.Around, rest []byte, end int) int {
	u := j.unit
	u.doubled = false
	if len(rest) > 0 && rest[0] == '}' && e.Repairs() {
		j.lex.note(repair.ExtraOpener, u.start)
		if j.walk.list {
			j.lex.s.SkipByte(repair.Unspecified)
		}
		return end + 1
	}
	if j.walk.list {
		u.doubled = true
		return end
	}
	u.start++
	e.Text(u.start)
	e.Open().Braces++
	return end
}

// afterUnit goes on behind the unit: with the list, or with running text.
func (j *onward) afterUnit(e *place.Around, end int) (more, done bool) {
	called := e.Mark == end
	e.Text(end)
	if j.walk.list {
		return j.walk.nextElement(end)
	}
	e.Pos = end
	if called {
		e.Called()
	}
	return false, true
}
