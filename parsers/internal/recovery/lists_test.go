package recovery

import "testing"

// TestLists has a line for rows of docs/models/formats/README.md, "Lists" and "Which quote ends a string".
func TestLists(t *testing.T) {
	for _, c := range []struct{ in, schema, out string }{
		{`{"l": "x", "y"}`, lists, `{"l": ["x", "y"]}`},
		{`{"l": "x"]}`, lists, `{"l": ["x"]}`},
		{`{"l": "x", "y", "s": "z"}`, lists, `{"l": ["x", "y"], "s": "z"}`},
		{`{"s": "x", "y"}`, lists, `{"s": "x\", \"y"}`},
		{`{"l": ["x", "y"}`, lists, `{"l": ["x", "y"]}`},
		{`{"a": [{"b": 1]}`, "", `{"a": [{"b": 1}]}`},
		{`{"a": ["x"]], "n": 1}`, "", `{"a": ["x"], "n": 1}`},
		{`{"a": [{"b": 1}}, {"b": 2}]}`, "", `{"a": [{"b": 1}, {"b": 2}]}`},
		{`{"l": "x", "y" c}`, lists, ``},
		{`{"s": "say "hi", ok", "l": ["x"]}`, lists, `{"s": "say \"hi\", ok", "l": ["x"]}`},
		{`{"s": "x", l: ["y"]}`, lists, `{"s": "x", "l": ["y"]}`},
		{`{"s": "say "hi" now", "t": {"u": "v "w" x"}}`, "", `{"s": "say \"hi\" now", "t": {"u": "v \"w\" x"}}`},
		{"{\"s\": \"if \"a\":\n\tpass\"}", "", `{"s": "if \"a\":\n\tpass"}`},
		{`{"s": 1, "s": 2,}`, "", ``},
	} {
		out, failed, _ := read(c.in, c.schema, false)
		if string(out) != c.out {
			t.Errorf("%s: got %s, %+v; want %s", c.in, out, failed, c.out)
		}
		checkValue(t, c.in, c.schema, false)
	}
}

// Many keys are looked up in a set, few in a list: both know each key that was added, and no other.
func TestManyKeys(t *testing.T) {
	var k Keys
	k.Open(0, 1)
	for i := range 200 {
		key := []byte{'k', byte(i / 100), byte(i % 100)}
		if !k.Add(key) {
			t.Fatalf("key %d is new", i)
		}
		if k.Add(key) {
			t.Fatalf("key %d comes twice", i)
		}
	}
}
