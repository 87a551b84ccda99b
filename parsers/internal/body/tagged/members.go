package tagged

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A repetition is a parameter that the call has already.
type repetition struct {
	at, last int // its tag, and where the tag before it ends
}

// repeats begins to read a parameter that the call has already, whose opening tag is at the position. It returns false if that
// is no repetition that may count.
func (rd *reader) repeats(env *body.Env, name []byte, key span) bool {
	if !env.Repairs() || len(name) != key.end-key.start || rd.opening.starts.words {
		return false
	}
	rd.args.again = &repetition{rd.position.pos, rd.position.last}
	return true
}

// givenTwice is why a call is malformed.
func (rd *reader) givenTwice(env *body.Env, name []byte) {
	rd.position.fail(env, parsers.ReasonMalformed, "the parameter \""+string(name)+"\" is given twice")
	if rd.opening.g.Inside != grammar.Nests {
		rd.position.ReadWhole()
	}
}

// notTwice fails the call where the parameter begins that the call had already, and reads on from there.
func (rd *reader) notTwice(env *body.Env) {
	again, name := rd.args.again, env.Slice(rd.value.key.start, rd.value.key.end)
	rd.args.again = nil
	rd.position.pos, rd.position.last, rd.position.phase = again.at, again.last, between
	rd.givenTwice(env, name)
}

// endRepeated decides about a parameter that the call had already, at the end of its value. The same value counts once. If
// the schema asks for an array, all values are its elements. Otherwise, the call failed where that parameter begins.
// See docs/models/formats, "A parameter twice".
func (rd *reader) endRepeated(env *body.Env, m member) {
	again, name := rd.args.again, env.Slice(m.key.start, m.key.end)
	rd.args.again = nil
	first := slices.IndexFunc(rd.args.members, func(other member) bool {
		return bytes.Equal(env.Slice(other.key.start, other.key.end), name)
	})
	types := rd.opening.tool.Property(name).Types
	switch {
	case first >= 0 && bytes.Equal(env.Slice(rd.args.members[first].value.start, rd.args.members[first].value.end), env.Slice(m.value.start, m.value.end)):
	case first >= 0 && types != schema.Any && types&schema.Array != 0 && types&schema.String == 0:
		rd.args.built = true
		rd.args.members = append(rd.args.members, m)
	default:
		rd.args.again = again
		rd.notTwice(env)
		return
	}
	rd.opening.Note(repair.Repeated, again.at)
}

// packs reports whether a parameter may be an object of all arguments: it has the name of such an object, which is none of the
// tool's parameters, and is the first one.
// See docs/models/formats, "All arguments in one parameter".
func (rd *reader) packs(env *body.Env, name []byte) bool {
	return rd.args.params == 0 && !rd.args.begun && env.Repairs() && packedKey(env, rd.opening.tool, rd.opening.Name, name)
}

// packedKey reports whether an object under the key may be all arguments of the tool.
func packedKey(env *body.Env, tool *schema.Properties, tools string, key []byte) bool {
	return tool.Len() > 0 && !tool.Names(key) && env.Declared(tools) && body.IsArgumentsKey(key)
}

// build reports the arguments that are made of the members. It returns false if a value nests too deep.
func (ar *args) build(env *body.Env) bool {
	if ar.n > 0 {
		env.Handler.RewindArguments(0)
		ar.n = 0
	}
	if len(ar.members) == 1 {
		if object, ok := ar.packed(env); ok {
			ar.made(env, object)
			ar.closed = true
			return true
		}
	}
	same := make(map[string][]member)
	for _, m := range ar.members {
		key := string(env.Slice(m.key.start, m.key.end))
		same[key] = append(same[key], m)
	}
	out := append(ar.buf[:0], '{')
	for _, m := range ar.members {
		key := env.Slice(m.key.start, m.key.end)
		list := same[string(key)]
		if list == nil {
			continue
		}
		delete(same, string(key))
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(values.AppendString(out, key), ':')
		var ok bool
		if out, ok = ar.appendMembers(env, out, list, ar.opening.tool.Property(key)); !ok {
			return false
		}
	}
	ar.buf = append(out, '}')
	ar.add(env, ar.buf)
	ar.closed = true
	return true
}

// appendMembers appends the value of a parameter, or the array of its values.
func (ar *args) appendMembers(env *body.Env, out []byte, list []member, p schema.Property) (_ []byte, ok bool) {
	depth := env.Rules.MaxDepth() - 1
	if len(list) == 1 {
		return ar.appendTyped(env, out, list[0], p.Types, depth)
	}
	out = append(out, '[')
	for i, m := range list {
		if i > 0 {
			out = append(out, ',')
		}
		text := env.Slice(m.value.start, m.value.end)
		ar.doubt = ar.doubt || len(text) > 0 && text[match.SpaceLen(text):][0] == '[' // it may be the whole array
		if out, ok = ar.appendTyped(env, out, m, p.Items, depth-1); !ok {
			return out, false
		}
	}
	return append(out, ']'), true
}

// appendTyped appends a value of the types.
func (ar *args) appendTyped(env *body.Env, out []byte, m member, types schema.Types, depth int) ([]byte, bool) {
	if m.made != nil {
		return append(out, m.made...), true
	}
	typing := ar.opening.typing(env)
	if m.json {
		typing.StartJSON(m.value.start, depth)
	} else {
		typing.Start(types, m.value.start, depth)
	}
	text := env.Slice(m.value.start, m.value.end)
	env.Visits.Add(len(text))
	kind := typing.Read(&jsonscan.Window{Win: text, Base: m.value.start, Final: true, Visits: env.Visits})
	ar.odd = ar.odd || typing.Odd
	switch kind {
	case values.JSON:
		return values.AppendCompact(out, text), true
	case values.Python:
		out, repairs := typing.AppendPython(env.Visits, out, text)
		for _, r := range repairs {
			ar.opening.Note(r.Kind, m.value.start+r.Offset)
		}
		return out, true
	case values.Fixed:
		json, repairs, doubt := typing.Fixed()
		ar.opening.Repairs, ar.doubt = append(ar.opening.Repairs, repairs...), ar.doubt || doubt
		return values.AppendCompact(out, json), true
	case values.TooDeep:
		return out, false
	}
	ar.doubt = ar.doubt || container(types)
	return values.AppendString(out, text), true
}

// packed returns the object of all arguments that the only parameter is.
func (ar *args) packed(env *body.Env) (object []byte, ok bool) {
	m := ar.members[0]
	if !packedKey(env, ar.opening.tool, ar.opening.Name, env.Slice(m.key.start, m.key.end)) {
		return nil, false
	}
	if m.made != nil && m.made[0] == '{' {
		ar.opening.Note(repair.DoubleEncodedArguments, m.key.start)
		return append(ar.buf[:0], m.made...), true
	}
	text := env.Slice(m.value.start, m.value.end)
	typing := ar.opening.typing(env)
	typing.Start(schema.Object, m.value.start, env.Rules.MaxDepth())
	kind := typing.Read(&jsonscan.Window{Win: text, Base: m.value.start, Final: true, Visits: env.Visits})
	if typing.Odd {
		return nil, false
	}
	switch kind {
	case values.JSON:
		ar.opening.Note(repair.DoubleEncodedArguments, m.key.start)
		return values.AppendCompact(ar.buf[:0], text), true
	case values.Fixed:
		json, repairs, doubt := typing.Fixed()
		ar.opening.Note(repair.DoubleEncodedArguments, m.key.start)
		ar.opening.Repairs, ar.doubt = append(ar.opening.Repairs, repairs...), ar.doubt || doubt
		return values.AppendCompact(ar.buf[:0], json), true
	}
	return nil, false
}

// typing returns what decides about a value of the grammar's.
func (op *opening) typing(env *body.Env) values.Typing {
	native := op.g.Literals == grammar.LiteralsNative
	return values.Typing{
		Printed: native, Pythons: op.g.Literals != grammar.LiteralsText && (native || env.Repairs()), Repairs: env.Repairs(),
	}
}

// packing says whether arguments that are one object have all arguments in an object under their only key.
type packing uint8

const (
	packingOpen packing = iota // more bytes are needed
	isPacked                   // they begin so: their end decides
	notPacked
)

// holds reports whether the arguments that are one object, with which b begins, are held back to their end.
func (ar *args) holds(env *body.Env, b []byte) bool {
	if ar.packing == packingOpen {
		switch _, a := ar.packedAt(env, b); {
		case a.Yes():
			ar.packing = isPacked
		case a == match.No:
			ar.packing = notPacked
		}
	}
	return ar.packing != notPacked
}

// packedAt finds an object of all arguments under the first key of the object with which b begins. at is where it begins.
func (ar *args) packedAt(env *body.Env, b []byte) (at int, a match.Answer) {
	if !env.Repairs() {
		return 0, match.No
	}
	at = match.SpaceEnd(b, 1)
	if at == len(b) {
		return 0, match.End(env.Final)
	}
	n := match.Any(body.ArgumentsKeys[:], b[at:], env.Final)
	if !n.Yes() {
		return 0, n
	}
	if !packedKey(env, ar.opening.tool, ar.opening.Name, b[at+1:at+n.Len()-1]) {
		return 0, match.No
	}
	for _, sign := range [...]byte{':', '{'} {
		if at = match.SpaceEnd(b, at+n.Len()); at == len(b) {
			return 0, match.End(env.Final)
		} else if b[at] != sign {
			return 0, match.No
		}
		n = 1
	}
	return at, 1
}

// unpacked returns the bounds of the object of all arguments in the object b. ok: it is the only member.
func (ar *args) unpacked(env *body.Env, b []byte) (at, end int, ok bool) {
	at, a := ar.packedAt(env, b)
	if !a.Yes() {
		return 0, 0, false
	}
	var s jsonscan.Scanner
	s.Start(at, env.Rules.MaxDepth(), jsonscan.Strict, nil)
	w := jsonscan.Window{Win: b, Final: true, Visits: env.Visits}
	for !s.Done() {
		switch s.Next(&w).Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return 0, 0, false
		}
	}
	return at, s.Pos(), match.SpaceEnd(b, s.Pos()) == len(b)-1
}
