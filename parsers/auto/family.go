package auto

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/forms"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// The formats of what no family announces: JSON in running text and in fences.
const (
	formatInline = "common/json"
	formatFenced = "common/fenced_json"

	// And of JSON between brackets.
	formatBracketed = "common/bracketed_json"
)

// Family describes auto, which reads what announces itself in the calls of these
// families. Where two of them write the same, the one counts that is first.
func Family(of []*parsers.Family) *parsers.Family {
	u := new(union)
	for _, f := range of {
		u.add(f)
	}
	g := u.table()
	u.hooks = append(u.hooks, openings.Hooks{Forms: new(openings.Forms), NonJSON: forms.NonJSON})
	return engine.Family(&parsers.Family{
		Name:            parsers.Auto,
		Description:     "Any of the other families, by what announces itself; in free text objects that name a declared tool.",
		Formats:         slices.Concat(u.formats(g), textFormats, forms.Formats),
		PreservedTokens: u.tokens,
	}, g, u.hooks...)
}

// Admit has the families read what auto, which is common, reads.
func Admit(common *parsers.Family, families ...*parsers.Family) { engine.Admit(common, families...) }

var textFormats = []parsers.Format{{
	Name:        formatBracketed,
	Description: "Such an object between [TOOL_CALL] and [/TOOL_CALL].",
	Example:     `[TOOL_CALL]{"name": "get_weather", "arguments": {"city": "Oslo"}}[/TOOL_CALL]`,
}, {
	Name:        formatInline,
	Description: "An object that names a declared tool, with arguments, in running text.",
	Example:     `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
}, {
	Name:        formatFenced,
	Description: "The same in a Markdown fence.",
	Example:     "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
}}

// examples are those of formats of which their families show what announces nothing,
// such as a part of a response, or what another one announces.
var examples = map[string]string{
	"laguna/tool_call_json": "<tool_call>get_weather\n{\"city\": \"Oslo\"}\n</tool_call>",
	"hunyuan/json_array":    `<tool_calls:opensource>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls:opensource>`,
	"pythonic/list":         `<|python_start|>[get_weather(city="Oslo", days=3)]<|python_end|>`,
	"openai/responses_json": `{"object": "response", "output": [{"type": "function_call", "call_id": "call_1", ` +
		`"name": "get_weather", "arguments": "{\"city\":\"Oslo\"}"}]}`,
	"qwen3_coder/json": "<seed:tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</seed:tool_call>",
	"claude/converse_json": `{"output": {"message": {"role": "assistant", "content": [{"toolUse": {"toolUseId": "tooluse_01", ` +
		`"name": "get_weather", "input": {"city": "Oslo"}}}]}}, "stopReason": "tool_use"}`,
	"gemini/function_call": `{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "get_weather", ` +
		`"args": {"city": "Oslo"}}}]}}]}`,
	"gemini/python_text": `{"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL", ` +
		`"finishMessage": "Malformed function call: print(default_api.get_weather(city=\"Oslo\"))"}]}`,
}

// A union collects what announces itself in the tables of families.
type union struct {
	grammar.Grammar
	of     []*parsers.Family
	hooks  []openings.Hooks
	framed []*grammar.Messages
	plain  []grammar.PythonBlock // whose calls have the format that all Python has in their family
	tokens []string
}

// add adds what announces itself in the family's table.
func (u *union) add(f *parsers.Family) {
	g, hooks := engine.TableOf(f)
	if g == nil {
		return
	}
	u.of = append(u.of, f)
	u.Tags = append(u.Tags, g.Tags...)
	u.Named = append(u.Named, g.Named...)
	u.Blocks = append(u.Blocks, g.Blocks...)
	if u.FunctionTags == "" {
		u.FunctionTags = g.FunctionTags
	}
	for _, t := range g.Trees {
		t.Bare = ""                           // a word alone announces nothing
		t.Markers.Close = t.Markers.Close[:1] // the rest may close the calls of other families
		u.Trees = append(u.Trees, t)
	}
	u.addPython(g)
	u.Documents = append(u.Documents, g.Documents...)
	u.addFrames(g)
	u.addBeside(g)
	for _, h := range hooks {
		h.Markers = slices.DeleteFunc(slices.Clone(h.Markers), func(m openings.Opening) bool { return m.Line })
		u.hooks = append(u.hooks, h)
	}
	u.tokens = addNew(u.tokens, f.PreservedTokens...)
}

// table is the table of all.
func (u *union) table() *grammar.Grammar {
	g := u.Grammar
	g.Tags, g.Blocks = sharedTags(u.Tags), append(sharedBlocks(u.Blocks), bracketed())
	quoteInThoughts(g.Tags, g.Blocks)
	g.Python = sharedPython(u.Python, u.plain)
	if g.Frames != nil {
		g.Frames.Messages = sharedMessages(u.framed)
	}
	g.JSON, g.ObjectCalls, g.Penalty = textCalls(), true, grammar.PenaltyInText
	g.Shared = true
	return &g
}

// formats are those of the families' formats that the table reads, and those that no
// table says.
func (u *union) formats(g *grammar.Grammar) []parsers.Format {
	var formats []parsers.Format
	read := g.Formats()
	for _, f := range u.of {
		table, _ := engine.TableOf(f)
		said := table.Formats()
		for _, format := range f.Formats {
			if slices.Contains(said, format.Name) && !slices.Contains(read, format.Name) {
				continue
			}
			if !format.OwnIDs() {
				format.IDs, format.NewID = f.IDs, f.NewID
			}
			if example := examples[format.Name]; example != "" {
				format.Example = example
			}
			formats = append(formats, format)
		}
	}
	return formats
}

// addPython adds calls in Python between markers.
func (u *union) addPython(g *grammar.Grammar) {
	p := g.Python
	if p == nil {
		return
	}
	if u.Python == nil {
		u.Python = &grammar.Python{Calls: grammar.PythonMarked, Names: grammar.NoneDeclared}
	}
	if len(g.Documents) > 0 { // which may hold code
		u.Python.Format, u.Python.Prefix = p.Format, p.Prefix
	}
	for _, b := range p.Blocks {
		list := &u.Python.Blocks
		if b.Format == "" {
			list, b.Format = &u.plain, p.Format
		}
		*list = append(*list, b)
	}
	if u.Python.Token == nil {
		u.Python.Token = p.Token
	}
}

// addThought adds how thoughts are marked, or other ways to write what is there already.
func (u *union) addThought(t grammar.Markers) {
	i := slices.IndexFunc(u.Thoughts, func(other grammar.Markers) bool { return other.Opener() == t.Opener() })
	if i < 0 {
		u.Thoughts = append(u.Thoughts, t)
		return
	}
	addSpellings(&u.Thoughts[i], t)
}

// addSpellings adds other ways to write markers.
func addSpellings(to *grammar.Markers, more grammar.Markers) {
	to.Open = addNew(slices.Clone(to.Open), more.Open...)
	to.Close = addNew(slices.Clone(to.Close), more.Close...)
}

// sharedPython are the blocks of Python, each opener in the first one that has it:
// those with formats of their own are first.
func sharedPython(p *grammar.Python, plain []grammar.PythonBlock) *grammar.Python {
	if p == nil {
		return nil
	}
	shared := *p
	shared.Blocks = addOther(nil, slices.Concat(p.Blocks, plain), func(a, b grammar.PythonBlock) bool {
		return a.Markers.Opener() == b.Markers.Opener()
	})
	return &shared
}

// addBeside adds what is next to calls.
func (u *union) addBeside(g *grammar.Grammar) {
	u.Tokens = addOther(u.Tokens, g.Tokens, func(a, b grammar.Token) bool { return a.Text == b.Text })
	u.Results = addOther(u.Results, g.Results, func(a, b grammar.Markers) bool {
		return slices.Equal(a.Open, b.Open) && slices.Equal(a.Close, b.Close)
	})
	for _, t := range g.Thoughts {
		if !t.PlainText() { // which announces nothing
			u.addThought(t)
		}
	}
	u.TurnEnds = addNew(u.TurnEnds, g.TurnEnds...)
	u.NoCalls = addNew(u.NoCalls, g.NoCalls...)
	if g.Answer != nil {
		if u.Answer == nil {
			u.Answer = new(grammar.Markers)
		}
		addSpellings(u.Answer, *g.Answer)
	}
}
