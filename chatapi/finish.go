package chatapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// finishReasons are the words of OpenAI, Anthropic and vLLM. Those that are unspecified don't say
// whether the text is complete.
var finishReasons = map[string]parsers.FinishReason{
	"":                              parsers.FinishUnspecified,
	"stop":                          parsers.FinishStop,
	"end_turn":                      parsers.FinishStop,
	"stop_sequence":                 parsers.FinishStop,
	"length":                        parsers.FinishLength,
	"max_tokens":                    parsers.FinishLength,
	"model_context_window_exceeded": parsers.FinishLength,
	"tool_calls":                    parsers.FinishToolCalls,
	"function_call":                 parsers.FinishToolCalls,
	"tool_use":                      parsers.FinishToolCalls,
	"content_filter":                parsers.FinishUnspecified,
	"refusal":                       parsers.FinishUnspecified,
	"pause_turn":                    parsers.FinishUnspecified,
	"abort":                         parsers.FinishUnspecified,
	"error":                         parsers.FinishUnspecified,
}

// ReadFinishReason converts the finish reason of OpenAI, Anthropic or vLLM. Words that don't say
// whether the text is complete, such as "content_filter", and "" are FinishUnspecified. An
// unknown word is an error that lists the known ones.
func ReadFinishReason(word string) (parsers.FinishReason, error) {
	reason, ok := finishReasons[word]
	if !ok {
		known := slices.Sorted(maps.Keys(finishReasons))[1:]
		return 0, fmt.Errorf("unknown finish reason %q; use \"\", or one of %s", word, strings.Join(known, ", "))
	}
	return reason, nil
}

// FinishReason is the finish_reason of a choice in OpenAI's chat API, from why generation ended
// and whether tools are called: "length", "tool_calls" or "stop".
func FinishReason(toolsCalled bool, reason parsers.FinishReason) string {
	switch {
	case reason == parsers.FinishLength:
		return "length"
	case toolsCalled:
		return "tool_calls"
	}
	return "stop"
}
