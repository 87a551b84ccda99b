package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// finishUnit ends the unit that closed, once the byte after it is known: it
// may be one closer too many.
func (j *Call) finishUnit(e *place.Around) (more, done bool) {
	end := j.s.Pos()
	u := &j.unit
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
		n, more := j.extraClosers(e, rest)
		switch {
		case more:
			return true, false
		case n > 0 && j.closedEarly(e):
			return false, false
		}
		end = j.extraCloser(n, end)
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

// extraClosers is how many closers at the start of rest, behind the unit, are too many: in
// running text one may be. more: more bytes must tell.
func (j *Call) extraClosers(e *place.Around, rest []byte) (n int, more bool) {
	most := maxExtra
	switch {
	case j.unit.doubled:
		return 0, false
	case !j.list:
		most = 1
	}
	for n < len(rest) && n < most && j.closesNothing(e, rest[n]) {
		n++
	}
	return n, n == len(rest) && n < most && !e.Final
}

// closesNothing tells whether the closer c, behind the unit, is one too many: nothing that it
// could close is open.
func (j *Call) closesNothing(e *place.Around, c byte) bool {
	if j.list {
		return c == '}'
	}
	return c == '}' && e.Open().Braces == 0 || c == ']' && e.Open().Brackets == 0
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
