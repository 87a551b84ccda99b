package main

import (
	"reflect"
	"slices"
	"testing"
)

// A chain of llama.cpp's tests is read with what it names.
func TestReadOutputs(t *testing.T) {
	const source = `
#include "chat.h"
static common_chat_tool special{ "special", /* .description = */ "A tool", R"({"type": "object"})", };
const common_chat_msg message_call = simple_assist_msg("", "I'm\nthinking", "special", "{\"a\": 1}");
static void test_two(const std::string & path, bool debug) {
    auto tst = peg_tester(path, debug);
    tst.test("Hi" " \x41\u00e9").run();
}
static void test_all() {
    for (const char * path : { "models/templates/B.jinja", "models/templates/C.jinja" }) { test_two(path, true); }
    {
        auto tst = peg_tester("models/templates/A.jinja", true);
        tst.test("<a>\n" R"(x"y)")
            .tools({ special }).reasoning_format(COMMON_REASONING_FORMAT_AUTO)
            .expect(message_call).expect_content("c").run();
        tst.test(made_by_code()).run();
        tst.test("b").is_partial(true).expect_tool_calls({ { "special", "{", {} } }).run();
    }
}
`
	outputs, unread, err := readOutputs(source)
	if err != nil {
		t.Fatal(err)
	}
	want := []output{
		{line: 7, template: "models/templates/B.jinja", input: "Hi Aé", format: "COMMON_REASONING_FORMAT_NONE"},
		{line: 7, template: "models/templates/C.jinja", input: "Hi Aé", format: "COMMON_REASONING_FORMAT_NONE"},
		{
			line: 13, template: "models/templates/A.jinja", input: "<a>\nx\"y", tools: []tool{{"special", `{"type": "object"}`}},
			format: "COMMON_REASONING_FORMAT_AUTO",
			want:   message{content: "c", reasoning: "I'm\nthinking", calls: []want{{name: "special", arguments: `{"a": 1}`}}},
		},
		{
			line: 17, template: "models/templates/A.jinja", input: "b", partial: true, format: "COMMON_REASONING_FORMAT_NONE",
			want: message{calls: []want{{name: "special", arguments: "{"}}},
		},
	}
	if !reflect.DeepEqual(outputs, want) {
		t.Errorf("outputs\n%+v\nwant\n%+v", outputs, want)
	}
	if !slices.Equal(unread, []int{16}) {
		t.Errorf("unread lines %v, want 16", unread)
	}
}

// An answer is compared by its calls, its content and its reasoning.
func TestCompareOutputs(t *testing.T) {
	o := output{line: 1, template: "models/templates/Qwen3-8B.jinja", input: "Hi <tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>"}
	same, other := o, o
	same.want = message{content: "Hi", calls: []want{{name: "f", arguments: `{"a":1}`}}}
	other.want = message{content: "Hi", calls: []want{{name: "f", arguments: `{"a":2}`}}}
	scores, differences, err := compareOutputs("x.cpp", []output{same, other})
	if err != nil {
		t.Fatal(err)
	}
	if scores[0].same != 1 || scores[0].tests != 2 || scores[3].same != 2 || len(differences) != 1 || differences[0].what != "other arguments" {
		t.Errorf("scores %+v, differences %+v; want one of two the same, and other arguments", scores, differences)
	}
}

// Tests of Rust libraries are read where their texts are literals.
func TestReadRustTests(t *testing.T) {
	const source = `
#[test]
fn first() {
    let inp = r#"{a 1}"#;
    let out = repair_to_string(inp, &opts()).unwrap();
    assert_eq!(out, "{\"a\":1}");
    assert_eq!(v["a"][0], 1);
    assert_eq!(v.len(), 1);
    assert_eq!(loads("[1,]", &Default::default()).unwrap(), json!([1]));
}
const ROWS: &[(&str, &str)] = &[("[1,,2]", "[1,2]")];
#[test]
fn second() {
    assert_repair_eq("{'a': 'it\\'s'}", r#"{"a": "it's"}"#);
}
`
	list, unread, err := readRustTests("x.rs", source)
	if err != nil {
		t.Fatal(err)
	}
	want := []repair{
		{key: "x.rs:6", input: "{a 1}", want: `{"a":1}`},
		{key: "x.rs:7", input: "{a 1}", want: "1", path: []string{"a", "0"}},
		{key: "x.rs:9", input: "[1,]", want: "[1]"},
		{key: "x.rs:11", input: "[1,,2]", want: "[1,2]"},
		{key: "x.rs:14", input: `{'a': 'it\'s'}`, want: `{"a": "it's"}`},
	}
	if !reflect.DeepEqual(list, want) || unread != 1 {
		t.Errorf("tests %+v, %d unread; want %+v and one unread", list, unread, want)
	}
}

// A repair is compared by its value. What only this project refuses is grouped by its reason.
func TestCompareRepairs(t *testing.T) {
	r := compareRepairs([]repair{
		{key: "a:1", input: "[1,]", want: "[1]"},
		{key: "a:2", input: "[1,]", want: "[2]"},
		{key: "a:3", input: "{a: }", want: `{"a": null}`},
		{key: "a:4", input: "{a: }", refused: true},
	})
	if r.tests != 4 || r.same != 1 || r.other != 1 || r.refused != 1 || r.both != 1 || len(r.differences) != 1 || r.differences[0].key != "a:2" {
		t.Errorf("result %+v, want one of each", r)
	}
}
