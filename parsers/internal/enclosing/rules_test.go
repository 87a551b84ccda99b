package enclosing_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var tools = parsers.NewTools([]parsers.Tool{{Name: "get time"}, {Name: "f"}, {Name: "g"}, {Name: "math.sum"}})

const (
	object = `{"name": "f", "arguments": {}}`
	header = `<|channel|>commentary to=functions.f <|constrain|>json<|message|>`
	body   = header + `{"a": 1}`
	call   = body + `<|call|>`
)

// toy makes a family. After its name come its formats and their examples, in turn.
func toy(g *grammar.Grammar, name string, formats ...string) *parsers.Family {
	f := &parsers.Family{Name: name}
	for i := 0; i < len(formats); i += 2 {
		f.Formats = append(f.Formats, parsers.Format{Name: name + "/" + formats[i], Example: formats[i+1]})
	}
	return family.New(f, g)
}

var harmony = toy(&grammar.Grammar{Frames: grammar.Harmony("harmony/message", "harmony/stripped")},
	"harmony", "message", call, "stripped", `commentary to=functions.f json{"a": 1}`)

// TestHeaders has lines for docs/models/formats/gpt_oss.md, "Names", "Ends of messages" and "Damaged headers".
func TestHeaders(t *testing.T) {
	const final = `<|start|>assistant<|channel|>final<|message|>Hi.`
	enginetest.Check(t, harmony, tools, []enginetest.Case{
		{call, `f {"a": 1}`},
		{` to=functions.f<|channel|>commentary json<|message|>{"a": 1}<|call|>`, `f {"a": 1}`},
		{`<|channel|>commentary to=math.sum<|message|>{}<|call|>`, `math.sum {}`},
		{`<|channel|>commentary to=math.f<|message|>{}<|call|>`, `f {} TOOL_NAME`},
		{`<|channel|>analysis<|message|>Hm.<|end|>` + final + `<|return|>`, `| Hi.`},
		{`<|channel|>analysis<|message|>Hm.<|call|> So.<|end|>` + final, `| Hi.`},
		{`<|channel|>analysis<|message|>Hm.<|call|>` + final, `| Hi.`},
		{`<|channel|>commentary to=browser.search<|message|>{}<|call|>` + final, `| Hi.`},
		{`<|channel|>commentary to=browser<|message|>{}<|call|>` + final, `| Hi.`},
		{`<|start|>user<|message|>So?<|end|>` + final, `| <|start|>user<|message|>So?<|end|>` + "\n\nHi."},
		{`a <|start|> b <|channel|> c`, `| a <|start|> b <|channel|> c`},
		// Ends.
		{body, `f {"a": 1}`},
		{body + final, `f {"a": 1} MISSING_MARKER | Hi.`},
		{call + `<|end|>` + final, `f {"a": 1} | Hi.`},
		{header + `{"a": 1<|call|>`, `f {"a": 1} MISSING_CLOSER`},
		{header + `{"a": 1` + final, `MALFORMED f | ` + header + `{"a": 1` + "\n\nHi."},
		{header + `{"a": "b<|call|>`, `MALFORMED f | ` + header + `{"a": "b<|call|>`},
		{header + `not json<|call|>`, `MALFORMED f | ` + header + `not json<|call|>`},
		// Damaged headers.
		{`<|channel|>final<|message|>Hi.<|end|><|channel|>commentary to=functions.f<|message|>{}<|call|>`, `f {} MISSING_MARKER | Hi.`},
		{`<|channel|>final<|message|>Hi.<|end|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>`, `f {} MISSING_MARKER | Hi.`},
		{`<|start|>to=functions.f<|channel|>commentary<|message|>{}<|call|>`, `f {}`},
		{`Hi.<|start|>commentary to=functions.f<|message|>{}<|call|>`, `f {} MISSING_MARKER | Hi.`},
		{`to=functions.f <|constrain|>json{"a": 1}`, `f {"a": 1} MISSING_MARKER`},
		{`<|channel|>final {"a":1}`, `| <|channel|>final {"a":1}`},
		{`<|channel|> is a token`, `| <|channel|> is a token`},
		{`<|channel|>commentary to=functions.f<|message|><|message|>{}<|call|>`, `f {}`},
		{`Hi.<|start|>assistantcommentary to=functions.f<|message|>{}<|call|>`, `f {} MISSING_MARKER | Hi.`},
		{`<|channel|>commentary to=functions.f<|channel|>commentary<|message|>{}<|call|>`, `f {}`},
		{`<|channel|>commentary to=assistant<|channel|>analysis<|message|>Hm.<|end|>` + final, `| Hi.`},
		{`<|channel|>commentary to=functions.f cmd="ls -R"<|call|>`, `MALFORMED f | <|channel|>commentary to=functions.f cmd="ls -R"<|call|>`},
		{`<|channel|>commentary to=functions.f if you please<|message|>{"a": 1}<|call|>`, `f {"a": 1}`},
		{`<|channel|>commentary?<|message|>Hi.`, `| Hi.`},
		{`<|channel|>commentary to:functions.f json<|message|>{}<|call|>`, `MALFORMED f | <|channel|>commentary to:functions.f json<|message|>{}<|call|>`},
		{`<|channel|>commentary functions.f json<|message|>{}<|call|>`, `MALFORMED f | <|channel|>commentary functions.f json<|message|>{}<|call|>`},
		{`<|channel|>commentary<|message|>{"a": 1}<|call|>`, `| {"a": 1}`},
		{`<|channel|>commentary to=functions.f <|constrain|>json`, `INCOMPLETE f | <|channel|>commentary to=functions.f <|constrain|>json`},
		// Without the tokens.
		{`analysisNeed it.assistantcommentary to=functions.f json{"a":1}`, `f {"a":1} MISSING_MARKER | analysisNeed it.`},
		{`commentary to=functions.f {"a":1}`, `f {"a":1} MISSING_MARKER`},
		{`commentary to=functions.fjson{"a":1}`, `f {"a":1} MISSING_MARKER TOOL_NAME`},
		{`commentary to=functions.h {"a":1}`, `| commentary to=functions.h {"a":1}`},
	})
}

// sectioned has sections and a block, as cohere has them.
var sectioned = toy(&grammar.Grammar{
	Frames: &grammar.Frames{
		Ends: []string{"<|/plan|>", "<|/say|>"}, ThoughtEnds: []string{"<|/plan|>"},
		Sections: []grammar.FrameSection{{Open: "<|plan|>", Is: grammar.SectionThought}, {Open: "<|say|>"}},
	},
	Blocks: []grammar.Block{{Format: "sectioned/block", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<|do|>", "<|done|>")}},
}, "sectioned", "block", `<|do|>`+object+`<|done|>`)

// TestSections has lines for docs/models/formats/cohere.md, "Sections".
func TestSections(t *testing.T) {
	const block = `<|do|>` + object + `<|done|>`
	enginetest.Check(t, sectioned, tools, []enginetest.Case{
		{`<|plan|>I look.<|/plan|>` + block, `f {}`},
		{`<|plan|>I look.<|/say|> So.<|/plan|><|say|>Hi.<|/say|>`, `| Hi.`},
		{`<|plan|>I look.<|say|>Hi.`, `| Hi.`},
		{`<|plan|>I <|do|> so.<|/plan|>Hi.`, `| Hi.`},
		{`<|plan|>I look.` + block, `f {}`},
		{`<|say|>Hi.<|/say|>` + block, `f {} | Hi.`},
		{`a<|/plan|>Hi.`, "| a\n\nHi."},
	})
}

// paired has calls in tags, in a section that need not be there.
var paired = toy(&grammar.Grammar{
	Tags: []grammar.Tags{pairTags()}, Blocks: []grammar.Block{grammar.PairBlock("paired/json", grammar.SpecialTokens, "call")},
	ObjectCalls: true, JSON: grammar.TextCalls("paired/text", "paired/text"), TurnEnds: []string{"<|end|>"},
	Python: &grammar.Python{Format: "paired/python", Calls: grammar.PythonLists},
}, "paired", "tags", "<call>f<k>a</k><v>1</v></call>", "json", "<call>"+object+"</call>", "text", object, "python", "[f()]")

func pairTags() grammar.Tags {
	t := grammar.PairTags("paired/tags", grammar.SpecialTokens, "call", "k", "v")
	t.Wrappers = []string{"calls"}
	return t
}

// TestWrappers has lines for docs/models/formats/k2_horizon.md, "The section", and for docs/models/formats/README.md, "Delimiters".
func TestWrappers(t *testing.T) {
	const f, g = `<call>f<k>a</k><v>x</v></call>`, `<call>g</call>`
	enginetest.Check(t, paired, tools, []enginetest.Case{
		{`<calls>` + f + g + `</calls>`, `f {"a":"x"}; g {}`},
		{f + g + `</calls>`, `f {"a":"x"}; g {} MISSING_MARKER`},
		{`<calls>` + f + g, `f {"a":"x"}; g {} MISSING_MARKER`},
		{`<calls>` + f + ` So.`, `f {"a":"x"} MISSING_MARKER | So.`},
		{`<calls> are tags. ` + f, `f {"a":"x"} | <calls> are tags.`},
		{`<calls><calls> ` + f + `</calls>`, `f {"a":"x"}`},
		{`<calls><call>` + object + `</call></calls>`, `f {}`},
		{object + `; ` + object, `f {}; f {}`},
		{object + `, ` + object, `f {}; f {}`},
		{object + `; done`, `f {} | done`},
		{object + `, done`, `f {} | , done`},
		{object + `;; done`, `f {} | ; done`},
		{"[f()],\n", `f {}`},
		{"[f()], so", `f {} | , so`},
		{object + `<|end|>`, `f {}`},
	})
}

// tokens has calls with a name before their arguments, as deepseek has them.
var tokens = toy(&grammar.Grammar{Named: []grammar.Named{{Format: "tokens/call", Shell: grammar.Shell{
	Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Separator: []string{"<|sep|>"}, Type: "function",
}}}}, "tokens", "call", `<|calls|><|call|>f<|sep|>{}<|/call|><|/calls|>`)

// TestFence has lines for docs/models/formats/deepseek.md, "The fence around the arguments", and "Damage".
func TestFence(t *testing.T) {
	enginetest.Check(t, tokens, tools, []enginetest.Case{
		{"<|calls|><|call|>f<|sep|>```json\n{\"a\": 1}\n```<|/call|><|/calls|>", `f {"a": 1}`},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": 1\n```<|/call|><|/calls|>", `f {"a": 1} MISSING_CLOSER`},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": \"```\\n{}\\n```\"}\n```<|/call|><|/calls|>", "f {\"a\": \"```\\n{}\\n```\"}"},
		{"<|calls|><|call|>f<|sep|>```\n{\"a\": oops\n```<|/call|><|call|>g<|sep|>{}<|/call|><|/calls|>",
			"g {}; MALFORMED f | <|calls|><|call|>f<|sep|>```\n{\"a\": oops\n```<|/call|>"},
		{`<|calls|><|/calls|>`, ``},
		{`<|calls|> and`, `| <|calls|> and`},
		{`<|calls|><|call|>f<|sep|>{}<|/call|> So.`, `f {} MISSING_MARKER | So.`},
		{`<|call|>f<|sep|>{}<|/call|><|/calls|>`, `f {} MISSING_MARKER`},
	})
}

// led has blocks with a token and a name before them, as inkling has them.
var led = toy(&grammar.Grammar{
	Frames: &grammar.Frames{
		Lead: "<|head|>", Ends: []string{"<|over|>"},
		Sections: []grammar.FrameSection{{Open: "<|say|>"}, {Open: "<|plan|>", Is: grammar.SectionThought}, {Open: "<|words|>", Is: grammar.SectionUntold, Format: "led/json"}},
	},
	Blocks: []grammar.Block{{Format: "led/json", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<|do|>", "<|over|>")}},
}, "led", "json", `<|head|>f<|do|>`+object+`<|over|>`)

// TestLeads has lines for docs/models/formats/inkling.md.
func TestLeads(t *testing.T) {
	enginetest.Check(t, led, tools, []enginetest.Case{
		{`<|head|>f<|do|>` + object + `<|over|>`, `f {}`},
		{`f<|do|>` + object + `<|over|>`, `f {}`},
		{`<|head|>get time<|do|>` + object + `<|over|>`, `f {}`},
		{`<|head|><|plan|>Hm.<|over|><|head|><|say|>Hi.<|over|>`, `| Hi.`},
		{`<|plan|>Hm.<|over|><|head|>f<|do|>` + object + `<|over|>`, `f {}`},
		{`a <|head|> b`, `| a <|head|> b`},
		{`<|head|>f b`, `| <|head|>f b`},
	})
}

// spoken has calls in tags in messages to a tool, as muse has them.
var spoken = toy(&grammar.Grammar{
	Frames: &grammar.Frames{Ends: []string{"<|over|>"}, Messages: &grammar.Messages{
		Format: "spoken/tags", Role: "model", To: "to=", Start: "<|start|>", Message: "<|message|>", Thoughts: []string{"self"}, Words: []string{"user"},
	}},
	Tags: []grammar.Tags{{
		Format: "spoken/tags", Brackets: grammar.Brackets{Open: "<", Close: "</", End: ">"}, Wrappers: []string{"calls"}, Bare: grammar.BareFramed,
		Call: grammar.Tag{Word: "invoke", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
	}},
}, "spoken", "tags", ` to=f<|message|><calls><invoke name="f"><value key="a">1</value></invoke></calls><|over|>`)

// TestSpoken has lines for docs/models/formats/muse.md: which messages are for a tool, and what ends them.
func TestSpoken(t *testing.T) {
	const f = `<calls><invoke name="f"><value key="a">x</value></invoke></calls>`
	enginetest.Check(t, spoken, tools, []enginetest.Case{
		{` to=self<|message|>Hm.<|over|><|start|>model to=f<|message|>` + f + `<|over|>`, `f {"a":"x"}`},
		{` to=f<|message|>` + f, `f {"a":"x"}`},
		{` to=f<|message|>` + f + `<|start|>model to=user<|message|>Hi.`, `f {"a":"x"} MISSING_MARKER | Hi.`},
		{` to=user<|message|>Hi. to=f<|message|>` + f + `<|over|>`, `f {"a":"x"} MISSING_MARKER | Hi.`},
		{` to=user<|message|>Hi to=f.`, `| Hi to=f.`},
		{` to=user<|message|>Hi.<|over|><|start|>to=f<|message|>` + f + `<|over|>`, `f {"a":"x"} MISSING_MARKER | Hi.`},
		{` to=user<|message|>Hi.<|over|><|start|>user So.`, `| Hi.` + "\n\n" + `<|start|>user So.`},
	})
}
