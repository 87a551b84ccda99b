package responses

import (
	"cmp"
	"errors"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// items are the items of a streamed response.
type items struct {
	list    []*item
	byID    map[string]*item
	byIndex map[int64]*item
}

// An item is one of them.
type item struct {
	index  int64
	id     string
	kind   string
	parts  []*part
	byKey  map[partKey]*part
	other  bool // a message has one
	opened bool // an event of it has left
	done   bool
	gone   bool // it is removed

	call   *gateway.Call // nil unless it is one
	pieces jsonedit.Joiner
	closed bool   // the arguments have ended
	callID string // that of the upstream, or the one that is made

	changed         bool   // the arguments become others:
	arguments, rest string // all of them, and what hasn't been sent
}

// A part is a text of an item.
type part struct {
	key        partKey
	of         *texts
	start, end int // in the text

	changed    bool   // it becomes another one:
	text, rest string // all of it, and what hasn't been sent
}

// texts are the parts of the content, or of the reasoning, which are one text for the parser.
type texts struct {
	text  *gateway.Text
	parts []*part
	join  jsonedit.Joiner
	field string // of the reasoning: the member that has it
}

// errInterleaved is why a response isn't fixed whose texts don't come one after another.
var errInterleaved = errors.New("texts that come at the same time")

// find is the item that an event is about; nil if it isn't known.
func (all *items) find(e *event) *item {
	if it := all.byID[e.itemID]; it != nil {
		return it
	}
	return all.byIndex[numberOf(e.index)]
}

// add adds an item.
func (all *items) add(it *item) {
	if all.byID == nil {
		all.byID, all.byIndex = map[string]*item{}, map[int64]*item{}
	}
	all.list = append(all.list, it)
	all.byIndex[it.index] = it
	if it.id != "" {
		all.byID[it.id] = it
	}
}

// calls are the calls of functions.
func (all *items) calls() (list []*item) {
	for _, it := range all.list {
		if it.call != nil {
			list = append(list, it)
		}
	}
	return list
}

// newItem begins an item that an event is about.
func (s *Stream) newItem(e *event, kind, id string) *item {
	it := &item{index: numberOf(e.index), kind: kind, id: id}
	s.items.add(it)
	interrupts(s.choice, kind, false)
	return it
}

// beginItem takes the start of an item.
func (s *Stream) beginItem(e *event) {
	object := e.root.Member("item")
	if !object.IsObject() {
		return
	}
	s.begin(jsonedit.Value{})
	node := readItem(object)
	e.item, e.opens = s.newItem(e, node.kind, object.Member("id").Str), true
	s.takeItem(e, &node)
}

// endItem takes the end of an item.
func (s *Stream) endItem(e *event) {
	object := e.root.Member("item")
	if !object.IsObject() {
		return
	}
	s.begin(jsonedit.Value{})
	node := readItem(object)
	id := object.Member("id").Str
	it := s.items.byID[id]
	if it == nil {
		it = s.items.byIndex[numberOf(e.index)]
	}
	if it == nil || it.kind != node.kind {
		it = s.newItem(e, node.kind, id)
	}
	it.done = true
	e.item, e.whole = it, true
	s.takeItem(e, &node)
}

// takeItem takes what an item says.
func (s *Stream) takeItem(e *event, node *itemNode) {
	for _, text := range node.texts {
		s.takeText(e, text.key, text.node)
	}
	it := e.item
	s.sealed = s.sealed || node.sealed
	it.other = it.other || node.other
	if node.kind == message && node.other {
		s.choice.Interrupted = true
	}
	if node.kind != functionCall {
		return
	}
	e.call = *node
	if it.call == nil {
		it.call = node.begin(s.choice)
	}
	it.call.CutOff = it.call.CutOff || node.cutOff
	if it.callID == "" {
		it.callID = cmp.Or(node.callID.Str, newCallID())
	}
	if e.whole {
		s.endArguments(e, node.text())
	}
}

// partEvents are the events that are about a part, by their type.
var partEvents = map[string]struct {
	kind  string // of the item
	field string // the member of the item that has the part
	key   string // the member of the event that has the part, or its text
	whole bool
}{
	"response.content_part.added":           {"", contentField, "part", false},
	"response.content_part.done":            {"", contentField, "part", true},
	"response.output_text.delta":            {message, contentField, "delta", false},
	"response.output_text.done":             {message, contentField, "text", true},
	"response.refusal.delta":                {message, contentField, "", false},
	"response.refusal.done":                 {message, contentField, "", true},
	"response.reasoning_part.added":         {reasoning, contentField, "part", false},
	"response.reasoning_part.done":          {reasoning, contentField, "part", true},
	"response.reasoning_text.delta":         {reasoning, contentField, "delta", false},
	"response.reasoning_text.done":          {reasoning, contentField, "text", true},
	"response.reasoning_summary_part.added": {reasoning, summaryField, "part", false},
	"response.reasoning_summary_part.done":  {reasoning, summaryField, "part", true},
	"response.reasoning_summary_text.delta": {reasoning, summaryField, "delta", false},
	"response.reasoning_summary_text.done":  {reasoning, summaryField, "text", true},
}

// takePart takes an event that is about a part of an item, if it is one.
func (s *Stream) takePart(e *event) {
	e.item = s.items.find(e)
	about, known := partEvents[e.kind]
	if !known {
		return
	}
	s.begin(jsonedit.Value{})
	node := e.root.Member(about.key)
	part := e.root.Member("part")
	if e.item == nil {
		kind := about.kind
		if kind == "" {
			kind = message
		}
		e.item = s.newItem(e, kind, e.itemID)
	}
	isText := node.Type == jsonedit.String
	if part.IsObject() {
		node, isText = textOf(part, e.item.kind)
		e.opens = !about.whole
	}
	key := partKey{about.field, max(numberOf(e.root.Member(about.field+"_index")), 0)}
	if !isText {
		e.item.other = true
		interrupts(s.choice, e.item.kind, true)
		return
	}
	e.whole = about.whole
	s.takeText(e, key, node)
}

// takeText takes a text of an item, or a part of one.
func (s *Stream) takeText(e *event, key partKey, node jsonedit.Value) {
	all := &s.content
	switch e.item.kind {
	case message:
	case reasoning:
		all = &s.thought
		if all.field == "" && node.Str != "" {
			all.field = key.field
		}
		if all.field != "" && all.field != key.field {
			return
		}
	default:
		return
	}
	p := all.find(e.item, key)
	e.texts = append(e.texts, snippet{node, p})
	if !all.take(p, node, e.whole) {
		s.choice.Abandon(errInterleaved)
	}
	end := &e.content
	if all == &s.thought {
		end = &e.thought
	}
	if e.whole {
		*end = max(*end, p.end)
	} else {
		all.join.Mark(end, p.end)
	}
}

// find is the part of an item with the key.
func (all *texts) find(it *item, key partKey) *part {
	if p := it.byKey[key]; p != nil {
		return p
	}
	all.finish()
	n := all.text.Len()
	if len(all.parts) > 0 {
		all.text.Split(n)
	}
	p := &part{key: key, of: all, start: n, end: n}
	it.parts = append(it.parts, p)
	if it.byKey == nil {
		it.byKey = map[partKey]*part{}
	}
	it.byKey[key] = p
	all.parts = append(all.parts, p)
	return p
}

// finish ends a text that waits for the second half of a surrogate pair.
func (all *texts) finish() {
	all.join.Finish(all.text)
	if n := len(all.parts); n > 0 {
		all.parts[n-1].end = all.text.Len()
	}
}

// take takes a text, or the next piece; ok is false if other parts have gone on since.
func (all *texts) take(p *part, node jsonedit.Value, whole bool) (ok bool) {
	last := p == all.parts[len(all.parts)-1]
	var piece string
	switch {
	case !whole:
		piece = all.join.Join(node)
	case last:
		all.finish()
		piece, _ = strings.CutPrefix(node.Str, p.came())
		if len(piece) == len(node.Str) && p.start < p.end {
			piece = "" // another text than its pieces
		}
	}
	if piece == "" {
		return true
	}
	if !last {
		return false
	}
	all.text.Feed(piece)
	p.end = all.text.Len()
	return true
}

// came is the text as it came; empty if the fix was given up.
func (p *part) came() string {
	text := p.of.text.String()
	if p.end > len(text) {
		return ""
	}
	return text[p.start:p.end]
}

// takeArguments takes arguments of a call.
func (s *Stream) takeArguments(e *event, key string) {
	e.item = s.items.find(e)
	e.whole = key != "delta"
	if e.item == nil || e.item.call == nil {
		return
	}
	it := e.item
	e.arguments = e.root.Member(key)
	if e.whole {
		s.endArguments(e, e.arguments.Str)
		return
	}
	piece := it.pieces.Join(e.arguments)
	if added := it.call.Added(piece); added != piece {
		piece, e.added = added, &added
	}
	it.call.Feed(piece)
	it.pieces.Mark(&e.end, it.call.Len())
}

// endArguments ends the arguments of a call. A server may send all of them at once, and no pieces.
func (s *Stream) endArguments(e *event, all string) {
	it := e.item
	it.pieces.Finish(it.call)
	if more, ok := strings.CutPrefix(all, it.call.Arguments()); ok && (!it.closed || it.call.Len() == 0) {
		it.call.Feed(more)
	}
	it.call.Close()
	it.closed = true
	e.end = it.call.Len()
}
