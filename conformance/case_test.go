package conformance_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// writeCases makes a directory of cases: names and texts in turn.
func writeCases(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCaseIsReadWhole(t *testing.T) {
	dir := writeCases(t, "c.txtar", `About
this.
-- output --
a

-- tools.json --
[{"name": "f", "parameters": {"type": "object"}}, {"name": "g"}]
-- options.json --
{"min_confidence": 0.5, "disable_repair": true, "accept_incomplete": true, "reject_unknown_tools": true,
 "content_policy": "clean", "buffer_tool_calls": true, "finish_reason": "length", "prior_tool_calls": 3,
 "separate_reasoning": true, "formats": ["at/line"], "reasoning_open": true,
 "limits": {"depth": 1, "argument_bytes": 2, "tool_calls": 4}}
`)
	cases, err := conformance.Load(dir)
	if err != nil || len(cases) != 1 {
		t.Fatal(cases, err)
	}
	c := cases[0]
	want := parsers.Config{
		Options: parsers.Options{
			MinConfidence: 0.5, DisableRepair: true, AcceptIncomplete: true, RejectUnknownTools: true,
			ContentPolicy: parsers.ContentClean, BufferToolCalls: true,
			SeparateReasoning: true, Formats: []string{"at/line"},
		},
		ReasoningOpen:  true,
		PriorToolCalls: 3,
		Limits:         parsers.Limits{Depth: 1, ArgumentBytes: 2, ToolCalls: 4},
	}
	got := c.Config
	got.Tools = nil
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(parsers.Config{})); diff != "" {
		t.Error(diff)
	}
	if c.Name != "c" || c.About != "About\nthis." || c.Output != "a\n" || c.FinishReason != parsers.FinishLength {
		t.Errorf("got %q, %q, %q, %v", c.Name, c.About, c.Output, c.FinishReason)
	}
	if i, _ := c.Config.Tools.Index("f"); c.Config.Tools.At(i).Parameters != `{"type": "object"}` || c.Config.Tools.Len() != 2 {
		t.Errorf("the tools are %v", c.Config.Tools)
	}
}

func TestQuotedOutput(t *testing.T) {
	dir := writeCases(t, "c.txtar", "About\n-- output.quoted --\n\"a\\r\\n\\xff\"\n")
	cases, err := conformance.Load(dir)
	if err != nil || cases[0].Output != "a\r\n\xff" {
		t.Error(cases, err)
	}
}

func TestBadCases(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"no output":           {"About\n", "it has no output"},
		"no comment":          {"-- output --\na\n", "it has no comment"},
		"two outputs":         {"About\n-- output --\na\n-- output.quoted --\n\"a\"\n", "output is in it twice"},
		"an unknown file":     {"About\n-- output --\na\n-- outpt --\n", "outpt: a case has no such file"},
		"bad quotes":          {"About\n-- output.quoted --\na\n", "output.quoted: invalid syntax"},
		"an unknown option":   {"About\n-- output --\na\n-- options.json --\n{\"min_conf\": 1}\n", `unknown field "min_conf"`},
		"an unknown limit":    {"About\n-- output --\na\n-- options.json --\n{\"limits\": {\"x\": 1}}\n", `unknown field "x"`},
		"an unknown policy":   {"About\n-- output --\na\n-- options.json --\n{\"content_policy\": \"x\"}\n", `there is no content_policy "x"`},
		"an unknown reason":   {"About\n-- output --\na\n-- options.json --\n{\"finish_reason\": \"x\"}\n", `there is no finish_reason "x"`},
		"two options":         {"About\n-- output --\na\n-- options.json --\n{}{}\n", "something follows the JSON value"},
		"an unknown tool key": {"About\n-- output --\na\n-- tools.json --\n[{\"nam\": 1}]\n", `unknown field "nam"`},
		"an unknown want":     {"About\n-- output --\na\n-- want.json --\n{\"cals\": []}\n", `unknown field "cals"`},
		"no final newline":    {"About\n-- output --\na", "a rewrite would change more than want.json"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := conformance.Load(writeCases(t, "c.txtar", tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "c.txtar") {
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

func TestSuiteChecksTheDirectory(t *testing.T) {
	const want = "-- want.json --\n{\n  \"content\": \"a\",\n  \"segments\": [\n    \"TEXT 0:1\"\n  ]\n}\n"
	for name, tc := range map[string]struct {
		files []string
		want  string // "" for none
	}{
		"sound":           {[]string{"a.txtar", "A\n-- output --\na\n" + want}, ""},
		"empty":           {nil, "there are no cases"},
		"no want":         {[]string{"a.txtar", "A\n-- output --\na\n"}, "has no want.json"},
		"another want":    {[]string{"a.txtar", "A\n-- output --\nab\n" + want}, "(-want +got)"},
		"two the same":    {[]string{"a.txtar", "A\n-- output --\na\n" + want, "b.txtar", "B\n-- output --\na\n" + want}, "b has the same output, tools and options as a"},
		"other options":   {[]string{"a.txtar", "A\n-- output --\na\n" + want, "b.txtar", "B\n-- output --\na\n-- options.json --\n{\"prior_tool_calls\": 1}\n" + want}, ""},
		"no such options": {[]string{"a.txtar", "A\n-- output --\na\n-- options.json --\n[]\n"}, "options.json"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(conformance.LoadComplaints(atFamily(), writeCases(t, tc.files...)), "\n")
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("the suite says %q, want %q", got, tc.want)
			}
		})
	}
}

func TestUpdateKeepsTheRest(t *testing.T) {
	const before = "About \n\n-- output --\n@f {\"a\": \"<é>\"}\nb \n-- tools.json --\n[{\"name\":\"g\"}]\n"
	const want = `-- want.json --
{
  "calls": [
    {"id": "(made)", "name": "f", "arguments": {"a": "<é>"}, "format": "at/line", "span": "0:16", "unknown_tool": true}
  ],
  "content": "b",
  "segments": [
    "TOOL_CALL 0:16 #0",
    "TEXT 16:19"
  ]
}
`
	dir := writeCases(t, "new.txtar", before, "old.txtar", before+"-- want.json --\n{\"content\": \"x\"}\n")
	cases, err := conformance.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := c.Update(atFamily()); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(c.Path)
		if diff := cmp.Diff(before+want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", c.Name, err, diff)
		}
	}
}

// What update writes is what the next run wants, whatever the result.
func TestUpdatedCasesPass(t *testing.T) {
	var files []string
	for i, output := range []string{
		`""`, `"@f {\n}"`, `"@f {"`, `"\xff@"`, `"@f {\"a\": \"\xff\"}\n\r\n\""`, `"@f \"x\"\n@f {\"b\": 1e400 }"`, `"@f {}\n@\xff {\xff"`,
	} {
		files = append(files, string(rune('a'+i))+".txtar", "About\n-- output.quoted --\n"+output+"\n")
	}
	dir := writeCases(t, files...)
	cases, err := conformance.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := c.Update(atFamily()); err != nil {
			t.Fatal(err)
		}
	}
	if got := conformance.LoadComplaints(atFamily(), dir); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestFormatsMustBeShown(t *testing.T) {
	f := atFamily()
	f.Formats = append(f.Formats,
		parsers.Format{Name: "at/none", Example: "nothing"},
		parsers.Format{Name: "at/two", Example: "@a {}\n@b {}"},
	)
	want := []string{
		`the example of at/none must hold one call in that format; it holds []`,
		`no case has an accepted call in format at/none`,
		`the example of at/two must hold one call in that format; it holds ["at/line" "at/line"]`,
		`no case has an accepted call in format at/two`,
	}
	if diff := cmp.Diff(want, conformance.FormatComplaints(f, "testdata")); diff != "" {
		t.Error(diff)
	}
}

func TestCutsAddUpAndReachEveryByte(t *testing.T) {
	const output = "ab@é @\xff\n"
	var firsts []int
	for _, pieces := range conformance.AllCuts(atFamily(), output) {
		if strings.Join(pieces, "") != output {
			t.Errorf("%q don't add up", pieces)
		}
		if len(pieces) == 2 {
			firsts = append(firsts, len(pieces[0]))
		}
	}
	for i := 1; i < len(output); i++ {
		if !slices.Contains(firsts, i) {
			t.Errorf("no cut in two at %d", i)
		}
	}
}
