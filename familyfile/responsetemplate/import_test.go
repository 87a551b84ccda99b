package responsetemplate_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/familyfile/responsetemplate"
	"github.com/toolparser/toolparser/parsers"
)

// function is the transform of a region that is a function.
const function = `{"type": "function", "function": "{content}"}`

// captured is the template of a call whose name comes before it.
const captured = `{"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}`

// imported are templates as publishers write them, and outputs of their models.
var imported = map[string]struct{ template, output, calls, content, reasoning string }{
	"an array in a section of its own": {
		`{"version": 1, "defaults": {"role": "assistant"}, "start_anchor": "<|CHATBOT|>", "fields": {
			"thinking": {"open": "<|START_THINKING|>", "close": "<|END_THINKING|>", "content": "text"},
			"content": {"open": "<|START_RESPONSE|>", "close": "<|END_RESPONSE|>"},
			"tool_calls": {"open": "<|START_ACTION|>", "close": "<|END_ACTION|>", "content": "json", "transform_each": true,
				"transform": {"type": "function", "id": "{tool_call_id}", "function": {"name": "{tool_name}", "arguments": "{parameters}"}}}}}`,
		`<|START_THINKING|>Look.<|END_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "f", "parameters": {"a": 1}}, ` +
			`{"tool_call_id": "1", "tool_name": "g", "parameters": {}}]<|END_ACTION|>`,
		`f {"a": 1} g {}`, "", "Look.",
	},
	"tags, an answer, a thought that the prompt may open": {
		`{"fields": {
			"thinking": {"open_pattern": "(?:^|<think>\\s*)", "close": "</think>"},
			"content": {"open": "<response>\n", "close_pattern": "\\n?</response>"},
			"tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "repeats": true, "content": "json", "transform": ` + function + `}}}`,
		"<think>\nLook.\n</think>\n<response>\nSo.\n</response>\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>",
		`f {"a": 1}`, "So.", "Look.",
	},
	"tags, and the rest is the answer": {
		`{"start_anchor": "<|im_start|>assistant\n", "fields": {
			"thinking": {"open": "<think>", "close": "</think>", "content": "text"},
			"content": {"close": "<|im_end|>", "content": "text"},
			"tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "repeats": true, "content": "json", "transform": ` + function + `}}}`,
		"<think>Look.</think>So. <tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call><|im_end|>",
		`f {}`, "So.", "Look.",
	},
	"functions and parameters in tags": {
		`{"fields": {
			"tool_calls": {"open_pattern": "<tool_call>\\s*<function=(?P<name>\\w+)>", "close": "</tool_call>", "repeats": true,
				"content": "xml-inline", "content_args": {
					"tag_pattern": "<parameter=(?P<key>\\w+)>\\s*(?P<value>.*?)\\s*</parameter>",
					"value_parser": {"name": "json", "args": {"allow_non_json": true}}},
				"transform": ` + captured + `}}}`,
		"<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>",
		`f {"a":"x"}`, "", "",
	},
	"attributes": {
		`{"fields": {"tool_calls": {"open_pattern": "<calls>\\s*<call name=\"(?P<name>[^\"]+)\">", "close": "</calls>", "content": "xml-inline",
			"content_args": {"tag_pattern": "<arg name=\"(?P<key>[^\"]+)\">(?P<value>.*?)</arg>", "value_parser": {"name": "text"}},
			"transform": ` + captured + `}}}`,
		`<calls><call name="f"><arg name="a">x</arg></call></calls>`,
		`f {"a":"x"}`, "", "",
	},
	"pairs of elements": {
		`{"fields": {"tool_calls": {"open_pattern": "<tool_call>(?P<name>[^\\s<]+)", "close": "</tool_call>", "content": "xml-inline",
			"content_args": {"tag_pattern": "<arg_key>(?P<key>.+?)</arg_key>\\s*<arg_value>(?P<value>.*?)</arg_value>"},
			"transform": ` + captured + `}}}`,
		"<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
		`f {"a":"x"}`, "", "",
	},
	"keys and values with a delimiter": {
		`{"start_anchor": ["<|turn>model\n", "<tool_response|>"], "fields": {
			"thinking": {"open": "<|channel>thought\n", "close": "<channel|>"},
			"content": {"close": ["<turn|>", "<eos>"]},
			"tool_calls": {"open_pattern": "<\\|tool_call>call:(?P<name>\\w+)", "close": "<tool_call|>", "repeats": true, "content": "json",
				"content_args": {"unquoted_keys": true, "string_delims": [["<|\"|>", "<|\"|>"]]}, "transform": ` + captured + `}}}`,
		`So. <|tool_call>call:f{a:<|"|>x<|"|>,n:1}<tool_call|><turn|>`,
		`f {"a":"x","n":1}`, "So.", "",
	},
	"blocks behind an author": {
		`{"start_anchor": "<|message_model|>", "fields": {
			"thinking": {"open_pattern": "(?:<\\|message_model\\|>)?[^<]*<\\|content_thinking\\|>", "close": "<|end_message|>",
				"repeats": true, "join": "", "content_args": {"strip": false}},
			"content": {"open_pattern": "(?:<\\|message_model\\|>)?[^<]*<\\|content_text\\|>", "close": "<|end_message|>", "repeats": true},
			"tool_calls": {"open_pattern": "(?:<\\|message_model\\|>)?[^<]*<\\|content_invoke_tool_json\\|>", "close": "<|end_message|>",
				"repeats": true, "content": "json",
				"transform": {"type": "function", "function": {"name": "{content.name}", "arguments": "{content.args}"}}}}}`,
		`<|content_thinking|>Look.<|end_message|><|message_model|><|content_text|>So.<|end_message|>` +
			`<|message_model|>f<|content_invoke_tool_json|>{"name": "f", "args": {"a": 1}}<|end_message|>`,
		`f {"a": 1}`, "So.", "Look.",
	},
	"a name between tokens": {
		`{"fields": {"tool_calls": {"open_pattern": "<\\|call\\|>(?P<name>[A-Za-z_]\\w*)<\\|args\\|>", "close": "<|end|>", "content": "json",
			"transform": ` + captured + `}}}`,
		`<|call|>f<|args|>{"a": 1}<|end|>`,
		`f {"a": 1}`, "", "",
	},
	"an object in another one": {
		`{"fields": {"tool_calls": {"open": "<|call|>", "content": "json",
			"transform": {"name": "{content.fn.name}", "arguments": "{content.fn.args}"}}}}`,
		`<|call|>{"fn": {"name": "f", "args": {"a": 1}}}`,
		`f {"a": 1}`, "", "",
	},
}

// TestImport: what is imported passes the check of declarations, printed and read again,
// and reads its model's outputs.
func TestImport(t *testing.T) {
	for name, test := range imported {
		t.Run(name, func(t *testing.T) {
			d, _, err := responsetemplate.Import([]byte(`{"response_template": `+test.template+`}`), "acme")
			if err != nil {
				t.Fatal(err)
			}
			file, err := familyfile.Parse("acme.txtpb", familyfile.Print(d))
			if err != nil {
				t.Fatal(err)
			}
			config := parsers.Config{Options: parsers.Options{SeparateReasoning: true}}
			r := parsers.Parse(file.Family, test.output, config, parsers.FinishStop)
			var calls []string
			for _, call := range r.ToolCalls {
				calls = append(calls, call.Name, call.Arguments)
			}
			if got := strings.Join(calls, " "); got != test.calls || r.Content != test.content || r.Reasoning != test.reasoning {
				t.Errorf("the calls are %s, want %s; the content is %q, want %q; the reasoning is %q, want %q",
					got, test.calls, r.Content, test.content, r.Reasoning, test.reasoning)
			}
		})
	}
}

// refused are templates with a key that can't be expressed, and the errors.
var refused = map[string]struct{ template, want string }{
	"not JSON":               {`{`, "reading the template: "},
	"a list":                 {`[]`, "reading the template: it is JSON, but no object"},
	"null":                   {`null`, "reading the template: it is JSON, but no object"},
	"no template":            {`{"chat_template": ""}`, "response_template: it is missing"},
	"the older form":         {`{"response_schema": {}}`, "response_schema: this older form isn't read"},
	"another version":        {`{"version": 2, "fields": {}}`, "version: version 2 isn't known"},
	"a default":              {`{"defaults": {"name": "x"}, "fields": {}}`, "defaults.name: "},
	"an unknown key":         {`{"end_anchor": "x", "fields": {}}`, "end_anchor: no such key is known"},
	"an unknown field":       {`{"fields": {"citations": {}}}`, "fields.citations: "},
	"no calls":               {`{"fields": {}}`, "fields.tool_calls: it is missing"},
	"an unknown member":      {calls(`"open": "<c>", "color": 1`), "fields.tool_calls.color: no such key is known"},
	"a pattern that skips":   {calls(`"open_pattern": "<\\|channel\\|>commentary to=(?P<name>\\w+).*?<\\|message\\|>", "close": "<|call|>"`), `fields.tool_calls.open_pattern: `},
	"a broken pattern":       {calls(`"open_pattern": "(", "close": "<|call|>"`), `fields.tool_calls.open_pattern: "(" is no pattern`},
	"a content":              {calls(`"open": "<c>", "content": "kv-lines"`), `fields.tool_calls.content: "kv-lines"`},
	"an argument of JSON":    {calls(`"open": "<c>", "content_args": {"allow_non_json": true}`), "fields.tool_calls.content_args.allow_non_json: "},
	"a constant":             {calls(`"open": "<c>", "transform": {"name": "f", "arguments": "{args}"}`), "fields.tool_calls.transform.name: "},
	"a transform's key":      {calls(`"open": "<c>", "transform": {"name": "{n}", "arguments": "{args}", "index": "{i}"}`), "fields.tool_calls.transform.index: "},
	"no transform":           {`{"fields": {"tool_calls": {"open": "<c>", "content": "json"}}}`, "fields.tool_calls.transform: it is missing"},
	"calls that merge keys":  {calls(`"open_pattern": "<c>(?P<name>\\w+)", "close": "</c>", "content": "xml-inline", "content_args": {"merge_duplicates": true}`), "fields.tool_calls.content_args.merge_duplicates: "},
	"an odd tag":             {calls(`"open_pattern": "<c>(?P<name>\\w+)", "close": "</c>", "content": "xml-inline", "content_args": {"tag_pattern": "(?P<key>\\w+)=(?P<value>.*?);"}`), "fields.tool_calls.content_args.tag_pattern: "},
	"a closer of another":    {calls(`"open_pattern": "<c>(?P<name>\\w+)", "close": "</d>", "content": "xml-inline", "content_args": {"tag_pattern": "<k>(?P<key>\\w+)</k><v>(?P<value>.*?)</v>"}`), "fields.tool_calls.close: it must be </c>"},
	"a thought without end":  {`{"fields": {"thinking": {"open": "<think>"}, "tool_calls": {"open": "<c>", "content": "json", "transform": "{content}"}}}`, "fields.thinking.close: it is missing"},
	"an answer that is JSON": {`{"fields": {"content": {"content": "json"}, "tool_calls": {"open": "<c>", "content": "json", "transform": "{content}"}}}`, "fields.content.content: "},
}

// calls is a template with these members of tool_calls.
func calls(members string) string {
	if !strings.Contains(members, `"content": `) {
		members += `, "content": "json"`
	}
	if !strings.Contains(members, `"transform": `) {
		members += `, "transform": ` + captured
	}
	return `{"fields": {"tool_calls": {` + members + `}}}`
}

// TestRefused: what can't be expressed is refused by the name of its key.
func TestRefused(t *testing.T) {
	for name, test := range refused {
		t.Run(name, func(t *testing.T) {
			_, _, err := responsetemplate.Import([]byte(test.template), "acme")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestNotes: what a declaration needn't say is reported.
func TestNotes(t *testing.T) {
	_, notes, err := responsetemplate.Import([]byte(imported["tags, an answer, a thought that the prompt may open"].template), "acme")
	if err != nil || !strings.Contains(strings.Join(notes, "\n"), "reasoning_open") {
		t.Errorf("the notes are %q, %v", notes, err)
	}
}
