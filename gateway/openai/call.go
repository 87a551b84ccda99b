package openai

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// calls are the structured calls of a choice.
type calls struct {
	list    []*call
	byIndex map[int64]*call
	byID    map[string]*call
}

// A call is one of them.
type call struct {
	*gateway.Call
	first    *callPart // begins the call
	name     *callPart // has the name
	reworked bool      // the client gets other members than the upstream sent
	named    bool      // the name is complete
	broken   bool      // the arguments can't become complete
	pieces   jsonedit.Joiner
	index    int64
	compared int  // bytes of the twin's arguments that have come again
	again    bool // it is its twin once more: the client doesn't get it
}

// takeCall takes what a delta says about a call, and makes a well-formed delta of it; nil if there is no call.
func (c *choice) takeCall(m *message, node *callNode) *callPart {
	k := c.findCall(m, node)
	isNew := k == nil
	if isNew && !node.says() {
		return nil
	}
	if isNew {
		k = c.begin(node)
	}
	p := &callPart{node: node, call: k}
	if node.object.Exists() {
		if isNew && node.id.Str == "" {
			p.newID = jsonedit.Quote(k.ID)
		}
		if p.dropID = !isNew && node.id.Str != ""; p.dropID && !k.named && k.first.newID != "" { // the call waits, for its name
			k.ID, k.first.newID = node.id.Str, jsonedit.Quote(node.id.Str)
			c.calls.byID[k.ID] = k
		}
	}
	if isNew {
		k.first = p
	}
	c.takeName(k, p, isNew)
	c.takeArguments(k, p)
	if p.otherIndex() || p.newID != "" || p.dropID || p.repeats {
		c.rework(k)
	}
	return p
}

// rework notes that the client gets other members of a call than the upstream sent.
func (c *choice) rework(k *call) {
	if !k.reworked {
		k.reworked = true
		c.core.Reworked++
	}
}

// findCall finds the call that a delta is about; nil if it is a new one. One without an index or an id is about the last
// call, unless it names another one.
func (c *choice) findCall(m *message, node *callNode) (k *call) {
	all := &c.calls
	if node.index.Type == jsonedit.Number {
		if k = all.byIndex[node.index.Int()]; k != nil && k.isOther(node) {
			return nil
		}
		return k
	}
	if id := node.id.Str; id != "" {
		return all.byID[id]
	}
	if len(all.list) > 0 {
		k = all.list[len(all.list)-1]
	}
	if k != nil && !m.legacy && node.name.Str != "" && k.named && k.Len() > 0 && !c.repeats(k, node) {
		return nil
	}
	return k
}

// isOther reports whether a delta with the call's index is about another one: some servers give
// all calls the same. Without an id, it has a name, and an object behind arguments that are complete.
func (k *call) isOther(node *callNode) bool {
	switch id := node.id.Str; {
	case node.name.Str == "" || !k.named || id == k.ID:
		return false
	case id != "":
		return true
	case k.broken || !strings.HasPrefix(strings.TrimLeft(node.text(), jsonedit.Space), "{"):
		return false
	default:
		k.broken = !k.Complete() // with the next object behind them, they never are
		return !k.broken && !k.Repeats(node.text())
	}
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
	k := &call{Call: c.core.Begin(id, ""), index: int64(len(all.list))} // clients count from 0
	all.list = append(all.list, k)
	if k.Twin == nil {
		all.byID[id] = k
	}
	if node.index.Type == jsonedit.Number {
		all.byIndex[node.index.Int()] = k // from now on, the index is about this call
	}
	return k
}

// takeName takes the name, or a part of it. It is complete when it names a tool and can't be the
// start of another one's name, or when arguments begin.
func (c *choice) takeName(k *call, p *callPart, isNew bool) {
	name := p.node.name.Str
	has := p.node.name.Type == jsonedit.String
	switch {
	case !has || name == "" && k.name != nil: // no client fails on an empty name
	case k.named:
		p.dropName = !isNew
	case k.name == nil:
		k.name = p
		k.Name = name
		if p != k.first && k.first.node.object.Exists() { // clients want the name where the call begins
			p.dropName = true
			k.name, k.first.newName = k.first, name
			c.rework(k)
		}
	default:
		p.dropName = true
		if name != k.Name { // else it is repeated, not split
			k.Name += name
			k.name.newName = k.Name
		}
	}
	if !k.named {
		declared, start := c.core.Declared(k.Name)
		k.named = declared && !start || k.Name != "" && p.node.text() != ""
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
	k.compare(piece)
	k.pieces.Mark(&p.end, k.Len())
}

// compare compares the next piece of the arguments with those of the twin. White space makes no difference.
func (k *call) compare(piece string) {
	if k.Twin == nil {
		return
	}
	so, at := k.Twin.Arguments(), k.compared
	same := (!k.named || k.Name == k.Twin.Name) && at <= len(so)
	for i := 0; i < len(piece) && same; i++ {
		if strings.IndexByte(jsonedit.Space, piece[i]) >= 0 {
			continue
		}
		for at < len(so) && strings.IndexByte(jsonedit.Space, so[at]) >= 0 {
			at++
		}
		same = at < len(so) && so[at] == piece[i]
		at++
	}
	if k.compared = at; !same {
		k.Twin = nil
	}
}

// dropTwins drops the calls that came once more. They still wait, and so does all behind them.
func (c *choice) dropTwins() {
	c.calls.list = slices.DeleteFunc(c.calls.list, func(k *call) bool {
		if k.again = c.core.DropTwin(k.Call); k.again && k.reworked {
			c.core.Reworked-- // each counts once
		}
		return k.again
	})
	for i, k := range c.calls.list {
		if k.index = int64(i); k.first.otherIndex() {
			c.rework(k)
		}
	}
}
