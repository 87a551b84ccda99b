package parsers

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// FuzzCollector drives the collector with whatever the toy family makes of an
// output: the result must not depend on the cut, the segments must cover the
// output, and content and reasoning must be what a plain reading of formats.md,
// rules 2 and 11, makes of the segments.
func FuzzCollector(f *testing.F) {
	for i, seed := range []string{
		"a [{f|1}] b\n", " \n{f//p|1}\u3000;^{g|!x}~$ ", "[^[ {f//m|1}", "+#+@%{f//M|1}\n{f//m|1}", "(^,){f/x/o|1}&{f//fo|&1&2}],",
		"<x>{f//x|1}TOKEN", "`x'_y={g//q|1}STAYTOK",
	} {
		f.Add(seed, uint16(i))
		f.Add(seed, uint16(1)<<(i+3))
	}
	f.Fuzz(checkCollector)
}

// checkCollector reads the options from the bits.
func checkCollector(t *testing.T, output string, options uint16) {
	cfg := fuzzedConfig(options)
	output = output[:min(len(output), 200)]
	checkEveryCut(t, output, cfg)
	r := parseToy(output, cfg)
	checkCover(t, output, r)
	if !isPlain(output, r, &cfg) {
		return
	}
	p := readPlainly(output, r, &cfg)
	if r.Content != p.content || r.Reasoning != p.reasoning {
		t.Errorf("%q, %+v: content is %q and reasoning %q, want %q and %q", output, cfg.Options, r.Content, r.Reasoning, p.content, p.reasoning)
	}
}

func fuzzedConfig(options uint16) Config {
	bit := func(n int) bool { return options>>n&1 != 0 }
	o := Options{
		DisableRepair: bit(0), BufferToolCalls: bit(1), SeparateReasoning: bit(7),
		ContentPolicy: ContentPolicy(options >> 3 & 3 % 3),
	}
	if bit(2) {
		o.MinConfidence = 0.5
	}
	if bit(8) {
		o.Formats = []string{"toy/call"}
	}
	cfg := Config{Options: o, ReasoningOpen: bit(9)}
	if bit(5) {
		cfg.Tools = tools("f", "g")
	}
	if bit(6) {
		cfg.Limits = Limits{ToolCalls: 2, ArgumentBytes: 3}
	}
	return cfg
}

func checkCover(t *testing.T, output string, r *Result) {
	t.Helper()
	at := 0
	for _, s := range r.Segments {
		if s.Span.Start != at || s.Span.End <= at {
			t.Errorf("%q: segment %v, and %d is next", output, s, at)
		}
		at = s.Span.End
	}
	if at != len(output) {
		t.Errorf("%q: the segments end at %d", output, at)
	}
}

// Outputs made of the toy's own tokens reach further than fuzzing from seeds.
func TestRandomOutputs(t *testing.T) {
	tokens := []string{
		"{f|1}", "{g/x/|1&1}", "{f//f|1!}", "{h/x/p|2&3}", "{f//o|\u3000}", "{f//a|}", "{f//M|1}", "{f//m|1}", "{f//mp|1}", "{g//r|1}", "{h//ws|é}", "{f|",
		"[", "]", "(", ")", "^", ";", "~", ",", "@", "#", "%", "+", "$", "<", ">", "<", ">", "_", "=", "`", "'", "TOK", "TO", "KEN", "€", "STAY", "{f//x|1}", "{f//x|!}", "{f//q|1}", " ", "\n", "\u3000", "a", "b c", "\xe3", "é",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 700 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		checkCollector(t, b.String(), uint16(random.Uint32()))
		if t.Failed() {
			return
		}
	}
}
