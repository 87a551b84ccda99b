package tree

import (
	"bytes"
	"encoding/json"

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
	if c.begun && !c.Failed && c.sent < len(c.out) {
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
	return c.node().Types()
}

// node is what the schema says of the value that is read; nil if nothing. Each key is
// looked up once.
func (c *Call) node() *schema.Node {
	n := c.tool.Node()
	for i := range c.stack {
		m := &c.members[i]
		switch {
		case m.known:
		case c.stack[i] == '[':
			m.node = n.Items()
		default:
			m.node = n.Property(c.decoded(m))
		}
		n, m.known = m.node, true
	}
	return n
}

// decoded is the member's key.
func (c *Call) decoded(m *member) []byte {
	key := c.out[m.start:m.end]
	if bytes.IndexByte(key, '\\') < 0 {
		return key[1 : len(key)-1]
	}
	var decoded string
	if json.Unmarshal(key, &decoded) != nil {
		return nil
	}
	return []byte(decoded)
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
