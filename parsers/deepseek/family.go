package deepseek

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTokens = "deepseek/tokens"
	formatDSML   = "deepseek/dsml"
)

// The special tokens.
const (
	sectionBegin = "<｜tool▁calls▁begin｜>"
	sectionEnd   = "<｜tool▁calls▁end｜>"
	callBegin    = "<｜tool▁call▁begin｜>"
	separator    = "<｜tool▁sep｜>"
	callEnd      = "<｜tool▁call▁end｜>"
)

// written is how models and servers write the token, the right way first.
func written(token string) []string {
	all := []string{token}
	for _, to := range [][2]string{{"|", "_"}, {"｜", "_"}, {"|", `\_`}, {"｜", " "}} {
		all = append(all, strings.NewReplacer("｜", to[0], "▁", to[1]).Replace(token))
	}
	return all
}

// Family describes DeepSeek.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "deepseek",
		Aliases: []string{
			"deepseek_v3", "deepseek_v31", "deepseek_v32", "deepseek_v4", "deepseek_v41", "deepseek_v3_1", "deepseek_v3_2",
			"deepseekv3", "deepseekv31", "deepseekv32", "deepseekv4", "deepseekv41",
			"deepseek31", "deepseek32", "deepseek3", "deepseek_r1", "cogito", "deepseek_dsml",
			"deepseek_v4_1", "deepseek_v4_0731", "dsv4",
		},
		ModelPatterns: []string{
			"*deepseek-v3*", "*deepseek-v4*", "*deepseek_v4*", "*deepseek-r1*", "*deepseek-chat*", "*deepseek-reasoner*",
			"*cogito-671b*", "*cogito-v2.1*",
		},
		Description: "DeepSeek V3 to V4 and R1: a name and JSON between special tokens, or a tag for each parameter.",
		Formats: []parsers.Format{
			{
				Name:        formatTokens,
				Description: "A name and JSON arguments between special tokens; V3 and R1 write a type, and a fence around the JSON.",
				Example:     sectionBegin + callBegin + "get_weather" + separator + `{"city": "Oslo"}` + callEnd + sectionEnd,
			}, {
				Name:        formatDSML,
				Description: "V3.2 and V4: a tag for each parameter, which says whether it is text or JSON.",
				Example: `<｜DSML｜tool_calls><｜DSML｜invoke name="get_weather"><｜DSML｜parameter name="city" string="true">Oslo` +
					`</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>`,
			},
		},
		PreservedTokens: []string{sectionBegin, sectionEnd, callBegin, separator, callEnd, "｜DSML｜", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Thoughts: []grammar.Markers{grammar.ThinkTags},
	TurnEnds: []string{"<｜end▁of▁sentence｜>", "<｜User｜>", "<|im_end|>", "<|endoftext|>"},
	Results: []grammar.Markers{
		grammar.Between("<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"),
		grammar.Element("tool_response"),
		grammar.Element("tool_result"),
	},
	Tags: dsmlTags,
	Named: []grammar.Named{{
		Format: formatTokens,
		Shell: grammar.Shell{
			Section: grammar.Markers{
				Open:  append(written(sectionBegin), "<｜tool▁calls｜>"),
				Close: written(sectionEnd),
			},
			Call: grammar.Markers{Open: written(callBegin), Close: written(callEnd)}, Separator: written(separator), Type: "function",
		},
	}},
}
