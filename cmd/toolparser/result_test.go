package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
)

// TestOutputIsWrittenOnlyIfAllSucceeded: a command that fails creates no file, and leaves one that is there as it is.
// The file of a command that succeeds has what standard output would have.
func TestOutputIsWrittenOnlyIfAllSucceeded(t *testing.T) {
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const template = `{"response_template": {"fields": {"content": {}, "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "repeats": true, "content": "json", "transform": {"type": "function", "function": "{content}"}}}}}`
	const chat = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}{% for call in message.tool_calls %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`
	writeFiles(t, map[string]string{"template.json": template, "chat.jinja": chat})
	for good, bad := range map[string]string{
		"import-template template.json":           "import-template chat.jinja",
		"infer-template --name a chat.jinja":      "infer-template --name hermes chat.jinja", // the declaration is made, but its name is taken
		"families hermes --declaration":           "families auto --declaration",
		"families --json":                         "families nobody",
		"cases --jsonl --family kimi " + checkout: "cases --jsonl --family kimi .",
		"completion bash":                         "completion bash zsh",
		"completion zsh --no-descriptions":        "completion zsh --no-such",
		"completion fish":                         "completion fish x",
		"completion powershell":                   "completion powershell x",
	} {
		want := execute(t, strings.Fields(good), "")
		if got := execute(t, append(strings.Fields(good), "--output", "new"), ""); got["exit"] != "" || got["stdout"] != "" || got["stderr"] != want["stderr"] {
			t.Errorf("%s --output: %v", good, got)
		}
		if text := written.ReplaceAllString(readFile(t, "new"), "${1}VERSION"); text == "" || text != want["stdout"] {
			t.Errorf("%s --output writes %.200q, want %.200q", good, text, want["stdout"])
		}
		writeFiles(t, map[string]string{"kept": "as it was"})
		for _, file := range []string{"kept", "missing"} {
			if got := execute(t, append(strings.Fields(bad), "-o", file), ""); got["exit"] == "" || got["stdout"] != "" {
				t.Errorf("%s -o: %v", bad, got)
			}
		}
		if _, err := os.Stat("missing"); err == nil || readFile(t, "kept") != "as it was" {
			t.Errorf("%s wrote its file", bad)
		}
		if err := os.Remove("new"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOutputThatCannotBeWritten: the error names the file.
func TestOutputThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := execute(t, []string{"completion", "bash", "-o", "no/folder"}, ""); got["exit"] != "1\n" || !strings.Contains(got["stderr"], "no/folder") {
		t.Error(got)
	}
}

// TestExamplesWriteNoFileByTheShell: where a command has --output, no example shows a shell's ">".
func TestExamplesWriteNoFileByTheShell(t *testing.T) {
	root := newRoot(families.Registry())
	var names []string
	for _, c := range root.Commands() {
		if c.Flags().Lookup("output") != nil || c.Name() == "completion" {
			names = append(names, c.Name())
		}
	}
	shown := regexp.MustCompile(`toolparser (` + strings.Join(names, "|") + `)\b[^|\n]* > .*`)
	texts := map[string]string{}
	for _, c := range append(root.Commands(), child(root, "completion").Commands()...) {
		texts[c.CommandPath()] = c.Long + c.Example
	}
	for _, pattern := range []string{"*.md", "docs/*/*.md", "docs/*/*/*.md", "packages/*/*.md"} {
		pages, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			texts[page] = readFile(t, page)
		}
	}
	for name, text := range texts {
		if line := shown.FindString(text); line != "" {
			t.Errorf("%s shows a shell's >: %s", name, line)
		}
	}
}
