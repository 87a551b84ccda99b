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

// EndWord is the word with which a choice ends, after a fix: its own, or called, the API's word for calls. valid reports whether
// arguments are complete. A word that says that the output was cut off, refused or paused stays.
func (c *Choice) EndWord(fix *Fix, word, called string, valid func(arguments string) bool) string {
	switch lower := strings.ToLower(word); {
	case len(fix.Added) > 0:
		if FinishReason(word) != parsers.FinishLength && lower != "pause_turn" && lower != "refusal" {
			return called
		}
	case lower == "tool_call", // which no client knows
		// Clients that look at the word don't run calls then. If the request names a tool, OpenAI itself says "stop".
		(lower == "stop" || lower == "end_turn") && !c.offer.Named && len(c.Calls) > 0 && c.Whole(fix, valid):
		fix.Repairs++
		fix.Method = max(fix.Method, Repaired)
		return called
	}
	return word
}

// Whole reports whether the arguments of all structured calls, as a fix leaves them, are valid.
func (c *Choice) Whole(fix *Fix, valid func(arguments string) bool) bool {
	for i, call := range c.Calls {
		arguments, fixed := fix.Arguments[i]
		if !fixed {
			arguments = call.Arguments()
		}
		if !valid(arguments) {
			return false
		}
	}
	return true
}
