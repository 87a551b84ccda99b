package main

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/bench/exact"
	"github.com/toolparser/toolparser/bench/form"
	"github.com/toolparser/toolparser/parsers"
)

// A damage of the text of a call, and what each format makes of it in which the text occurs.
var kinds = []struct {
	name string
	// from is replaced by to. Q is the quote of strings.
	from, to string
	// exact: the call is read as it was meant.
	exact bool
	// most is the highest confidence. If it is 0, there is no call.
	most float64
}{
	{"a quote twice, at the start", "QxQ", "QQxQ", true, 0.4},
	{"a quote twice, at the end", "QxQ", "QxQQ", true, 0.4},
	{"a quote twice, in a list", "QuQ", "QuQQ", true, 0.4},
	{"an element without its first quote", "QuQ, QvQ", "QuQ, vQ", false, 0},
	{"a word for a comma", "QuQ, QvQ", "QuQ and QvQ", false, 0},
	{"a sign for a comma", "QuQ, QvQ", "QuQ| QvQ", false, 0},
	{"a colon for a comma", "QuQ, QvQ", "QuQ:QvQ", false, 0},
	{"a word before a key", `"x", "b"`, `"x", COMMENT "b"`, false, 0},
	{"a number for a key", `"x", "b"`, `"x", 5`, false, 0},
	{"a comment directly behind a string", `"x", "b"`, `"x"/* one */, "b"`, true, 0.8},
	{"the name twice", `"name": "f"`, `"name": "f", "name": "f"`, true, 0.8},
	{"another name", `"name": "f"`, `"name": "f", "name": "g"`, false, 0},
	{"other arguments", `"arguments": {`, `"arguments": {}, "arguments": {`, false, 0},
	{"arguments under two keys", `"arguments": {`, `"parameters": {}, "arguments": {`, false, 0},
	{"an element without its last quote", "['u', 'v']", "['u, 'v']", false, 0.4},
	{"an argument without its sign", "b='y'", "b'y'", false, 0},
	{"an argument with two signs", "b='y'", "b=='y'", false, 0},
	{"an argument without its key", "b='y'", "='y'", false, 0},
}

// strict are formats that are JSON without a flaw, or no call.
var strict = map[string]bool{"claude/messages_json": true, "glm/name_json": true}

// TestKinds damages a call in each format in the same ways.
func TestKinds(t *testing.T) {
	tools := parsers.NewTools([]parsers.Tool{
		{Name: "f", Parameters: `{"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}}}}`},
		{Name: "g"},
	})
	for _, f := range form.All() {
		if f.Spell.Escape != form.EscapeJSON && f.Spell.Escape != form.EscapePython || f.Spell.Quote == "" {
			continue
		}
		list := form.Value{Type: form.Array, Items: []form.Value{form.Str("u"), form.Str("v")}}
		args := form.Value{Type: form.Object, Keys: []string{"a", "b", "l"}, Items: []form.Value{form.Str("x"), form.Str("y"), list}}
		whole := form.Join(f.Write(&form.Answer{Calls: []form.Call{{Name: "f", ID: "i1", Args: args}}}, form.Styles[0]))
		if _, ok := readAs(f, whole, args, tools); !ok {
			t.Errorf("%s: the undamaged call isn't read: %q", f.Name, whole)
			continue
		}
		for _, k := range kinds {
			quote := strings.NewReplacer("Q", f.Spell.Quote)
			from, to := quote.Replace(k.from), quote.Replace(k.to)
			if !strings.Contains(whole, from) {
				continue
			}
			text := strings.Replace(whole, from, to, 1)
			calls, same := readAs(f, text, args, tools)
			if len(calls) == 0 && strict[f.Name] {
				continue
			}
			if same != k.exact || len(calls) > 0 && calls[0].Confidence > k.most {
				t.Errorf("%s, %s: %q is read as %+v", f.Name, k.name, text, calls)
			}
		}
	}
}

// readAs reads a text, and reports whether it is a call with the arguments.
func readAs(f *form.Form, text string, args form.Value, tools *parsers.Tools) ([]parsers.ToolCall, bool) {
	r := parsers.Parse(known[f.Family], text, parsers.Config{Tools: tools}, parsers.FinishUnspecified)
	return r.ToolCalls, len(r.ToolCalls) == 1 && exact.Equal(r.ToolCalls[0].Arguments, args.JSON())
}

// A damage that leaves more than one reading, whatever the schema lists. Q is the quote of strings.
var doubts = []struct{ name, from, to string }{
	{"a member after a comma and the bracket", `"y", "l": ["u", "v"]}`, `"y",}"l": ["u", "v"]`},
	{"a member after the bracket", `"y", "l": ["u", "v"]}`, `"y"} "l": ["u", "v"]}`},
	{"a bracket before the last member", `"y", "l"`, `"y"}, "l"`},
	{"a bracket before an element", `["u", "v"]`, `["u", ["v"]`},
	{"a bracket before a value", `"y", "l"`, `["y", "l"`},
	{"a word for a comma", `"x", "b"`, `"x" and "b"`},
	{"a sign for a comma", `"x", "b"`, `"x". "b"`},
	{"a bracket before a key", `"x", "b"`, `"x", {"b"`},
	{"another quote before a key", `"x", "b"`, `"x", 'b"`},
	{"a quote three times", `"x"`, `"""x"`},
	{"a bracket in the name", `"name": "f"`, `"name": "f("`},
	{"a second key for arguments", `"input": {`, `"input": {}, "arguments": {`},
	{"a second key for arguments", `"args": {`, `"args": {}, "input": {`},
	{"the same key again", "'x', b=", "'x'a="},
	{"the same key again", `"x", b=`, `"x"a=`},
}

// TestDoubts damages a call in each format in the same ways, under several schemas: no other call is accepted over 0.4.
func TestDoubts(t *testing.T) {
	list := form.Value{Type: form.Array, Items: []form.Value{form.Str("u"), form.Str("v")}}
	args := form.Value{Type: form.Object, Keys: []string{"a", "b", "l"}, Items: []form.Value{form.Str("x"), form.Str("y"), list}}
	for _, properties := range []string{
		`{"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}}}}`,
		`{"properties": {"a": {"type": "string"}}}`, `{"type": "object"}`,
	} {
		tools := parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: properties}, {Name: "g"}})
		for _, f := range form.All() {
			if f.Spell.Quote == "" && !strings.Contains(properties, `"l"`) {
				continue // a value without delimiters is the text as it is
			}
			whole := form.Join(f.Write(&form.Answer{Calls: []form.Call{{Name: "f", ID: "i1", Args: args}}}, form.Styles[0]))
			for _, d := range doubts {
				if strings.Contains(whole, d.from) {
					noOther(t, f, d.name, strings.Replace(whole, d.from, d.to, 1), args, tools)
				}
			}
		}
	}
}

// TestQuotedEnds reads values that quote the end of their own call: no other call is accepted over 0.4.
func TestQuotedEnds(t *testing.T) {
	tools := parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: `{"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}`}})
	for _, f := range form.All() {
		if f.Spell.Quote != "" {
			continue
		}
		call := func(a string) (form.Value, []form.Part) {
			args := form.Value{Type: form.Object, Keys: []string{"a", "b"}, Items: []form.Value{form.Str(a), form.Str("y")}}
			return args, f.Write(&form.Answer{Calls: []form.Call{{Name: "f", ID: "i1", Args: args}}}, form.Styles[0])
		}
		_, plain := call("x")
		closers := ""
		for _, p := range plain {
			if p.Kind == form.Marker && p.Closes && p.Arg != 0 {
				closers += p.Text
			}
		}
		for _, value := range []string{"use x" + closers + " here", "```\nx" + closers + "\n```\n"} {
			args, parts := call(value)
			if f.Writes([]form.Call{{Name: "f", Args: args}}) {
				noOther(t, f, "the end of a call in a value", form.Join(parts), args, tools)
			}
		}
	}
}

// noOther reports calls over 0.4 that aren't the one that was meant.
func noOther(t *testing.T, f *form.Form, what, text string, args form.Value, tools *parsers.Tools) {
	t.Helper()
	calls, same := readAs(f, text, args, tools)
	for _, c := range calls {
		if !same && c.Confidence > doubtful {
			t.Errorf("%s, %s: %q is read as %s %s at %.1f", f.Name, what, text, c.Name, c.Arguments, c.Confidence)
		}
	}
}
