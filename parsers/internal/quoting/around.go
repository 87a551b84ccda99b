package quoting

import (
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// OpensJSON notes that JSON is opened at offset at. A vendor's JSON in a sentence has a penalty of 0.3.
func (pr *Prose) OpensJSON(at int) {
	if len(pr.Rules.Grammar.Documents) == 0 || pr.Rules.Grammar.Penalty.InText() {
		return
	}
	begins := !pr.InFence() && !pr.Penalties.Penalized(at) && (pr.starts(at) || pr.behind == at && !pr.sentence)
	pr.sentence = !begins
	pr.Penalties.BeginsLine(begins)
}

// Announces implements [body.Prose].
func (pr *Prose) Announces(name string, at int) bool {
	v := pr.Cur.Visits
	line := match.TrimSpaceRight(pr.Cur.TextBefore(at))
	if len(line) == 0 || line[len(line)-1] != ':' {
		return false
	}
	line = line[v.LastIndexByte(line, '\n')+1:]
	for from := 0; ; {
		n := v.Index(line[from:], []byte(name))
		if n < 0 {
			return false
		}
		from += n + len(name)
		if begins := from - len(name); (begins == 0 || !names.IsWordByte(line[begins-1])) && !names.IsWordByte(line[from]) {
			return true
		}
	}
}

// LeavesCode ends the inline code of an earlier line, if marker m at the position is an opener at a line's start.
func (pr *Prose) LeavesCode(m *markers.Marker) {
	if q := &pr.Quote; q.carried && (m.Opens() || m.Line) && pr.starts(pr.Cur.Pos) {
		q.closeCode()
	}
}

// MarkerQuoted notes that marker m is quoted. If it is an opener in inline code, that is quoted up to the closer.
func (pr *Prose) MarkerQuoted(m *markers.Marker) {
	switch q := &pr.Quote; {
	case q.Inline == 0:
	case m.Opens():
		q.opener = true
	case m.Ends != body.EndsNothing:
		q.opener = false
	}
}

// emptyAt reports whether the line that ends at offset at is empty, but for a few spaces.
func (pr *Prose) emptyAt(at int) bool {
	last := pr.Cur.Before(at)
	for i := len(last) - 1; i >= 0; i-- {
		if last[i] == '\n' || !match.IsSpace(last[i]) {
			return last[i] == '\n'
		}
	}
	return false
}
