package claude

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// An eventCall is a call whose arguments come in chunks of an event stream.
type eventCall struct {
	name, id string
	text     []byte       // the arguments as far as they came
	input    parsers.Span // what the block began with
	lost     bool         // something that is no argument is in the block
	s        jsonscan.Scanner
	last     jsonscan.Kind // of the last token, if that failed
	begun    bool
	flushed  int // up to here the text was reported
	repairs  []parsers.Repair
}

func (c *eventCall) reset() { *c = eventCall{text: room.Reused(c.text)} }

// start begins the call of a content_block_start.
func (c *eventCall) start(e *place.Around, ev *event) {
	c.reset()
	name, kind := names.True(e.Visits, e.Config, ev.text(e, blockName))
	if kind != 0 {
		c.repairs = append(c.repairs, parsers.Repair{Kind: kind, Offset: ev.strings[blockName].Start - 1})
	}
	c.name = e.Intern(name)
	c.id = string(ev.text(e, blockID))
	c.input, c.lost = ev.input, ev.odd
	c.s.Start(0, e.Rules.MaxDepth(), jsonscan.Strict, nil)
}

// add reads another piece of the arguments, and reports what is certain.
func (c *eventCall) add(e *place.Around, piece []byte) {
	e.Visits.Add(len(piece))
	c.text = append(c.text, piece...)
	if c.last != jsonscan.More {
		return
	}
	c.scan(e, false)
	if !c.begun && c.s.Nesting.Depth() > 0 && c.s.Nesting.IsObject(1) {
		c.begin(e)
	}
	if end := c.s.Certain(); c.begun && end > c.flushed {
		e.Handler.Arguments(c.text[c.flushed:end])
		c.flushed = end
	}
}

// leading is the length of the white space before the arguments.
func (c *eventCall) leading(e *place.Around) int {
	return len(c.text) - len(e.Visits.TrimLeft(c.text, " \t\r\n"))
}

// scan reads on in the arguments.
func (c *eventCall) scan(e *place.Around, final bool) {
	w := &jsonscan.Window{Win: c.text, Final: final, Visits: e.Visits}
	for {
		switch kind := c.s.Next(w).Kind; kind {
		case jsonscan.More, jsonscan.End:
			return
		case jsonscan.Unexpected, jsonscan.TooDeep:
			c.last = kind
			return
		}
	}
}

func (c *eventCall) begin(e *place.Around) {
	c.begun, c.flushed = true, c.leading(e)
	e.Handler.BeginCall(parsers.Begin{At: e.Mark, Name: c.name, ID: c.id, Format: formatEvents})
}

// finish ends the call, whose last event ends at end.
func (c *eventCall) finish(e *place.Around, end int) {
	text := e.Visits.TrimSpace(c.text)
	began := len(text) == 0 && c.input.End > 0
	if began {
		text = e.Slice(c.input.Start, c.input.End)
		c.text = append(c.text, text...)
	}
	none := len(text) == 0 || string(text) == "null"
	if c.lost && (none || began && len(e.Visits.TrimSpace(text[1:])) == 1) {
		c.fail(e, end, parsers.ReasonMalformed, "something other than arguments is in the call")
		return
	}
	if none {
		c.whole(e, end, []byte("{}"), parsers.End{})
		return
	}
	if c.last == jsonscan.More {
		c.scan(e, true)
	}
	switch {
	case c.last == jsonscan.TooDeep:
		c.fail(e, end, parsers.ReasonLimit, failure.TooDeep)
	case c.last == jsonscan.Unexpected:
		c.repaired(e, end)
	case !c.s.Done():
		c.cut(e, end)
	default:
		c.valid(e, end, e.Visits.TrimSpace(c.text))
	}
}

// valid ends the call; text is its arguments, which are valid JSON.
func (c *eventCall) valid(e *place.Around, end int, text []byte) {
	switch {
	case c.begun:
		e.Handler.Arguments(c.text[c.flushed : e.Visits.LastIndexByte(c.text, '}')+1])
		c.end(e, end, parsers.End{})
	case text[0] == '{':
		c.whole(e, end, text, parsers.End{})
	case text[0] == '"' && c.encoded(e, end, text[1:len(text)-1]):
	case !e.Declared(c.name):
		c.fail(e, end, parsers.ReasonMalformed, "the arguments are no object")
	default:
		c.whole(e, end, text, parsers.End{Weak: true})
	}
}

// encoded ends the call if its arguments are a string that may hold an object.
func (c *eventCall) encoded(e *place.Around, end int, raw []byte) bool {
	e.Visits.Add(len(raw))
	inner := e.Visits.TrimSpace(jsonscan.DecodeString(raw, true))
	switch {
	case len(inner) == 0:
		c.whole(e, end, []byte("{}"), parsers.End{})
		return true
	case inner[0] != '{' || !e.Repairs():
		return false
	}
	object, repairs, ok := tolerant(e, inner)
	if !ok {
		c.fail(e, end, parsers.ReasonMalformed, "the arguments are a string that holds no JSON object")
		return true
	}
	first := parsers.Repair{Kind: parsers.RepairDoubleEncodedArguments, Offset: e.Mark}
	c.whole(e, end, object, parsers.End{Repairs: append([]parsers.Repair{first}, repairs...)})
	return true
}

// repaired ends the call if its arguments, which are no JSON, can be repaired.
func (c *eventCall) repaired(e *place.Around, end int) {
	text := e.Visits.TrimSpace(c.text)
	if text[0] == '{' && e.Repairs() {
		if object, repairs, ok := tolerant(e, text); ok {
			c.whole(e, end, object, parsers.End{Repairs: repairs})
			return
		}
	}
	c.fail(e, end, parsers.ReasonMalformed, c.s.Message())
}

// tolerant reads JSON, repairing what can be repaired. Where in the pieces
// the repairs are isn't reported: their offset is the call's.
func tolerant(e *place.Around, text []byte) ([]byte, []parsers.Repair, bool) {
	var log jsonscan.Log
	json, ok := recovery.Inner(&jsonscan.Window{Win: text, Final: true, Visits: e.Visits}, e.Rules.MaxDepth(), jsonscan.Tolerant, &log)
	for i := range log.Repairs {
		log.Repairs[i].Offset = e.Mark
	}
	return json, log.Repairs, ok
}

// whole reports the call with these arguments, whatever was reported of them.
func (c *eventCall) whole(e *place.Around, end int, arguments []byte, how parsers.End) {
	if !c.begun {
		c.begin(e)
	} else {
		e.Handler.RewindArguments(0)
	}
	e.Handler.Arguments(arguments)
	c.end(e, end, how)
}

func (c *eventCall) end(e *place.Around, end int, how parsers.End) {
	how.Repairs = append(c.repairs, how.Repairs...)
	e.Calls.EndCall(end, how)
}

// cut ends a call whose arguments or events end before they are whole.
func (c *eventCall) cut(e *place.Around, end int) {
	at, from := c.s.LastValueEnd, c.leading(e)
	if e.Config.Options.AcceptIncomplete && c.last == jsonscan.More && at > from &&
		c.s.LastValueDepth > 0 && c.s.Nesting.IsObject(1) {
		text := append([]byte(nil), c.text[from:at]...)
		c.whole(e, end, c.s.Nesting.Closers(text, c.s.LastValueDepth, 0), parsers.End{Weak: true})
		return
	}
	c.fail(e, end, parsers.ReasonIncomplete, failure.CutOff)
}

func (c *eventCall) fail(e *place.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, parsers.Invalid{
		Name: c.name, ID: c.id, Arguments: c.text, Format: formatEvents, Reason: reason, Message: message,
	})
}
