package hyperclovax

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCall = "hyperclovax/function_call"

// The special tokens, and the words of roles that are behind them.
const (
	messageStart = "<|im_start|>"
	messageEnd   = "<|im_end|>"
	stop         = "<|stop|>"
	turnEnd      = "<|endofturn|>"
	assistant    = messageStart + "assistant"
	callRole     = "-> tool/function_call"
)

// Family describes HyperCLOVA X SEED Think.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "hyperclovax",
		Aliases:       []string{"hyperclovax_seed_think", "hyperclovax_seed_think_14b"},
		ModelPatterns: []string{"*hyperclovax*"},
		Description:   "HyperCLOVA X SEED Think: JSON after a role (14B), a pair of elements for every argument (32B).",
		Formats: append([]parsers.Format{{
			Name:        formatCall,
			Description: "An array of calls, or one, in a message from the assistant to tool/function_call.",
			Example:     assistant + " " + callRole + "\n" + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]` + messageEnd,
		}}, family.PairFormats(&table)...),
		PreservedTokens: slices.Concat([]string{messageStart, messageEnd, stop, turnEnd}, table.Tags[0].Tokens(), think.Open, think.Close),
	}, &table)
}

// think is how thoughts are marked: the 14B model has a role for them.
var think = grammar.Markers{
	Open:  []string{"<think>", messageEnd + " " + assistant + "/think", assistant + "/think"},
	Close: []string{"</think>", assistant},
}

// table is the family's grammar. The 32B model writes pairs. The prompt of the 14B model ends
// before the role of the first message.
var table = grammar.Grammar{
	Tags: []grammar.Tags{grammar.PairTags("hyperclovax/tool_call", grammar.PlainTags, "tool_call", "arg_key", "arg_value")},
	Blocks: []grammar.Block{
		grammar.PairBlock("hyperclovax/tool_call_json", grammar.PlainTags, "tool_call"),
		block(grammar.SpecialTokens, messageEnd+" "+assistant+" "+callRole, assistant+" "+callRole),
		block(grammar.StartTokens, callRole),
	},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{think, grammar.Between("/think\n", messageStart+"tool")},
	Tokens:      []grammar.Token{{Text: messageEnd + " " + assistant, Counts: grammar.EndsThoughts}},
	TurnEnds:    append([]string{stop, turnEnd}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// block is a message that is a call.
func block(kind grammar.MarkerKind, open ...string) grammar.Block {
	return grammar.Block{
		Format: formatCall, Shape: calls(), Kind: kind, Markers: grammar.Markers{Open: open}, Closer: grammar.CloserOptional, Reported: true, Body: grammar.BodyData,
	}
}

// calls is what the 14B model's calls look like: it has input for arguments, too.
func calls() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Field([]byte("input")).Free = false
	return s
}
