package values

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A literal is a whole value that is read as JSON, or as a Python literal.
type literal struct {
	text   []byte
	visits *visit.Count
	depth  int                   // how deep it may nest
	has    func(key []byte) bool // if set, an object may have these keys alone
	deep   bool
	log    jsonscan.Log
	w      jsonscan.Window // of the text without the white space around it
}

// read tells whether the text is one value. Nothing is repaired but what Python
// writes otherwise, where the tolerance is for that.
func (l *literal) read(tolerance jsonscan.Tolerance) bool {
	l.log, l.deep = jsonscan.Log{}, false
	l.w = jsonscan.Window{Win: l.visits.TrimSpace(l.text), Final: true, Visits: l.visits}
	var s jsonscan.Scanner
	s.Start(0, jsonscan.MaxDepth, tolerance, &l.log)
	for !s.Done() {
		switch t := s.Next(&l.w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return false
		case jsonscan.Key:
			if s.Depth() == 1 && l.has != nil && !l.has(jsonscan.DecodeString(l.w.Slice(t.Start, t.End), t.Escaped)) {
				return false
			}
		}
		l.deep = l.deep || s.Depth() > l.depth
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

// append appends what was read, as JSON.
func (l *literal) append(dst []byte) []byte {
	l.visits.Add(len(l.w.Win))
	return AppendCompact(dst, l.log.Append(nil, &l.w, 0, l.w.End()))
}

// An Object is how a value is read that may be an object of known keys.
type Object struct {
	// Depth is how deep it may nest.
	Depth int
	// Python: it may be a Python literal.
	Python bool
	// Has tells whether it may have the key.
	Has func(key []byte) bool
	// Visits counts what is looked at; nil: it isn't counted.
	Visits *visit.Count
}

// Append appends such an object as JSON. The repairs say what was changed, at
// offsets in text; ok: it is one.
func (o *Object) Append(dst, text []byte) (json []byte, repairs []repair.Repair, ok bool) {
	l := literal{text: text, visits: o.Visits, depth: o.Depth, has: o.Has}
	ok = l.read(jsonscan.Strict) || o.Python && l.read(jsonscan.AllowRepair|jsonscan.AllowQuoteStyles)
	if !ok || l.deep || len(l.w.Win) == 0 || l.w.Win[0] != '{' {
		return dst, nil, false
	}
	return l.append(dst), l.log.Repairs, true
}
