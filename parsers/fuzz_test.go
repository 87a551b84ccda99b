package parsers

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// FuzzCollector drives the collector with whatever the toy family makes of an
// output: the result must not depend on the cut, the segments must cover the
// output, and the content must be what a plain reading of formats.md, rules 2
// and 11, makes of the segments.
func FuzzCollector(f *testing.F) {
	for i, seed := range []string{
		"a [{f|1}] b\n", " \n{f//p|1}\u3000;^{g|!x}~$ ", "[^[ {f//m|1}", "+#+@%{f//M|1}\n{f//m|1}", "(^,){f/x/o|1}&{f//fo|&1&2}],",
	} {
		f.Add(seed, uint8(i))
	}
	f.Fuzz(checkCollector)
}

// checkCollector reads one option from each bit.
func checkCollector(t *testing.T, output string, options uint8) {
	bit := func(n int) bool { return options>>n&1 != 0 }
	cfg := Config{Options: Options{DisableRepair: bit(0), BufferToolCalls: bit(1)}}
	if bit(2) {
		cfg.Options.MinConfidence = 0.5
	}
	if bit(3) {
		cfg.Options.ContentPolicy = ContentVerbatim
	}
	if bit(4) {
		cfg.Tools = tools("f", "g")
	}
	if bit(5) {
		cfg.Limits = Limits{ToolCalls: 2, ArgumentBytes: 3}
	}
	output = output[:min(len(output), 200)]
	checkEveryCut(t, output, cfg)
	r := parseToy(output, cfg)
	checkCover(t, output, r)
	if want, ok := plainContent(output, r, !bit(3)); ok && r.Content != want {
		t.Errorf("%q: content is %q, want %q", output, r.Content, want)
	}
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

// Stand-ins for what is removed, among the runes of the text.
const (
	removedCall rune = -1 - iota
	removedMarkup
)

// plainContent makes the content of the segments, rune by rune. It gives up
// on an output that ends in a call's header, whose '+' is no Decoded text.
func plainContent(output string, r *Result, joined bool) (string, bool) {
	var runes []rune
	for _, s := range r.Segments {
		text := output[s.Span.Start:s.Span.End]
		switch s.Kind {
		case SegmentToolCall:
			runes = append(runes, removedCall)
		case SegmentReasoning:
			runes = append(runes, removedMarkup)
		case SegmentMarkup:
			runes = append(runes, removedIn(text)...)
		case SegmentText:
			if strings.Contains(text, "{") {
				return "", false
			}
			runes = append(runes, rawRunes(strings.ReplaceAll(text, "+", "plus\n"))...)
		default:
			runes = append(runes, rawRunes(text)...)
		}
	}
	return join(runes, joined, len(r.ToolCalls) > 0), true
}

// removedIn reads markup: calls that were absorbed are calls, '#' is nothing.
func removedIn(text string) []rune {
	var runes []rune
	depth := 0
	for _, b := range []byte(text) {
		switch {
		case b == '{':
			if depth == 0 {
				runes = append(runes, removedCall)
			}
			depth++
		case b == '}':
			depth--
		case depth == 0 && b != '#':
			runes = append(runes, removedMarkup)
		}
	}
	return runes
}

// invalidByte stands for a byte b that is no UTF-8 as invalidByte + b.
const invalidByte = unicode.MaxRune + 1

func rawRunes(text string) []rune {
	var runes []rune
	for i, r := range text {
		if r == unicode.ReplacementChar && !strings.HasPrefix(text[i:], "\ufffd") {
			r = invalidByte + rune(text[i])
		}
		runes = append(runes, r)
	}
	return runes
}

// join writes the runes, each run of white space and stand-ins as rule 11 wants it.
func join(runes []rune, joined, called bool) string {
	var b strings.Builder
	for i := 0; i < len(runes); {
		n := i
		for n < len(runes) && (runes[n] < 0 || unicode.IsSpace(runes[n])) {
			n++
		}
		if n == i {
			n++
			writeRunes(&b, runes[i:n])
		} else {
			writeRun(&b, runes[i:n], joined, called, i == 0 || n == len(runes))
		}
		i = n
	}
	return b.String()
}

func writeRun(b *strings.Builder, run []rune, joined, called, end bool) {
	removed := false
	first, last := -1, -1
	for i, r := range run {
		removed = removed || r < 0
		if r == removedCall {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	switch {
	case joined && end && called:
	case !joined || end || !removed:
		writeRunes(b, run)
	case first < 0 && strings.ContainsRune(string(run), '\n'),
		first >= 0 && strings.ContainsRune(string(run[:first])+string(run[last:]), '\n'):
		b.WriteString("\n\n")
	default:
		b.WriteString(" ")
	}
}

// writeRunes writes what isn't a stand-in.
func writeRunes(b *strings.Builder, runes []rune) {
	for _, r := range runes {
		switch {
		case r >= invalidByte:
			b.WriteByte(byte(r - invalidByte))
		case r >= 0:
			b.WriteRune(r)
		}
	}
}

// Outputs made of the toy's own tokens reach further than fuzzing from seeds.
func TestRandomOutputs(t *testing.T) {
	tokens := []string{
		"{f|1}", "{g/x/|1&1}", "{f//f|1!}", "{h/x/p|2&3}", "{f//o|\u3000}", "{f//a|}", "{f//M|1}", "{f//m|1}", "{f//mp|1}", "{g//r|1}", "{h//ws|é}", "{f|",
		"[", "]", "(", ")", "^", ";", "~", ",", "@", "#", "%", "+", "$", " ", "\n", "\u3000", "a", "b c", "\xe3", "é",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		checkCollector(t, b.String(), uint8(random.Uint32()))
		if t.Failed() {
			return
		}
	}
}
