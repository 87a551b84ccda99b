package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// A documentPart is a piece of the document that isn't just syntax.
type documentPart struct {
	kind       documentPartKind // of no length if it opens or closes
	escaped    bool             // a text holds escapes
	start, end int
	shape      *grammar.Shape // of a call
	via        *grammar.Field // under whose key the call is
}

type documentPartKind uint8

const (
	documentText documentPartKind = iota
	documentReasoning
	documentReasoningEnd
	documentCall
	documentCode
)

// enclose makes the texts among the parts from index from on the reasoning that
// stands between start and end.
func (d *documentReader) enclose(from, start, end int) {
	texts := slices.DeleteFunc(d.parts[from:], func(p documentPart) bool { return p.kind != documentText })
	d.parts = slices.Insert(d.parts[:from+len(texts)], from, documentPart{kind: documentReasoning, start: start})
	d.parts = append(d.parts, documentPart{kind: documentReasoningEnd, start: end})
}

// deliver reports the document, which has closed.
func (d *documentReader) deliver(e *Engine) {
	if !d.proved && !d.called {
		e.Retry()
		return
	}
	for i := range d.parts {
		p := &d.parts[i]
		e.Markup(p.start, parsers.RoleDocument)
		switch p.kind {
		case documentText:
			e.Decoded(p.end, jsonscan.DecodeString(e.Slice(p.start, p.end), p.escaped))
		case documentReasoning:
			e.Markup(p.start, parsers.RoleReasoning)
		case documentReasoningEnd:
			e.Markup(p.start, parsers.RoleReasoningEnd)
		case documentCall:
			e.json.ReadWhole(&e.around, p.start, p.shape, p.via)
			e.json.EndWhole(&e.around, p.end)
		case documentCode:
			if d.failed {
				p.deliverCode(e)
			}
		}
	}
	e.Pos = d.s.Pos()
	e.Markup(e.Pos, parsers.RoleDocument)
}

// Decoded reports what is held back, up to end, as text that is written differently.
func (e *Engine) Decoded(end int, text []byte) {
	if end > e.Mark {
		e.Handler.Decoded(parsers.Span{Start: e.Mark, End: end}, text)
		e.Mark = end
	}
}
