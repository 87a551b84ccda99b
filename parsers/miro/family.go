package miro

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatTool = "miro/use_mcp_tool"

// Family describes MiroThinker.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "miro",
		Aliases:       []string{"mirothinker"},
		ModelPatterns: []string{"*mirothinker*"},
		Description:   "MiroThinker: a server, a tool and JSON arguments in elements.",
		Formats: []parsers.Format{{
			Name:        formatTool,
			Description: "A use_mcp_tool element with the server, the tool and JSON arguments.",
			Example: "<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>get_weather</tool_name>\n" +
				"<arguments>\n{\"city\": \"Oslo\"}\n</arguments>\n</use_mcp_tool>",
		}},
		PreservedTokens: []string{"<think>", "</think>"},
	}, &grammar.Grammar{
		Thoughts: []grammar.Markers{grammar.ThinkTags},
		TurnEnds: grammar.ChatEnds,
	}, family.Body{
		Format: formatTool,
		Markers: grammar.Markers{
			Open: []string{"<use_mcp_tool>"}, Close: []string{"</arguments> </use_mcp_tool>", "</use_mcp_tool>", "</arguments>"},
		},
		Kind: family.PlainTags,
		New:  func() family.Reader { return new(header) },
	})
}
