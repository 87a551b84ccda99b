package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An event is a line of data of an event stream: what matters in it, by where
// it is.
type event struct {
	strings [fields]jsonscan.Token
	input   parsers.Span // of a content_block
	odd     bool         // that is no object, and says something
	end     int          // of the data
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
func (ev *event) text(e *place.Around, f field) []byte {
	t := &ev.strings[f]
	if t.End == 0 {
		return nil
	}
	e.Visits.Add(t.End - t.Start)
	return jsonscan.DecodeString(e.Slice(t.Start, t.End), t.Escaped)
}

// read reads the line between start and end; what is no data is an empty event.
func (ev *event) read(e *place.Around, start, end int) {
	*ev = event{}
	line := e.Slice(start, end)
	if !bytes.HasPrefix(line, []byte(dataField)) {
		return
	}
	ev.end = start + len(e.Visits.TrimRight(line, " \t\r\n"))
	at := start + len(dataField)
	if !ev.scan(&jsonscan.Window{Win: e.Slice(at, ev.end), Base: at, Final: true, Visits: e.Visits}) {
		*ev = event{}
	}
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
				ev.note(object, key, t)
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
func (ev *event) note(object, key []byte, t jsonscan.Token) {
	for i := range paths {
		if p := &paths[i]; p.key == string(key) && p.object == string(object) {
			ev.strings[p.field] = t
		}
	}
}
