package gen

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/toolparser/toolparser/bench/exact"
)

func snippets(t testing.TB) []Snippet {
	t.Helper()
	list, err := Snippets()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// tested are shapes of every sort: in text and alone, fenced, between markers,
// nested, in an array, the arguments first and alone.
var tested = []string{
	"llama3/json in text", "llama3/json array", "llama3/json arguments first", "kimi/fenced_json tool_call",
	"kimi/k2_tokens", "claude/tool_use_json",
}

// cases are those of the tested shapes and seed 0.
var cases = sync.OnceValue(func() []*Case {
	list, err := Snippets()
	if err != nil {
		panic(err)
	}
	return Generate(Options{Snippets: list, Shapes: tested})
})

func TestSnippets(t *testing.T) {
	list := snippets(t)
	if len(list) < 60 {
		t.Errorf("%d snippets, want at least 60", len(list))
	}
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s.Name] || seen[s.Text] || s.Text == "" || !utf8.ValidString(s.Text) {
			t.Errorf("snippet %s is empty, double or no UTF-8", s.Name)
		}
		seen[s.Name], seen[s.Text] = true, true
	}
}

func TestKinds(t *testing.T) {
	if len(damages) < 17 {
		t.Errorf("%d kinds, want at least 17", len(damages))
	}
	byKind := map[string]int{}
	for _, c := range cases() {
		byKind[c.Damage]++
		byKind[c.Kind.Name]++
	}
	for _, k := range Kinds() {
		if byKind[k.Name] == 0 {
			t.Errorf("no case of %s", k.Name)
		}
	}
}

// A case depends on the seed and on itself alone.
func TestDeterminism(t *testing.T) {
	kinds := []string{"quote_one", "comments", CutInString}
	all := map[string]*Case{}
	for _, c := range Generate(Options{Seed: 7, Snippets: snippets(t), Kinds: kinds}) {
		if all[c.ID] != nil {
			t.Fatalf("two cases named %s", c.ID)
		}
		all[c.ID] = c
	}
	some := Generate(Options{Seed: 7, Snippets: snippets(t), Families: []string{"kimi"}, Kinds: kinds[:2]})
	for _, c := range some {
		if !reflect.DeepEqual(c, all[c.ID]) {
			t.Errorf("%s differs with fewer families and kinds", c.ID)
		}
	}
	differs := false
	for _, c := range Generate(Options{Seed: 8, Snippets: snippets(t), Kinds: []string{"quote_one"}}) {
		differs = differs || all[c.ID] == nil || all[c.ID].Output != c.Output
	}
	if !differs {
		t.Error("another seed makes the same cases")
	}
}

// The truth is what the undamaged call says.
func TestTruth(t *testing.T) {
	for _, c := range cases() {
		if preparedKind(c.Damage) {
			continue
		}
		if !c.Means(c.Undamaged) {
			t.Fatalf("%s: the undamaged call doesn't mean the truth\n%s\n%s", c.ID, c.Undamaged, c.Arguments)
		}
		if !exact.Equal(c.Arguments, c.ArgumentBytes) {
			t.Fatalf("%s: arguments differ\n%s\n%s", c.ID, c.Arguments, c.ArgumentBytes)
		}
	}
}

// What is damaged is no JSON, but for what is said to be.
func TestDamaged(t *testing.T) {
	valid := map[string]bool{None: true, "double_encoded": true, OtherMeaning.Name: true}
	for _, c := range cases() {
		if got := json.Valid([]byte(c.Object)); got != valid[c.Kind.Name] && c.Kind.Group == Recoverable {
			t.Fatalf("%s: valid JSON: %v\n%s", c.ID, got, c.Object)
		}
		if !strings.Contains(c.Output, c.Object) {
			t.Fatalf("%s: the output doesn't hold the object", c.ID)
		}
	}
}

// Each kind damages as its name says.
func TestEachKind(t *testing.T) {
	shorter := func(n int) func(c *Case) bool {
		return func(c *Case) bool { return c.Style == "python_ascii" || len(c.Undamaged)-len(c.Object) == n }
	}
	prefix := func(c *Case) bool {
		return strings.HasSuffix(c.Output, c.Object) && strings.HasPrefix(c.Undamaged, c.Object)
	}
	checks := map[string]func(c *Case) bool{
		None:         func(c *Case) bool { return c.Object == c.Undamaged && c.Means(c.Object) },
		"quotes_all": func(c *Case) bool { return c.Style == "python_ascii" || len(c.Object) < len(c.Undamaged) },
		RawCode:      holdsSnippet(snippets(t)),
		"quote_one":  shorter(1),
		"quote_pair": shorter(2),
		"newlines_raw": func(c *Case) bool {
			return strings.Count(c.Object, "\n") > strings.Count(c.Undamaged, "\n") ||
				strings.Count(c.Object, "\r") > 0
		},
		"controls_raw":    func(c *Case) bool { return strings.ContainsAny(c.Object, "\t\b\f\a\x1b\x00") },
		"backslashes_raw": func(c *Case) bool { return c.Style == "python_ascii" || len(c.Object) < len(c.Undamaged) },
		"trailing_comma":  func(c *Case) bool { return c.Means(dropTrailing(c.Object)) },
		"missing_comma":   shorter(1),
		"missing_brace":   shorter(1),
		"extra_closer": func(c *Case) bool {
			return c.Object == c.Undamaged+"}" || c.Object == c.Undamaged+"]"
		},
		"doubled_braces": func(c *Case) bool { return c.Object == "{"+c.Undamaged+"}" },
		"comments":       func(c *Case) bool { return strings.Contains(c.Object, "//") || strings.Contains(c.Object, "/*") },
		"double_encoded": func(c *Case) bool { return c.Means(c.Object) },
		"non_finite":     func(c *Case) bool { return strings.Contains(c.Arguments, "null") },
		CutInString:      prefix, "cut_after_string": prefix, "cut_after_comma": prefix, "cut_after_number": prefix, "cut_in_key": prefix,
	}
	for _, c := range cases() {
		check := checks[c.Kind.Name]
		if check != nil && !check(c) {
			t.Fatalf("%s isn't damaged so:\n%s\n%s", c.ID, c.Undamaged, c.Object)
		}
	}
}

// holdsSnippet reports whether the object holds a snippet of the list, unchanged.
func holdsSnippet(list []Snippet) func(c *Case) bool {
	return func(c *Case) bool {
		for _, s := range list {
			if isCode(s.Text) && strings.Contains(c.Object, `"`+s.Text+`"`) {
				return true
			}
		}
		return false
	}
}

// dropTrailing removes the commas before closers, outside of strings.
func dropTrailing(s string) string {
	var out []byte
	inString := false
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case inString && ch == '\\':
			out = append(out, ch)
			i++
		case ch == '"':
			inString = !inString
		case ch == ',' && !inString:
			if rest := strings.TrimLeft(s[i+1:], " \n\t"); rest != "" && strings.ContainsAny(rest[:1], "}]") {
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// Python's own repr is the judge of ours.
func TestPythonRepr(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	n := 0
	for _, c := range Generate(Options{Snippets: snippets(t), Shapes: tested, Kinds: []string{"python_repr"}}) {
		if err := enc.Encode([]string{c.Undamaged, c.Object}); err != nil {
			t.Fatal(err)
		}
		n++
	}
	cmd := exec.Command(python, "-c", `
import json, sys
for line in sys.stdin:
    plain, ours = json.loads(line)
    theirs = repr(json.loads(plain))
    if theirs != ours:
        sys.exit("python: " + theirs + "\nours:   " + ours)
`)
	cmd.Stdin = &in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%d cases: %v\n%s", n, err, out)
	}
}

func TestGoroot(t *testing.T) {
	a, err := Goroot(40, 1)
	if err != nil {
		t.Skip(err)
	}
	b, _ := Goroot(40, 1)
	if !reflect.DeepEqual(a, b) || len(a) != 40 {
		t.Errorf("%d texts, the same twice: %v", len(a), reflect.DeepEqual(a, b))
	}
	for _, s := range a {
		if len(s.Text) > maxGoroot || s.Text == "" || !utf8.ValidString(s.Text) {
			t.Errorf("%s: %d bytes", s.Name, len(s.Text))
		}
	}
}
