package jsonedit_test

import (
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
