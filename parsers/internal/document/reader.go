package document

import (
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// maxLevels is how deep the levels of a document and their lists nest.
const maxLevels = 10

// A Reader is the body for a document: it reads on until the document closes
// or breaks, noting its parts, and reports nothing before.
type Reader struct {
	Not    bool // once the reader is done: this is no such document
	json   *object.Call
	code   func(start, end int)
	doc    *grammar.Document
	s      jsonscan.Scanner
	begun  bool
	keyed  bool // the first key was seen
	proved bool // it is the vendor's response
	shown  bool // a call was seen, complete or not
	called bool // a complete one was seen
	failed bool // the vendor couldn't read the code
	format string
	counts bool // the format of a call counts
	demand Demand
	unread bool // it has a key that means nothing

	levels [maxLevels]levelFrame
	n      int  // levels in use
	skip   int  // depth at which a value that holds no parts ends; 0 outside of such values
	under  bool // the skipped value is a call
	parts  []part
}

// New returns a reader. code, which may be nil, reports the code between two
// offsets that the vendor couldn't read.
func New(code func(start, end int)) *Reader { return &Reader{json: object.New(), code: code} }

// A Demand is what a document without a call must have.
type Demand uint8

const (
	// ACall: a call, so no document without one counts.
	ACall Demand = iota
	// AllKeys: a proof that it is the vendor's, and only keys that mean something.
	AllKeys
	// Nothing: nothing but the proof.
	Nothing
)

// Open begins to read a document at the position, if one may begin with c.
func (d *Reader) Open(c byte, doc *grammar.Document, demand Demand) bool {
	if (c != '{' || doc.Object == nil) && (c != '[' || doc.List == nil) {
		return false
	}
	json, code, parts := d.json, d.code, buffers.Emptied(d.parts)
	*d = Reader{} // in place: a literal with fields would be built elsewhere, and copied
	d.json, d.code, d.parts, d.doc, d.format, d.demand = json, code, parts, doc, doc.Formats[0], demand
	return true
}

// A levelFrame is an object, or a list of objects, that is being read.
type levelFrame struct {
	level *grammar.Level
	list  bool
	first bool // only the first element counts
	taken bool // an element was read
	typed bool // the value of its type key decided its part
	part  grammar.Part
	start int
	parts int          // noted before it
	key   *grammar.Key // whose value comes next; nil if that is of no interest
	seen  uint64       // keys, by their index
}

// Held is how many bytes the document takes, next to its text.
func (d *Reader) Held() int { return d.json.Held() + cap(d.parts)*int(unsafe.Sizeof(part{})) }

// Step implements [body.Body].
func (d *Reader) Step(env *body.Env) bool {
	if !d.begun {
		d.begun = true
		d.s.Start(env.Pos, env.Rules.MaxDepth(), jsonscan.Strict, nil)
	}
	w := &env.Window
	for {
		t := d.s.Next(w)
		switch {
		case t.Kind == jsonscan.More:
			return false
		case t.Kind == jsonscan.End:
			d.cutOff(env)
		case t.Kind == jsonscan.Unexpected, t.Kind == jsonscan.TooDeep, !d.token(env, w, t):
			d.fail(env)
		case !d.s.Done():
			continue
		case (d.called || d.isProved()) && d.counted(env):
			d.deliver(env)
		default:
			d.fail(env)
		}
		return true
	}
}

// fail gives up: the text is no document, and is read again as something else.
func (d *Reader) fail(env *body.Env) {
	d.Not = true
	env.Retry()
}

// isProved reports whether the text is a document even without a call in it.
func (d *Reader) isProved() bool {
	return d.proved && (d.demand == Nothing || d.demand == AllKeys && !d.unread)
}

// counted reports whether the document, or a call in it, is of a format that counts.
func (d *Reader) counted(env *body.Env) bool {
	return d.counts || d.failed || env.Config.Counts(d.format)
}

// cutOff ends a document that the output ends in.
func (d *Reader) cutOff(env *body.Env) {
	if !d.shown && !d.isProved() {
		d.fail(env)
		return
	}
	env.Seek(env.Base + len(env.Win))
	env.Invalid(env.Pos, parsers.Invalid{
		Format: d.format, Reason: parsers.ReasonIncomplete,
		Message: "unexpected end of output inside a response document",
	})
}

// token follows one token through the levels. It returns false if the token breaks the shape.
func (d *Reader) token(env *body.Env, w *jsonscan.Window, t jsonscan.Token) bool {
	if d.skip > 0 {
		return d.skipped(env, t)
	}
	switch t.Kind {
	case jsonscan.Key:
		return d.key(w, t)
	case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
		d.says()
		return d.open(t)
	case jsonscan.ObjectClose, jsonscan.ArrayClose:
		return d.close(env, t)
	case jsonscan.String:
		d.says()
		return d.text(w, t)
	case jsonscan.Number, jsonscan.Literal:
		return d.word(w, t)
	}
	return true
}

func (d *Reader) top() *levelFrame { return &d.levels[d.n-1] }

func (d *Reader) push(f levelFrame) bool {
	if f.level == nil || d.n == maxLevels {
		return false
	}
	f.parts = len(d.parts)
	if !f.list {
		f.part = f.level.Part
		d.shown = d.shown || f.part == grammar.PartCall
	}
	d.levels[d.n] = f
	d.n++
	return true
}

// key looks up a key.
func (d *Reader) key(w *jsonscan.Window, t jsonscan.Token) bool {
	top := d.top()
	top.key = nil
	i := top.level.Key(jsonscan.DecodeString(w.Slice(t.Start, t.End), t.Escaped))
	if i < 0 {
		known := d.keyed
		d.keyed, d.unread = true, true
		return known
	}
	d.keyed = true
	k := &top.level.Keys[i]
	if top.seen>>i&1 != 0 {
		return true
	}
	top.seen |= 1 << i
	top.key = k
	if k.Format != "" {
		d.format = k.Format
	}
	return true
}

// says notes which part the object at hand is, as the key of a value says. The object's type overrides that.
func (d *Reader) says() {
	if d.n == 0 {
		return
	}
	if top := d.top(); top.key != nil && !top.typed {
		top.part = max(top.part, top.key.Part)
		d.shown = d.shown || top.key.Part == grammar.PartCall
	}
}

// open handles the opening of a container.
func (d *Reader) open(t jsonscan.Token) bool {
	object := t.Kind == jsonscan.ObjectOpen
	switch {
	case d.n == 0 && object:
		return d.push(levelFrame{level: d.doc.Object, start: t.Start})
	case d.n == 0:
		return d.push(levelFrame{level: d.doc.List, list: true})
	case d.top().list:
		return d.element(t, object)
	}
	k := d.top().key
	switch {
	case k == nil:
	case object && k.Calls():
		d.under, d.shown = true, true
		d.parts = append(d.parts, part{kind: partCall, start: t.Start, shape: k.Level.Call, via: &grammar.Field{Key: k.Name, Shape: k.Level.Call}})
	case object && k.Level != nil && k.Nesting == grammar.NestedObject:
		return d.push(levelFrame{level: k.Level, start: t.Start})
	case !object && k.Level != nil && k.Nesting != grammar.NestedObject:
		return d.push(levelFrame{level: k.Level, list: true, first: k.Nesting == grammar.NestedFirst})
	case k.Leads():
		return false
	}
	d.skip = d.s.Nesting.Depth()
	return true
}

// element handles the opening of a list's element.
func (d *Reader) element(t jsonscan.Token, object bool) bool {
	list := d.top()
	if list.first && list.taken {
		d.skip = d.s.Nesting.Depth()
		return true
	}
	list.taken = true
	return object && d.push(levelFrame{level: list.level, start: t.Start})
}

// skipped passes over a value, which may be a call.
func (d *Reader) skipped(env *body.Env, t jsonscan.Token) bool {
	if t.Kind != jsonscan.ObjectClose && t.Kind != jsonscan.ArrayClose || d.s.Nesting.Depth()+1 != d.skip {
		return true
	}
	d.skip = 0
	if !d.under {
		return true
	}
	d.under = false
	return d.callEnds(env, t.End)
}

// callEnds ends the call noted last. It returns false if that is no call.
func (d *Reader) callEnds(env *body.Env, end int) bool {
	p := &d.parts[len(d.parts)-1]
	p.end = end
	d.called = true
	d.json.ReadWhole(env, p.start, p.shape, p.via)
	d.counts = d.counts || env.Config.Counts(d.json.Format(env))
	return d.json.IsCall(env)
}

// close handles the closing of a list, or of an object, which may be a part.
func (d *Reader) close(env *body.Env, t jsonscan.Token) bool {
	top := *d.top()
	d.n--
	if top.list || top.part == grammar.PartInside {
		return true
	}
	if top.part == grammar.PartReasoning {
		d.enclose(top.parts, top.start, t.End)
		return true
	}
	d.parts = d.parts[:top.parts]
	if top.part == grammar.PartCall {
		d.parts = append(d.parts, part{kind: partCall, start: top.start, shape: top.level.Call})
		return d.callEnds(env, t.End)
	}
	return top.part != grammar.PartUnknown
}

// text handles a string.
func (d *Reader) text(w *jsonscan.Window, t jsonscan.Token) bool {
	top := d.top()
	k := top.key
	switch {
	case top.list:
		return top.first && top.taken
	case k == nil:
		return true
	case k.Says == grammar.SaysText, k.Says == grammar.SaysReasoning:
		d.parts = append(d.parts, part{kind: partText, escaped: t.Escaped, start: t.Start, end: t.End})
		if k.Says == grammar.SaysReasoning {
			d.enclose(len(d.parts)-1, t.Start, t.End)
		}
	case k.Says == grammar.SaysType:
		return d.typed(jsonscan.DecodeString(w.Slice(t.Start, t.End), t.Escaped))
	case k.Says == grammar.SaysCode:
		d.parts = append(d.parts, part{kind: partCode, start: t.Start, end: t.End})
	case k.Says == grammar.SaysFailure:
		d.failed = d.failed || slices.Contains(k.Is, string(w.Slice(t.Start, t.End)))
		d.proved = d.proved || d.failed
	case len(k.Is) > 0:
		d.proved = slices.Contains(k.Is, string(jsonscan.DecodeString(w.Slice(t.Start, t.End), t.Escaped)))
		return d.proved
	default:
		return !k.Leads()
	}
	return true
}

// typed notes the type of the object.
func (d *Reader) typed(typ []byte) bool {
	top := d.top()
	top.part, top.typed = top.level.PartOf(typ), true
	d.shown = d.shown || top.part == grammar.PartCall
	return top.part != grammar.PartUnknown
}

// word handles a number or a literal.
func (d *Reader) word(w *jsonscan.Window, t jsonscan.Token) bool {
	top := d.top()
	if top.list {
		return top.first && top.taken
	}
	k, c := top.key, w.Slice(t.Start, t.End)[0]
	if k == nil || c == 'n' {
		return true
	}
	if c != 'f' {
		d.says()
	}
	return !k.Leads()
}

// A part is a part of the document that isn't just syntax.
type part struct {
	kind       partKind // of no length if it opens or closes
	escaped    bool     // a text holds escapes
	start, end int
	shape      *grammar.Shape // of a call
	via        *grammar.Field // under whose key the call is
}

type partKind uint8

const (
	partText partKind = iota
	partReasoning
	partReasoningEnd
	partCall
	partCode
)

// enclose turns the texts among the parts from index from on into the reasoning
// between start and end, and drops the rest of these parts.
func (d *Reader) enclose(from, start, end int) {
	texts := slices.DeleteFunc(d.parts[from:], func(p part) bool { return p.kind != partText })
	d.parts = slices.Insert(d.parts[:from+len(texts)], from, part{kind: partReasoning, start: start})
	d.parts = append(d.parts, part{kind: partReasoningEnd, start: end})
}

// deliver reports the document, which has closed.
func (d *Reader) deliver(env *body.Env) {
	for i := range d.parts {
		p := &d.parts[i]
		env.Markup(p.start, parsers.RoleDocument)
		switch p.kind {
		case partText:
			env.Decoded(p.end, jsonscan.DecodeString(env.Slice(p.start, p.end), p.escaped))
		case partReasoning:
			env.Markup(p.start, parsers.RoleReasoning)
		case partReasoningEnd:
			env.Markup(p.start, parsers.RoleReasoningEnd)
		case partCall:
			d.json.ReadWhole(env, p.start, p.shape, p.via)
			d.json.EndWhole(env, p.end)
		case partCode:
			if d.failed && d.code != nil {
				d.code(p.start, p.end)
			}
		}
	}
	env.MarkupTo(d.s.Pos(), parsers.RoleDocument)
}
