package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// lexing decides what the next token is, and logs the repairs to the text.
type lexing struct {
	given     *given
	log       jsonscan.Log
	insideLog *jsonscan.Log // of arguments that are a string; nil: there were none
	s         jsonscan.Scanner
}

// inside is the log of arguments that are a string. It is empty.
func (j *lexing) inside() *jsonscan.Log {
	log := room.Made(&j.insideLog)
	log.Reset()
	return log
}

// start makes the lexer read from offset at on.
func (j *lexing) start(e *place.Around, at int) {
	j.log.Reset()
	j.s.Start(at, e.Rules.MaxDepth(), j.given.tolerance(e), &j.log)
	if j.given.tag == nil {
		j.s.Given.MaxLeading = MaxLeadingComments
	}
	if e.Costs.Fuel().Spent() {
		j.s.Given.MaxGap, j.s.Given.From = MaxLeadingComments, at
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
