package gateway

import "fmt"

const (
	// MaxTextBytes is the longest text of a choice that is searched for calls in a stream. A
	// longer one goes on as it came.
	MaxTextBytes = 16 << 20
	// MaxHeldBytes is how many bytes of events a stream keeps while they may be part of a call. A
	// stream that would need more goes on as it came.
	MaxHeldBytes = 16 << 20
)

// Why the fix of a choice is given up; see Choice.Abandon.
var (
	ErrLongText = fmt.Errorf("a text of more than %d bytes", MaxTextBytes)
	ErrLongCall = fmt.Errorf("a call of more than %d bytes of events", MaxHeldBytes)
)
