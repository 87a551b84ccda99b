package engine

import (
	"encoding/json"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// chosen reads the output of a model that had to call a tool. Servers make sure of that by a grammar, so the output is JSON,
// whatever the family writes: a call, an array of calls, or the arguments of the tool that was named. That is known when
// the output is complete, so all of it is kept until then. If it is anything else, the family reads it.
// See docs/models/formats, "Calls that the request demands".
type chosen struct {
	cfg     *parsers.Config
	handler parsers.Handler
	text    []byte
	begun   bool // the first byte that isn't white space was seen

	parse func(h parsers.Handler, text []byte, reason parsers.FinishReason) // reads a text as calls
}

// chosenTable is how such calls are written.
var chosenTable = openings.Table{Grammar: &grammar.Grammar{Lead: &grammar.Lead{Shape: chosenShape()}}}

func chosenShape() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Format = parsers.ChosenFormat
	return s
}

// add adds a chunk. False: the output isn't JSON.
func (c *chosen) add(piece []byte) bool {
	c.cfg.Work.Add(len(piece))
	c.text = append(c.text, piece...)
	if !c.begun {
		rest := c.cfg.Work.Counter().TrimLeft(c.text, " \t\r\n")
		if len(rest) == 0 {
			return true
		}
		c.begun = rest[0] == '{' || rest[0] == '['
	}
	return c.begun
}

// held is what is kept, in bytes.
func (c *chosen) held() int {
	if c == nil {
		return 0
	}
	return len(c.text)
}

// read reports the calls, if the output is nothing else.
func (c *chosen) read(reason parsers.FinishReason) bool {
	var seen onlyCalls
	c.parse(&seen, c.text, reason)
	name := c.cfg.ToolChoice.Name
	if seen.calls() && (c.cfg.ToolChoice.Mode == parsers.ToolChoiceRequired || !slices.ContainsFunc(seen.names, func(n string) bool { return n != name })) {
		c.parse(c.handler, c.text, reason)
		return true
	}
	return c.cfg.ToolChoice.Mode == parsers.ToolChoiceNamed && c.readArguments(name)
}

// readArguments reports the output as the arguments of the tool, if it is a JSON object.
func (c *chosen) readArguments(name string) bool {
	v := c.cfg.Work.Counter()
	object := v.Trim(c.text, " \t\r\n")
	v.Add(len(object))
	if len(object) == 0 || object[0] != '{' || !json.Valid(object) {
		return false
	}
	at := len(c.text) - len(v.TrimLeft(c.text, " \t\r\n"))
	end := at + len(object)
	c.handler.Text(0, c.text[:at])
	c.handler.Call(parsers.Begin{At: at, Name: name, Format: parsers.ChosenFormat}, object, parsers.End{Raw: object})
	c.handler.Text(end, c.text[end:])
	return true
}

// onlyCalls sees whether an output holds calls, and nothing else.
type onlyCalls struct {
	names []string
	other bool
}

func (o *onlyCalls) calls() bool { return len(o.names) > 0 && !o.other }

// Text implements [parsers.Handler].
func (o *onlyCalls) Text(_ int, text []byte) {
	for _, b := range text {
		o.other = o.other || b != ' ' && b != '\n' && b != '\t' && b != '\r'
	}
}

// Decoded implements [parsers.Handler].
func (o *onlyCalls) Decoded(parsers.Span, []byte) { o.other = true }

// Markup implements [parsers.Handler].
func (o *onlyCalls) Markup(int, []byte, parsers.Role) {}

// BeginCall implements [parsers.Handler].
func (o *onlyCalls) BeginCall(b parsers.Begin) { o.names = append(o.names, b.Name) }

// Arguments implements [parsers.Handler].
func (o *onlyCalls) Arguments([]byte) {}

// RewindArguments implements [parsers.Handler].
func (o *onlyCalls) RewindArguments(int) {}

// EndCall implements [parsers.Handler].
func (o *onlyCalls) EndCall(parsers.End) {}

// Call implements [parsers.Handler].
func (o *onlyCalls) Call(b parsers.Begin, _ []byte, _ parsers.End) { o.BeginCall(b) }

// InvalidCall implements [parsers.Handler].
func (o *onlyCalls) InvalidCall(parsers.Invalid) { o.other = true }

// InvalidText implements [parsers.Handler].
func (o *onlyCalls) InvalidText([]byte) {}

// Amend implements [parsers.Handler].
func (o *onlyCalls) Amend(parsers.Repair) {}

// Followed implements [parsers.Handler].
func (o *onlyCalls) Followed(bool, parsers.Flaw) {}

// Quoted implements [parsers.Handler].
func (o *onlyCalls) Quoted(yes bool) { o.other = o.other || yes }

// OnLine implements [parsers.Handler].
func (*onlyCalls) OnLine(bool) {}
