package families_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

var commonTools = parsers.NewTools([]parsers.Tool{
	{Name: "get_weather", Parameters: `{"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}`},
	{Name: "write_file", Parameters: `{"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]}`},
	{Name: "search", Parameters: `{"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}`},
})

const (
	oslo    = `get_weather {"city":"Oslo"}`
	osloFor = `get_weather {"city":"Oslo","days":3}`
	file    = `write_file {"content":"x\ny","path":"a.txt"}`
)

// commonCases are calls in the common formats, and what looks like them: the calls that each family reads there, and what
// is left of the text. The content "=" stands for what the family reads there by itself.
var commonCases = []struct {
	name, output string
	calls        []string
	content      string
}{
	{"an object", `{"name": "get_weather", "arguments": {"city": "Oslo"}}`, []string{oslo}, ""},
	{"an object in text", "I look.\n\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n\nDone.", []string{oslo}, "I look.\n\nDone."},
	{"a fence", "I look.\n\n```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```", []string{oslo}, "I look."},
	{"other keys", `{"tool": "get_weather", "args": {"city": "Oslo"}}`, []string{oslo}, ""},
	{"another word for the arguments", `{"tool_name": "get_weather", "inputs": {"city": "Oslo"}}`, []string{oslo}, ""},
	{"OpenAI's shape", `{"tool_calls": [{"function": {"name": "get_weather", "arguments": "{\"city\": \"Oslo\"}"}}]}`, []string{oslo}, ""},
	{"Hermes' tags", "I look.\n<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>", []string{oslo}, "I look."},
	{"Qwen3-Coder's tags", "<tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</tool_call>", []string{oslo}, ""},
	{"Kimi's tokens", `<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>`, []string{oslo}, ""},
	{"Mistral's token", `[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]`, []string{oslo}, ""},
	{"Claude's tags", "<function_calls>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Oslo</parameter>\n</invoke>\n</function_calls>", []string{oslo}, ""},
	{"a tag for each argument", "<write_file>\n<path>a.txt</path>\n<content>\nx\ny\n</content>\n</write_file>", []string{file}, ""},
	{"attributes", `<get_weather city="Oslo" days="3" />`, []string{osloFor}, ""},
	{"attributes in a wrapper", "<tool_calls>\n<get_weather city=\"Oslo\" days=\"3\" />\n</tool_calls>", []string{osloFor}, ""},
	{"a tag around JSON", `<write_file>{"path": "a.txt", "content": "x\ny"}</write_file>`, []string{file}, ""},
	{"name and JSON in elements", "<tool_use>\n<tool_name>get_weather</tool_name>\n<arguments>{\"city\": \"Oslo\"}</arguments>\n</tool_use>", []string{oslo}, ""},
	{"invoke with tags", "<invoke name=\"get_weather\">\n<city>Oslo</city>\n<days>3</days>\n</invoke>", []string{osloFor}, ""},
	{"invoke with attributes", `<invoke name="get_weather" city="Oslo"/>`, []string{oslo}, ""},
	{"JSON in an attribute", `<tool name="get_weather" args='{"city": "Oslo"}'/>`, []string{oslo}, ""},
	{"a hash", `[TOOL_CALL]{tool => "get_weather", args => {--city "Oslo" --days 3}}[/TOOL_CALL]`, []string{osloFor}, ""},
	{"JSON between brackets", `[TOOL_CALL] {"tool": "get_weather", "args": {"city": "Oslo"}} [/TOOL_CALL]`, []string{oslo}, ""},
	{"a record", "I look.\n[Calling tool: get_weather({\"city\": \"Oslo\"})]", []string{oslo}, "I look."},
	{"a record with the arguments behind it", `[tool:get_weather] {"city": "Oslo"}`, []string{oslo}, ""},
	{"the name as the only key", `[{"get_weather": {"city": "Oslo"}}]`, []string{oslo}, ""},

	{"a tool that isn't declared", "So <tool_calls>[{\"name\": \"f\", \"arguments\": {}}]</tool_calls> and <f><a>1</a></f>.", nil, "="},
	{"JSON of data", `{"name": "Oslo", "arguments": 3, "city": {"get_weather": true}}`, nil, "="},
	{"a name without arguments", `[{"name": "get_weather"}, {"name": "search"}]`, nil, "="},
	{"an empty object as the only value", `[{"search": {}}]`, nil, "="},
	{"inline code", "Write `<invoke name=\"get_weather\" city=\"Oslo\"/>` or `<get_weather><city>Oslo</city></get_weather>`.", nil, "="},
	{"a fence of code", "```xml\n<get_weather city=\"Oslo\"/>\n```", nil, "="},
	{"a string", `print("<get_weather city='Oslo'/>")`, nil, "="},
	{"words of HTML", "<search>\n<query>Oslo</query>\n</search>", nil, "="},
	{"a property that is missing", "<write_file>\n<path>a.txt</path>\n</write_file>", nil, "="},
	{"text in the tag", "<get_weather>\nOslo\n</get_weather>", nil, "="},
	{"a tag in a sentence", "Then <get_weather city=\"Oslo\"/> is sent.", nil, "="},
	{"a longer name", "<get_weather_now>\n<city>Oslo</city>\n</get_weather_now>", nil, "="},
	{"a record that is a report", "[Calling tool: get_weather({\"city\": \"Oslo\"})]\n[Tool result: sunny]\nIt is sunny.", nil, "="},
	{"prose", "Call <invoke name=\"get_weather\"> first, then [search] and {so on}.", nil, "="},
}

// described are a result's calls, as commonCases has them.
func described(r *parsers.Result) (calls []string) {
	for i := range r.ToolCalls {
		c := &r.ToolCalls[i]
		var args any
		_ = json.Unmarshal([]byte(c.Arguments), &args)
		text, _ := json.Marshal(args)
		calls = append(calls, c.Name+" "+string(text))
	}
	return calls
}

// TestCommonFormats: every family reads calls in the common formats, for declared tools, with a penalty of 0.3, however the output is
// cut; and nothing else.
func TestCommonFormats(t *testing.T) {
	for _, f := range families.All() {
		if len(f.Formats) == 0 {
			continue // passthrough has no calls
		}
		t.Run(f.Name, func(t *testing.T) {
			for _, c := range commonCases {
				if f.Name == "openai" && len(c.calls) > 0 && (strings.HasPrefix(c.name, "an object") || c.name == "a fence") {
					continue // it has read them: without a type, they are no part of a response
				}
				t.Run(c.name, func(t *testing.T) { checkCommon(t, f, c.output, c.calls, c.content) })
			}
		})
	}
}

func checkCommon(t *testing.T, f *parsers.Family, output string, calls []string, content string) {
	t.Helper()
	cfg := parsers.Config{Tools: commonTools}
	native := cfg
	native.Options.NativeOnly = true
	r, own := parsers.Parse(f, output, cfg, parsers.FinishStop), parsers.Parse(f, output, native, parsers.FinishStop)
	if content == "=" { // what the family makes of it by itself
		calls, content = described(own), own.Content
		if n := len(own.InvalidToolCalls); len(r.InvalidToolCalls) != n {
			t.Errorf("there are %d invalid calls, want %d", len(r.InvalidToolCalls), n)
		}
	} else if n := len(r.InvalidToolCalls); n > 0 {
		t.Errorf("there are %d invalid calls, such as %q", n, r.InvalidToolCalls[0].Message)
	}
	if got := described(r); !slices.Equal(got, calls) {
		t.Fatalf("the calls are %q, want %q", got, calls)
	}
	if strings.Join(strings.Fields(r.Content), " ") != strings.Join(strings.Fields(content), " ") {
		t.Errorf("the content is %q, want %q", r.Content, content)
	}
	for i := range r.ToolCalls {
		c := &r.ToolCalls[i]
		native := slices.ContainsFunc(f.Formats, func(of parsers.Format) bool { return of.Name == c.Format }) && f.Name != parsers.Auto
		if !native && f.Name != parsers.Auto && c.Confidence > 0.7 {
			t.Errorf("the confidence of a call in %s is %v", c.Format, c.Confidence)
		}
	}
	for cut := range len(output) {
		s := parsers.NewStream(f, cfg)
		s.Feed(output[:cut])
		s.Feed(output[cut:])
		_, streamed := s.Finish(parsers.FinishStop)
		if !slices.Equal(described(streamed), calls) || streamed.Content != r.Content {
			t.Errorf("cut at %d, the calls are %q, and the content is %q", cut, described(streamed), streamed.Content)
		}
	}
	if f.Name == parsers.Auto {
		return // the common formats are its own
	}
	// Without tools, and with native_only, only the family's own formats count.
	bare := parsers.Parse(f, output, parsers.Config{}, parsers.FinishStop)
	for _, call := range slices.Concat(own.ToolCalls, bare.ToolCalls) {
		if !slices.ContainsFunc(f.Formats, func(of parsers.Format) bool { return of.Name == call.Format }) {
			t.Errorf("there is a call in %s", call.Format)
		}
	}
}

// TestOneCommonFormat: a request can choose one of the common formats.
func TestOneCommonFormat(t *testing.T) {
	const output = "<get_weather city=\"Oslo\"/>\n<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Rome\"}}</tool_call>"
	cfg := parsers.Config{Tools: commonTools}
	cfg.Options.Formats = []string{"common/tool_tag"}
	for _, f := range families.All() {
		if len(f.Formats) == 0 {
			continue
		}
		r := parsers.Parse(f, output, cfg, parsers.FinishStop)
		if got := described(r); !slices.Equal(got, []string{oslo}) {
			t.Errorf("%s: the calls are %q", f.Name, got)
		}
	}
}
