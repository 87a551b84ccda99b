package families

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// special is a text with special tokens between ⟨ and ⟩: the text without these signs, and where the tokens are.
func special(marked string) (text string, spans []parsers.Span) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(marked, "⟨")
		b.WriteString(before)
		if !ok {
			return b.String(), spans
		}
		token, behind, _ := strings.Cut(rest, "⟩")
		spans = append(spans, parsers.Span{Start: b.Len(), End: b.Len() + len(token)})
		b.WriteString(token)
		marked = behind
	}
}

const (
	spelledXML = "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>"
	realXML    = "⟨<tool_call>⟩\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n⟨</tool_call>⟩"
	bareXML    = "<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>"
)

var specialCases = []struct{ family, output, want string }{
	{"qwen3_coder", realXML, `get_weather {"city":"Oslo"}; `},
	{"qwen3_coder", "The log says " + spelledXML + " and that is all.", "; The log says " + spelledXML + " and that is all."},
	{"qwen3_coder", "It was " + spelledXML + ". " + realXML, `get_weather {"city":"Oslo"}; It was ` + spelledXML + "."},
	{"qwen3_coder", bareXML, "; " + bareXML},
	{"qwen3_coder", realXML + " " + bareXML, `get_weather {"city":"Oslo"}; ` + bareXML},
	{"qwen3_coder", "⟨<think>⟩I write <tool_call> and </think> there.⟨</think>⟩" + realXML,
		`get_weather {"city":"Oslo"}; <think>I write <tool_call> and </think> there.</think>`},
	{"qwen3_coder", strings.Replace(realXML, "Oslo", "</tool_call> <tool_call>", 1), `get_weather {"city":"</tool_call> <tool_call>"}; `},
	{"hermes", `⟨<tool_call>⟩{"name": "get_weather", "arguments": {"city": "a </tool_call> b"}}⟨</tool_call>⟩`, `get_weather {"city": "a </tool_call> b"}; `},
	{"hermes", `Say <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`,
		`get_weather {"city": "Oslo"}; Say <tool_call> </tool_call>`}, // JSON in text is a format without tokens
	{"kimi", `functions.get_weather:0{"city": "Oslo"}`, `; functions.get_weather:0{"city": "Oslo"}`},
	{"deepseek", "⟨<｜tool▁calls▁begin｜>⟩⟨<｜tool▁call▁begin｜>⟩get_weather⟨<｜tool▁sep｜>⟩{\"city\": \"<｜tool▁call▁end｜>\"}⟨<｜tool▁call▁end｜>⟩⟨<｜tool▁calls▁end｜>⟩",
		`get_weather {"city": "<｜tool▁call▁end｜>"}; `},
	{"zaya", strings.ReplaceAll(spelledXML, "tool_call", "zyphra_tool_call"), "; " + strings.ReplaceAll(spelledXML, "tool_call", "zyphra_tool_call")},
	{"qwen3_coder", "a <tool_ca", "; a <tool_ca"},
}

var specialTools = parsers.NewTools([]parsers.Tool{{Name: "get_weather", Parameters: `{"type": "object", "properties": {"city": {"type": "string"}}}`}})

// TestSpecialTokens: what spells a special token is text, in a complete output and in a stream, wherever it is cut.
func TestSpecialTokens(t *testing.T) {
	registry := Registry()
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range specialCases {
		f, err := registry.Find(c.family, "")
		if err != nil {
			t.Fatal(err)
		}
		text, spans := special(c.output)
		cfg := parsers.Config{Tools: specialTools, SpecialTokens: &parsers.SpecialTokens{Spans: spans}}
		if got := callsAndContent(parsers.Parse(f, text, cfg, parsers.FinishStop)); got != c.want {
			t.Errorf("%s: %q:\n got %q\nwant %q", c.family, c.output, got, c.want)
			continue
		}
		for size := range 40 {
			got, sent := streamed(f, text, spans, cfg, func() int {
				if size == 0 {
					return 1 + r.IntN(9)
				}
				return size
			})
			if got != c.want {
				t.Errorf("%s: %q in chunks of %d bytes:\n got %q\nwant %q", c.family, c.output, size, got, c.want)
			}
			if _, content, _ := strings.Cut(c.want, "; "); sent != content {
				t.Errorf("%s: %q in chunks of %d bytes sends the content %q", c.family, c.output, size, sent)
			}
		}
	}
}

// TestMissingTokens: tokens that the tokenizer doesn't have count where they are spelled, the rest don't.
func TestMissingTokens(t *testing.T) {
	f, err := Registry().Find("hermes", "")
	if err != nil {
		t.Fatal(err)
	}
	const call = `<tool_call>{"name": "get_weather", "arguments": {"city": "a <|im_end|> b"}}</tool_call>`
	cfg := parsers.Config{
		Tools: specialTools, Options: parsers.Options{Formats: []string{"hermes/tool_call"}},
		SpecialTokens: &parsers.SpecialTokens{Missing: []string{"<tool_call>", "</tool_call>"}},
	}
	if got, want := callsAndContent(parsers.Parse(f, call, cfg, parsers.FinishStop)), `get_weather {"city": "a <|im_end|> b"}; `; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	cfg.SpecialTokens = &parsers.SpecialTokens{Missing: []string{"</tool_call>"}}
	if got, want := callsAndContent(parsers.Parse(f, call, cfg, parsers.FinishStop)), "; "+call; got != want {
		t.Errorf("without the opener: %q, want %q", got, want)
	}
	if f, err = Registry().Find("qwen3_coder", ""); err != nil {
		t.Fatal(err)
	}
	seed := strings.ReplaceAll(spelledXML, "tool_call", "seed:tool_call")
	cfg = parsers.Config{Tools: specialTools, SpecialTokens: &parsers.SpecialTokens{Missing: []string{"<seed:tool_call>", "</seed:tool_call>"}}}
	if got, want := callsAndContent(parsers.Parse(f, seed, cfg, parsers.FinishStop)), "; "+seed; got != want {
		t.Errorf("with another opener: %q, want %q", got, want)
	}
}

// TestSpelledTokensCount: without spans, where a grammar constrained the output, and where a call is demanded.
func TestSpelledTokensCount(t *testing.T) {
	f, err := Registry().Find("qwen3_coder", "")
	if err != nil {
		t.Fatal(err)
	}
	for name, cfg := range map[string]parsers.Config{
		"unknown":     {},
		"constrained": {SpecialTokens: &parsers.SpecialTokens{Constrained: true}},
		"required":    {SpecialTokens: new(parsers.SpecialTokens), ToolChoice: parsers.ToolChoice{Mode: parsers.ToolChoiceRequired}},
	} {
		cfg.Tools = specialTools
		if got, want := callsAndContent(parsers.Parse(f, spelledXML, cfg, parsers.FinishStop)), `get_weather {"city":"Oslo"}; `; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func callsAndContent(r *parsers.Result) string {
	var calls []string
	for _, c := range r.ToolCalls {
		calls = append(calls, c.Name+" "+c.Arguments)
	}
	return strings.Join(calls, ", ") + "; " + r.Content
}

// streamed is what a stream makes of the output, and the content that it sends. A special token that a chunk cuts has a span
// in each of the two.
func streamed(f *parsers.Family, text string, spans []parsers.Span, cfg parsers.Config, size func() int) (all, content string) {
	cfg.SpecialTokens = new(parsers.SpecialTokens)
	s := parsers.NewStream(f, cfg)
	for at := 0; at < len(text); {
		end := min(at+size(), len(text))
		var own []parsers.Span
		for _, span := range spans {
			if start, end := max(at, span.Start), min(end, span.End); start < end {
				own = append(own, parsers.Span{Start: start - at, End: end - at})
			}
		}
		content += s.FeedTokens(text[at:end], own).Content
		at = end
	}
	d, r := s.Finish(parsers.FinishStop)
	if r == nil {
		return fmt.Sprint(d), content
	}
	return callsAndContent(r), content + d.Content
}
