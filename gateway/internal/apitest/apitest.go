// Package apitest is what the tests of several APIs have in common.
package apitest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers/families"
)

var registry = sync.OnceValue(families.Registry)

// Fixer is a fixer with all families.
func Fixer(t testing.TB, policy gateway.Policy) *gateway.Fixer {
	t.Helper()
	f, err := gateway.New(registry(), policy)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// EachCase runs test with the files of each case in a folder of testdata. A case without a
// request.json has the default one.
func EachCase(t *testing.T, folder, defaultRequest string, test func(t *testing.T, files map[string]string)) {
	t.Helper()
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

// Body checks a case of a response that isn't streamed: response.json becomes want.json, or
// stays if there is none, and so says the report. What was fixed needs no fix again.
func Body(t *testing.T, api gateway.API, files map[string]string) {
	t.Helper()
	request := api.ReadRequest(files["request.json"])
	response := files["response.json"]
	f := Fixer(t, PolicyOf(t, files["policy"]))
	got, report := request.FixBody(f, response)
	want, fixed := files["want.json"]
	if !fixed {
		want = response
	}
	if diff := cmp.Diff(want, Stable(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff(files["report"], Describe(report)); diff != "" {
		t.Errorf("report: -want +got\n%s", diff)
	}
	if report.Changed != (got != response) {
		t.Errorf("reported as changed: %v", report.Changed)
	}
	again, report := request.FixBody(f, got)
	if fixed && (again != got || report.Changed) {
		t.Errorf("a fixed response is fixed again: %s", again)
	}
}

// Stream checks a case of a streamed response at cuts of every size: the events upstream become
// want, or stay if there is none, and so says the report. Then read checks what the client got.
func Stream(t *testing.T, api gateway.API, files map[string]string, read func(t *testing.T, upstream, got string)) {
	t.Helper()
	request := api.ReadRequest(files["request.json"])
	f := Fixer(t, PolicyOf(t, files["policy"]))
	upstream := Frames(files["upstream"])
	want, fixed := files["want"]
	if !fixed {
		want = files["upstream"]
	}
	for _, n := range []int{len(upstream), 1, 7, 1000} {
		got, report := Pipe(request.Stream(f), upstream, n)
		if diff := cmp.Diff(Frames(want), Stable(got)); diff != "" {
			t.Fatalf("pieces of %d: -want +got\n%s", n, diff)
		}
		if diff := cmp.Diff(files["report"], Describe(report)); diff != "" {
			t.Errorf("report: -want +got\n%s", diff)
		}
		if report.Changed != (got != upstream) {
			t.Errorf("reported as changed: %v", report.Changed)
		}
		read(t, upstream, got)
	}
}

// PolicyOf reads the policy of a case: one setting a line.
func PolicyOf(t *testing.T, text string) (p gateway.Policy) {
	t.Helper()
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

// Describe is the report of a case.
func Describe(r gateway.Report) string {
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

var generatedID = regexp.MustCompile(`(?:call|fc)_[0-9A-Za-z]{24}|chatcmpl-tool-[0-9a-f]{32}`)

// Stable replaces what differs from run to run.
func Stable(text string) string {
	return generatedID.ReplaceAllStringFunc(text, func(id string) string {
		return id[:strings.LastIndexAny(id, "_-")+1] + "GENERATED"
	})
}

// Frames makes a stream of lines that are an event each.
func Frames(lines string) string {
	if lines == "" {
		return ""
	}
	return strings.ReplaceAll(lines, "\n", "\n\n") + "\n\n"
}

// Pipe sends a stream through in chunks of n bytes.
func Pipe(s gateway.Stream, upstream string, n int) (string, gateway.Report) {
	var out strings.Builder
	for upstream != "" {
		n := min(n, len(upstream))
		out.Write(s.Write([]byte(upstream[:n])))
		upstream = upstream[n:]
	}
	out.Write(s.End())
	return out.String(), s.Report()
}

// Quote is a text as a JSON string.
func Quote(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

// Cut cuts a text into pieces at random, between code points.
func Cut(r *rand.Rand, text string) (pieces []string) {
	for text != "" {
		n := min(len(text), 1+r.IntN(1+r.IntN(20)))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}

// Snippets are what contents are made of.
var Snippets = []string{
	"Hello ", "I look.\n\n", "a < b, {1} [x] ", "`<tool_call>` ", "😀é ", " \n", "<think>Hm.</think>\n",
	`<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`,
	"<tool_call>\n{\"name\": \"run_shell\", \"arguments\": {\"command\": \"ls \\\"x\\\"\"}}\n</tool_call>\n",
	`<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo",}}</tool_call>`,
	`<tool_call>{"name": "get_weather", "arguments": {"city": <x>}}</tool_call>`,
	`<tool_call>{"name": "get_weather", "argum`,
	`{"name": "get_weather", "arguments": {"city": "Rome"}} `,
	"&lt;tool_call&gt;", "</tool_call>", "```json\n{\"name\": \"get_weather\", \"arguments\": {}}\n```\n",
}

// Arguments are what calls have, well-formed or not.
var Arguments = []string{
	`{}`, ``, `{"city": "Oslo"}`, `{"city":"Oslo"}`, `{"city": "Oslo",}`, `{"city": "say "hi" now"}`, `{"city": <x>}`, `{"city": "Os`, ` {"city": "Oslo", "days": 3}`,
}

// Sorted are the events of a stream: comments, and choices that wait for nothing, may overtake
// what may be part of a call.
func Sorted(stream string) []string {
	list := strings.Split(strings.ReplaceAll(strings.ReplaceAll(stream, "\r\n", "\n"), "\r", "\n"), "\n\n")
	slices.Sort(list)
	return list
}
