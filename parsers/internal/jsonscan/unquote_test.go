package jsonscan

import (
	"encoding/json"
	"testing"
)

func TestDecodeString(t *testing.T) {
	for _, raw := range []string{
		``, `plain`, `\n`, `a\"b\\c\/d`, `\b\f\n\r\tz`, `é\u00e9\u0000`, `\ud83d\ude00!`,
		`\ud83d`, `12345678\n2345678`, `1234567\u00e92345678`, `\ud83dx`, `\ud83d\n`, `\ud83d\ud83d\ude00`, `\ude00\ud83d`, `\uFfFf`, `\\u0041`,
	} {
		var want string
		if err := json.Unmarshal([]byte(`"`+raw+`"`), &want); err != nil {
			t.Fatal(err)
		}
		if got := DecodeString([]byte(raw), true); string(got) != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
	}
	for _, raw := range []string{`\`, `\x`, `\u12`, `\u12zz`, "a\xff\\"} {
		if got := DecodeString([]byte(raw), true); string(got) != raw {
			t.Errorf("%q, which is no JSON, became %q", raw, got)
		}
	}
}
