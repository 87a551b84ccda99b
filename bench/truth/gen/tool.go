package gen

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"github.com/toolparser/toolparser/bench/form"
)

// A Tool is a function that the model was offered.
type Tool struct {
	Name string
	// Schema is the JSON Schema of the arguments.
	Schema string
}

// A property is a parameter of a tool.
type property struct {
	key string
	typ form.Type
	// items are an object's properties.
	items []property
}

// A signature is a tool, as the one that wrote the tools knows it.
type signature struct {
	name       string
	properties []property
}

func str(keys ...string) []property {
	var list []property
	for _, key := range keys {
		list = append(list, property{key: key})
	}
	return list
}

// signatures are the tools that models call, those of coding agents above all.
var signatures = []signature{
	{"bash", append(str("command"), property{key: "timeout", typ: form.Integer})},
	{"write", str("path", "content", "mode")},
	{"f", str("a", "b", "c")},
	{"edit", append(str("path", "old", "new"), property{key: "all", typ: form.Boolean})},
	{"search", []property{
		{key: "queries", typ: form.Array}, {key: "limit", typ: form.Integer},
		{key: "options", typ: form.Object, items: []property{{key: "lang"}, {key: "deep", typ: form.Boolean}}},
	}},
	{"note", append(str("title", "body"), property{key: "tags", typ: form.Array})},
	{"exec", append(str("command", "parameters"), property{key: "name"})},
	{"run", []property{{key: "command"}, {key: "arguments", typ: form.Object, items: str("lang")}, {key: "force", typ: form.Boolean}}},
	{"get_time", nil},
	{"query", []property{{key: "q"}, {key: "n", typ: form.Integer}, {key: "r"}}},
}

// inner is the tool that quoted calls name: no case means it.
const inner = "quoted_tool"

// A Request is what a parser is asked.
type Request struct {
	// Kind names how the tools were declared.
	Kind  string
	Tools []Tool
	// Listed are the keys that the schema of each tool lists; nil: none is known.
	Listed map[string][]string
	// Repairs are off, calls that are cut off are accepted.
	DisableRepair, AcceptIncomplete bool
}

// Lists reports whether the schema of a tool has a key.
func (q *Request) Lists(tool, key string) bool { return slices.Contains(q.Listed[tool], key) }

// Declares reports whether a tool is declared.
func (q *Request) Declares(name string) bool {
	return slices.ContainsFunc(q.Tools, func(t Tool) bool { return t.Name == name })
}

var requestKinds = []string{"all", "all", "all", "some", "none", "closed", "invented", "no tools", "twenty"}

// request declares the tools of an answer in one of the ways.
func request(kind string, a *form.Answer, r *rand.Rand) Request {
	q := Request{Kind: kind, Listed: map[string][]string{}}
	if kind == "no tools" {
		return q
	}
	used := map[string]bool{}
	for _, c := range a.Calls {
		used[c.Name] = true
	}
	for _, s := range signatures {
		if used[s.name] || r.IntN(3) == 0 {
			q.declare(s.name, kept(kind, s, a, r), kind == "closed" || kind == "invented" && r.IntN(2) == 0)
		}
	}
	q.declare(inner, str("command", "content"), false)
	if kind == "twenty" {
		alike := a.Calls[0].Name
		for _, suffix := range []string{"_2", "_all", "s", "er", "-x", "_file", ".run", "1", "_b", "ed", "_c", "_d", "_e", "_g", "_h", "_i", "_j", "_k", "_l"} {
			q.declare(alike+suffix, str("path"), false)
		}
	}
	return q
}

// kept are the properties that the schema lists.
func kept(kind string, s signature, a *form.Answer, r *rand.Rand) []property {
	list := slices.Clone(s.properties)
	switch {
	case kind == "none":
		return nil
	case kind == "some":
		return slices.DeleteFunc(list, func(property) bool { return r.IntN(2) == 0 })
	case kind == "invented":
		// One key of a call isn't in its schema.
		for _, c := range a.Calls {
			if n := len(c.Args.Keys); c.Name == s.name && n > 0 {
				key := c.Args.Keys[r.IntN(n)]
				return slices.DeleteFunc(list, func(p property) bool { return p.key == key })
			}
		}
	}
	return list
}

func (q *Request) declare(name string, properties []property, closed bool) {
	if slices.ContainsFunc(q.Tools, func(t Tool) bool { return t.Name == name }) {
		return
	}
	schema := map[string]any{"type": "object"}
	if len(properties) > 0 || closed {
		schema["properties"] = schemas(properties)
	}
	if closed {
		schema["additionalProperties"] = false
	}
	text, err := json.Marshal(schema)
	if err != nil {
		panic(err) // maps of strings
	}
	q.Tools = append(q.Tools, Tool{name, string(text)})
	for _, p := range properties {
		q.Listed[name] = append(q.Listed[name], p.key)
	}
}

func schemas(properties []property) map[string]any {
	m := map[string]any{}
	for _, p := range properties {
		s := map[string]any{"type": p.typ.String()}
		if p.typ == form.Array {
			s["items"] = map[string]any{"type": "string"}
		}
		if p.items != nil {
			s["properties"] = schemas(p.items)
		}
		m[p.key] = s
	}
	return m
}
