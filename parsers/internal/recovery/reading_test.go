package recovery

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// lists declares a list of strings, and a string.
const lists = `{"properties": {"l": {"type": "array", "items": {"type": "string"}}, "s": {"type": "string"}}}`

// valueCases are damaged values whose damage isn't where reading fails.
var valueCases = []struct {
	in, schema string
	out        string // empty: it fails
	cutOff     bool   // it fails because it ends too early
}{
	{in: `{"l": ["x", "y", "s": "z"}`, out: `{"l": ["x", "y"], "s": "z"}`},
	{in: `{"l": ["x", "y", "s": "z"}`, schema: lists, out: `{"l": ["x", "y"], "s": "z"}`},
	{in: `{"l": "x", "y"], "s": "z"}`, schema: lists, out: `{"l": ["x", "y"], "s": "z"}`},
	{in: `{"l": "x", "y"], "s": "z"}`, out: `{"l": ["x", "y"], "s": "z"}`},
	{in: `{"l": "x", "y", "s": "z"}`, schema: lists, out: `{"l": ["x", "y"], "s": "z"}`},
	{in: `{"l": "x", "y" 1, "s": "z"}`, schema: lists},
	{in: `{"l": "say "x" so", "s": "z"}`, schema: lists},
	{in: `{"s": "say "x" so"}`, schema: lists, out: `{"s": "say \"x\" so"}`},
	{in: `{"l": "x", "s": "p "q" r"}`, schema: lists, out: `{"l": "x", "s": "p \"q\" r"}`},
	{in: `{"s": {"a": 1,}, "s": "z"}`},
	{in: `{"s": "x"}"y"}`, out: `{"s": "x\"}\"y"}`},
	{in: `{"s": [1, {"a": 2]}`, out: `{"s": [1, {"a": 2}]}`},
	{in: `{"s": "x "y" z", "t": "p "q" r"}`, out: `{"s": "x \"y\" z", "t": "p \"q\" r"}`},
	{in: `{"s": [{"t": "x "y" z"}, {"t": "p "q" r"}]}`, out: `{"s": [{"t": "x \"y\" z"}, {"t": "p \"q\" r"}]}`},
	{in: `{'s': 'x', 'f(': 'y' z'}`, out: `{"s": "x', 'f(': 'y' z"}`},
	{in: `{"s": "a "b, t": "c"}`, out: `{"s": "a \"b, t\": \"c"}`},
	{in: `{{"s": 1,}}`, out: `{"s": 1}`},
	{in: `{{"s": 1}`},
	{in: `{{"s": "x "y" z"}}`},
	{in: `{"s": "x "y" z"}]}`},
	{in: `{"s": "a "b" c" t: 1}`},
	{in: `{"s": "x", "t": "`, cutOff: true},
}

// read reads a value; looked is how many bytes it looked at.
func read(text, says string, cutOff bool) (out []byte, failed *Failure, looked int) {
	w := &jsonscan.Window{Win: []byte(text), Final: true, Visits: new(work.Counter)}
	v := Value{Depth: testDepth, Tolerance: jsonscan.Tolerant, Log: new(jsonscan.Log), Recovers: true, CutOff: cutOff}
	if says != "" {
		v.Schema = schema.Read(says, nil)
	}
	if failed = v.Read(w); failed == nil {
		out = append(v.Log.Append(nil, w, v.Start, v.End), v.Closers...)
	}
	return out, failed, w.Visits.N()
}

func TestValue(t *testing.T) {
	for _, c := range valueCases {
		out, failed, _ := read(c.in, c.schema, false)
		if string(out) != c.out || failed != nil && failed.CutOff != c.cutOff {
			t.Errorf("%q: got %q, %+v", c.in, out, failed)
		}
		checkValue(t, c.in, c.schema, false)
		for end := range c.in { // a closer that is missing is added once, wherever the text ends
			checkValue(t, c.in[:end], c.schema, true)
		}
	}
}

// checkValue holds a reading to its promises: it doesn't panic, its work is bounded, and its result
// is JSON. The package jsonrepair checks edit by edit that no byte of it is made up.
func checkValue(t *testing.T, text, says string, cutOff bool) {
	t.Helper()
	out, failed, work := read(text, says, cutOff)
	if most := 100 * (len(text) + 4<<10); work > most {
		t.Errorf("%q: %d bytes looked at, %d at most", text, work, most)
	}
	if failed == nil && !json.Valid(out) {
		t.Errorf("%q: %q is no JSON", text, out)
	}
}

func FuzzValue(f *testing.F) {
	for _, c := range valueCases {
		f.Add(c.in, c.schema != "", false)
	}
	f.Add(`{"l":"" "","s":`, true, true)
	f.Fuzz(func(t *testing.T, text string, declared, cutOff bool) {
		says := ""
		if declared {
			says = lists
		}
		checkValue(t, text, says, cutOff)
	})
}

func TestInner(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": 1} `: `{"a": 1}`, `{'a': 1,}`: `{"a": 1}`, `{"a": 1,} x`: "", `{"a": 1, "a": 2,}`: "", `{"a": "b "c" d"}`: "", `{"a": {}`: "",
	} {
		got, ok := Inner(&jsonscan.Window{Win: []byte(in), Final: true}, testDepth, jsonscan.Tolerant, new(jsonscan.Log))
		if string(got) != want || ok != (want != "") {
			t.Errorf("%q: got %q", in, got)
		}
	}
}

// members returns the members next to the name in a value, if a and b move and id stays.
func members(text string) (string, bool) {
	w := &jsonscan.Window{Win: []byte(text), Final: true, Visits: new(work.Counter)}
	var s jsonscan.Scanner
	log := new(jsonscan.Log)
	s.Start(0, testDepth, jsonscan.Tolerant, log)
	var r Reading
	r.Starts(&s, 0)
	for named := false; !s.Done(); {
		switch tok := s.Next(w); tok.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return "", false
		case jsonscan.Key:
			named = text[tok.Start:tok.End] == "name"
		case jsonscan.String:
			if named {
				m, ok := r.Members(w, log, tok.Start, s.Nesting.Depth(), func(key []byte) Member {
					return map[string]Member{"a": Moved, "b": Moved, "id": Own}[string(key)]
				})
				return string(m.Text), ok
			}
		}
	}
	return "", false
}

func TestMembers(t *testing.T) {
	for in, want := range map[string]string{
		`{"name": "f", "a": 1, "b": [2, {"c": 3}]}`:   `{"a": 1,"b": [2, {"c": 3}]`,
		`{"id": "x", "b": "y", "name": "f"}`:          `{"b": "y"`,
		`{"w": {"z": 1, "name": "f", "a": {}}}`:       "-",
		`{"w": {"name": "f", "a": {"c": "d"}}}`:       `{"a": {"c": "d"}`,
		`{"name": "f", "c": 1}`:                       "-",
		`{"name": "f", "a": 1 "b": 2}`:                `{"a": 1,"b": 2`,
		`{"name": "f", "a": 1`:                        "-",
		`{"name": "f"}`:                               "",
		`{"name": "f", "a": "x", "d": {"name": "g"}}`: "-",
	} {
		if got, ok := members(in); ok != (want != "-") || ok && got != want {
			t.Errorf("%q: got %q, %t", in, got, ok)
		}
	}
}

func TestLastMember(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": 1, "name": "f"}`: "name=f", `{"a": 1, "name": 2}`: "", `{"name": "f"}`: "", `{"a": 1, "name": "f"`: "", `{"a": 1, "b": {"name": "f"}}`: "",
	} {
		w := &jsonscan.Window{Win: []byte(in), Final: true}
		var s jsonscan.Scanner
		s.Start(0, testDepth, jsonscan.Tolerant, nil)
		got := ""
		if last, ok := LastMember(w, &s); ok {
			got = in[last.Key.Start:last.Key.End] + "=" + in[last.Value.Start:last.Value.End]
		}
		if got != want {
			t.Errorf("%q: got %q", in, got)
		}
	}
}

// Another call is found behind text that closes more brackets than it opens, however the text is cut.
func TestBeyond(t *testing.T) {
	opens := func(b []byte) (yes, sure, more bool) {
		const call = `{"call"`
		if len(b) < len(call) {
			return false, false, strings.HasPrefix(call, string(b))
		}
		return strings.HasPrefix(string(b), call), false, false
	}
	for in, want := range map[string]int{
		`x"} so {"call": 1}`: 7, `x"}, {"call": 1}`: -1, `x" {"call": 1}`: -1, `x"} {"no": 1}`: -1, `x"]} [{"call"`: -1,
	} {
		for _, step := range []int{1, 3, len(in)} {
			b, found := BeyondFrom(0), -1
			for end := 0; end < len(in) && found < 0; {
				end = min(end+step, len(in))
				all := &jsonscan.Window{Win: []byte(in[:end]), Final: end == len(in)}
				if w := b.Before(*all, all, 0, opens); b.Found() {
					found = w.End()
				}
			}
			if found != want {
				t.Errorf("%q by %d: found at %d, want %d", in, step, found, want)
			}
		}
	}
}
