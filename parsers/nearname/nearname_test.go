package nearname

import "testing"

func TestIs(t *testing.T) {
	for _, tc := range []struct {
		written, name string
		want          bool
	}{
		{"famly", "family", true},      // a letter is missing
		{"kimmi", "kimi", true},        // one is too many
		{"hemres", "hermes", true},     // two are swapped
		{"prase", "parse", true},       // also in a short name
		{"colour", "color", true},      // another spelling
		{"LLama-3", "llama3", true},    // case and separators
		{"gpt", "gpt_oss", true},       // the beginning of a name
		{"model-id", "model", true},    // a name and more
		{"id", "ids", true},            // also of a short one
		{"nope", "nous", false},        // half of it
		{"kimmi", "mimo", false},       //
		{"lama3", "xlam", false},       //
		{"lama3", "plamo3", false},     //
		{"tls", "tools", false},        //
		{"csh", "zsh", false},          // other words, though only a letter differs
		{"x", "xlam", false},           // a letter is no beginning
		{"hlep", "serve", false},       //
		{"", "family", false},          //
		{"lama3", "llama4json", false}, // only its beginning is alike
	} {
		if got := Is(tc.written, tc.name); got != tc.want {
			t.Errorf("%q for %q: %v", tc.written, tc.name, got)
		}
		if got := Is(tc.name, tc.written); got != tc.want {
			t.Errorf("%q for %q: %v", tc.name, tc.written, got)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abcd", "acbd", 1}, {"abc", "cab", 2}, {"kitten", "sitting", 3},
	} {
		if got := Edits(tc.a, tc.b); got != tc.want {
			t.Errorf("%q, %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}
