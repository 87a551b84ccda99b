package values

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// special are the bytes that mean something in a JSON string, or to code that looks at eight
// bytes at a time. Other bytes are only between them.
var special = []byte("\"\\\x00\x1f\n\t /{}[],:a\x7f\x80\xc3\xa9\xff")

// texts calls f with texts of special bytes, up to 40 bytes long, with plain ones between
// them. Every special byte comes at every place.
func texts(f func(text []byte)) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		for _, c := range special {
			for at := range n {
				text := bytes.Repeat([]byte("x"), n)
				text[at] = c
				f(text)
			}
		}
		for range 200 {
			text := make([]byte, n)
			for i := range text {
				text[i] = special[random.IntN(len(special))]
			}
			f(text)
		}
	}
}

// TestString: a text as a JSON string is valid, and stands for the text.
func TestString(t *testing.T) {
	texts(func(text []byte) {
		quoted := AppendString([]byte("["), text)
		if !json.Valid(append(quoted, ']')) {
			t.Fatalf("%q became %s", text, quoted)
		}
		inside := quoted[2 : len(quoted)-1]
		if got := jsonscan.DecodeString(inside, true); !bytes.Equal(got, text) {
			t.Fatalf("%q became %s, and that %q", text, quoted, got)
		}
		if plain := bytes.Equal(inside, text); plain != Plain(text) {
			t.Fatalf("%q is %s, plain: %t", text, quoted, Plain(text))
		}
	})
}

// TestCompact: JSON without its white space is what encoding/json makes of it.
func TestCompact(t *testing.T) {
	texts(func(text []byte) {
		value := AppendString([]byte(" [1 ,\t{ \"a b\" : "), text)
		value = append(AppendString(append(value, "} ,\n"...), text), " ] "...)
		var want bytes.Buffer
		if err := json.Compact(&want, value); err != nil {
			t.Fatal(err)
		}
		if got := AppendCompact(nil, value); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%s became %s, want %s", value, got, want.Bytes())
		}
	})
}
