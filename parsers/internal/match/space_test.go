package match

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		text, b string
		final   bool
		want    Answer
	}{
		{"<call>", "<call>x", false, 6}, {"<call>", "<cal", false, More}, {"<call>", "<cal", true, No}, {"<call>", "<cat", false, No},
		{"<call>", "", false, More}, {"<call>", "", true, No}, {"<call>", "<cXll>", false, No},
	} {
		if got := Text(c.text, []byte(c.b), c.final); got != c.want {
			t.Errorf("Text(%q, %q, %v) = %v; want %v", c.text, c.b, c.final, got, c.want)
		}
	}
	if More.Plus(2) != More || No.Plus(2) != No || Answer(1).Plus(2) != 3 || More.Len() != 0 || Answer(2).Len() != 2 {
		t.Error("only a yes has a length")
	}
}

func TestAny(t *testing.T) {
	texts := []string{"<a>", "<a><b>"}
	for b, want := range map[string]Answer{"<a>x": 3, "<a><b>": 6, "<a><": More, "<b>": No} {
		if got := Any(texts, []byte(b), false); got != want {
			t.Errorf("Any(%q) = %v; want %v", b, got, want)
		}
	}
}

func TestWideSpace(t *testing.T) {
	for _, c := range []struct {
		b     string
		final bool
		n     int
		more  bool
		one   Answer
	}{
		{"x", false, 0, false, No}, {" \t\u00a0\ufeffx", false, 7, false, 1}, {" \xc2", false, 1, true, 1}, {" \xc2", true, 1, false, 1},
		{"\u00a0", false, 2, false, 2}, {"\xc2", false, 0, true, More}, {"\xc2", true, 0, false, No}, {"é", false, 0, false, No}, {"", false, 0, false, More},
	} {
		if n, more := WideSpaceLen([]byte(c.b), c.final); n != c.n || more != c.more {
			t.Errorf("WideSpaceLen(%q, %v) = %d, %v; want %d, %v", c.b, c.final, n, more, c.n, c.more)
		}
		if got := WideSpace([]byte(c.b), c.final); got != c.one {
			t.Errorf("WideSpace(%q, %v) = %v; want %v", c.b, c.final, got, c.one)
		}
	}
	for b, want := range map[string]string{"x": "x", " x\n": "x", "\u00a0x y\ufeff": "x y", " ": "", "": ""} {
		if got := TrimWideSpace(new(work.Counter), []byte(b)); string(got) != want {
			t.Errorf("TrimWideSpace(%q) = %q", b, got)
		}
	}
	if SpaceLen([]byte(" \n\t\rx")) != 4 || SpaceEnd([]byte("a  b"), 1) != 3 || string(TrimSpaceRight([]byte("a \n"))) != "a" {
		t.Error("white space between tokens is JSON's")
	}
}

// A text is near another one if only few bytes are missing, added or changed.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		b    string
		most int
		n    int
	}{
		{"parameter>", 2, 9}, {"paramter>", 2, 8}, {"parammeter>", 2, 10}, {"parqmeter>", 2, 9}, {"prmeter>", 2, 7}, {"pmeter>", 2, 0}, {"", 2, 0}, {"paramter", 0, 0},
	} {
		if got := Near("parameter", []byte(c.b), c.most); got != c.n {
			t.Errorf("Near(%q, %d) = %d; want %d", c.b, c.most, got, c.n)
		}
	}
	if long := make([]byte, 200); Near(string(long), long, 1) != 0 {
		t.Error("what is near a long text isn't looked for")
	}
}

func TestWords(t *testing.T) {
	for b, want := range map[string]int{"a-b_c.1>": 7, ">": 0, "": 0} {
		if got := WordLen([]byte(b)); got != want {
			t.Errorf("WordLen(%q) = %d", b, got)
		}
	}
	if WordLen(make([]byte, 100)) != 0 || !IsWord('-') || IsWord('>') {
		t.Error("letters, digits, '_', '-' and '.' are in words")
	}
}
