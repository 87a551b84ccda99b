package server

import (
	"unsafe"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// The weights of a byte of output.
const (
	// callWeight: the decoded request, the result, and the response on its way.
	callWeight = 3
	// streamWeight: the result so far, and the deltas on their way.
	streamWeight = 3
)

// callBytes is what a call of a stream takes next to its text, in the result, in a delta
// and in the response. A short one takes 14 times its text in the result alone.
const callBytes = 1 << 10

// messageBytes is what the message of an invalid call takes that names a place.
const messageBytes = 128

// noteResult counts a result, and the response that is made of it.
func noteResult(account *admit.Account, r *parsers.Result, reported tellLimits) error {
	n := len(r.Segments) * int(unsafe.Sizeof(parsers.Segment{})+unsafe.Sizeof(segmentMessage{})+unsafe.Sizeof(&toolparserv1.Segment{}))
	n += len(r.ToolCalls) * int(unsafe.Sizeof(parsers.ToolCall{})+unsafe.Sizeof(callMessage{}))
	n += len(r.InvalidToolCalls) * int(unsafe.Sizeof(parsers.InvalidToolCall{})+unsafe.Sizeof(r.InvalidToolCalls[0]))
	n += min(len(r.InvalidToolCalls), reported.invalid) * (int(unsafe.Sizeof(invalidMessage{})) + messageBytes)
	for i := range r.ToolCalls {
		n += len(r.ToolCalls[i].Repairs) * int(unsafe.Sizeof(parsers.Repair{}))
	}
	for i := range r.InvalidToolCalls {
		n += len(r.InvalidToolCalls[i].Repairs) * int(unsafe.Sizeof(parsers.Repair{}))
	}
	return account.Note(n)
}
