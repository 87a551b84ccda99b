package llama3

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// deltaCases are outputs as they arrive: chunks, and the delta of each. A delta
// reads as its content, quoted, then calls: "+0 f" begins
// call 0, "0:…" is a part of its arguments, "0." completes it, "-0" withdraws
// it. The last delta is that of the finish.
var deltaCases = []struct {
	about  string
	config parsers.Config
	pieces []string
	deltas []string
}{
	{
		about:  "prose goes out as it comes, but for white space that may stand before a call",
		pieces: []string{"Let me", " see. ", " ", "Or"},
		deltas: []string{`"Let me"`, `" see."`, ``, `"  Or"`, ``},
	}, {
		about:  "thoughts flow like prose, their markers' first bytes apart",
		pieces: []string{"<thi", "nk>a {", "\"b", "` </", "b </think", "> c"},
		deltas: []string{``, `"<think>a {"`, `"\"b"`, "\"`\"", `" </b"`, `" </think> c"`, ``},
	}, {
		about:  "in a thought a special token waits until a call is known",
		pieces: []string{"<think>a <|python_tag|>", " {", `"x": 1}`, ` <|python_tag|>{"name": "f", `, `"parameters": {"b`},
		deltas: []string{`"<think>a"`, ``, ``, `" <|python_tag|> {\"x\": 1}"`, ``, `" <|python_tag|>{\"name\": \"f\", \"parameters\": {\"b"`},
	}, {
		about:  "what can't count isn't held back",
		config: parsers.Config{Options: parsers.Options{Formats: []string{"llama3/function_tag"}}},
		pieces: []string{`a {"name"`, `: "f", "parameters": {}} `, "```\n[", `<function=f>{`},
		deltas: []string{`"a {\"name\""`, `": \"f\", \"parameters\": {}}"`, "\" ```\\n[\"", ``, `"<function=f>{"`},
	}, {
		about:  "a brace is held back until it can't begin a call any more",
		pieces: []string{"a {", `"`, "b", "\n", "c"},
		deltas: []string{`"a"`, ``, ``, `" {\"b"`, `"\nc"`, ``},
	}, {
		about:  "a call begins with its name and the start of its arguments, which then flow",
		pieces: []string{`{"name": "f`, `", "param`, `eters": `, `{"a": "x`, `yz`, `"`, `}`, `}`, ` `},
		deltas: []string{``, ``, ``, `+0 f 0:{"a": "x`, `0:yz`, ``, `0:"}`, ``, `0.`, ``},
	}, {
		about:  "arguments before the name wait for it",
		pieces: []string{`{"parameters": {"a": 1}, `, `"name": "f"`, `}`},
		deltas: []string{``, ``, `+0 f 0:{"a": 1}`, `0.`},
	}, {
		about:  "a number waits for the byte behind it",
		pieces: []string{`{"name": "f", "parameters": {"a": 1`, `2`, `}`, `}`},
		deltas: []string{`+0 f 0:{"a": `, ``, `0:12}`, ``, `0.`},
	}, {
		about:  "arguments that may be double-encoded wait for their end",
		pieces: []string{`{"name": "f", "parameters": "{}`, `"`, `} `},
		deltas: []string{``, ``, `+0 f 0:{} 0.`, ``},
	}, {
		about:  "what may follow a whole call doesn't hold it back",
		config: parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f"}})},
		pieces: []string{`{"name": "f", "parameters": "{}"`, `}`, `{"name": "f"}`},
		deltas: []string{``, `+0 f 0:{}`, `0. +1 f 1:{}`, `1.`},
	}, {
		about:  "a built-in call's arguments come as they become complete, and its end when no other call follows",
		pieces: []string{`<|python_tag|>brave_search.call(`, `query="a`, `b", n=1`, `2`, `, `, `)`},
		deltas: []string{`+0 brave_search 0:{`, ``, `0:"query":"ab"`, ``, `0:,"n":12`, ``, `0:} 0.`},
	}, {
		about:  "several calls in one delta all come out at once",
		pieces: []string{`a {"name": "f", "parameters": {}}; {"name": "g", "parameters": {}} b`},
		deltas: []string{`"a b" +0 f 0:{} 0. +1 g 1:{} 1.`, ``},
	}, {
		about:  "the end of one call and the beginning of the next in one delta",
		pieces: []string{`{"name": "f", "parameters": {"a": "x`, `"}}{"name": "g", "parameters": {"b": "y`, `"}} `},
		deltas: []string{`+0 f 0:{"a": "x`, `0:"} 0. +1 g 1:{"b": "y`, `1:"} 1.`, ``},
	}, {
		about:  "a call that is cut off is withdrawn, and its text goes out",
		pieces: []string{`a {"name": "f", "parameters": {"b": "x`},
		deltas: []string{`"a" +0 f 0:{"b": "x`, `" {\"name\": \"f\", \"parameters\": {\"b\": \"x" -0`},
	}, {
		about:  "a malformed call is withdrawn where it failed, and its index isn't used again",
		pieces: []string{`{"name": "f", "parameters": {"b": oops`, `}} `, `{"name": "g", "parameters": {}} `},
		deltas: []string{`+0 f 0:{"b": `, `"{\"name\": \"f\", \"parameters\": {\"b\": oops}}" -0`, `+1 g 1:{} 1.`, ``},
	}, {
		about:  "a quote in doubt holds back what follows it until quote recovery has settled it",
		pieces: []string{`{"name": "f", "parameters": {"a": "say "`, `hi" now`, `", "b": 1}`, `}`},
		deltas: []string{`+0 f 0:{"a": "say `, ``, ``, ``, `0:\"hi\" now", "b": 1} 0.`},
	}, {
		about:  "a call that turns out to be a definition is withdrawn, and its text goes out",
		pieces: []string{`{"name": "f", "parameters": {"a": 1}`, `, "description"`, `: `, `"F`, `"} x`},
		deltas: []string{`+0 f 0:{"a": 1}`, ``, `"{\"name\": \"f\", \"parameters\": {\"a\": 1}, \"description\":" -0`, `" \"F"`, `"\"} x"`, ``},
	}, {
		about:  "arguments that may turn out to be a schema are held back until their next key",
		pieces: []string{`{"name": "f", "parameters": {"ty`, `pe": "object`, `", `, `"a": 1}`, `}`},
		deltas: []string{`+0 f 0:{`, ``, ``, `0:"type": "object", "a": 1}`, ``, `0.`},
	}, {
		about:  "a first key that begins otherwise holds nothing back",
		pieces: []string{`{"name": "f", "parameters": {"ty`, `m`, `e": 1}`, `}`},
		deltas: []string{`+0 f 0:{`, `0:"tym`, `0:e": 1}`, ``, `0.`},
	}, {
		about:  "flat arguments come once the object closes",
		config: parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: `{"properties": {"a": {}}}`}})},
		pieces: []string{`{"name": "f", "a": "x`, `y"`, `}`, ` `},
		deltas: []string{``, ``, `+0 f 0:{"a": "xy"}`, `0.`, ``},
	}, {
		about:  "buffered calls come whole",
		config: parsers.Config{Options: parsers.Options{BufferToolCalls: true}},
		pieces: []string{`{"name": "f", "parameters": {"a": "x`, `"}`, `} `},
		deltas: []string{``, ``, `+0 f 0:{"a": "x"} 0.`, ``},
	}, {
		about:  "an accept_incomplete cut contradicts what was sent: the call is sent again",
		config: parsers.Config{Options: parsers.Options{AcceptIncomplete: true}},
		pieces: []string{`{"name": "f", "parameters": {"a": 1, "b": "x`},
		deltas: []string{`+0 f 0:{"a": 1, "b": "x`, `-0 +1 f 1:{"a": 1} 1.`},
	}, {
		about:  "a Python list begins its calls at the finish",
		config: parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f"}})},
		pieces: []string{`[f(`, `a=1`, `)]`},
		deltas: []string{``, ``, ``, `+0 f 0:{"a":1} 0.`},
	}, {
		about:  "a marker's first bytes are held back",
		pieces: []string{"a <|pyth", "on_ta", "x ", "<|eom_id|>"},
		deltas: []string{`"a"`, ``, `" <|python_tax"`, ``, `" <|eom_id|>"`},
	}, {
		about:  "empty deltas change nothing",
		pieces: []string{"", "a", "", `{"name": "f", "parameters": {}}`, ""},
		deltas: []string{``, `"a"`, ``, `+0 f 0:{}`, ``, `0.`},
	},
}

func TestDeltas(t *testing.T) {
	for _, c := range deltaCases {
		t.Run(c.about, func(t *testing.T) {
			s := parsers.NewStream(Family(), c.config)
			var got []string
			for _, piece := range c.pieces {
				got = append(got, deltaText(s.Feed(piece)))
			}
			last, _ := s.Finish(parsers.FinishStop)
			got = append(got, deltaText(last))
			if diff := cmp.Diff(c.deltas, got); diff != "" {
				t.Errorf("deltas (-want +got):\n%s", diff)
			}
		})
	}
}

// deltaText writes a delta as deltaCases do.
func deltaText(d *parsers.Delta) string {
	var parts []string
	if d.Content != "" {
		parts = append(parts, fmt.Sprintf("%q", d.Content))
	}
	for _, w := range d.Withdrawn {
		parts = append(parts, fmt.Sprintf("-%d", w.Index))
	}
	for _, c := range d.ToolCalls {
		if c.Begin {
			parts = append(parts, fmt.Sprintf("+%d %s", c.Index, c.Name))
		}
		if c.Arguments != "" {
			parts = append(parts, fmt.Sprintf("%d:%s", c.Index, c.Arguments))
		}
		if c.Complete {
			parts = append(parts, fmt.Sprintf("%d.", c.Index))
		}
	}
	return strings.Join(parts, " ")
}
