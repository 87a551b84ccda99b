package values

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

const number = schema.Number | schema.Integer

var cases = []struct {
	types      schema.Types
	text, want string
}{
	{schema.Any, `02134`, `"02134"`},
	{schema.Any, `true`, `"true"`},
	{schema.Any, ` {"a": [1, "b  c\" d"]} `, `{"a":[1,"b  c\" d"]}`},
	{schema.Any, `{"a":1} and more`, `"{\"a\":1} and more"`},
	{schema.Any, `{a}`, `"{a}"`},
	{schema.Any, `[1,`, `"[1,"`},
	{schema.Any, ``, `""`},
	{schema.Any, "\n", `"\n"`},
	{schema.Any, `[[[[1]]]]`, `TooDeep`},
	{schema.Any, `[[[[1]]]`, `"[[[[1]]]"`},
	{schema.String, `{"a":1}`, `"{\"a\":1}"`},
	{schema.String | schema.Null, `null`, `null`},
	{schema.String | schema.Null, ` null`, `" null"`},
	{schema.String | schema.Null, `nullx`, `"nullx"`},
	{schema.String | schema.Object, `{}`, `{}`},
	{schema.String | schema.Object, ` {"a": 1} `, `{"a":1}`},
	{schema.String | schema.Object, `{a}`, `"{a}"`},
	{schema.String | schema.Object, `{} x`, `"{} x"`},
	{schema.String | schema.Integer, `42`, `42`},
	{schema.String | schema.Integer, ` 42`, `" 42"`},
	{schema.String | schema.Integer, `4.2`, `"4.2"`},
	{schema.String | schema.Integer, `042`, `"042"`},
	{schema.String | schema.Boolean, `true`, `true`},
	{schema.String | schema.Boolean, `True`, `"True"`},
	{number, " 1e5\n", `1e5`},
	{number, `02134`, `"02134"`},
	{number, `1 2`, `"1 2"`},
	{number, `"1"`, `"\"1\""`},
	{schema.Integer, `1.5`, `"1.5"`},
	{schema.Integer, `1.0 `, `1.0`},
	{schema.Integer, `4.2e1`, `4.2e1`},
	{schema.Integer, `4.25e1`, `"4.25e1"`},
	{schema.Integer, `420e-1`, `420e-1`},
	{schema.Integer, `12345678901234567890`, `12345678901234567890`},
	{schema.Boolean, `true`, `true`},
	{schema.Boolean, `True`, `"True"`},
	{schema.Boolean, `trueish`, `"trueish"`},
	{schema.Null | schema.Integer, `null`, `null`},
	{schema.Array, `{"a":1}`, `{"a":1}`},
	{schema.Array, `[1, 2]`, `[1,2]`},
	{schema.String, "a\x00\x1f\t\r\n\b\f\"\\/<&\u2028é", `"a\u0000\u001f\t\r\n\b\f\"\\/<&` + "\u2028é\""},
}

func TestAppend(t *testing.T) {
	for _, c := range cases {
		got, ok := Append(nil, nil, []byte(c.text), c.types, 3)
		if !ok {
			got = []byte("TooDeep")
		} else if !json.Valid(got) {
			t.Errorf("%q: %s isn't JSON", c.text, got)
		}
		if string(got) != c.want {
			t.Errorf("%q: got %s; want %s", c.text, got, c.want)
		}
	}
}

// A value that comes in chunks has the same kind as at once.
func TestPieces(t *testing.T) {
	for _, c := range cases {
		var typing Typing
		typing.Start(c.types, 5, 3)
		text := []byte("12345" + c.text)
		kind := Undecided
		for n := 5; n < len(text) && kind == Undecided; n++ {
			kind = typing.Read(&jsonscan.Window{Win: text[:n]})
		}
		if kind == Undecided {
			kind = typing.Read(&jsonscan.Window{Win: text, Final: true})
		}
		want := JSON
		switch {
		case c.want == "TooDeep":
			want = TooDeep
		case strings.HasPrefix(c.want, `"`):
			want = Text
		case c.types == schema.Array && c.text[0] == '{':
			want = Fixed
		}
		if kind != want {
			t.Errorf("%q: got %d; want %d", c.text, kind, want)
		}
	}
}
