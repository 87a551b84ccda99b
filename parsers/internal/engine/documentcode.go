package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// deliverCode reports the Python calls, between two offsets, that the vendor couldn't read. What
// else the message says is syntax.
func (e *Engine) deliverCode(start, end int) {
	text, at := decodedAt(e.Slice(start, end), start)
	from := bytes.Index(text, []byte(": "))
	if from < 0 || e.grammar.Python == nil {
		return
	}
	from += len(": ")
	items, ok := e.callsIn(text[from:], true)
	if !ok {
		e.Markup(at(from), parsers.RoleDocument)
		e.Invalid(end, parsers.Invalid{
			Format: e.grammar.Python.Format, FreeText: true,
			Reason: parsers.ReasonMalformed, Message: "code that holds more than calls",
		})
		return
	}
	for i := range items {
		c := &items[i]
		c.move(func(i int) int { return at(from + i) })
		c.free = true
		e.Markup(c.start, parsers.RoleDocument)
		c.report(e, e.grammar.Python.Format)
	}
}

// decodedAt is the value of a JSON string, whose text begins at offset from;
// at is where each byte of it stands.
func decodedAt(raw []byte, from int) (text []byte, at func(int) int) {
	var offsets []int
	for i := 0; i < len(raw); {
		n := 1
		if raw[i] == '\\' && i+1 < len(raw) {
			_, n = jsonscan.Unescape(raw[i:])
		}
		text = append(text, jsonscan.DecodeString(raw[i:i+n], true)...)
		for len(offsets) < len(text) {
			offsets = append(offsets, from+i)
		}
		i += n
	}
	offsets = append(offsets, from+len(raw))
	return text, func(i int) int { return offsets[i] }
}
