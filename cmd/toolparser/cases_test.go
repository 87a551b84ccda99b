package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/families"
)

// TestCasesAsData: each case of each family is a line, with the output that the case has.
func TestCasesAsData(t *testing.T) {
	printed := execute(t, []string{"cases", "--jsonl", filepath.Join("..", "..")}, "")
	if printed["exit"] != "" {
		t.Fatal(printed)
	}
	lines := strings.Split(strings.TrimSuffix(printed["stdout"], "\n"), "\n")
	n := 0
	for _, f := range families.All() {
		cases, err := conformance.Load(filepath.Join("..", "..", "parsers", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		n += len(cases)
	}
	if len(lines) != n {
		t.Fatalf("%d lines, want one for each of %d cases", len(lines), n)
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var record struct {
			Family, Name, About, Output string
			OutputBase64                string `json:"output_base64"`
			Expected                    map[string]any
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		key := record.Family + "/" + record.Name
		if seen[key] || record.About == "" || record.Expected == nil {
			t.Errorf("%s: twice, or without a comment or an expectation", key)
		}
		seen[key] = true
		if _, err := base64.StdEncoding.DecodeString(record.OutputBase64); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestCasesKeepEverything writes a case, and reads it as data.
func TestCasesKeepEverything(t *testing.T) {
	t.Chdir(t.TempDir())
	folder := filepath.Join("parsers", "kimi", "testdata")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, map[string]string{
		filepath.Join(folder, "bytes.txtar"): "Not UTF-8.\n-- output.quoted --\n\"a\\xff\"\n-- want.json --\n{}\n",
		filepath.Join(folder, "call.txtar"): `A call <here>.
-- output --
{"name": "f", "parameters": {"a": "<b>"}}
-- tools.json --
[{"name": "f", "parameters": {"type": "object"}}]
-- options.json --
{"content_policy": "verbatim", "finish_reason": "length"}
-- want.json --
{
  "calls": [
    {"name": "f", "arguments": {"a":  "<b>"}}
  ]
}
`,
	})
	want := `{"family":"kimi","name":"bytes","about":"Not UTF-8.","output":"","output_base64":"Yf8=","expected":{}}
{"family":"kimi","name":"call","about":"A call <here>.","output":"{\"name\": \"f\", \"parameters\": {\"a\": \"<b>\"}}",` +
		`"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],` +
		`"options":{"content_policy":"verbatim","finish_reason":"length"},"expected":{"calls":[{"name":"f","arguments":"{\"a\":  \"<b>\"}"}]}}
`
	if got := execute(t, []string{"cases", "--jsonl"}, ""); got["stdout"] != want {
		t.Errorf("%v\nwant %s", got, want)
	}
}

// TestCasesErrors: what is wrong, and what to do.
func TestCasesErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tc := range []struct {
		args       []string
		exit, want string
	}{
		{[]string{"cases"}, "2\n", `--jsonl is missing`},
		{[]string{"cases", "--jsonl"}, "1\n", "no cases in parsers: want a checkout of the repository"},
		{[]string{"cases", "--jsonl", "--family", "nobody"}, "2\n", `no family is named "nobody"`},
		{[]string{"cases", "--jsonl", "a", "b"}, "2\n", "cases takes one FOLDER at most, not 2"},
	} {
		if got := execute(t, tc.args, ""); got["exit"] != tc.exit || !strings.Contains(got["stderr"], tc.want) {
			t.Errorf("%v: %v, want %q", tc.args, got, tc.want)
		}
	}
}
