package gateway

import "github.com/toolparser/toolparser/parsers"

// An Offer is what a request says about the calls that its response may hold.
type Offer struct {
	// Model is the model that was asked for.
	Model string
	// Tools are the functions that the model may call; nil if it may call none. Then there is
	// nothing to fix, and no parser is needed.
	Tools *parsers.Tools
	// PriorCalls is the number of calls earlier in the conversation.
	PriorCalls int
	// MarkupOnly reports that text without markup holds no calls, since the request asked for
	// JSON as the answer.
	MarkupOnly bool
}
