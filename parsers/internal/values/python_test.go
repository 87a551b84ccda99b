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

// The end of a value that may be no string decides what it is, however long it is.
func TestTypedValueIsHeld(t *testing.T) {
	typing := Typing{Pythons: true}
	typing.Start(schema.Boolean, 0, 3)
	text := []byte("True                                                             ")
	if got := typing.Read(&jsonscan.Window{Win: text}); got != Undecided {
		t.Errorf("%d", got)
	}
	if got := typing.Read(&jsonscan.Window{Win: append(text, 'x'), Final: true}); got != Text || !typing.Odd {
		t.Errorf("%d, odd %v", got, typing.Odd)
	}
}

// A value that isn't of its types is repaired as JSON is (docs/models/formats, "Values of another type").
func TestMended(t *testing.T) {
	const object, array = schema.Object, schema.Array
	for _, c := range []struct {
		types schema.Types
		text  string
		want  string // "": it is Text
		odd   bool
	}{
		{array, `[1, 2,]`, `[1,2] TRAILING_COMMA@5`, false},
		{array, `[1, 2`, `[1,2] MISSING_CLOSER@5`, false},
		{array, `[[1, 2`, `[[1,2]] MISSING_CLOSER@6 MISSING_CLOSER@6`, false},
		{object, `{a: 1}`, `{"a":1} UNQUOTED_KEY@1`, false},
		{array, `[{"a":1}}]`, `[{"a":1}] EXTRA_CLOSER@8`, false},
		{array, `[{"a":1, "b": "x"]`, `[{"a":1,"b":"x"}] MISSING_CLOSER@17`, false},
		{schema.Integer, `>\n45`, `45 EXTRA_CLOSER@0 WHITE_SPACE@1`, false},
		{array, `\n[1]\n`, `[1] WHITE_SPACE@0 WHITE_SPACE@5`, false},
		{array, `{"a": 1}`, `{"a":1}`, true},
		{object, `[1]`, `[1]`, true},
		{object, `[1,]`, `[1] TRAILING_COMMA@2`, true},
		{schema.Integer, `2026-01-15`, ``, true},
		{schema.Integer, `1.5`, ``, true},
		{schema.Integer, `"5"`, ``, true},
		{object, `{"text":`, ``, true},
		{object, `{"a": "x`, ``, true},
		{array, `[1, 2, `, ``, true},
		{array, `1, 2`, ``, true},
		{schema.Integer, `[1,]`, ``, true},
		{schema.String | array, `[1,]`, ``, false},
	} {
		typing := Typing{Repairs: true}
		typing.Start(c.types, 0, 3)
		kind := typing.Read(&jsonscan.Window{Win: []byte(c.text), Final: true})
		got := ""
		if kind == Fixed {
			out, repairs, _ := typing.Fixed()
			got = string(AppendCompact(nil, out))
			for _, r := range repairs {
				got += fmt.Sprintf(" %v@%d", r.Kind, r.Offset)
			}
		}
		if got != c.want || typing.Odd != c.odd {
			t.Errorf("%q: got %s, odd %v; want %s, odd %v", c.text, got, typing.Odd, c.want, c.odd)
		}
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
		{` `, false, 0, match.More}, {` `, true, 0, match.No},
	} {
		var typing Typing
		typing.StartJSON(0, 3)
		end, got := typing.Container(&jsonscan.Window{Win: []byte(c.text), Final: c.final})
		if end != c.end || got != c.want {
			t.Errorf("Container(%q, %v) = %d, %v; want %d, %v", c.text, c.final, end, got, c.end, c.want)
		}
	}
}
