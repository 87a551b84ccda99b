package responses

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// separate makes an item of the thought at the start of the first message, unless there is a reasoning. An empty id
// is replaced.
func (r *Request) separate(f *gateway.Fixer, edits *jsonedit.Text, response jsonedit.Value, id string) {
	o := readOutput(response.Member("output"))
	at := slices.IndexFunc(o.items, func(it itemNode) bool { return it.kind == message })
	if at < 0 || len(o.items[at].texts) == 0 || slices.ContainsFunc(o.items, func(it itemNode) bool { return it.kind == reasoning }) {
		return
	}
	it, split := o.items[at], splitter{r, f, response.Member("model").Str}
	thought, own, ok := split.text(it.texts[0].node)
	if !ok {
		return
	}
	object := jsonedit.New(it.object.Raw)
	object.Set(readItem(jsonedit.Read(it.object.Raw)).texts[0].node, own)
	items := object.String()
	if thought != "" {
		if id == "" {
			id = newReasoningID()
		}
		items = reasoningItem(id, "completed", reasoningPart(thought)) + "," + items
	}
	edits.Set(it.object, items)
	if all := response.Member("output_text"); all.Type == jsonedit.String {
		if _, own, ok := split.text(all); ok {
			edits.Set(all, own)
		}
	}
}

// A splitter splits complete texts of a response.
type splitter struct {
	request *Request
	fixer   *gateway.Fixer
	served  string
}

// text is the thought at the start of a text, and JSON of the rest.
func (s *splitter) text(node jsonedit.Value) (thought, rest string, ok bool) {
	thought, rest, ok = s.fixer.SplitThought(&s.request.Offer, s.served, node.Str)
	return thought, jsonedit.Quote(rest), ok
}

func newReasoningID() string { return gateway.NewID("rs_") }

// reasoningItem is JSON of an item with parts of a thought.
func reasoningItem(id, status, parts string) string {
	return `{"id":` + jsonedit.Quote(id) + `,"type":"reasoning","status":"` + status + `","summary":[],"content":[` + parts + `]}`
}

func reasoningPart(text string) string {
	return `{"type":"reasoning_text","text":` + jsonedit.Quote(text) + `}`
}

// thoughts makes an item of the thought at the start of the first message, before a stream takes its events. What may
// be the start of one waits.
type thoughts struct {
	stream   *Stream
	split    splitter
	own      *gateway.Thought // nil before the first message starts
	joiner   jsonedit.Joiner
	came     strings.Builder // the text so far, while the thought isn't over
	id       string          // of the message
	index    int64           // of the message, and then of the item with its thought
	begins   sse.Frame       // the message's start
	queue    []*event        // that and what may have the start of a thought
	held     int             // bytes of it
	over     bool            // there is no thought
	numbered bool            // events have a sequence_number
	next     int64           // that of the next event

	thought strings.Builder
	itemID  string // of the item with the thought; empty before it is sent
	closed  bool   // the end of the thought has come, and the queue has left
}

// take takes one event.
func (t *thoughts) take(frame sse.Frame) {
	if t.over || !frame.HasData {
		t.stream.take(frame)
		return
	}
	e := newEvent(frame)
	isOwn := t.own != nil && (e.itemID == t.id && t.id != "" || t.index >= 0 && numberOf(e.index) == t.index)
	switch {
	case t.own == nil:
		t.await(e)
	case isOwn && e.kind == "response.output_text.delta" && numberOf(e.root.Member("content_index")) <= 0:
		t.delta(e)
	case isOwn && strings.HasSuffix(e.kind, ".done"):
		t.whole(e)
	case isOwn && !t.closed:
		t.wait(e)
	case !t.own.Found():
		t.release()
		t.stream.take(frame)
	case e.kind == "response.completed" || e.kind == "response.incomplete":
		t.end()
		t.complete(e)
	default:
		if e.kind == "response.output_item.added" || !strings.HasPrefix(e.kind, "response.") || e.kind == "response.failed" {
			t.end()
		}
		t.send(e, jsonedit.New(e.frame.Data))
	}
}

// await takes an event before the first message.
func (t *thoughts) await(e *event) {
	switch e.kind {
	case "response.created", "response.queued", "response.in_progress":
		t.split.served = e.root.Member("response").Member("model").Str
	case "response.completed", "response.incomplete":
		t.complete(e)
		return
	case "response.output_item.added":
		object := e.root.Member("item")
		node := readItem(object)
		t.over = node.kind == reasoning || len(node.texts) > 0
		if node.kind == message && !t.over {
			t.own = t.stream.fixer.NewThought(&t.stream.request.Offer, t.split.served)
			t.id, t.index, t.begins = object.Member("id").Str, numberOf(e.index), e.frame
			t.wait(e)
			return
		}
	}
	t.send(e, jsonedit.New(e.frame.Data))
}

// delta takes the next piece of the text.
func (t *thoughts) delta(e *event) {
	if t.own.Over() {
		t.send(e, jsonedit.New(e.frame.Data))
		return
	}
	node := e.root.Member("delta")
	piece := t.joiner.Join(node)
	t.came.WriteString(piece)
	thought, rest := t.own.Feed(piece)
	if !t.own.Found() {
		t.wait(e)
		if t.own.Over() {
			t.release()
		}
		return
	}
	t.think(thought)
	if !t.own.Open() {
		t.close()
	}
	if !t.own.Over() {
		return
	}
	t.came.Reset()
	edits := jsonedit.New(e.frame.Data)
	edits.Set(node, t.joiner.Quote(rest))
	t.send(e, edits)
}

// whole takes an event that may have all of the text.
func (t *thoughts) whole(e *event) {
	node := wholeText(e)
	if node.Type == jsonedit.String && !t.own.Over() {
		more, _ := strings.CutPrefix(node.Str, t.came.String())
		if len(more) == len(node.Str) && t.came.Len() > 0 {
			more = "" // another text than its pieces
		}
		thought, _ := t.own.Feed(more)
		last, _ := t.own.End()
		t.think(thought + last)
	}
	switch {
	case t.own.Found():
		t.end()
	case t.own.Over():
		t.wait(e)
		t.release()
		return
	default:
		t.wait(e)
		return
	}
	edits := jsonedit.New(e.frame.Data)
	if _, rest, ok := t.split.text(node); ok {
		edits.Set(node, rest)
	}
	t.send(e, edits)
}

// wholeText is where an event has all of the first text of a message.
func wholeText(e *event) (node jsonedit.Value) {
	switch {
	case e.kind == "response.output_item.done":
		if texts := readItem(e.root.Member("item")).texts; len(texts) > 0 && texts[0].key == (partKey{contentField, 0}) {
			node = texts[0].node
		}
	case numberOf(e.root.Member("content_index")) > 0:
	case e.kind == "response.output_text.done":
		node = e.root.Member("text")
	case e.kind == "response.content_part.done":
		node, _ = textOf(e.root.Member("part"), message)
	}
	return node
}

// complete takes the event that ends the response, and has all of it.
func (t *thoughts) complete(e *event) {
	edits := jsonedit.New(e.frame.Data)
	t.split.request.separate(t.split.fixer, edits, e.root.Member("response"), t.itemID)
	t.send(e, edits)
}

// wait has an event wait.
func (t *thoughts) wait(e *event) {
	t.queue = append(t.queue, e)
	t.held += len(e.frame.Raw)
}

// end ends what may be a thought: the response goes on with something else, or ends.
func (t *thoughts) end() {
	switch {
	case t == nil || t.own == nil || t.over:
	case !t.own.Found():
		t.release()
	default:
		if t.own.Open() {
			last, _ := t.own.Feed(t.joiner.Left())
			thought, _ := t.own.End()
			t.think(last + thought)
		}
		t.close()
	}
}

// release sends the events that wait as they came.
func (t *thoughts) release() {
	for _, e := range t.queue {
		t.stream.take(e.frame)
	}
	t.queue, t.held, t.over = nil, 0, true
}

// think sends the next part of the thought.
func (t *thoughts) think(text string) {
	if text == "" {
		return
	}
	if t.itemID == "" {
		t.itemID = newReasoningID()
		t.make("response.output_item.added", `"item":`+reasoningItem(t.itemID, "in_progress", ""))
		t.make("response.content_part.added", t.place()+`,"part":`+reasoningPart(""))
	}
	t.thought.WriteString(text)
	t.make("response.reasoning_text.delta", t.place()+`,"delta":`+jsonedit.Quote(text))
}

// place is where the thought is, in the JSON of events.
func (t *thoughts) place() string { return `"item_id":"` + t.itemID + `","content_index":0` }

// close ends the item with the thought, and starts the message. What waits has nothing else of the text.
func (t *thoughts) close() {
	if t.closed {
		return
	}
	t.closed = true
	if t.itemID != "" {
		part := reasoningPart(t.thought.String())
		t.make("response.reasoning_text.done", t.place()+`,"text":`+jsonedit.Quote(t.thought.String()))
		t.make("response.content_part.done", t.place()+`,"part":`+part)
		t.make("response.output_item.done", `"item":`+reasoningItem(t.itemID, "completed", part))
	}
	for _, e := range t.queue {
		if e.kind != "response.output_text.delta" {
			t.send(e, jsonedit.New(e.frame.Data))
		}
	}
	t.queue, t.held = nil, 0
}

// send sends an event, with its numbers.
func (t *thoughts) send(e *event, edits *jsonedit.Text) {
	if sequence := numberOf(e.sequence); sequence >= 0 {
		if t.own == nil || !t.own.Found() {
			t.next = sequence
		}
		setNumber(edits, e.sequence, t.next)
		t.numbered = true
		t.next++
	}
	if index := numberOf(e.index); t.itemID != "" && index >= t.index {
		setNumber(edits, e.index, index+1)
	}
	frame := e.frame
	if edits.Edited() {
		frame = frame.Changed(edits.String())
		t.stream.report.Changed = true
	}
	t.stream.take(frame)
}

// make sends an event of the item with the thought.
func (t *thoughts) make(kind, members string) {
	data := `{"type":"` + kind + `",`
	if t.numbered {
		data += `"sequence_number":` + strconv.FormatInt(t.next, 10) + ","
		t.next++
	}
	event := kind
	if t.begins.Event == "" { // the upstream's have none
		event = ""
	}
	t.stream.report.Changed = true
	t.stream.take(t.begins.Made(event, data+`"output_index":`+strconv.FormatInt(max(t.index, 0), 10)+","+members+"}"))
}

// waits is how many bytes wait.
func (t *thoughts) waits() (n int) {
	if t == nil {
		return 0
	}
	n = t.held
	if t.own != nil {
		n += t.own.Held()
	}
	return n + t.came.Len()
}
