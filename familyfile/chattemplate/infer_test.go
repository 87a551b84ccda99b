package chattemplate_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/toolparser/toolparser/familyfile/chattemplate"
	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// unseenNotes is how many notes follow every inference.
const unseenNotes = 2

// noTools is noted of a template that says nothing of tools.
const noTools = "The template doesn't tell the model which tools there are."

// TestInfer infers families of the templates in testdata, of models that no one made. They
// want what the template says, except for descriptions: a family that reads the template's own
// calls is sure, since Infer proves it.
func TestInfer(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testInfer(t, file) })
	}
}

func testInfer(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	want := new(familyv1.FamilyDeclaration)
	if err := prototext.Unmarshal([]byte(files["want"]), want); err != nil {
		t.Fatal(err)
	}
	got, notes, err := chattemplate.Infer([]byte(files["template"]), "acme")
	if err != nil {
		t.Fatal(err)
	}
	if got.GetName() != "acme" || got.GetDescription() == "" {
		t.Errorf("it is named %q: %q", got.GetName(), got.GetDescription())
	}
	got.Name, got.Description = "", ""
	for _, f := range got.GetFormats() {
		f.Description = ""
	}
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Errorf("the declaration (-want +got):\n%s", diff)
	}
	told := strings.Join(notes[:max(len(notes)-unseenNotes, 0)], "\n")
	if !strings.Contains(files["template"], "in tools") { // most of these templates are of calls alone
		told = strings.TrimSpace(strings.TrimPrefix(told, noTools))
	}
	if diff := cmp.Diff(strings.TrimSpace(files["notes"]), told); diff != "" {
		t.Errorf("the notes (-want +got):\n%s", diff)
	}
}

// simple is a template of JSON after a marker, with more before it.
func simple(before string) string {
	return before + `{% for m in messages %}<|{{ m.role }}|>{{ m.content }}` +
		`{% for c in m.tool_calls %}<call>{{ {"name": c.function.name, "arguments": c.function.arguments} | tojson }}</call>{% endfor %}` +
		`<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}`
}

// TestTokenizerConfig: the template may be in a tokenizer_config.json, one of several;
// the tokenizer says which tokens are special, and what ends a turn.
func TestTokenizerConfig(t *testing.T) {
	ended := strings.Replace(simple(""), "<|end|>", "{{ eos_token }}", 1)
	for name, template := range map[string]any{
		"one": ended,
		"several": []any{
			map[string]any{"name": "default", "template": "{{ messages[0].content }}"},
			map[string]any{"name": "tool_use", "template": ended},
		},
	} {
		config, err := json.Marshal(map[string]any{
			"chat_template": template, "eos_token": map[string]any{"content": "<end>"},
			"added_tokens_decoder": map[string]any{"7": map[string]any{"content": "<call>", "special": true}},
		})
		if err != nil {
			t.Fatal(err)
		}
		d, notes, err := chattemplate.Infer(config, "acme")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		block := d.GetGrammar().GetBlocks()[0]
		if block.GetKind() == familyv1.MarkerKind_MARKER_KIND_PLAIN_TAGS || cmp.Diff([]string{"<end>"}, d.GetGrammar().GetTurnEnds()) != "" {
			t.Errorf("%s: the block is %v, a turn ends with %v", name, block, d.GetGrammar().GetTurnEnds())
		}
		if chosen := strings.Contains(strings.Join(notes, "\n"), `"tool_use"`); chosen != (name == "several") {
			t.Errorf("%s: the notes are %q", name, notes)
		}
	}
}

// TestNoHeader: a template that doesn't open the model's turn writes the same calls.
func TestNoHeader(t *testing.T) {
	opened, _, err := chattemplate.Infer([]byte(simple("")), "acme")
	if err != nil {
		t.Fatal(err)
	}
	template, _, _ := strings.Cut(simple(""), "{% if add_generation_prompt %}")
	got, _, err := chattemplate.Infer([]byte(template), "acme")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(opened, got, protocmp.Transform()); diff != "" {
		t.Errorf("(-opened +not opened):\n%s", diff)
	}
}

// TestRefusals: what no declaration says, and what is no template for calls, is refused in
// a line.
func TestRefusals(t *testing.T) {
	turn := func(calls string) string {
		return `{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% for c in m.tool_calls %}` + calls + `{% endfor %}<|end|>{% endfor %}` +
			`{% if add_generation_prompt %}<|assistant|>{% endif %}`
	}
	for name, c := range map[string]struct{ template, want string }{
		"no calls":             {turn(""), "writes no calls"},
		"the name in the id":   {turn("<|call|>{{ c.id }}<|with|>{{ c.function.arguments | tojson }}<|/call|>"), "only in its id"},
		"a name between words": {turn("<|call|>functions.{{ c.function.name }}:0<|with|>{{ c.function.arguments | tojson }}<|/call|>"), "is in an id"},
		"a prefix of a name":   {turn("<|call|>the {{ c.function.name }} at<|with|>{{ c.function.arguments | tojson }}<|/call|>"), "the name has no marker on both sides"},
		"prose":                {turn("I call {{ c.function.name }} with {{ c.function.arguments.akey }}."), "which no shared grammar says"},
		"no messages":          {"Hello.", "doesn't write what the user says"},
		"a broken tag":         {"{% if %}", "reading the template: "},
		"an open tag":          {"{{ messages }}\n {{ messages", "line 2, column 2: a tag isn't closed"},
		"an open comment":      {"é{# messages", "line 1, column 2: a comment isn't closed"},
		"an open string":       {"\n{{ messages }}{{ 'a }}", "line 2, column 15: a tag isn't closed"},
		"an open bracket":      {"\n{{ messages }}{{ ) }}", `line 2, column 15: ")" closes nothing`},
		"an end of nothing":    {"{% if true %}\n{% endif %}\n\n  {% endfor %}", `line 4, column 3: the statement "endfor" isn't evaluated`},
		"an unknown filter":    {"{% if true %}\n{{ 1 }}{{ messages | frob }}\n{% endif %}", "line 2, column 8: filter 'frob' not found"},
		"a key of nothing":     {"{%- for m in messages -%}\n\n{{ m.role }} {{ m.x.y }}\n{%- endfor %}", "line 3, column 14: Can't use Getitem on None"},
		"half an expression":   {"{{ messages }}\n{{ 1 + }}", "line 2, column 1: expected"},
		"the first of two":     {"{{ 1 + }}{{ messages }}", "line 1, column 1: expected"},
		"a filter in a block":  {"{% set a = 1 %}{% if a | frob %}\n{% endif %}", "line 1, column 16: filter 'frob' not found"},
		"an unknown tag":       {"{% frobnicate %}", `line 1, column 1: the statement "frobnicate" isn't evaluated`},
		"another file":         {"\n{% include '/etc/passwd' %}", `line 2, column 1: the statement "include" isn't evaluated`},
		"an import":            {"{% import '/etc/passwd' as x %}", `line 1, column 1: the statement "import" isn't evaluated`},
		"it refuses":           {"{{ raise_exception('Not today.') }}", "the template says: Not today."},
		"no such template":     {`{"chat_template": [{"name": "rag", "template": "x"}]}`, "none is named tool_use or default; there are [\"rag\"]"},
		"no template":          {`{"eos_token": "</s>"}`, "there is no chat_template"},
		"an empty template":    {`{"chat_template": null}`, "there is no chat_template"},
		"a list":               {`[1, 2]`, "it is JSON, but no object"},
		"a number":             {`{"chat_template": 7}`, "neither a text nor a list"},
		"broken JSON":          {`{"chat_template": "a`, "neither a template nor JSON"},
		"tokens in a list":     {`{"chat_template": "a", "added_tokens_decoder": []}`, "added_tokens_decoder: a value of the type array"},
		"other bytes":          {simple("\xff"), "no text in UTF-8"},
		"a terminal's codes":   {"{{ raise_exception('a\x1b[31m\nb') }}", "the template says: a[31m b"},
		"it says much":         {"{{ raise_exception('a' * 100000) }}", "aaa…"},
	} {
		d, _, err := chattemplate.Infer([]byte(c.template), "acme")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v, want %q", name, d, err, c.want)
		}
	}
}

// doubling are loops, each of whose variable is twice the one before.
func doubling(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{%% for a%d in [a%d ~ a%d] %%}", i+1, i, i)
	}
	return b.String()
}

// TestBoundsDespiteGarbage: memory that is no longer in use hides nothing of what a template makes.
func TestBoundsDespiteGarbage(t *testing.T) {
	garbage := make([]byte, 512<<20) // its pages are never touched
	runtime.KeepAlive(garbage)
	loops := "{% for a0 in ['x' * 1000000] %}" + doubling(8) + strings.Repeat("{% endfor %}", 9)
	if _, _, err := chattemplate.Infer([]byte(simple(loops)), "acme"); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("%v, want a bound", err)
	}
}

// TestBounds: a template is a stranger's, and what it costs is bounded.
func TestBounds(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	for name, c := range map[string]struct{ before, want string }{
		"a long loop":         {"{% for i in range(1000000000) %}{% endfor %}", "takes more than"},
		"nested loops":        {"{% for i in range(10000) %}{% for j in range(10000) %}{% endfor %}{% endfor %}", "takes more than"},
		"a long text":         {"{{ 'x' * 1000000000 }}", "writes more than"},
		"a text that doubles": {"{% set ns = namespace(x='x') %}{% for i in range(100) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}", "writes more than"},
		"a list that doubles": {"{% set ns = namespace(x=[1]) %}{% for i in range(100) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}", "writes more than"},
		"a text replaced":     {"{% set x = 'x' * 1000000 %}{{ x.replace('x', x) | length }}", "writes more than"},
		"a text filtered":     {"{% set x = 'x' * 1000000 %}{{ x | replace('x', x) | length }}", "writes more than"},
		"a text formatted":    {"{% set x = 'x' * 1000000 %}{{ ('{0}' * 100000).format(x) | length }}", "writes more than"},
		"a text joined":       {"{% set x = 'x' * 1000000 %}{{ [" + strings.Repeat("x,", 50000) + "x] | join | length }}", "writes more than"},
		"numbers joined":      {"{% set x = 'x' * 1000000 %}{{ x.join(['a', 'b', 'c']) | length }}", "writes more than"},
		"a loop that doubles": {"{% for a0 in ['x' * 1000000] %}" + doubling(8) + strings.Repeat("{% endfor %}", 9), "writes more than"},
		"a macro's text":      {"{% macro f() %}{% for i in range(1100) %}" + strings.Repeat("x", 200000) + "{% endfor %}{% endmacro %}{{ f() | length }}", "writes more than"},
		"much output":         {"{% for i in range(10000) %}" + strings.Repeat("0123456789", 20) + "{% endfor %}", "writes more than"},
		"endless recursion":   {"{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "more than 64 deep"},
		"a recursive loop":    {"{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", "recursive loops"},
		"many brackets":       {"{{ " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000) + " }}", "deep"},
		"many conditions":     {"{{ 1" + strings.Repeat(" if x else 1", 10000) + " }}", "deep"},
		"an unbounded filter": {"{{ 'x' | center(1000000000) }}", "center"},
		"a long way":          {"{{ x" + strings.Repeat(".x", 200) + " }}", "line 1, column 1: Can't use Getitem on None"},
		"a power":             {"{{ 9 ** 9 ** 9 ** 9 }}", "powers"},
		"a division by zero":  {"{{ 1 % 0 }}", "integer divide by zero"},
		"a long template":     {strings.Repeat(" ", 1<<20), "262144 are read at most"},
	} {
		_, _, err := chattemplate.Infer([]byte(simple(c.before)), "acme")
		if err != nil && c.want == "writes more than" && strings.Contains(err.Error(), "takes more than") {
			t.Logf("%s: %v: the machine is so slow that time is up before", name, err)
		} else if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 400 {
			t.Errorf("%s: %.400v, want %q", name, err, c.want)
		}
		for runtime.NumGoroutine() > goroutines {
			time.Sleep(time.Millisecond) // what a rendering that was given up still makes would count for the next one
		}
	}
	deep := strings.Repeat("{% if true %}", 500) + strings.Repeat("{% endif %}", 500)
	for _, before := range []string{"", deep, "{{ '<' * 900000 }}"} {
		begun := time.Now()
		_, _, err := chattemplate.Infer([]byte(simple(before)), "acme")
		if err != nil && time.Since(begun) > chattemplate.MaxTime {
			t.Logf("%.40s: %.300v: the machine is so slow that time is up", before, err)
		} else if err != nil {
			t.Errorf("%.40s: %.300v", before, err)
		}
	}
}
