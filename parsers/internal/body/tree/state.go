package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

func (c *Call) note(kind repair.Kind, at int) {
	c.repairs = append(c.repairs, parsers.Repair{Kind: kind, Offset: at})
}

// begin reports the call, whose arguments begin at offset at.
func (c *Call) begin(e *place.Around, at int) {
	c.begun, c.inner = true, at
	c.tool = e.Properties(c.name)
	c.keys.Schema(c.tool.Node(), 1)
	e.Handler.BeginCall(parsers.Begin{
		At: c.start, Name: c.name, Format: c.format(), FreeText: c.bare || e.Penalized(c.start),
	})
}

func (c *Call) format() string {
	if c.bare {
		return c.g.Bare
	}
	return c.g.Format
}

// send reports what is certain of the arguments.
func (c *Call) send(e *place.Around) {
	if c.begun && !c.Failed && c.fault.message == "" && c.sent < len(c.out) {
		e.Handler.Arguments(c.out[c.sent:])
		c.sent = len(c.out)
	}
}

// separate writes the comma before a key or value.
func (c *Call) separate() {
	if last := c.out[len(c.out)-1]; last != '{' && last != '[' && last != ':' {
		c.out = append(c.out, ',')
	}
}

// types are what the schema says of the value that is read.
func (c *Call) types() schema.Types {
	switch n := len(c.stack); {
	case n == 1:
		return c.prop.Types
	case n == 2 && c.stack[1] == '[':
		return c.prop.Items
	}
	return c.keys.Value(len(c.stack)).Types()
}

// valueEnds goes on behind a complete value.
func (c *Call) valueEnds(end int) {
	c.pos, c.phase = end, behindValue
	c.whole, c.levels = len(c.out), len(c.stack)
}

// closeInto writes the innermost container's closer.
func (c *Call) closeInto() {
	b := byte('}')
	if n := len(c.stack) - 1; c.stack[n] == '[' {
		b = ']'
	} else {
		c.keys.Close()
	}
	c.out, c.stack = append(c.out, b), c.stack[:len(c.stack)-1]
}

// closer closes the innermost container.
func (c *Call) closer() byte {
	switch c.stack[len(c.stack)-1] {
	case '[':
		return ']'
	case '(':
		return ')'
	}
	return '}'
}
