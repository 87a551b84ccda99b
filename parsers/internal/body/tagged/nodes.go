package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A kind is what the tag of a value says that it is, as in grammar.TypedByKind.
type kind uint8

const (
	rawKind kind = iota
	jsonKind
	dictKind
	listKind
)

// kindOf returns the kind with the name in a tag.
func kindOf(name []byte) kind {
	switch string(name) {
	case "json":
		return jsonKind
	case "dict":
		return dictKind
	case "list":
		return listKind
	}
	return rawKind
}

// holds reports whether values of the kind are made of other values.
func (k kind) holds() bool { return k >= dictKind }

// nodes decides what a value is that is made of other values, each in tags of its own. Only white space is between
// them.
type nodes struct {
	opening  *opening
	position *position
	args     *args

	open []node // outermost first
	out  []byte // the JSON so far
	leaf kind   // of the text that is read
	text int    // where it begins; 0: none is read
}

// A node is a value that isn't closed yet.
type node struct {
	kind kind
	full bool                // something is in it
	keys map[string]struct{} // of a dict
}

// opensNodes begins the value that o opened, if it is made of others. It returns the nodes that read such values.
func opensNodes(rd *reader, o *tags.Opened) *nodes {
	n, k := rd.nodes, kindOf(o.Type)
	if !k.holds() || rd.opening.g.Typing != grammar.TypedByKind || rd.position.Failed {
		return n
	}
	if n == nil {
		n = &nodes{opening: rd.opening, position: rd.position, args: rd.args}
	}
	n.open, n.out, n.text = n.open[:0], n.out[:0], 0
	n.begin(k)
	n.position.phase = inNodes
	return n
}

func (n *nodes) begin(k kind) {
	bracket := byte('{')
	if k == listKind {
		bracket = '['
	}
	n.open, n.out = append(n.open, node{kind: k}), append(n.out, bracket)
}

// closerHere matches the closer of a value.
func (n *nodes) closerHere(env *body.Env, rest []byte) match.Answer {
	_, a := n.opening.tags.Brackets.Closing(rest, n.opening.g.Parameter.ClosedBy(), env.Final)
	return a
}

func (n *nodes) fail(env *body.Env, message string) {
	n.position.phase = between
	n.position.fail(env, parsers.ReasonMalformed, message)
}

// child begins the value whose opening tag, length bytes long, is at offset at.
func (n *nodes) child(env *body.Env, o *tags.Opened, at, length int) {
	parent := &n.open[len(n.open)-1]
	switch {
	case o.Broken || o.Unclosed || o.Named != (parent.kind == dictKind) || o.Named && len(o.Name) == 0:
		n.fail(env, "a value in a list has a name, or one in a dict has none")
		return
	case len(n.open) >= env.Rules.MaxDepth()-1:
		n.position.phase = between
		n.position.fail(env, parsers.ReasonLimit, failure.TooDeep)
		return
	case parent.full:
		n.out = append(n.out, ',')
	}
	if parent.full = true; o.Named {
		if _, twice := parent.keys[string(o.Name)]; twice {
			n.fail(env, "a value has the name of another one")
			return
		}
		if parent.keys == nil {
			parent.keys = make(map[string]struct{})
		}
		parent.keys[string(o.Name)] = struct{}{}
		n.out = append(values.AppendString(n.out, o.Name), ':')
	}
	n.position.noteOpened(o, at+o.NameAt)
	n.position.pos = at + length
	if k := kindOf(o.Type); k.holds() {
		n.begin(k)
	} else {
		n.leaf, n.text = k, n.position.pos
	}
}

// endLeaf ends the text at the position, where its closer is, which has size bytes.
func (n *nodes) endLeaf(env *body.Env, size int) {
	m := member{value: span{n.text, n.position.pos}, json: n.leaf == jsonKind}
	if m.json {
		var ok bool
		if n.out, ok = n.args.appendTyped(env, n.out, m, schema.Any, env.Rules.MaxDepth()-len(n.open)-1); !ok {
			n.position.phase = between
			n.position.fail(env, parsers.ReasonLimit, failure.TooDeep)
			return
		}
	} else {
		text := env.Slice(m.value.start, m.value.end)
		env.Visits.Add(len(text))
		n.out = values.AppendString(n.out, text)
	}
	n.text = 0
	n.position.pos += size
}

// closeNode closes the innermost value that is made of others, whose closer ends at offset end.
func (rd *reader) closeNode(env *body.Env, end int) {
	n := rd.nodes
	last, at := len(n.open)-1, rd.position.pos
	bracket := byte('}')
	if n.open[last].kind == listKind {
		bracket = ']'
	}
	n.open, n.out = n.open[:last], append(n.out, bracket)
	rd.position.pos = end
	if last > 0 {
		return
	}
	rd.position.last, rd.position.phase = end, between
	rd.position.ShowFrom(end)
	env.NoteValue(rd.value.start, at, false)
	m := member{key: rd.value.key, value: span{rd.value.start, at}, made: append([]byte(nil), n.out...)}
	if rd.args.again != nil {
		rd.endRepeated(env, m)
	} else {
		rd.args.members = append(rd.args.members, m)
		if !rd.args.built {
			rd.args.add(env, m.made)
		}
	}
	if !rd.position.Failed {
		rd.args.complete()
	}
}
