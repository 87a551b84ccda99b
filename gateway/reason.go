package gateway

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// reasons are the words that say that an output is complete, in lower case.
var reasons = map[string]parsers.FinishReason{
	"stop": parsers.FinishStop, "eos": parsers.FinishStop, "eos_token": parsers.FinishStop, "stop_sequence": parsers.FinishStop,
	"end_turn": parsers.FinishStop, "complete": parsers.FinishStop, "completed": parsers.FinishStop,
	"pause_turn": parsers.FinishStop, "refusal": parsers.FinishStop,
	"tool_calls": parsers.FinishToolCalls, "tool_call": parsers.FinishToolCalls,
	"function_call": parsers.FinishToolCalls, "tool_use": parsers.FinishToolCalls,
}

// FinishReason is what an API's word for the end of an output says, in any case: FinishLength for every word that doesn't say
// that the output is complete, for one that isn't known, and for none.
func FinishReason(word string) parsers.FinishReason {
	if reason, complete := reasons[strings.ToLower(word)]; complete {
		return reason
	}
	return parsers.FinishLength
}

// Ended reports whether a word says that the output has ended, and not that it is to go on with the results of calls. Clients that
// look at the reason don't run calls then.
func Ended(word string) bool {
	word = strings.ToLower(word)
	return word == "stop" || word == "end_turn"
}

// GivesWay reports whether a choice in which calls were found ends with the API's word for that, and not with its own word: one
// that says that the output was cut off, refused or paused stays.
func GivesWay(word string) bool {
	word = strings.ToLower(word)
	return FinishReason(word) != parsers.FinishLength && word != "pause_turn" && word != "refusal"
}
