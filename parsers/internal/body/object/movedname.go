package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// movedName is a name that became the last member of the arguments before it, because their closer
// is missing.
type movedName struct {
	field *grammar.Field
	name  string
	start int // of the name's string
	end   int // of the member before it, where the closer is missing
}

// moved looks for the name in complete arguments that no name follows. It reads the arguments once
// more.
func (j *doubt) moved(e *place.Around) (m movedName, ok bool) {
	u := j.unit
	if j.given.alone() || u.nameKey || u.args.kind != objectArguments || u.args.end == 0 || !j.lex.s.Closable() {
		return m, false
	}
	var s jsonscan.Scanner
	s.Start(u.args.start, e.Rules.MaxDepth(), tolerance(e), nil)
	last, ok := recovery.LastMember(&e.Window, &s)
	if !ok {
		return m, false
	}
	m = movedName{field: u.shape.Field(e.Slice(last.Key.Start, last.Key.End)), start: last.Value.Start - 1, end: last.End}
	m.name = string(j.lex.log.Decode(&e.Window, last.Value))
	return m, m.name != "" && m.field != nil && m.field.Name&u.args.field.Arguments != 0
}

// settles reports whether the name is one: the tool is declared, and has no argument with this key.
func (m *movedName) settles(e *place.Around) bool {
	known := knownKeys(e, m.name)
	return e.Repairs() && known != nil && !known([]byte(m.field.Key))
}
