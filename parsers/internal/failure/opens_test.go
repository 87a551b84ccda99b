package failure_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/failure"
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
		env := &body.Env{Cursor: &cursor.Cursor{Config: new(parsers.Config)}}
		if opens, sure, more := failure.Opens(env, c.shape)([]byte(c.text)); opens != c.opens || sure != c.begin || more != c.more {
			t.Errorf("Opens(%q) = %v, %v, %v; want %v, %v, %v", c.text, opens, sure, more, c.opens, c.begin, c.more)
		}
	}
}
