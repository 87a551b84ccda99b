package responses

import (
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
	index     int64
	id        string
	kind      string
	parts     []*part
	byKey     map[partKey]*part
	other     bool // a message has one
	opened    bool // an event of it has left
	done      bool
	gone      bool   // it is removed
	left      bool   // an event of it would have left
	said      string // of a thought, what was sent
	separated bool   // a message began with a thought, which is another item

	call   *gateway.Call // nil unless it is one
	pieces jsonedit.Joiner
	closed bool   // the arguments have ended
	named  bool   // the id is made
	callID string // that of the upstream, or the one that is made

	changed         bool   // the arguments become others:
	arguments, rest string // all of them, and what hasn't been sent
}

// A part is a text of an item.
type part struct {
	key        partKey
	of         *texts
	start, end int // in the text

	whole bool // all of it has come at once

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

// says reports whether the item has a text.
func (it *item) says() bool { return len(it.parts) > 0 && it.parts[0].end > 0 }

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

// indexNames are the members of events that have the index of a part, by the member of the item that has the part.
var indexNames = map[string]string{contentField: "content_index", summaryField: "summary_index"}

// find is the part of an item with the key.
func (all *texts) find(it *item, key partKey) *part {
	if n := len(it.parts); n > 0 && it.parts[n-1].key == key { // it mostly is
		return it.parts[n-1]
	}
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

// piece is what a text, or a chunk of one, adds to a part.
func (all *texts) piece(p *part, node jsonedit.Value, whole bool) (piece string) {
	switch {
	case !whole:
		return all.join.Join(node)
	case p == all.parts[len(all.parts)-1]:
		all.finish()
		piece, _ = strings.CutPrefix(node.Str, p.came())
		if len(piece) == len(node.Str) && p.start < p.end {
			return "" // another text than its pieces
		}
	}
	return piece
}

// take takes a chunk of a part; ok is false if other parts have gone on since.
func (all *texts) take(p *part, piece string) (ok bool) {
	if piece == "" {
		return true
	}
	if p != all.parts[len(all.parts)-1] {
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

// numberOf is a number that an event has; -1 if it has none.
func numberOf(value jsonedit.Value) int64 {
	if value.Type == jsonedit.Number {
		return value.Int()
	}
	return -1
}
