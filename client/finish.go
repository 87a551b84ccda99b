package client

import (
	"github.com/toolparser/toolparser/chatapi"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// FinishReason converts the finish reason of OpenAI, Anthropic or vLLM. Words that don't say
// whether the text is complete, such as "content_filter", and "" are UNSPECIFIED. An unknown
// word is an error that lists the known ones.
func FinishReason(word string) (toolparserv1.FinishReason, error) {
	reason, err := chatapi.ReadFinishReason(word)
	return toolparserv1.FinishReason(reason), err // both enums have the same numbers
}
