package values

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A literal is a complete value that is read as JSON, or as a Python literal.
type literal struct {
	text   []byte
	visits *visit.Count
	depth  int // how deep it may nest
	deep   bool
	log    jsonscan.Log
	w      jsonscan.Window // of the text without the white space around it
}

// read reports whether the text is one value. The only repairs, if the tolerance allows them, are
// for Python's quotes and literals.
func (l *literal) read(tolerance jsonscan.Tolerance) bool {
	l.log, l.deep = jsonscan.Log{}, false
	l.w = jsonscan.Window{Win: l.visits.TrimSpace(l.text), Final: true, Visits: l.visits}
	var s jsonscan.Scanner
	s.Start(0, jsonscan.MaxDepth, tolerance, &l.log)
	for !s.Done() {
		switch t := s.Next(&l.w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return false
		}
		l.deep = l.deep || s.Nesting.Depth() > l.depth
	}
	if s.Pos() != l.w.End() {
		return false
	}
	lead := match.SpaceLen(l.text)
	for i := range l.log.Repairs {
		if kind := l.log.Repairs[i].Kind; kind != repair.QuoteStyle && kind != repair.PythonLiteral {
			return false
		}
		l.log.Repairs[i].Offset += lead
	}
	return true
}

// append appends the value that was read, as JSON.
func (l *literal) append(dst []byte) []byte {
	l.visits.Add(len(l.w.Win))
	return AppendCompact(dst, l.log.Append(nil, &l.w, 0, l.w.End()))
}
