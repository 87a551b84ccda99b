package match_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

func TestSpelling(t *testing.T) {
	for _, tc := range []struct {
		name, text, b string
		fold          bool
		want          match.Answer
	}{
		{"as it is written", "<tool_calls>", "<tool_calls>[", false, 12},
		{"another one", "<tool_calls>", "<tool_calm>[", false, match.No},
		{"the first eight bytes alike, more must tell", "<tool_calls>", "<tool_cal", false, match.More},
		{"in another case", "<tool_calls>", "<Tool_CALLS>", true, 12},
		{"in another case, which counts", "<tool_calls>", "<Tool_CALLS>", false, match.No},
		{"a space is any white space", "<|close|> tools <|sep|>", "<|close|>\n\ttools<|sep|>", false, 23},
		{"a space is none", "<|close|> tools <|sep|>", "<|close|>tools<|sep|>", false, 21},
		{"spaces in the first eight bytes", "a b c d e", "abc  d e", false, 8},
		{"attributes", "<|open|> tools …<|sep|>", `<|open|> tools a="…"<|sep|>`, false, 29},
		{"a word", "<calls:*>", "<calls:a-b>", false, 11},
		{"a word isn't its placeholder", "<calls:*>", "<calls:*>", false, match.No},
		{"a token that begins as the placeholder for attributes", "<｜tool▁calls▁end｜>", "<｜tool▁calls▁end｜>", false, 26},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := match.Spelling(nil, tc.text, []byte(tc.b), false, tc.fold); got != tc.want {
				t.Errorf("%q at %q: got %d, want %d", tc.text, tc.b, got, tc.want)
			}
		})
	}
}

// Markers with attributes are found in the same places as without a memory, in whatever chunks they
// come. And each byte is looked at about as often as the text behind the attributes has bytes.
func TestSought(t *testing.T) {
	texts := []string{"<open …<end>"}
	for _, output := range []string{
		`<open a="x"<end><open <open b<end><end>`, "<open " + strings.Repeat("<open x<en", 50) + "<end>",
	} {
		for whole := range 2 {
			var s match.Sought
			var v work.Counter
			for n := 1; n <= len(output); n++ {
				if whole == 1 {
					n = len(output)
				}
				b := []byte(output[:n])
				for at := range b {
					want := match.AnySpelling(nil, texts, b[at:], false, false)
					if got := match.AnySpellingAt(&v, &s, at, texts, b[at:], false, false); got != want {
						t.Fatalf("%q at %d of %d bytes: got %d, want %d", output, at, n, got, want)
					}
				}
			}
			if most := 6 * len(output); whole == 1 && v.N() > most {
				t.Errorf("%q: looked at %d bytes, at most %d are due", output, v.N(), most)
			}
		}
	}
}
