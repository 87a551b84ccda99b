package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// An event is a line of data of an event stream: what matters in it, by where
// it is.
type event struct {
	strings [fields]jsonscan.Token
	input   parsers.Span // of a content_block
	odd     bool         // that is no object, and says something
	renamed bool         // the block has another name, too
	end     int          // of the data
	index   int          // of its block; negative: none is given
}

// A field is a string of an event that matters.
type field uint8

const (
	eventType field = iota
	blockType
	blockID
	blockName
	text
	thinking
	partialJSON
	fields
)

// paths are where the fields are: under a key of the event, or of an object in it.
var paths = [...]struct {
	object, key string
	field       field
}{
	{"", "type", eventType},
	{"content_block", "type", blockType},
	{"content_block", "id", blockID},
	{"content_block", "name", blockName},
	{"content_block", "text", text},
	{"content_block", "thinking", thinking},
	{"delta", "text", text},
	{"delta", "thinking", thinking},
	{"delta", "partial_json", partialJSON},
}

// text is the value of a field; nil if it isn't there.
func (ev *event) text(env *body.Env, f field) []byte {
	t := &ev.strings[f]
	if t.End == 0 {
		return nil
	}
	env.Visits.Add(t.End - t.Start)
	return jsonscan.DecodeString(env.Slice(t.Start, t.End), t.Escaped)
}

// read reads the line between start and end; what is no data is an empty event.
func (ev *event) read(env *body.Env, start, end int) {
	*ev = event{index: noIndex}
	line := env.Slice(start, end)
	if !bytes.HasPrefix(line, []byte(dataField)) {
		return
	}
	ev.end = start + len(env.Visits.TrimRight(line, " \t\r\n"))
	at := start + len(dataField)
	if !ev.scan(&jsonscan.Window{Win: env.Slice(at, ev.end), Base: at, Final: true, Visits: env.Visits}) {
		*ev = event{index: noIndex}
	}
}

// noIndex is the index of an event that has none. maxDigits bounds an index, in digits.
const (
	noIndex   = -1
	maxDigits = 9
)

// indexOf is the index that the text says.
func indexOf(text []byte) int {
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' || len(text) > maxDigits {
			return noIndex
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// scan reads the event's JSON; false if it is none.
func (ev *event) scan(w *jsonscan.Window) bool {
	var s jsonscan.Scanner
	s.Start(w.Base, jsonscan.MaxDepth, jsonscan.Strict, nil)
	var object, key []byte
	for {
		switch t := s.Next(w); t.Kind {
		case jsonscan.End:
			return s.Done()
		case jsonscan.More, jsonscan.Unexpected, jsonscan.TooDeep:
			return false
		case jsonscan.Key:
			if s.Nesting.Depth() == 1 {
				object = nil
			}
			key = w.Slice(t.Start, t.End)
		case jsonscan.Number, jsonscan.Literal, jsonscan.ArrayOpen:
			ev.odd = ev.odd || isInput(&s, object, key, 2) && string(w.Slice(t.Start, t.End)) != "null"
			if s.Nesting.Depth() == 1 && string(key) == "index" {
				ev.index = indexOf(w.Slice(t.Start, t.End))
			}
		case jsonscan.ObjectOpen:
			switch {
			case s.Nesting.Depth() == 2:
				object = key
			case isInput(&s, object, key, 3):
				ev.input.Start = t.Start
			}
		case jsonscan.ObjectClose:
			if s.Nesting.Depth() == 2 && ev.input.Start > 0 && ev.input.End == 0 {
				ev.input.End = t.End
			}
		case jsonscan.String:
			if s.Nesting.Depth() == 1 || s.Nesting.Depth() == 2 && object != nil {
				ev.note(w, object, key, t)
			}
			ev.odd = ev.odd || isInput(&s, object, key, 2) && t.Start < t.End
		}
	}
}

// isInput reports whether the value is the input of a content_block.
func isInput(s *jsonscan.Scanner, object, key []byte, depth int) bool {
	return s.Nesting.Depth() == depth && string(object) == "content_block" && string(key) == "input"
}

// note notes a string under a key of an object of the event.
func (ev *event) note(w *jsonscan.Window, object, key []byte, t jsonscan.Token) {
	for i := range paths {
		if p := &paths[i]; p.key == string(key) && p.object == string(object) {
			if other := ev.strings[p.field]; p.field == blockName && other.End > 0 {
				ev.renamed = string(w.Slice(other.Start, other.End)) != string(w.Slice(t.Start, t.End))
			}
			ev.strings[p.field] = t
		}
	}
}
