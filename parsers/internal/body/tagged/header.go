package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// Note notes a repair.
func (h *Header) Note(kind repair.Kind, at int) {
	h.Repairs = append(h.Repairs, parsers.Repair{Kind: kind, Offset: at})
}

// split takes the name of a declared tool, and behind a dot the key of its one
// argument, whose opening tag is missing, out of the call's name; false if it holds no such.
func (b *Call) split(c *place.Around) (key tags.Opened, ok bool) {
	if !b.g.Dotted || b.Failed || b.begun || b.last != b.Inner || !c.Repairs() || c.Declared(b.Name) {
		return key, false
	}
	for i := len(b.Name) - 1; i > 0; i-- {
		if tool, rest := b.Name[:i], b.Name[i+1:]; b.Name[i] == '.' && declares(c, []byte(tool), []byte(rest)) {
			b.Name, b.tool = c.Config.Tools.Intern([]byte(tool)), c.Properties(tool)
			return tags.Opened{Name: []byte(rest), NameAt: b.NameAt + i + 1, NameLen: len(rest), Named: true}, true
		}
	}
	return key, false
}

// swallowed begins the value of a parameter whose opening tag is missing, if the call's
// name says which one it is.
func (b *Call) swallowed(c *place.Around) bool {
	key, ok := b.split(c)
	if !ok {
		return false
	}
	b.note(repair.ToolName, b.NameAt)
	b.note(repair.MissingMarker, b.Inner)
	b.Free = true
	b.keys.add(c, key.Name, span{key.NameAt, key.NameAt + key.NameLen})
	b.begin(c)
	b.args.key(c, key.Name)
	b.pos, b.phase = b.Inner, inValue
	b.value.start(b, key, b.pos)
	return true
}

// SetName sets the name that stands at offset at, if it can name a tool.
func (h *Header) SetName(c *place.Around, g *grammar.Tags, name []byte, at int) {
	name, repaired := names.True(c.Config, name)
	if g.Dotted && !repaired {
		name, repaired = names.Doubled(c.Config, name)
	}
	h.NameAt = at
	if repaired {
		h.Note(repair.ToolName, at)
	}
	if names.Valid(name) {
		h.Name = c.Config.Tools.Intern(name)
	}
}

// SplitName tells where the name ends and the first key begins of a call whose
// key lacks its opening tag: the tool must be declared, and so must the key. It
// is false if this is no call.
func (h *Header) SplitName(c *place.Around, o *tags.Opened) bool {
	if o.Key != nil {
		h.Keyless = c.Repairs() && declares(c, o.Name, o.Key)
		h.Note(repair.MissingMarker, h.Inner)
		return h.Keyless
	}
	n := len(o.Name) - 1
	for n > 0 && (!c.Repairs() || !declares(c, o.Name[:n], o.Name[n:])) {
		n--
	}
	if n <= 0 {
		h.Reason, h.Message = parsers.ReasonMalformed, "a key lacks its opening tag, and no declared tool and key stand there"
		return true
	}
	h.Keyless, h.Inner = true, h.At+o.NameAt+n
	h.Note(repair.MissingMarker, h.Inner)
	o.Name, o.NameLen = o.Name[:n], n
	return true
}

// declares tells whether a declared tool has the name, and the key.
func declares(c *place.Around, name, key []byte) bool {
	return c.Config.Tools.Declared(string(name)) && c.Properties(string(name)).Names(bytes.TrimSpace(key))
}
