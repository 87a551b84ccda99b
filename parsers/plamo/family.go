package plamo

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatRequest = "plamo/tool_request"

// The special tokens.
const (
	requestsBegin  = "<|plamo:begin_tool_requests:plamo|>"
	requestsEnd    = "<|plamo:end_tool_requests:plamo|>"
	requestBegin   = "<|plamo:begin_tool_request:plamo|>"
	requestEnd     = "<|plamo:end_tool_request:plamo|>"
	nameBegin      = "<|plamo:begin_tool_name:plamo|>"
	nameEnd        = "<|plamo:end_tool_name:plamo|>"
	argumentsBegin = "<|plamo:begin_tool_arguments:plamo|>"
	argumentsEnd   = "<|plamo:end_tool_arguments:plamo|>"
	constrain      = "<|plamo:constrain|>"
	message        = "<|plamo:msg|>"
	tag            = "<|plamo:tag|>"
)

// Family describes PLaMo.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "plamo",
		Aliases:       []string{"plamo3"},
		ModelPatterns: []string{"*plamo*"},
		Description:   "PLaMo 3: a name and JSON between special tokens.",
		Formats: []parsers.Format{{
			Name:        formatRequest,
			Description: "A name and JSON arguments between special tokens, each call in a request, all in a section.",
			Example: requestsBegin + requestBegin + nameBegin + "get_weather" + nameEnd + argumentsBegin + constrain + "json" + message +
				`{"city": "Oslo"}` + argumentsEnd + requestEnd + requestsEnd,
		}},
		PreservedTokens: []string{
			requestsBegin, requestsEnd, requestBegin, requestEnd, nameBegin, nameEnd, argumentsBegin, argumentsEnd,
			constrain, message, tag, think.Opener(), think.Closer(),
		},
	}, &table)
}

// think is where PLaMo thinks.
var think = grammar.Between("<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>")

// table is the family's grammar.
var table = grammar.Grammar{
	Thoughts: []grammar.Markers{think},
	Tokens:   []grammar.Token{{Text: tag}},
	Named: []grammar.Named{{
		Format: formatRequest,
		Shell: grammar.Shell{
			Section: grammar.Between(requestsBegin, requestsEnd),
			Call: grammar.Markers{
				Open:  []string{requestBegin + " " + nameBegin, nameBegin},
				Close: []string{argumentsEnd + " " + requestEnd, argumentsEnd},
			},
			Separator: []string{nameEnd + " " + argumentsBegin + " " + constrain + " json " + message, nameEnd + " " + argumentsBegin + " " + message},
		},
	}},
	TurnEnds: grammar.ChatEnds,
}
