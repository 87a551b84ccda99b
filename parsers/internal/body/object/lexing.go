package object

import (
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// lexing decides what the next token is, and logs the repairs to the text.
type lexing struct {
	given     *given
	log       *jsonscan.Log
	insideLog jsonscan.Log // of arguments that are a string
	s         jsonscan.Scanner
}

// start makes the lexer read from offset at on.
func (j *lexing) start(e *place.Around, at int) {
	j.log.Reset()
	j.s.Start(at, e.Rules.MaxDepth(), j.given.tolerance(e), j.log)
	j.s.Given.MaxLeading = MaxLeadingComments
	if e.Costs.Fuel().Spent() {
		j.s.Given.MaxGap, j.s.Given.From = MaxLeadingComments, at
		j.s.Given.Break.Line = j.callLine(e)
	}
}

// callLine matches a line that begins with another call. If the string isn't closed, the failed call
// would end there, and the text behind there would be read again. The fuel for that is spent.
func (j *lexing) callLine(e *place.Around) func(b []byte, final bool) match.Answer {
	return func(b []byte, final bool) match.Answer {
		switch {
		case len(b) == 0 && !final:
			return match.More
		case len(b) == 0:
			return match.No
		case b[0] == '{':
			return failure.MatchOpener(e, j.given.others(), b, 0)
		case e.Firsts[b[0]]:
			return e.Breaks(b, final)
		}
		return match.No
	}
}

// readCost is how many steps a byte takes that was read, and searched for a marker.
const readCost = 2

// readAgain burns fuel for the text from offset at on that was read, and will be read again.
func (j *lexing) readAgain(e *place.Around, at int) {
	if end := j.s.Pos(); at < end {
		e.Costs.Fuel().Burn(readCost*(end-at), end)
	}
}

// MaxLeadingComments is the maximum number of bytes of comments between an opener and the first
// key, in running text. In most languages, a comment may follow the opening brace of a function.
// Without a limit, all of this comment is held back. Once the fuel is spent, the limit is the same
// for comments elsewhere, with the white space between them.
const MaxLeadingComments = 64

// between prepares the lexer for JSON between markers.
func (j *lexing) between(e *place.Around, t *Header) {
	j.s.Given.MaxLeading = 0
	if t.StringsEnd {
		j.s.Given.Break.At, j.s.Given.Break.Firsts = e.Breaks, e.Firsts
	}
}

// doubledAt starts behind the first brace if there are two at offset at.
func (j *lexing) doubledAt(e *place.Around, at int) bool {
	rest := e.Rest(at)
	if !e.Repairs() || len(rest) < 2 || rest[0] != '{' || rest[1] != '{' {
		return false
	}
	given := j.s.Given
	j.s.Start(at+1, e.Rules.MaxDepth(), j.given.tolerance(e), j.log)
	if e.Costs.Fuel().Spent() {
		j.s.Given = given
	}
	return true
}

// leaveOpen notes that the brackets that the JSON opened, up to depth, weren't closed.
func (j *lexing) leaveOpen(e *place.Around, depth int) {
	for d := 1; d <= depth; d++ {
		if j.s.Nesting.IsObject(d) {
			e.Prose.Open().Braces++
		} else {
			e.Prose.Open().Brackets++
		}
	}
}

func (j *lexing) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}

// unnote removes the repairs after the first n.
func (j *lexing) unnote(n int) { j.log.Repairs = j.log.Repairs[:n] }

func (j *lexing) noteAll(r []repair.Repair) { j.log.Repairs = append(j.log.Repairs, r...) }

// passOver turns the log of repairs off, or on again.
func (j *lexing) passOver(on bool) {
	if j.s.Notes.Log = j.log; on {
		j.s.Notes.Log = nil
	}
}

// goOnBehind continues behind a failed element that started at s and ends at end.
func (j *lexing) goOnBehind(s *jsonscan.Scanner, end int) {
	j.s = *s
	j.s.ResumeAfter(end, s.Nesting.Depth()-1)
}

// keepValue restores an earlier last value.
func (j *lexing) keepValue(end, depth int) { j.s.LastValueEnd, j.s.LastValueDepth = end, depth }

// clear forgets the repairs.
func (j *lexing) clear() {
	j.log.Reset()
	j.s.Notes.Repaired, j.s.Notes.Doubtful = 0, false
}
