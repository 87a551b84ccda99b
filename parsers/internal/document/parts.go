package document

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A part is a part of the document that isn't just syntax.
type part struct {
	kind       partKind // of no length if it opens or closes
	escaped    bool     // a text holds escapes
	start, end int
	shape      *grammar.Shape // of a call
	via        *grammar.Field // under whose key the call is
}

type partKind uint8

const (
	partText partKind = iota
	partReasoning
	partReasoningEnd
	partCall
	partCode
)

// enclose turns the texts among the parts from index from on into the reasoning
// between start and end, and drops the rest of these parts.
func (d *Reader) enclose(from, start, end int) {
	texts := slices.DeleteFunc(d.parts[from:], func(p part) bool { return p.kind != partText })
	d.parts = slices.Insert(d.parts[:from+len(texts)], from, part{kind: partReasoning, start: start})
	d.parts = append(d.parts, part{kind: partReasoningEnd, start: end})
}

// deliver reports the document, which has closed.
func (d *Reader) deliver(e *place.Around) {
	for i := range d.parts {
		p := &d.parts[i]
		e.Markup(p.start, parsers.RoleDocument)
		switch p.kind {
		case partText:
			e.Decoded(p.end, jsonscan.DecodeString(e.Slice(p.start, p.end), p.escaped))
		case partReasoning:
			e.Markup(p.start, parsers.RoleReasoning)
		case partReasoningEnd:
			e.Markup(p.start, parsers.RoleReasoningEnd)
		case partCall:
			d.json.ReadWhole(e, p.start, p.shape, p.via)
			d.json.EndWhole(e, p.end)
		case partCode:
			if d.failed && d.code != nil {
				d.code(p.start, p.end)
			}
		}
	}
	e.MarkupTo(d.s.Pos(), parsers.RoleDocument)
}
