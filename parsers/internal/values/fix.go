package values

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// A fixing is what was made of a value that is no JSON of its types.
type fixing struct {
	json    []byte
	repairs []repair.Repair
	doubt   bool
}

// Fixed returns the JSON of a value that is Fixed, and the repairs, which have offsets in the output. doubt: the value could
// be repaired in another way, too.
func (t *Typing) Fixed() (json []byte, repairs []repair.Repair, doubt bool) {
	return t.fixed.json, t.fixed.repairs, t.fixed.doubt
}

// fix decides about a value that is complete, and no JSON of its types.
// See docs/models/formats, "Values of another type".
func (t *Typing) fix(w *jsonscan.Window) Kind {
	e := edges{text: w.Win[t.start-w.Base:], at: t.start}
	e.trim()
	if t.Repairs {
		e.strip()
	}
	w.Visits.Add(len(w.Win) - (t.start - w.Base))
	t.Odd = true
	if len(e.text) == 0 {
		return Text
	}
	kind := schema.Kind(e.text[0])
	opens := kind&(schema.Object|schema.Array) != 0
	switch is, deep := e.json(w, t.depth); {
	case deep:
		return TooDeep
	case is && t.takes(kind, e.text):
		t.Odd = false
		t.fixed = &fixing{json: e.text, repairs: e.repairs}
		return Fixed
	case is && opens && t.types&(schema.Object|schema.Array) != 0:
		t.fixed = &fixing{json: e.text, repairs: e.repairs}
		return Fixed
	case is, !opens, !t.Repairs, t.types&(schema.Object|schema.Array) == 0:
		return Text
	}
	return t.recover(w, &e)
}

// takes reports whether JSON of the kind is of the value's types.
func (t *Typing) takes(kind schema.Types, text []byte) bool {
	if kind&schema.Number != 0 {
		return t.types&schema.Number != 0 || t.types&schema.Integer != 0 && schema.IsInteger(text)
	}
	return kind&t.types != 0
}

// recover repairs an object or an array, as arguments that are JSON are repaired.
func (t *Typing) recover(w *jsonscan.Window, e *edges) Kind {
	var log jsonscan.Log
	v := recovery.Value{Depth: t.depth, Tolerance: jsonscan.CommasDue, Log: &log, Recovers: true}
	in := jsonscan.Window{Win: e.text, Base: e.at, Final: true, Visits: w.Visits}
	var closers []byte
	if failed := v.Read(&in); failed != nil {
		if closers = missing(&in, t.depth); !failed.CutOff || len(closers) == 0 {
			return Text
		}
		in.Win = append(w.Visits.Clone(e.text), closers...)
		v = recovery.Value{Depth: t.depth, Tolerance: jsonscan.CommasDue, Log: &log, Recovers: true}
		if v.Read(&in) != nil || len(v.Closers) > 0 {
			return Text
		}
	}
	text := append(log.Append(nil, &in, v.Start, v.End), v.Closers...)
	repairs := append(e.repairs, log.Repairs...)
	for range closers {
		repairs = append(repairs, repair.Repair{Kind: repair.MissingCloser, Offset: e.at + len(e.text)})
	}
	slices.SortStableFunc(repairs, func(a, b repair.Repair) int { return a.Offset - b.Offset })
	t.Odd = schema.Kind(text[0])&t.types == 0
	// Where an array has no closer, and its last element is an array, the inner opener may be one too many.
	added := append(v.Closers, closers...)
	inner := len(added) > 0 && added[0] == ']' && e.text[len(e.text)-1] == ']'
	t.fixed = &fixing{json: text, repairs: repairs, doubt: v.SecondReading || inner}
	return Fixed
}

// missing returns the closers that are missing at the end of the text, if that ends behind a value.
func missing(w *jsonscan.Window, depth int) []byte {
	if end := w.Win[len(w.Win)-1]; end == ',' || end == ':' || end == '{' || end == '[' {
		return nil
	}
	var s jsonscan.Scanner
	s.Start(w.Base, depth, jsonscan.CommasDue, nil)
	for !s.Done() {
		switch s.Next(w).Kind {
		case jsonscan.Unexpected, jsonscan.TooDeep:
			return nil
		case jsonscan.End:
			if s.InString() || s.AfterColon() {
				return nil
			}
			return s.Nesting.Closers(nil, s.Nesting.Depth(), 0)
		}
	}
	return nil
}

// edges take off a value what is around it.
type edges struct {
	text    []byte
	at      int // where the text is
	repairs []repair.Repair
}

// trim takes off white space.
func (e *edges) trim() {
	n := match.SpaceLen(e.text)
	e.at += n
	e.text = match.TrimSpaceRight(e.text[n:])
}

// json reports whether the text is JSON, and whether it nests deeper than allowed.
func (e *edges) json(w *jsonscan.Window, depth int) (yes, deep bool) {
	in := jsonscan.Window{Win: e.text, Base: e.at, Final: true, Visits: w.Visits}
	var s jsonscan.Scanner
	s.Start(e.at, jsonscan.MaxDepth, jsonscan.Strict, nil)
	for {
		switch s.Next(&in).Kind {
		case jsonscan.More, jsonscan.Unexpected:
			return false, false
		case jsonscan.TooDeep:
			return false, true
		case jsonscan.End:
			return s.Done(), deep && s.Done()
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			deep = deep || s.Nesting.Depth() > depth
		}
	}
}

// newlines are white space that was escaped once too often.
var newlines = [...]string{`\n`, `\r`, `\t`}

// strip takes off such white space, and the end of a tag in front, which is there twice.
func (e *edges) strip() {
	if len(e.text) > 1 && e.text[0] == '>' {
		e.repairs = append(e.repairs, repair.Repair{Kind: repair.ExtraCloser, Offset: e.at})
		e.at, e.text = e.at+1, e.text[1:]
		e.trim()
	}
	var behind []repair.Repair
	for again := true; again; {
		again = false
		for _, n := range newlines {
			if bytes.HasPrefix(e.text, []byte(n)) {
				e.repairs = append(e.repairs, repair.Repair{Kind: repair.WhiteSpace, Offset: e.at})
				e.at, e.text, again = e.at+len(n), e.text[len(n):], true
			}
			if text, ok := bytes.CutSuffix(e.text, []byte(n)); ok {
				behind = append(behind, repair.Repair{Kind: repair.WhiteSpace, Offset: e.at + len(text)})
				e.text, again = text, true
			}
		}
		e.trim()
	}
	for i := len(behind) - 1; i >= 0; i-- {
		e.repairs = append(e.repairs, behind[i])
	}
}
