package conformance_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// A breaker passes a parser's events on, with one fault.
type breaker struct {
	parsers.Parser
	parsers.Handler
	fault func(b *breaker, event string, at *int, text *[]byte) (skip bool)
	n     int // pieces parsed
	cfg   *parsers.Config
}

func (b *breaker) Reset(cfg *parsers.Config, h parsers.Handler) {
	b.Handler, b.n, b.cfg = h, 0, cfg
	b.Parser.Reset(cfg, b)
}

func (b *breaker) Parse(piece []byte) {
	b.n++
	b.Parser.Parse(piece)
}

func (b *breaker) Text(at int, text []byte) {
	if !b.fault(b, "text", &at, &text) {
		b.Handler.Text(at, text)
	}
}

func (b *breaker) Markup(at int, text []byte, role parsers.Role) {
	if !b.fault(b, "markup", &at, &text) {
		b.Handler.Markup(at, text, role)
	}
}

func (b *breaker) BeginCall(begin parsers.Begin) {
	name := []byte(begin.Name)
	if !b.fault(b, "begin", &begin.At, &name) {
		begin.Name = string(name)
		b.Handler.BeginCall(begin)
	}
}

func (b *breaker) Arguments(piece []byte) {
	if !b.fault(b, "arguments", new(int), &piece) {
		b.Handler.Arguments(piece)
	}
}

func (b *breaker) EndCall(e parsers.End) {
	if !b.fault(b, "end", new(int), &e.Raw) {
		b.Handler.EndCall(e)
	}
}

func (b *breaker) InvalidCall(inv parsers.Invalid) {
	message := []byte(inv.Message)
	if !b.fault(b, "invalid", &inv.At, &message) {
		inv.Message = string(message)
		b.Handler.InvalidCall(inv)
	}
}

// broken is the at family with a fault in its parser's events.
func broken(fault func(b *breaker, event string, at *int, text *[]byte) bool) *parsers.Family {
	f := atFamily()
	f.NewParser = func() parsers.Parser { return &breaker{Parser: new(atParser), fault: fault} }
	return f
}

func TestSuiteFindsFaults(t *testing.T) {
	const output = "some text\n@f {\"a\": \"é\"}\n@g {]\nmore\n<think>\nwhy\n</think>\n"
	for name, tc := range map[string]struct {
		fault func(b *breaker, event string, at *int, text *[]byte) bool
		want  string
	}{
		"text is lost": {func(_ *breaker, event string, _ *int, _ *[]byte) bool { return event == "text" },
			"breaks the contract of Handler: BeginCall at 10, where 0 is next"},
		"text at the end is lost": {func(_ *breaker, event string, at *int, _ *[]byte) bool { return event == "text" && *at > 55 },
			"the output from 56 on isn't reported"},
		"text is altered": {func(_ *breaker, _ string, _ *int, text *[]byte) bool { *text = bytes.ToUpper(*text); return false },
			`Text at 0 has "SOME TEXT\n", which isn't there`},
		"an offset is wrong": {func(_ *breaker, event string, at *int, _ *[]byte) bool {
			if event == "invalid" {
				*at--
			}
			return false
		}, "InvalidCall at 24, where 25 is next"},
		"a call never begins": {func(_ *breaker, event string, _ *int, _ *[]byte) bool { return event == "begin" },
			"Arguments at 10 without an open call"},
		"a call never ends": {func(_ *breaker, event string, _ *int, _ *[]byte) bool { return event == "end" },
			"in an open call"},
		"a call has no name": {func(_ *breaker, event string, _ *int, text *[]byte) bool {
			if event == "begin" {
				*text = nil
			}
			return false
		}, "BeginCall at 10 has no name"},
		"arguments are no JSON": {func(_ *breaker, event string, _ *int, text *[]byte) bool {
			if event == "arguments" {
				*text = (*text)[1:]
			}
			return false
		}, "arguments that are no JSON"},
		"arguments are not the model's": {func(_ *breaker, event string, _ *int, text *[]byte) bool {
			if event == "arguments" {
				*text = bytes.ReplaceAll(*text, []byte(" "), nil)
			}
			return false
		}, "arguments that the model didn't write"},
		"a thought in a thought": {func(b *breaker, event string, at *int, _ *[]byte) bool {
			if event == "markup" {
				b.Handler.Markup(*at, nil, parsers.RoleThought)
			}
			return false
		}, "a thought at 36 opens in the one that opened at 36"},
		"an end of no thought": {func(b *breaker, event string, at *int, _ *[]byte) bool {
			if event == "markup" {
				b.Handler.Markup(*at, nil, parsers.RoleThoughtEnd)
			}
			return false
		}, "an end of a thought at 36 has no text, and no thought is open"},
		"an end of no reasoning": {func(b *breaker, event string, at *int, _ *[]byte) bool {
			if event == "markup" {
				b.Handler.Markup(*at, nil, parsers.RoleReasoningEnd)
			}
			return false
		}, "a reasoning block ends at 36, and none is open"},
		"a call in a thought": {func(b *breaker, event string, at *int, _ *[]byte) bool {
			if event == "begin" {
				b.Handler.Markup(*at, nil, parsers.RoleThought)
			}
			return false
		}, "BeginCall at 10, in the thought that opened at 10"},
		"no reason why": {func(_ *breaker, event string, _ *int, text *[]byte) bool {
			if event == "invalid" {
				*text = nil
			}
			return false
		}, "InvalidCall at 25 has no message"},
		"the result depends on the cut": {func(b *breaker, event string, _ *int, text *[]byte) bool {
			if event == "begin" && b.n == 2 {
				*text = []byte("other")
			}
			return false
		}, "the result isn't that of the whole output"},
		"a call depends on the policy": {func(b *breaker, event string, _ *int, text *[]byte) bool {
			if event == "begin" && b.cfg.Options.ContentPolicy == parsers.ContentVerbatim {
				*text = []byte("other")
			}
			return false
		}, "the calls are others"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(conformance.Complaints(broken(tc.fault), output, parsers.Config{}), "\n")
			if !strings.Contains(got, tc.want) {
				t.Errorf("the suite says\n%s\nand not %q", got, tc.want)
			}
		})
	}
}

// Two streams of this family share their text.
func TestSuiteFindsSharedState(t *testing.T) {
	f, shared := atFamily(), new(atParser)
	f.NewParser = func() parsers.Parser { return shared }
	if got := conformance.Complaints(f, "a\n@f {}\nb", parsers.Config{}); len(got) == 0 {
		t.Error("the suite has no complaint")
	}
}

func TestSuiteHasNothingAgainstASoundFamily(t *testing.T) {
	for _, output := range []string{"", "\xff@\n@a {}", "@a 1\n@a {\n@\n@b {\"x\": \"é€😀\"}"} {
		if got := conformance.Complaints(atFamily(), output, parsers.Config{}); len(got) > 0 {
			t.Errorf("%q: %q", output, got)
		}
	}
}

func TestSuiteChecksResults(t *testing.T) {
	const output = "a @f {} b"
	sound := func() *parsers.Result {
		return &parsers.Result{
			ToolCalls: []parsers.ToolCall{{ID: "x", Name: "f", Arguments: "{}", Format: "at/line", Span: parsers.Span{Start: 2, End: 7}, Confidence: 1}},
			Segments: []parsers.Segment{
				{Kind: parsers.SegmentText, Span: parsers.Span{Start: 0, End: 2}},
				{Kind: parsers.SegmentToolCall, Span: parsers.Span{Start: 2, End: 7}},
				{Kind: parsers.SegmentText, Span: parsers.Span{Start: 7, End: 9}},
			},
			Content:    "a b",
			Confidence: 1,
		}
	}
	thinking := parsers.Config{Options: parsers.Options{SeparateReasoning: true}}
	clean := parsers.Config{Options: parsers.Options{ContentPolicy: parsers.ContentClean}}
	if got := conformance.ResultComplaints(atFamily(), output, parsers.Config{}, sound()); len(got) > 0 {
		t.Fatalf("a sound result: %q", got)
	}
	strict := parsers.Config{
		Tools:   parsers.NewTools([]parsers.Tool{{Name: "g"}}),
		Options: parsers.Options{DisableRepair: true, RejectUnknownTools: true, MinConfidence: 0.9, ContentPolicy: parsers.ContentVerbatim},
	}
	for name, tc := range map[string]struct {
		cfg    parsers.Config
		change func(r *parsers.Result)
		want   string
	}{
		"a gap":                       {change: func(r *parsers.Result) { r.Segments[2].Span.Start++ }, want: "segment 2 has the span"},
		"an end missing":              {change: func(r *parsers.Result) { r.Segments = r.Segments[:2] }, want: "the segments end at 7, the output at 9"},
		"a segment of nothing":        {change: func(r *parsers.Result) { r.Segments[1].Index = 1 }, want: "segment 1 is of call 1, and 0 is next"},
		"a span that differs":         {change: func(r *parsers.Result) { r.ToolCalls[0].Span.End++ }, want: "isn't its call's span"},
		"a call unlisted":             {change: func(r *parsers.Result) { r.Segments[1].Kind = parsers.SegmentMarkup }, want: "0 calls and 0 invalid calls have a segment, of 1 and 0"},
		"text in two pieces":          {change: func(r *parsers.Result) { r.Segments[1].Kind = parsers.SegmentText }, want: "should be one with the one before"},
		"a marker in content":         {change: func(r *parsers.Result) { r.Content = "a @f {} b" }, want: "content is"},
		"content lost":                {change: func(r *parsers.Result) { r.Content = "a" }, want: "content is"},
		"untrimmed":                   {change: func(r *parsers.Result) { r.Content = "a b " }, want: "its ends must be trimmed"},
		"half a code point":           {change: func(r *parsers.Result) { r.ToolCalls[0].Name = "\xe2" }, want: "a string of the result is cut inside a code point"},
		"no id":                       {change: func(r *parsers.Result) { r.ToolCalls[0].ID = "" }, want: "call 0 has the id"},
		"a bad name":                  {change: func(r *parsers.Result) { r.ToolCalls[0].Name = "f g" }, want: "call 0 has the name"},
		"an unlisted format":          {change: func(r *parsers.Result) { r.ToolCalls[0].Format = "x" }, want: "which the family doesn't list"},
		"too confident":               {change: func(r *parsers.Result) { r.ToolCalls[0].Confidence = 1.1 }, want: "confidence of 1.1"},
		"not the lowest":              {change: func(r *parsers.Result) { r.ToolCalls[0].Confidence = 0.7 }, want: "the result's confidence is 1, that of a call is 0.7"},
		"a repair for free":           {change: func(r *parsers.Result) { r.ToolCalls[0].Repairs = make([]parsers.Repair, 1) }, want: "has repairs and a confidence"},
		"no costs' confidence":        {change: func(r *parsers.Result) { r.ToolCalls[0].Confidence = 0.9 }, want: "0.9, which no costs leave"},
		"no exact confidence":         {change: func(r *parsers.Result) { r.ToolCalls[0].Confidence = math.Nextafter(0.8, 0) }, want: "0.7999999999999999, which no costs leave"},
		"no object for free":          {change: func(r *parsers.Result) { r.ToolCalls[0].Arguments = "[]" }, want: "arguments that are no object"},
		"repairs out of order":        {change: func(r *parsers.Result) { r.ToolCalls[0].Repairs = []parsers.Repair{{Offset: 2}, {Offset: 1}} }, want: "aren't in the order of the text"},
		"a repair outside":            {change: func(r *parsers.Result) { r.ToolCalls[0].Repairs = []parsers.Repair{{Offset: 10}} }, want: "at 10"},
		"reasoning unasked":           {change: func(r *parsers.Result) { r.Reasoning = "x" }, want: `reasoning is "x", and no one asked for it`},
		"reasoning made up":           {cfg: thinking, change: func(r *parsers.Result) { r.Reasoning = "x" }, want: `reasoning is "x", want ""`},
		"no thought":                  {change: func(r *parsers.Result) { r.Segments[0].Kind = parsers.SegmentReasoning }, want: "segment 0 is reasoning, outside of thoughts"},
		"a call unread":               {cfg: clean, change: func(r *parsers.Result) { r.InvalidToolCalls = []*parsers.InvalidToolCall{{}} }, want: "invalid call 0 doesn't say why"},
		"a format that doesn't count": {cfg: parsers.Config{Options: parsers.Options{Formats: []string{"x"}}}, change: func(*parsers.Result) {}, want: "call 0 has the format \"at/line\", which doesn't count"},
		"verbatim":                    {cfg: strict, change: func(*parsers.Result) {}, want: `want "a  b"`},
		"unknown, unsaid":             {cfg: strict, change: func(*parsers.Result) {}, want: "unknown tool false"},
		"unknown":                     {cfg: strict, change: func(r *parsers.Result) { r.ToolCalls[0].UnknownTool = true }, want: "names an unknown tool"},
		"repaired":                    {cfg: strict, change: func(r *parsers.Result) { r.ToolCalls[0].Repairs = make([]parsers.Repair, 1) }, want: "call 0 is repaired"},
		"not confident":               {cfg: strict, change: func(r *parsers.Result) { r.ToolCalls[0].Confidence = 0.8 }, want: "confidence of 0.8"},
	} {
		t.Run(name, func(t *testing.T) {
			r := sound()
			tc.change(r)
			got := strings.Join(conformance.ResultComplaints(atFamily(), output, tc.cfg, r), "\n")
			if !strings.Contains(got, tc.want) {
				t.Errorf("the suite says\n%s\nand not %q", got, tc.want)
			}
		})
	}
}
