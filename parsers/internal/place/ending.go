package place

// An Ending says how what follows ends the JSON before it.
type Ending uint8

const (
	// EndsNothing: it is just text.
	EndsNothing Ending = iota
	// EndsBlock: a call is complete if only outer closers are missing.
	EndsBlock
	// EndsArguments: unfinished arguments outside a string are closed too.
	EndsArguments
	// EndsMessage: a call that isn't whole has failed.
	EndsMessage
	// EndsOutput: the output is over; as EndsBlock, but what is unfinished is
	// INCOMPLETE and may be closed under AcceptIncomplete.
	EndsOutput
)
