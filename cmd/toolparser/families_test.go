package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

func TestFamilies(t *testing.T) {
	table := execute(t, []string{"families"}, "")["stdout"]
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if len(lines) != 1+len(families.All()) || !strings.HasPrefix(lines[0], "NAME") || !strings.HasPrefix(lines[1], "llama3 ") {
		t.Error(table)
	}
}

func TestFamiliesAreFound(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string // the names, in order
	}{
		{[]string{"--model", "Qwen/Qwen3-Coder-30B-A3B-Instruct"}, "qwen3_coder"},
		{[]string{"--format", "pythonic"}, "llama3 pythonic gemma auto"},
		{[]string{"--format", "mistral/NAMED"}, "mistral auto"},
		{[]string{"--format", "json", "--model", "gpt-4o"}, "openai"},
	} {
		for _, long := range [][]string{nil, {"--long"}} {
			table := execute(t, append(append([]string{"families"}, test.args...), long...), "")["stdout"]
			var names []string
			for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
				names = append(names, strings.Fields(line)[0])
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("%v: %s, want %s", test.args, got, test.want)
			}
		}
	}
	for _, args := range [][]string{{"families", "--model", "none-such"}, {"families", "--format", "none-such"}} {
		if got := execute(t, args, ""); !strings.Contains(got["stderr"], "none-such") {
			t.Errorf("%v: %v", args, got)
		}
	}
}

func TestFamiliesJSON(t *testing.T) {
	response := new(toolparserv1.ListFamiliesResponse)
	if err := protojson.Unmarshal([]byte(execute(t, []string{"families", "--json", "llama"}, "")["stdout"]), response); err != nil {
		t.Fatal(err)
	}
	if list := response.GetFamilies(); len(list) != 1 || list[0].GetName() != "llama3" {
		t.Error(response)
	} else if others := list[0].GetOtherModelPatterns(); !slices.Contains(others, "*hermes*") {
		t.Errorf("models that the family leaves out: %q", others)
	}
}

func TestDescribeFamily(t *testing.T) {
	text := execute(t, []string{"families", "llama3"}, "")["stdout"]
	for _, want := range []string{"llama3: ", "aliases ", "models ", "*llama-v3*, but not *hermes* ", "preserved tokens ", "reasoning ", "\nllama3/json: ", "\n    "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %s", want, text)
		}
	}
}

// TestFamiliesSayWhatTheyLeaveOut: a pattern that is shown, and a model that it matches, and that isn't the family's. The
// family isn't a suggestion for it.
func TestFamiliesSayWhatTheyLeaveOut(t *testing.T) {
	if text := execute(t, []string{"families", "--long"}, "")["stdout"]; !strings.Contains(text, "*mimo-vl*, but not *deepseek*qwen* ") {
		t.Error(text)
	}
	got := execute(t, []string{"families", "--model", "groq/llama-3-groq-8b-tool-use"}, "")
	if want := `: llama3 is for "*llama-3*", but not for "*groq*tool-use*" (did you mean `; !strings.Contains(got["stderr"], want) || strings.Contains(got["stderr"], want+"llama3") {
		t.Error(got)
	}
}

// TestFamilyExamples has what the families tell people to try.
func TestFamilyExamples(t *testing.T) {
	for _, f := range families.All() {
		for _, format := range f.Formats {
			result := parsers.Parse(f, format.Example, parsers.Config{}, parsers.FinishUnspecified)
			for _, call := range result.ToolCalls {
				if call.Format != format.Name {
					t.Errorf("the example of %s is of %s", format.Name, call.Format)
				}
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, args := range [][]string{
		{"__complete", "parse", "--family", ""},
		{"__complete", "families", ""},
	} {
		if got := execute(t, args, "")["stdout"]; !strings.Contains(got, "llama3\t") {
			t.Errorf("%v: %s", args, got)
		}
	}
	if got := execute(t, []string{"__complete", "parse", "--content-policy", ""}, "")["stdout"]; !strings.Contains(got, "verbatim") {
		t.Error(got)
	}
}

// TestChoicesComplete: every flag that takes one of few names completes them.
func TestChoicesComplete(t *testing.T) {
	for _, c := range newRoot(families.Registry()).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() != "name" || f.Name == "name" { // a new family's, anything
				return
			}
			if got := execute(t, []string{"__complete", c.Name(), "--" + f.Name, ""}, "")["stdout"]; !strings.Contains(got, f.DefValue+"\n") {
				t.Errorf("%s --%s: %s", c.Name(), f.Name, got)
			}
		})
	}
}
