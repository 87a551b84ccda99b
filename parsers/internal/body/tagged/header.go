package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// SetName sets the name at offset at, if it may be the name of a tool.
func (h *Header) SetName(c *place.Around, g *grammar.Tags, name []byte, at int) {
	if h.NameAt = at; names.Plain(name) {
		h.Name = c.Intern(name)
		return
	}
	name, kind := names.True(c.Visits, c.Config, name)
	if kind != 0 {
		h.Note(kind, at)
	} else if doubled, ok := names.Doubled(c.Config, name); ok {
		name = doubled
		h.Note(repair.ToolName, at)
	}
	attribute := g.Call.Name != grammar.NameBehind && g.Call.Name != grammar.NameAssigned
	if names.Valid(c.Config.Tools, name) && (attribute || !names.Damaged(c.Config.Tools, name)) {
		h.Name = c.Intern(name)
	}
}

// Attributes notes how the attributes of the opening tag are written, and which attributes it has
// in addition to its name. These may be arguments, and would be lost.
func (h *Header) Attributes(c *place.Around, o *tags.Opened) {
	if o.Unquoted {
		h.Note(repair.QuoteStyle, h.At)
	}
	for _, key := range o.Others {
		h.Lost = "the opening tag of the call holds what may be arguments"
		if c.Rules.Properties(h.Name).Names(key) {
			h.Argument = true
		}
	}
}

// SplitName splits the name of a call from its first key, whose opening tag is missing. The tool
// and the key must be declared. It returns false if this is no call.
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
		h.Reason, h.Message = parsers.ReasonMalformed, "a key has no opening tag, and isn't a key of a declared tool"
		return true
	}
	h.Keyless, h.Inner = true, h.At+o.NameAt+n
	h.Note(repair.MissingMarker, h.Inner)
	o.Name, o.NameLen = o.Name[:n], n
	return true
}

// declares reports whether there is a declared tool with this name, and it has the key.
func declares(c *place.Around, name, key []byte) bool {
	return c.Config.Tools.Declared(string(name)) && c.Rules.Properties(string(name)).Names(c.Visits.TrimSpace(key))
}

// Note notes a repair. Repairs are rare, but inlining this at thirty places would add 2 KB of code
// that every call runs through.
//
//go:noinline
func (h *Header) Note(kind repair.Kind, at int) {
	h.Repairs = append(h.Repairs, parsers.Repair{Kind: kind, Offset: at})
}
