package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// An event is a line of data of an event stream: the strings in it that
// matter, by where they stand.
type event struct {
	typ                      jsonscan.Token
	deltaText, deltaThinking jsonscan.Token // delta.text, delta.thinking
	partialJSON              jsonscan.Token // delta.partial_json
	blockType                jsonscan.Token // content_block.type
	blockText, blockThinking jsonscan.Token // content_block.text, content_block.thinking
	id, name                 jsonscan.Token // of content_block
	input                    span           // content_block.input
	end                      int            // of the data
}

// text is the value of a string of the event; nil if it isn't there.
func (ev *event) text(e *engine.Engine, t jsonscan.Token) []byte {
	if t.End == 0 {
		return nil
	}
	return jsonscan.DecodeString(e.Slice(t.Start, t.End), t.Escaped)
}

// string is where the string under a key of an object of the event belongs.
func (ev *event) string(object, key []byte) *jsonscan.Token {
	switch string(object) {
	case "":
		if string(key) == "type" {
			return &ev.typ
		}
	case "delta":
		switch string(key) {
		case "text":
			return &ev.deltaText
		case "thinking":
			return &ev.deltaThinking
		case "partial_json":
			return &ev.partialJSON
		}
	case "content_block":
		switch string(key) {
		case "type":
			return &ev.blockType
		case "text":
			return &ev.blockText
		case "thinking":
			return &ev.blockThinking
		case "id":
			return &ev.id
		case "name":
			return &ev.name
		}
	}
	return nil
}

// readEvent reads the line between start and end; false if it is no data.
func readEvent(e *engine.Engine, start, end int) (ev event, ok bool) {
	line := e.Slice(start, end)
	if !bytes.HasPrefix(line, []byte(dataField)) {
		return event{}, false
	}
	ev.end = start + len(bytes.TrimRight(line, " \t\r\n"))
	at := start + len(dataField)
	var s jsonscan.Scanner
	s.Start(at, jsonscan.MaxDepth, jsonscan.Strict, nil)
	w := jsonscan.Window{B: e.Slice(at, ev.end), Base: at, Final: true}
	var object, key []byte
	for {
		t := s.Next(w)
		switch t.Kind {
		case jsonscan.End:
			return ev, s.Done()
		case jsonscan.More, jsonscan.Unexpected, jsonscan.TooDeep:
			return event{}, false
		case jsonscan.Key:
			if s.Depth() == 1 {
				object = nil
			}
			key = w.Slice(t.Start, t.End)
		case jsonscan.ObjectOpen:
			ev.open(&s, t, &object, key)
		case jsonscan.ObjectClose:
			if s.Depth() == 2 && ev.input.start > 0 && ev.input.end == 0 {
				ev.input.end = t.End
			}
		case jsonscan.String:
			if s.Depth() > 2 || s.Depth() == 2 && object == nil {
				continue
			}
			if field := ev.string(object, key); field != nil {
				*field = t
			}
		}
	}
}

// open notes the object that opens.
func (ev *event) open(s *jsonscan.Scanner, t jsonscan.Token, object *[]byte, key []byte) {
	switch s.Depth() {
	case 2:
		*object = key
	case 3:
		if string(*object) == "content_block" && string(key) == "input" {
			ev.input.start = t.Start
		}
	}
}
