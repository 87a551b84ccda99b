package tree

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A text is the string that is being read, or that was read last.
type text struct {
	args *args

	start int // start of its text; -1: there is none, or the text behind it showed that it is complete
	told  int // up to here it was written
	typed bool
}

// open begins the delimited string whose text is at offset at.
func (t *text) open(at int) {
	t.args.separate()
	t.start, t.told = at, at
	t.typed = t.args.given.g.Typed && t.args.types() != schema.String
	if !t.typed {
		t.args.out = append(t.args.out, '"')
	}
}

// tell writes the string up to offset end, unless its type is decided only when it is complete.
func (t *text) tell(e *place.Around, end int) {
	if !t.typed && end > t.told {
		e.Visits.Add(end - t.told)
		t.args.out = values.AppendEscaped(t.args.out, e.Slice(t.told, end))
		t.told = end
	}
}

// ends writes the rest of the string, which ends at offset end. It returns false if the value nests
// too deep.
func (t *text) ends(e *place.Around, end int) bool {
	if t.typed {
		return t.args.typed(e, e.Slice(t.start, end))
	}
	t.tell(e, end)
	t.args.out = append(t.args.out, '"')
	return true
}

// unquote returns the value of a string in quotes.
func unquote(v *visit.Count, raw []byte) []byte {
	raw = v.ReplaceAll(raw, []byte(`\'`), []byte("'"))
	return jsonscan.DecodeString(raw, v.IndexByte(raw, '\\') >= 0)
}
