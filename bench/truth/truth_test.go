package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/bench/form"
	"github.com/toolparser/toolparser/bench/truth/gen"
)

var update = flag.Bool("update", false, "write the counts of the sample to testdata/sample.txt")

// sampled is the number of cases of the sample: half a minute.
const sampled = 30_000

const baseline = "testdata/sample.txt"

// sample counts the cases of the sample.
var sample = sync.OnceValue(func() *Tally {
	s, err := gen.New(gen.Options{Seed: 1})
	if err != nil {
		panic(err) // the embedded texts alone are used
	}
	return run(s, sampled)
})

// The sample is the same cases each time. Of no kind of damage more of them may be silently wrong than
// testdata/sample.txt says, and no more undamaged ones may be read otherwise than exactly.
func TestNoKindGetsWorse(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 30,000 cases")
	}
	tally := sample()
	got := map[string]int{"undamaged, not exact": sum(tally.Undamaged) - tally.Undamaged[Exact]}
	for kind, v := range tally.ByKind {
		got[kind] = v[Wrong] + v[WrongAt1]
		got[kind+", at 1"] = v[WrongAt1]
	}
	if *update {
		write(t, got)
	}
	want := wanted(t)
	for _, kind := range slices.Sorted(maps.Keys(got)) {
		if got[kind] <= want[kind] {
			continue
		}
		t.Errorf("%s: %d silently wrong, at most %d: `go run ./truth -n %d` prints reduced examples", kind, got[kind], want[kind], sampled)
	}
}

func write(t *testing.T, counts map[string]int) {
	t.Helper()
	var b bytes.Buffer
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if counts[kind] > 0 {
			fmt.Fprintf(&b, "%d %s\n", counts[kind], kind)
		}
	}
	if err := os.WriteFile(baseline, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func wanted(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(baseline)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var n int
		number, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
		if _, err := fmt.Sscan(number, &n); err != nil {
			t.Fatalf("%s: %q: %v", baseline, line, err)
		}
		counts[kind] = n
	}
	return counts
}

// simple are calls that every form can write.
func simple(f *form.Form) []form.Call {
	args := form.Value{Type: form.Object, Keys: []string{"path", "content"}, Items: []form.Value{form.Str("a.md"), form.Str("Hi \"you\"\nit's <b>")}}
	calls := []form.Call{{Name: "write", ID: strings.ReplaceAll(f.IDs, "#", "1"), Args: args}}
	if f.Single || f.Name == "llama3/builtin_call" { // of several such calls, only the first counts: a known fault
		return calls
	}
	return append(calls, form.Call{Name: "bash", ID: strings.ReplaceAll(f.IDs, "#", "2"), Args: form.Value{
		Type: form.Object, Keys: []string{"command"}, Items: []form.Value{form.Str("ls -la")},
	}})
}

// What a form's description says is what its family reads: simple calls are exact, in the format and at the
// confidence that the description names, with the content around them.
func TestSimpleCallsAreExact(t *testing.T) {
	formats := map[string]bool{}
	for _, f := range form.All() {
		formats[f.Family+" "+f.Format()] = true
		for _, style := range form.Styles {
			c := gen.Case{Form: f, Style: style, Reader: f.Family, Truth: form.Answer{Calls: simple(f)}, Request: gen.Request{Tools: []gen.Tool{
				{Name: "write", Schema: `{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}}}`},
				{Name: "bash", Schema: `{"type":"object","properties":{"command":{"type":"string"}}}`},
			}}}
			if f.Prose != form.Alone {
				c.Truth.Before = "I'll look."
			}
			c.Render()
			o := judge(&c)
			if o.verdict != Exact || !o.content {
				t.Errorf("%s: %s, content %q:\n%s", f.Name, o.verdict, o.result.Content, example(&c, o))
				continue
			}
			for i, call := range o.result.ToolCalls {
				if int(call.Confidence*10+0.5) != f.Tenths() || call.Format != f.Format() && f.Family != "auto" {
					t.Errorf("%s: call %d is %s at %.1f, want %d tenths\n%s", f.Name, i, call.Format, call.Confidence, f.Tenths(), c.Output)
				}
			}
		}
	}
	for name, family := range known {
		for _, format := range family.Formats {
			if name != "auto" && !formats[name+" "+format.Name] {
				t.Errorf("no form of %s describes the format %s", name, format.Name)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	f := form.All()[slices.IndexFunc(form.All(), func(f *form.Form) bool { return f.Name == "hermes/tool_call" })]
	call := func(a string) form.Call {
		return form.Call{Name: "f", Args: form.Value{Type: form.Object, Keys: []string{"a"}, Items: []form.Value{form.Str(a)}}}
	}
	text := func(a string) string {
		return form.Join(f.Write(&form.Answer{Calls: []form.Call{call(a)}}, form.Styles[0]))
	}
	for _, tt := range []struct {
		about, output string
		want          Verdict
	}{
		{"the call", text("x"), Exact},
		{"no call", "Hello.", Rejected},
		{"another value", text("y"), WrongAt1},
		{"the call twice", text("x") + "\n" + text("x"), WrongAt1},
		{"another value, in a fence", "```json\n" + text("y") + "\n```", Wrong},
	} {
		c := &gen.Case{Form: f, Reader: "hermes", Output: tt.output, Truth: form.Answer{Calls: []form.Call{call("x")}}}
		if got := judge(c).verdict; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.about, got, tt.want)
		}
	}
}
