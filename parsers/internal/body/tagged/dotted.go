package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// swallowed begins the value of a parameter whose opening tag is missing, if the call's
// name says which one it is.
func (b *Call) swallowed(c *place.Around) bool {
	key, ok := b.split(c)
	if !ok {
		return false
	}
	b.Note(repair.ToolName, b.NameAt)
	b.Note(repair.MissingMarker, b.Inner)
	b.Free = true
	b.keys.add(c, key.Name, span{key.NameAt, key.NameAt + key.NameLen})
	b.begin(c)
	b.args.key(c, key.Name)
	b.pos, b.phase = b.Inner, inValue
	b.value.begin(b, &key, b.pos)
	return true
}

// split takes the name of a declared tool, and behind a dot the key of its one
// argument, whose opening tag is missing, out of the call's name; false if it holds no such.
func (b *Call) split(c *place.Around) (key tags.Opened, ok bool) {
	if !b.g.Dotted || b.Failed || b.begun || b.last != b.Inner || !c.Repairs() || c.Declared(b.Name) {
		return key, false
	}
	for i := len(b.Name) - 1; i > 0; i-- {
		if tool, rest := b.Name[:i], b.Name[i+1:]; b.Name[i] == '.' && declares(c, []byte(tool), []byte(rest)) {
			b.Name, b.tool = c.Intern([]byte(tool)), c.Properties(tool)
			return tags.Opened{Name: []byte(rest), NameAt: b.NameAt + i + 1, NameLen: len(rest), Named: true}, true
		}
	}
	return key, false
}
