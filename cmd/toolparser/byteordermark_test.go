package main

import (
	"os"
	"strings"
	"testing"
)

// TestByteOrderMarks: a file says the same with one, as some editors begin it.
func TestByteOrderMarks(t *testing.T) {
	t.Chdir(t.TempDir())
	declared := execute(t, []string{"families", "apriel", "--declaration"}, "")["stdout"]
	for name, text := range map[string]string{
		"tools.json":  `[{"name": "f"}]`,
		"acme.txtpb":  strings.ReplaceAll(declared, "apriel", "acme"),
		"items":       `{"id": "1", "request": {"family": "hermes", "model_output": "Hi."}}` + "\n",
		"output":      "Hi.",
		"c.yaml":      "max-calls: 7\n",
		"template":    `{"response_template": {}}`,
		"chat.jinja":  "{{ messages }}",
		"config.json": `{"chat_template": "{{ messages }}"}`,
	} {
		for _, mark := range []string{"", "\ufeff"} {
			if err := os.WriteFile(mark+name, []byte(mark+text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, line := range []string{
		"parse --family hermes --tools FILEtools.json --reject-unknown-tools output",
		"families acme --family-file FILEacme.txtpb --allow-override",
		"batch FILEitems",
		"serve --check-config --config FILEc.yaml",
		"import-template FILEtemplate",
		"infer-template FILEchat.jinja",
		"infer-template FILEconfig.json",
	} {
		want := execute(t, strings.Fields(strings.ReplaceAll(line, "FILE", "")), "")
		got := execute(t, strings.Fields(strings.ReplaceAll(line, "FILE", "\ufeff")), "")
		for part, text := range got {
			if text != want[part] {
				t.Errorf("%s: %s %q, want %q", line, part, text, want[part])
			}
		}
	}
}
