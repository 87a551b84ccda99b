package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/document"
)

// startDocument makes the candidate for a document that begins with c; nil if
// none does.
func (e *Engine) startDocument(c byte) Candidate {
	d := e.grammar.Document
	if d == nil || !slices.ContainsFunc(d.Formats, e.Config.Counts) {
		return nil
	}
	if e.document == nil {
		e.document = document.New(e.deliverCode)
	}
	if !e.document.Open(c, d) {
		return nil
	}
	return e.Read(e.document)
}
