package proxy

import (
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
)

// roundTrip sends the request to the upstreams of the route, one after another, until a response is
// good. If none is, the first one with an answer is passed on as it came, else the first one with an error
// of its API, else the first failure.
func (x *exchange) roundTrip(r *http.Request) (*http.Response, error) {
	if !x.offersTools() && (!x.whole || len(x.route.stops) == 1) {
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
	if !x.route.fallBackOn[a.reason] || !x.whole || x.left() {
		return -1
	}
	next := x.route.next(a.index, x.spent)
	a.fellBack = next >= 0
	return next
}

// try sends the request to the upstream at an index of the route.
func (x *exchange) try(r *http.Request, index int) *attempt {
	a := x.attempt(r, index)
	if a.failure = x.withheld(a.stop); a.failure != nil {
		a.fail(a.failure)
		return a
	}
	x.attempts++
	if err := a.send(r); err != nil {
		a.fail(err)
	} else {
		a.judge(x.whole && x.route.next(index, x.spent+a.stop.upstream.cost) >= 0)
	}
	x.spent += a.cost()
	if !x.left() { // of which the upstream knows nothing
		x.route.note(a.stop, a.reason, time.Now())
	}
	return a
}

// attempt is the one at the upstream at an index of the route.
func (x *exchange) attempt(r *http.Request, index int) *attempt {
	a := &attempt{x: x, stop: x.route.stops[index], index: index, ctx: r.Context(), report: gateway.NewReport()}
	a.budget = budget{attempt: a, account: x.proxy.memory.AccountOf(x.sender)}
	return a
}
