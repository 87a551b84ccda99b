package openings_test

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// tools has a name with white space in it.
var tools = parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "g"}, {Name: "get time"}})

// toy makes a family. After its name come its formats and their examples, in turn.
func toy(g *grammar.Grammar, name string, formats ...string) *parsers.Family {
	f := &parsers.Family{Name: name}
	for i := 0; i < len(formats); i += 2 {
		f.Formats = append(f.Formats, parsers.Format{Name: name + "/" + formats[i], Example: formats[i+1]})
	}
	return family.New(f, g)
}

const object = `{"name": "f", "arguments": {"a": 1}}`

var angle = grammar.Brackets{Open: "<", Close: "</", End: ">"}

// typed has calls with a name before their arguments, as deepseek has them.
var typed = toy(&grammar.Grammar{
	Named: []grammar.Named{{
		Format: "typed/tokens",
		Shell: grammar.Shell{
			Section:   grammar.Markers{Open: []string{"<|calls|>", "<!calls!>"}, Close: []string{"<|/calls|>", "<!/calls!>"}},
			Call:      grammar.Markers{Open: []string{"<|call|>", "<!call!>"}, Close: []string{"<|/call|>", "<!/call!>"}},
			Separator: []string{"<|sep|>", "<!sep!>"}, Type: "function",
		},
	}},
	Results: []grammar.Markers{grammar.Element("result")}, TurnEnds: []string{"<|end|>"},
}, "typed", "tokens", `<|calls|><|call|>f<|sep|>{"a": 1}<|/call|><|/calls|>`)

// tagged has calls with a name in a tag or on a line, as llama3 and functionary have them.
var tagged = toy(&grammar.Grammar{
	FunctionTags: "tagged/tag", Recipients: &grammar.Recipients{Format: "tagged/line", Open: ">>>", All: "all"},
	TurnEnds: []string{"<|end|>"},
}, "tagged", "tag", `<function=f>{}</function>`, "line", ">>>f\n{\"a\": 1}")

// code has calls in Python, and a token before code, as llama3 has it.
var code = toy(&grammar.Grammar{
	Python: &grammar.Python{
		Format: "code/python", Calls: grammar.PythonLists,
		Token:  &grammar.PythonToken{Format: "code/token", Token: "<|code|>", Method: ".call", Builtins: []string{"search"}},
		Blocks: []grammar.PythonBlock{{Format: "code/block", Markers: grammar.Between("<|do|>", "<|done|>")}},
	},
	Blocks: []grammar.Block{{Format: "code/json", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<|do|>", "<|done|>")}},
}, "code", "python", `[f(a=1)]`, "token", `<|code|>search.call(a=1)`, "block", `<|do|>[f(a=1)]<|done|>`, "json", `<|do|>`+object+`<|done|>`)

// printed has calls that are printed, as gemini has them.
var printed = toy(&grammar.Grammar{
	Python: &grammar.Python{Format: "printed/python", Prefix: "api.", Calls: grammar.PythonPrinted},
}, "printed", "python", `print(api.f(a=1))`)

// answered has an answer between tags, as hunyuan has it, and trees, as gemma has them.
var answered = toy(&grammar.Grammar{
	Trees:    []grammar.Tree{{Format: "answered/tree", Bare: "answered/bare", Markers: grammar.Between("<do>", "<done>"), Word: "do:", Delimiter: "<q>"}},
	Answer:   &grammar.Markers{Open: []string{"<answer>"}, Close: []string{"</answer>"}},
	Thoughts: []grammar.Markers{grammar.ThinkTags},
}, "answered", "tree", "<do>do:f{a:<q>v<q>}<done>", "bare", "do:f{a:<q>v<q>}")

// lines has names on their lines, as glm has them.
var lines = toy(&grammar.Grammar{NameLines: "lines/lines"}, "lines", "lines", "f\n{\"a\": 1}")

// framed has messages in frames, as gpt_oss has them.
var framed = toy(&grammar.Grammar{Frames: &grammar.Frames{
	Ends: []string{"<|over|>", "<|stop|>"}, ThoughtEnds: []string{"<|over|>"},
	Sections: []grammar.FrameSection{{Open: "<|say|>", Is: grammar.SectionContent}, {Open: "<|plan|>", Is: grammar.SectionThought}, {Open: "<|words|>", Is: grammar.SectionUntold, Format: "framed/message"}},
	Messages: &grammar.Messages{
		Format: "framed/message", Stripped: "framed/stripped",
		Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|type|>", Message: "<|message|>", Role: "model",
		Words: []string{"notes", "calls", "final", "json"}, Thoughts: []string{"notes"}, To: "to=", Prefix: "tools.", BuiltIn: []string{"browser"},
	},
}}, "framed", "message", `<|start|>model<|channel|>calls to=tools.f <|type|>json<|message|>{"a": 1}<|over|>`, "stripped", `calls to=tools.f {"a": 1}`)

// spoken has calls in tags in messages to a tool, as muse has them.
var spoken = toy(&grammar.Grammar{
	Frames: &grammar.Frames{Ends: []string{"<|over|>"}, Messages: &grammar.Messages{
		Format: "spoken/tags", Role: "model", To: "to=", Start: "<|start|>", Message: "<|message|>", Thoughts: []string{"self"}, Words: []string{"user"},
	}},
	Tags: []grammar.Tags{{
		Format: "spoken/tags", Brackets: angle, Wrappers: []string{"calls"}, Bare: grammar.BareFramed,
		Call: grammar.Tag{Word: "invoke", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
	}},
}, "spoken", "tags", ` to=f<|message|><calls><invoke name="f"><value key="a">1</value></invoke></calls><|over|>`)

// shelled has calls in tags between tokens, as step3 has them.
var shelled = toy(&grammar.Grammar{
	Tags: []grammar.Tags{{
		Format: "shelled/tags", Brackets: angle, Wrappers: []string{"calls"}, Inside: grammar.Nests, Bare: grammar.BareDirect,
		Shell: &grammar.Shell{
			Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Type: "function", Separator: []string{"<|sep|>"},
		},
		Call: grammar.Tag{Word: "invoke", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
	}},
	Blocks: []grammar.Block{
		shelledBlock("<|/calls|>", "<|calls|>"),
		shelledBlock("<|/call|>", "<|call|> function <|sep|>", "<|call|> <|sep|>", "<|call|>", "<|sep|>"),
	},
	TurnEnds: []string{"<|end|>"},
}, "shelled", "tags", `<|calls|><|call|>function<|sep|><invoke name="f"><value key="a">1</value></invoke><|/call|><|/calls|>`, "json", `<|calls|>`+object+`<|/calls|>`)

// shelledBlock is JSON between tokens, the first of which is one of several.
func shelledBlock(end string, open ...string) grammar.Block {
	return grammar.Block{
		Format: "shelled/json", Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Markers: grammar.Markers{Open: open, Close: []string{end}},
	}
}

// paired has calls of pairs, in a section that need not be there, as k2_horizon has them.
var paired = toy(&grammar.Grammar{
	Tags:        []grammar.Tags{pairTags()},
	Blocks:      []grammar.Block{grammar.PairBlock("paired/json", grammar.SpecialTokens, "call")},
	ObjectCalls: true, TurnEnds: []string{"<|end|>"},
}, "paired", "tags", "<call>f<k>a</k><v>1</v></call>", "json", "<call>"+object+"</call>")

func pairTags() grammar.Tags {
	t := grammar.PairTags("paired/tags", grammar.SpecialTokens, "call", "k", "v")
	t.Wrappers = []string{"calls"}
	t.Parameter.Type, t.Typing = "t", grammar.TypedBySchemaOrName
	return t
}

// bodied has messages whose arguments are in tags, as beam has them.
var bodied = toy(&grammar.Grammar{Frames: &grammar.Frames{Ends: []string{"<|over|>"}, Messages: &grammar.Messages{
	Format: "bodied/message", Role: "model", To: "to=", Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|type|>", Message: "<|message|>",
	Body: &grammar.Tags{
		Format: "bodied/message", Brackets: angle, Bare: grammar.BareNative,
		Call: grammar.Tag{Word: "call", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
	},
}}}, "bodied", "message", `<|start|>model to=f<|message|><value key="a">1</value><|over|>`)

// vendor has JSON in text, and the responses of two vendors.
var vendor = toy(&grammar.Grammar{
	JSON: grammar.TextCalls("vendor/text", "vendor/fenced"), ObjectCalls: true,
	Documents: []grammar.Document{reply("vendor/reply", "said"), reply("vendor/other", "text")},
}, "vendor", "text", object, "fenced", "```\n"+object+"\n```", "reply", `{"said": "", "calls": [`+object+`]}`, "other", `{"text": "", "calls": [`+object+`]}`)

// reply is a vendor's response, which its kind proves, with what the model says under a key.
func reply(format, says string) grammar.Document {
	return grammar.Document{Formats: []string{format}, Object: &grammar.Level{Part: grammar.PartInside, Keys: []grammar.Key{
		{Name: "kind", Is: []string{format}},
		{Name: says, Says: grammar.SaysText},
		{Name: "calls", Nesting: grammar.NestedList, Level: &grammar.Level{
			Part: grammar.PartCall, Call: grammar.TextCalls(format, ""), Keys: []grammar.Key{{Name: "name"}},
		}},
	}}}
}

// ids has calls whose header is their id, as kimi has them, and JSON in text.
var ids = toy(&grammar.Grammar{
	JSON: grammar.TextCalls("ids/text", "ids/text"),
	Named: []grammar.Named{{Format: "ids/tokens", ID: grammar.IDIsHeader, Shell: grammar.Shell{
		Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Separator: []string{"<|sep|>"},
	}}},
}, "ids", "tokens", `<|calls|><|call|>f<|sep|>{}<|/call|><|/calls|>`, "text", object)
