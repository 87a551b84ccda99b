package braces

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A text is the string that is being read, or that was read last.
type text struct {
	args *args

	start int // start of its text; -1: there is none, or the text behind it showed that it is complete
	told  int // up to here it was written
	from  int // where it is in the JSON
	typed bool
}

// open begins the delimited string whose text is at offset at.
func (t *text) open(at int) {
	t.args.separate()
	t.start, t.told = at, at
	t.typed = t.args.opening.g.Typed && t.args.types() != schema.String
	if !t.typed {
		t.args.out = append(t.args.out, '"')
	}
	t.from = len(t.args.out)
}

// tell writes the string up to offset end, unless its type is decided only when it is complete.
func (t *text) tell(env *body.Env, end int) {
	if !t.typed && end > t.told {
		env.Visits.Add(end - t.told)
		t.args.out = values.AppendEscaped(t.args.out, env.Slice(t.told, end))
		t.told = end
	}
}

// ends writes the rest of the string, which ends at offset end. It returns false if the value nests
// too deep.
func (t *text) ends(env *body.Env, end int) bool {
	if t.typed {
		return t.args.typed(env, env.Slice(t.start, end))
	}
	t.tell(env, end)
	t.args.out = append(t.args.out, '"')
	return true
}

// cut ends the string at offset end, although more of it was written.
func (t *text) cut(env *body.Env, end int) {
	a := t.args
	if t.from < len(a.out) {
		if a.sent > t.from {
			env.Handler.RewindArguments(t.from)
			a.sent = t.from
		}
		a.out = a.out[:t.from]
	}
	a.out = append(values.AppendEscaped(a.out, env.Slice(t.start, end)), '"')
}

// unquote returns the value of a string in quotes.
func unquote(v *work.Counter, raw []byte) []byte {
	raw = v.ReplaceAll(raw, []byte(`\'`), []byte("'"))
	return jsonscan.DecodeString(raw, v.IndexByte(raw, '\\') >= 0)
}

// args holds the arguments as JSON, and decides what is reported of them.
type args struct {
	opening *opening
	argsState

	stack   []byte // the brackets that are open
	keys    recovery.Keys
	out     []byte   // the JSON
	members []member // of the arguments
}

// A member is a member of the arguments: where its key and its value are in the JSON.
type member struct{ key, value, end int }

// argsState is the part of args that each call starts anew.
type argsState struct {
	name  string
	inner int // where the arguments begin
	tool  *schema.Properties
	prop  schema.Property // of the member of the arguments that is read

	again  repetition
	sent   int // how much of the JSON was reported
	whole  int // its length up to the last complete value
	levels int // brackets that are open there
}

// A repetition is a member whose key was there before.
type repetition struct {
	of    int // the member that has the key, plus 1; 0: there is none
	at    int // where its key is in the output
	from  int // where it begins in the JSON
	value int // where its value begins there
}

// opens starts without a name, and reuses the memory of earlier arguments.
func (a *args) opens() {
	a.keys.Reset()
	a.argsState, a.stack, a.out, a.members = argsState{}, a.stack[:0], buffers.Reused(a.out), a.members[:0]
}

// begin reports the call, whose arguments begin at offset at.
func (a *args) begin(env *body.Env, at int) {
	a.inner = at
	a.tool = env.Rules.Properties(a.name)
	a.keys.Schema(a.tool.Node(), 1)
	env.BeginCall(parsers.Begin{
		At: a.opening.start, Name: a.name, Format: a.opening.format(), FreeText: a.opening.bare || env.Penalties.Penalized(a.opening.start),
	})
}

// separate writes the comma before a key or value.
func (a *args) separate() {
	if last := a.out[len(a.out)-1]; last != '{' && last != '[' && last != ':' {
		a.out = append(a.out, ',')
	}
}

// types returns the types that the schema has for the current value.
func (a *args) types() schema.Types {
	switch n := len(a.stack); {
	case n == 1:
		return a.prop.Types
	case n == 2 && a.stack[1] == '[':
		return a.prop.Items
	}
	return a.keys.Value(len(a.stack)).Types()
}

// open writes the opener of the container whose bracket, at offset at, was opened last.
func (a *args) open(at int, b byte) {
	if b == '[' {
		a.out = append(a.out, '[')
		return
	}
	a.out = append(a.out, '{')
	a.keys.Open(at, len(a.stack))
}

// setKey writes a key, which is at offset at. It returns false if the key was there before, unless it is that of an argument.
func (a *args) setKey(key []byte, at int) bool {
	from := len(a.out)
	if !a.keys.Add(key) {
		if len(a.stack) != 1 || a.again.of > 0 {
			return false
		}
		a.again = repetition{of: a.member(key), at: at, from: from}
		if a.again.of == 0 {
			return false
		}
	}
	if len(a.stack) == 1 {
		a.prop = a.tool.Property(key)
	}
	a.separate()
	begin := len(a.out)
	a.out = append(values.AppendString(a.out, key), ':')
	switch {
	case len(a.stack) > 1:
	case a.again.of > 0:
		a.again.value = len(a.out)
	default:
		a.members = append(a.members, member{key: begin, value: len(a.out)})
	}
	return true
}

// member is the number of the argument that has the key, from 1 on; 0: none has it.
func (a *args) member(key []byte) int {
	written := values.AppendString(nil, key)
	for i, m := range a.members {
		if bytes.Equal(a.out[m.key:m.value-1], written) {
			return i + 1
		}
	}
	return 0
}

// has reports whether the key is that of an argument, where one is due.
func (a *args) has(key []byte) bool { return len(a.stack) == 1 && a.member(key) > 0 }

// memberEnds notes that the value of an argument is complete. If its key was there before with the same value, the argument counts
// once. It returns false if the value is another one.
func (a *args) memberEnds() bool {
	if len(a.stack) != 1 || len(a.members) == 0 {
		return true
	}
	again := a.again
	if again.of == 0 {
		a.members[len(a.members)-1].end = len(a.out)
		return true
	}
	m := a.members[again.of-1]
	if !bytes.Equal(a.out[again.value:], a.out[m.value:m.end]) {
		return false
	}
	a.out, a.again = a.out[:again.from], repetition{}
	a.opening.note(repair.Repeated, again.at)
	return true
}

// nested reports whether a value is due in another one, of an argument that the tool has.
func (a *args) nested() bool {
	if len(a.stack) < 2 || len(a.members) == 0 || a.opening.bare {
		return false
	}
	m := a.members[len(a.members)-1]
	return a.tool.Names(jsonscan.DecodeString(a.out[m.key+1:m.value-2], true))
}

// mayBeString reports whether the schema allows a string where a value is due.
func (a *args) mayBeString() bool {
	types := a.types()
	return types&schema.String != 0 && types != schema.Any
}

// takesWords reports whether a bare key may be several words: a parameter's name that
// the tool declares, or a key in an object, which is data.
func (a *args) takesWords(key []byte) bool {
	return a.closer() == '}' && !a.opening.bare && (len(a.stack) > 1 || a.tool.Names(key))
}

// lists reports whether the schema lists the key for the innermost object, and whether it lists any.
func (a *args) lists(key []byte) (yes, some bool) {
	if len(a.stack) == 1 {
		return a.tool.Names(key), a.tool.Lists()
	}
	return a.keys.Lists(key)
}

// string writes a value that is a string.
func (a *args) string(text []byte) {
	a.separate()
	a.out = values.AppendString(a.out, text)
}

// typed writes a string as a value of the schema's types. It returns false if the value nests too
// deep.
func (a *args) typed(env *body.Env, text []byte) (ok bool) {
	a.out, ok = values.Append(env.Visits, a.out, text, a.types(), env.Rules.MaxDepth()-len(a.stack))
	return ok
}

// literal writes a value that is a literal or a number. It returns false if the text is neither.
func (a *args) literal(text []byte, at int) bool {
	instead, kind, ok := jsonscan.Word(text)
	if !ok || kind == repair.NonFiniteNumber {
		return false
	}
	a.separate()
	if kind == repair.Unspecified {
		a.out = append(a.out, text...)
		return true
	}
	a.opening.note(kind, at)
	a.out = append(a.out, instead...)
	return true
}

// closeInto writes the innermost container's closer.
func (a *args) closeInto() {
	b := byte('}')
	if n := len(a.stack) - 1; a.stack[n] == '[' {
		b = ']'
	} else {
		a.keys.Close()
	}
	a.out, a.stack = append(a.out, b), a.stack[:len(a.stack)-1]
}

// closer returns the closer of the innermost container.
func (a *args) closer() byte {
	switch a.stack[len(a.stack)-1] {
	case '[':
		return ']'
	case '(':
		return ')'
	}
	return '}'
}

// cutBack removes everything behind the last complete value, and closes the containers around it.
func (a *args) cutBack(env *body.Env) {
	if a.sent > a.whole {
		env.Handler.RewindArguments(a.whole)
		a.sent = a.whole
	}
	a.out, a.stack = a.out[:a.whole], a.stack[:a.levels]
	for len(a.stack) > 0 {
		a.closeInto()
	}
}
