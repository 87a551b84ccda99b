package chattemplate_test

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile/chattemplate"
)

// chatML is a template whose calls are written as in call, an expression.
func chatML(call string) string {
	return `{%- for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content }}
{%- for c in m.tool_calls %}` + call + `{%- endfor %}{{ '<|im_end|>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}`
}

// Readers are the families that read all of a template's calls, and leave nothing of them in
// the content.
func TestReaders(t *testing.T) {
	for name, tc := range map[string]struct {
		template string
		first    string // empty: there are none
		not      string
	}{
		"JSON between hermes's tags": {
			chatML(`{{ '\n<tool_call>\n' + {"name": c.function.name, "arguments": c.function.arguments} | tojson + '\n</tool_call>' }}`), "hermes", "llama3",
		},
		"tags of a model that no one knows": {
			chatML(`{{ '\n<acme>\n' + {"name": c.function.name, "arguments": c.function.arguments} | tojson + '\n</acme>' }}`), "", "",
		},
		"what Infer refuses": {
			chatML(`{{ '<|tool_calls_section_begin|><|tool_call_begin|>functions.' + c.function.name + ':0<|tool_call_argument_begin|>' + c.function.arguments | tojson + '<|tool_call_end|><|tool_calls_section_end|>' }}`), "kimi", "hermes",
		},
	} {
		readers, err := chattemplate.Readers([]byte(tc.template), families.Named())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var names []string
		for _, f := range readers {
			names = append(names, f.Name)
		}
		if tc.first == "" && len(names) > 0 || tc.first != "" && (len(names) == 0 || names[0] != tc.first) {
			t.Errorf("%s: read by %v, want %q first", name, names, tc.first)
		}
		if tc.not != "" && slices.Contains(names, tc.not) {
			t.Errorf("%s: %s leaves markers in the content, and is among %v", name, tc.not, names)
		}
	}
	for _, template := range []string{"{{ messages", chatML("")} {
		if readers, err := chattemplate.Readers([]byte(template), families.Named()); err == nil {
			t.Errorf("%q has %d readers", template, len(readers))
		}
	}
}
