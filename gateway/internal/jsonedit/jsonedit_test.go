package jsonedit_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

func TestEditsLeaveEverythingElse(t *testing.T) {
	for name, test := range map[string]struct {
		json string
		edit func(*jsonedit.Text, jsonedit.Value)
		want string
	}{
		"nothing": {
			` {"b" : 1.0e+2,"a":[ ]} `,
			func(*jsonedit.Text, jsonedit.Value) {},
			` {"b" : 1.0e+2,"a":[ ]} `,
		},
		"a value": {
			` {"b" : 1.0e+2,  "a":"x"} `,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Set(root.Member("a"), `"y"`) },
			` {"b" : 1.0e+2,  "a":"y"} `,
		},
		"the last of several members": {
			`{"a":1,"a":2}`,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Set(root.Member("a"), `3`) },
			`{"a":1,"a":3}`,
		},
		"a nested value before an outer one": {
			`{"a":{"b":[1,2]},"c":3}`,
			func(e *jsonedit.Text, root jsonedit.Value) {
				e.Set(root.Member("c"), `4`)
				e.Set(root.Member("a").Member("b"), `[]`)
			},
			`{"a":{"b":[]},"c":4}`,
		},
		"members added to an empty object": {
			`{"a":{ }}`,
			func(e *jsonedit.Text, root jsonedit.Value) {
				e.Add(root.Member("a"), "x", "1")
				e.Add(root.Member("a"), "y", "2")
			},
			`{"a":{ "x":1,"y":2}}`,
		},
		"a member added to others": {
			`{"a":1 }`,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Add(root, "<x>", `"<"`) },
			`{"a":1 ,"<x>":"<"}`,
		},
		"items appended": {
			`{"a":[],"b":[1]}`,
			func(e *jsonedit.Text, root jsonedit.Value) {
				e.Append(root.Member("a"), "1,2")
				e.Append(root.Member("b"), "2")
			},
			`{"a":[1,2],"b":[1,2]}`,
		},
		"the first member deleted": {
			`{ "a": 1 , "b": 2 }`,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Delete(root, "a") },
			`{ "b": 2 }`,
		},
		"the last member deleted": {
			`{ "a": 1 , "b": 2 }`,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Delete(root, "b") },
			`{ "a": 1  }`,
		},
		"the only member deleted": {
			`{"a":{"b":1}}`,
			func(e *jsonedit.Text, root jsonedit.Value) { e.Delete(root.Member("a"), "b") },
			`{"a":{}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			root, ok := jsonedit.Parse(test.json)
			if !ok {
				t.Fatal("the text isn't JSON")
			}
			e := jsonedit.New(test.json)
			test.edit(e, root)
			if got := e.String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestParseRefusesWhatIsNoJSON(t *testing.T) {
	deep := make([]byte, 1<<20)
	for i := range deep {
		deep[i] = '['
	}
	for _, text := range []string{"", "{", "<html>", `{"a":1}x`, "{'a':1}", string(deep)} {
		if _, ok := jsonedit.Parse(text); ok {
			t.Errorf("%.20q was accepted", text)
		}
	}
}

func TestParseGoesAsDeepAsEncodingJSON(t *testing.T) {
	for _, depth := range []int{10000, 10001} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		if _, ok := jsonedit.Parse(text); ok != json.Valid([]byte(text)) {
			t.Errorf("%d levels: valid is %v", depth, ok)
		}
	}
}

func TestMemberOfNoObject(t *testing.T) {
	for _, text := range []string{"null", "1", `"x"`, `["a"]`, "{}"} {
		root, _ := jsonedit.Parse(text)
		if root.Member("a").Exists() {
			t.Errorf("%s has a member", text)
		}
	}
}

func TestSplitSurrogate(t *testing.T) {
	for raw, want := range map[string]bool{
		`"\ud83d"`:       true,
		`"a\uDBFF"`:      true,
		`"\\\ud83d"`:     true,
		`"\\ud83d"`:      false,
		`"\ude00"`:       false,
		`"\ud83d\ude00"`: false,
		`"\u00e9"`:       false,
		`"x"`:            false,
		`""`:             false,
	} {
		if got := jsonedit.SplitSurrogate(raw); got != want {
			t.Errorf("SplitSurrogate(%s) = %v", raw, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"":               `""`,
		"<a> & \"b\"\n":  `"<a> & \"b\"\n"`,
		"a\xff\xfeé":     "\"a\ufffd\ufffdé\"",
		"\x00\r\t\\\x7f": "\"" + `\u0000\r\t\\` + "\x7f\"",
	} {
		if got := jsonedit.Quote(s); got != want {
			t.Errorf("Quote(%q) = %s, want %s", s, got, want)
		}
	}
}

func TestReplaceRemovesAndAddsItems(t *testing.T) {
	for _, test := range []struct {
		array, remove, added, want string // remove are the indexes
	}{
		{`[1, 2 ,3]`, "", "", `[1, 2 ,3]`},
		{`[1, 2 ,3]`, "", "4,5", `[1, 2 ,3,4,5]`},
		{`[1, 2 ,3]`, "0", "", `[2 ,3]`},
		{`[1, 2 ,3]`, "1", "", `[1, 3]`},
		{`[1, 2 ,3 ]`, "2", "4", `[1, 2 ,4]`},
		{`[ 1, 2 ,3 ]`, "01", "4", `[ 3 ,4]`},
		{`[ 1, 2 ,3 ]`, "02", "", `[ 2 ]`},
		{`[ 1, 2 ,3 ]`, "12", "4", `[ 1 ,4]`},
		{`[ 1, 2 ,3 ]`, "012", "", `[  ]`},
		{`[{"a":[1]}]`, "0", `{}`, `[{}]`},
		{`[]`, "", "1", `[1]`},
	} {
		text := `{"x":` + test.array + `}`
		root, _ := jsonedit.Parse(text)
		e := jsonedit.New(text)
		e.Replace(root.Member("x"), func(i int) bool { return strings.Contains(test.remove, strconv.Itoa(i)) }, test.added)
		if got, want := e.String(), `{"x":`+test.want+`}`; got != want {
			t.Errorf("%s without %s, with %s: got %s, want %s", test.array, test.remove, test.added, got, want)
		}
	}
}

func TestPut(t *testing.T) {
	text := `{"a":1}`
	root, _ := jsonedit.Parse(text)
	e := jsonedit.New(text)
	e.Put(root, "a", root.Member("a"), "2")
	e.Put(root, "b", root.Member("b"), "3")
	if got := e.String(); got != `{"a":2,"b":3}` {
		t.Errorf("got %s", got)
	}
}

func TestHolder(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1]}`:          `{"a":[1]}`,
		`{"b":{"a":[1]}}`:    `{"a":[1]}`,
		`{"b":{"a":"text"}}`: `{"b":{"a":"text"}}`,
		`[{"a":[1]}]`:        `[{"a":[1]}]`,
		`1`:                  `1`,
	} {
		root, _ := jsonedit.Parse(text)
		if got := root.Holder("a").Raw; got != want {
			t.Errorf("of %s: got %s, want %s", text, got, want)
		}
	}
}

// FuzzValue compares what is read with what encoding/json reads.
func FuzzValue(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,"x\n\u00e9\ud83d\ude00",true,false,null,{}],"b":{"c":[]}}`, " [ ] ", `"\ud83d\u0041\ude00"`, `"\ud83d"`, `"` + "\xff\u2028\x7f" + `"`,
		"", "{", "-", "-1", "01", "1.", "1.5", "1e", "1E-2", "+1", "tru", "nul", "[1,]", `{"a"}`, `{"a":1,}`, `{"a":1 "b":2}`, `["a" "b"]`, "\"\n\"", `"\x"`, `"\u12g4"`, `"12345678`,
		`"1234567` + "\x1f" + `"`, `"12345678\"12345678"`, "1E999", "<html>", "{} x", "\"\\", "\"\\u12",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, ok := jsonedit.Parse(text)
		if want := json.Valid([]byte(text)); ok != want {
			t.Fatalf("%q: valid is %v, want %v", text, ok, want)
		}
		if ok {
			compare(t, text, value)
		}
		var quoted bytes.Buffer
		e := json.NewEncoder(&quoted)
		e.SetEscapeHTML(false)
		_ = e.Encode(text) // a string can always be encoded
		if got := jsonedit.Read(jsonedit.Quote(text)).Str; got != jsonedit.Read(strings.TrimSpace(quoted.String())).Str {
			t.Errorf("%q is quoted as %q", text, got)
		}
	})
}

// compare compares a value of a text with what encoding/json makes of it.
func compare(t *testing.T, text string, value jsonedit.Value) {
	if value.Raw != text[value.Index:value.Index+len(value.Raw)] {
		t.Fatalf("%q isn't at %d in %q", value.Raw, value.Index, text)
	}
	var want any
	d := json.NewDecoder(strings.NewReader(value.Raw))
	d.UseNumber() // no float64 holds 1E999
	if err := d.Decode(&want); err != nil {
		t.Fatalf("%q: %v", value.Raw, err)
	}
	switch want := want.(type) {
	case string:
		if value.Type != jsonedit.String || string([]rune(value.Str)) != want { // each invalid byte is U+FFFD
			t.Errorf("%s is %q, want %q", value.Raw, value.Str, want)
		}
	case []any:
		n := 0
		for item := range value.Items() {
			compare(t, text, item)
			n++
		}
		if value.Type != jsonedit.Array || n != len(want) {
			t.Errorf("%s has %d items", value.Raw, n)
		}
	case map[string]any:
		keys := map[string]bool{}
		for key, member := range value.Members() {
			compare(t, text, key)
			compare(t, text, member)
			keys[key.Str] = true
		}
		for key := range keys {
			if !value.Member(key).Exists() {
				t.Errorf("%s has no member %q", value.Raw, key)
			}
		}
		if value.Type != jsonedit.Object || (len(keys) == 0) != (len(want) == 0) {
			t.Errorf("%s has %d members", value.Raw, len(keys))
		}
	case json.Number:
		if value.Type != jsonedit.Number {
			t.Errorf("%s is no number", value.Raw)
		}
	case bool:
		if value.Type != jsonedit.Bool {
			t.Errorf("%s is no bool", value.Raw)
		}
	default:
		if value.Type != jsonedit.Null {
			t.Errorf("%s isn't null", value.Raw)
		}
	}
}
