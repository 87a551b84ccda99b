package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestBatchKeepsLinesWithTheirReasons: a failed line isn't among those that weren't read, and a good one
// is in neither file. Each kept line says why.
func TestBatchKeepsLinesWithTheirReasons(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		good   = `{"text": "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"}`
		cut    = `{"text": "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1"}`
		two    = `{"text": "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": x}}</tool_call><tool_call>{\"na" }`
		nobody = `{"text": "Hi.", "of": "nobody"}`
	)
	writeFiles(t, map[string]string{"log": strings.Join([]string{good, cut, two, nobody, `{}`, `[1, "<a>"`, ""}, "\n")})
	args := []string{"batch", "log", "--output-field", "text", "--family-field", "of", "--family", "hermes", "--failed", "failed", "--unread", "unread"}
	if got := execute(t, args, ""); got["exit"] != "" {
		t.Fatal(got)
	}
	for name, want := range map[string][]string{
		"failed": {
			strings.TrimSuffix(cut, "}") + `, "toolparser": {"line":2,"reasons":["INCOMPLETE: unexpected end of output inside a tool call`,
			strings.TrimSuffix(two, " }") + `, "toolparser": {"line":3,"reasons":["MALFORMED: not a JSON value, at byte 44"`,
		},
		"unread": {
			strings.TrimSuffix(nobody, "}") + `, "toolparser": {"line":4,"reasons":["family not found: no family is named \"nobody\"`,
			`{"toolparser": {"line":5,"reasons":["field \"text\" is missing or null"]}}`,
			`{"toolparser": {"line":6,"reasons":["not JSON"],"text":"[1, \"<a>\""}}`,
		},
	} {
		lines := strings.Split(strings.TrimSuffix(readFile(t, name), "\n"), "\n")
		if !slices.EqualFunc(lines, want, strings.HasPrefix) {
			t.Errorf("%s has\n%s\nand not\n%s", name, strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestBatchReadsKeptLines: as it read the lines that were kept, also those of the service.
func TestBatchReadsKeptLines(t *testing.T) {
	t.Chdir(t.TempDir())
	const item = `{"id": "1", "request": {"family": "hermes", "model_output": "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1"}}` + "\n"
	writeFiles(t, map[string]string{"log": item})
	first := execute(t, []string{"batch", "log", "--failed", "failed"}, "")
	again := execute(t, []string{"batch", "failed", "--failed", "again"}, "")
	if first["stdout"] == "" || again["stdout"] != first["stdout"] || again["stderr"] != first["stderr"] {
		t.Errorf("again %v, first %v", again, first)
	}
	if failed := readFile(t, "failed"); readFile(t, "again") != failed || strings.Count(failed, noteMember) != 1 {
		t.Errorf("kept again: %s", readFile(t, "again"))
	}
}

func TestMembersAreRemoved(t *testing.T) {
	for object, want := range map[string]string{
		`{"n": 1}`:                       `{}`,
		`{"n": 1, "a": "n"}`:             `{ "a": "n"}`,
		`{"a": {"n": 2}, "n": {"n": 1}}`: `{"a": {"n": 2}}`,
		`{"n":1,"a":2,"n":3}`:            `{"a":2}`,
		`{"a": "n"}`:                     `{"a": "n"}`,
		`["n"]`:                          `["n"]`,
	} {
		if got := string(withoutMember([]byte(object), "n")); got != want {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
	}
}

// TestRedirectedDeclarationsAreNeverEmpty: a shell creates the file before the command runs. If the command fails,
// the file says why, in comments, and what to do.
func TestRedirectedDeclarationsAreNeverEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	const refused = `{% for m in messages %}{{ '<|' + m.role + '|>' + m.content }}{% for c in m.tool_calls %}{{ 'to=' + c.function.name + ' ' + c.function.arguments | tojson }}{% endfor %}<|end|>{% endfor %}`
	writeFiles(t, map[string]string{"refused": refused, "broken": "{% if %}"})
	for command, want := range map[string]string{
		"infer-template refused":      `# what to do: keep some outputs of the model, and run "toolparser detect" on them`,
		"infer-template broken":       "# what to do: ",
		"infer-template nowhere":      "# read the template: ",
		"import-template refused":     "which infer-template reads",
		"families kimi --declaration": "",
	} {
		out, err := os.Create("out.txtpb")
		if err != nil {
			t.Fatal(err)
		}
		var errOut strings.Builder
		code := run(t.Context(), strings.Fields(command), stdio{in: strings.NewReader(""), out: out, err: &errOut})
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		text := readFile(t, "out.txtpb")
		if code == exitOK || !strings.HasPrefix(text, "# This file declares no family:\n# ") || !strings.Contains(text, want) {
			t.Errorf("%s: exit %d, %q in the file, and %s", command, code, text, errOut.String())
		}
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "# ") {
				t.Errorf("%s: the line %q is no comment", command, line)
			}
		}
	}
}
