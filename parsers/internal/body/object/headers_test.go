package object_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

// block is a family of one kind of block, with JSON in text.
func block(name, example string, b grammar.Block) *parsers.Family {
	b.Format = name + "/block"
	formats := []parsers.Format{{Name: b.Format, Example: example}, {Name: name + "/inline", Example: `{"name": "f", "arguments": {}}`}}
	if b.Header != nil {
		b.Header.Format = b.Format
	}
	return family.New(&parsers.Family{Name: name, Formats: formats}, &grammar.Grammar{
		ObjectCalls: true, JSON: grammar.TextCalls(name+"/inline", name+"/inline"), Blocks: []grammar.Block{b},
		TurnEnds: []string{turnEnd}, Thoughts: []grammar.Markers{grammar.ThinkTags},
	})
}

// TestHeaders has a line for each row of docs/models/formats/mistral.md, in the toy's spelling.
func TestHeaders(t *testing.T) {
	f := block("headers", `[DO]f[ARGS]{}`, grammar.Block{
		Shape: grammar.MarkedCalls(), Markers: grammar.Between("[DO]", "[/DO]"), Closer: grammar.CloserOptional, Body: grammar.BodyOne, Reported: true,
		Header: &grammar.Header{Separator: "[ARGS]", ID: "[ID]"},
	})
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{`[DO]f[ARGS]{"city": "x"}`, `f {"city": "x"}`},
		{`[DO]f[ID]abc[ARGS]{"city": "x"}`, `f {"city": "x"}`},
		{`[DO]f {"city": "x"}`, `f {"city": "x"}`},
		{`[DO]my tool[ARGS]{"a": 1}`, `my tool {"a": 1}`},
		{`[DO][{"name": "f", "arguments": {"city": "x"}}, {"name": "g", "arguments": {}}]`, `f {"city": "x"}; g {}`},
		{`[DO]f[ARGS]{"city": "x"}g[ARGS]{"a": 1}`, `f {"city": "x"}; g {"a": 1} MISSING_MARKER`},
		{`[DO]f[ARGS]{"city": "x"}g[ID]abc[ARGS]{"a": 1}`, `f {"city": "x"}; g {"a": 1} MISSING_MARKER`},
		{`g[ARGS]{"a": 1}`, `g {"a": 1} MISSING_MARKER`},
		{`So g[ARGS]{"a": 1}`, `| So g[ARGS]{"a": 1}`},
		{`[DO]f[ARGS][DO]g[ARGS]{}`, `f {}; g {}`},
		{`[DO]h[ARGS][DO]g[ARGS]{}`, `g {}; MISSING_ARGUMENTS h | [DO]h[ARGS]`},
		{`[DO]get_wea`, `INCOMPLETE | [DO]get_wea`},
		{`[DO]f[ARGS]`, `INCOMPLETE f | [DO]f[ARGS]`},
		{`[DO]f[ARGS]please run it`, `MALFORMED f | [DO]f[ARGS]please run it`},
		{`[DO]functions.f[ARGS]{"city": "x"}`, `f {"city": "x"} TOOL_NAME`},
		{`[DO]"f"[ARGS]{"city": "x"}`, `f {"city": "x"} QUOTE_STYLE`},
		{`[DO]f[ARGS]"{\"city\": \"x\"}"`, `f {"city": "x"} DOUBLE_ENCODED_ARGUMENTS`},
		{`[DO]f[ARGS]null[DO]g[ARGS]{}`, `f {}; g {}`},
		{`[DO]f[ARGS]3 days`, `MALFORMED f | [DO]f[ARGS]3 days`},
		{`[DO]f[ARGS]{"city": "x`, `INCOMPLETE f | [DO]f[ARGS]{"city": "x`},
		{`[DO]f[ARGS]{"city": "x"`, `INCOMPLETE f | [DO]f[ARGS]{"city": "x"`},
		{`[DO]f[ARGS]{"city": "x"}}`, `f {"city": "x"} EXTRA_CLOSER`},
		{`[DO]f[ARGS]{"city": "x[DO]g[ARGS]{}`, `g {}; MALFORMED f | [DO]f[ARGS]{"city": "x`},
		{`[DO] junk [{"name": "g", "arguments": {}}]`, `g {}; MALFORMED | [DO] junk`},
		{`[DO][{"name": "g", "arguments": {}}, "name": "f", "arguments": {}}]`, `g {} MISSING_CLOSER; MALFORMED | , "name": "f", "arguments": {}}]`},
		{`bash[DO]{"command": "ls"}`, `MALFORMED | bash[DO]{"command": "ls"}`},
		{`bash[DO][ARGS]{"command": "ls"}`, `MALFORMED | bash[DO][ARGS]{"command": "ls"}`},
		{`[DO [{"x": 1}]`, `| [DO [{"x": 1}]`},
	})
}

// TestKeyed has a line for each rule of docs/models/formats/apertus.md.
func TestKeyed(t *testing.T) {
	shape := grammar.MarkedCalls()
	shape.Keyed = true
	f := block("keyed", `<|do|>[{"f": {}}]<|done|>`, grammar.Block{
		Shape: shape, Markers: grammar.Between("<|do|>", "<|done|>"), Body: grammar.BodyData, Reported: true,
	})
	in := func(s string) string { return "<|do|>" + s + "<|done|>" }
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{in(`[{"f": {"city": "x"}}, {"g": {}}]`), `f {"city": "x"}; g {}`},
		{in(`{"f": {"city": "x"}}`), `f {"city": "x"}`},
		{in(`[{"f": null}]`), `f {}`},
		{in(`[{"functions.f": {}}]`), `f {} TOOL_NAME`},
		{in(`[{"f": {}, "x": 1}]`), `MALFORMED f | ` + in(`[{"f": {}, "x": 1}]`)},
		{in(`[{"name": "f", "arguments": {"city": "x"}}]`), `f {"city": "x"}`},
		{in(`[1, 2]`), `| ` + in(`[1, 2]`)},
		{`<|do|>[{"f": {}}]`, `f {} MISSING_MARKER`},
		{`<|do|>[{"f": {}}] and more`, `f {} MISSING_MARKER | and more`},
		{`<|do|>{"f": {}} and more`, `MALFORMED f | <|do|>{"f": {}} and more`},
		{in(`[{"f": {"city": [1`), `f {"city": [1]} MISSING_CLOSER MISSING_CLOSER MISSING_CLOSER MISSING_CLOSER`},
		{`<|do|>[{"f": {"a": 1}` + turnEnd, `f {"a": 1} MISSING_CLOSER MISSING_CLOSER MISSING_MARKER`},
		{`<|do|>[{"f": {"a": 1` + turnEnd, `MALFORMED f | <|do|>[{"f": {"a": 1` + turnEnd},
		{`<|do|> is a token`, `MALFORMED | <|do|> is a token`},
	})
}

// TestSuffixed has JSON behind a name in tags with a suffix, as docs/models/formats/hunyuan.md says.
func TestSuffixed(t *testing.T) {
	f := block("suffixed", `<call:x>f<sep:x>{}</call:x>`, grammar.Block{
		Shape: grammar.MarkedCalls(), Reported: true, Body: grammar.BodyData,
		Markers: grammar.Markers{Open: []string{"<call:" + grammar.Word + ">"}, Close: []string{"</call:" + grammar.Word + ">", "<end:" + grammar.Word + ">"}},
		Header:  &grammar.Header{Separator: "<sep:" + grammar.Word + ">", Object: true},
	})
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{`<call:x>f<sep:x>{"city": "x"}</call:x>`, `f {"city": "x"}`},
		{`<call:x>f<sep:x>{"city": "x"}<end:x>`, `f {"city": "x"}`},
		{`<call:x>f<sep:x>{"city": "</call:y>"}</call:x>`, `f {"city": "</call:y>"}`},
		{`<call:x>f{"city": "x"}</call:x>`, `f {"city": "x"}`},
		{`<call:x>f<sep:x>{"city": "x"}`, `f {"city": "x"} MISSING_MARKER`},
		{`<call:x>f<sep:x>{"city": "x"}</call:x><call:y>g<sep:y>{}</call:y>`, `f {"city": "x"}; g {}`},
		{`<call:x>f<sep:x>no object</call:x>`, `MALFORMED | <call:x>f<sep:x>no object</call:x>`},
	})
}
