package engine

import "github.com/toolparser/toolparser/parsers/internal/body/namelines"

// startNameLines makes the candidate for an output of names on their lines; nil if
// there can't be one.
func (e *Engine) startNameLines() Candidate {
	g := e.grammar.NameLines
	if g == nil || !e.Config.Tools.Given() || !e.Config.Counts(g.Format) {
		return nil
	}
	if e.nameLines == nil {
		e.nameLines = new(namelines.Body)
	}
	e.nameLines.Open(g, e.Pos)
	return e.Read(e.nameLines)
}
