package heads

// startNameLines makes the candidate for an output of names on their lines, which the grammar
// has; nil if there can't be one.
func (hd *Heads) startNameLines() Candidate {
	format := hd.Rules.Grammar.NameLines
	if !hd.Cur.Config.Tools.Given() || !hd.Cur.Config.Counts(format) {
		return nil
	}
	made(&hd.nameLines).Open(format, hd.Cur.Pos)
	return hd.Read(hd.nameLines)
}
