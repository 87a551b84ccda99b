package pythonargs

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// An Object is the arguments as far as they were read, as a JSON object.
type Object struct {
	// Repairs were made, in text order.
	Repairs []repair.Repair
	// Mapping: the arguments are one positional dict, whose keys are all
	// properties of the tool.
	Mapping bool

	properties *schema.Properties // of the tool; nil if none are known
	out        []byte
	whole      int // out[:whole] are the members that are complete
	keys       keySet
	key        span // in out, of the last argument's key
	stack      []frame
	cut        cutPoint
}

type span struct{ start, end int }

// A cutPoint is the end of the last complete value: how much of out,
// of the stack and of the repairs belongs to the text up to there.
type cutPoint struct{ out, depth, repairs int }

// A frame is a container that is open.
type frame struct {
	open  byte // '[', '(' or '{'
	kind  kind
	at    int      // of its opening, in out
	cut   cutPoint // where it began
	comma bool     // a comma is before the element that is due
	value bool     // the element is a dict's value, its key was read
	item  int      // where the element or key read last begins, in out
	text  bool     // that element or key is a string
	digit bool     // or a number
}

type kind uint8

const (
	undecided kind = iota // a '{' or '(' that holds at most one element
	array
	dict
)

// Members are the object so far, up to its last complete member, without its closer.
func (o *Object) Members() []byte { return o.out[:o.whole] }

// Held is how many bytes the object takes.
func (o *Object) Held() int {
	return buffers.Long(o.out) + o.keys.held() + cap(o.stack)*int(unsafe.Sizeof(frame{})) + cap(o.Repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// Depth is how many brackets of the value are open.
func (o *Object) Depth() int { return len(o.stack) }

// Tuples is how many open brackets of the value are parentheses.
func (o *Object) Tuples() int {
	n := 0
	for i := range o.stack {
		if o.stack[i].open == '(' {
			n++
		}
	}
	return n
}

// settle notes that the argument before the position is complete.
func (o *Object) settle() {
	o.whole = len(o.out)
	if o.Mapping {
		o.whole--
	}
}

// Close drops the argument in which the output ended, unless its value is complete. It returns false if no argument
// is left.
func (o *Object) Close() bool {
	cut, outermost := o.cut, 0
	if o.Mapping {
		outermost = 1 // the caller closes the arguments
	}
	if cut.depth > outermost {
		cut = o.stack[outermost].cut
	}
	if cut.out <= 1 {
		return false
	}
	o.out, o.Repairs = o.out[:cut.out], o.Repairs[:cut.repairs]
	o.whole = len(o.out)
	return true
}

func (o *Object) note(k repair.Kind, at int) {
	o.Repairs = append(o.Repairs, repair.Repair{Kind: k, Offset: at})
}

func (o *Object) top() *frame { return &o.stack[len(o.stack)-1] }

// closes reports whether c closes the container.
func (f *frame) closes(c byte) bool {
	return f.open == '(' && c == ')' || f.open != '(' && c == f.open+2
}

// begin notes that a value begins.
func (o *Object) begin() {
	if len(o.stack) == 0 {
		return
	}
	top := o.top()
	if top.comma {
		o.out = append(o.out, ',')
	}
	top.comma, top.text, top.digit = false, false, false
	if !top.value {
		top.item = len(o.out)
	}
}

// mapped notes a key of the one dict that is the arguments.
func (o *Object) mapped(key []byte) bool {
	return o.properties.Names(key) && o.keys.add(o.out, span{len(o.out) - 1 - len(key), len(o.out) - 1})
}

// addKey writes the key at offset at; false if it was there before.
func (o *Object) addKey(v *work.Counter, key []byte, at int) bool {
	if v.IndexByte(key, '\\') >= 0 {
		key = o.unescaped(v, key, at)
	}
	o.out = append(o.out, '"')
	o.key = span{len(o.out), len(o.out) + len(key)}
	o.out = append(append(o.out, key...), '"', ':')
	return o.keys.add(o.out, o.key)
}

// unescaped is the key at offset at without the backslashes before '_'.
func (o *Object) unescaped(v *work.Counter, key []byte, at int) []byte {
	for i := 0; ; i++ {
		n := v.Index(key[i:], []byte(`\_`))
		if n < 0 {
			return key
		}
		if i == 0 {
			key = v.Clone(key)
		}
		i += n
		o.note(repair.InvalidEscape, at+i)
		key = append(key[:i], key[i+1:]...)
	}
}

// keysKnown reports whether the tool's schema knows every argument.
func (o *Object) keysKnown() bool {
	for _, k := range o.keys.at {
		if !o.properties.Names(o.out[k.start:k.end]) {
			return false
		}
	}
	return true
}

// valueEnds notes that a value is complete.
func (o *Object) valueEnds() {
	if len(o.stack) > 0 && o.top().kind != array && !o.top().value {
		return
	}
	o.cut = cutPoint{len(o.out), len(o.stack), len(o.Repairs)}
	if len(o.stack) == 0 && o.Mapping {
		o.cut.out-- // the caller closes the arguments
	}
}

// maxKey bounds a key, in bytes.
const maxKey = 256

// keyLength is the length of the keyword at the start of b.
func keyLength(v *work.Counter, b []byte) int {
	n := bytetable.Index(b, 0, &plainKeyEnds)
	for n < len(b) && (isKeyByte(b[n]) || b[n] == '\\' && (n+1 == len(b) || b[n+1] == '_')) {
		if b[n] >= utf8.RuneSelf && match.WideSpace(b[n:], true).Yes() {
			break
		}
		n++
	}
	v.Add(n)
	return n
}

// quotedKey matches a keyword in straight quotes, if a '=' follows it.
func quotedKey(v *work.Counter, b []byte, final bool) match.Answer {
	if b[0] != '"' && b[0] != '\'' {
		return match.No
	}
	b = b[:min(len(b), maxAhead)]
	n := keyLength(v, b[1:]) + 1
	switch {
	case n == len(b):
		return match.End(final || n == maxAhead)
	case n == 1 || b[n] != b[0]:
		return match.No
	}
	n++
	rest := v.TrimLeft(b[n:], space)
	switch {
	case len(rest) < 2 && len(b) < maxAhead:
		return match.End(final)
	case len(rest) < 2 || rest[0] != '=' || rest[1] == '=':
		return match.No
	}
	return match.Answer(n)
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// isKeyByte reports whether c can be in a key.
func isKeyByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c >= 0x80
}

// plainKeyEnds are the bytes that aren't in keys, and those that may begin white space.
var plainKeyEnds = bytetable.Of(func(c byte) bool { return c >= utf8.RuneSelf || !isKeyByte(c) })

// maxAhead bounds how many bytes are looked at ahead of a position, for a key and the like.
const maxAhead = 2 * maxKey

// startsArgument reports whether b begins with a key and its '='.
func startsArgument(v *work.Counter, b []byte, final bool) match.Answer {
	b = b[:min(len(b), maxAhead)]
	n := keyLength(v, b)
	if n == 0 {
		return match.No
	}
	i := n
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	v.Add(i - n)
	switch {
	case i+1 < len(b) && b[i] == '=' && b[i+1] != '=':
		return 1
	case i+1 >= len(b) && (i == len(b) || b[i] == '=') && len(b) < maxAhead:
		return decided(final) // the output ended in a key or behind it
	}
	return match.No
}

// manyKeys is from how many keys on they are looked up in a map.
const manyKeys = 16

// A keySet is a set of keys in a text.
type keySet struct {
	at   []span
	seen map[string]bool
}

func (s *keySet) len() int { return len(s.at) }

// held is how many bytes the set takes, about: a short key in a map takes 64.
func (s *keySet) held() int { return cap(s.at)*int(unsafe.Sizeof(span{})) + 64*len(s.seen) }

// has reports whether the set has the key.
func (s *keySet) has(text, key []byte) bool {
	if s.seen != nil {
		return s.seen[string(key)]
	}
	for _, k := range s.at {
		if bytes.Equal(text[k.start:k.end], key) {
			return true
		}
	}
	return false
}

// add adds the key; false if it is in the set.
func (s *keySet) add(text []byte, key span) bool {
	name := text[key.start:key.end]
	if s.has(text, name) {
		return false
	}
	s.at = append(s.at, key)
	switch {
	case s.seen != nil:
		s.seen[string(name)] = true
	case len(s.at) > manyKeys:
		s.seen = make(map[string]bool)
		for _, k := range s.at {
			s.seen[string(text[k.start:k.end])] = true
		}
	}
	return true
}

// decided is yes if ok: the output ends, or enough of it was looked at. Otherwise it is More.
func decided(ok bool) match.Answer {
	if ok {
		return 1
	}
	return match.More
}

// stringBegins reports whether b begins with a string, perhaps with a prefix.
func stringBegins(b []byte) match.Answer {
	n := prefixLength(b)
	switch {
	case n == len(b):
		return match.More
	case b[n] == '\'' || b[n] == '"':
		return match.Answer(n + 1)
	}
	return match.No
}

// prefixLength is the length of a string's prefix at the start of b.
func prefixLength(b []byte) int {
	n := 0
	for n < len(b) && n < 2 && (b[n]|0x20 == 'r' || b[n]|0x20 == 'u' || b[n]|0x20 == 'f') {
		n++
	}
	return n
}
