package jsonscan

import (
	"strings"
	"testing"
)

func TestBareMember(t *testing.T) {
	long := strings.Repeat("x", maxAdjacentKey+1)
	for _, c := range []struct {
		text      string
		key       string
		yes, more bool // more counts if the text may go on
	}{
		{`b: "y"`, "b", true, false},
		{`b : {`, "b", true, false},
		{`b:-1,`, "b", true, false},
		{`b: true}`, "b", true, false},
		{`b: None `, "b", true, false},
		{`b: tru`, "", false, true},
		{`b: he left`, "", false, false},
		{`b: `, "", false, true},
		{`b `, "", false, true},
		{`b`, "", false, true},
		{`b = 1`, "", false, false},
		{`1: 2,`, "", false, false},
		{`"b": 1,`, "", false, false},
		{long[1:] + `: 1,`, long[1:], true, false},
		{long + `: 1,`, "", false, false},
		{`b: ` + long, "", false, false},
		{`b: ` + strings.Repeat(" ", maxAdjacentKey), "", false, false},
	} {
		key, yes, more := BareMember(nil, []byte(c.text), false)
		if yes != c.yes || more != c.more || yes && string(key) != c.key {
			t.Errorf("%q: %q, %t, more %t", c.text, key, yes, more)
		}
		if _, _, more := BareMember(nil, []byte(c.text), true); more {
			t.Errorf("%q: more, at the end", c.text)
		}
	}
}
