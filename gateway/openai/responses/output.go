package responses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// The types of items that are looked at.
const (
	message      = "message"
	reasoning    = "reasoning"
	functionCall = "function_call"
)

// The members of an item that hold its parts.
const (
	contentField = "content"
	summaryField = "summary"
)

// textTypes are the types of the parts that hold text, by the type of their item. vLLM names
// the parts of a thought output_text, too.
var textTypes = map[string][]string{
	message:   {"output_text"},
	reasoning: {"reasoning_text", "summary_text", "output_text"},
}

// An output is where the parts of a response's output are in the JSON.
type output struct {
	array jsonedit.Value
	items []itemNode
}

// An itemNode is where the parts of an item are.
type itemNode struct {
	object jsonedit.Value
	kind   string // its type
	texts  []textNode
	other  bool // a message has a part that isn't text
	sealed bool // a thought has a form that only the upstream can read

	id, callID, name, arguments jsonedit.Value // of a call
	cutOff                      bool           // its arguments were, as its status says
	again                       bool           // it is an earlier one once more
}

// A textNode is where a text is.
type textNode struct {
	key  partKey
	node jsonedit.Value // a string
}

// A partKey says which part of an item a text is.
type partKey struct {
	field string
	index int64
}

func readOutput(array jsonedit.Value) *output {
	o := &output{array: array}
	first := map[string]itemNode{} // the first call with an id
	for object := range array.Items() {
		it := readItem(object)
		if call, found := first[it.callID.Str]; found {
			it.again = call.name.Str == it.name.Str && gateway.Repeats(call.text(), it.text())
		} else if it.callID.Str != "" {
			first[it.callID.Str] = it
		}
		o.items = append(o.items, it)
	}
	return o
}

func readItem(object jsonedit.Value) itemNode {
	it := itemNode{object: object, kind: object.Member("type").Str}
	it.sealed = object.Member("encrypted_content").Str != ""
	switch it.kind {
	case message, reasoning:
		it.readParts(summaryField)
		it.readParts(contentField)
	case functionCall:
		it.id = object.Member("id")
		it.callID = object.Member("call_id")
		it.name = object.Member("name")
		it.arguments = object.Member("arguments")
		it.cutOff = object.Member("status").Str == "incomplete"
	}
	return it
}

// readParts finds the texts of a member: an array of parts, or, as some servers write it, a string.
func (it *itemNode) readParts(field string) {
	member := it.object.Member(field)
	if member.Type == jsonedit.String {
		it.texts = append(it.texts, textNode{partKey{field, 0}, member})
		return
	}
	var index int64
	for part := range member.Items() {
		if node, ok := textOf(part, it.kind); ok {
			it.texts = append(it.texts, textNode{partKey{field, index}, node})
		} else {
			it.other = true
		}
		index++
	}
}

// textOf is the text of a part of an item of a type; ok is false if it has none.
func textOf(part jsonedit.Value, kind string) (node jsonedit.Value, ok bool) {
	node = part.Member("text")
	return node, node.Type == jsonedit.String && slices.Contains(textTypes[kind], part.Member("type").Str)
}

// texts are the texts of the messages.
func (o *output) texts() (list []textNode) {
	for i := range o.items {
		if o.items[i].kind == message {
			list = append(list, o.items[i].texts...)
		}
	}
	return list
}

// thoughts are the texts of the reasoning. An item may have a summary of its own content: of the
// two, the one that comes first counts.
func (o *output) thoughts() (list []textNode) {
	field := ""
	for i := range o.items {
		if o.items[i].kind != reasoning {
			continue
		}
		for _, text := range o.items[i].texts {
			if field == "" && text.node.Str != "" {
				field = text.key.field
			}
			if text.key.field == field {
				list = append(list, text)
			}
		}
	}
	return list
}

// sealed reports whether the reasoning has to stay as it is: its sealed form can't be changed with it.
func (o *output) sealed() bool {
	return slices.ContainsFunc(o.items, func(it itemNode) bool { return it.sealed })
}

// calls are the calls of functions, each once.
func (o *output) calls() (list []*itemNode) {
	for i := range o.items {
		if o.items[i].kind == functionCall && !o.items[i].again {
			list = append(list, &o.items[i])
		}
	}
	return list
}

func spelled(texts []textNode) []string {
	list := make([]string, len(texts))
	for i := range texts {
		list[i] = texts[i].node.Str
	}
	return list
}

// joined is the text of all parts.
func joined(texts []textNode) string { return strings.Join(spelled(texts), "") }

// fill gives a choice what the output holds, and ends its texts and calls.
func (o *output) fill(choice *gateway.Choice) {
	fillText(&choice.Content, spelled(o.texts()))
	fillText(&choice.Reasoning, spelled(o.thoughts()))
	for i := range o.items {
		interrupts(choice, o.items[i].kind, o.items[i].other)
		if o.items[i].again {
			choice.Reworked++
		}
	}
	for _, call := range o.calls() {
		call.begin(choice).Whole(call.text())
	}
}

// begin begins a call of the choice.
func (it *itemNode) begin(choice *gateway.Choice) *gateway.Call {
	call := choice.Begin(it.callID.Str, it.name.Str)
	call.CutOff = it.cutOff
	if it.needsID() {
		choice.Reworked++
	}
	return call
}

func fillText(t *gateway.Text, parts []string) {
	length := 0
	for i, part := range parts {
		if i > 0 {
			t.Split(length)
		}
		length += len(part)
	}
	t.Whole(strings.Join(parts, ""))
}

// interrupts notes whether an item that begins, or a part that isn't text, ends a thought.
func interrupts(choice *gateway.Choice, kind string, other bool) {
	switch {
	case kind == reasoning:
		choice.Interrupted = false
	case other || kind != message && kind != functionCall: // these two speak for themselves
		choice.Interrupted = true
	}
}

// A change is what becomes of an output.
type change struct {
	content, reasoning []string // the new texts of the parts; nil: they stay
	calls              []string // JSON of items that are added
	// arguments are those of calls that get others, by their index among the calls.
	arguments map[int]string
	// ids are those of calls, by their index. For a call without one, it is made.
	ids map[int]callIDs
}

// take takes what a fix changes in texts and calls.
func (c *change) take(fix *gateway.Fix) {
	c.content, c.reasoning = parted(fix.Content, fix.ContentEnds), parted(fix.Reasoning, fix.ReasoningEnds)
	c.arguments = fix.Arguments
}

// parted are the parts of a new text; nil if there is none.
func parted(text *string, ends []int) (parts []string) {
	if text == nil {
		return nil
	}
	start := 0
	for _, end := range ends {
		parts = append(parts, (*text)[start:end])
		start = end
	}
	return parts
}

// write makes a change in a response.
func (o *output) write(edits *jsonedit.Text, response jsonedit.Value, c *change) {
	gone := map[int]bool{}
	for i := range o.items {
		gone[i] = o.items[i].again
	}
	if c.content != nil {
		o.writeContent(edits, c.content, gone)
		if text := response.Member("output_text"); text.Type == jsonedit.String {
			edits.SetString(text, strings.Join(c.content, ""))
		}
	}
	if c.reasoning != nil && !o.sealed() {
		setTexts(edits, o.thoughts(), c.reasoning)
	}
	for i, call := range o.calls() {
		arguments, fixed := c.arguments[i]
		call.writeCall(edits, arguments, fixed, c.ids[i])
	}
	if o.array.IsArray() {
		edits.Replace(o.array, func(i int) bool { return gone[i] }, strings.Join(c.calls, ","))
	}
}

// writeContent gives the messages other texts, and says which ones have nothing left.
func (o *output) writeContent(edits *jsonedit.Text, texts []string, gone map[int]bool) {
	for i := range o.items {
		it := &o.items[i]
		if it.kind != message {
			continue
		}
		own := texts[:len(it.texts)]
		texts = texts[len(it.texts):]
		if emptied(it, own) {
			gone[i] = true
			continue
		}
		setTexts(edits, it.texts, own)
	}
}

// emptied reports whether a message had nothing but text, and nothing is left of it.
func emptied(it *itemNode, texts []string) bool {
	return !it.other && joined(it.texts) != "" && strings.Join(texts, "") == ""
}

func setTexts(edits *jsonedit.Text, texts []textNode, with []string) {
	for i := range texts {
		if texts[i].node.Str != with[i] {
			edits.SetString(texts[i].node, with[i])
		}
	}
}

// text is the text of the arguments.
func (it *itemNode) text() string { return jsonedit.Spelled(it.arguments) }

// callIDs are the ids of a call: that of its item, and the one that its result names.
type callIDs struct{ item, call string }

// writeCall gives a call its arguments, as text, and its ids.
func (it *itemNode) writeCall(edits *jsonedit.Text, arguments string, fixed bool, ids callIDs) {
	switch {
	case fixed:
		edits.Put(it.object, "arguments", it.arguments, jsonedit.Quote(arguments))
	case it.arguments.IsObject() || it.arguments.IsArray():
		edits.SetString(it.arguments, it.text())
	}
	call := cmp.Or(ids.call, it.callID.Str)
	if call == "" {
		call = newCallID()
	}
	if call != it.callID.Str {
		edits.Put(it.object, "call_id", it.callID, jsonedit.Quote(call))
	}
	if it.id.Str == "" {
		edits.Put(it.object, "id", it.id, jsonedit.Quote(cmp.Or(ids.item, newItemID())))
	}
}

// needsID reports whether a call has no id.
func (it *itemNode) needsID() bool {
	return it.kind == functionCall && (it.callID.Str == "" || it.id.Str == "")
}

func newItemID() string { return gateway.NewID("fc_") }

func newCallID() string { return gateway.NewID("call_") }

// callItems are the items of calls that were found in text.
func callItems(added []gateway.AddedCall) []string {
	items := make([]string, len(added))
	for i, call := range added {
		items[i] = `{"id":"` + newItemID() + `","type":"function_call","status":"completed","arguments":` + jsonedit.Quote(call.Arguments) +
			`,"call_id":` + jsonedit.Quote(call.ID) + `,"name":` + jsonedit.Quote(call.Name) + `}`
	}
	return items
}

// finishReason is what the status of a response says; ok is false if the response has failed, or
// isn't there yet.
func finishReason(status string) (reason parsers.FinishReason, ok bool) {
	switch status {
	case "completed", "incomplete", "":
		return gateway.FinishReason(status), true
	default:
		return parsers.FinishUnspecified, false
	}
}
