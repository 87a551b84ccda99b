package parsers

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestCheckSpans(t *testing.T) {
	for _, c := range []struct {
		text   string
		spans  []Span
		index  int
		reason string
	}{
		{"", nil, 0, ""},
		{"<a><b>", []Span{{0, 3}, {3, 6}}, 0, ""},
		{"a", []Span{{0, 2}}, 0, "0 to 2 is outside of the text, which has 1 bytes"},
		{"a", []Span{{-1, 1}}, 0, "-1 to 1 is outside of the text, which has 1 bytes"},
		{"ab", []Span{{0, 1}, {1, 1}}, 1, "1 to 1 has no byte"},
		{"ab", []Span{{2, 1}}, 0, "2 to 1 has no byte"},
		{"abc", []Span{{0, 2}, {1, 3}}, 1, "1 is before the end of the span before, 2"},
		{"abc", []Span{{1, 2}, {0, 1}}, 1, "0 is before the end of the span before, 2"},
		{"<｜>", []Span{{0, 2}}, 0, "byte 2 is inside a code point"},
		{"<｜>", []Span{{3, 5}}, 0, "byte 3 is inside a code point"},
	} {
		if index, reason := CheckSpans(c.spans, c.text); index != c.index || reason != c.reason {
			t.Errorf("%q, %v: %d, %q, want %d, %q", c.text, c.spans, index, reason, c.index, c.reason)
		}
	}
}

// TestDecodeTokens: the spans of chunks that end inside of code points, and that have invalid bytes.
func TestDecodeTokens(t *testing.T) {
	type chunk struct {
		bytes  string
		spans  []Span
		text   string
		at     []Span
		reason string
	}
	for name, chunks := range map[string][]chunk{
		"valid":                     {{"é<a>", []Span{{2, 5}}, "é<a>", []Span{{2, 5}}, ""}},
		"an invalid byte before":    {{"\xff<a>", []Span{{1, 4}}, "\uFFFD<a>", []Span{{3, 6}}, ""}},
		"an invalid byte after":     {{"<a>\x80b", []Span{{0, 3}}, "<a>\uFFFDb", []Span{{0, 3}}, ""}},
		"half a code point before":  {{"\xc3<a>", []Span{{1, 4}}, "\uFFFD<a>", []Span{{3, 6}}, ""}},
		"half in the chunk before":  {{"\xc3", nil, "", nil, ""}, {"<a>", []Span{{0, 3}}, "\uFFFD<a>", []Span{{3, 6}}, ""}},
		"whole in the next chunk":   {{"a\xc3", nil, "a", nil, ""}, {"\xa9<a>", []Span{{1, 4}}, "é<a>", []Span{{2, 5}}, ""}},
		"divided in a code point":   {{"<\xef\xbd", []Span{{0, 3}}, "<", []Span{{0, 1}}, ""}, {"\x9c>", []Span{{0, 2}}, "｜>", []Span{{0, 4}}, ""}},
		"starts in a code point":    {{"é<a>", []Span{{1, 5}}, "", nil, "byte 1 is inside a code point"}, {"é", nil, "é", nil, ""}},
		"ends in a code point":      {{"<é", []Span{{0, 2}}, "", nil, "byte 2 is inside a code point"}},
		"longer than the chunk":     {{"é", []Span{{0, 3}}, "", nil, "0 to 3 is outside of the text, which has 2 bytes"}},
		"two of them, side by side": {{"<a><b>", []Span{{0, 3}, {3, 6}}, "<a><b>", []Span{{0, 3}, {3, 6}}, ""}},
	} {
		var d UTF8Decoder
		for i, c := range chunks {
			text, at, _, reason := d.DecodeTokens([]byte(c.bytes), c.spans)
			if text != c.text || !reflect.DeepEqual(at, c.at) || reason != c.reason {
				t.Errorf("%s, chunk %d: %q, %v, %q, want %q, %v, %q", name, i, text, at, reason, c.text, c.at, c.reason)
			}
		}
	}
}

// TestMaskInterrupted: an output is looked through for spelled tokens before it is parsed, and that can be interrupted, too.
func TestMaskInterrupted(t *testing.T) {
	f := toyFamily()
	f.PreservedTokens = []string{"<tok>"}
	output := strings.Repeat("x <tok> ", 3*ChunkBytes/8)
	cfg := Config{SpecialTokens: new(SpecialTokens)}
	enough := errors.New("enough")
	stop := func() error { return enough }
	if _, err := ParseChunks(f, output, cfg, FinishStop, stop); !errors.Is(err, enough) {
		t.Errorf("Parse: %v", err)
	}
	s := NewStream(f, cfg)
	if _, err := s.FeedChunks(output, nil, stop); !errors.Is(err, enough) {
		t.Errorf("Feed: %v", err)
	}
	s.Close()
	calls := 0
	r, err := ParseChunks(f, output, cfg, FinishStop, func() error { calls++; return nil })
	if err != nil || r.Content != output {
		t.Errorf("another content, or the error %v", err)
	}
	if want := 2 * (len(output)/ChunkBytes - 1); calls < want {
		t.Errorf("proceed was called %d times, want %d", calls, want)
	}
}
