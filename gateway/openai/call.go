package openai

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// calls are the structured calls of a choice.
type calls struct {
	list    []*call
	byIndex map[int64]*call
	byID    map[string]*call
	next    int64 // the first index that is free
}

// A call is one of them.
type call struct {
	*gateway.Call
	first    *callPart // begins the call
	name     *callPart // has the name
	reworked bool      // the client gets other members than the upstream sent
	named    bool      // the name is complete
	pieces   jsonedit.Joiner
	index    int64
}

// takeCall takes what a delta says about a call, and makes a well-formed delta of it.
func (c *choice) takeCall(m *message, node *callNode) *callPart {
	k, isNew := c.findCall(m, node)
	p := &callPart{node: node, call: k}
	if node.object.Exists() {
		if node.index.Type != jsonedit.Number || node.index.Int() != k.index {
			p.newIndex = strconv.FormatInt(k.index, 10)
		}
		if isNew && node.id.Str == "" {
			p.newID = jsonedit.Quote(k.ID)
		}
		p.dropID = !isNew && node.id.Str != ""
	}
	if isNew {
		k.first = p
	}
	c.takeName(k, p, isNew)
	c.takeArguments(k, p)
	if !k.reworked && (p.newIndex != "" || p.newID != "" || p.dropID || p.repeats) {
		k.reworked = true
		c.Reworked++
	}
	return p
}

// findCall finds the call that a delta is about. One without an index or an id is about the last
// call, unless it names another one.
func (c *choice) findCall(m *message, node *callNode) (k *call, isNew bool) {
	all := &c.calls
	if node.index.Type == jsonedit.Number {
		k = all.byIndex[node.index.Int()]
		if same := all.byID[node.id.Str]; same != nil && same != k && node.name.Str == same.Name && same.Repeats(node.text()) {
			return same, false // the same call once more
		}
		if k == nil || k.isOther(node) {
			return c.begin(node), true
		}
		return k, false
	}
	if id := node.id.Str; id != "" {
		if k = all.byID[id]; k == nil {
			return c.begin(node), true
		}
		return k, false
	}
	if len(all.list) > 0 {
		k = all.list[len(all.list)-1]
	}
	if k == nil || !m.legacy && node.name.Str != "" && k.named && k.Len() > 0 && !c.repeats(k, node) {
		return c.begin(node), true
	}
	return k, false
}

// isOther reports whether a delta with the call's index is about another one: some servers give
// all calls the same.
func (k *call) isOther(node *callNode) bool {
	return node.id.Str != "" && node.id.Str != k.ID && node.name.Str != "" && k.named
}

// repeats reports whether a delta is about the call again: its arguments are those so far and
// more.
func (c *choice) repeats(k *call, node *callNode) bool {
	return node.name.Str == k.Name && strings.HasPrefix(node.text(), k.Arguments()) && !json.Valid([]byte(k.Arguments()))
}

// begin begins a call.
func (c *choice) begin(node *callNode) *call {
	all := &c.calls
	if all.byIndex == nil {
		all.byIndex, all.byID = map[int64]*call{}, map[string]*call{}
	}
	if len(all.list) > 0 {
		all.list[len(all.list)-1].Close()
	}
	id := node.id.Str
	if id == "" {
		id = gateway.NewID(idPrefix)
	}
	k := &call{Call: c.Begin(id, ""), index: all.next} // clients count from 0
	all.list = append(all.list, k)
	all.byID[id] = k
	if node.index.Type == jsonedit.Number {
		all.byIndex[node.index.Int()] = k // from now on, the index is about this call
	}
	all.next++
	return k
}

// takeName takes the name, or a part of it. It is complete when it names a tool and can't be the
// start of another one's name, or when arguments begin.
func (c *choice) takeName(k *call, p *callPart, isNew bool) {
	name := p.node.name.Str
	has := p.node.name.Type == jsonedit.String
	switch {
	case !has:
	case k.named || name == "" && k.name != nil:
		p.dropName = !isNew
	case k.name == nil:
		k.name = p
		k.Name = name
		if p != k.first && k.first.node.object.Exists() { // clients want the name where the call begins
			p.dropName = true
			k.name, k.first.newName = k.first, name
			if !k.reworked {
				k.reworked = true
				c.Reworked++
			}
		}
	default:
		p.dropName = true
		if name != k.Name { // else it is repeated, not split
			k.Name += name
			k.name.newName = k.Name
		}
	}
	if !k.named {
		declared, start := c.Declared(k.Name)
		k.named = declared && !start || p.node.text() != ""
	}
}

// takeArguments takes the next piece of the arguments.
func (c *choice) takeArguments(k *call, p *callPart) {
	piece := p.node.text()
	switch p.node.arguments.Type {
	case jsonedit.String:
		piece = k.pieces.Join(p.node.arguments)
	case jsonedit.Object, jsonedit.Array: // an object where a string belongs
		p.newArguments = &piece
	}
	if added := k.Added(piece); added != piece {
		p.repeats = added == "" && k.Repeats(piece)
		piece = added
		p.newArguments = &piece
	}
	k.Feed(piece)
	k.pieces.Mark(&p.end, k.Len())
}
