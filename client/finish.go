package client

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// finishReasons are the words of OpenAI, Anthropic and vLLM. Those that are unspecified don't say
// whether the text is complete.
var finishReasons = map[string]toolparserv1.FinishReason{
	"":                              toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
	"stop":                          toolparserv1.FinishReason_FINISH_REASON_STOP,
	"end_turn":                      toolparserv1.FinishReason_FINISH_REASON_STOP,
	"stop_sequence":                 toolparserv1.FinishReason_FINISH_REASON_STOP,
	"length":                        toolparserv1.FinishReason_FINISH_REASON_LENGTH,
	"max_tokens":                    toolparserv1.FinishReason_FINISH_REASON_LENGTH,
	"model_context_window_exceeded": toolparserv1.FinishReason_FINISH_REASON_LENGTH,
	"tool_calls":                    toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS,
	"function_call":                 toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS,
	"tool_use":                      toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS,
	"content_filter":                toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
	"refusal":                       toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
	"pause_turn":                    toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
	"abort":                         toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
	"error":                         toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED,
}

// FinishReason converts the finish reason of OpenAI, Anthropic or vLLM. Words that don't say
// whether the text is complete, such as "content_filter", and "" are UNSPECIFIED. An unknown
// word is an error that lists the known ones.
func FinishReason(word string) (toolparserv1.FinishReason, error) {
	reason, ok := finishReasons[word]
	if !ok {
		known := slices.Sorted(maps.Keys(finishReasons))[1:]
		return 0, fmt.Errorf("unknown finish reason %q; use \"\", or one of %s", word, strings.Join(known, ", "))
	}
	return reason, nil
}
