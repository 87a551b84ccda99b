package recovery

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// A Value reads damaged JSON that is there by itself, from its first to its last byte.
type Value struct {
	Depth     int // how deep it may nest
	Tolerance jsonscan.Tolerance
	Log       *jsonscan.Log
	// Recovers: damaged quotes, brackets and closers are looked for, too.
	Recovers bool
	// CutOff: the text may be cut off. Then the text behind its last complete value is dropped.
	CutOff bool
	// Schema is the schema of the object; nil if there is none.
	Schema *schema.Properties

	// Start and End bound the text that was read. Closers are missing behind it.
	Start, End int
	Closers    []byte
	// SecondReading: the text could be repaired in another way, too.
	SecondReading bool

	s       jsonscan.Scanner
	reading Reading
	budget  Budget
	doubled bool // a second brace follows the first one
	names   Names
	twice   bool // a key of the outermost object comes twice
}

// A Failure says why text is no JSON that can be repaired.
type Failure struct {
	At      int
	Message string
	CutOff  bool // the text ends too early
	final   bool // no search can help
}

// Read reads the value that w holds. It returns nil if w holds one.
func (v *Value) Read(w *jsonscan.Window) *Failure {
	v.Start = w.Base
	v.begin()
	for {
		failure := v.scan(w)
		if failure == nil {
			failure = v.behind(w)
		}
		if failure == nil {
			return v.whole(w)
		}
		if failure.final || !v.Recovers || !v.recovers(w, failure.At) {
			return failure
		}
	}
}

// begin begins to read at the start.
func (v *Value) begin() {
	v.Log.Reset()
	v.s.Start(v.Start, v.Depth, v.Tolerance, v.Log)
	if v.Recovers {
		v.s.Corrections.RepairDepth, v.s.Notes.Alone = 1, true
	}
	v.reading.Starts(&v.s, v.Start)
}

// scan reads on to the value's end.
func (v *Value) scan(w *jsonscan.Window) *Failure {
	s := &v.s
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case jsonscan.End, jsonscan.More:
			return v.ended(w)
		case jsonscan.TooDeep:
			return &Failure{At: t.Start, Message: "the value is nested too deeply", final: true}
		case jsonscan.Unexpected:
			return &Failure{At: t.Start, Message: s.Message()}
		case jsonscan.StringBegin:
			v.reading.Suspect.Begin(s, t.Start)
		case jsonscan.Key:
			key := w.Slice(t.Start, t.End)
			if w.Visits.IndexByte(key, '\n') >= 0 && !Plausible(w.Visits.ReplaceAll(key, []byte("\n"), nil)) {
				return &Failure{At: t.Start, Message: "a key goes on beyond its line"}
			}
			v.reading.Suspect.Key(key)
			v.twice = s.Nesting.Depth() == 1 && !v.names.Add(key) || v.twice
			if !v.reading.Unique(w, s, t) {
				return &Failure{At: t.Start, Message: Twice}
			}
		case jsonscan.ObjectOpen:
			v.reading.Opened(t.Start, s.Nesting.Depth())
		case jsonscan.ObjectClose:
			v.reading.Closed()
		}
	}
	v.End = s.Pos()
	if !v.reading.UniqueUpTo(w, s, v.End) {
		return &Failure{At: v.End, Message: Twice}
	}
	return nil
}

// ended accepts the text as the value if only closers are missing at its end. It must be the closer of
// the outermost container alone, behind a complete container, unless the text may be cut off.
func (v *Value) ended(w *jsonscan.Window) *Failure {
	s := &v.s
	at, depth := s.LastValueEnd, s.LastValueDepth
	outermost := depth == 1 && s.Nesting.Depth() == 1 && s.PrevEnd() == at && (w.Win[at-1-w.Base] == '}' || w.Win[at-1-w.Base] == ']')
	if !v.Recovers || at == 0 || depth == 0 || !v.CutOff && (!outermost || !s.Closable()) {
		return &Failure{At: w.End(), Message: "unexpected end", CutOff: true, final: true}
	}
	v.Log.Truncate(at)
	v.End, v.Closers = at, s.Nesting.Closers(nil, depth, 0)
	for range v.Closers {
		v.Log.Repairs = append(v.Log.Repairs, repair.Repair{Kind: repair.MissingCloser, Offset: at})
	}
	if !v.reading.UniqueUpTo(w, s, at) {
		return &Failure{At: at, Message: Twice}
	}
	return nil
}

// maxExtra bounds the surplus closers behind the value.
const maxExtra = 8

// behind reads the text behind the value: surplus closers, white space and comments.
func (v *Value) behind(w *jsonscan.Window) *Failure {
	s, kind, most := &v.s, repair.ExtraCloser, maxExtra
	switch {
	case len(v.Closers) > 0 && v.doubled:
		return &Failure{At: v.End, Message: "a brace too many", final: true}
	case len(v.Closers) > 0:
		return nil // the text behind it is dropped
	case !v.Recovers:
		s.Notes.Tolerance, most = jsonscan.Strict, 0
	case v.doubled:
		kind, most = repair.Unspecified, 1
	}
	for b := w.Win[v.End-w.Base:]; most > 0 && len(b) > 0 && (b[0] == '}' || b[0] == ']' && !v.doubled); b = b[1:] {
		s.SkipByte(kind)
		most--
	}
	if v.doubled && most > 0 {
		return &Failure{At: v.End, Message: "a brace too many"}
	}
	if t := s.Next(w); t.Kind != jsonscan.End && len(w.Visits.TrimSpace(w.Win[t.Start-w.Base:])) > 0 {
		return &Failure{At: t.Start, Message: s.Message()}
	}
	return nil
}

// whole decides whether the text that was read is one value, and the schema doesn't contradict that.
func (v *Value) whole(w *jsonscan.Window) *Failure {
	if v.reading.Recovered {
		if why := v.reading.Joins(w, v.End, v.Schema.Node(), 1); why != "" {
			return &Failure{At: v.End, Message: why}
		}
	}
	if v.doubled {
		v.Log.Repairs = append(v.Log.Repairs, repair.Repair{Kind: repair.ExtraOpener, Offset: v.Start - 1})
	}
	v.SecondReading = v.s.Notes.Doubtful || v.reading.SecondReading()
	return nil
}

// recovers finds out what is damaged before the contradiction at offset at, and makes the reading
// start again. It returns false if it finds nothing.
func (v *Value) recovers(w *jsonscan.Window, at int) bool {
	s := &v.s
	v.Closers = nil
	if b := w.Win; at == v.Start+1 && at < w.End() && b[at-w.Base] == '{' && b[at-1-w.Base] == '{' && !v.doubled {
		v.doubled = true
		v.Start = at
		v.begin()
		return true
	}
	if b, _, state, ok := v.reading.MissingBracket(w, s, at, v.Start, v.Schema.Node(), 1); ok {
		if state != Found || !v.reading.Add(b) {
			return false
		}
		v.Log.Reset()
		v.reading.Restart(s, nil)
		return true
	}
	if !v.reading.Doubts(s, &v.budget) || s.Done() && !QuoteBehind(w, v.Start, v.End, at) {
		return false
	}
	search := v.reading.Search(w, s, at, Delimited, Evidence{Depth: 1, Schema: v.Schema.Node()}, &v.budget)
	if search == nil || search.Run(w) != Found {
		return false
	}
	v.Log.Reset()
	v.reading.Found(s)
	return true
}

// QuoteBehind reports whether the text at offset at may go on with a string at the end of the value
// between start and end.
func QuoteBehind(w *jsonscan.Window, start, end, at int) bool {
	if at >= w.End() || w.Win[at-w.Base] != '"' && w.Win[at-w.Base] != '\\' {
		return false
	}
	text := w.Visits.TrimRight(w.Slice(start, end), "}]")
	return last(text) == '"'
}

// Inner reads text that is one JSON value, which white space may follow. The edits of repairs are
// in the log. It returns false if the text is no value, or if a key comes twice in a value that was
// repaired, which is a sign of a stray quote.
func Inner(w *jsonscan.Window, depth int, tolerance jsonscan.Tolerance, log *jsonscan.Log) ([]byte, bool) {
	text, _, ok := InnerKeys(w, depth, tolerance, log)
	return text, ok
}

// InnerKeys is Inner. twice: a key of the outermost object comes twice.
func InnerKeys(w *jsonscan.Window, depth int, tolerance jsonscan.Tolerance, log *jsonscan.Log) (value []byte, twice, ok bool) {
	text := w.Win
	if n, _ := jsonscan.Whole(w.Visits, text, depth, false); n > 0 && match.SpaceLen(text[n:]) == len(text)-n {
		return text[:n], false, true
	}
	v := Value{Depth: depth, Tolerance: tolerance, Log: log}
	if v.Read(w) != nil {
		return nil, false, false
	}
	if !log.Edited(0, v.End) {
		return text[:v.End], v.twice, true
	}
	return log.Append(nil, w, 0, v.End), v.twice, true
}
