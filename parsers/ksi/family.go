package ksi

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatEvent   = "ksi/event"
	formatToolUse = "ksi/tool_use"
)

// Family describes KSI.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:        "ksi",
		Description: "KSI: events and ksi_tool_use objects, in text or in fences.",
		Formats: []parsers.Format{
			{
				Name:        formatEvent,
				Description: "A JSON object with an event and its data.",
				Example:     `Starting. {"event": "agent:status", "data": {"agent_id": "a1", "status": "initialized"}}`,
			}, {
				Name:        formatToolUse,
				Description: "A JSON object of type ksi_tool_use.",
				Example:     `{"type": "ksi_tool_use", "id": "ksiu_1", "name": "agent:status", "input": {"agent_id": "a1"}}`,
			},
		},
		IDs: &parsers.IDs{Prefix: "ksiu_", Timed: true, Random: 12}, // they sort by time
	}, &table)
}

// An event's arguments are its data, a tool use's its input.
const (
	data grammar.Mask = 1 << iota
	input
)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:     &callObject,
	Thoughts: []grammar.Markers{grammar.ThinkTags},
}

var callObject = grammar.Shape{
	Format: formatEvent, WaitID: true,
	Fields: []grammar.Field{
		{Key: "event", Name: data, NoID: true, Format: formatEvent},
		{Key: "data", Arguments: data},
		{Key: "type", Holds: grammar.HoldsType},
		{Key: "id", Holds: grammar.HoldsID},
		{Key: "name", Name: input, Types: []string{"ksi_tool_use"}, Format: formatToolUse},
		{Key: "input", Arguments: input},
	},
}
