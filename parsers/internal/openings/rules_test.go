package openings_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

// TestTokens has a line for each row of docs/models/formats/deepseek.md, "deepseek/tokens", that needs no fence.
func TestTokens(t *testing.T) {
	const f, g = `<|call|>f<|sep|>{"a": 1}<|/call|>`, `<|call|>g<|sep|>{}<|/call|>`
	enginetest.Check(t, typed, tools, []enginetest.Case{
		{`<|calls|>` + f + `<|/calls|>`, `f {"a": 1}`},
		{"<|calls|><|call|>function<|sep|>f\n```json\n{\"a\": 1}\n```<|/call|><|/calls|>", `f {"a": 1}`},
		{`a <|calls|>` + f + `<|/calls|> b <|calls|>` + g + "\n" + f + `<|/calls|> c`, `f {"a": 1}; g {}; f {"a": 1} | a b c`},
		{`<|calls|>` + f + ` and ` + g + `<|/calls|>`, `f {"a": 1}; g {} | and`},
		{`<|calls|><|/calls|>`, ``},
		{`<|calls|><|call|>get time<|sep|>{}<|/call|><|/calls|>`, `get time {}`},
		{`<|calls|><|call|>function<|sep|>get time` + "\n" + `{}<|/call|><|/calls|>`, `get time {}`},
		// Headers.
		{`<|calls|><|call|>function<|sep|>f{"a": 1}<|/call|><|/calls|>`, `f {"a": 1}`},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": 1}```<|/call|><|/calls|>", `f {"a": 1}`},
		{`<|call|>function<|sep|>{"a": 1}<|/call|>`, `MALFORMED | <|call|>function<|sep|>{"a": 1}<|/call|>`},
		{`<|call|><|sep|>{"a": 1}<|/call|>`, `MALFORMED | <|call|><|sep|>{"a": 1}<|/call|>`},
		{`<|call|>f{"a":1}<|/call|>`, `MALFORMED f{"a":1} | <|call|>f{"a":1}<|/call|>`}, // white space alone is in no name
		{`<|call|>f<|/call|>`, `MALFORMED f | <|call|>f<|/call|>`},
		{`<|call|>f<|call|>g<|sep|>{}<|/call|>`, `g {} MISSING_MARKER MISSING_MARKER; MALFORMED f | <|call|>f`},
		{`<|call|>two words<|sep|>{}`, `MALFORMED | <|call|>two words<|sep|>{}`},
		{`<|call|>` + strings.Repeat("a", 600), `MALFORMED | <|call|>` + strings.Repeat("a", 600)},
		{`<|call|>f`, `INCOMPLETE | <|call|>f`},
		{`<|calls|><|call|>functions.f<|sep|>{}<|/call|><|/calls|>`, `f {} TOOL_NAME`},
		// The fence around the arguments.
		{"<|calls|><|call|>f<|sep|>```json\n```json\n{\"a\": 1}\n```<|/call|><|/calls|>", `f {"a": 1} EXTRA_OPENER`},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": 1}\n```\n```<|/call|><|/calls|>", `f {"a": 1} EXTRA_OPENER`},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": 1\n```<|/call|><|/calls|>", "f {\"a\": 1} MISSING_CLOSER"},
		{"<|call|>f<|sep|>```\n{\"a\": 1}\n``` then<|/call|>", "MALFORMED f | <|call|>f<|sep|>```\n{\"a\": 1}\n``` then<|/call|>"},
		// Damage.
		{`<!calls!>` + f + `<|/calls|>`, `f {"a": 1} MISSING_MARKER`},
		{`<|calls|><!call!>f<!sep!>{}<!/call!><!/calls!>`, `f {} MISSING_MARKER MISSING_MARKER MISSING_MARKER MISSING_MARKER`},
		{`<|calls|>function<|sep|>f` + "\n" + `{"a": 1}<|/call|>` + g + `<|/calls|>`, `f {"a": 1} MISSING_MARKER; g {}`},
		{`<|calls|>f<|sep|>{"a": 1}<|/call|><|/calls|>`, `f {"a": 1} MISSING_MARKER`},
		{`<|calls|>` + g + `f<|sep|>{"a": 1}<|/call|><|/calls|>`, `g {}; f {"a": 1} MISSING_MARKER`},
		{f + g, `f {"a": 1} MISSING_MARKER; g {} MISSING_MARKER`},
		{`<|calls|>` + g + ` That was it.`, `g {} MISSING_MARKER | That was it.`},
		{`<|calls|><|call|>f<|sep|>{"a": 1}<|call|>g<|sep|>{"a": 1}<|/calls|>`, `f {"a": 1} MISSING_MARKER; g {"a": 1} MISSING_MARKER`},
		{`<|calls|><|call|>f<|sep|>{"a": 1<|/call|><|/calls|>`, `f {"a": 1} MISSING_CLOSER`},
		{`<|calls|><|call|>f<|sep|><|/call|><|/calls|>`, `f {}`},
		{`<|call|>h<|sep|><|/call|>`, `MISSING_ARGUMENTS h | <|call|>h<|sep|><|/call|>`},
		{`<|calls|><|call|>f<|sep|>{"a": 1} please<|/call|>` + g + `<|/calls|>`, `g {}; MALFORMED f | <|calls|><|call|>f<|sep|>{"a": 1} please<|/call|>`},
		{`<|calls|> for it.`, `| <|calls|> for it.`},
		{`<|calls|> ` + strings.Repeat("a", 600) + `<|sep|>`, `| <|calls|> ` + strings.Repeat("a", 600) + `<|sep|>`},
		{`<|/call|> <|sep|> <|/calls|>`, `| <|/call|> <|sep|> <|/calls|>`},
		// A result that the model invents is content, up to its closer or the end of the turn.
		{"<result>" + f + "</result>" + `<|calls|>` + g + `<|/calls|>`, `g {} | <result>` + f + `</result>`},
		{"<result>" + f + "<|end|>" + `<|calls|>` + g + `<|/calls|>`, `g {} | <result>` + f},
		{"a <result> b", `| a <result> b`},
	})
}

// TestFunctionTags has a line for each row of docs/models/formats/llama3.md, "llama3/function_tag".
func TestFunctionTags(t *testing.T) {
	enginetest.Check(t, tagged, tools, []enginetest.Case{
		{`<function=f>{"a": 1}</function>`, `f {"a": 1}`},
		{`<function=f>{"a": 1} and`, `f {"a": 1} | and`},
		{`<function=get time> {"a": 1} </function>`, `get time {"a": 1}`},
		{`<function=f>{"a": 1</function>`, `f {"a": 1} MISSING_CLOSER`},
		{`<function=f{}</function>`, `f {} MISSING_MARKER`},
		{`<function=f {}></function>`, `f {} MISSING_MARKER`},
		{`<function=f,{}`, `f {} MISSING_MARKER`},
		{`<function=f={}`, `f {} MISSING_MARKER`},
		{`<function=f({})>`, `f {} MISSING_MARKER`},
		{`<function name="f">{}</function>`, `f {} MISSING_MARKER`},
		{`<function name="f"> {}</function>`, `f {} MISSING_MARKER`},
		{`<function name="f"> and`, `| <function name="f"> and`},
		{`<function name="f">`, `| <function name="f">`},
		{`<function name="f"`, `| <function name="f"`},
		{`<function name="f`, `| <function name="f`},
		{`<function name="a b">{}`, `| <function name="a b">{}`},
		{`<function name="` + strings.Repeat("a", 300) + `">{}`, `| <function name="` + strings.Repeat("a", 300) + `">{}`},
		{`<function=f>{}<function>`, `f {} MISSING_MARKER`},
		{`<function=f>{}<function/>`, `f {} MISSING_MARKER`},
		{`<function=f></function>`, `f {}`},
		{`<function=h></function>`, `MISSING_ARGUMENTS h | <function=h></function>`},
		{`Use <function=f> to call.`, `MALFORMED f | Use <function=f> to call.`},
		{`<function=a b>{}`, `| <function=a b>{}`},
		{`<function=>{}`, `| <function=>{}`},
		{`<function=`, `| <function=`},
		{`<function=f`, `| <function=f`},
		{`<function=!x>{}`, `!x {}`},
		{`<function=` + strings.Repeat("a", 300) + `>{}`, `| <function=` + strings.Repeat("a", 300) + `>{}`},
		{`<function=f` + strings.Repeat(",", 20) + `{}`, `| <function=f` + strings.Repeat(",", 20) + `{}`},
	})
}

// TestRecipients has a line for each row of docs/models/formats/functionary.md.
func TestRecipients(t *testing.T) {
	enginetest.Check(t, tagged, tools, []enginetest.Case{
		{">>>all\nI'll look.\n>>>f\n{\"a\": 1}", `f {"a": 1} | I'll look.`},
		{"all\nHello.", `| Hello.`},
		{"f\n{\"a\": 1}", `f {"a": 1}`},
		{"h\n{\"a\": 1}", "| h\n{\"a\": 1}"},
		{">>>h\n{}", "UNKNOWN_TOOL h | >>>h\n{}"},
		{">>>get time\n{}", `get time {}`},
		{">>>python\nprint(1)", "| >>>python\nprint(1)"},
		{">>> f(1)", "| >>> f(1)"},
		{"a\n>>>>f\n{}", "| a\n>>>>f\n{}"},
		{"a\n>>>a b\n{}", "| a\n>>>a b\n{}"},
		{"a\n>>>{}", "| a\n>>>{}"},
		{">>>f\n{} and", "MALFORMED f | >>>f\n{} and"},
		{">>>f\n{\"a\": 1", "INCOMPLETE f | >>>f\n{\"a\": 1"},
		{">>>f\n{\"a\": 1<|end|>", "INCOMPLETE f | >>>f\n{\"a\": 1<|end|>"},
		{">>>f\n{\"a\": 1\n>>>g\n{}", "g {}; MALFORMED f | >>>f\n{\"a\": 1"},
		{">>>f\n>>>g\n{}", "f {}; g {}"},
		{">>>f\n", "f {}"},
		{">>>h\n", "| >>>h"},
		{"```\n>>>f\n{}\n```", "| ```\n>>>f\n{}\n```"},
		{"So `>>>f`", "| So `>>>f`"},
	})
}

// TestCode has lines for docs/models/formats/llama3.md, "llama3/builtin_call", and for blocks of code.
func TestCode(t *testing.T) {
	enginetest.Check(t, code, tools, []enginetest.Case{
		{`<|code|>search.call(query="weather")`, `search {"query":"weather"}`},
		{`<|code|>f(a=1)`, `f {"a":1}`},
		{`<|code|>f.call(a=1)`, `f {"a":1}`},
		{`Hm. <|code|>print(1)`, `| Hm. <|code|>print(1)`},
		{`<|code|>x = 1`, `| <|code|>x = 1`},
		{`<|code|>[f(a=1)]`, `f {"a":1}`},
		{`<|code|>search.call(a=x) and`, `MALFORMED search | <|code|>search.call(a=x) and`},
		{`[f(a=1), g()]`, `f {"a":1}; g {}`},
		{`f(a=1)`, `f {"a":1}`},
		{"Code:\n```python\nf(a=1)\n```", `f {"a":1} | Code:`},
		{"Code:\n```python\nx = f(a=1)\n```", "| Code:\n```python\nx = f(a=1)\n```"},
		{`<|do|>[f(a=1)]<|done|>`, `f {"a":1}`},
		{`<|do|>` + object + `<|done|>`, `f {"a": 1}`},
	})
	// docs/models/formats/gemini.md, "Python".
	enginetest.Check(t, printed, tools, []enginetest.Case{
		{`print(api.f(a="x", b=True))`, `f {"a":"x","b":true}`},
		{`So: print(api.f(a=1)) then`, `f {"a":1} | So: then`},
		{`print(api.f(a=1)`, `f {"a":1} MISSING_CLOSER`},
		{`print(api.f(a=1), 2) then`, `MALFORMED f | print(api.f(a=1), 2) then`},
		{`print(api.f(a=1`, `INCOMPLETE f | print(api.f(a=1`},
		{`f(a=1)`, `f {"a":1}`},
		{`f(a=1); g()`, `f {"a":1}; g {}`},
		{`f(a=1) is it`, `| f(a=1) is it`},
		{`pprint(api.f(a=1)) and [f(a=1)]`, `| pprint(api.f(a=1)) and [f(a=1)]`},
	})
}

// TestAnswer has lines for docs/models/formats/hunyuan.md, "The answer", and for gemma's trees in docs/models/formats/gemma.md.
func TestAnswer(t *testing.T) {
	const call = `<do>do:f{a:<q>v<q>}<done>`
	enginetest.Check(t, answered, tools, []enginetest.Case{
		{`<answer>Hi.</answer>`, `| Hi.`},
		{` <answer>Hi ` + call + `</answer>`, `f {"a":"v"} | Hi`},
		{`So <answer>Hi.</answer> ` + call, `f {"a":"v"} | So <answer>Hi.</answer>`},
		{`Hi.</answer> ` + call, `f {"a":"v"} | Hi.</answer>`},
		{call, `f {"a":"v"}`},
		{call + `<done>`, `f {"a":"v"}`},
		{`<do>do:f<done>`, `f {}`},
		{`<do>f{a:1}<done>`, `f {"a":1} MISSING_MARKER`},
		{`<do>do:f{a:1}`, `f {"a":1} MISSING_MARKER`},
		{`<do>do:f{a:x}<done>`, `MALFORMED f | <do>do:f{a:x}<done>`},
		{`do:f{a:1}`, `f {"a":1} MISSING_MARKER`},
		{"So:\ndo:f{a:1}", `f {"a":1} MISSING_MARKER | So:`},
		{`So do:f{a:1}`, `| So do:f{a:1}`},
	})
	enginetest.Check(t, answered, nil, []enginetest.Case{
		{`do:f{a:1}`, `| do:f{a:1}`}, // for declared tools only
		{call, `f {"a":"v"}`},
	})
}

// TestLines has a line for each rule of docs/models/formats/glm.md, "glm/name_json".
func TestLines(t *testing.T) {
	enginetest.Check(t, lines, tools, []enginetest.Case{
		{"f\n{\"a\": 1}", `f {"a": 1}`},
		{"f\n{\"a\": 1}\ng\n{}\n", `f {"a": 1}; g {}`},
		{"f\n{\"a\": 1} and", "| f\n{\"a\": 1} and"},
		{"f\n{\"a\": 1", "INCOMPLETE f | f\n{\"a\": 1"},
		{"h\n{}", "| h\n{}"},
	})
	enginetest.Check(t, lines, nil, []enginetest.Case{{"f\n{}", "| f\n{}"}})
}

// TestFrames has lines for docs/models/formats/gpt_oss.md, and for the sections of docs/models/formats/cohere.md.
func TestFrames(t *testing.T) {
	const f = `<|channel|>calls to=tools.f <|type|>json<|message|>{"a": 1}`
	enginetest.Check(t, framed, tools, []enginetest.Case{
		{f + `<|stop|>`, `f {"a": 1}`},
		{` to=tools.f<|channel|>calls json<|message|>{"a": 1}<|stop|>`, `f {"a": 1}`},
		{`<|channel|>notes<|message|>Hm.<|over|><|start|>model<|channel|>final<|message|>Four.<|stop|>`, `| Four.`},
		{`<|channel|>notes<|message|>Hm.<|stop|> is text<|over|>Hi.`, `| Hi.`},
		{`<|channel|>notes<|message|>Hm.<|stop|><|over|>Hi.`, `| Hi.`},
		{`<|channel|>notes<|message|>Hm.<|stop|>`, ``},
		{`<|channel|>final<|message|>` + "`{\"name\": \"f\"}`" + `<|stop|>`, "| `{\"name\": \"f\"}`"},
		{`<|channel|>calls to=browser<|message|>{}<|stop|>Hi.`, `| Hi.`},
		{`<|start|>user<|message|>Hi.<|over|>` + `<|start|>model` + f, `f {"a": 1} | <|start|>user<|message|>Hi.<|over|>`},
		{`<|say|>Hi.<|over|><|plan|>Hm.<|over|>So.`, "| Hi.\n\nSo."},
		{`<|words|>f a=1<|over|>`, `MALFORMED | <|words|>f a=1<|over|>`},
		// Arguments.
		{`<|channel|>calls to=tools.f<|message|><|stop|>`, `f {}`},
		{`<|channel|>calls to=tools.f some words<|message|><|stop|>`, `MALFORMED f | <|channel|>calls to=tools.f some words<|message|><|stop|>`},
		// Ends.
		{f, `f {"a": 1}`},
		{f + `<|start|>model<|channel|>final<|message|>Hi.`, `f {"a": 1} MISSING_MARKER | Hi.`},
		{`<|channel|>calls to=tools.f<|message|>{"a": 1<|stop|>`, `f {"a": 1} MISSING_CLOSER`},
		{f + ` please<|stop|>`, `MALFORMED f | ` + f + ` please<|stop|>`},
		{f + `<|stop|><|over|>`, `f {"a": 1}`},
		{f + `<|st`, `f {"a": 1}`},
		// Headers.
		{`<|channel|>final {"a":1}`, `| <|channel|>final {"a":1}`},
		{`<|channel|> is a token`, `| <|channel|> is a token`},
		{`Hi<|start|>to=tools.f<|channel|>calls<|message|>{}<|stop|>`, `f {} MISSING_MARKER | Hi`},
		{`<|channel|>calls to=tools.f <|type|>json{"a": 1}<|stop|>`, `f {"a": 1} MISSING_MARKER`},
		{`<|channel|>calls to=tools.f`, `INCOMPLETE f | <|channel|>calls to=tools.f`},
		{`calls to=tools.f {"a": 1}`, `f {"a": 1} MISSING_MARKER`},
		{`calls to=tools.h {"a": 1}`, `| calls to=tools.h {"a": 1}`},
	})
}

// TestSpoken has a line for each row of docs/models/formats/muse.md that its toy can have.
func TestSpoken(t *testing.T) {
	const f, g = `<invoke name="f"><value key="a">x</value></invoke>`, `<invoke name="g"></invoke>`
	enginetest.Check(t, spoken, tools, []enginetest.Case{
		{` to=self<|message|>Hm.<|over|><|start|>model to=f<|message|><calls>` + f + `</calls><|over|>`, `f {"a":"x"}`},
		{` to=user<|message|>Hi.<|over|>`, `| Hi.`},
		{` to=f<|message|>Hi <calls>` + f + g + `</calls> there<|over|>`, `f {"a":"x"}; g {} | Hi there`},
		{` to=f<|message|>` + f + `<|over|>`, `f {"a":"x"} MISSING_MARKER`},
		{` to=f<|message|><calls><invoke name="f"/></calls><|over|>`, `f {}`},
		{` to=f<|message|><calls>` + f + `</calls>`, `f {"a":"x"}`},
		{` to=f<|message|><calls>` + f + `</calls><|start|>model to=user<|message|>Hi.`, `f {"a":"x"} MISSING_MARKER | Hi.`},
		{` to=f<|message|><calls><invoke name="f"><value key="a">x<|over|>`, `MALFORMED f |  to=f<|message|><calls><invoke name="f"><value key="a">x<|over|>`},
		{` to=user<|message|><calls>` + f + `</calls><|over|>`, `| <calls>` + f + `</calls>`},
		{` to=f<|message|>Hi.<|over|>`, `|  to=f<|message|>Hi.<|over|>`},
		{`Hi<|start|>user<|message|>So.<|over|>`, `| Hi<|start|>user<|message|>So.<|over|>`},
	})
}

// TestShells has lines for docs/models/formats/step3.md.
func TestShells(t *testing.T) {
	const f, head = `<invoke name="f"><value key="a">x</value></invoke>`, `<|call|>function<|sep|>`
	enginetest.Check(t, shelled, tools, []enginetest.Case{
		{`<|calls|>` + "\n" + head + f + `<|/call|>` + "\n" + head + f + `<|/call|><|/calls|>`, `f {"a":"x"}; f {"a":"x"}`},
		{`<|calls|><|call|><|sep|>` + f + `<|/call|><|/calls|>`, `f {"a":"x"}`},
		{head + f + `<|/call|>`, `f {"a":"x"} MISSING_MARKER`},
		{`<|calls|>` + f + `<|/call|><|/calls|>`, `f {"a":"x"} MISSING_MARKER`},
		{`<|calls|>` + head + f + `<|/calls|>`, `f {"a":"x"} MISSING_MARKER`},
		{`<|calls|>` + head + f + `<|/call|> So.`, `f {"a":"x"} | So.`},
		{`<|calls|><|call|>other<|sep|>` + f + `<|/call|><|/calls|>`, `MALFORMED f | <|calls|><|call|>other<|sep|>` + f + `<|/call|><|/calls|>`},
		{`<|calls|> and <|call|>`, `| <|calls|> and <|call|>`},
		{`<|call|>`, `| <|call|>`},
		{`<|calls|>` + object + `<|/calls|>`, `f {"a": 1}`},
		{`<|calls|>` + head + object + `<|/call|><|/calls|>`, `f {"a": 1}`},
		{`<|call|>other<|sep|>` + object, `MALFORMED | <|call|>other<|sep|>` + object},
		{`<calls>` + f + `</calls>`, `f {"a":"x"}`},
		{f, `f {"a":"x"} MISSING_MARKER`},
		{`<invoke name="f"> and`, `| <invoke name="f"> and`},
		{`Use <calls> to call.`, `| Use <calls> to call.`},
	})
}

// TestPairs has lines for docs/models/formats/k2_horizon.md, "The section", and for the JSON between its tags.
func TestPairs(t *testing.T) {
	const f, g = `<call>f<k>a</k><v>x</v></call>`, `<call>g</call>`
	enginetest.Check(t, paired, tools, []enginetest.Case{
		{f, `f {"a":"x"}`},
		{`<calls>` + f + g + `</calls>`, `f {"a":"x"}; g {}`},
		{f + g + `</calls>`, `f {"a":"x"}; g {} MISSING_MARKER`},
		{`<calls>` + f + g, `f {"a":"x"}; g {} MISSING_MARKER`},
		{`<calls>` + f + ` So.`, `f {"a":"x"} MISSING_MARKER | So.`},
		{`<calls>` + f + `</calls> So.`, `f {"a":"x"} | So.`},
		{`<calls> are tags. ` + f, `f {"a":"x"} | <calls> are tags.`},
		{`<call>` + object + `</call>`, `f {"a": 1}`},
		{`<calls><call>` + object + `</call>` + g + `</calls>`, `f {"a": 1}; g {}`},
		{`<calls><call>` + object + `</call> So.`, `f {"a": 1} MISSING_MARKER | So.`},
		{`<call>` + object + `</call></calls>`, `f {"a": 1} MISSING_MARKER`},
		{`<call>f{"a": 1}</call>`, `f {"a": 1}`},
		{`So </call> and </calls>.`, `| So </call> and </calls>.`},
	})
}

// TestBodies has lines for messages whose arguments are in tags: what ends a message is as in docs/models/formats/gpt_oss.md.
func TestBodies(t *testing.T) {
	const f = `<|start|>model to=f<|message|><value key="a">x</value>`
	enginetest.Check(t, bodied, tools, []enginetest.Case{
		{f + `<|over|>`, `f {"a":"x"}`},
		{f, `f {"a":"x"}`},
		{f + `<|over|><|start|>model<|message|>Hi.<|over|>`, `f {"a":"x"} | Hi.`},
		{f + ` and<|over|>`, `MALFORMED f | ` + f + ` and<|over|>`},
	})
}

// TestDocuments checks that the response of either vendor is read: with a call, or with a proof, with all keys known
// or not.
func TestDocuments(t *testing.T) {
	enginetest.Check(t, vendor, tools, []enginetest.Case{
		{`{"said": "Hi.", "calls": [` + object + `]}`, `f {"a": 1} | Hi.`},
		{`{"text": "Hi.", "calls": [` + object + `]}`, `f {"a": 1} | Hi.`},
		{`{"kind": "vendor/other", "text": "Hi."}`, `| Hi.`},
		{`{"kind": "vendor/other", "text": "Hi.", "x": 1}`, `| Hi.`},
		{`{"text": "Hi."}`, `| {"text": "Hi."}`}, // nothing proves that it is a vendor's
		{`So: ` + object + ` [1] {x}`, `f {"a": 1} | So: [1] {x}`},
		{`{` + object + `}`, `f {"a": 1} EXTRA_OPENER`},
	})
}

// TestIDs checks that the header is the id of an accepted call, and of a failed one.
func TestIDs(t *testing.T) {
	r := parsers.Parse(ids, `<|calls|><|call|>f<|sep|>{}<|/call|><|call|>g{}<|/call|><|/calls|>`, parsers.Config{Tools: tools}, parsers.FinishStop)
	if len(r.ToolCalls) != 1 || r.ToolCalls[0].ID != "f" || len(r.InvalidToolCalls) != 1 || r.InvalidToolCalls[0].ID != "g{}" {
		t.Errorf("got %+v, %+v", r.ToolCalls, r.InvalidToolCalls)
	}
	enginetest.Check(t, ids, tools, []enginetest.Case{
		{`So ` + object, `f {"a": 1} | So`},
		{`<|calls|><|call|>f<|sep|>{}<|/call|><|/calls|> ` + object, `f {} | ` + object}, // JSON in text is content behind a section
	})
}
