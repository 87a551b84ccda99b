package responses

import (
	"cmp"
	"errors"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A following follows a streamed response: what has come of its items.
type following struct {
	request *Request
	fixer   *gateway.Fixer
	line    flow.Line[*event]
	choice  *gateway.Choice // nil before the first event
	items   items
	content texts
	thought texts

	model  string // that the upstream says it served
	sealed bool   // the reasoning has to stay as it is
	ended  bool   // the response has ended, or failed

	first     *item // the first message
	reasoning *item // of the thought at the start of its text, which the upstream doesn't send; nil until one is found
	closed    bool  // that has ended
}

// errInterleaved and errAgain are why a response isn't fixed: clients make one text, or one item, of what would be two here.
var (
	errInterleaved = errors.New("texts that come at the same time")
	errAgain       = errors.New("an item that goes on after its end, or begins again")
)

// begin begins the response.
func (f *following) begin(response jsonedit.Value) {
	if f.choice == nil {
		f.model = response.Member("model").Str
		f.choice = f.fixer.NewChoice(&f.request.Offer, f.model)
		f.choice.SeparateThought()
		f.content.text, f.thought.text = &f.choice.Content, &f.choice.Reasoning
	}
}

// take takes an event of the response.
func (f *following) take(e *event) {
	switch e.kind {
	case "response.created", "response.queued", "response.in_progress":
		f.begin(e.root.Member("response"))
	case "response.output_item.added":
		f.beginItem(e)
	case "response.output_item.done":
		f.endItem(e)
	case "response.function_call_arguments.delta":
		f.takeArguments(e, "delta")
	case "response.function_call_arguments.done":
		f.takeArguments(e, "arguments")
	default:
		f.takePart(e)
	}
	if f.choice != nil {
		f.choice.LimitText()
	}
}

// newItem begins an item that an event is about.
func (f *following) newItem(e *event, kind, id string) *item {
	it := &item{index: numberOf(e.index), kind: kind, id: id}
	switch {
	case f.first != nil:
		f.endThought(e)
	case kind == reasoning:
		f.choice.Content.Plain()
	case kind == message:
		f.first = it
	}
	f.items.add(it)
	interrupts(f.choice, kind, false)
	return it
}

// beginItem takes the start of an item.
func (f *following) beginItem(e *event) {
	object := e.root.Member("item")
	if !object.IsObject() {
		return
	}
	f.begin(jsonedit.Value{})
	node, id := readItem(object), object.Member("id").Str
	if old := f.items.byIndex[numberOf(e.index)]; f.items.byID[id] != nil || old != nil && !old.done && old.says() {
		f.choice.Abandon(errAgain)
	}
	e.item, e.opens = f.newItem(e, node.kind, id), true
	f.takeItem(e, &node)
}

// endItem takes the end of an item.
func (f *following) endItem(e *event) {
	object := e.root.Member("item")
	if !object.IsObject() {
		return
	}
	f.begin(jsonedit.Value{})
	node := readItem(object)
	id := object.Member("id").Str
	it := f.items.byID[id]
	if it == nil {
		it = f.items.byIndex[numberOf(e.index)]
	}
	if it == nil || it.kind != node.kind {
		it = f.newItem(e, node.kind, id)
	}
	it.done = true
	e.item, e.whole = it, true
	f.takeItem(e, &node)
	if it == f.first {
		f.endThought(e)
	}
}

// takeItem takes what an item says.
func (f *following) takeItem(e *event, node *itemNode) {
	for _, text := range node.texts {
		f.takeText(e, text.key, text.node)
	}
	it := e.item
	f.sealed = f.sealed || node.sealed
	it.other = it.other || node.other
	if node.kind == message && node.other {
		f.choice.Interrupted = true
	}
	if node.kind != functionCall || it.gone {
		return
	}
	e.call = *node
	if it.call == nil {
		it.call = node.begin(f.choice)
	}
	it.call.CutOff = it.call.CutOff || node.cutOff
	if it.callID == "" {
		it.callID = cmp.Or(node.callID.Str, newCallID())
	} else if other := node.callID.Str; other != "" && other != it.callID {
		f.choice.Reworked++ // a call has one
	}
	if it.id == "" {
		it.id, it.named = cmp.Or(node.id.Str, newItemID()), true
	}
	if e.whole {
		f.endArguments(e, node.text())
		f.dropTwin(it)
	}
}

// dropTwin removes a call that has ended, if it is an earlier one once more.
func (f *following) dropTwin(it *item) {
	if f.choice.DropTwin(it.call) {
		it.gone, it.call = true, nil
	}
}

// takePart takes an event that is about a part of an item, if it is one.
func (f *following) takePart(e *event) {
	e.item = f.items.find(e)
	about, known := partEvents[e.kind]
	if !known {
		return
	}
	f.begin(jsonedit.Value{})
	node := e.root.Member(about.key)
	if e.item == nil {
		kind := about.kind
		if kind == "" {
			kind = message
		}
		e.item = f.newItem(e, kind, e.itemID)
	}
	isText := node.Type == jsonedit.String
	if about.key == "part" && node.IsObject() {
		node, isText = textOf(node, e.item.kind)
		e.opens = !about.whole
	}
	key := partKey{about.field, max(numberOf(e.root.Member(indexNames[about.field])), 0)}
	if !isText {
		e.item.other = true
		interrupts(f.choice, e.item.kind, true)
		if e.item == f.first && f.choice.Content.Separated() {
			f.endThought(e)
		}
		return
	}
	e.whole = about.whole
	f.takeText(e, key, node)
}

// takeText takes a text of an item, or a part of one.
func (f *following) takeText(e *event, key partKey, node jsonedit.Value) {
	all := &f.content
	switch e.item.kind {
	case message:
	case reasoning:
		all = &f.thought
		if all.field == "" && node.Str != "" {
			all.field = key.field
		}
		if all.field != "" && all.field != key.field {
			return
		}
	default:
		return
	}
	text := snippet{node: node, part: all.find(e.item, key)}
	p := text.part
	if p.whole && !e.whole && !e.opens && node.Str != "" {
		f.choice.Abandon(errAgain)
	}
	p.whole = p.whole || e.whole
	if all == &f.content && f.mayBeThought(e, p) {
		f.separate(e, &text)
	} else if !all.take(p, all.piece(p, node, e.whole)) {
		f.choice.Abandon(errInterleaved)
	}
	e.texts = append(e.texts, text)
	end := &e.content
	if all == &f.thought {
		end = &e.thought
	}
	if e.whole {
		*end = max(*end, p.end)
	} else {
		all.join.Mark(end, p.end)
	}
}

// takeArguments takes arguments of a call.
func (f *following) takeArguments(e *event, key string) {
	e.item = f.items.find(e)
	e.whole = key != "delta"
	if e.item == nil || e.item.call == nil {
		return
	}
	it := e.item
	e.arguments = e.root.Member(key)
	if e.whole {
		f.endArguments(e, e.arguments.Str)
		return
	}
	piece := it.pieces.Join(e.arguments)
	if it.closed && piece != "" {
		f.choice.Abandon(errAgain)
		return
	}
	if added := it.call.Added(piece); added != piece {
		piece, e.added = added, &added
	}
	it.call.Feed(piece)
	it.pieces.Mark(&e.end, it.call.Len())
}

// endArguments ends the arguments of a call. A server may send all of them at once, and no pieces.
func (f *following) endArguments(e *event, all string) {
	it := e.item
	it.pieces.Finish(it.call)
	if more, ok := strings.CutPrefix(all, it.call.Arguments()); ok && (!it.closed || it.call.Len() == 0) {
		it.call.Feed(more)
	} else if ok && more != "" {
		f.choice.Abandon(errAgain)
	}
	it.call.Close()
	it.closed = true
	e.end = it.call.Len()
}

// canLeave reports whether nothing of the event can change any more.
func (f *following) canLeave(e *event) bool {
	switch it := e.item; {
	case f.ended:
		return true
	case e.content > f.choice.Content.Certain() || e.thought > f.choice.Reasoning.Certain():
		return false
	case it == nil:
		return true
	case e.opens && !f.stays(it):
		return it.separated && !f.closed
	case it.call == nil:
		return true
	case it.call.Twin != nil && f.choice.Fault() == nil: // it may go
		return false
	default:
		return e.end <= it.call.Certain() && (!e.whole || it.call.Sound())
	}
}

// stays reports whether it is certain that the client gets the item: a message that has nothing
// but calls is removed.
func (f *following) stays(it *item) bool {
	if it.kind != message || it.opened || it.other {
		return true
	}
	certain := f.choice.Content.Certain()
	if len(it.parts) == 0 {
		return it.done
	}
	first, last := it.parts[0], it.parts[len(it.parts)-1]
	return certain > first.start && last.end > first.start || it.done && certain >= last.end
}

// passedTexts notes that what an event has of the texts has left as it came.
func (f *following) passedTexts(e *event) {
	if !f.ended && f.choice != nil {
		f.choice.Content.Pass(e.content)
		f.choice.Reasoning.Pass(e.thought)
	}
}

// passed notes that the event has left as it came.
func (f *following) passed(e *event) {
	f.passedTexts(e)
	if f.ended {
		return
	}
	if e.item != nil {
		e.item.opened = true
		if e.item.call != nil {
			e.item.call.Pass(e.end)
		}
	}
}
