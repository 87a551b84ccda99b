package parsers

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestEqualJSONValues(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[true,null]}`, " {\n\"b\" : [ true , null ] , \"a\" : 1 } ", true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{}`, `[]`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[1,2]`, `[12]`, false},
		{`[[1],2]`, `[[1,2]]`, false},
		{`{"a":{"b":1}}`, `{"a":1,"b":1}`, false},
		{`{"a":1,"a":2}`, `{"a":2}`, true},
		{`{` + strings.Repeat(`"b":1,"c":1,"a":1,`, 30) + `"c":2,"a":2,"b":2}`, `{"a":2,"b":2,"c":2}`, true},
		{`"a\u00e9\/\n"`, "\"a\u00e9/\\u000a\"", true},
		{`"\ud83d\ude00"`, `"😀"`, true},
		{`"\ud83d"`, `"\ud83d"`, true},
		{`"\ud83d"`, `"\ud83e"`, false},
		{`"\ud83d"`, `"\ufffd"`, false},
		{`"\ud83dx"`, `"\ud83d\u0078"`, true},
		{`"\""`, `"\u0022"`, true},
		{`"1"`, `1`, false},
		{`"ab"`, `"a"`, false},
		{`1`, `1.0`, true},
		{`100`, `1e2`, true},
		{`100`, `1.00E+2`, true},
		{`0.001`, `1e-3`, true},
		{`-0`, `0`, true},
		{`-1`, `1`, false},
		{`0e5`, `0.00`, true},
		{`10`, `1`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`1e400`, `10e399`, true},
		{`1e99999999999999999999`, `10e99999999999999999998`, true},
		{`1e99999999999999999999`, `1e99999999999999999998`, false},
		{`true`, `false`, false},
		{`nul`, `nul`, true},
		{`nul`, `null`, false},
		{`{"a" 1}`, `{"a" 2}`, false},
		{`[1`, `[1]`, false},
		{`1 2`, `1`, false},
		{`"a`, `"a"`, false},
		{`{"a":1,}`, `{"a":1}`, false},
		{`"\x"`, `"\y"`, false},
		{`1e`, `1`, false},
		{``, ``, true},
	} {
		got := bytes.Equal(canonicalJSON([]byte(tc.a)), canonicalJSON([]byte(tc.b)))
		if got != tc.want {
			t.Errorf("%s equal to %s: %t", tc.a, tc.b, got)
		}
	}
}

func TestDeepJSONValue(t *testing.T) {
	const levels = 20_000 // encoding/json reads 10,000
	deep := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	if got := canonicalJSON([]byte(deep)); string(got) != "!"+deep {
		t.Errorf("got %d bytes: a value too deep to compare stands for itself", len(got))
	}
}

// Whatever the text, reading it ends; and a text that encoding/json reads the
// same, compacted, is the same.
func FuzzCanonicalJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,{"b":"\ud83d\ude00\n"}],"a":null}`, `"\ud83d`, `[-0.0e-7]`, `{"`, `\`, `"\u12`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := canonicalJSON(text)
		var compact bytes.Buffer
		if json.Compact(&compact, text) != nil {
			return
		}
		if !bytes.Equal(got, canonicalJSON(compact.Bytes())) {
			t.Errorf("%q isn't equal to itself, compacted", text)
		}
	})
}
