package gateway

import "fmt"

// MaxHeldBytes is how many bytes of events a stream keeps while they may be part of a call. A
// stream that would need more goes on as it came.
const MaxHeldBytes = 16 << 20

// MaxTextBytes is the longest text of a choice that is searched for calls in a stream. A longer
// one goes on as it came.
const MaxTextBytes = 16 << 20

// MaxChoices is how many choices of a response are fixed. The rest go on as they came.
const MaxChoices = 128

// MaxCalls is how many structured calls of a response are repaired. The arguments of the rest go on as they came.
const MaxCalls = 1024

// CheckHeld is an error if a stream keeps more than MaxHeldBytes.
func CheckHeld(bytes int) error {
	if bytes > MaxHeldBytes {
		return fmt.Errorf("a call of more than %d bytes of events", MaxHeldBytes)
	}
	return nil
}

// An API is one way to talk to a model: the shape of its requests, responses and errors.
type API interface {
	// ReadRequest reads the body of a request. A body that isn't understood offers nothing.
	ReadRequest(body string) Request
	// Error is the body of a response that reports an error.
	Error(message string) string
	// Answers reports whether the body of a response with status 200 has anything that a client waits for.
	Answers(body string) bool
}

// A Request is a request of one API.
type Request interface {
	// Offered is what the request says about the calls of its response.
	Offered() *Offer
	// FixBody fixes a response that isn't streamed. If nothing was fixed, it is the same, byte
	// for byte.
	FixBody(f *Fixer, body string) (fixed string, report Report)
	// Stream starts the response to a request that asked for events.
	Stream(f *Fixer) Stream
}

// A Stream fixes the events of a streamed response. It is used by one goroutine at a time.
type Stream interface {
	// Write takes the next bytes of the upstream's body, cut anywhere, and returns what the
	// client gets now. The slice is valid until the next call.
	Write(p []byte) []byte
	// End ends the stream, whose body has ended, and returns what the client gets last.
	End() []byte
	// Abort ends the stream, whose upstream failed, and returns the events that were held, as
	// they came. Half an event is left out: Rest has it.
	Abort() []byte
	// ErrorEvent is the event that ends the stream with an error, behind Abort.
	ErrorEvent(message string) string
	// Rest is what came of an event that hasn't ended, for what goes on as it comes behind Abort.
	Rest() string
	// Says reports whether anything with content has left: more than what begins a response, and comments.
	Says() bool
	// Waits reports whether an event waits, since it may be part of a call.
	Waits() bool
	// Sign is a sign of life for the client while an event waits; nil if none does. The slice is valid until the next call.
	Sign() []byte
	// Comment is a comment as the client of this stream can read it.
	Comment(text string) string
	// Held is how many bytes are kept: events that wait, and the texts of the response so far.
	Held() int
	// Events is how many events wait.
	Events() int
	// Done reports whether the stream has ended: nothing that follows is part of it.
	Done() bool
	// Ended reports whether an event of the upstream has ended the response, or reported an error. Then the
	// client has all there is, whatever becomes of the connection: Abort and ErrorEvent would end it twice.
	Ended() bool
	// Report says how the response got its calls, as far as it has come.
	Report() Report
}
