package markers_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var tools = parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "g"}})

const object = `{"name": "f", "arguments": {}}`

// toy makes a family. After its name come its formats and their examples, in turn.
func toy(g *grammar.Grammar, name string, formats ...string) *parsers.Family {
	f := &parsers.Family{Name: name}
	for i := 0; i < len(formats); i += 2 {
		f.Formats = append(f.Formats, parsers.Format{Name: name + "/" + formats[i], Example: formats[i+1]})
	}
	return family.New(f, g)
}

// spelled has markers with white space, attributes and words in them, and JSON in text.
var spelled = toy(&grammar.Grammar{
	JSON: grammar.TextCalls("spelled/text", "spelled/text"), ObjectCalls: true,
	Blocks: []grammar.Block{
		{Format: "spelled/tag", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Markers: grammar.Markers{Open: []string{"<call>", "<call " + grammar.Anything + ">"}, Close: []string{"</call>"}}},
		{Format: "spelled/token", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<| do |>", "<| done |>")},
		{Format: "spelled/word", Shape: grammar.BlockCalls(), Markers: grammar.Markers{Open: []string{"functools"}}, Kind: grammar.PlainWord, Closer: grammar.CloserOptional},
	},
	Tokens:   []grammar.Token{{Text: "<|message …|>", Counts: grammar.EndsThoughts}, {Text: "<|beside|>"}, {Text: "<|all|>", Counts: grammar.Everywhere}},
	TurnEnds: []string{"<|end|>"}, Thoughts: []grammar.Markers{grammar.ThinkTags},
	Results: []grammar.Markers{grammar.Element("result")},
}, "spelled", "text", object, "tag", "<call>"+object+"</call>", "token", "<|do|>"+object+"<|done|>", "word", "functools["+object+"]")

// TestSpellings checks the ways to spell a marker (package grammar), and which tokens are markup next to a call only.
func TestSpellings(t *testing.T) {
	enginetest.Check(t, spelled, tools, []enginetest.Case{
		{`<call>` + object + `</call>`, `f {}`},
		{`<call id="1" x=2>` + object + `</call>`, `f {}`},
		{`<caller>` + object + `</call>`, `f {} | <caller>`},
		{`<|do|>` + object + `<|done|>`, `f {}`},
		{`<| do  |>` + object + `<|done |>`, `f {}`},
		{`<|DO|>`, `| <|DO|>`},
		{`functools[` + object + `]`, `f {}`},
		{`functools are words`, `| functools are words`},
		{`my_functools[` + object + `]`, `f {} | my_functools`},
		{object + `<|beside|>`, `f {}`},
		{`a <|beside|> b`, `| a <|beside|> b`},
		{`a <|all|> b`, `| a b`},
		{object + `<|end|>`, `f {}`},
		{`a <|end|> b`, `| a <|end|> b`},
		{`<think>a<|message x|>` + object, `f {} | <think>a`}, // it ends the thought, and is next to the call
		{`<result>` + object + `</result>` + object, `f {} | <result>` + object + `</result>`},
		{`<|do|>{"name": "f", "arguments": {"a": "x<|done|>`, `MALFORMED f | <|do|>{"name": "f", "arguments": {"a": "x<|done|>`},
		{`<|do|>` + object + `<|do`, `f {} MISSING_MARKER`},
		{`a <|do`, `| a <|do`}, {`a <call`, `| a <call`}, {`<think>a <|d</think>b`, `| <think>a <|d</think>b`},
		{"`a <|do|>" + object + "<|done|>", "f {} | `a"},
		{"`<|do|>" + object + "<|done|>`", "QUOTED f | `<|do|>" + object + "<|done|>`"},
		{"```\nx <|do|>" + object + "<|done|>\n```", "QUOTED f | ```\nx <|do|>" + object + "<|done|>\n```"},
	})
}

var angle = grammar.Brackets{Open: "<", Close: "</", End: ">"}

// shelled has calls in tags between tokens, as step3 has them.
var shelled = toy(&grammar.Grammar{
	Tags: []grammar.Tags{{
		Format: "shelled/tags", Brackets: angle, Wrappers: []string{"calls"}, Inside: grammar.Nests, Bare: grammar.BareDirect,
		Shell: &grammar.Shell{Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Type: "function", Separator: []string{"<|sep|>"}},
		Call:  grammar.Tag{Word: "invoke", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
	}},
	TurnEnds: []string{"<|end|>"}, Thoughts: []grammar.Markers{grammar.ThinkTags},
}, "shelled", "tags", `<|calls|><|call|>function<|sep|><invoke name="f"><value key="a">1</value></invoke><|/call|><|/calls|>`)

// suffixed has calls whose tags may have a suffix, as hunyuan has them.
var suffixed = toy(&grammar.Grammar{
	Tags: []grammar.Tags{suffixedTags(grammar.NoAffix), suffixedTags(grammar.Suffixed)},
}, "suffixed", "tags", "<call:x>f<k:x>a</k:x><v:x>1</v:x></call:x>")

func suffixedTags(affix grammar.Affix) grammar.Tags {
	brackets := angle
	brackets.Affix = affix
	return grammar.Tags{
		Format: "suffixed/tags", Brackets: brackets, Wrappers: []string{"calls"}, Call: grammar.Tag{Word: "call", Name: grammar.NameBehind},
		Parameter: grammar.Tag{Word: "v", Key: "k"}, WrapperDue: true, Bare: grammar.BareNative, InThought: grammar.ThoughtCounts,
	}
}

// TestTags has lines for docs/models/formats/step3.md and hunyuan.md, "Suffixes".
func TestTags(t *testing.T) {
	const f, head = `<invoke name="f"><value key="a">x</value></invoke>`, `<|call|>function<|sep|>`
	enginetest.Check(t, shelled, tools, []enginetest.Case{
		{`<|calls|>` + head + f + `<|/call|><|/calls|>`, `f {"a":"x"}`},
		{head + f + `<|/call|>`, `f {"a":"x"} MISSING_MARKER`},
		{`<calls>` + f + `</calls>`, `f {"a":"x"}`},
		{`<calls><invoke name="f"/></calls>`, `f {}`},
		{f, `f {"a":"x"} MISSING_MARKER`},
		{`<invoke name="f"> and`, `| <invoke name="f"> and`},
		{`<invoke name="f`, `| <invoke name="f`},
		{`<|calls|> and`, `| <|calls|> and`},
		{`<think>So <|calls|>` + head + f + `<|/call|><|/calls|></think>`, `f {"a":"x"} | <think>So </think>`},
		{f + `<|end|>`, `f {"a":"x"} MISSING_MARKER`},
	})
	const bare, worded = `<call>f<k>a</k><v>x</v></call>`, `<call:x>f<k:x>a</k:x><v:x>x</v:x></call:x>`
	enginetest.Check(t, suffixed, tools, []enginetest.Case{
		{bare, `f {"a":"x"}`},
		{worded, `f {"a":"x"}`},
		{`<calls:x>` + worded + `</calls:x>`, `f {"a":"x"}`},
		{`<calls>` + bare + `</calls>`, `f {"a":"x"}`},
		{worded + `</calls:x>`, `f {"a":"x"} MISSING_MARKER`},
		{worded + `</calls>`, `f {"a":"x"} | </calls>`}, // a tag without the suffix is text
	})
}

// TestFormats checks that with formats, only calls in these formats count: docs/models/formats/README.md, "Calls and text".
func TestFormats(t *testing.T) {
	const token, tag = `<|do|>` + object + `<|done|>`, `<call>` + object + `</call>`
	for format, content := range map[string]string{
		"spelled/token": tag + " " + object, "spelled/tag": token + " " + object,
	} {
		cfg := parsers.Config{Tools: tools, Options: parsers.Options{Formats: []string{format}}}
		r := parsers.Parse(spelled, token+" "+tag+" "+object, cfg, parsers.FinishStop)
		if len(r.ToolCalls) != 1 || r.ToolCalls[0].Format != format || strings.Join(strings.Fields(r.Content), " ") != content {
			t.Errorf("%s: %d calls, content %q; want %q", format, len(r.ToolCalls), r.Content, content)
		}
	}
}

// framed has messages in frames, and named calls between tokens.
var framed = toy(&grammar.Grammar{Frames: grammar.Harmony("framed/message", "")}, "framed", "message",
	`<|channel|>commentary to=functions.f<|message|>{}<|call|>`)

var named = toy(&grammar.Grammar{Named: []grammar.Named{{Format: "named/call", Shell: grammar.Shell{
	Section: grammar.Markers{Open: []string{"<|calls|>", "<!calls!>"}, Close: []string{"<|/calls|>"}}, Call: grammar.Between("<|call|>", "<|/call|>"), Separator: []string{"<|sep|>"},
}}}}, "named", "call", `<|calls|><|call|>f<|sep|>{}<|/call|><|/calls|>`)

// TestTokens has lines for docs/models/formats/gpt_oss.md and deepseek.md: tokens, damaged or cut off.
func TestTokens(t *testing.T) {
	const f = `<|channel|>commentary to=functions.f<|message|>{}`
	enginetest.Check(t, framed, tools, []enginetest.Case{
		{f + `<|call|>`, `f {}`},
		{f + `<|ca`, `f {}`}, // servers remove the token, or a part of it
		{f + ` x<|call|>`, `MALFORMED f | ` + f + ` x<|call|>`},
		{`<|channel|>analysis<|message|>a <|b<|end|>Hi.`, `| Hi.`},
	})
	enginetest.Check(t, named, tools, []enginetest.Case{
		{`<|calls|><|call|>f<|sep|>{}<|/call|><|/calls|>`, `f {}`},
		{`<!calls!><|call|>f<|sep|>{}<|/call|><|/calls|>`, `f {} MISSING_MARKER`},
		{`<|calls|><|call|>f<|sep|>{"a": oops}<|/call|><|call|>g<|sep|>{}<|/call|><|/calls|>`, `g {}; MALFORMED f | <|calls|><|call|>f<|sep|>{"a": oops}<|/call|>`},
		{`<|calls|><|call|>f<|sep|>{}<|/ca`, `f {} MISSING_MARKER MISSING_MARKER`}, // the call's end, and the section's
		{`a <|/call|> b`, `| a <|/call|> b`},
	})
}

// sign has markers of one sign, which begin with one another, and one closer for two ways to write calls.
var sign = toy(&grammar.Grammar{
	Named: []grammar.Named{{Format: "sign/call", Shell: grammar.Shell{
		Call: grammar.Between("§§do", "§§done§§"), Separator: []string{"§§"},
	}}},
	Blocks: []grammar.Block{{Format: "sign/list", Shape: &grammar.Shape{Fields: append(grammar.CallFields(),
		grammar.Field{Key: "do", Name: 1}, grammar.Field{Key: "with", Arguments: 1})}, Markers: grammar.Between("§§all§§", "§§done§§")}},
	Thoughts: []grammar.Markers{grammar.Between("§§muse§§", "§§mused§§")},
}, "sign", "call", `§§do f§§{}§§done§§`, "list", `§§all§§[{"do": "f", "with": {}}]§§done§§`)

// TestTheLongestMarkerWins checks what a marker means that another one begins with.
func TestTheLongestMarkerWins(t *testing.T) {
	enginetest.Check(t, sign, tools, []enginetest.Case{
		{`§§do f§§{"a": 1}§§done§§`, `f {"a": 1}`},
		{`§§do f§§{}§§done§§ a §§do g§§{}§§done§§`, `f {}; g {} | a`},
		{`§§all§§[{"do": "f", "with": {}}, {"do": "g", "with": {}}]§§done§§`, `f {}; g {}`},
		{`§§muse§§so §§ and §§do§§mused§§§§do f§§{}§§done§§`, `f {} | §§muse§§so §§ and §§do§§mused§§`},
		{`§§do f§§{"a": 1}§§do g§§{}§§done§§`, `f {"a": 1} MISSING_MARKER; g {}`},
		{`§§do f§§{"a": 1}§§do`, `f {"a": 1} MISSING_MARKER`}, // the closer, cut off
		{`§§do f§§{"a": 1}§§`, `f {"a": 1} MISSING_MARKER`},
		{`§§do f§§{"a": "§§ §§do §§"}§§done§§`, `f {"a": "§§ §§do §§"}`},
		{`a §§ b §§done§§ c`, `| a §§ b §§done§§ c`},
	})
}
