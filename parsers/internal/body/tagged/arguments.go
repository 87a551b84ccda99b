package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// args reports a call's arguments while they come, and decides how much of them is reported.
type args struct {
	opening  *opening
	position *position

	begun  bool
	closed bool // the arguments are complete
	doubt  bool // a value may have ended elsewhere
	odd    bool // a value isn't of its type
	built  bool // the arguments are made of the members once the call is complete
	// verbatim: the arguments are the object that the scanner read, as it was written.
	verbatim bool
	again    *repetition // the parameter that is read, if the call has it already; else nil
	packing  packing
	n        int // number of bytes that were reported
	whole    int // number of these bytes up to the last complete parameter
	params   int // number of complete parameters
	keys     keySet
	buf      []byte
	members  []member          // the parameters that were read
	body     *jsonscan.Scanner // of arguments that are one object; reused; nil: there were none yet
}

func (ar *args) opens() {
	ar.begun, ar.n, ar.whole, ar.closed, ar.params, ar.doubt = false, 0, 0, false, 0, false
	ar.odd, ar.built, ar.verbatim, ar.again, ar.packing = false, false, false, nil, packingOpen
	ar.keys.n, ar.keys.many = 0, nil
	ar.buf, ar.members = buffers.Kept(ar.buf), buffers.Emptied(ar.members[:0])
}

func (ar *args) add(env *body.Env, piece []byte) {
	env.Handler.Arguments(piece)
	ar.n += len(piece)
}

// made reports a text that was written into the buffer.
func (ar *args) made(env *body.Env, text []byte) {
	ar.buf = text
	ar.add(env, text)
}

// complete notes that a parameter was reported.
func (ar *args) complete() {
	ar.params++
	ar.whole = ar.n
}

// key reports the beginning of a member.
func (ar *args) key(env *body.Env, key []byte) {
	first := byte(',')
	if ar.n == 0 {
		first = '{'
	}
	ar.buf = append(values.AppendString(append(ar.buf[:0], first), key), ':')
	ar.add(env, ar.buf)
}

// room returns the emptied buffer, for a text of n bytes.
func (ar *args) room(n int) []byte {
	if n += n / 16; n > buffers.MaxKept { // in code, about one byte in twenty needs an escape
		ar.buf = buffers.Lent(nil, ar.buf[:0], n)
	}
	return ar.buf[:0]
}

// text reports part of a string.
func (ar *args) text(env *body.Env, text []byte) {
	env.Visits.Add(len(text))
	if !values.Plain(text) {
		ar.buf = values.AppendEscaped(ar.room(len(text)), text)
		text = ar.buf
	}
	ar.add(env, text)
}

// json reports a value that is JSON.
func (ar *args) json(env *body.Env, text []byte) {
	env.Visits.Add(len(text))
	ar.made(env, values.AppendCompact(ar.room(len(text)), text))
}

var emptyObject, objectCloser = []byte("{}"), []byte("}")

// close reports the end of the arguments.
func (ar *args) close(env *body.Env) {
	switch {
	case ar.closed:
	case ar.n == 0:
		ar.add(env, emptyObject)
	default:
		ar.add(env, objectCloser)
	}
}

// flush reports the part of the value, up to offset end, that can't change anymore.
func (rd *reader) flush(env *body.Env, end int) {
	if rd.position.Failed || rd.opening.Unnamed || rd.args.built || rd.args.again != nil {
		return
	}
	v := &rd.value
	if v.isDamaged(env, end) {
		end = v.damaged.start
	}
	if end < v.at || rd.opening.g.TrimNewline && !v.led && (end == v.at || string(env.Slice(v.at, end)) == "\r") {
		return
	}
	rd.lead(env, end)
	if n := rd.trimmed(env, end); n < end {
		end = n
	} else if v.crlf && end > v.at && env.Slice(end-1, end)[0] == '\r' {
		end--
	}
	if end > v.at { // the closer may be missing
		switch c := env.Win[end-1-env.Base]; {
		case !match.IsSpace(c): // most often
			v.reported.blank = false
		case rd.opening.starts.assigned && c != '\n' && c != '\r':
		case end-1 > v.at && !match.IsSpace(env.Win[end-2-env.Base]):
			end, v.reported.blank = end-1, false
		default:
			end, v.reported.blank = rd.implied(env, end)
		}
	}
	rd.settle(env, end, false)
	if v.kind == values.Text && end > v.at {
		rd.args.text(env, env.Slice(v.at, end))
		v.at = end
	}
}

// implied returns the end of a value whose closer is missing at offset end: the white space before it isn't part of the
// value. blank: there is too much of it for that.
// See docs/models/formats, "The five rules for the end of a value", rule 3.
func (rd *reader) implied(env *body.Env, end int) (to int, blank bool) {
	from, t := max(rd.value.at, end-maxGap-1), &rd.value.reported
	if rd.opening.starts.assigned { // the value may be indented code
		return from + len(withoutNewline(env.Slice(from, end))), false
	}
	fresh := min(max(from, t.end), end) // the text before it was looked at
	for to = end; to > fresh && match.IsSpace(env.Win[to-1-env.Base]); to-- {
	}
	if env.Visits.Add(end - to); to == fresh && fresh > from {
		to = min(max(from, t.text), end)
	}
	t.end, t.text = end, to
	if to == from && (t.blank || end-from > maxGap) {
		return end, true
	}
	return to, false
}

// withoutNewline returns the text without one newline, LF or CR LF, or the beginning of one, at its end.
func withoutNewline(text []byte) []byte {
	text, _ = bytes.CutSuffix(text, crlf[1:])
	text, _ = bytes.CutSuffix(text, crlf[:1])
	return text
}

// trimmed returns the end of the value without the newline before it.
func (rd *reader) trimmed(env *body.Env, end int) int {
	text := env.Slice(rd.value.at, end)
	switch {
	case !rd.opening.g.TrimNewline || rd.opening.Untrimmed && !rd.value.lines || len(text) == 0 || text[len(text)-1] != '\n':
		return end
	case rd.value.crlf && bytes.HasSuffix(text, crlf):
		return end - len(crlf)
	}
	return end - 1
}

var crlf = []byte("\r\n")

// isDamaged reports whether only white space is between a damaged closer and offset at. With text
// behind it, the damaged closer is a tag in the value.
func (v *value) isDamaged(env *body.Env, at int) bool {
	d := &v.damaged
	for d.end > 0 && d.end < at {
		if !match.IsSpace(env.Slice(d.end, d.end+1)[0]) {
			*d, v.tags = span{}, true
			return false
		}
		d.end++
	}
	return d.end > 0
}

// finishValue reports the rest of the value. Its closer is at offset end, or missing there. It returns false if the
// value nests too deep.
func (rd *reader) finishValue(env *body.Env, end int, closed bool) bool {
	v := &rd.value
	whole := end
	m := rd.member(env, end, closed)
	rd.args.members = append(rd.args.members, m)
	end = m.value.end
	if !closed {
		rd.args.doubt = rd.args.doubt || v.at == end && end < whole && match.SpaceLen(env.Slice(v.start, whole)) == whole-v.start
	}
	rd.settle(env, end, true)
	switch v.kind {
	case values.JSON:
		rd.args.json(env, env.Slice(v.at, end))
	case values.Python:
		rd.python(env, end)
	case values.Text:
		rd.args.doubt = rd.args.doubt || v.mistyped(env.Slice(v.start, end)) || closed && rd.unframed(env.Slice(v.at, whole))
		rd.args.text(env, env.Slice(v.at, end))
		rd.args.add(env, quote)
	case values.Fixed:
		json, repairs, doubt := rd.typing.Fixed()
		rd.opening.Repairs, rd.args.doubt = append(rd.opening.Repairs, repairs...), rd.args.doubt || doubt
		rd.args.json(env, json)
	}
	rd.args.odd = rd.args.odd || rd.typing.Odd && (v.types == schema.Any || v.types&schema.String == 0)
	return v.kind != values.TooDeep
}

// unframed reports whether a newline begins the value, and none ends it, where the template writes none around values. text is what
// isn't reported yet: a newline at the end is never reported before it is known.
func (rd *reader) unframed(text []byte) bool {
	return rd.opening.Untrimmed && rd.value.lines && !bytes.HasSuffix(text, crlf[1:])
}

// member is the parameter that was read, whose closer is at offset end, or missing there.
func (rd *reader) member(env *body.Env, end int, closed bool) member {
	rd.lead(env, end)
	if closed {
		end = rd.trimmed(env, end)
	} else {
		end, _ = rd.implied(env, end)
	}
	return member{key: rd.value.key, value: span{rd.value.reported.from, max(end, rd.value.at)}, json: rd.value.json}
}

// mistyped reports whether a value that is a string should be an object or an array: the schema allows nothing else, or its tag
// says that it is JSON, and it begins like that.
func (v *value) mistyped(text []byte) bool {
	text = text[match.SpaceLen(text):]
	if len(text) == 0 {
		return false
	}
	if v.json {
		return text[0] == '{' || text[0] == '['
	}
	return container(v.types)
}

// python reports a value that is a Python literal. If the model's template writes such literals,
// they are no repair. It never writes objects and arrays in Python syntax, so these are repaired.
func (rd *reader) python(env *body.Env, end int) {
	v := &rd.value
	json, repairs := rd.typing.AppendPython(env.Visits, rd.args.buf[:0], env.Slice(v.at, end))
	rd.args.made(env, json)
	native := rd.opening.g.Literals == grammar.LiteralsNative && json[0] != '{' && json[0] != '['
	for _, r := range repairs {
		if !native {
			rd.opening.Note(r.Kind, v.at+r.Offset)
		}
	}
}

// lead reads the beginning of the value, which reaches at least up to end.
func (rd *reader) lead(env *body.Env, end int) {
	v := &rd.value
	if v.led {
		return
	}
	v.led = true
	if rd.opening.g.TrimNewline {
		text := env.Slice(v.at, end)
		switch v.crlf = true; {
		case bytes.HasPrefix(text, crlf):
			v.at += len(crlf)
			v.lines = true
		case len(text) > 0 && text[0] == '\n':
			v.at++
			v.crlf, v.lines = false, true
		}
	}
	v.reported.from = v.at
	depth := env.Rules.MaxDepth() - 1
	rd.typing.Repairs = env.Repairs()
	rd.typing.Printed = rd.opening.g.Literals == grammar.LiteralsNative && !v.named
	rd.typing.Pythons = rd.opening.g.Literals != grammar.LiteralsText && !v.named && (rd.opening.g.Literals == grammar.LiteralsNative || !env.Config.Options.DisableRepair)
	if v.json {
		rd.typing.StartJSON(v.at, depth)
	} else {
		rd.typing.Start(v.types, v.at, depth)
	}
}

var quote = []byte{'"'}

// settle decides what the value is, as far as its text up to end shows.
func (rd *reader) settle(env *body.Env, end int, final bool) {
	v := &rd.value
	if v.kind != values.Undecided {
		return
	}
	w := &env.Window
	v.kind = rd.typing.Read(&jsonscan.Window{Win: w.Win[:end-w.Base], Base: w.Base, Final: final, Visits: w.Visits})
	if v.kind == values.Text {
		rd.args.add(env, quote)
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
func (ks *keySet) has(env *body.Env, key []byte) bool {
	if ks.many != nil {
		_, ok := ks.many[string(key)]
		return ok
	}
	for _, k := range ks.few[:ks.n] {
		if string(env.Slice(k.start, k.end)) == string(key) {
			return true
		}
	}
	return false
}

// add reports whether the key, which is at a span of the output, is new, and adds it.
func (ks *keySet) add(env *body.Env, key []byte, at span) bool {
	if ks.has(env, key) {
		return false
	}
	if ks.many == nil {
		if ks.n < fewKeys && len(key) == at.end-at.start {
			ks.few[ks.n] = at
			ks.n++
			return true
		}
		ks.many = make(map[string]struct{})
		for _, k := range ks.few[:ks.n] {
			ks.many[string(env.Slice(k.start, k.end))] = struct{}{}
		}
	}
	ks.many[string(key)] = struct{}{}
	return true
}

// missing reports whether the call may have the parameter, but has no such parameter yet.
func (ar *args) missing(env *body.Env, name []byte) bool {
	return (ar.opening.tool.Names(name) || ar.opening.anyKeyEnds()) && !ar.keys.has(env, name)
}

func (ar *args) begin(env *body.Env) {
	if ar.begun {
		return
	}
	ar.begun = true
	env.BeginCall(parsers.Begin{
		At: ar.opening.At, Name: ar.opening.Name, Format: ar.opening.format(), FreeText: ar.opening.Free, Mergeable: ar.opening.Mergeable,
	})
}

// container reports whether a value of the types must be an object or an array.
func container(types schema.Types) bool {
	return types != schema.Any && types&schema.String == 0 && types&(schema.Object|schema.Array) != 0
}
