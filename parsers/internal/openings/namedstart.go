package openings

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/informal"
	"github.com/toolparser/toolparser/parsers/internal/body/namelines"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// startNamed makes the candidate for a call at the start of the output whose opener is missing, before its name, which may
// begin with c; nil if the grammar has no such calls.
func (op *Openings) startNamed(c byte) Candidate {
	if !op.Cur.Config.Tools.Begins(string([]byte{c})) || !op.Cur.Repairs() || !op.readsNamed() {
		return nil
	}
	n := Own[namedStart](op)
	n.at = op.Cur.Pos
	return n
}

// readsNamed reports whether what follows the name in calls of the grammar shows that it is one.
func (op *Openings) readsNamed() bool {
	for i := range op.Rules.Grammar.Tags {
		if op.pairs(&op.Rules.Grammar.Tags[i]) != "" {
			return true
		}
	}
	for i := range op.Rules.Grammar.Blocks {
		if op.separator(&op.Rules.Grammar.Blocks[i]) != "" {
			return true
		}
	}
	return false
}

// pairs is the opener of a pair of elements that may follow a name; "" if there is none that counts.
func (op *Openings) pairs(t *grammar.Tags) string {
	if t.Parameter.Key == "" || t.Call.Name != grammar.NameBehind || t.Brackets.Affix != grammar.NoAffix || !op.Cur.Config.Counts(t.Format) {
		return ""
	}
	return t.Brackets.Open + t.Parameter.Key + t.Brackets.End
}

// separator is what ends a header with a name; "" if there is none that counts.
func (op *Openings) separator(b *grammar.Block) string {
	if b.Header == nil || b.Header.Object || !op.Cur.Config.Counts(b.Header.Format) {
		return ""
	}
	return b.Header.Separator
}

// namedStart is the candidate for the name of a tool at the start of the output.
type namedStart struct{ at int }

// Step implements [Candidate].
func (ns *namedStart) Step(hd *Openings) bool {
	tool, n, a := informal.ToolAt(&hd.Place, hd.Cur.Rest(ns.at), hd.Cur.Final)
	if a == match.More {
		return false
	}
	if a.Yes() {
		at, more := hd.Cur.Space(ns.at + n)
		if more {
			return false
		}
		c, more := ns.opens(hd, tool, n, at)
		if more {
			return false
		}
		if c != nil {
			return hd.goOn(c)
		}
	}
	if c := hd.nameLines(); c != nil {
		return hd.goOn(c)
	}
	hd.MayAnswer()
	return true
}

// opens makes the candidate for the call of the tool, whose name is n bytes long. What follows the name is at offset at.
func (ns *namedStart) opens(hd *Openings, tool string, n, at int) (c Candidate, more bool) {
	rest := hd.Cur.Rest(at)
	for i := range hd.Rules.Grammar.Tags {
		t := &hd.Rules.Grammar.Tags[i]
		a := match.No
		if opener := hd.pairs(t); opener != "" {
			a = match.Text(opener, rest, hd.Cur.Final)
		}
		if a == match.More {
			return nil, true
		}
		if a.Yes() {
			return ns.tagged(hd, t, tool, n), false
		}
	}
	for i := range hd.Rules.Grammar.Blocks {
		b := &hd.Rules.Grammar.Blocks[i]
		a := match.No
		if separator := hd.separator(b); separator != "" {
			a = match.Text(separator, rest, hd.Cur.Final)
		}
		if a == match.More {
			return nil, true
		}
		if a.Yes() {
			buffers.Made(&hd.between).Open(&hd.Place, hd.object(), b, ns.at, ns.at)
			hd.between.Strays()
			return hd.Read(hd.between), false
		}
	}
	return nil, false
}

// tagged makes the candidate for a call with pairs of elements.
func (ns *namedStart) tagged(hd *Openings, t *grammar.Tags, tool string, n int) Candidate {
	tt := tagTable{markers.NewTagTable(tags.New(t))}
	h := tagged.Header{At: ns.at, Inner: ns.at + n, Name: tool, NameAt: ns.at, Bare: true, Free: true, Pending: tt.WrapperDue && tt.Optional()}
	h.Note(parsers.RepairMissingMarker, ns.at)
	c := &buffers.Made(&hd.tags).call
	c.behind, c.t, c.shelled = false, tt, false
	c.Open(&hd.Place, t, &h)
	return c
}

// nameLines makes the candidate for an output that consists of lines with names, and arguments; nil if the grammar has none.
func (op *Openings) nameLines() Candidate {
	format := op.Rules.Grammar.NameLines
	if format == "" || !op.Cur.Config.Tools.Given() || !op.Cur.Config.Counts(format) {
		return nil
	}
	lines := Own[namelines.Body](op)
	lines.Open(format, op.Cur.Pos)
	return op.Read(lines)
}
