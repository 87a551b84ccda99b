package quoting

import (
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpensJSON notes that JSON is opened at offset at. A vendor's JSON in a sentence has a penalty of 0.3.
func (qt *Quoting) OpensJSON(at int) {
	if len(qt.prose.Rules.Grammar.Documents) == 0 || qt.prose.Rules.Grammar.Penalty.InText() {
		return
	}
	begins := !qt.prose.InFence() && !qt.prose.Penalties.Penalized(at) && (qt.prose.starts(at) || qt.prose.behind == at && !qt.prose.sentence)
	qt.prose.sentence = !begins
	qt.prose.Penalties.BeginsLine(begins)
}

// LeavesCode ends the inline code of an earlier line, if marker m at the position is an opener at a line's start.
func (qt *Quoting) LeavesCode(m *markers.Marker) {
	if q := &qt.prose.Quote; q.carried && (m.Opens() || m.Line) && qt.prose.starts(qt.prose.Cur.Pos) {
		q.closeCode()
	}
}

// MarkerQuoted notes that marker m is quoted. If it is an opener in inline code, that is quoted up to the closer.
func (qt *Quoting) MarkerQuoted(m *markers.Marker) {
	switch q := &qt.prose.Quote; {
	case q.Inline == 0:
	case m.Opens():
		q.opener = true
	case m.Ends != body.EndsNothing:
		q.opener = false
	}
}

// emptyAt reports whether the line that ends at offset at is empty, but for a few spaces.
func (qt *Quoting) emptyAt(at int) bool {
	last := qt.prose.Cur.Before(at)
	for i := len(last) - 1; i >= 0; i-- {
		if last[i] == '\n' || !match.IsSpace(last[i]) {
			return last[i] == '\n'
		}
	}
	return false
}
