package parsers

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// longArguments are so many that they take several sheets.
const longArguments = 5 * sheetBytes

// checkLong feeds the toy a call in these pieces. The deltas of the call that isn't
// withdrawn, put together, are its arguments, and those of an output that comes whole.
func checkLong(t *testing.T, name string, feed []string) {
	t.Helper()
	f := toyFamily()
	stream := NewStream(f, Config{})
	sent := map[int]*strings.Builder{}
	take := func(d *Delta) {
		for _, w := range d.Withdrawn {
			delete(sent, w.Index)
		}
		for _, call := range d.ToolCalls {
			if call.Begin {
				sent[call.Index] = new(strings.Builder)
			}
			sent[call.Index].WriteString(call.Arguments)
		}
	}
	for _, piece := range feed {
		take(stream.Feed(piece))
	}
	delta, result := stream.Finish(FinishStop)
	take(delta)
	want := Parse(f, strings.Join(feed, ""), Config{}, FinishStop)
	if len(result.ToolCalls) != 1 || len(want.ToolCalls) != 1 || len(sent) != 1 {
		t.Fatalf("%s: %d calls, %d sent, %d in the whole output; want 1", name, len(result.ToolCalls), len(sent), len(want.ToolCalls))
	}
	got, whole := result.ToolCalls[0].Arguments, want.ToolCalls[0].Arguments
	if got != whole {
		t.Errorf("%s: %d bytes of arguments, not the %d of the whole output", name, len(got), len(whole))
	}
	for _, s := range sent {
		if s.String() != got {
			t.Errorf("%s: sent %d bytes, not the %d of the arguments", name, s.Len(), len(got))
		}
	}
}

// numbered is text of at least n bytes in which no part is like another one.
func numbered(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "%d€ ", i)
	}
	return b.String()
}

// cutAnywhere is the text in chunks of up to n bytes.
func cutAnywhere(r *rand.Rand, text string, n int) (feed []string) {
	for text != "" {
		k := min(1+r.IntN(n), len(text))
		feed, text = append(feed, text[:k]), text[k:]
	}
	return feed
}

func TestLongArgumentsInPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := numbered(longArguments)
	for _, n := range []int{1, 7, 64, 5000, sheetBytes - 1, sheetBytes, sheetBytes + 1, 3 * sheetBytes} {
		checkLong(t, fmt.Sprintf("up to %d", n), cutAnywhere(r, "{f|"+text+"}", n))
	}
}

// The toy reads the arguments anew at every '&'.
func TestLongArgumentsReadAnew(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := numbered(longArguments)
	for name, output := range map[string]string{
		"to the same":                  text + "&" + text,
		"to the same, less, and more":  text + "&" + text[:len(text)/2] + "&" + text + text,
		"to something else in the end": text + "&" + text[:len(text)-1] + "?",
		"to something else":            text + "&" + text[1:],
	} {
		for _, n := range []int{100, 2 * sheetBytes} {
			checkLong(t, name, cutAnywhere(r, "{f|"+output+"}", n))
		}
	}
}

// What was sent isn't moved as more comes in: the memory is that of the deltas, and of the
// result.
func TestLongArgumentsTakeMemoryTwice(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has memory of its own")
	}
	const n = 13 << 17
	text := strings.Repeat("0123456789abcdef", 4)
	f := toyFamily()
	parser := &argumentsParser{raw: make([]byte, 0, n)}
	f.NewParser = func() Parser { return parser }
	parse := func() {
		s := NewStream(f, Config{})
		for range n / len(text) {
			s.Feed(text)
		}
		s.Finish(FinishStop)
	}
	parse() // makes what is kept
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parse()
	runtime.ReadMemStats(&after)
	if got := float64(after.TotalAlloc-before.TotalAlloc) / n; got > 2.5 {
		t.Errorf("a byte of the arguments takes %.1f bytes of memory", got)
	}
}

var utf8Texts = []string{
	"", "a", "aé€😀z", "\xff", "\xe2\x82", "\xe2\x82a", "\xf0\x9f\x98", "\xf0\x9f\x98\xe2\x82\xac", "\x80\x80\x80\x80",
	"\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "a\xc3", "\xe2\xe2\xe2\x82\xac\xf0", "\xf0\x80é", "€\xe2",
}

// replaced is text with U+FFFD for each byte that is no UTF-8.
func replaced(text string) string { return string([]rune(text)) }

func TestUTF8DecoderAtEveryCut(t *testing.T) {
	for _, text := range utf8Texts {
		everyCut(text, func(pieces []string) {
			if got := decodePieces(t, pieces); got != replaced(text) {
				t.Errorf("%q: got %q, want %q", pieces, got, replaced(text))
			}
		})
		for i := range text {
			for j := range text[i:] {
				pieces := []string{text[:i], text[i : i+j], text[i+j:]}
				if got := decodePieces(t, pieces); got != replaced(text) {
					t.Errorf("%q: got %q, want %q", pieces, got, replaced(text))
				}
			}
		}
	}
}

// decodePieces decodes the pieces, and checks that each gives whole code
// points and that no more than 3 bytes are held back.
func decodePieces(t *testing.T, pieces []string) string {
	t.Helper()
	var d UTF8Decoder
	var got string
	for _, piece := range pieces {
		text := d.Decode([]byte(piece))
		if !utf8.ValidString(text) || d.nHeld > 3 {
			t.Errorf("%q: %q gives %q and holds %d bytes", pieces, piece, text, d.nHeld)
		}
		got += text
	}
	return got + d.Flush()
}

func TestUTF8DecoderKeepsNothingOfThePiece(t *testing.T) {
	var d UTF8Decoder
	piece := []byte("a€\xe2\x82")
	text := d.Decode(piece)
	clear(piece)
	if got := text + d.Decode([]byte("\xac")); got != "a€€" {
		t.Errorf("got %q", got)
	}
}

func TestUTF8DecoderCanBeUsedAgain(t *testing.T) {
	var d UTF8Decoder
	d.Decode([]byte("\xe2"))
	if got := d.Flush() + d.Flush() + d.Decode([]byte("a")); got != "\ufffda" {
		t.Errorf("got %q", got)
	}
}

func FuzzUTF8Decoder(f *testing.F) {
	for _, text := range utf8Texts {
		f.Add(text, 1, 2)
	}
	f.Fuzz(func(t *testing.T, text string, i, j int) {
		i = max(0, min(i, len(text)))
		j = max(i, min(j, len(text)))
		pieces := []string{text[:i], text[i:j], text[j:]}
		if got := decodePieces(t, pieces); got != replaced(text) {
			t.Errorf("%q: got %q, want %q", pieces, got, replaced(text))
		}
	})
}
