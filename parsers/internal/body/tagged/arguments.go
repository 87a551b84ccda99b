package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// args reports a call's arguments while they come, and decides how much of them is reported.
type args struct {
	given *given
	here  *here

	begun   bool
	closed  bool // the arguments are complete
	doubt   bool // a value may have ended elsewhere
	n       int  // number of bytes that were reported
	whole   int  // number of these bytes up to the last complete parameter
	params  int  // number of complete parameters
	keys    keySet
	buf     []byte
	members []member          // arguments that are elements
	body    *jsonscan.Scanner // of arguments that are one object; reused; nil: there were none yet
}

func (a *args) opens() {
	a.begun, a.n, a.whole, a.closed, a.params, a.doubt = false, 0, 0, false, 0, false
	a.keys.n, a.keys.many = 0, nil
	a.buf, a.members = buffers.Kept(a.buf), buffers.Emptied(a.members[:0])
}

func (a *args) add(c *body.Around, piece []byte) {
	c.Handler.Arguments(piece)
	a.n += len(piece)
}

// made reports a text that was written into the buffer.
func (a *args) made(c *body.Around, text []byte) {
	a.buf = text
	a.add(c, text)
}

// complete notes that a parameter was reported.
func (a *args) complete() {
	a.params++
	a.whole = a.n
}

// key reports the beginning of a member.
func (a *args) key(c *body.Around, key []byte) {
	first := byte(',')
	if a.n == 0 {
		first = '{'
	}
	a.buf = append(values.AppendString(append(a.buf[:0], first), key), ':')
	a.add(c, a.buf)
}

// room returns the emptied buffer, for a text of n bytes.
func (a *args) room(n int) []byte {
	if n += n / 16; n > buffers.MaxKept { // in code, about one byte in twenty needs an escape
		a.buf = buffers.Lent(nil, a.buf[:0], n)
	}
	return a.buf[:0]
}

// text reports part of a string.
func (a *args) text(c *body.Around, text []byte) {
	c.Visits.Add(len(text))
	if !values.Plain(text) {
		a.buf = values.AppendEscaped(a.room(len(text)), text)
		text = a.buf
	}
	a.add(c, text)
}

// json reports a value that is JSON.
func (a *args) json(c *body.Around, text []byte) {
	c.Visits.Add(len(text))
	a.made(c, values.AppendCompact(a.room(len(text)), text))
}

var emptyObject, objectCloser = []byte("{}"), []byte("}")

// close reports the end of the arguments.
func (a *args) close(c *body.Around) {
	switch {
	case a.closed:
	case a.n == 0:
		a.add(c, emptyObject)
	default:
		a.add(c, objectCloser)
	}
}

// flush reports the part of the value, up to offset end, that can't change anymore.
func (b *reader) flush(c *body.Around, end int) {
	if b.here.Failed || b.given.Unnamed {
		return
	}
	v := &b.value
	if v.isDamaged(c, end) {
		end = v.damaged.start
	}
	if end < v.at || b.given.g.TrimNewline && !v.led && (end == v.at || string(c.Slice(v.at, end)) == "\r") {
		return
	}
	b.lead(c, end)
	if n := b.trimmed(c, end); n < end {
		end = n
	} else if v.crlf && end > v.at && c.Slice(end-1, end)[0] == '\r' {
		end--
	}
	b.settle(c, end, false)
	if v.kind == values.Text && end > v.at {
		b.args.text(c, c.Slice(v.at, end))
		v.at = end
	}
}

// trimmed returns the end of the value without the newline before it.
func (b *reader) trimmed(c *body.Around, end int) int {
	text := c.Slice(b.value.at, end)
	switch {
	case !b.given.g.TrimNewline || b.given.Untrimmed && !b.value.lines || len(text) == 0 || text[len(text)-1] != '\n':
		return end
	case b.value.crlf && bytes.HasSuffix(text, crlf):
		return end - len(crlf)
	}
	return end - 1
}

var crlf = []byte("\r\n")

// isDamaged reports whether only white space is between a damaged closer and offset at. With text
// behind it, the damaged closer is a tag in the value.
func (v *value) isDamaged(c *body.Around, at int) bool {
	d := &v.damaged
	for d.end > 0 && d.end < at {
		if !match.IsSpace(c.Slice(d.end, d.end+1)[0]) {
			*d, v.tags = span{}, true
			return false
		}
		d.end++
	}
	return d.end > 0
}

// finishValue reports the rest of the value, which ends at end. It returns false if the value nests
// too deep.
func (b *reader) finishValue(c *body.Around, end int) bool {
	v := &b.value
	b.lead(c, end)
	end = b.trimmed(c, end)
	b.settle(c, end, true)
	switch v.kind {
	case values.JSON:
		b.args.json(c, c.Slice(v.at, end))
	case values.Python:
		b.python(c, end)
	case values.Text:
		b.args.text(c, c.Slice(v.at, end))
		b.args.add(c, quote)
	}
	return v.kind != values.TooDeep
}

// python reports a value that is a Python literal. If the model's template writes such literals,
// they are no repair. It never writes objects and arrays in Python syntax, so these are repaired.
func (b *reader) python(c *body.Around, end int) {
	v := &b.value
	json, repairs := b.typing.AppendPython(c.Visits, b.args.buf[:0], c.Slice(v.at, end))
	b.args.made(c, json)
	native := b.given.g.Literals == grammar.LiteralsNative && json[0] != '{' && json[0] != '['
	for _, r := range repairs {
		if !native {
			b.given.Note(r.Kind, v.at+r.Offset)
		}
	}
}

// lead reads the beginning of the value, which reaches at least up to end.
func (b *reader) lead(c *body.Around, end int) {
	v := &b.value
	if v.led {
		return
	}
	v.led = true
	if b.given.g.TrimNewline {
		text := c.Slice(v.at, end)
		switch v.crlf = true; {
		case bytes.HasPrefix(text, crlf):
			v.at += len(crlf)
			v.lines = true
		case len(text) > 0 && text[0] == '\n':
			v.at++
			v.crlf, v.lines = false, true
		}
	}
	depth := c.Rules.MaxDepth() - 1
	b.typing.Printed = b.given.g.Literals == grammar.LiteralsNative && !v.named
	b.typing.Pythons = b.given.g.Literals != grammar.LiteralsText && !v.named && (b.given.g.Literals == grammar.LiteralsNative || !c.Config.Options.DisableRepair)
	if v.json {
		b.typing.StartJSON(v.at, depth)
	} else {
		b.typing.Start(v.types, v.at, depth)
	}
}

var quote = []byte{'"'}

// settle decides what the value is, as far as its text up to end shows.
func (b *reader) settle(c *body.Around, end int, final bool) {
	v := &b.value
	if v.kind != values.Undecided {
		return
	}
	w := &c.Window
	v.kind = b.typing.Read(&jsonscan.Window{Win: w.Win[:end-w.Base], Base: w.Base, Final: final, Visits: w.Visits})
	if v.kind == values.Text {
		b.args.add(c, quote)
	}
}

// A keySet holds the keys of one call.
type keySet struct {
	few  [fewKeys]span // keys of a call with few keys
	n    int           // number of keys in few
	many map[string]struct{}
}

// A span is a range of the output.
type span struct{ start, end int }

// fewKeys is the number of keys up to which comparing with each of them is fastest.
const fewKeys = 8

// has reports whether the key is there.
func (s *keySet) has(c *body.Around, key []byte) bool {
	if s.many != nil {
		_, ok := s.many[string(key)]
		return ok
	}
	for _, k := range s.few[:s.n] {
		if string(c.Slice(k.start, k.end)) == string(key) {
			return true
		}
	}
	return false
}

// add reports whether the key, which is at a span of the output, is new, and adds it.
func (s *keySet) add(c *body.Around, key []byte, at span) bool {
	if s.has(c, key) {
		return false
	}
	if s.many == nil {
		if s.n < fewKeys && len(key) == at.end-at.start {
			s.few[s.n] = at
			s.n++
			return true
		}
		s.many = make(map[string]struct{})
		for _, k := range s.few[:s.n] {
			s.many[string(c.Slice(k.start, k.end))] = struct{}{}
		}
	}
	s.many[string(key)] = struct{}{}
	return true
}

// missing reports whether the call may have the parameter, but has no such parameter yet.
func (a *args) missing(c *body.Around, name []byte) bool {
	return (a.given.tool.Names(name) || a.given.anyKeyEnds()) && !a.keys.has(c, name)
}

func (a *args) begin(c *body.Around) {
	if a.begun {
		return
	}
	a.begun = true
	c.Handler.BeginCall(parsers.Begin{
		At: a.given.At, Name: a.given.Name, Format: a.given.format(), FreeText: a.given.Free, Mergeable: a.given.Mergeable,
	})
}
