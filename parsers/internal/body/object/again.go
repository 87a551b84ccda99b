package object

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// again decides how the unit is read a second time: from where, and with which repairs.
type again struct {
	lex     *lexing
	unit    *unit
	resume  jsonscan.Scanner // as the unit started
	suspect suspect
	search  *quotes.Search
	// brackets of lists that the unit is known to miss.
	brackets []jsonscan.Bracket
	keys     *quotes.Keys // those of the unit; nil: they weren't collected
	keyRoom  quotes.Keys
	read     bool // quote recovery has read the unit anew: it is as it is
	sought   bool // a quote was looked for after the complete unit
}

func (j *again) reset() { j.search, j.keys, j.read, j.sought = nil, nil, false, false }

// starts forgets the unit before, and notes where this one starts.
func (j *again) starts() {
	j.resume = j.lex.s
	j.suspect.forget()
	j.keys, j.read, j.sought = nil, false, false
	j.brackets = j.brackets[:0]
}

// startsHere makes the position the unit's start.
func (j *again) startsHere() { j.resume = j.lex.s }

// restart takes the lexer back to the start of the unit; ends are the ends of strings in it.
func (j *again) restart(ends []jsonscan.Forced) {
	s := &j.lex.s
	*s = j.resume
	s.Force(ends)
	s.Brackets(j.brackets)
}

// add adds a bracket that was wrong; false if the unit can't be repaired any more.
func (j *again) add(b jsonscan.Bracket) bool {
	if len(j.brackets) == maxBrackets || j.read {
		return false
	}
	i := 0
	for i < len(j.brackets) && j.brackets[i].At < b.At {
		i++
	}
	j.brackets = slices.Insert(j.brackets, i, b)
	j.keys = nil
	j.suspect.forget()
	return true
}

// maxBrackets bounds how often a unit is read anew because of brackets.
const maxBrackets = 8

// searches keeps the search for quotes; the ends that it finds are used to read the unit.
func (j *again) searches(s *quotes.Search) { j.search = s }

// found notes whether the ends that were found are one of two possible readings.
func (j *again) found(second bool) { j.search.SecondReading = j.search.SecondReading || second }

// noSearch forgets the search, which found nothing, and the keys.
func (j *again) noSearch() { j.keys, j.search = nil, nil }

// isRead ends all searches in the unit.
func (j *again) isRead() { j.read = true }

// seek notes that a quote was looked for after the unit.
func (j *again) seek() { j.sought = true }

// suspect is the string whose end is in doubt if the reading fails.
type suspect struct {
	s       jsonscan.Scanner // as it stood in the string
	start   int              // of the string
	has     bool
	frozen  bool // what came after it isn't plausible
	skipped bool // s stands before it still
}

// begin makes the string that the scanner is in the suspect.
func (s *suspect) begin(scanner *jsonscan.Scanner) {
	if !s.frozen {
		s.s, s.start, s.has, s.skipped = *scanner, scanner.StringStart(), true, false
	}
}

// key checks the key that follows: if it isn't plausible, the suspect stays.
func (s *suspect) key(raw []byte) {
	if s.has && !s.frozen && !quotes.Plausible(raw) {
		s.frozen = true
	}
}

// skip makes the string at offset start the suspect, which the scanner is going to pass over.
func (s *suspect) skip(scanner *jsonscan.Scanner, start int) {
	if !s.frozen {
		s.s, s.start, s.has, s.skipped = *scanner, start, true, true
	}
}

// forget clears the suspect: its place isn't looked at then.
func (s *suspect) forget() { s.has, s.frozen, s.skipped = false, false, false }

// visitSuspect reads up to the string in doubt, if it was passed over, from the opener of
// what was.
func (j *again) visitSuspect(w *jsonscan.Window) {
	s := &j.suspect
	for s.skipped && s.s.Pos() <= s.start {
		t := s.s.Next(w)
		s.skipped = t.Kind != jsonscan.StringBegin || t.Start != s.start
	}
}

// suspectBefore tells whether the string in doubt ends before offset at, white space, and with
// comma a comma, apart.
func (j *again) suspectBefore(e *place.Around, at int, comma bool) bool {
	if j.visitSuspect(&e.Window); j.suspect.s.Pos() > at {
		return false
	}
	s, before := j.suspect.s, e.UpTo(at, false)
	s.Log = nil
	if s.Next(&before).Kind != jsonscan.String {
		return false
	}
	e.Visits.Add(at - s.PrevEnd())
	between := match.TrimSpaceRight(e.Slice(s.PrevEnd(), at))
	if comma {
		between = bytes.TrimSuffix(between, []byte{','})
	}
	return match.SpaceLen(between) == len(between)
}
