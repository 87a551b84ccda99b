package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// movedName is a name that a missing closer moved into the arguments before
// it, as their last member.
type movedName struct {
	field *grammar.Field
	name  string
	start int // of the name's string
	end   int // of the member before it: here the closer is missing
}

// moved looks for the name in arguments that are whole, where none came after
// them. It reads the arguments once more.
func (j *doubt) moved(e *place.Around) (m movedName, ok bool) {
	u := j.unit
	if j.given.alone() || u.nameKey || u.args.kind != objectArguments || u.args.end == 0 || !j.lex.s.Closable() {
		return m, false
	}
	var s jsonscan.Scanner
	s.Start(u.args.start, e.Rules.MaxDepth(), tolerance(e), nil)
	w := &e.Window
	for end := 0; !s.Done(); {
		switch t := s.Next(w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return m, false
		case jsonscan.Comma:
			if s.Depth() == 1 {
				end = t.Start
			}
		case jsonscan.Key:
			if s.Depth() == 1 {
				m = movedName{field: u.shape.Field(w.Slice(t.Start, t.End)), end: end}
			}
		case jsonscan.String:
			if s.Depth() == 1 {
				m.name, m.start = string(j.lex.decode(w, t)), t.Start-1
			}
		}
	}
	return m, m.name != "" && m.end > 0 && m.field != nil && m.field.Name&u.args.field.Arguments != 0
}

// settles tells whether the name's schema says that it is one: the tool is
// declared, and no argument of it bears the key.
func (m *movedName) settles(e *place.Around) bool {
	known := knownKeys(e, m.name)
	return e.Repairs() && known != nil && !known([]byte(m.field.Key))
}
