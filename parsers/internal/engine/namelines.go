package engine

import "github.com/toolparser/toolparser/parsers/internal/body/namelines"

// startNameLines makes the candidate for an output of names on their lines; nil if
// there can't be one.
func (hd *heads) startNameLines() Candidate {
	g := hd.rules.grammar.NameLines
	if g == nil || !hd.cur.Config.Tools.Given() || !hd.cur.Config.Counts(g.Format) {
		return nil
	}
	if hd.nameLines == nil {
		hd.nameLines = new(namelines.Body)
	}
	hd.nameLines.Open(g, hd.cur.Pos)
	return hd.read(hd.nameLines)
}
