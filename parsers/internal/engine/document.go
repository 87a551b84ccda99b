package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/document"
)

// StartDocument tries a document at the first byte c of the output, for
// [Grammar.Start]; nil if none begins with it.
func StartDocument(e *Engine, c byte, d *grammar.Document) Candidate {
	if !slices.ContainsFunc(d.Formats, e.Config.Counts) {
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
