package failure_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// Another call begins with a '{' and a key of a call. If a key is the tool's name, an object must follow it, and it is
// no certain beginning.
func TestOpens(t *testing.T) {
	plain, named := grammar.MarkedCalls(), keyed()
	for _, c := range []struct {
		shape              *grammar.Shape
		text               string
		opens, more, begin bool
	}{
		{plain, `{"name": "f"`, true, false, true},
		{plain, `{ 'arguments': {`, true, false, true},
		{plain, `{"x": 1`, false, false, false},
		{plain, `{x`, false, false, false},
		{plain, `{`, false, true, false},
		{plain, `{"na`, false, true, false},
		{plain, `{"` + strings.Repeat("x", failure.MaxOpenerSpace), false, false, false},
		{plain, `{` + strings.Repeat(" ", failure.MaxOpenerSpace+1) + `"name"`, false, false, false},
		{plain, `{"f": {`, false, false, false},
		{named, `{"f": {`, true, false, false},
		{named, `{"f":`, false, true, false},
		{named, `{"f": 1`, false, false, false},
		{named, `{"two words": {`, false, false, false},
		{nil, `{"name": "f"`, false, false, false},
	} {
		var v visit.Count
		var tools *parsers.Tools
		if opens, more := failure.Opens(&v, tools, c.shape)([]byte(c.text)); opens != c.opens || more != c.more {
			t.Errorf("Opens(%q) = %v, %v; want %v, %v", c.text, opens, more, c.opens, c.more)
		}
		if got := failure.Begins(&v, tools, c.shape)([]byte(c.text)); got != c.begin {
			t.Errorf("Begins(%q) = %v", c.text, got)
		}
	}
}
