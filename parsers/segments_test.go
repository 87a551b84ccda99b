package parsers

import (
	"strings"
	"testing"
)

// A thoughtCase says what becomes of a toy output whose reasoning is separated.
type thoughtCase struct {
	name, output       string
	content, reasoning string // joined
	verbatim, thoughts string // the same, verbatim
}

func checkThoughts(t *testing.T, cfg Config, cases []thoughtCase) {
	t.Helper()
	cfg.Options.SeparateReasoning = true
	verbatim := cfg
	verbatim.Options.ContentPolicy = ContentVerbatim
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			for _, way := range []struct {
				cfg                Config
				content, reasoning string
			}{{cfg, tc.content, tc.reasoning}, {verbatim, tc.verbatim, tc.thoughts}} {
				got := parseToy(tc.output, way.cfg)
				if got.Content != way.content || got.Reasoning != way.reasoning {
					t.Errorf("%q, policy %d: content %q and reasoning %q, want %q and %q", tc.output,
						way.cfg.Options.ContentPolicy, got.Content, got.Reasoning, way.content, way.reasoning)
				}
				checkEveryCut(t, tc.output, way.cfg)
			}
		})
	}
}

func TestSeparatedThoughts(t *testing.T) {
	checkThoughts(t, Config{}, []thoughtCase{
		{"none", " a\n", " a\n", "", " a\n", ""},
		{"at the start", "<x>\n\na\n", "a", "x", "\n\na\n", "x"},
		{"in the middle", "a <x> b", "a b", "x", "a  b", "x"},
		{"next to newlines", "a\n<x>b", "a\n\nb", "x", "a\nb", "x"},
		{"newlines in it are its own", "a <\nx\n>b", "a b", "x", "a b", "\nx\n"},
		{"each is trimmed", "< x >a<\ny>", "a", "x\n\ny", "a", " x \ny"},
		{"one behind the other", "<x><y>", "", "x\n\ny", "", "xy"},
		{"white space in it stays", "<x \n y>", "", "x \n y", "", "x \n y"},
		{"an empty one", "<\n\n>a", "a", "", "a", "\n\n"},
		{"an empty one between two", "<x>< ><y>", "", "x\n\ny", "", "x y"},
		{"never closed", "a<x ", "a", "x", "a", "x "},
		{"next to a call", "a <x>\n{f|1} b", "a b", "x", "a \n b", "x"},
		{"an invalid call in it", "<x {f|!} y>a", "a", "x {f|!} y", "a", "x {f|!} y"},
		{"ended by a call, its closer later", "<x={f|1}y>z", "= y z", "x", "=yz", "x"},
		{"ended by an invalid call", "<x={f|!}y", "={f|!}y", "x", "={f|!}y", "x"},
		{"a closer alone", "a>b", "a b", "", "ab", ""},
		{"opened without a text", "_x>a", "_ a", "x", "_a", "x"},
		{"no call is behind its opening", "[<x>{f|1}]<y>", "", "x\n\ny", "", "xy"},
		{"a call isn't next to what stands behind it", "{f|1}<x>; b", "; b", "x", "; b", "x"},
		{"a call isn't next to what stands before it", "^<x>{f|1}", "^", "x", "^", "x"},
		{"markup in it is no text", "<x@y>a", "a", "x y", "a", "xy"},
		{"a vendor's block is no thought of the text", "a`x'b<y>", "a b", "x\n\ny", "ab", "xy"},
		{"syntax in a vendor's block leaves nothing", "`x#+@y'", "", "xplus\ny", "", "xplus\ny"},
		{"a code point that is none", "<\xe3>\x80", "\x80", "\xe3", "\x80", "\xe3"},
	})
	checkThoughts(t, Config{ReasoningOpen: true}, []thoughtCase{
		{"opened by the prompt", "x>a", "a", "x", "a", "x"},
		{"opened by the prompt, never closed", " x ", "", "x", "", " x "},
		{"opened by the prompt, empty", "> a\n", "a", "", " a\n", ""},
	})
	checkThoughts(t, strictly, []thoughtCase{
		{"behind a pending call", "{f//p|1}<x {g|!}> b [y] <z>", "b [y]", "x {g|!}\n\nz", " b [y] ", "x {g|!}z"},
		{"behind a pending call that falls", "{f//p|1} <x>$", "{f//p|1} $", "x", "{f//p|1} $", "x"},
	})
}

// Where reasoning isn't separated, a thought is text, and a vendor's block is not.
func TestThoughtsThatAreContent(t *testing.T) {
	checkContent(t, []contentCase{
		{"a thought is text", " <x> a\n", " <x> a\n", " <x> a\n"},
		{"a thought next to a call is text", " <x>\n{f|1} >", "<x>\n\n>", " <x>\n >"},
		{"a vendor's block is never content", "a`x+y'b", "a b", "ab"},
		{"a vendor's block at the end", "a`x", "a", "a"},
	})
	if got := parseToy("<x>`y'", Config{}); got.Reasoning != "" {
		t.Errorf("reasoning is %q, and no one asked for it", got.Reasoning)
	}
}

func TestSegmentsOfThoughts(t *testing.T) {
	cfg := Config{Options: Options{SeparateReasoning: true}}
	got := parseToy("a<x{f|!}y>`+#'b", cfg)
	want := []Segment{
		{SegmentText, Span{0, 1}, 0}, {SegmentMarkup, Span{1, 2}, 0}, {SegmentReasoning, Span{2, 3}, 0},
		{SegmentInvalidToolCall, Span{3, 8}, 0}, {SegmentReasoning, Span{8, 9}, 0}, {SegmentMarkup, Span{9, 10}, 0},
		{SegmentReasoning, Span{10, 14}, 0}, {SegmentText, Span{14, 15}, 0},
	}
	if diff := diffOf(want, got.Segments); diff != "" {
		t.Error(diff)
	}
}

func TestReasoningDeltas(t *testing.T) {
	checkDeltaLines(t, Config{Options: Options{SeparateReasoning: true}}, []deltaCase{
		{"as it comes", pieces("<", "ab", "c ", " d", ">", "e"), pieces("", `think "ab"`, `think "c"`, `think "  d"`, "", `"e"`)},
		{"white space at its start is left out", pieces("<", "\n", "a"), pieces("", "", `think "a"`)},
		{"white space at its end is left out", pieces("<a", "\n", ">", "\n\nb"), pieces(`think "a"`, "", "", `"b"`)},
		{"the next thought stands by itself", pieces("<a>", "b", "<", "c"), pieces(`think "a"`, `"b"`, "", `think "\n\nc"`)},
		{"a code point is sent whole", pieces("<\xe2", "\x82", "\xac"), pieces("", "", `think "€"`)},
		{"a call in the same piece", pieces("<a>b{f|1}"), pieces(`"b" | think "a" | +0 f:0 f 1.`)},
	})
}

func TestIgnoredFormats(t *testing.T) {
	cfg := Config{Options: Options{Formats: []string{"toy/call"}}}
	if !cfg.Counts("toy/call") || cfg.Counts("toy/other") || !new(Config).Counts("toy/other") {
		t.Error("the formats that count are those that are listed, or all")
	}
	for _, output := range []string{
		"a {f//x|1} b", "{f/id/x|1&2}{g//x|!3} {f//x|", "[{f//x|1},{g|1}] ;{f//x|!}", "^{f//x|1}{g//x|\xe2}\x82",
		"{f//M|1}{f//xm|1}", "{f//p|1}{g//x|1}$ {h//x|!2}$",
	} {
		for _, cfg := range []Config{cfg, {Options: Options{Formats: cfg.Options.Formats, DisableRepair: true}}} {
			got := parseToy(output, cfg)
			if len(got.InvalidToolCalls) > 0 {
				t.Errorf("%q: %v is invalid, not text", output, got.InvalidToolCalls)
			}
			for _, call := range got.ToolCalls {
				if call.Format != "toy/call" {
					t.Errorf("%q: %v counts", output, call)
				}
			}
			checkEveryCut(t, output, cfg)
		}
	}
	got := parseToy("[{f//x|1} {g|1},{f//x|!}] b", cfg)
	if want := "{f//x|1} ,{f//x|!} b"; got.Content != want || len(got.ToolCalls) != 1 {
		t.Errorf("content is %q, want %q", got.Content, want)
	}
	if strings.Contains(parseToy("a {f//x|1} b", cfg).Content, "  ") {
		t.Error("what doesn't count is text, and leaves no gap")
	}
}

func TestQuotedCalls(t *testing.T) {
	got := parseToy("a {f//qr|1} {g//q|1!} b", Config{})
	if got.Content != "a {f//qr|1} {g//q|1!} b" || len(got.InvalidToolCalls) != 2 {
		t.Errorf("content is %q", got.Content)
	}
	quoted := got.InvalidToolCalls[0]
	if quoted.Reason != ReasonQuoted || quoted.Name != "f" || quoted.Confidence != 0.8 || len(quoted.Repairs) != 1 {
		t.Errorf("got %+v", quoted)
	}
	strict := parseToy("a {f//qr|1} b", strictly)
	if len(strict.InvalidToolCalls) > 0 || strict.Content != "a {f//qr|1} b" {
		t.Errorf("a quoted call that wouldn't be accepted is text, not %+v", strict.InvalidToolCalls)
	}
	for _, cfg := range []Config{{}, strictly} {
		checkEveryCut(t, "a [{f//qr|1}] {f/x/p|1} <{g/x/q|2}$> {h/x/|3}", cfg)
	}
}
