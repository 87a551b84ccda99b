package httpfix

import (
	"github.com/toolparser/toolparser/gateway"
)

// A Budget bounds what an exchange takes of a machine that it shares. It is used by one goroutine
// at a time.
type Budget interface {
	// Hold says what is kept of the response now: so many bytes of text, each of which takes KeptWeight bytes of memory, and
	// so many bytes of memory that others count. An error gives the fix up.
	Hold(text, other int) error
	// Begin waits until n bytes may be worked on, and End ends that. An error gives the fix up.
	Begin(n int) error
	End()
}

// KeptWeight is how many bytes of memory a byte of a request or of a response takes: the text, what is read of it, what is
// made of that, and room to grow.
const KeptWeight = 4

// eventBytes is what an event that waits takes next to its text.
const eventBytes = 2 << 10

// A HoldFunc is a budget of memory alone, as of a body that is read: the work isn't bounded, or it is elsewhere.
type HoldFunc func(text, other int) error

// Hold implements Budget.
func (f HoldFunc) Hold(text, other int) error { return f(text, other) }

// Begin implements Budget.
func (HoldFunc) Begin(int) error { return nil }

// End implements Budget.
func (HoldFunc) End() {}

// unbounded is the budget of an exchange that has none.
var unbounded = HoldFunc(func(int, int) error { return nil })

// An Exchange is a request that offers tools, and the response to it.
type Exchange struct {
	API     gateway.API
	Request gateway.Request
	Fixer   *gateway.Fixer
	// MaxBytes is the longest response that is fixed, unless it is streamed. A longer one passes
	// as it came.
	MaxBytes int
	// Budget may be nil.
	Budget Budget
	// Failed is the error that the client gets for an upstream whose body ended with err.
	Failed func(err error) error
	// Ended takes what became of the response, once. err is what Failed returned, or nil.
	Ended func(status int, report gateway.Report, err error)
	// Came and Went, if set, take the text that the upstream sent, and what the client gets: all of a
	// body that isn't streamed, or the next bytes of one that is.
	Came, Went func(text string)
}

// begin sets what isn't set.
func (x *Exchange) begin() {
	if x.Budget == nil {
		x.Budget = unbounded
	}
}

// faulty is the report of a response whose fix was given up.
func faulty(err error) gateway.Report {
	report := gateway.NewReport()
	report.Fault = err
	return report
}
