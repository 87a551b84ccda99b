package server

import (
	"unsafe"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

// An account is what the memory counts for one call, output or request. It is used by one
// goroutine at a time.
type account struct {
	memory *memory
	client *client
	held   int
	// noted is the part of it that parsing took, base what of that results hold which were
	// made before.
	noted, base int
}

// hold counts n more bytes.
func (a *account) hold(n int) error {
	if n == 0 {
		return nil // the count is everyone's: even adding nothing to it shows
	}
	if !a.memory.take(a.client, n) {
		return shedError(shedMemory)
	}
	a.held += n
	return nil
}

// give takes n bytes out of the count.
func (a *account) give(n int) {
	if n != 0 {
		a.memory.give(a.client, n)
		a.held -= n
	}
}

// end takes all out of it.
func (a *account) end() {
	a.give(a.held)
	a.noted, a.base = 0, 0
}

// note counts what parsing holds next to the text, which was something else before. It is
// a parsers.Config.Hold.
func (a *account) note(n int) error {
	change := a.base + n - a.noted
	if change < 0 {
		a.give(-change)
	} else if err := a.hold(change); err != nil {
		return err
	}
	a.noted += change
	return nil
}

// noteResult counts a result, and the answer that is made of it.
func (a *account) noteResult(r *parsers.Result, reported tellLimits) error {
	n := len(r.Segments) * int(unsafe.Sizeof(parsers.Segment{})+unsafe.Sizeof(segmentMessage{})+unsafe.Sizeof(&toolparserv1.Segment{}))
	n += len(r.ToolCalls) * int(unsafe.Sizeof(parsers.ToolCall{})+unsafe.Sizeof(callMessage{}))
	n += len(r.InvalidToolCalls) * int(unsafe.Sizeof(parsers.InvalidToolCall{}))
	n += min(len(r.InvalidToolCalls), reported.invalid) * int(unsafe.Sizeof(invalidMessage{}))
	for i := range r.ToolCalls {
		n += len(r.ToolCalls[i].Repairs) * int(unsafe.Sizeof(parsers.Repair{}))
	}
	for i := range r.InvalidToolCalls {
		n += len(r.InvalidToolCalls[i].Repairs) * int(unsafe.Sizeof(parsers.Repair{}))
	}
	return a.note(n)
}
