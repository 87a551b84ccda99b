package hyperclovax

import (
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
		Description:   "HyperCLOVA X SEED Think: JSON behind a role (14B), a pair of elements for every argument (32B).",
		Formats: append([]parsers.Format{{
			Name:        formatCall,
			Description: "An array of calls, or one, in a message from the assistant to tool/function_call.",
			Example:     assistant + " " + callRole + "\n" + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]` + messageEnd,
		}}, family.PairFormats(&pairs)...),
		PreservedTokens: append([]string{messageStart, messageEnd, stop, turnEnd}, pairs.Tokens()...),
	}, &table)
}

// pairs is how the 32B model writes a call.
var pairs = grammar.Pairs{
	Tags: "hyperclovax/tool_call", JSON: "hyperclovax/tool_call_json",
	Call: "tool_call", Key: "arg_key", Value: "arg_value",
	Thought: grammar.Markers{
		Open:  []string{"<think>", messageEnd + " " + assistant + "/think", assistant + "/think"},
		Close: []string{"</think>", assistant},
	},
	TurnEnds: []string{stop, turnEnd},
}

// table is the family's grammar. The prompt ends before the role of the first message.
var table = func() grammar.Grammar {
	g := pairs.Grammar()
	first := block(callRole)
	first.Kind = grammar.StartTokens
	g.Blocks = append(g.Blocks, block(messageEnd+" "+assistant+" "+callRole, assistant+" "+callRole), first)
	g.StartThoughts = []grammar.Markers{grammar.Between("/think\n", messageStart+"tool")}
	g.Tokens = []grammar.Token{{Text: messageEnd + " " + assistant, Counts: grammar.EndsThoughts}}
	return g
}()

// block is a message that is a call.
func block(open ...string) grammar.Block {
	return grammar.Block{
		Format: formatCall, Shape: calls(), Markers: grammar.Markers{Open: open}, Closer: grammar.CloserOptional, Reported: true, Body: grammar.BodyOne, Data: true,
	}
}

// calls is what the 14B model's calls look like: it has input for arguments, too.
func calls() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Field([]byte("input")).Free = false
	return s
}
