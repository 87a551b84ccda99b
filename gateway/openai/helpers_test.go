package openai_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers/families"
)

// defaultRequest is the request of a case that has none.
const defaultRequest = `{"model": "qwen3-32b", "tools": [
	{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}}},
	{"type": "function", "function": {"name": "run_shell", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}}
]}`

var registry = sync.OnceValue(families.Registry)

func fixer(t testing.TB, policy gateway.Policy) *gateway.Fixer {
	t.Helper()
	f, err := gateway.New(registry(), policy)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// eachCase runs test with the files of each case in a folder of testdata.
func eachCase(t *testing.T, folder string, test func(t *testing.T, files map[string]string)) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{"request.json": defaultRequest}
		for _, f := range txtar.Parse(text).Files {
			files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { test(t, files) })
	}
}

// policyOf reads the policy of a case: one setting a line.
func policyOf(t *testing.T, text string) (p gateway.Policy) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "require-markup":
			p.RequireMarkup = strings.Split(value, ",")
		case "family":
			p.Family = value
		case "min-confidence":
			if _, err := fmt.Sscan(value, &p.MinConfidence); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("no setting %q", name)
		}
	}
	return p
}

// describe is the report of a case.
func describe(r gateway.Report) string {
	text := r.Method.String()
	if r.Calls > 0 {
		text += fmt.Sprintf(" confidence=%v formats=%s", r.Confidence, strings.Join(r.Formats, ","))
	}
	if r.Repairs > 0 {
		text += fmt.Sprintf(" repairs=%d", r.Repairs)
	}
	if r.Invalid > 0 {
		text += fmt.Sprintf(" invalid=%d", r.Invalid)
	}
	if r.Markup {
		text += " markup"
	}
	if r.Fault != nil {
		text += " fault=" + r.Fault.Error()
	}
	return text
}

var generatedID = regexp.MustCompile(`call_[0-9A-Za-z]{24}|chatcmpl-tool-[0-9a-f]{32}`)

// stable replaces what differs from run to run.
func stable(text string) string {
	return generatedID.ReplaceAllStringFunc(text, func(id string) string {
		return id[:strings.LastIndexAny(id, "_-")+1] + "GENERATED"
	})
}
