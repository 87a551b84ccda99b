package claude

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// The formats.
const (
	formatInvoke   = "claude/invoke_xml"
	formatLegacy   = "claude/legacy_xml"
	formatToolUse  = "claude/tool_use_json"
	formatMessages = "claude/messages_json"
	formatConverse = "claude/converse_json"
	formatEvents   = "claude/sse"
)

// Family describes Claude.
func Family() *parsers.Family {
	return engine.Family(&parsers.Family{
		Name:          "claude",
		Aliases:       []string{"anthropic"},
		ModelPatterns: []string{"*claude*"},
		Description:   "Claude: invoke tags, tool_use and toolUse JSON, whole Messages and Converse responses, event streams.",
		Formats: []parsers.Format{
			{
				Name:        formatInvoke,
				Description: "Invoke and parameter tags in a function_calls block, with or without a namespace prefix.",
				Example: "<function_calls>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Oslo</parameter>\n" +
					"</invoke>\n</function_calls>",
			}, {
				Name:        formatLegacy,
				Description: "The block of Claude 2.1: a tag for the tool's name and one for every parameter.",
				Example: "<function_calls>\n<invoke>\n<tool_name>get_weather</tool_name>\n<parameters>\n" +
					"<city>Oslo</city>\n</parameters>\n</invoke>\n</function_calls>",
			}, {
				Name:        formatToolUse,
				Description: "A tool_use block in text or in a Markdown fence.",
				Example:     `{"type": "tool_use", "id": "toolu_01", "name": "get_weather", "input": {"city": "Oslo"}}`,
			}, {
				Name:        formatMessages,
				Description: "A response of the Messages API, a message or its content: the whole output.",
				Example: `{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Let me see."}, ` +
					`{"type": "tool_use", "id": "toolu_01", "name": "get_weather", "input": {"city": "Oslo"}}]}`,
			}, {
				Name:        formatConverse,
				Description: "A toolUse block of the Converse API, in text or in a whole response.",
				Example:     `{"toolUse": {"toolUseId": "tooluse_01", "name": "get_weather", "input": {"city": "Oslo"}}}`,
			}, {
				Name:        formatEvents,
				Description: "The event stream of the Messages API as it comes.",
				Example: `data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01","name":"get_weather","input":{}}}` + "\n\n" +
					`data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"city\": \"Oslo\"}"}}` + "\n\n" +
					`data: {"type":"content_block_stop","index":0}` + "\n",
			},
		},
		IDs: &parsers.IDs{Prefix: "toolu_"},
	}, &table, openings.Hooks{Start: startEvents, NonJSON: []string{formatEvents}})
}

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:      &contentBlock,
	Penalty:   grammar.PenaltyInFences,
	Tags:      []grammar.Tags{invokeTags},
	Documents: []grammar.Document{document},
	Results: []grammar.Markers{
		grammar.Element("function_results"), grammar.Element("function_response"),
	},
	Thoughts: []grammar.Markers{grammar.ThinkTags},
}

// invokeTags is how Claude writes calls, each of whose tags may have a prefix.
var invokeTags = grammar.Tags{
	Format:    formatInvoke,
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
	Wrappers:  []string{"function_calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Word: "parameter", Name: "name"},
	Elements:  &grammar.Elements{Format: formatLegacy, Name: "tool_name", Parameters: "parameters"},
	Inside:    grammar.Nests,
	Literals:  grammar.LiteralsText,
}
