package values

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

const none = "None"

// words are Python's literals, and what they are in JSON. Templates that print
// Python write them in this case, models in any.
var words = [...]struct {
	python, json string
	types        schema.Types
}{
	{"true", "true", schema.Boolean},
	{"false", "false", schema.Boolean},
	{"none", null, schema.Null},
}

// maxWord bounds a word with the white space around it, in bytes. A longer text isn't
// held back.
const maxWord = 64

// python decides about a value that isn't JSON. At the value's end, it decides whether that is
// one of Python's literals of the type. Before that, it decides whether it can't be one.
func (t *Typing) python(w *jsonscan.Window) Kind {
	text := w.Win[t.start-w.Base:]
	if !t.Pythons || len(text) == 0 {
		return Text
	}
	container := schema.Kind(text[0])&(schema.Object|schema.Array)&t.types != 0
	if !container && !t.mayBeWord(text) {
		return Text
	}
	t.late = true
	switch {
	case !w.Final:
		return Undecided
	case !container && wordOf(w.Visits, text, t.types) == "":
		return Text
	case !container:
		return Python
	}
	_, _, kind := t.literal(w.Visits, nil, text)
	return kind
}

// mayBeWord reports whether text begins as one of the words does.
func (t *Typing) mayBeWord(text []byte) bool {
	if len(text) > maxWord {
		return false
	}
	text = match.TrimSpaceRight(text)
	for _, word := range words {
		if t.types&word.types != 0 && len(text) <= len(word.python) && bytes.EqualFold(text, []byte(word.python[:len(text)])) {
			return true
		}
	}
	return false
}

// wordOf is the JSON literal for a Python literal of one of the types; "" if text is none.
func wordOf(v *work.Counter, text []byte, types schema.Types) string {
	text = v.TrimSpace(text)
	for _, word := range words {
		if types&word.types != 0 && bytes.EqualFold(text, []byte(word.python)) {
			return word.json
		}
	}
	return ""
}

// AppendPython appends a value that is Python, as JSON. The repairs have offsets in text.
func (t *Typing) AppendPython(v *work.Counter, dst, text []byte) ([]byte, []repair.Repair) {
	types := t.types
	if t.exact {
		types |= schema.Null
	}
	if word := wordOf(v, text, types); word != "" {
		return append(dst, word...), []repair.Repair{{Kind: repair.PythonLiteral, Offset: match.SpaceLen(text)}}
	}
	dst, repairs, _ := t.literal(v, dst, text)
	return dst, repairs
}

// literal appends an object or array that is written as a Python literal. The only repairs are those for Python's
// quotes and literals.
func (t *Typing) literal(v *work.Counter, dst, text []byte) ([]byte, []repair.Repair, Kind) {
	var s jsonscan.Scanner
	var log jsonscan.Log
	w := jsonscan.Window{Win: v.TrimSpace(text), Final: true, Visits: v}
	s.Start(0, jsonscan.MaxDepth, jsonscan.Tolerant, &log)
	deep := false
	for !s.Done() {
		switch s.Next(&w).Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return dst, nil, Text
		}
		deep = deep || s.Nesting.Depth() > t.depth
	}
	odd := func(r repair.Repair) bool { return r.Kind != repair.QuoteStyle && r.Kind != repair.PythonLiteral }
	switch {
	case s.Pos() != w.End() || slices.ContainsFunc(log.Repairs, odd):
		return dst, nil, Text
	case deep:
		return dst, nil, TooDeep
	}
	for i := range log.Repairs {
		log.Repairs[i].Offset += match.SpaceLen(text)
	}
	v.Add(len(w.Win))
	return AppendCompact(dst, log.Append(nil, &w, 0, w.End())), log.Repairs, Python
}
