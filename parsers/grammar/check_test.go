package grammar_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// calls returns a correct table, in which each test makes one mistake.
func calls() *grammar.Grammar {
	return &grammar.Grammar{
		JSON: grammar.TextCalls("acme/text", ""),
		Tags: []grammar.Tags{{
			Format:    "acme/tags",
			Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
			Wrappers:  []string{"calls"},
			Call:      grammar.Tag{Word: "call", Name: "name"},
			Parameter: grammar.Tag{Word: "value", Name: "key"},
		}},
		Named: []grammar.Named{{
			Format: "acme/named",
			Shell: grammar.Shell{
				Section: grammar.Between("<|calls|>", "<|/calls|>"), Call: grammar.Between("<|call|>", "<|/call|>"), Separator: []string{"<|arguments|>"},
			},
		}},
		Blocks: []grammar.Block{{
			Format: "acme/block", Shape: grammar.BlockCalls(),
			Markers: grammar.Element("block"),
		}},
		Python: &grammar.Python{
			Format: "acme/python",
			Blocks: []grammar.PythonBlock{{Markers: grammar.Between("<|code|>", "<|/code|>")}},
			Token:  &grammar.PythonToken{Format: "acme/builtin", Token: "<|run|>"},
			Fence:  &grammar.Python{Label: "code", Format: "acme/code"},
		},
		Documents: []grammar.Document{{Object: &grammar.Level{}, Formats: []string{"acme/response"}}},
		Trees: []grammar.Tree{{
			Format: "acme/tree", Bare: "acme/bare", Markers: grammar.Between("<tree>", "<tree|>"), Word: "do:", Delimiter: "<q>",
		}},
		Frames: &grammar.Frames{
			Ends:     []string{"<|over|>"},
			Sections: []grammar.FrameSection{{Open: "<|answer|>"}},
			Messages: &grammar.Messages{
				Format: "acme/message", Stripped: "acme/stripped", Role: "assistant", To: "to=",
				Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|constrain|>", Message: "<|message|>",
			},
		},
		FunctionTags: "acme/function",
		Recipients:   &grammar.Recipients{Format: "acme/recipient", Open: ">>>", All: "all"},

		Results:  []grammar.Markers{grammar.Element("result")},
		Tokens:   []grammar.Token{{Text: "<|head|>"}, {Text: "<|body|>"}},
		TurnEnds: []string{"<|end|>"},
		Thoughts: []grammar.Markers{grammar.ThinkTags},
	}
}

func TestARightTableHasNoProblem(t *testing.T) {
	g := calls()
	if err := g.Check(); err != nil {
		t.Error(err)
	}
	want := "acme/bare acme/block acme/builtin acme/code acme/function acme/message acme/named acme/python acme/recipient acme/response acme/stripped acme/tags acme/text acme/tree"
	if got := strings.Join(g.Formats(), " "); got != want {
		t.Errorf("the formats are %s; want %s", got, want)
	}
}

func TestFormatsWithoutJSON(t *testing.T) {
	g := calls()
	g.Frames.Messages.Body = &g.Tags[0]
	g.Blocks[0].Shape.Python = true
	want := []string{
		"acme/tags", "acme/tree", "acme/bare", "acme/block", "acme/python", "acme/python", "acme/python", "acme/code", "acme/code",
		"acme/builtin", "acme/message",
	}
	if got := g.NonJSONFormats(); !slices.Equal(got, want) {
		t.Errorf("the formats are %q; want %q", got, want)
	}
}

// mistakes are changes that make one mistake each, and the error that reports it.
var mistakes = map[string]struct {
	make func(*grammar.Grammar)
	want string
}{
	"no name of a format": {
		func(g *grammar.Grammar) { g.Tags[0].Format = "" },
		`Tags[0].Format: it is empty; name the format of these calls, as in "acme/tags"`,
	},
	"no name of the Python calls' format": {
		func(g *grammar.Grammar) { g.Python.Format = "" },
		`Python.Format: it is empty; name the format`,
	},
	"a group of parameters that is one": {
		func(g *grammar.Grammar) { g.Tags[0].Group = "value" },
		`Tags[0].Group: "value" is the word of another tag; write that of the tag around the parameters`,
	},
	"one mark around a value": {
		func(g *grammar.Grammar) { g.Tags[0].Verbatim = &grammar.Markers{Open: []string{"<![CDATA["}} },
		`Tags[0].Verbatim.Close: it is empty; write the marker as the model does`,
	},
	"two spellings of a mark around a value": {
		func(g *grammar.Grammar) {
			g.Tags[0].Verbatim = &grammar.Markers{Open: []string{"<![CDATA["}, Close: []string{"]]>", "]>"}}
		},
		`Tags[0].Verbatim.Close: it has 2 spellings; write one`,
	},
	"an end of thoughts that ends no section": {
		func(g *grammar.Grammar) { g.Frames.ThoughtEnds = []string{"<|done|>"} },
		`Frames.ThoughtEnds[0]: "<|done|>" is none of Ends; add it there`,
	},
	"a lead of a frame that another one hides": {
		func(g *grammar.Grammar) { g.Frames.Lead = "<|over|>" },
		`Frames.Lead: "<|over|>" is never seen: Frames.Ends[0]`,
	},
	"an id of a header that begins like text": {
		func(g *grammar.Grammar) { g.Named[0].ID = "id" },
		`Named[0].ID: "id" begins with 'i', which may be in names and words`,
	},
	"wrong calls without an attribute": {
		func(g *grammar.Grammar) {
			g.Tags[0].Call.Name, g.Tags[0].WrongCalls = grammar.NameBehind, []string{"invoke"}
		},
		`Tags[0].WrongCalls: a word is empty, or Call.Name is no attribute; write words that come before the name's attribute`,
	},
	"a token that a bracket with a space hides": {
		func(g *grammar.Grammar) {
			g.Tags[0].Brackets = grammar.Brackets{Open: "< ", Close: "</", End: ">", Affix: grammar.Gapped}
			g.Tokens[0].Text = "<calls>"
		},
		`Tokens[0].Text: "<calls>" is never seen: Tags[0].Wrappers[0], "< calls>"`,
	},
	"a token that a call with a suffix hides": {
		func(g *grammar.Grammar) {
			g.Tags[0].Brackets.Affix, g.Tags[0].Call.Name = grammar.Suffixed, grammar.NameAssigned
			g.Tokens[0].Text = "<call:*="
		},
		`Tokens[0].Text: "<call:*=" is never seen: Tags[0].Call, "<call:*="`,
	},
	"loose white space where there is none": {
		func(g *grammar.Grammar) { g.Tags[0].LooseSpace, g.Tags[0].Call.Name = true, grammar.NameAssigned },
		`Tags[0].LooseSpace: there is no white space in the tags, since their names are no attributes`,
	},
	"a marker of recipients that another one begins with": {
		func(g *grammar.Grammar) { g.Recipients.Open = "<to>" },
		`Recipients.Open: "<to>" begins with '<', which means something by itself; write a mark of plain text`,
	},
	"no recipient of text": {
		func(g *grammar.Grammar) { g.Recipients.All = "" },
		`Recipients.All: it is empty; write the recipient of what is no call`,
	},
	"calls in messages that there are none of": {
		func(g *grammar.Grammar) { g.Tags[0].Bare, g.Frames = grammar.BareFramed, nil },
		`Tags[0].Bare: there are no messages for the calls; set Frames.Messages`,
	},
	"messages with calls and with arguments": {
		func(g *grammar.Grammar) {
			g.Tags[0].Bare, g.Frames.Messages.Body = grammar.BareFramed, &g.Tags[0]
		},
		`Tags[0].Bare: Frames.Messages.Body says already what a message to a tool holds; set one of them`,
	},
	"an empty opener": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "" },
		`Blocks[0].Markers.Open[0]: it is empty; write the marker as the model does`,
	},
	"no opener": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open = nil },
		`Blocks[0].Markers.Open: it is empty; write the marker before the JSON`,
	},
	"an opener that quotes": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "`call`" },
		"Blocks[0].Markers.Open[0]: \"`call`\" begins with '`', which quotes text; begin it with another character, such as '<', '[' or '⟦'",
	},
	"a closer that a string may hold": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Close[0] = "“call”" },
		`Blocks[0].Markers.Close[0]: "“call”" begins with '“', which is part of strings; begin it with another character`,
	},
	"an opener that separates calls": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = ";call" },
		`Blocks[0].Markers.Open[0]: ";call" begins with ';', which may be between calls; begin it with another character`,
	},
	"a token that ends JSON": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "}call" },
		`Tokens[0].Text: "}call" begins with '}', which ends JSON; begin it with another character`,
	},
	"a token that begins with a line": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "\ncall" },
		`Tokens[0].Text: "\ncall" begins with '\n', which is white space or a control character`,
	},
	"a token that is cut": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "\x9f|call|" },
		`which is no character of UTF-8; begin it with another character`,
	},
	"a bracket that is a letter of a name": {
		func(g *grammar.Grammar) { g.Tags[0].Brackets.Open = "调用" },
		`Tags[0].Brackets.Open: "调用" begins with '调', which may be in names and words; begin it with another character`,
	},
	"an opener that begins with white space": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = " <call>" },
		`Blocks[0].Markers.Open[0]: " <call>" begins with white space`,
	},
	"an opener that ends with white space": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "<call " },
		`Blocks[0].Markers.Open[0]: "<call " ends with white space, which may follow any marker; drop it`,
	},
	"a word that is none": {
		func(g *grammar.Grammar) { g.Blocks[0].Kind = grammar.PlainWord },
		`Blocks[0].Markers.Open[0]: "<block>" is no word; one begins with a letter`,
	},
	"no closer where one is due": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Close = nil },
		`Blocks[0].Closer: a closer is due, but Markers.Close is empty; write the closer, or set Closer to CloserOptional`,
	},
	"a header without a separator": {
		func(g *grammar.Grammar) { g.Blocks[0].Header = &grammar.Header{Format: "acme/named"} },
		`Blocks[0].Header.Separator: it is empty`,
	},
	"a header whose separator begins like text": {
		func(g *grammar.Grammar) {
			g.Blocks[0].Header = &grammar.Header{Format: "acme/named", Separator: "sep", Object: true}
		},
		`Blocks[0].Header.Separator: "sep" begins with 's'`,
	},
	"an opener of words without a token": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "do call" },
		`Blocks[0].Markers.Open[0]: "do call" begins with 'd', which may be in names and words; begin it with another character, such as '<', '[' or '⟦'`,
	},
	"an opener of words with a token that can't be looked for": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "do call<|role*|>" },
		`Blocks[0].Markers.Open[0]: "do call<|role*|>" has a * that is no suffix`,
	},
	"a closer of words with a token": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Close[0] = "done<|role|>" },
		`Blocks[0].Markers.Close[0]: "done<|role|>" begins with 'd'`,
	},
	"a header without a format": {
		func(g *grammar.Grammar) { g.Blocks[0].Header = &grammar.Header{Separator: "[x]"} },
		`Blocks[0].Header.Format: it is empty`,
	},
	"a block without a shape": {
		func(g *grammar.Grammar) { g.Blocks[0].Shape = nil },
		`Blocks[0].Shape: it is missing; say which objects`,
	},
	"a shape that is no call": {
		func(g *grammar.Grammar) { g.JSON = &grammar.Shape{Format: "acme/text"} },
		`JSON.Fields: no key names a call or holds one`,
	},
	"a key without text": {
		func(g *grammar.Grammar) { g.JSON.Fields[0].Key = "" },
		`JSON.Fields[0].Key: it is empty; write the object's key`,
	},
	"a key twice": {
		func(g *grammar.Grammar) { g.JSON.Fields[1].Key = "name" },
		`JSON.Fields[1].Key: "name" is there twice; one key has one meaning`,
	},
	"a name without arguments": {
		func(g *grammar.Grammar) {
			g.JSON.Fields = []grammar.Field{{Key: "tool", Name: 2}, {Key: "args", Arguments: 1}}
		},
		`JSON.Fields[0].Name: no key of the object has the Arguments that go with the name under "tool"`,
	},
	"types without a key for them": {
		func(g *grammar.Grammar) {
			g.JSON.Fields = []grammar.Field{{Key: "name", Name: 1, Types: []string{"call"}}, {Key: "args", Arguments: 1}}
		},
		`JSON.Fields[0].Types: no key of the object holds a type; give one of them HoldsType`,
	},
	"a mistake in a shape inside": {
		func(g *grammar.Grammar) {
			g.JSON.Fields = append(g.JSON.Fields, grammar.Field{Key: "calls", Nesting: grammar.NestedList, Shape: &grammar.Shape{}})
		},
		`].Shape.Fields: no key names a call or holds one`,
	},
	"brackets without a beginning": {
		func(g *grammar.Grammar) { g.Tags[0].Brackets.Open = "" },
		`Tags[0].Brackets.Open: it is empty`,
	},
	"brackets without an end": {
		func(g *grammar.Grammar) { g.Tags[0].Brackets.End = "" },
		`Tags[0].Brackets.End: it is empty; write what ends a tag, as in ">"`,
	},
	"a call's tag without a word": {
		func(g *grammar.Grammar) { g.Tags[0].Call.Word = "" },
		`Tags[0].Call.Word: it is empty; write the word of the tag that opens a call, as in "invoke"`,
	},
	"a call's tag without a name": {
		func(g *grammar.Grammar) { g.Tags[0].Call.Name = "" },
		`Tags[0].Call.Name: it is empty; write the attribute that holds the tool's name, or where else that is: "=", ">"`,
	},
	"a parameter without a word": {
		func(g *grammar.Grammar) { g.Tags[0].Parameter.Word = "" },
		`Tags[0].Parameter.Word: it is empty; write the word of the tag around an argument`,
	},
	"a parameter without a name": {
		func(g *grammar.Grammar) { g.Tags[0].Parameter.Name = "" },
		`Tags[0].Parameter: neither Name nor Key says where an argument's name is; set one of them`,
	},
	"a name behind a parameter that nothing ends": {
		func(g *grammar.Grammar) { g.Tags[0].Parameter.Name = grammar.NameBehind },
		`Tags[0].Parameter.Separator: it is empty; write the word of the tag between an argument's name and its value`,
	},
	"tags that close as they open": {
		func(g *grammar.Grammar) { g.Tags[0].Brackets.Close = g.Tags[0].Brackets.Open },
		`Tags[0].Brackets.Close: it is what Open is, so the words must tell; set Closer of Call and of Parameter`,
	},
	"types of values that nothing says": {
		func(g *grammar.Grammar) { g.Tags[0].Typing = grammar.TypedByName },
		`Tags[0].Parameter.Type: it is empty, but Typing asks for it`,
	},
	"a block that bears a suffix here and there": {
		func(g *grammar.Grammar) { g.Blocks[0].Markers.Close = []string{"</block:*>"} },
		`Blocks[0]: "</block:*>" bears another suffix than "<block>", or none`,
	},
	"a word that is no suffix": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "<|head*|>" },
		`Tokens[0].Text: "<|head*|>" has a * that is no suffix: a suffix follows the first ':'`,
	},
	"a shell without a token": {
		func(g *grammar.Grammar) { g.Tags[0].Shell = &grammar.Shell{Type: "function"} },
		`Tags[0].Shell.Section.Open: it is empty; write the marker as the model does`,
	},
	"a shell without a type": {
		func(g *grammar.Grammar) {
			g.Tags[0].Shell = &grammar.Shell{Section: grammar.Between("<|a|>", "<|b|>"), Call: grammar.Between("<|c|>", "<|e|>"), Separator: []string{"<|d|>"}}
		},
		`Tags[0].Shell.Type: it is empty; write the word before Separator, as in "function"`,
	},
	"a token that a shell hides": {
		func(g *grammar.Grammar) {
			g.Tags[0].Shell = &grammar.Shell{Section: grammar.Between("<|head|>", "<|b|>"), Call: grammar.Between("<|c|>", "<|e|>"), Separator: []string{"<|d|>"}, Type: "f"}
		},
		`Tokens[0].Text: "<|head|>" is never seen: Tags[0].Shell.Section.Open[0]`,
	},
	"mended tags that are no pairs": {
		func(g *grammar.Grammar) { g.Tags[0].Mended = true },
		`Tags[0].Mended: only pairs can be repaired; set Parameter.Key, the word of the element that holds an argument's name`,
	},
	"an empty wrapper": {
		func(g *grammar.Grammar) { g.Tags[0].Wrappers[0] = "" },
		`Tags[0].Wrappers: word 1 is empty`,
	},
	"wrong wrappers without right ones": {
		func(g *grammar.Grammar) { g.Tags[0].Wrappers, g.Tags[0].WrongWrappers = nil, []string{"tool"} },
		`Tags[0].WrongWrappers: they take the place of right ones, but Wrappers is empty`,
	},
	"an untrimmed wrapper that is none": {
		func(g *grammar.Grammar) { g.Tags[0].TrimNewline, g.Tags[0].UntrimmedWrappers = true, []string{"tool"} },
		`Tags[0].UntrimmedWrappers: "tool" is none of Wrappers, or TrimNewline isn't set`,
	},
	"elements without a word": {
		func(g *grammar.Grammar) {
			g.Tags[0].Elements = &grammar.Elements{Format: "acme/elements", Name: "name"}
		},
		`Tags[0].Elements: Name or Parameters is empty; write the words of the elements around a name, and around arguments`,
	},
	"a named call without a separator": {
		func(g *grammar.Grammar) { g.Named[0].Shell.Separator = nil },
		`Named[0].Shell.Separator: it has 0 spellings; write the token as the model does`,
	},
	"half a section": {
		func(g *grammar.Grammar) { g.Named[0].Shell.Section.Close = nil },
		`Named[0].Shell.Section.Close: it is empty; write the marker as the model does`,
	},
	"a token of code that is empty": {
		func(g *grammar.Grammar) { g.Python.Token.Token = "" },
		`Python.Token.Token: it is empty`,
	},
	"a label of all fences": {
		func(g *grammar.Grammar) { g.Python.Label = "code" },
		`Python.Label: only a Fence has a label; write it there`,
	},
	"code that never ends": {
		func(g *grammar.Grammar) { g.Python.Blocks[0].Markers.Close[0] = "" },
		`Python.Blocks[0].Markers.Close[0]: it is empty`,
	},
	"code that opens like a token of calls": {
		func(g *grammar.Grammar) { g.Named[0].Shell.Call.Open = []string{"<|code|>"} },
		`Named[0].Shell.Call.Open[0]: "<|code|>" is never seen: Python.Blocks[0].Markers.Open[0]`,
	},
	"a document that is nothing": {
		func(g *grammar.Grammar) { g.Documents[0].Object = nil },
		`Documents[0]: neither Object nor List says what a response is; set one of them`,
	},
	"a document without formats": {
		func(g *grammar.Grammar) { g.Documents[0].Formats = nil },
		`Documents[0].Formats: it is empty; name the formats of the response's calls`,
	},
	"a spelling that ends in anything": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "<|head …" },
		`Tokens[0].Text: "<|head …" ends with …; write what ends the marker after it`,
	},
	"anything where no attributes stand": {
		func(g *grammar.Grammar) { g.Tokens[0].Text = "<|head…|>" },
		`Tokens[0].Text: "<|head…|>" has no space before …: attributes follow white space`,
	},
	"a tree without a word": {
		func(g *grammar.Grammar) { g.Trees[0].Word = "<do>" },
		`Trees[0].Word: "<do>" is no word; one begins with a letter`,
	},
	"a tree without a delimiter": {
		func(g *grammar.Grammar) { g.Trees[0].Delimiter = "" },
		`Trees[0].Delimiter: it is empty`,
	},
	"a tree that another one hides": {
		func(g *grammar.Grammar) { g.Trees = append(g.Trees, g.Trees[0]) },
		`Trees[1].Markers.Open[0]: "<tree>" is never seen: Trees[0].Markers.Open[0]`,
	},
	"sections that never end": {
		func(g *grammar.Grammar) { g.Frames.Ends = nil },
		`Frames.Ends: it is empty; write the markers that end a section`,
	},
	"a section without a marker": {
		func(g *grammar.Grammar) { g.Frames.Sections[0].Open = "" },
		`Frames.Sections[0].Open: it is empty`,
	},
	"a message without a role": {
		func(g *grammar.Grammar) { g.Frames.Messages.Role = "" },
		`Frames.Messages.Role: it is empty; write the word as it appears in a header`,
	},
	"a frame that another one hides": {
		func(g *grammar.Grammar) { g.Frames.Messages.Start = "<|over|>" },
		`Frames.Messages.Start: "<|over|>" is never seen: Frames.Ends[0]`,
	},
	"a thought that never ends": {
		func(g *grammar.Grammar) { g.Thoughts = append(g.Thoughts, grammar.Markers{Open: []string{"<plan>"}}) },
		`Thoughts[1].Close: it is empty`,
	},
	"another opener of a thought that begins like text": {
		func(g *grammar.Grammar) { g.Thoughts[0].Open = []string{"<think>", "Hm:"} },
		`Thoughts[0].Open[1]: "Hm:" begins with 'H'`,
	},
	"a leading shape without a format": {
		func(g *grammar.Grammar) { g.Lead = &grammar.Lead{Shape: grammar.BlockCalls()} },
		`Lead.Shape.Format: it is empty`,
	},
	"too many thoughts": {
		func(g *grammar.Grammar) { g.Thoughts = make([]grammar.Markers, 33) },
		`Thoughts: there are 33; at most 32 can be distinguished`,
	},
	"a thought that is plain text in one of its openers": {
		func(g *grammar.Grammar) { g.Thoughts[0].Open = []string{"Hm:", "<think>"} },
		`Thoughts[0].Open[1]: "<think>" counts anywhere, and the opener before it only at the start of the output`,
	},
	"an empty end-of-turn token": {
		func(g *grammar.Grammar) { g.TurnEnds = append(g.TurnEnds, "") },
		`TurnEnds[1]: it is empty`,
	},
	"a marker twice": {
		func(g *grammar.Grammar) { g.TurnEnds = []string{"<|im_start|>", "<|im_ start|>"} },
		`TurnEnds[1]: "<|im_ start|>" is never seen: TurnEnds[0], "<|im_start|>", is the same marker; drop one of the two`,
	},
	"a block that another one hides": {
		func(g *grammar.Grammar) {
			other := g.Blocks[0]
			other.Markers.Open = []string{"<block>"}
			g.Blocks = append(g.Blocks, other)
		},
		`Blocks[1].Markers.Open[0]: "<block>" is never seen: Blocks[0].Markers.Open[0]`,
	},
	"a token that a tag hides": {
		func(g *grammar.Grammar) { g.Tokens = append(g.Tokens, grammar.Token{Text: "<calls>"}) },
		`Tokens[2].Text: "<calls>" is never seen: Tags[0].Wrappers[0], "<calls>"`,
	},
	"tags that others hide": {
		func(g *grammar.Grammar) { g.Tags = append(g.Tags, g.Tags[0]) },
		`Tags[1].Call: "<call name=" is never seen: Tags[0].Call`,
	},
	"a result in any case": {
		func(g *grammar.Grammar) { g.Tokens = append(g.Tokens, grammar.Token{Text: "<RESULT>"}) },
		`Tokens[2].Text: "<RESULT>" is never seen: Results[0].Open[0], "<result>"`,
	},
}

// TestMarkersMayBeginWithOthers: the longer one is found, in whatever order they are listed.
func TestMarkersMayBeginWithOthers(t *testing.T) {
	for name, change := range map[string]func(*grammar.Grammar){
		"an end-of-turn token":                   func(g *grammar.Grammar) { g.TurnEnds = []string{"<|im_start|>", "<|im_start|>assistant"} },
		"a token that a tag begins":              func(g *grammar.Grammar) { g.Tokens[0].Text = "<calls><x>" },
		"a separator that begins all":            func(g *grammar.Grammar) { g.Named[0].Shell.Separator = []string{"<|"} },
		"a call that begins with its separator":  func(g *grammar.Grammar) { g.Named[0].Shell.Call.Open[0] = g.Named[0].Shell.Separator[0] + "do" },
		"a closer that calls and a block share":  func(g *grammar.Grammar) { g.Named[0].Shell.Call.Close = g.Blocks[0].Markers.Close },
		"a call's closer that begins its opener": func(g *grammar.Grammar) { g.Named[0].Shell.Call.Close = []string{g.Named[0].Shell.Call.Open[0] + "ne"} },
	} {
		g := calls()
		change(g)
		if err := g.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMistakesAreTold(t *testing.T) {
	for name, m := range mistakes {
		t.Run(name, func(t *testing.T) {
			g := calls()
			m.make(g)
			err := g.Check()
			if err == nil || !strings.Contains(err.Error(), m.want) {
				t.Errorf("got %v\nwant %s", err, m.want)
			}
			var problem *grammar.Problem
			if !errors.As(err, &problem) {
				t.Errorf("%v names no field", err)
			}
		})
	}
}

// A marker that shares its text with another one on purpose is no mistake.
func TestMarkersMayShareTheirText(t *testing.T) {
	g := calls()
	block := g.Blocks[0]
	block.Markers.Open = []string{"<calls>", "<call>"} // the block may read what the tags leave
	g.Blocks = append(g.Blocks, block)                 // it has the closer of the first block
	if err := g.Check(); err != nil {
		t.Error(err)
	}
}

// Words may lead to a token. A header may end where the object begins that must follow it.
func TestWordsAndHeadersWithoutASeparator(t *testing.T) {
	g := calls()
	g.Blocks[0].Markers.Open = append(g.Blocks[0].Markers.Open, "do call<|role|>")
	g.Blocks[0].Header = &grammar.Header{Format: "acme/header", ID: "<|id|>", Object: true}
	if err := g.Check(); err != nil {
		t.Error(err)
	}
	g.Blocks[0].Header.Object = false
	if err := g.Check(); err == nil || err.Error() != `Blocks[0].Header.Separator: it is empty; write the marker as the model does` {
		t.Errorf("got %v; want only the separator told", err)
	}
}
