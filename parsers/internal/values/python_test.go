package values

import (
	"fmt"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A value of the type that the schema asks for may be one of Python's literals (docs/models/formats/qwen3_coder.md,
// "Values"; the format of claude has none).
func TestPython(t *testing.T) {
	const text, object = schema.String | schema.Null, schema.Object | schema.Array
	for _, c := range []struct {
		types   schema.Types
		printed bool
		text    string
		kind    Kind
		want    string
	}{
		{schema.Boolean, false, "True", Python, "true PYTHON_LITERAL@0"},
		{schema.Boolean, false, " FALSE\n", Python, "false PYTHON_LITERAL@1"},
		{schema.Boolean, false, "None", Text, ""},
		{schema.Boolean, false, "Trueish", Text, ""},
		{schema.Boolean, false, "Tru", Text, ""},
		{schema.Null | schema.Integer, false, "none", Python, "null PYTHON_LITERAL@0"},
		{text, true, "None", Python, "null PYTHON_LITERAL@0"},
		{text, true, "none", Text, ""},
		{text, false, "None", Text, ""},
		{text, false, "null", JSON, ""},
		{object, false, "{'a': True}", Python, `{"a":true} QUOTE_STYLE@1 PYTHON_LITERAL@6`},
		{object, false, " ['a', None] ", Python, `["a",null] QUOTE_STYLE@2 PYTHON_LITERAL@7`},
		{object, false, "{'a': 1,}", Text, ""},  // nothing else is repaired
		{object, false, "{'a': 1} x", Text, ""}, // more than a value
		{object, false, "{'a': ", Text, ""},     // less than a value
		{object, false, "[[[['a']]]]", TooDeep, ""},
		{schema.Integer, false, "x", Text, ""},
	} {
		typing := Typing{Pythons: true, Printed: c.printed}
		typing.Start(c.types, 0, 3)
		if got := typing.Read(&jsonscan.Window{Win: []byte(c.text), Final: true}); got != c.kind {
			t.Errorf("%q is %d; want %d", c.text, got, c.kind)
			continue
		}
		if c.kind == Python {
			out, repairs := typing.AppendPython(new(work.Counter), nil, []byte(c.text))
			got := string(out)
			for _, r := range repairs {
				got += fmt.Sprintf(" %v@%d", r.Kind, r.Offset)
			}
			if got != c.want {
				t.Errorf("%q becomes %s; want %s", c.text, got, c.want)
			}
		}
		typing.Start(c.types, 0, 3)
		kind := Undecided
		for n := 0; n <= len(c.text) && kind == Undecided; n++ {
			kind = typing.Read(&jsonscan.Window{Win: []byte(c.text[:n])})
		}
		if kind == Undecided {
			kind = typing.Read(&jsonscan.Window{Win: []byte(c.text), Final: true})
		}
		if kind != c.kind {
			t.Errorf("%q in chunks is %d; want %d", c.text, kind, c.kind)
		}
	}
}

// A word that is held back is short.
func TestLongWordIsText(t *testing.T) {
	typing := Typing{Pythons: true}
	typing.Start(schema.Boolean, 0, 3)
	text := []byte("True                                                             ")
	if got := typing.Read(&jsonscan.Window{Win: text}); got != Text {
		t.Errorf("%d", got)
	}
}

// An object or an array ends where its brackets close, whatever follows.
func TestContainer(t *testing.T) {
	for _, c := range []struct {
		text  string
		final bool
		end   int
		want  match.Answer
	}{
		{`{"a": "}"} x`, false, 10, 1}, {` [1]`, false, 4, 1}, {`{"a"`, false, 0, match.More}, {`{"a"`, true, 0, match.No}, {`{a}`, false, 0, match.No},
		{`x`, false, 0, match.No}, {` `, false, 0, match.More}, {` `, true, 0, match.No},
	} {
		var typing Typing
		typing.StartJSON(0, 3)
		end, got := typing.Container(&jsonscan.Window{Win: []byte(c.text), Final: c.final})
		if end != c.end || got != c.want {
			t.Errorf("Container(%q, %v) = %d, %v; want %d, %v", c.text, c.final, end, got, c.end, c.want)
		}
	}
}
