package jsonedit_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

func TestEditsLeaveEverythingElse(t *testing.T) {
	for name, test := range map[string]struct {
		json string
		edit func(*jsonedit.Text, gjson.Result)
		want string
	}{
		"nothing": {
			` {"b" : 1.0e+2,"a":[ ]} `,
			func(*jsonedit.Text, gjson.Result) {},
			` {"b" : 1.0e+2,"a":[ ]} `,
		},
		"a value": {
			` {"b" : 1.0e+2,  "a":"x"} `,
			func(e *jsonedit.Text, root gjson.Result) { e.Set(jsonedit.Member(root, "a"), `"y"`) },
			` {"b" : 1.0e+2,  "a":"y"} `,
		},
		"the last of several members": {
			`{"a":1,"a":2}`,
			func(e *jsonedit.Text, root gjson.Result) { e.Set(jsonedit.Member(root, "a"), `3`) },
			`{"a":1,"a":3}`,
		},
		"a nested value before an outer one": {
			`{"a":{"b":[1,2]},"c":3}`,
			func(e *jsonedit.Text, root gjson.Result) {
				e.Set(jsonedit.Member(root, "c"), `4`)
				e.Set(jsonedit.Member(jsonedit.Member(root, "a"), "b"), `[]`)
			},
			`{"a":{"b":[]},"c":4}`,
		},
		"members added to an empty object": {
			`{"a":{ }}`,
			func(e *jsonedit.Text, root gjson.Result) {
				e.Add(jsonedit.Member(root, "a"), "x", "1")
				e.Add(jsonedit.Member(root, "a"), "y", "2")
			},
			`{"a":{ "x":1,"y":2}}`,
		},
		"a member added to others": {
			`{"a":1 }`,
			func(e *jsonedit.Text, root gjson.Result) { e.Add(root, "<x>", `"<"`) },
			`{"a":1 ,"<x>":"<"}`,
		},
		"items appended": {
			`{"a":[],"b":[1]}`,
			func(e *jsonedit.Text, root gjson.Result) {
				e.Append(jsonedit.Member(root, "a"), "1,2")
				e.Append(jsonedit.Member(root, "b"), "2")
			},
			`{"a":[1,2],"b":[1,2]}`,
		},
		"the first member deleted": {
			`{ "a": 1 , "b": 2 }`,
			func(e *jsonedit.Text, root gjson.Result) { e.Delete(root, "a") },
			`{ "b": 2 }`,
		},
		"the last member deleted": {
			`{ "a": 1 , "b": 2 }`,
			func(e *jsonedit.Text, root gjson.Result) { e.Delete(root, "b") },
			`{ "a": 1  }`,
		},
		"the only member deleted": {
			`{"a":{"b":1}}`,
			func(e *jsonedit.Text, root gjson.Result) { e.Delete(jsonedit.Member(root, "a"), "b") },
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

func TestMemberOfNoObject(t *testing.T) {
	for _, text := range []string{"null", "1", `"x"`, `["a"]`, "{}"} {
		root, _ := jsonedit.Parse(text)
		if jsonedit.Member(root, "a").Exists() {
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
		"":              `""`,
		"<a> & \"b\"\n": `"<a> & \"b\"\n"`,
		"\xff":          `"\ufffd"`,
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
		e.Replace(jsonedit.Member(root, "x"), func(i int) bool { return strings.Contains(test.remove, strconv.Itoa(i)) }, test.added)
		if got, want := e.String(), `{"x":`+test.want+`}`; got != want {
			t.Errorf("%s without %s, with %s: got %s, want %s", test.array, test.remove, test.added, got, want)
		}
	}
}

func TestPut(t *testing.T) {
	text := `{"a":1}`
	root, _ := jsonedit.Parse(text)
	e := jsonedit.New(text)
	e.Put(root, "a", jsonedit.Member(root, "a"), "2")
	e.Put(root, "b", jsonedit.Member(root, "b"), "3")
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
		if got := jsonedit.Holder(root, "a").Raw; got != want {
			t.Errorf("of %s: got %s, want %s", text, got, want)
		}
	}
}
