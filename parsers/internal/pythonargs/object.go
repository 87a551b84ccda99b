package pythonargs

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/visit"
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
	return room.Long(o.out) + o.keys.held() + cap(o.stack)*int(unsafe.Sizeof(frame{})) + cap(o.Repairs)*int(unsafe.Sizeof(repair.Repair{}))
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

// Close closes the containers that are open behind the last complete value, because the output
// ended. It returns false if no value is complete.
func (o *Object) Close() bool {
	if o.cut.out <= 1 {
		return false
	}
	o.out, o.Repairs = o.out[:o.cut.out], o.Repairs[:o.cut.repairs]
	outermost := 0
	if o.Mapping {
		outermost = 1 // the caller closes the arguments
	}
	for d := o.cut.depth; d > outermost; d-- {
		o.out = append(o.out, closer(o.stack[d-1].kind))
	}
	o.whole = len(o.out)
	return true
}

func closer(k kind) byte {
	if k == dict {
		return '}'
	}
	return ']'
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
func (o *Object) addKey(v *visit.Count, key []byte, at int) bool {
	if v.IndexByte(key, '\\') >= 0 {
		key = o.unescaped(v, key, at)
	}
	o.out = append(o.out, '"')
	o.key = span{len(o.out), len(o.out) + len(key)}
	o.out = append(append(o.out, key...), '"', ':')
	return o.keys.add(o.out, o.key)
}

// unescaped is the key at offset at without the backslashes before '_'.
func (o *Object) unescaped(v *visit.Count, key []byte, at int) []byte {
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
