package quoting_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var tools = parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "g"}})

const (
	object = `{"name": "f", "arguments": {}}`
	token  = `<|do|>` + object + `<|done|>`
	tag    = `<call>` + object + `</call>`
)

// quoting has JSON in text and in fences, between special tokens and between tags, and Python.
var quoting = family.New(&parsers.Family{Name: "quoting", Formats: []parsers.Format{
	{Name: "quoting/text", Example: object}, {Name: "quoting/token", Example: token}, {Name: "quoting/tag", Example: tag},
	{Name: "quoting/python", Example: `[f()]`},
}}, &grammar.Grammar{
	JSON: grammar.TextCalls("quoting/text", "quoting/text"), ObjectCalls: true, Options: true,
	Blocks: []grammar.Block{
		{Format: "quoting/token", Shape: grammar.MarkedCalls(), Body: grammar.BodyOne, Markers: grammar.Between("<|do|>", "<|done|>")},
		{Format: "quoting/tag", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Markers: grammar.Element("call")},
	},
	Python:   &grammar.Python{Format: "quoting/python", Calls: grammar.PythonLists},
	TurnEnds: []string{"<|end|>"}, Thoughts: []grammar.Markers{grammar.ThinkTags},
})

// text is an output without a call: its content is the output.
func text(output string) enginetest.Case { return enginetest.Case{output, "| " + output} }

// quoted is an output whose only call is reported as quoted.
func quoted(output string) enginetest.Case { return enginetest.Case{output, "QUOTED f | " + output} }

// TestQuotation has lines for docs/models/formats/README.md, "Quotation".
func TestQuotation(t *testing.T) {
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		text("So `" + object + "`"),
		text("So ``" + object + "``"),
		{"So ` then\n" + object, "f {} | So ` then"}, // it ends at the end of the line
		{"So `a` " + object, "f {} | So `a`"},
		text("So ``a` " + object + "``"),
		// Special tokens count in inline code, unless they are directly behind the backticks.
		{"So `a " + token, "f {} | So `a"},
		quoted("So `" + token + "`"),
		text("So `" + tag + "`"),
		text("So `a " + tag + "`"),
		text(`{"a": ` + object + `}`),
	})
}

// TestOpenerInCode has lines for docs/models/formats/README.md, "An opener in inline code".
func TestOpenerInCode(t *testing.T) {
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		text("Use `<call>\n" + object + "\n</call>` like this"),
		text("Use ``<call>\n" + object + "\n</call>`` like this"),
		quoted("Use `<|do|>\n" + object + "\n<|done|>` like this"),
		{"Use `<call>\n\n" + object, "f {} | Use `<call>"},
		{"Use `<call>\nnow\n \n" + object, "f {} | Use `<call>\nnow"},
		{"Use `<call>\nnow` " + object, "f {} | Use `<call>\nnow`"},
		{"Use `<call>\n</call> now\n" + object, "f {} | Use `<call>\n</call> now"},
		{"Use `<call>` now\n" + object, "f {} | Use `<call>` now"},
		{"Use `<call>\n```json\n" + object + "\n```", "f {} | Use `<call>"},
		{"Use `</call>\n" + object, "f {} | Use `</call>"}, // a closer isn't quoted up to anything
		// An opener at a line's start is never quoted by a backtick of an earlier line.
		{"Use `<call> now.\n" + tag, "f {} | Use `<call> now."},
		{"Use `<call> now.\n" + token, "f {} | Use `<call> now."},
		text("Use `<call> now.\nThen " + tag),
	})
}

// TestStrings has lines for docs/models/formats/README.md, "A string in running text".
func TestStrings(t *testing.T) {
	for _, call := range []string{object, token, tag} {
		enginetest.Check(t, quoting, tools, []enginetest.Case{
			text("x = note(text='" + call + "')"),
			text("x = note(text='" + call + "', n=1)"),
			text("x = note(text= '" + call + "' )"),
			text("x = note('" + call + "')"),
			text("x = note(text= + call + )"),
			text("do:note(a:\"" + call + "\")"),
			{"He said '" + call + "' and left.", "f {} | He said ' ' and left."},
			{"He said: '" + call + "' and left.", "f {} | He said: ' ' and left."},
			{"He said '" + call + "')", "f {} | He said ' ')"},
			{"x = note(text='" + call + "\" )", "f {} | x = note(text=' \" )"},
			{"x = note(text='" + call + " is it')", "f {} | x = note(text=' is it')"},
			// What is open about the call before is decided first.
			text("f()\n}}note(text='" + call + "')"),
			quoted("x = note(text='" + call + "')\n```\na " + token + "\n```"),
			{"x = note(text='" + call + "')\n" + tag, "f {} | x = note(text='" + call + "')"},
		})
	}
}

// TestFences has lines for docs/models/formats/README.md, "Fences".
func TestFences(t *testing.T) {
	for _, run := range []string{"```", "````", "~~~", "~~~~"} {
		enginetest.Check(t, quoting, tools, []enginetest.Case{
			{"So:\n" + run + "json\n" + object + "\n" + run + "\nEnd.", "f {} | So:\n\nEnd."},
			{run + "\n" + object + "\n" + run, "f {}"},
			{run + "\n" + object, "f {} MISSING_MARKER"},
			{run + "\n" + object + "\n" + run + run[:1], "f {}"},
			text(run + "js foo" + object + "\n" + run),
			text(run + "\nx = " + object + "\n" + run),
			quoted(run + "\na " + token + "\n" + run),
			{run + "\nx\n" + run + " text\n" + run + "\n" + object, "f {} | " + run + "\nx\n" + run + " text\n" + run},
			text(run + "\nx\n" + run + " text\ny " + object),
			text(run + "\nx\n" + run[:2] + "\ny " + object + "\n" + run),
		})
	}
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		{"Say ```json\n" + object + "\n```", "f {} | Say"},
		{"  ~~~\n" + object + "\n~~~", "f {}"},
		{"a ~~~ " + object, "f {} | a ~~~"},           // tildes open a fence at the start of a line only
		text("```\n~~~\nx " + object + "\n```"),       // tildes in a fence of backticks are text
		text("~~~\n```\nx " + object + "\n~~~"),       // and so the other way around
		{"```a``` " + object, "f {} | ```a```"},       // it closes on its opening line
		{"So ~a~ " + object, "f {} | So ~a~"},         // inline code is never between tildes
		quoted("```" + token + "\n```"),               // a special token is no label
		{"```a b```c " + object, "f {} | ```a b```c"}, // any text may be behind it
		{"```a b ` c``` " + object, "f {} | ```a b ` c```"},
		{"```\nx\n```" + token, "f {} | ```\nx\n```"}, // a marker follows the closing backticks
	})
}

// TestThoughts has lines for docs/models/formats/README.md, "Thoughts".
func TestThoughts(t *testing.T) {
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		text("<think>So " + object + "</think>Hi."),
		{"<think>So " + token + "</think>", "f {} | <think>So </think>"},
		{"<think>So " + token, "f {} | <think>So"},
		quoted("<think>So " + token + " and</think>"),
		quoted("<think>So " + token + " and"),
		text("<think>" + "```\n" + object + "\n```" + "</think>Hi."),
		{"<think>a ` b</think>" + object, "f {} | <think>a ` b</think>"},
		{"<think>\n```\na</think>" + object, "f {} | <think>\n```\na</think>"},
		{"<think>a <think> b</think>" + object, "f {} | <think>a <think> b</think>"},
		{"a</think> " + object, "f {} | a</think>"},
		{"`<think>` " + object, "f {} | `<think>`"},
		{"```\n<think>\n```\n" + object, "f {} | ```\n<think>\n```"},
		// A call at the end of a thought may come again behind it.
		{"<think>So " + token + "</think>" + token, "f {} | <think>So </think>"},
		{"<think>So " + token + "</think>" + token + token, "f {}; f {} | <think>So </think>"},
	})
	// The prompt opened a thought. The model may repeat the opener.
	for _, opener := range []string{"", "<think>", "\n<think>"} {
		thought := opener + "So " + object + "</think>"
		for n := range len(thought) {
			s := parsers.NewStream(quoting, parsers.Config{Tools: tools, ReasoningOpen: true})
			s.Feed(thought[:n])
			s.Feed(thought[n:] + object)
			if _, r := s.Finish(parsers.FinishStop); len(r.ToolCalls) != 1 || strings.TrimSpace(r.Content) != strings.TrimSpace(thought) {
				t.Errorf("%q, cut at %d: %d calls, content %q", thought, n, len(r.ToolCalls), r.Content)
			}
		}
	}
}

// TestPython has lines for docs/models/formats/README.md, "Where Python counts".
func TestPython(t *testing.T) {
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		{"[f(a=1), g()]", `f {"a":1}; g {}`},
		{"[h(a=1)]", `UNKNOWN_TOOL h | [h(a=1)]`},
		{"<think>x</think>[f()]", `f {} | <think>x</think>`},
		{"So [f()] then", `f {} | So then`},
		text("So [h()] then"),
		{"So:\nf(a=1)\nEnd.", "f {\"a\":1} | So:\n\nEnd."},
		{"So f:\nprint(f())", "f {} | So f:"},
		{"So g and f:\n\nf(); g()", "f {}; g {} | So g and f:"},
		// Calls without arguments are text in other text.
		text("So:\nf(); g()"),
		text("So fg:\nf()"),
		text("f:\nSo\nf()"),
		text("So f.\nf()"),
		{"So:\nf(); g(a=1)", `f {}; g {"a":1} | So:`},
		{"f()", "f {}"},
		{"f()\n", "f {}"},
		{"<think>x</think>\nf()", "f {} | <think>x</think>"},
		text("f()\nis it"),
		text("x <think>x</think>\nf()"),
		{"f()\n" + tag, "f {}; f {}"},
		{"f()\n" + tag + " x", "f {}; f {} | x"},
		text("So:\n  f()"),
		text("So:\nf() is it"),
		text("So:\nx = f()"),
		text("So:\nh()"),
		{"```python\n[f(a=1)]\n```", `f {"a":1}`},
		{"```python\nf(a=1)\ng()\n```", `f {"a":1}; g {}`},
		text("```python\nf(a=1)\nx = 1\n```"),
		text("[] [1, 2] `[f()]`"),
	})
	enginetest.Check(t, quoting, nil, []enginetest.Case{text("[f(a=1)]"), text("f(a=1)")})
}

// TestOptions has lines for docs/models/formats/kimi.md, "Options": of the calls in fences with the
// title of an option, the first one counts.
func TestOptions(t *testing.T) {
	fence := "```json\n" + object + "\n```"
	two := func(first, second string) string { return first + "\n" + fence + "\n" + second + "\n" + fence }
	enginetest.Check(t, quoting, tools, []enginetest.Case{
		{two("Option 1:", "Option 2:"), "f {}; ALTERNATIVE f | Option 1:\n\nOption 2:\n" + fence},
		{two("**Option A**", "**Option B**"), "f {}; ALTERNATIVE f | **Option A**\n\n**Option B**\n" + fence},
		{two("Option 1:", "So:"), "f {}; f {} | Option 1:\n\nSo:"},
		{two("Option 1:\n", "Option 2:\n"), "f {}; f {} | Option 1:\n\nOption 2:"},
		{strings.ReplaceAll(fence, "json", "json option 1:") + "\n" + strings.ReplaceAll(fence, "json", "json option 2:"),
			"f {}; ALTERNATIVE f | " + strings.ReplaceAll(fence, "json", "json option 2:")},
		{two("Options:", "Or:"), "f {}; f {} | Options:\n\nOr:"},
		{two("adoption 1:", "adoption 2:"), "f {}; f {} | adoption 1:\n\nadoption 2:"},
		{two("Option 1 or so", "Option 12 or so"), "f {}; f {} | Option 1 or so\n\nOption 12 or so"},
	})
}

// bare has a marker that counts at a line start, and few bytes that mean something.
var bare = family.New(&parsers.Family{Name: "bare", Formats: []parsers.Format{
	{Name: "bare/tree", Example: "<do>do:f{a:<q>v<q>}<done>"}, {Name: "bare/bare", Example: "do:f{a:<q>v<q>}"},
}}, &grammar.Grammar{
	Trees:    []grammar.Tree{{Format: "bare/tree", Bare: "bare/bare", Markers: grammar.Between("<do>", "<done>"), Word: "do:", Delimiter: "<q>"}},
	Thoughts: []grammar.Markers{grammar.ThinkTags},
})

// TestLines checks that a marker that counts at a line start counts nowhere else (docs/models/formats/gemma.md).
func TestLines(t *testing.T) {
	enginetest.Check(t, bare, tools, []enginetest.Case{
		{"do:f{a:1}", `f {"a":1} MISSING_MARKER`},
		{"So:\ndo:f{a:1}", `f {"a":1} MISSING_MARKER | So:`},
		{"do:f{a:1}do:g{}", `f {"a":1} MISSING_MARKER; g {} MISSING_MARKER`},
		{"<think>So <do>do:f{a:1}<done></think>Hi.", `f {"a":1} | <think>So </think>Hi.`}, // the closer may follow the call
		text("So do:f{a:1}"), text("`do:f{a:1}`"), text("```\ndo:f{a:1}\n```"), text("<think>\ndo:f{a:1}\n</think>x"), text("d\ndo\ndo it"),
	})
}

// TestLong checks that a call behind long text is found, however little of the text means something.
func TestLong(t *testing.T) {
	for _, line := range []string{
		"Prose, in which nothing means anything, at all.\n", "word ", "A (b) c: d; 'e' \"f\"\n", "- item\n", "\n\n", "a_b.c = d * e\n", "x < y > z\n", "```go\nx := <b> ~ 1\n```\nSo.\n", "~~~\nx `a` << b\n~~~\n", "````\nx\n```\ny\n````\n", "a `<b` `` ` `` c\n", "(`a`) [1] {b}\n", "é à 東京\n",
	} {
		long := strings.Repeat(line, 400)
		for _, call := range []string{object, token, tag} {
			r := read(t, quoting, long+"\n"+call)
			if len(r.ToolCalls) != 1 || strings.TrimSpace(r.Content) != strings.TrimSpace(long) {
				t.Errorf("behind lines %q: %d calls of %q", line, len(r.ToolCalls), call)
			}
		}
		for _, call := range []string{"<do>do:f{}<done>", "do:f{}"} {
			if n := len(read(t, bare, long+"\n"+call).ToolCalls); n != 1 {
				t.Errorf("behind lines %q: %d calls of %q", line, n, call)
			}
		}
		quote := "``````\nx\n" + long + object + "\n``````"
		if r := read(t, quoting, quote); len(r.ToolCalls) != 0 || r.Content != quote {
			t.Errorf("in a fence behind lines %q: %d calls", line, len(r.ToolCalls))
		}
		thought := "<think>" + long + object + "</think>"
		if r := read(t, quoting, thought+object); len(r.ToolCalls) != 1 || r.Content != thought {
			t.Errorf("behind a thought of lines %q: %d calls", line, len(r.ToolCalls))
		}
	}
}

// read reads the output complete, and in chunks of several lengths.
func read(t *testing.T, f *parsers.Family, output string) *parsers.Result {
	t.Helper()
	cfg := parsers.Config{Tools: tools}
	s := parsers.NewStream(f, cfg)
	for i := 0; i < len(output); {
		n := min([]int{40, 300, 5000, 7}[i%4], len(output)-i)
		s.Feed(output[i : i+n])
		i += n
	}
	_, chunks := s.Finish(parsers.FinishStop)
	r := parsers.Parse(f, output, cfg, parsers.FinishStop)
	if len(chunks.ToolCalls) != len(r.ToolCalls) || chunks.Content != r.Content {
		t.Errorf("%.20q…: %d calls, in chunks %d", output, len(r.ToolCalls), len(chunks.ToolCalls))
	}
	return r
}
