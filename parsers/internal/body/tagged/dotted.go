package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// swallowed begins the value of a parameter whose opening tag is missing, if the call's name
// contains its key.
func (b *reader) swallowed(c *place.Around) bool {
	key, ok := b.split(c)
	if !ok {
		return false
	}
	b.given.Note(repair.ToolName, b.given.NameAt)
	b.given.Note(repair.MissingMarker, b.given.Inner)
	b.given.cost()
	b.args.keys.add(c, key.Name, span{key.NameAt, key.NameAt + key.NameLen})
	b.args.begin(c)
	b.args.key(c, key.Name)
	b.here.moveTo(b.given.Inner)
	b.here.next(inValue)
	b.beginValue(&key, b.here.pos)
	return true
}

// split splits the call's name into the name of a declared tool and, behind a dot, the key of its
// argument whose opening tag is missing. ok is false if the name has no such parts.
func (b *reader) split(c *place.Around) (key tags.Opened, ok bool) {
	if b.here.Failed || b.args.begun || b.here.last != b.given.Inner || !c.Repairs() || c.Declared(b.given.Name) {
		return key, false
	}
	for i := len(b.given.Name) - 1; i > 0; i-- {
		if tool, rest := b.given.Name[:i], b.given.Name[i+1:]; b.given.Name[i] == '.' && declares(c, []byte(tool), []byte(rest)) {
			b.given.rename(c, tool)
			return tags.Opened{Name: []byte(rest), NameAt: b.given.NameAt + i + 1, NameLen: len(rest), Named: true}, true
		}
	}
	return key, false
}
