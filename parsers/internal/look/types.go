package look

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// misplaced reports whether, in arguments with repaired brackets, a container is where the schema excludes it, or a key
// that the tool has and the call hasn't is in a container.
func (lk look) misplaced(args body.Span, repairs []parsers.Repair) bool {
	json := lk.env.Slice(args.Start, args.End)[0] == '{' // a bracket behind Python code is that of the call
	var some, inner bool                                 // such a repair, and one before the end of the arguments
	for _, r := range repairs {
		if bracket(r.Kind) && args.Start < r.Offset {
			some, inner = true, inner || r.Offset < args.End
		}
	}
	if !some || !json && !inner {
		return false
	}
	tool := lk.env.Rules.Properties(lk.env.Notes.Name)
	c := containers{visits: lk.env.Visits, tool: tool, at: args.Start, repairs: repairs}
	text := lk.env.Slice(args.Start, args.End)
	lk.env.Visits.Add(len(text))
	c.read(text)
	c.single = c.single || c.last > 0 && c.onlyClosers(text[c.last:]) && slices.ContainsFunc(repairs, func(r parsers.Repair) bool {
		return r.Kind == repair.MissingCloser && r.Offset >= args.Start+c.last
	})
	return c.excluded && inner || c.single || c.moved != nil && !slices.Contains(c.keys, string(c.moved))
}

// bracket reports whether a repair of the kind adds or removes a bracket.
func bracket(k repair.Kind) bool {
	return k == repair.MissingCloser || k == repair.ExtraCloser || k == repair.ExtraOpener
}

// containers reads where the containers of arguments are.
type containers struct {
	visits  *work.Counter
	tool    *schema.Properties
	at      int // where the arguments begin in the output
	repairs []parsers.Repair

	nesting  nesting
	property schema.Property // of the member that is read
	key      []byte
	keys     []string // of the arguments
	moved    []byte   // a key of the tool that is in a container
	excluded bool     // a container is where the schema excludes it
	single   bool     // an array or an object has no closer, and it may end, or begin, elsewhere
	sure     uint64   // of each open container, whether it has a comma, or a schema says that it is one
	typed    uint64   // of each open container, whether a schema says that it is one
	last     int      // behind the last object with several members that no schema mentions
}

// repaired reports whether a repair of the kind is at index i.
func (c *containers) repaired(k repair.Kind, i int) bool {
	for _, r := range c.repairs {
		if r.Kind == k && r.Offset == c.at+i {
			return true
		}
	}
	return false
}

func (c *containers) read(b []byte) {
	for i := 0; i < len(b) && !c.excluded; i++ {
		if c.nesting.inside() && c.repaired(repair.MissingCloser, i) {
			nested := i > 0 && b[i-1] == ']' // the opening bracket of that array may be too much
			c.single = c.single || nested || c.sure&1 == 0
		}
		switch b[i] {
		case ',':
			c.sure |= 1
		case '{', '[':
			if !c.repaired(repair.ExtraOpener, i) {
				c.open(b[i])
			}
		case '}', ']':
			if !c.repaired(repair.ExtraCloser, i) {
				if b[i] == '}' && c.nesting.depth > 1 && c.sure&^c.typed&1 == 1 {
					c.last = i + 1
				}
				c.close(b[i] == ']')
			}
		case '"':
			end := plainEnd(b, i)
			if !c.nesting.inside() && follows(b, end+1, ':') {
				c.named(b[i+1 : end])
			}
			i = end
		}
	}
}

// open opens a container.
func (c *containers) open(b byte) {
	kind := schema.Kind(b)
	types := c.types()
	switch {
	case c.nesting.depth == 0:
	case types != schema.Any && types&kind == 0:
		c.excluded = true
	}
	c.nesting.open(b == '[')
	c.sure, c.typed = c.sure<<1, c.typed<<1
	if types != schema.Any {
		c.sure, c.typed = c.sure|1, c.typed|1
	}
}

// types are the types that the schema allows for what begins here.
func (c *containers) types() schema.Types {
	switch {
	case c.nesting.depth == 1:
		return c.property.Types
	case c.nesting.depth == 2 && c.nesting.inside():
		return c.property.Items
	}
	return schema.Any
}

// close closes containers up to one of this kind: the closers of those in it are missing.
func (c *containers) close(array bool) {
	for c.nesting.depth > 0 && c.nesting.inside() != array {
		c.leave()
	}
	c.leave()
}

// leave closes the innermost container.
func (c *containers) leave() {
	c.nesting.close()
	c.sure, c.typed = c.sure>>1, c.typed>>1
}

// onlyClosers reports whether the text has only closing brackets and white space.
func (c *containers) onlyClosers(b []byte) bool { return len(c.visits.TrimLeft(b, "]} \t\r\n")) == 0 }

// named notes a key.
func (c *containers) named(key []byte) {
	switch {
	case c.nesting.depth == 1:
		if inner, _ := c.tool.Node().Property(c.key).Names(key); inner && c.moved == nil && !c.tool.Names(key) {
			c.excluded = true // it belongs into the object before it
		}
		c.property = c.tool.Property(key)
		c.keys, c.key = append(c.keys, string(key)), key
	case c.nesting.depth > 1 && c.moved == nil && c.tool.Names(key):
		if inner, _ := c.tool.Node().Property(c.key).Names(key); !inner {
			c.moved = key
		}
	}
}

// plainEnd returns the index of the quote that ends the string that begins at index i.
func plainEnd(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return min(i, len(b))
}

// follows reports whether the byte is at index i, or after the white space there.
func follows(b []byte, i int, c byte) bool {
	i = match.SpaceEnd(b, min(i, len(b)))
	return i < len(b) && b[i] == c
}
