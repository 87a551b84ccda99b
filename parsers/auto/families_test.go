package auto_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// unannounced are the formats that no token, tag or frame announces: JSON and Python
// in text, and calls whose tokens were taken out.
const unannounced = `llama3/json llama3/fenced_json hermes/inline_json hermes/fenced_json hermes/text
	pythonic/text pythonic/fenced phi4/inline_json phi4/fenced_json phi4/text jamba/inline_json jamba/fenced_json
	xlam/json_array xlam/inline_json xlam/fenced_json xlam/text nemotron_deci/inline_json nemotron_deci/fenced_json
	granite/inline_json granite/fenced_json granite/text mistral/inline_json mistral/fenced_json kimi/inline_json kimi/fenced_json
	ksi/event ksi/tool_use cohere/action_fence cohere/inline_json cohere/fenced_json gpt_oss/stripped glm/name_json functionary/recipient
	gemma/bare_call gemma/tool_code gemma/pythonic gemma/inline_json gemma/fenced_json`

// A reading is a call as auto and its family must agree about it.
type reading struct {
	ID, Name, Arguments string
	Confidence          float64
}

// readings are the calls of a case in these formats; in all, if there are none.
func readings(f *parsers.Family, c *parsertest.Case, formats []string) []reading {
	config := c.Config
	if config.Options.Formats = formats; f.Name != "auto" && formats != nil {
		config.Options.Formats = append(formats, "none") // of a family that announces nothing
	}
	if formats != nil {
		config.Options.Formats = append(config.Options.Formats, parsers.InformalFormat)
	}
	var list []reading
	for _, call := range parsers.Parse(f, c.Output, config, c.FinishReason).ToolCalls {
		r := reading{call.ID, call.Name, call.Arguments, call.Confidence}
		if call.IDSynthesized {
			r.ID = ""
		}
		list = append(list, r)
	}
	return list
}

// ownFormats are the family's formats that announce themselves.
func ownFormats(f *parsers.Family) []string {
	names := []string{}
	for _, format := range f.Formats {
		if !slices.Contains(strings.Fields(unannounced), format.Name) && !strings.HasPrefix(format.Name, "common/") {
			names = append(names, format.Name)
		}
	}
	return names
}

// withoutText is the family without the JSON and the Python that it reads in text: what
// has the same format as an announced call there.
func withoutText(f *parsers.Family) *parsers.Family {
	table, hooks := engine.TableOf(f)
	if table == nil {
		return f
	}
	g := *table
	g.JSON, g.Lead, g.Recipients = nil, nil, nil
	if g.Python != nil {
		p := *g.Python
		p.Calls, p.Fence = grammar.PythonMarked, nil
		g.Python = &p
	}
	return engine.Family(&parsers.Family{Name: f.Name, Formats: f.Formats, NewID: f.NewID}, &g, hooks...)
}

// TestAutoReadsAsTheFamily: of every case of every family auto reads the calls that
// announce themselves as the family does, but for the exceptions.
func TestAutoReadsAsTheFamily(t *testing.T) {
	auto, err := families.Registry().Find("auto", "")
	if err != nil {
		t.Fatal(err)
	}
	reasons, seen := map[string]string{}, []string(nil)
	for _, e := range autoExceptions {
		for name := range strings.FieldsSeq(e.cases) {
			reasons[name] = e.reason
		}
	}
	for _, f := range families.Announced(families.Named()) {
		cases, err := parsertest.Load(filepath.Join("..", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		alone := withoutText(f)
		for _, c := range cases {
			if len(c.Config.Options.Formats) > 0 {
				continue // it chooses among the family's own formats
			}
			name := f.Name + "/" + c.Name
			got := readings(auto, c, ownFormats(auto))
			diff := cmp.Diff(readings(alone, c, ownFormats(f)), got)
			if cmp.Equal(readings(f, c, nil), got) {
				diff = "" // all that the family reads, text included
			}
			switch reason := reasons[name]; {
			case diff != "" && reason == "":
				t.Errorf("%s (-%s +auto):\n%s", name, f.Name, diff)
			case diff == "" && reason != "":
				t.Errorf("%s is no exception: drop it", name)
			}
			seen = append(seen, name)
		}
	}
	for name := range reasons {
		if !slices.Contains(seen, name) {
			t.Errorf("%s, an exception, is no case", name)
		}
	}
}

// autoExceptions are the cases that auto reads in another way than their family,
// and why. docs/models/formats/auto.md tells of each reason.
var autoExceptions = []struct{ reason, cases string }{
	{"a declared name at a line start, whose token was taken out or stands behind it, announces nothing", `kimi/stripped
		kimi/stripped_alone kimi/stripped_beside_json kimi/stripped_cut kimi/stripped_cut_header kimi/stripped_in_section
		kimi/stripped_ends_behind_line kimi/stripped_malformed kimi/stripped_partly kimi/stripped_quoted kimi/stripped_repaired kimi/stripped_several
		kimi/stripped_undeclared kimi/stripped_value gigachat/stripped gigachat/stripped_backtick gigachat/stripped_first
		gigachat/stripped_several gigachat/stripped_array gigachat/stripped_no_tools`},
	{"mimo writes Qwen3-Coder's tags, but values without newlines of the template's around them", `mimo/closer_missing_declared
		mimo/closer_missing_end mimo/closer_missing_undeclared mimo/closer_twice_parameter mimo/name_in_quotes mimo/newlines mimo/value_closer_newline`},
	{"behind <tool_call> and <tool_calls> JSON counts as Hermes and Jamba write it: in a fence and at a thought's end, " +
		"damaged, its closer due", `qwen3_coder/json_fence mimo/json_fence glm/json_fence laguna/json_fence laguna/json_exact spark/json_fence spark/json_exact
		minimax/json_fence minimax/json_thought minimax/json_several minimax/json_several_damaged minimax/json_several_failed minimax/json_several_brace_extra granite/any_case granite/array
		granite/braces_once granite/string_arguments apriel/closer_missing_text ernie/closer_missing_text
		trinity/closer_missing_text trinity/fence trinity/thought_end xlam/tagged xlam/tagged_thought hunyuan/a13b_quoted hunyuan/a13b_text_behind
		hunyuan/a13b_closer_twice hunyuan/a13b_closer_twice_strict hunyuan/json_text
		hunyuan/plain_json_fence apriel/turn_ends_arguments ernie/turn_ends_arguments trinity/turn_ends_arguments
		laguna/json_turn_end spark/json_turn_end`},
	{"the ends of all frames are those of messages to tools, and close their JSON", `cohere/turn_ends_arguments`},
	{"behind a name in <tool_call> JSON is arguments, as Laguna writes it", `glm/text_name_and_json
		hunyuan/checkpoint_plain hunyuan/checkpoint_closer_other hermes/named_json hermes/named_json_no_tools
		hermes/named_json_other_tool qwen3_coder/named_json_other_tool glm/named_json_other_tool
		hermes/named_json_undeclared qwen3_coder/named_json qwen3_coder/named_json_undeclared glm/named_json glm/named_json_packed
		glm/named_json_packed_beside glm/named_json_strict glm/named_json_thought glm/named_json_undeclared`},
	{"a name and pairs in <tool_call> are GLM's: their damage is repaired, and None is what a template prints", `
		laguna/key_opener_is_call laguna/key_opener_missing laguna/key_opener_twice laguna/newline_escaped laguna/typed
		laguna/value_closer_stray laguna/value_opener_missing spark/key_opener_is_call spark/key_opener_missing
		spark/key_opener_twice spark/newline_escaped spark/typed spark/value_closer_stray spark/value_opener_missing
		hunyuan/plain_typed`},
	{"behind [TOOL_CALLS] JSON counts as Mistral writes it: not in a fence", `xlam/tagged_fence`},
	{"behind <|tool_call|> no closer is due, as Granite writes it", `phi4/tool_call_closer phi4/tool_call_twice`},
	{"the word functools announces an array only", `phi4/object`},
	{"Claude's <function_calls> quotes calls in thoughts and in fences, so OLMo's does", `pythonic/thought_plain
		pythonic/fence_function_calls`},
	{"what the family takes for text is another family's call", `hermes/inline_stray_tags llama3/pythonic_block_text
		k2_horizon/other_kimi solar2/first_solar zaya/other_wrapper pythonic/json_stray minimax/prose_tags dots/bare_prose`},
	{"the tokens of Kimi stand in the place of DeepSeek's, spelt in ASCII", `deepseek/tokens_ascii`},
	{"a message to a tool may be gpt-oss's, whose names have a prefix and whose body is JSON", `beam/body_json beam/call_prefix
		beam/no_parameters`},
	{"function tags in <tool_call> are Qwen3-Coder's", `hermes/informal_function_tags granite/informal_function_tags
		trinity/informal_function_tags glm/informal_function_tags`},
	{"JSON in a function tag is Llama's", `qwen3_coder/json_in_function qwen3_coder/json_in_function_undeclared mimo/json_in_function
		mimo/json_in_function_undeclared`},
	{"</tool_call> closes the calls of other families", `gemma/closer_misspelt`},
	{"words of prose open no thought", `granite/thought_words`},
}
