package heads

import "github.com/toolparser/toolparser/parsers/internal/body/namelines"

// startNameLines makes the candidate for an output of names on their lines, which the grammar
// has; nil if there can't be one.
func (hd *Heads) startNameLines() Candidate {
	format := hd.rules.Grammar.NameLines
	if !hd.cur.Config.Tools.Given() || !hd.cur.Config.Counts(format) {
		return nil
	}
	if hd.nameLines == nil {
		hd.nameLines = new(namelines.Body)
	}
	hd.nameLines.Open(format, hd.cur.Pos)
	return hd.Read(hd.nameLines)
}
