package parsers

import (
	"testing"
	"unicode/utf8"
)

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
