package responses

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// leave sends an event, with what is to be changed.
func (r *reader) leave(e *event) {
	r.think(r.in.leftOf(e.apart.moved))
	waits := e.opens && e.item.separated && !r.in.closed
	if waits {
		r.late = append(r.late, e)
	}
	if it := e.item; it != nil && it.gone && !it.left {
		it.left = true
		r.numbers.remove(it.index)
	}
	if waits || e.removed() || e.apart.separated && !e.opens && !e.whole {
		r.numbers.drop(e)
		r.out.Changed()
		r.in.passedTexts(e)
		return
	}
	if e.apart.closes {
		r.closeThought()
		r.sayBehind(e.apart.behind)
	}
	if it := e.item; it != nil && it.call != nil && e.whole && it.rest != "" { // there was no event for it
		r.make("response.function_call_arguments.delta", r.placed(it.id, it.index).item+`,"delta":`+jsonedit.Quote(it.rest))
		it.rest = ""
	}
	edits := jsonedit.New(e.frame.Data)
	e.edit(edits)
	r.numbers.edit(edits, e)
	r.out.Edit(&e.frame, e.frame.Event, edits)
	if e.item != nil && !e.opens {
		r.out.Speak()
	}
	r.in.passed(e)
}

// make sends an event that is made.
func (r *reader) make(kind, members string) {
	data := `{"type":"` + kind + `",`
	if r.numbers.numbered {
		data += `"sequence_number":` + strconv.FormatInt(r.numbers.add(), 10) + ","
	}
	event := kind
	if r.out.Last.Event == "" { // the upstream's have none
		event = ""
	}
	r.out.Make(event, data+members+"}")
}

// think sends the next piece of the thought at the start of the text.
func (r *reader) think(text string) {
	if text == "" {
		return
	}
	it := r.in.reasoning
	if !it.opened {
		it.opened = true
		r.make("response.output_item.added", r.thoughtIndex()+`,"item":`+reasoningItem(it.id, "in_progress", ""))
		r.numbers.insert(it.index)
		r.make("response.content_part.added", r.thoughtPart()+`,"part":`+reasoningPart(""))
	}
	r.make("response.reasoning_text.delta", r.thoughtPart()+`,"delta":`+jsonedit.Quote(text))
	it.said += text
}

// thoughtIndex and thoughtPart are where the thought is, in the JSON of events.
func (r *reader) thoughtIndex() string {
	return `"output_index":` + strconv.FormatInt(r.in.reasoning.index, 10)
}

func (r *reader) thoughtPart() string {
	return r.thoughtIndex() + `,"item_id":"` + r.in.reasoning.id + `","content_index":0`
}

// closeThought ends the item of the thought, and sends the starts that waited for that.
func (r *reader) closeThought() {
	if r.in.closed || r.in.reasoning == nil {
		return
	}
	r.in.closed = true
	if it := r.in.reasoning; it.opened {
		part := reasoningPart(it.said)
		r.make("response.reasoning_text.done", r.thoughtPart()+`,"text":`+jsonedit.Quote(it.said))
		r.make("response.content_part.done", r.thoughtPart()+`,"part":`+part)
		r.make("response.output_item.done", r.thoughtIndex()+`,"item":`+reasoningItem(it.id, "completed", part))
	}
	for _, e := range r.late {
		if e.item.gone {
			continue
		}
		edits := jsonedit.New(e.frame.Data)
		e.edit(edits)
		r.numbers.again(edits, e)
		r.out.Edit(&e.frame, e.frame.Event, edits)
	}
}

// sayBehind sends what a thought that ends adds to the text behind it, which has no event of the upstream.
func (r *reader) sayBehind(text string) {
	if text == "" {
		return
	}
	it, p := r.in.first, r.in.content.parts[0]
	if p.changed {
		text, p.rest = p.rest, ""
	}
	if text != "" {
		r.make("response.output_text.delta", r.placed(it.id, it.index).item+`,"content_index":`+strconv.FormatInt(p.key.index, 10)+`,"delta":`+jsonedit.Quote(text))
	}
}

// placed is the place of an item.
func (r *reader) placed(id string, index int64) place {
	number := `"output_index":` + strconv.FormatInt(r.numbers.place(index), 10)
	return place{number, `"item_id":` + jsonedit.Quote(id) + "," + number}
}

// A place is where an item is, in the JSON of events.
type place struct {
	index string // the member output_index
	item  string // and item_id
}
