package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// swallowed begins the value of a parameter whose opening tag is missing, if the call's name
// contains its key: the name is that of a declared tool and, behind a dot, its key.
func (b *reader) swallowed(c *place.Around) bool {
	if b.here.Failed || b.args.begun || b.here.last != b.given.Inner || !c.Repairs() || c.Declared(b.given.Name) {
		return false
	}
	for i := len(b.given.Name) - 1; i > 0; i-- {
		tool, key := []byte(b.given.Name[:i]), []byte(b.given.Name[i+1:])
		if b.given.Name[i] != '.' || !declares(c, tool, key) {
			continue
		}
		b.given.Name, b.given.Free = c.Intern(tool), true
		b.given.tool = c.Rules.Properties(b.given.Name)
		b.given.Note(repair.ToolName, b.given.NameAt)
		b.given.Note(repair.MissingMarker, b.given.Inner)
		b.here.pos, b.here.phase = b.given.Inner, inValue
		o := tags.Opened{Name: key, NameAt: b.given.NameAt + i + 1 - b.given.Inner, NameLen: len(key), Named: true}
		b.key(c, &o)
		b.beginValue(&o, b.here.pos)
		return true
	}
	return false
}
