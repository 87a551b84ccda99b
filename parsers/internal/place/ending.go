package place

// An Ending says how the text behind JSON ends that JSON.
type Ending uint8

const (
	// EndsNothing: it is just text.
	EndsNothing Ending = iota
	// EndsBlock: a call is complete if only outer closers are missing.
	EndsBlock
	// EndsArguments: unfinished arguments outside a string are closed too.
	EndsArguments
	// EndsMessage: a call that isn't complete has failed.
	EndsMessage
	// EndsOutput: the output is over. It is like EndsBlock, but an unfinished call is
	// INCOMPLETE and may be closed under AcceptIncomplete.
	EndsOutput
)
