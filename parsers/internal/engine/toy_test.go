package engine_test

import (
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

var think = []grammar.Markers{grammar.ThinkTags}

// named are calls with a name before their arguments, in sections; names are
// written in every way that a table can say.
var named = grammar.Grammar{
	Named: []grammar.Named{{
		Format: "named/tokens",
		Shell: grammar.Shell{
			Section: grammar.Markers{
				Open:  []string{"<|calls|>", "<!calls!>", "<|list|>"},
				Close: []string{"<|/calls|>", "<!/calls!>"},
			},
			Call:      grammar.Markers{Open: []string{"<|call|>", "<!call!>"}, Close: []string{"<|/call|>", "<!/call!>"}},
			Separator: []string{"<|sep|>", "<!sep!>"},
			Type:      "function",
		},
	}},
	Results:  []grammar.Markers{grammar.Element("result")},
	TurnEnds: []string{"<|end|>"},
	Thoughts: think,
}

// ids are calls whose header is their id, and JSON in text.
var ids = grammar.Grammar{
	JSON: grammar.TextCalls("ids/text", "ids/fenced"),
	Named: []grammar.Named{{
		Format: "ids/tokens",
		Shell: grammar.Shell{
			Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Separator: []string{"<|sep|>"},
		},
		ID: grammar.IDIsHeader,
	}},
	TurnEnds: []string{"<|end|>"},
	Thoughts: think,
}

// framed is a message in marked sections, some of which have a header.
var framed = grammar.Grammar{
	Frames: &grammar.Frames{
		Ends: []string{"<|over|>"},
		Sections: []grammar.FrameSection{
			{Open: "<|say|>", Is: grammar.SectionContent}, {Open: "<|plan|>", Is: grammar.SectionThought},
		},
		Messages: &grammar.Messages{
			Format: "framed/message", Stripped: "framed/stripped",
			Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|type|>", Message: "<|message|>",
			Role:  "model",
			Words: []string{"notes", "calls", "final", "json"}, Thoughts: []string{"notes"},
			To: "to=", Prefix: "tools.", BuiltIn: []string{"browser"},
		},
	},
}

// tagged are messages whose calls have parameters in tags, alone.
var tagged = grammar.Grammar{Frames: &grammar.Frames{
	Ends: []string{"<|over|>"},
	Messages: &grammar.Messages{
		Format: "tagged/message", Role: "model", To: "to=",
		Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|type|>", Message: "<|message|>",
		Body: &grammar.Tags{
			Format:    "tagged/message",
			Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
			Call:      grammar.Tag{Word: "call", Name: "name"},
			Parameter: grammar.Tag{Word: "value", Name: "key"},
			Bare:      grammar.BareNative,
		},
	},
}}

// spoken are messages to tools, or to others, with calls in tags.
var spoken = grammar.Grammar{
	Frames: &grammar.Frames{
		Ends: []string{"<|over|>"},
		Messages: &grammar.Messages{
			Format: "spoken/tags", Role: "model", To: "for=", Start: "<|start|>", Message: "<|message|>",
			Thoughts: []string{"me"}, Words: []string{"you"},
		},
	},
	Tags: []grammar.Tags{{
		Format:    "spoken/tags",
		Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
		Wrappers:  []string{"calls"},
		Call:      grammar.Tag{Word: "invoke", Name: "name"},
		Parameter: grammar.Tag{Word: "value", Name: "key"},
		Bare:      grammar.BareFramed,
	}},
}

// lined are calls behind a line with their recipient, and in a tag with the name.
var lined = grammar.Grammar{
	FunctionTags: "lined/tag",
	Recipients:   &grammar.Recipients{Format: "lined/line", Open: "@@", All: "you"},
	Thoughts:     think,
	TurnEnds:     []string{"<|end|>"},
}

// led are blocks with a head before their marker.
var led = grammar.Grammar{
	Frames: &grammar.Frames{
		Lead: "<|head|>", Ends: []string{"<|over|>"},
		Sections: []grammar.FrameSection{
			{Open: "<|say|>"}, {Open: "<|plan|>", Is: grammar.SectionThought},
			{Open: "<|words|>", Is: grammar.SectionUntold, Format: "led/json"},
		},
	},
	Blocks: []grammar.Block{{
		Format: "led/json", Shape: grammar.MarkedCalls(), Markers: grammar.Between("<|do|>", "<|over|>"), Body: grammar.BodyOne,
	}},
}

// wrapped are calls in tags, or in JSON, in a wrapper.
var wrapped = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:   "wrapped/tags",
		Brackets: grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
		Wrappers: []string{"calls"}, WrongWrappers: []string{"tools"},
		Call:       grammar.Tag{Word: "invoke", Name: "name"},
		Parameter:  grammar.Tag{Word: "value", Name: "key"},
		JSONBody:   true,
		WrapperDue: true,
		Bare:       grammar.BareDirect,
		InThought:  grammar.ThoughtDrafts,
	}},
	Blocks: []grammar.Block{{
		Format: "wrapped/json", Shape: grammar.BlockCalls(), Kind: grammar.UnfencedTags,
		Markers: grammar.Element("calls"),
	}},
	ObjectCalls: true,
	TurnEnds:    []string{"<|end|>"},
	Thoughts:    think,
}

// paired are calls of pairs, or of JSON, in a section that need not be there.
var paired = grammar.Grammar{
	Tags:        []grammar.Tags{pairedTags()},
	Blocks:      []grammar.Block{grammar.PairBlock("paired/json", grammar.SpecialTokens, "call")},
	ObjectCalls: true,
	TurnEnds:    append([]string{"<|end|>"}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
	Thoughts:    think,
}

func pairedTags() grammar.Tags {
	t := grammar.PairTags("paired/tags", grammar.SpecialTokens, "call", "k", "v")
	t.Wrappers = []string{"calls"}
	t.Parameter.Type, t.Typing = "t", grammar.TypedBySchemaOrName
	return t
}

// suffixed are calls whose tags bear a suffix, and calls whose tags bear none.
var suffixed = grammar.Grammar{
	Tags: []grammar.Tags{suffixedTags(grammar.NoAffix), suffixedTags(grammar.Suffixed)},
	Blocks: []grammar.Block{{
		Format: "suffixed/json", Shape: grammar.BlockCalls(), Reported: true,
		Markers: grammar.Markers{Open: []string{"<call:*>"}, Close: []string{"</call:*>", "<end:*>"}},
		Header:  &grammar.Header{Format: "suffixed/json", Separator: "<sep:*>", Object: true},
	}},
	Thoughts: []grammar.Markers{grammar.Element("think:*")},
}

func suffixedTags(affix grammar.Affix) grammar.Tags {
	return grammar.Tags{
		Format:     "suffixed/tags",
		Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: affix},
		Wrappers:   []string{"calls"},
		Call:       grammar.Tag{Word: "call", Name: grammar.NameBehind, Separator: "sep"},
		Parameter:  grammar.Tag{Word: "v", Key: "k"},
		WrapperDue: true,
		Bare:       grammar.BareNative,
		InThought:  grammar.ThoughtCounts,
	}
}

// worded are calls behind words and a token, or behind the words alone.
var worded = grammar.Grammar{
	Blocks: []grammar.Block{{
		Format: "worded/call", Shape: grammar.MarkedCalls(), Closer: grammar.CloserOptional, Body: grammar.BodyOne, Reported: true,
		Markers: grammar.Markers{Open: []string{"do call<|role|>", "<|next|> do call<|role|>"}},
	}, {
		Format: "worded/call", Shape: grammar.MarkedCalls(), Closer: grammar.CloserOptional, Body: grammar.BodyOne, Kind: grammar.StrayWord,
		Markers: grammar.Markers{Open: []string{"do call"}},
	}},
	ObjectCalls: true,
	Tokens:      []grammar.Token{{Text: "<|next|>"}},
	Thoughts:    think,
}

// shelled are calls in tags between tokens.
var shelled = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:    "shelled/tags",
		Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
		Wrappers:  []string{"calls"},
		Shell:     &grammar.Shell{Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Type: "kind", Separator: []string{"<|sep|>"}},
		Call:      grammar.Tag{Word: "invoke", Name: "name"},
		Parameter: grammar.Tag{Word: "value", Name: "key"},
		Inside:    grammar.Nests,
	}},
	Blocks: []grammar.Block{{
		Format: "shelled/json", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<|calls|>", "<|/calls|>"),
	}},
}

// text is JSON in running text and in fences, as well as code, tokens and a
// vendor's response.
var text = grammar.Grammar{
	JSON:        grammar.TextCalls("text/inline", "text/fenced"),
	ObjectCalls: true, Penalty: grammar.PenaltyUnlabeled,
	Options: true,
	Python:  &grammar.Python{Format: "text/python", Calls: grammar.PythonLists, Blocks: []grammar.PythonBlock{{Markers: grammar.Between("<|code|>", "<|/code|>")}}},
	Documents: []grammar.Document{{
		Object: &grammar.Level{
			Part: grammar.PartInside,
			Keys: []grammar.Key{
				{Name: "kind", Is: []string{"reply"}},
				{Name: "said", Says: grammar.SaysText},
				{Name: "thought", Says: grammar.SaysReasoning},
				{Name: "calls", Nesting: grammar.NestedList, Level: &grammar.Level{Part: grammar.PartCall, Call: grammar.TextCalls("text/reply", ""), Keys: []grammar.Key{{Name: "name"}}}},
			},
		},
		Formats: []string{"text/reply"},
	}},
	Tokens: []grammar.Token{
		{Text: "<|message …|>", Counts: grammar.EndsThoughts},
		{Text: "<| /message |>", Counts: grammar.Everywhere},
		{Text: "<|beside|>"},
	},
	TurnEnds: []string{"<|end|>"},
	Thoughts: []grammar.Markers{grammar.ThinkTags, grammar.Between("<| plan |>", "<| /plan |>")},
}

// marked are blocks with a name before them or in them; an output that JSON leads; a vendor's own keys in text; and a thought that a sentence opens.
var marked = grammar.Grammar{
	JSON: &grammar.Shape{
		Format: "marked/text", NoArguments: grammar.CallOrReport,
		Fields: append(grammar.CallFields("tool"),
			grammar.Field{Key: "calls", Shape: markedCall, Nesting: grammar.NestedList},
			grammar.Field{Key: "choices", Nesting: grammar.NestedFirst, Shape: &grammar.Shape{Fields: []grammar.Field{{Key: "message", Shape: markedCall}}}},
		),
	},
	Lead: &grammar.Lead{Shape: leadCall, Stripped: true},
	Blocks: append([]grammar.Block{{
		Format: "marked/token", Shape: grammar.MarkedCalls(), Markers: grammar.Markers{Open: []string{"[CALL]"}}, Closer: grammar.CloserOptional,
		Header: &grammar.Header{Format: "marked/named", Separator: "[ARGS]", ID: "[ID]"},
	}, {
		Format: "marked/tag", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags,
		Markers: grammar.Element("tool"),
	}}, grammar.StrayBlocks("marked/text", markedCall)[2:]...),
	TurnEnds: []string{"<|end|>"},
	Thoughts: []grammar.Markers{grammar.Between("My plan:", "My answer:")},
}

var (
	markedCall = &grammar.Shape{NoArguments: grammar.CallOrReport, Fields: grammar.CallFields("tool")}
	leadCall   = &grammar.Shape{Format: "marked/lead", NoArguments: grammar.CallOrReport, Fields: grammar.CallFields("name")}
)

const (
	namedExample   = `<|calls|><|call|>f<|sep|>{"a": 1}<|/call|><|/calls|>`
	messageExample = `<|start|>model<|channel|>calls to=tools.f <|type|>json<|message|>{"a": 1}<|over|>`
	taggedCall     = `<invoke name="f"><value key="a">1</value></invoke>`
	taggedExample  = `<calls><invoke name="f"><value key="a">1</value></invoke></calls>`
	objectExample  = `{"name": "f", "arguments": {"a": 1}}`
	replyExample   = `{"kind": "reply", "calls": [` + objectExample + `]}`
)

// formats are a toy's formats and their examples, in turn.
func toy(name string, g *grammar.Grammar, formats ...string) *parsers.Family {
	f := &parsers.Family{Name: name}
	for i := 0; i < len(formats); i += 2 {
		f.Formats = append(f.Formats, parsers.Format{Name: name + "/" + formats[i], Example: formats[i+1]})
	}
	return family.New(f, g)
}

var toys = []*parsers.Family{
	toy("named", &named, "tokens", namedExample),
	toy("ids", &ids, "tokens", namedExample, "text", objectExample, "fenced", "```json\n"+objectExample+"\n```"),
	toy("framed", &framed, "message", messageExample, "stripped", `calls to=tools.f {"a": 1}`),
	toy("tagged", &tagged, "message", `<|start|>model to=f<|message|><value key="a">1</value><|over|>`),
	toy("spoken", &spoken, "tags", " for=f<|message|>"+taggedExample+"<|over|>"),
	toy("lined", &lined, "tag", "<function=f>{}</function>", "line", "@@f\n{\"a\": 1}"),
	toy("led", &led, "json", "<|head|>f<|do|>"+objectExample+"<|over|>"),
	toy("wrapped", &wrapped, "tags", taggedExample, "json", "<calls>"+objectExample+"</calls>"),
	toy("paired", &paired, "tags", "<call>f<k>a</k><v>1</v></call>", "json", "<call>"+objectExample+"</call>"),
	toy("suffixed", &suffixed, "tags", "<call:x>f<k:x>a</k:x><v:x>1</v:x></call:x>", "json", "<call:x>f<sep:x>{}<end:x>"),
	toy("worded", &worded, "call", "do call<|role|>"+objectExample),
	toy("shelled", &shelled, "tags", "<|calls|><|call|>kind<|sep|>"+taggedCall+"<|/call|><|/calls|>", "json", "<|calls|>"+objectExample+"<|/calls|>"),
	toy("text", &text, "inline", objectExample, "fenced", "```\n"+objectExample+"\n```",
		"python", `[f(a=1)]`, "reply", replyExample),
	toy("marked", &marked, "text", `So: {"tool": "f", "arguments": {}}`, "lead", "["+objectExample+"]",
		"token", "[CALL]"+objectExample, "named", `[CALL]f[ARGS]{"a": 1}`, "tag", "<tool>"+objectExample+"</tool>"),
}

func TestGrammars(t *testing.T) {
	if _, err := parsers.NewRegistry(toys...); err != nil {
		t.Fatal(err)
	}
	for _, f := range toys {
		t.Run(f.Name, func(t *testing.T) {
			parsertest.Run(t, f, "testdata/"+f.Name, parsertest.NonJSONFormats("wrapped/tags", "paired/tags", "suffixed/tags", "shelled/tags", "spoken/tags", "tagged/message", "text/python"))
		})
	}
}
