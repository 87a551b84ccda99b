package responses

import (
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// An event is an event of the upstream, and what it says of the response.
type event struct {
	of    *following
	frame sse.Frame
	root  jsonedit.Value
	kind  string // its type
	item  *item  // that it is about; nil: none that is known

	itemID          string
	sequence, index jsonedit.Value // sequence_number, output_index
	whole           bool           // it has all of a text, or of arguments, and not the next piece
	opens           bool           // it begins the item, or a part of it

	texts            []snippet
	content, thought int // bytes of the texts up to here
	apart            apart

	call      itemNode       // of an event that has a call as an item
	arguments jsonedit.Value // a string
	added     *string        // what a delta adds that repeats the arguments so far
	end       int            // bytes of the arguments up to here
}

// An apart is what an event says of the thought at the start of the text.
type apart struct {
	moved     string // what it adds to the thought
	separated bool   // nothing of its text is left but that
	closes    bool   // the thought has ended with it, or before it
	behind    string // what it adds to the text behind the thought
}

// A snippet is where an event has a text, or a part of one.
type snippet struct {
	node jsonedit.Value
	part *part
	rest string // JSON of what is left without a thought; empty: all of it
}

func newEvent(of *following, frame sse.Frame, root jsonedit.Value) *event {
	e := &event{of: of, frame: frame, root: root}
	for key, value := range e.root.Members() {
		switch key.Str {
		case "type":
			e.kind = value.Str
		case "item_id":
			e.itemID = value.Str
		case "sequence_number":
			e.sequence = value
		case "output_index":
			e.index = value
		}
	}
	if e.kind == "" {
		e.kind = frame.Event
	}
	return e
}

// Line implements flow.Part.
func (e *event) Line() *flow.Line[*event] { return &e.of.line }

// CanLeave implements flow.Part.
func (e *event) CanLeave() bool { return e.of.canLeave(e) }

// removed reports whether nothing is left of an event.
func (e *event) removed() bool {
	switch it := e.item; {
	case it != nil && it.gone:
		return true
	case it == nil || !e.of.ended:
		return false
	case e.whole || e.opens:
		return false
	case len(e.texts) == 1:
		p := e.texts[0].part
		return p.changed && p.rest == "" && e.texts[0].node.Str != ""
	default:
		return it.call != nil && it.changed && it.rest == "" && e.arguments.Exists()
	}
}

// edit makes the changes of an event.
func (e *event) edit(edits *jsonedit.Text) {
	for _, text := range e.texts {
		switch p := text.part; {
		case !p.changed && text.rest != "":
			edits.Set(text.node, text.rest)
		case !p.changed || text.node.Str == "" && !e.whole:
		case e.whole:
			edits.SetString(text.node, p.text)
		default:
			edits.SetString(text.node, p.rest)
			p.rest = ""
		}
	}
	it := e.item
	if it == nil || it.call == nil {
		return
	}
	if e.arguments.Exists() && e.itemID == "" && it.named {
		edits.Put(e.root, "item_id", e.root.Member("item_id"), jsonedit.Quote(it.id))
	}
	switch {
	case e.call.object.IsObject():
		e.call.writeCall(edits, it.arguments, e.whole && it.changed, callIDs{it.id, it.callID})
	case !e.arguments.Exists():
	case !it.changed:
		if e.added != nil {
			edits.SetString(e.arguments, *e.added)
		}
	case e.whole:
		edits.SetString(e.arguments, it.arguments)
	default:
		edits.SetString(e.arguments, it.rest)
		it.rest = ""
	}
}
