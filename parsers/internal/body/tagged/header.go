package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// Note notes a repair.
func (h *Header) Note(kind repair.Kind, at int) {
	h.Repairs = append(h.Repairs, parsers.Repair{Kind: kind, Offset: at})
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
