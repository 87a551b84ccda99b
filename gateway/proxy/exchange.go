package proxy

import (
	"net/http"
	"strconv"
	"time"

	"github.com/toolparser/toolparser/gateway"
)

// An exchange is a request and the response to it.
type exchange struct {
	proxy    *Proxy
	started  time.Time
	api      gateway.API
	calls    bool            // its response can hold calls
	request  gateway.Request // nil: its response is passed on as it comes
	caller   *http.Request
	text     string // the body, if it was read
	whole    bool   // it was, and can be sent again
	model    string // empty: it isn't known
	identity string // the name of the caller's token
	route    *route
	attempts int
	spent    float64 // the cost of the attempts
}

// fixes reports whether the response is to be fixed.
func (x *exchange) fixes() bool { return x.request != nil }

// roundTrip sends the request to the upstreams of the route, one after another, until a response is
// good. If none is, the first one with an answer is passed on as it came, else the first one with an error
// of its API, else the first failure.
func (x *exchange) roundTrip(r *http.Request) (*http.Response, error) {
	if !x.fixes() && (!x.whole || len(x.route.stops) == 1) {
		return x.pass(r)
	}
	best := x.try(r, x.route.first(x.started))
	for next := x.next(best); next >= 0; {
		last := x.try(r, next)
		next = x.next(last)
		worse := last
		if last.rank() > best.rank() {
			best, worse = last, best
		}
		worse.discard()
	}
	return best.deliver()
}

// pass passes a request on, and its response back.
func (x *exchange) pass(r *http.Request) (*http.Response, error) {
	a := x.attempt(r, x.route.first(x.started))
	if a.failure = x.withheld(a.stop); a.failure != nil {
		return a.deliver()
	}
	if err := a.send(r); err != nil {
		a.fail(err)
		return a.deliver()
	}
	return a.response, nil
}

// next is the index of the stop to try after an attempt, which notes that; below 0 if there is none, or no need.
func (x *exchange) next(a *attempt) int {
	if !x.route.fallBackOn[a.reason] || !x.whole || x.caller.Context().Err() != nil {
		return -1
	}
	next := x.route.next(a.index, x.spent)
	a.fellBack = next >= 0
	return next
}

// label says in headers which upstream responds.
func (x *exchange) label(h http.Header, upstream string) {
	h.Set("X-Toolparser-Upstream", upstream)
	h.Set("X-Toolparser-Attempts", strconv.Itoa(x.attempts))
}
