package httpfix

import (
	"errors"
	"net/http"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
)

// Fix fixes a response. One that can't hold calls is returned as it came, with its own body. If
// nothing was fixed, the body is the same, byte for byte. An error is what Failed returned.
func (x *Exchange) Fix(response *http.Response) (*http.Response, error) {
	switch KindOf(response, x.Request) {
	case Events:
		x.FixEvents(response)
		return response, nil
	case Body:
		return response, x.FixBody(response)
	}
	x.untouched(response, nil)
	return response, nil
}

// KindOf is how the response to a request can be fixed. Where a stream was asked for, and a type isn't set, or is one that servers set for
// streams by mistake, it reads the start of the body, and puts it back.
func KindOf(response *http.Response, request gateway.Request) Kind {
	kind, doubtful := kindOf(response)
	if doubtful && request.Offered().Streamed && startsEvents(response) {
		return Events
	}
	return kind
}

// untouched passes a response on as it came; fault is why it couldn't be fixed, if it could have
// been.
func (x *Exchange) untouched(response *http.Response, fault error) {
	report := gateway.NewReport()
	report.Fault = fault
	x.Ended(response.StatusCode, report, nil)
}

// FixBody fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came. An error
// is what Failed returned.
func (x *Exchange) FixBody(response *http.Response) error {
	x.begin()
	body := response.Body
	raw, err := ReadWithin(x.Budget, body, x.MaxBytes, response.ContentLength)
	if goesOn(err) {
		response.Body = Rejoin(raw, body, err)
		x.untouched(response, fullBudget(err))
		return nil
	}
	if err != nil {
		_ = body.Close()
		return x.Failed(err)
	}
	response.Body = Rejoin(raw, body, nil)
	response.ContentLength = int64(len(raw)) // all is there: nothing needs to be flushed before
	text, err := Decode(x.Budget, response.Header, raw, x.MaxBytes)
	if err != nil {
		x.untouched(response, fullBudget(err))
		return nil
	}
	fixed, report := x.fixText(text)
	Describe(response.Header, report)
	if fixed != text {
		response.Body = Rejoin(fixed, body, nil)
		length := len(fixed)
		if len(response.Trailer) > 0 {
			length = -1 // HTTP/1.1 has trailers only behind a body without a Content-Length
		}
		replaced(response, length)
	}
	if x.Came != nil {
		x.Came(text)
	}
	if x.Went != nil {
		x.Went(fixed)
	}
	x.Ended(response.StatusCode, report, nil)
	return nil
}

// fullBudget is the budget's error behind another one, if there is one.
func fullBudget(err error) error {
	if over, ok := errors.AsType[overBudgetError](err); ok {
		return over.err
	}
	return nil
}

// fixText fixes the text of a body. A panic costs the fix, and so does a budget without a turn.
func (x *Exchange) fixText(text string) (fixed string, report gateway.Report) {
	defer func() {
		if v := recover(); v != nil {
			fixed, report = text, faulty(panics.Error(v))
		}
	}()
	if err := x.Budget.Begin(len(text)); err != nil {
		return text, faulty(err)
	}
	defer x.Budget.End()
	hold := func(bytes int) error { return x.Budget.Hold(len(text), bytes) }
	return x.Request.FixBody(x.Fixer.ForResponse(hold), text)
}
