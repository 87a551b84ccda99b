package httpfix

import (
	"github.com/toolparser/toolparser/gateway"
)

// A Budget bounds what an exchange takes of a machine that it shares. It is used by one goroutine
// at a time.
type Budget interface {
	// Hold says how many bytes of the response are kept now. An error gives the fix up.
	Hold(n int) error
	// Begin waits until n bytes may be worked on, and End ends that. An error gives the fix up.
	Begin(n int) error
	End()
}

// unbounded is the budget of an exchange that has none.
type unbounded struct{}

func (unbounded) Hold(int) error  { return nil }
func (unbounded) Begin(int) error { return nil }
func (unbounded) End()            {}

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
		x.Budget = unbounded{}
	}
}

// faulty is the report of a response whose fix was given up.
func faulty(err error) gateway.Report {
	report := gateway.NewReport()
	report.Fault = err
	return report
}
