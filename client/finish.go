package client

import toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"

// FinishReason returns why generation ended, from the word that OpenAI's or Anthropic's
// API has for it. A word that says nothing of the text's end, such as "content_filter",
// is UNSPECIFIED.
func FinishReason(word string) toolparserv1.FinishReason {
	switch word {
	case "stop", "end_turn", "stop_sequence":
		return toolparserv1.FinishReason_FINISH_REASON_STOP
	case "length", "max_tokens":
		return toolparserv1.FinishReason_FINISH_REASON_LENGTH
	case "tool_calls", "function_call", "tool_use":
		return toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS
	}
	return toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED
}
