package responses

import (
	"slices"
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// An event is an event of the upstream, and what it says of the response.
type event struct {
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

	call      itemNode       // of an event that has a call as an item
	arguments jsonedit.Value // a string
	added     *string        // what a delta adds that repeats the arguments so far
	end       int            // bytes of the arguments up to here
}

// A snippet is where an event has a text, or a part of one.
type snippet struct {
	node jsonedit.Value
	part *part
}

func newEvent(frame sse.Frame) *event {
	e := &event{frame: frame}
	e.root, _ = jsonedit.Parse(frame.Data)
	failed := false
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
		case "error":
			failed = value.IsObject()
		}
	}
	if e.kind == "" {
		e.kind = frame.Event
		if failed {
			e.kind = "error"
		}
	}
	return e
}

// numberOf is a number that an event has; -1 if it has none.
func numberOf(value jsonedit.Value) int64 {
	if value.Type == jsonedit.Number {
		return value.Int()
	}
	return -1
}

// canLeave reports whether nothing of the event can change any more.
func (s *Stream) canLeave(e *event) bool {
	switch it := e.item; {
	case s.ended:
		return true
	case e.content > s.choice.Content.Certain() || e.thought > s.choice.Reasoning.Certain():
		return false
	case it == nil:
		return true
	case e.opens && !s.stays(it):
		return false
	case it.call == nil:
		return true
	default:
		return e.end <= it.call.Certain() && (!e.whole || it.call.Sound())
	}
}

// stays reports whether it is certain that the client gets the item: a message that has nothing
// but calls is removed.
func (s *Stream) stays(it *item) bool {
	if it.kind != message || it.opened || it.other {
		return true
	}
	certain := s.choice.Content.Certain()
	if len(it.parts) == 0 {
		return it.done
	}
	first, last := it.parts[0], it.parts[len(it.parts)-1]
	return certain > first.start && last.end > first.start || it.done && certain >= last.end
}

// passed notes that the event has left as it came.
func (s *Stream) passed(e *event) {
	if s.ended {
		return
	}
	s.choice.Content.Pass(e.content)
	s.choice.Reasoning.Pass(e.thought)
	if e.item != nil {
		e.item.opened = true
		if e.item.call != nil {
			e.item.call.Pass(e.end)
		}
	}
}

// send sends an event, with what is to be changed.
func (s *Stream) send(e *event) {
	if s.removes(e) {
		s.numbers.drop(e)
		s.report.Changed = true
		return
	}
	s.completeArguments(e)
	edits := jsonedit.New(e.frame.Data)
	s.edit(edits, e)
	s.numbers.edit(edits, e)
	s.sendEdited(edits, e)
}

// sendEdited sends an event: the upstream's own bytes, unless something is changed.
func (s *Stream) sendEdited(edits *jsonedit.Text, e *event) {
	text := e.frame.Raw
	if edits.Edited() {
		text = e.frame.With(e.frame.Event, edits.String())
		s.report.Changed = true
	}
	s.pipe.Send(text)
}

// removes reports whether nothing is left of an event.
func (s *Stream) removes(e *event) bool {
	switch it := e.item; {
	case it == nil || !s.ended:
		return false
	case it.gone:
		return true
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
func (s *Stream) edit(edits *jsonedit.Text, e *event) {
	for _, text := range e.texts {
		switch p := text.part; {
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
	switch {
	case e.call.object.IsObject():
		e.call.writeCall(edits, it.arguments, e.whole && it.changed, it.callID)
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

// completeArguments sends, before the event that ends a call's arguments, those for which there
// was no event.
func (s *Stream) completeArguments(e *event) {
	if it := e.item; it != nil && it.call != nil && e.whole && it.rest != "" {
		s.make("response.function_call_arguments.delta", `"item_id":`+jsonedit.Quote(it.id)+`,"output_index":`+strconv.FormatInt(s.numbers.place(it.index), 10)+
			`,"delta":`+jsonedit.Quote(it.rest))
		it.rest = ""
	}
}

// make sends an event that is made.
func (s *Stream) make(kind, members string) {
	data := `{"type":"` + kind + `",`
	if s.numbers.numbered {
		data += `"sequence_number":` + strconv.FormatInt(s.numbers.add(), 10) + ","
	}
	event := kind
	if s.pipe.Last.Event == "" { // the upstream's have none
		event = ""
	}
	s.pipe.SendEvent(s.pipe.Last.Alone(event, data+members+"}"))
	s.report.Changed = true
}

// numbers are the numbers that events have once some were added or removed.
type numbers struct {
	numbered bool    // events have a sequence_number
	next     int64   // sequence_number of the next event that is made
	shift    int64   // added to those that follow
	items    int64   // output_index of the next item that is made, as the upstream counts
	gone     []int64 // output_index of items that were removed, in order
}

// add is the sequence_number of an event that is made.
func (n *numbers) add() int64 {
	n.next++
	n.shift++
	return n.next - 1
}

// drop notes that an event isn't sent.
func (n *numbers) drop(e *event) {
	n.items = max(n.items, numberOf(e.index)+1)
	if numberOf(e.sequence) >= 0 {
		n.shift--
	}
}

// place is the output_index that an item has for the client.
func (n *numbers) place(index int64) int64 {
	before, _ := slices.BinarySearch(n.gone, index)
	return index - int64(before)
}

// edit numbers an event.
func (n *numbers) edit(edits *jsonedit.Text, e *event) {
	if sequence := numberOf(e.sequence); sequence >= 0 {
		n.numbered = true
		n.next = sequence + n.shift + 1
		setNumber(edits, e.sequence, sequence+n.shift)
	}
	if index := numberOf(e.index); index >= 0 {
		n.items = max(n.items, index+1)
		setNumber(edits, e.index, n.place(index))
	}
}

func setNumber(edits *jsonedit.Text, value jsonedit.Value, to int64) {
	if value.Int() != to {
		edits.Set(value, strconv.FormatInt(to, 10))
	}
}
