package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A legacyMember is a parameter and its value.
type legacyMember struct {
	key   string
	value span
}

// A span is where something stands in the output.
type span struct{ start, end int }

// maxKept bounds the room that is kept for the next call.
const maxKept = 1 << 16

type legacyKind uint8

const (
	legacyNone  legacyKind = iota
	legacyCut              // the output as far as it is at hand ends in it
	legacyOpen             // begins the parameters
	legacyClose            // ends them
	legacyKey              // begins a parameter
	legacyEnd              // ends the call
	legacyNext             // begins another call, or ends the block
)

// legacyTags are the tags of a call, apart from those that bear a parameter's name.
var legacyTags = [...]struct {
	kind  legacyKind
	match func(r tags.Reader, b []byte, word string, final bool) ([]byte, match.Answer)
	word  string
}{
	{legacyOpen, tags.Reader.Opens, parametersTag},
	{legacyClose, tags.Reader.Closing, parametersTag},
	{legacyEnd, tags.Reader.Closing, invokeTag},
	{legacyNext, tags.Reader.ClosingStarts, wrapperTag},
	{legacyNext, tags.Reader.Starts, invokeTag},
}

// nextTag is the tag at the start of b, and its length.
func (c *legacyCall) nextTag(b []byte) (legacyKind, int) {
	cut := false
	for i := range legacyTags {
		t := &legacyTags[i]
		prefix, a := t.match(reader, b, t.word, false)
		if a.Yes() && c.fits(prefix) {
			return t.kind, int(a)
		}
		cut = cut || a == match.More
	}
	switch a := keyTag(b); {
	case a.Yes() && !cut:
		return legacyKey, int(a)
	case a == match.More || cut:
		return legacyCut, 0
	}
	return legacyNone, 0
}

// maxKey bounds a parameter's name, in bytes.
const maxKey = 256

// keyTag matches a tag that is nothing but a name.
func keyTag(b []byte) match.Answer {
	for i := 1; i <= maxKey; i++ {
		switch {
		case b[0] != '<':
			return match.No
		case i == len(b):
			return match.More
		case b[i] == '>':
			if i == 1 {
				return match.No
			}
			return match.Answer(i + 1)
		case b[i] <= ' ' || b[i] == '<' || b[i] == '/' || b[i] == '"' || b[i] == '\'' || b[i] == '=':
			return match.No
		}
	}
	return match.No
}

// inValue looks for what may end the value.
func (c *legacyCall) inValue(e *engine.Engine) (more, done bool) {
	final := e.Final
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			c.pos += len(rest)
			if final {
				return false, c.cut(e)
			}
			return true, false
		}
		c.pos += i
		rest = rest[i:]
		closes := reader.ClosingAs(rest, "", c.tag, final)
		opens := match.Text("<"+c.tag+">", rest, final)
		switch {
		case closes == match.More || opens == match.More:
			return true, false
		case opens.Yes():
			c.nested++
			c.pos += int(opens)
		case !closes.Yes():
			c.pos++
		case c.nested > 0:
			c.nested--
			c.pos += int(closes)
		default:
			c.closer = span{c.pos, c.pos + int(closes)}
			c.pos, c.phase = c.closer.end, afterLegacyTag
			return false, false
		}
	}
}

// afterTag decides by what follows whether the tag ends the value.
func (c *legacyCall) afterTag(e *engine.Engine) (more, done bool) {
	final := e.Final
	if rest := e.Rest(c.pos); len(rest) > 0 {
		switch kind, _ := c.nextTag(rest); {
		case kind == legacyCut && !final:
			return true, false
		case kind == legacyNone || kind == legacyOpen:
			c.phase = inLegacyValue
			return false, false
		}
	}
	c.members = append(c.members, legacyMember{c.tag, span{c.value, c.closer.start}})
	c.last, c.phase = c.closer.end, betweenParameters
	return false, false
}

// arguments makes an object of the parameters: what comes several times is an
// array, where it came first. False if a value nests too deep.
func (c *legacyCall) arguments(e *engine.Engine) ([]byte, bool) {
	same := make(map[string][]span, len(c.members))
	for _, m := range c.members {
		same[m.key] = append(same[m.key], m.value)
	}
	tool := e.Properties(c.name)
	out := append(c.buf[:0], '{')
	for _, m := range c.members {
		list := same[m.key]
		if list == nil {
			continue
		}
		delete(same, m.key)
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(values.AppendString(out, []byte(m.key)), ':')
		var ok bool
		if out, ok = appendValues(e, out, list, tool.Property([]byte(m.key))); !ok {
			return nil, false
		}
	}
	c.buf = append(out, '}')
	return c.buf, true
}

// appendValues appends a parameter's value, or an array of several.
func appendValues(e *engine.Engine, out []byte, list []span, p schema.Property) ([]byte, bool) {
	depth := e.MaxDepth() - 1
	if len(list) == 1 {
		return values.Append(out, e.Slice(list[0].start, list[0].end), p.Types, depth)
	}
	types := p.Types
	if types != schema.Any && types&schema.Array != 0 {
		types = p.Items
	}
	separator := byte('[')
	for _, v := range list {
		out = append(out, separator)
		var ok bool
		if out, ok = values.Append(out, e.Slice(v.start, v.end), types, depth-1); !ok {
			return out, false
		}
		separator = ','
	}
	return append(out, ']'), true
}
