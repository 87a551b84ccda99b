package gen

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// An ending says what follows the JSON in the output.
type ending uint8

const (
	_ ending = iota // nothing: the output ends
	// endBlock: a closing fence or a marker that ends the call itself.
	endBlock
	// endTurn: a marker that ends what the model says; it doesn't close
	// arguments that are still open.
	endTurn
	// endText: running text, so that no one can tell where the call was to end.
	endText
)

// A shape is one way in which a family writes a call. How the family writes is said by a form.
type shape struct {
	name, family  string
	before, after string
	ending        ending
	// call is the object around the arguments; nil where these are alone.
	call func(name string, args *object) node
	// namePath and argsPath lead to the name and the arguments in the object;
	// a peer's reading is taken from there. Array indices are decimal.
	namePath, argsPath []string
	// pretty shapes are never written on one line.
	pretty bool
}

const (
	intro = "I'll take care of that now.\n\n"
	fence = "```json\n"
	outro = "\n\nLet me know if you need anything else."
)

// A use is a form with text around it.
type use struct {
	form string
	// name is the shape's; empty: the form's.
	name          string
	before, after string
	pretty        bool
	// inner: damage leaves the array around the object alone.
	inner bool
}

// uses are the forms whose JSON is broken here, with the text around each.
var uses = []use{
	{form: "llama3/json"}, {form: "llama3/json arguments"}, {form: "llama3/json arguments first"}, {form: "llama3/json type function"},
	{form: "llama3/json after python_tag"}, {form: "llama3/json array"}, {form: "llama3/function_tag"},
	{form: "llama3/json", name: "llama3/json in text", before: "Here is the call: ", after: " Would you like to know more?"},
	{form: "llama3/fenced_json", before: intro, after: outro},
	{form: "hermes/tool_call", before: intro}, {form: "hermes/inline_json", before: intro}, {form: "pythonic/json", before: intro},
	{form: "phi4/functools", before: intro}, {form: "jamba/tool_calls", before: intro}, {form: "minimax/tool_calls", before: intro},
	{form: "k2_horizon/tool_call_json", before: intro}, {form: "solar2/tool_call_json object", name: "solar2/tool_call_json", before: intro},
	{form: "hyperclovax/function_call", before: intro}, {form: "hyperclovax/tool_call_json", before: intro},
	{form: "step_audio/tool_call", before: intro}, {form: "telechat/tool_call_json", before: intro},
	{form: "hunyuan/tool_calls_json", before: intro}, {form: "hunyuan/json_array", before: intro},
	{form: "gigachat/function_call", before: intro}, {form: "granite/tool_call", before: intro}, {form: "granite/tool_token", before: intro},
	{form: "nemotron_deci/toolcall", before: intro}, {form: "xlam/json_array"}, {form: "internlm/plugin", before: intro},
	{form: "ernie/tool_call", before: intro}, {form: "trinity/tool_call", before: intro}, {form: "pangu/tool_calls 2", name: "pangu/tool_calls", before: intro},
	{form: "apriel/tool_calls", before: intro}, {form: "firefunction/functools", before: intro}, {form: "sarashina/tool_calls", before: intro},
	{form: "plamo/tool_request"}, {form: "solar/tool_calls"}, {form: "mistral/json_array", before: intro}, {form: "mistral/named"},
	{form: "functionary/function_tag"}, {form: "functionary/recipient", before: ">>>all\nOn it.\n", after: "<|eot_id|>"},
	{form: "kimi/fenced_json", name: "kimi/fenced_json tool_call", before: intro, after: outro, pretty: true},
	{form: "kimi/fenced_json", name: "kimi/fenced_json tool_call compact"}, {form: "kimi/fenced_json action", before: intro, after: "\n"},
	{form: "kimi/fenced_json tool_uses"}, {form: "kimi/inline_json function_call", before: intro}, {form: "kimi/inline_json tool"},
	{form: "kimi/inline_json tool_name", name: "kimi/inline_json tool_name in text", before: "First ", after: " and then the rest."},
	{form: "kimi/inline_json", name: "kimi/inline_json name", before: intro}, {form: "kimi/k2_tokens"},
	{form: "deepseek/tokens"}, {form: "deepseek/tokens typed"}, {form: "gpt_oss/harmony"}, {form: "cohere/action", inner: true}, {form: "inkling/invoke_json"},
	{form: "gemma/fenced_json function", name: "gemma/fenced_json", pretty: true}, {form: "claude/tool_use_json", before: intro},
	{form: "claude/converse_json", before: intro}, {form: "claude/tool_use_json fenced", before: intro, pretty: true},
	{form: "ksi/event", before: intro}, {form: "ksi/tool_use fenced", name: "ksi/tool_use", before: intro},
	{form: "openai/responses_json", before: intro}, {form: "openai/function_call", before: intro}, {form: "gemini/function_call", before: intro},
	{form: "gemini/function_call fenced", pretty: true},
}

// shapes are the ways in which the families write calls.
var shapes = func() []shape {
	forms := map[string]*form.Form{}
	for _, f := range form.All() {
		forms[f.Name] = f
	}
	var list []shape
	for _, u := range uses {
		list = append(list, u.shape(forms[u.form]))
	}
	return list
}()

// id stands for the ids that a model writes.
const id = "call_1"

func (u use) shape(f *form.Form) shape {
	before, template, after := f.Around()
	if u.inner {
		start, end := strings.Index(template, "{"), strings.LastIndex(template, "}")+1
		before, template, after = before+template[:start], template[start:end], template[end:]+after
	}
	names := strings.NewReplacer("$name", "%NAME%", "$id", id)
	s := shape{
		name: u.name, family: f.Family, before: u.before + names.Replace(before), after: names.Replace(after) + u.after, pretty: u.pretty,
	}
	if s.name == "" {
		s.name = f.Name
	}
	switch {
	case after == "" && len(u.after) > 0 && u.after[0] == ' ':
		s.ending = endText
	case f.End != "" || after == "" && u.after != "":
		s.ending = endTurn
	case after != "":
		s.ending = endBlock
	}
	if template == "$args" || template == "$quoted" {
		return s
	}
	// The template is JSON once its holes are strings.
	whole := strings.NewReplacer("$args", `"$args"`, "$quoted", `"$args"`, "$id", id, "'", `"`).Replace(template)
	s.call = func(name string, args *object) node { return filled(json.RawMessage(whole), name, args) }
	const tool = "\x00"
	args := &object{}
	call := s.call(tool, args)
	s.namePath, _ = wayTo(call, func(n node) bool { t, ok := n.(text); return ok && strings.HasSuffix(t.s, tool) })
	s.argsPath, _ = wayTo(call, func(n node) bool { o, ok := n.(*object); return ok && o == args })
	return s
}

// wayTo is the way to a node of which is holds.
func wayTo(n node, is func(node) bool) ([]string, bool) {
	if is(n) {
		return nil, true
	}
	switch n := n.(type) {
	case *object:
		for _, m := range n.members {
			if rest, ok := wayTo(m.val, is); ok {
				return append([]string{m.key}, rest...), true
			}
		}
	case array:
		for i, item := range n {
			if rest, ok := wayTo(item, is); ok {
				return append([]string{strconv.Itoa(i)}, rest...), true
			}
		}
	}
	return nil, false
}

// filled is a template as a node: $name and $args are the call's.
func filled(template json.RawMessage, name string, args *object) node {
	var s string
	if json.Unmarshal(template, &s) == nil {
		if s == "$args" {
			return args
		}
		return plain(strings.Replace(s, "$name", name, 1))
	}
	dec := json.NewDecoder(strings.NewReader(string(template)))
	first, err := dec.Token()
	if err != nil {
		panic("template " + string(template) + ": " + err.Error()) // of package form
	}
	var list array
	o := &object{}
	for dec.More() {
		var key string
		if first == json.Delim('{') {
			if token, err := dec.Token(); err == nil {
				key, _ = token.(string)
			}
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			panic("template " + string(template) + ": " + err.Error())
		}
		n := filled(value, name, args)
		list, o.members = append(list, n), append(o.members, member{key, n})
	}
	if first == json.Delim('{') {
		return o
	}
	return list
}
