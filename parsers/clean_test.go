package parsers

import (
	"strings"
	"testing"
)

// The toy's special tokens are TOK, TOKEN and €€; STAYTOK and €é are reasoning
// markers, and so are < and >.
func TestCleanContent(t *testing.T) {
	for _, tc := range []struct{ name, output, content, reasoning string }{
		{"nothing to leave out", " a\n", " a\n", ""},
		{"a call", " a {f|1} b", "a b", ""},
		{"an invalid call", " a {f|!} b", "a b", ""},
		{"an invalid call next to newlines", "a\n{f|!} b", "a\n\nb", ""},
		{"a rejected call", "a{f//a|1}b", "a b", ""},
		{"an invalid call alone", " {f|!}\n", "", ""},
		{"the markup of an invalid call is text", "[{f|!}]", "[ ]", ""},
		{"a token", "aTOKb", "a b", ""},
		{"a token at the start", " TOK a ", "a", ""},
		{"a token next to newlines", "a \nTOK\n b", "a\n\nb", ""},
		{"tokens and calls are one run", "a TOK {f|1} {f|!}€€ b", "a b", ""},
		{"the longer of two tokens", "aTOKENb", "a b", ""},
		{"almost the longer one", "aTOKEb TOKE", "a Eb E", ""},
		{"almost a token", "aTOb TO", "aTOb TO", ""},
		{"one begins in another", "TOTOKTO,TOTOK", "TO TO,TO", ""},
		{"of more than ASCII", "a€€€b€", "a €b€", ""},
		{"none in two parts", "TO{f|1}K", "TO K", ""},
		{"none in two parts, around a thought", "TO<x>K", "TO K", "x"},
		{"document syntax parts nothing", "aTO#Kb", "a b", ""},
		{"decoded text", "+TOK+", "plus\n\nplus", ""}, //nolint:dupword // as it is written
		{"a reasoning marker stays", "aSTAYTOKb €é", "aSTAYTOKb €é", ""},
		{"almost a reasoning marker", "aSTAYTO STAYTO", "aSTAYTO STAYTO", ""},
		{"bytes that are no UTF-8", "\xe2\x82TOK\xe2", "\xe2\x82 \xe2", ""},
		{"reasoning is for a person, too", "<x TOK {f|!}y\n>\nTO", "TO", "x y"},
		{"text behind a reasoning token at its end", "<xTO>K", "K", "xTO"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := Config{Options: Options{ContentPolicy: ContentClean, SeparateReasoning: true}}
			got := parseToy(tc.output, cfg)
			if got.Content != tc.content || got.Reasoning != tc.reasoning {
				t.Errorf("%q: content %q and reasoning %q, want %q and %q", tc.output, got.Content, got.Reasoning, tc.content, tc.reasoning)
			}
			checkEveryCut(t, tc.output, cfg)
		})
	}
	cfg := Config{Options: Options{ContentPolicy: ContentClean}}
	if got := parseToy("<xTOK> a{f|!}", cfg).Content; got != "<x > a" {
		t.Errorf("content with its thoughts is %q", got)
	}
	checkEveryCut(t, "<xTOK> a{f|!}STAYTO", cfg)
}

func TestCleanDeltas(t *testing.T) {
	checkDeltaLines(t, Config{Options: Options{ContentPolicy: ContentClean}}, []deltaCase{
		{"nothing of a token is sent", pieces("aT", "OK", " b"), pieces(`"a"`, "", `" b"`)},
		{"what may become one is held back", pieces("aT", "O", "x"), pieces(`"a"`, "", `"TOx"`)},
		{"a token that may become a longer one", pieces("aTOK", "E", "x"), pieces(`"a"`, "", `" Ex"`)},
		{"what might have become one comes at the end", pieces("aTO"), pieces(`"a"`, `"TO"`)},
		{"nothing of an invalid call is sent", pieces("a {f|", "1!", "} b"), pieces(`"a" | +0 f:0 f`, "-0", `" b"`)},
	})
}

// A family without special tokens has none to leave out.
func TestCleanWithoutTokens(t *testing.T) {
	f := toyFamily()
	f.PreservedTokens = nil
	got := Parse(f, "aTOK{f|!}b", Config{Options: Options{ContentPolicy: ContentClean}}, FinishStop).Content
	if want := "aTOK b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCleanIsCounted: what is looked at to leave out tokens counts as work, each byte.
func TestCleanIsCounted(t *testing.T) {
	looked := func(output string, o Options) int {
		var work Work
		Parse(toyFamily(), output, Config{Options: o, Work: &work}, FinishStop)
		return work.Visits()
	}
	for _, unit := range []string{"a", "TOKEN", "TOKE", "T", "€€", "[TOK"} {
		output := strings.Repeat(unit, 10_000)
		clean, joined := looked(output, Options{ContentPolicy: ContentClean}), looked(output, Options{})
		if n := len(output); clean-joined < n || clean-joined > 8*n {
			t.Errorf("%q: of %d bytes, %d are looked at, and %d without leaving out tokens", unit, n, clean, joined)
		}
	}
}

// TestTokenMatch compares with a look at each token.
func TestTokenMatch(t *testing.T) {
	f := &Family{
		PreservedTokens:  []string{"<a>", "<ab>", "<a", "b", "<abc>", "<a>", "é<", "<abd", "<abe", "<zz>", "", "<b"},
		ReasoningMarkers: []ReasoningMarkers{{"<ab>", "</ab>"}, {"<a>x", ""}},
	}
	set := f.tokens()
	for _, text := range []string{"", "<", "<a", "<a>", "<a>x", "<a>y", "<ab>", "<abc", "<abc>d", "<abd", "<abf", "</ab>", "</a", "é", "é<", "b", "c", "<zz>", "<z>", "<b>", "\xc3"} {
		var want tokenMatch
		try := func(token string, stay bool) {
			switch {
			case token == "" || !strings.HasPrefix(text, token) && !strings.HasPrefix(token, text):
			case len(text) < len(token):
				want.more = true
			case len(token) > want.n || len(token) == want.n && stay:
				want.n, want.stay = len(token), stay
			}
		}
		for _, token := range f.PreservedTokens {
			try(token, false)
		}
		for _, m := range f.ReasoningMarkers {
			try(m.Open, true)
			try(m.Close, true)
		}
		got := set.match([]byte(text))
		if got.looked > len(text) {
			t.Errorf("%q: %d bytes are looked at", text, got.looked)
		}
		if got.looked = 0; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
