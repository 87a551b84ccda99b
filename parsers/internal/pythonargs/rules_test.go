package pythonargs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// TestRules has a line for rules of docs/models/formats/README.md, "Python calls".
func TestRules(t *testing.T) {
	var many strings.Builder
	for i := range 60 {
		fmt.Fprintf(&many, "k%d=1, ", i)
	}
	for _, tc := range []struct{ text, want string }{
		{`"s"='x')`, `{"s":"x"} QUOTE_STYLE@0`},
		{`“s”='x')`, `{"s":"x"} QUOTE_STYLE@0`},
		{`"s"=='x')`, `failed at 0`},
		{`"s='x')`, `failed at 0`},
		{"n=1,\u00a0s='x')", `{"n":1,"s":"x"} WHITE_SPACE@4`},
		{"n=1,\u00e9\u00a0=2)", "{\"n\":1,\"\u00e9\":2} WHITE_SPACE@6 second reading"},
		{`s='C:\Users')`, `{"s":"C:\\Users"} INVALID_ESCAPE@5`},
		{`s='\n\Users')`, `{"s":"\n\\Users"} INVALID_ESCAPE@5 second reading`},
		{`s='\v')`, `{"s":"\u000b"}`},
		// A quote that is written twice is one.
		{`s="a"")`, `{"s":"a"} UNESCAPED_QUOTE@4 second reading`},
		{`s=""a", n=1)`, `{"s":"a","n":1} UNESCAPED_QUOTE@3 second reading`},
		{`s='a'', n=1)`, `{"s":"a","n":1} UNESCAPED_QUOTE@4 second reading`},
		{`s="say "a"")`, `{"s":"say \"a\""} UNESCAPED_QUOTE@7 UNESCAPED_QUOTE@9`},
		{`l=["a"", "b"])`, `{"l":["a","b"]} UNESCAPED_QUOTE@5 second reading`},
		{`s="x", n: 1)`, `failed at 8`},
		{`s=5e+3, n=1e-2)`, `{"s":5e+3,"n":1e-2}`},
		{many.String() + `k59=2)`, fmt.Sprint("failed at ", many.Len())},
	} {
		for _, step := range []int{1, len(tc.text)} {
			if got := read(tc.text, Config{Depth: 10, Properties: properties}, step); got != tc.want {
				t.Errorf("%s in chunks of %d:\n got %s\nwant %s", tc.text, step, got, tc.want)
			}
		}
	}
}

// A marker that stops a call ends a string that isn't closed, and so the call.
func TestStop(t *testing.T) {
	var stops [256]bool
	stops['<'] = true
	cfg := Config{Depth: 10, Properties: properties, Firsts: &stops, Stop: func(b []byte, final bool) match.Answer { return match.Text("<|end|>", b, final) }}
	for _, tc := range []struct{ text, want string }{
		{`s='a < b')`, `{"s":"a < b"}`},
		{`s='x)<|end|> f(s='y')`, `failed at 5`},
		{`s='x" y' <|end|>`, `failed at 9`},
	} {
		for _, step := range []int{1, len(tc.text)} {
			if got := read(tc.text, cfg, step); got != tc.want {
				t.Errorf("%s in chunks of %d:\n got %s\nwant %s", tc.text, step, got, tc.want)
			}
		}
	}
}
