package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// given is what the opening says of the JSON.
type given struct {
	root   *grammar.Shape // of the outermost value
	lead   *grammar.Lead  // set if the JSON begins the output
	tag    *Header        // set if the JSON stands between markers
	held   bool           // the call is reported only once it is whole
	jsonAt int            // where the JSON between markers begins, if it isn't arguments alone
	opened opening
}

// lexing decides which token is next, and keeps how the text was repaired.
type lexing struct {
	given     *given
	log       *jsonscan.Log
	insideLog jsonscan.Log // of arguments that are a string
	s         jsonscan.Scanner
	edited    []byte // arguments as they are repaired
}

// unit decides what is known of one call, and reports it as far as that goes.
type unit struct {
	given *given
	lex   *lexing
	known
}

// again decides how the unit is read once more: from where, and with which repairs.
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
	sought   bool // a quote was looked for behind the whole unit
}

// walk decides where in the shape, and in the list, the reading is.
type walk struct {
	given *given
	lex   *lexing
	unit  *unit
	again *again

	phase     jsonPhase
	list      bool // several calls: an opening was reported
	doubled   bool // the arguments began with one '{' too many
	n         int  // frames in use
	field     *grammar.Field
	skip      int // depth at which a value that holds nothing of interest ends; 0: none
	listAt    int // frames in use between the elements of the list
	listEnd   int // where the list was closed in its wrapper
	extraList int // a bracket too many before the list; 0: none
	frames    [MaxFrames]frame

	fresh      known // the unit as it started,
	freshN     int   // the frames in use then,
	freshField *grammar.Field
}

// failed decides where a call that failed ends.
type failed struct {
	given *given
	lex   *lexing
	unit  *unit
	again *again
	walk  *walk

	failure failedCall
	stop    failure.Stop
}

// verdict decides what a whole unit is: a call, or none.
type verdict struct {
	given *given
	lex   *lexing
	unit  *unit
	again *again
	walk  *walk

	late  bool // what follows the call makes it cost 0.3
	calls int  // ended by now
}

// onward decides what comes behind a unit: an element, the end of the list, or text.
type onward struct {
	given   *given
	lex     *lexing
	unit    *unit
	again   *again
	walk    *walk
	failed  *failed
	verdict *verdict

	endAt     int  // where the JSON ends
	noBracket bool // the list lacks its last bracket
}

// doubt decides whether a repair makes the text a call: quotes, a bracket or an entity that
// went astray.
type doubt struct {
	given  *given
	lex    *lexing
	unit   *unit
	again  *again
	walk   *walk
	failed *failed

	beyond   beyond
	entities []jsonscan.Forced // strings that an entity ends
	seeking  bool              // a quote is looked for behind the whole unit
}
