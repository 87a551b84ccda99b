package parsers

import (
	"strings"
	"testing"
)

var strictly = Config{Options: Options{DisableRepair: true}}

func TestPendingCallWaits(t *testing.T) {
	checkDeltaLines(t, strictly, []deltaCase{
		{"for the end of the output", pieces("{f//p|1", "}", " a"), pieces("+0 f:0 f 1", "", "", `"a" | 0.`)},
		{"for the end of its group", pieces("[{f//p|1", "}", "[a]", "]"), pieces("+0 f:0 f 1", "", "", `"[a]" | 0.`)},
		{"for the end of the next call", pieces("{f//p|1}", " a ", "{g/x/|1", "}"), pieces("+0 f:0 f 1", "", "+1 x g 1", `"a" | 0. | 1.`)},
		{"in vain", pieces("a {f//p|1}", "b", "$"), pieces(`"a" | +0 f:0 f 1`, "", "", `" {f//p|1}b$" | -0`)},
		{"not after a repair", pieces("{f//pr|1", "}"), pieces("+0 f:0 f 1", `"{f//pr|1}" | -0`)},
		{"not if it isn't acceptable", pieces("{f//pa|1", "}"), pieces("", `"{f//pa|1}"`)},
		{"and an invalid call behind it", pieces("{f//p|1}", "{g/x/|1", "!2", "}", " b"), pieces("+0 f:0 f 1", "+1 x g 1", "", "", "", `"{g/x/|1!2} b" | 0. | -1`)},
	})
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.9}}, []deltaCase{
		{"unsent", pieces("{f//p|1}", "a", "{g|1", "}", "b"), pieces("", "", "", `"a" | +0 f:0 f 1. | +1 g:1 g 1.`, `" b"`)},
		{"unsent and in vain", pieces("{f//p|1}", "a$"), pieces("", "", `"{f//p|1}a$"`)},
	})
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.1}}, []deltaCase{
		{"though its confidence can't fall far enough", pieces("{f//p|1}", "a"), pieces("", "", `"a" | +0 f:0 f 1.`)},
		{"not if its confidence can't fall", pieces("{f//pr|1}", "a"), pieces("+0 f:0 f 1.", `"a"`)},
	})
}

// The parser may use the memory of what it reports again.
func TestInvalidCallBehindAPendingOneIsCopied(t *testing.T) {
	r := parseToy("{f//p|a long one, to make room}{g|abc!de}{h|fghijklm}", strictly)
	if got := r.InvalidToolCalls[0].Arguments; got != "abc!de}" {
		t.Errorf("the arguments are %q", got)
	}
}

// Behind a pending call the next one flows only if neither order nor id depend on it.
func TestCallBehindAPendingOne(t *testing.T) {
	checkDeltaLines(t, strictly, []deltaCase{
		{"whose id is to be made", pieces("{f//p|1}", "{g|1", "}"), pieces("+0 f:0 f 1", "", "0. | +1 g:1 g 1.")},
		{"whose id is the same", pieces("{f/x/p|1}", "{g/x/|1", "}"), pieces("+0 x f 1", "", "0. | +1 g:0 g 1.")},
		{"whose id is the same, and that one in vain", pieces("{f/x/p|1}", "$", "{g/x/|1", "}"), pieces("+0 x f 1", "", "", `"{f/x/p|1}$" | +1 x g 1. | -0`)},
		{"whose id was used before", pieces("{e/x/|1}{f//p|1}", "{g/x/|1", "}"), pieces("+0 x e 1. | +1 f:0 f 1", "", "1. | +2 g:1 g 1.")},
		{"that is an option", pieces("{f//op|1}", "{g/x/o|1", "}"), pieces("+0 f:0 f 1", "", `"{g/x/o|1}" | 0.`)},
		{"that was never sent", pieces("{f//mp|1}", "{g/x/|1", "}"), pieces("", "", "+0 f:0 f 1. | +1 x g 1.")},
		{"that is pending as well", pieces("{f//p|1}", "{g/x/p|1", "}", "a"), pieces("+0 f:0 f 1", "+1 x g 1", "0.", "", `"a" | 1.`)},
	})
	limited := strictly
	limited.Limits.ToolCalls = 1
	checkDeltaLines(t, limited, []deltaCase{
		{"that may be too many", pieces("{f//p|1}", "{g/x/|1", "}"), pieces("+0 f:0 f 1", "", `"{g/x/|1}" | 0.`)},
	})
}

func TestPendingAtEveryCut(t *testing.T) {
	for _, output := range []string{
		"a [{f//p|1} ^ {g|!}\u3000; {h/x/p|2}~ + % @ ] $ b",
		"a ({f//p|1} x (y) {h/f:0/|2}) {f//M|1}{f//mp|1}$ z",
		"[{f//p|1}[ ]{g|x!\u3000y}\u3000]$",
		"{f//p|1}{g|!x",
		"{f//p|1}{g|!x}$",
		"{f//p|1&2&1}\u3000{g|1&2&1}",
	} {
		for _, o := range []Options{{}, {DisableRepair: true}, {MinConfidence: 0.9}, {MinConfidence: 0.5, BufferToolCalls: true}} {
			checkEveryCut(t, output, Config{Options: o})
			o.ContentPolicy = ContentVerbatim
			checkEveryCut(t, output, Config{Options: o})
		}
	}
}

// showCalls writes what became of the calls of a result: accepted ones as
// "name confidence", rejected ones as "name REASON confidence".
func showCalls(r *Result) string {
	var parts []string
	for _, s := range r.Segments {
		switch s.Kind {
		case SegmentToolCall:
			c := r.ToolCalls[s.Index]
			parts = append(parts, c.Name+" "+string('0'+rune(leastTenths(c.Confidence))))
		case SegmentInvalidToolCall:
			c := r.InvalidToolCalls[s.Index]
			parts = append(parts, c.Name+" "+c.Reason.String()+" "+string('0'+rune(leastTenths(c.Confidence))))
		}
	}
	return strings.Join(parts, ", ")
}

func TestAcceptance(t *testing.T) {
	confident := func(x float64) Config { return Config{Options: Options{MinConfidence: x}} }
	strict := Config{Options: Options{DisableRepair: true}}
	for _, tc := range []struct {
		name, output string
		cfg          Config
		want         string // ':' is ten
	}{
		{"full confidence", "{f|1}", Config{}, "f :"},
		{"free text costs 3", "{f//f|1}", Config{}, "f 7"},
		{"repairs cost 2", "{f//r|1}", Config{}, "f 8"},
		{"a second reading costs 4", "{f//rs|1}", Config{}, "f 4"},
		{"weak arguments cost 5", "{f//w|1}", Config{}, "f 5"},
		{"never under 0", "{f//fsrw|1}", Config{}, "f 0"},
		{"an option costs 4", "{f//o|1}", Config{}, "f 6"},
		{"an option with a second reading has 4", "{f//os|1}", Config{}, "f 4"},
		{"the first acceptable option is accepted", "{f//o|!}{g//o|1}{h//o|1}", Config{}, "f MALFORMED :, g 6, h ALTERNATIVE 6"},
		{"an option of an unknown tool leaves the next a chance", "{f//of|1}{g//o|1}", Config{Tools: tools("g")}, "f UNKNOWN_TOOL 3, g 6"},
		{"an alternate is never accepted", "{f//a|1}{g|1}", Config{}, "f ALTERNATIVE 6, g :"},
		{"a call between options isn't of the group", "{f//o|1}{g|1}{h//o|1}", Config{}, "f 6, g :, h ALTERNATIVE 6"},
		{"undeclared in free text", "{f//f|1}", Config{Tools: tools("g")}, "f UNKNOWN_TOOL 7"},
		{"undeclared is accepted", "{f|1}", Config{Tools: tools("g")}, "f :"},
		{"undeclared is rejected on demand", "{f|1}", Config{Tools: tools("g"), Options: Options{RejectUnknownTools: true}}, "f UNKNOWN_TOOL :"},
		{"nothing is unknown without tools", "{f//f|1}", Config{Options: Options{RejectUnknownTools: true}}, "f 7"},
		{"repair disabled", "{f//r|1}{g|1}", strict, "f MALFORMED 8, g :"},
		{"0.7 is not under 0.7", "{f//f|1}", confident(0.7), "f 7"},
		{"0.7 is under 0.75", "{f//f|1}", confident(0.75), "f LOW_CONFIDENCE 7"},
		{"1 demands everything", "{f//r|1}{g|1}", confident(1), "f LOW_CONFIDENCE 8, g :"},
		{"0.3 is not under 0.3", "{f//rw|1}", confident(0.3), "f 3"},
		{"arguments over the limit", "{f|12345}{g|1234}", Config{Limits: Limits{ArgumentBytes: 4}}, "f LIMIT :, g :"},
		{"calls over the limit", "{f|1!}{f|1}{g|1}", Config{Limits: Limits{ToolCalls: 1}}, "f MALFORMED :, f :, g LIMIT :"},
		{"limits come first", "{f//ar|12}", Config{Limits: Limits{ArgumentBytes: 1}, Options: Options{DisableRepair: true}}, "f LIMIT 4"},
		{"cut off", "{f|1", Config{}, "f INCOMPLETE :"},
		{"cut off in free text", "{f//f|1", Config{}, "f INCOMPLETE 7"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := showCalls(parseToy(tc.output, tc.cfg)); got != tc.want {
				t.Errorf("%q: got %s, want %s", tc.output, got, tc.want)
			}
			checkEveryCut(t, tc.output, tc.cfg)
		})
	}
}

func TestResultConfidenceIsTheLowest(t *testing.T) {
	for output, want := range map[string]float64{"": 1, "x{f|!}": 1, "{f//r|1}{f|1}{f//f|1}": 0.7} {
		if got := parseToy(output, Config{}).Confidence; got != want {
			t.Errorf("%q: got %v, want %v", output, got, want)
		}
	}
}

func TestRejectedCallSaysWhatItWas(t *testing.T) {
	cfg := Config{Options: Options{DisableRepair: true}}
	got := parseToy("ab{f/ id /rf|[1,]} c", cfg)
	want := []*InvalidToolCall{{
		Name: "f", ID: "id", Arguments: "[1,]", Reason: ReasonMalformed,
		Message: "repair is disabled, and the call needs TRAILING_COMMA at offset 2",
		Span:    Span{2, 18}, Confidence: 0.5, Format: "toy/call",
		Repairs: []Repair{{Kind: RepairTrailingComma, Offset: 2}},
	}}
	if diff := diffOf(want, got.InvalidToolCalls); diff != "" {
		t.Error(diff)
	}
	if got.Content != "ab{f/ id /rf|[1,]} c" {
		t.Errorf("content is %q", got.Content)
	}
}

func TestInvalidCallKeepsItsRepairs(t *testing.T) {
	want := []Repair{{Kind: RepairTrailingComma, Offset: 10}}
	for _, cfg := range []Config{{}, strictly} {
		output := "{g//p|1}  {f//r|1!}"
		got := parseToy(output, cfg).InvalidToolCalls
		if len(got) != 1 || diffOf(want, got[0].Repairs) != "" || got[0].Confidence != ConfidenceFull-CostRepaired {
			t.Errorf("%+v: got %+v", cfg.Options, got)
		}
		checkEveryCut(t, output, cfg)
	}
}

func TestRejectionMessages(t *testing.T) {
	for _, tc := range []struct {
		output string
		cfg    Config
		want   string
	}{
		{"{f|12345}", Config{Limits: Limits{ArgumentBytes: 4}}, "over the limit of 4 bytes of arguments"},
		{"{f|1}{g|1}", Config{Limits: Limits{ToolCalls: 1}}, "over the limit of 1 tool calls"},
		{"{f//f|1}", Config{Tools: tools("g")}, `no tool "f" is declared`},
		{"{f//a|1}", Config{}, "the call is one of several exclusive options"},
		{"{f//f|1}", Config{Options: Options{MinConfidence: 0.75}}, "confidence 0.7 is less than 0.75"},
	} {
		if got := parseToy(tc.output, tc.cfg).InvalidToolCalls[0].Message; got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.output, got, tc.want)
		}
	}
}

func TestInvalidCallGrowsByInvalidText(t *testing.T) {
	want := []*InvalidToolCall{{
		Name: "f", Arguments: "a!b\u3000{c}", Reason: ReasonMalformed, Message: "broken",
		Span: Span{1, 13}, Confidence: 1, Format: "toy/call",
	}}
	everyCut("x{f|a!b\u3000{c} y", func(pieces []string) {
		run := streamToy(Config{}, pieces...)
		if diff := diffOf(want, run.result.InvalidToolCalls); diff != "" {
			t.Errorf("%q: %s", pieces, diff)
		}
	})
}

func TestMissingArgumentsCostWhatTheyWouldHave(t *testing.T) {
	inv := Invalid{Reason: ReasonMissingArguments, FreeText: true}
	if got := inv.confidence(); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestAmendLowersTheConfidence(t *testing.T) {
	for output, want := range map[string]string{
		"{f|1}$":            "f 8",
		"{f//p|1} x$$":      "f 8",
		"{f//r|1}$":         "f 8",
		"{f//fsrw|1}$":      "f 0",
		"{f|1}{g|!}$":       "f 8, g MALFORMED :",
		"{f|1}{g|1}$":       "f :, g 8",
		"[{f//p|1}]{g|1}$":  "f :, g 8",
		"{f//a|1}$":         "f ALTERNATIVE 6",
		"{f|1}{g//a|1}$":    "f :, g ALTERNATIVE 6",
		"{f//M|1}{f//m|1}$": "f :",
	} {
		got := parseToy(output, Config{})
		if showCalls(got) != want {
			t.Errorf("%q: got %s, want %s", output, showCalls(got), want)
		}
		checkEveryCut(t, output, Config{})
	}
	got := parseToy("{f//r|1}$$", Config{}).ToolCalls[0].Repairs
	want := []Repair{{Kind: RepairTrailingComma}, {Kind: RepairMissingMarker, Offset: 8}, {Kind: RepairMissingMarker, Offset: 9}}
	if diff := diffOf(want, got); diff != "" {
		t.Error(diff)
	}
}
