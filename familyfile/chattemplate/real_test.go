package chattemplate_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/familyfile/chattemplate"
	"github.com/toolparser/toolparser/parsers"
)

var (
	templates = flag.String("templates", "", "a folder of real chat templates, MODEL.jinja, to be compared with the built-in families")
	show      = flag.String("show", "", "the case whose difference is shown")
)

// TestRealTemplates compares what is inferred of real templates with the built-in families
// of their models, on the plain cases of these: those in which the built-in family finds
// calls without a repair, a doubt, or anything that is invalid.
func TestRealTemplates(t *testing.T) {
	if *templates == "" {
		t.Skip("no -templates")
	}
	files, err := filepath.Glob(filepath.Join(*templates, "*.jinja"))
	if err != nil || len(files) == 0 {
		t.Fatal("no templates", err)
	}
	for _, file := range files {
		model := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(file), ".jinja"), "x-")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := chattemplate.Infer(text, "inferred")
		if err != nil {
			t.Logf("%-50s refused: %.300v", model, err)
			continue
		}
		builtIn, err := families.Registry().Find("", model)
		if err != nil {
			t.Logf("%-50s inferred; no built-in family", model)
			continue
		}
		inferred := parse(t, familyfile.Print(d))
		compare(t, model, inferred, builtIn)
	}
}

func parse(t *testing.T, text []byte) *parsers.Family {
	t.Helper()
	file, err := familyfile.Parse("inferred.txtpb", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file.Family
}

func compare(t *testing.T, model string, inferred, builtIn *parsers.Family) {
	t.Helper()
	cases, err := conformance.Load("../../parsers/" + builtIn.Name + "/testdata")
	if err != nil {
		t.Fatal(err)
	}
	// Of the format that the template writes, and of all formats.
	native := ""
	if r := parsers.Parse(builtIn, inferred.Formats[0].Example, parsers.Config{}, parsers.FinishStop); len(r.ToolCalls) > 0 {
		native = r.ToolCalls[0].Format
	}
	var plain, passed, natives, nativePassed int
	var failed []string
	for _, c := range cases {
		want := parsers.Parse(builtIn, c.Output, c.Config, c.FinishReason)
		if len(c.Config.Options.Formats) > 0 || !isPlain(want) {
			continue
		}
		got := parsers.Parse(inferred, c.Output, c.Config, c.FinishReason)
		diff := cmp.Diff(bare(want), bare(got), cmpopts.EquateEmpty())
		same := diff == ""
		if !same && c.Name == *show {
			t.Logf("%s: %s\n%s (-built in +inferred)\n%s", model, c.Name, c.Output, diff)
		}
		isNative := !slices.ContainsFunc(want.ToolCalls, func(c parsers.ToolCall) bool { return c.Format != native })
		plain++
		if isNative {
			natives++
		}
		switch {
		case same && isNative:
			nativePassed++
			fallthrough
		case same:
			passed++
		case isNative:
			failed = append(failed, c.Name)
		}
	}
	t.Logf("%-50s %-12s plain %3d/%3d  native %3d/%3d %-26s %s", model, builtIn.Name, passed, plain, nativePassed, natives, native, strings.Join(failed, " "))
}

// isPlain reports whether a result holds calls, all of them certain, and nothing else to
// report.
func isPlain(r *parsers.Result) bool {
	return len(r.ToolCalls) > 0 && len(r.InvalidToolCalls) == 0 && !slices.ContainsFunc(r.ToolCalls, func(c parsers.ToolCall) bool {
		return c.Confidence != parsers.ConfidenceFull || len(c.Repairs) > 0
	})
}

// bare is what of a result doesn't depend on the family's names.
func bare(r *parsers.Result) *parsers.Result {
	b := &parsers.Result{Content: r.Content, Reasoning: r.Reasoning}
	for _, c := range r.ToolCalls {
		if c.IDSynthesized {
			c.ID = ""
		}
		b.ToolCalls = append(b.ToolCalls, parsers.ToolCall{ID: c.ID, Name: c.Name, Arguments: c.Arguments, Span: c.Span, Confidence: c.Confidence})
	}
	return b
}
