package engine

import (
	"github.com/toolparser/toolparser/parsers/grammar"
)

// StartDocument tries a document at the first byte c of the output, for
// [Grammar.Start]; nil if none begins with it.
func StartDocument(e *Engine, c byte, d *grammar.Document) Candidate {
	if c == '{' && d.Object != nil || c == '[' && d.List != nil {
		return e.newDocumentReader(d)
	}
	return nil
}
