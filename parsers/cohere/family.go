package cohere

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatAction      = "cohere/action"
	formatActionFence = "cohere/action_fence"
	formatInline      = "cohere/inline_json"
	formatFenced      = "cohere/fenced_json"
	formatTags        = "cohere/tool_calls"
)

// The special tokens.
const (
	startThinking = "<|START_THINKING|>"
	endThinking   = "<|END_THINKING|>"
	startAction   = "<|START_ACTION|>"
	endAction     = "<|END_ACTION|>"
	startResponse = "<|START_RESPONSE|>"
	endResponse   = "<|END_RESPONSE|>"
	startText     = "<|START_TEXT|>"
	endText       = "<|END_TEXT|>"
	endOfTurn     = "<|END_OF_TURN_TOKEN|>"
)

// Family describes Cohere.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "cohere",
		Aliases: []string{
			"cohere_command3", "cohere_command4", "command_r", "command_r7b", "command_a", "cohere2_moe", "cohere2moe",
			"cohere_cmd", "commandr",
		},
		ModelPatterns: []string{
			"*command-r*", "*command-a*", "*c4ai-command*", "coherelabs/*", "cohereforai/*", "*north-mini*",
		},
		Description: "Cohere Command: an array of calls in a section of its own; after Action:, in a fence; JSON in text.",
		Formats: []parsers.Format{
			{
				Name:        formatAction,
				Description: "An array of calls between the tokens of an action.",
				Example:     startAction + `[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]` + endAction,
			}, {
				Name:        formatActionFence,
				Description: "The array in a fence, after the word Action (Command R of 2024).",
				Example:     "Action: ```json\n[{\"tool_name\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}]\n```",
			}, {
				Name:        formatInline,
				Description: "An object with a name and arguments, or an array of them, in running text.",
				Example:     `{"tool_name": "get_weather", "parameters": {"city": "Oslo"}}`,
			}, {
				Name:        formatFenced,
				Description: "The same in a Markdown fence.",
				Example:     "```json\n{\"tool_name\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}\n```",
			}, {
				Name:        formatTags,
				Description: "A tag for each parameter, which says whether it is text, JSON, or made of other values.",
				Example: `<cofl:tool_calls><cofl:tool_call id="0" name="get_weather"><cofl:tool_param name="city" string="true">Oslo` +
					`</cofl:tool_param></cofl:tool_call></cofl:tool_calls>`,
			},
		},
		PreservedTokens: []string{
			startThinking, endThinking, startAction, endAction, startResponse, endResponse, startText, endText, endOfTurn,
			"<cofl:tool_calls>", "</cofl:tool_calls>",
		},
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: startThinking, Close: endThinking}},
		IDs:              &parsers.IDs{Counted: true}, // as the chat template does
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        calls(grammar.NoCall),
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Tags:        coflTags,
	Frames: &grammar.Frames{
		Ends:        []string{endThinking, endResponse, endText, endOfTurn},
		ThoughtEnds: []string{endThinking},
		Sections: []grammar.FrameSection{
			{Open: startThinking, Is: grammar.SectionThought},
			{Open: startResponse},
			{Open: startText},
		},
	},
	Blocks: []grammar.Block{{
		Format: formatAction, Shape: calls(grammar.CallOrReport), Markers: grammar.Between(startAction, endAction),
		Body: grammar.BodyOne, Reported: true,
	}, {
		Format: formatActionFence, Shape: calls(grammar.CallOrReport), Markers: grammar.Markers{Open: []string{"Action:"}},
		Kind: grammar.PlainWord, Body: grammar.BodyFenced, Closer: grammar.CloserOptional,
	}},
}

// calls is what a call looks like, in a section of its own and in text.
func calls(bare grammar.NoArguments) *grammar.Shape {
	s := &grammar.Shape{
		Format: formatInline, FencedFormat: formatFenced,
		Fields: grammar.CallFields("tool_name", "name"), NoArguments: bare,
	}
	s.Field([]byte("tool_call_id")).Holds = grammar.HoldsNumericID
	if bare != grammar.NoCall {
		s.BuiltIn = []string{"directly-answer", "directly_answer"}
	}
	return s
}
