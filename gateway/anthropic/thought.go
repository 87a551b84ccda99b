package anthropic

import (
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// thinking is JSON of a thinking block. Clients insist on a signature.
func thinking(text string) string {
	return `{"type":"thinking","thinking":` + jsonedit.Quote(text) + `,"signature":""}`
}

// separate makes a block of the thought at the start of the message, if that is a text.
func (r *Request) separate(f *gateway.Fixer, body string, m *wholeMessage) string {
	if len(m.blocks) == 0 || m.blocks[0].kind != textKind {
		return body
	}
	b := &m.blocks[0]
	thought, rest, ok := f.SplitThought(&r.Offer, m.object.Member("model").Str, b.text.Str)
	if !ok {
		return body
	}
	var blocks []string
	if thought != "" {
		blocks = append(blocks, thinking(thought))
	}
	if rest != "" {
		own := jsonedit.New(b.object.Raw)
		own.SetString(jsonedit.Read(b.object.Raw).Member("text"), rest)
		blocks = append(blocks, own.String())
	}
	edits := jsonedit.New(body)
	if len(blocks) > 0 {
		edits.Set(b.object, strings.Join(blocks, ","))
	} else {
		edits.Replace(m.content, func(i int) bool { return i == 0 }, "")
	}
	return edits.String()
}

// thoughts makes a block of the thought at the start of a message, before a stream takes its events. What may be the
// start of one waits.
type thoughts struct {
	stream *Stream
	own    *gateway.Thought // nil before the message starts
	joiner jsonedit.Joiner
	index  string    // of the text block, JSON; empty before it starts
	begins sse.Frame // its start
	begun  bool      // the start has left
	queue  []sse.Frame
	held   int  // bytes of it
	opened bool // the thinking block has a start
	closed bool // and a stop
	over   bool // what follows has nothing of the thought
}

// take takes one event.
func (t *thoughts) take(frame sse.Frame) {
	root, ok := jsonedit.Parse(frame.Data)
	isOwn := t.index != "" && (root.Member("index").Raw == t.index || !root.Member("index").Exists())
	kind := root.Member("type").Str
	switch {
	case t.over || !frame.HasData || kind == pingEvent:
		t.stream.take(frame)
	case ok && kind == startEvent:
		t.start(root.Member("message").Member("model").Str)
		t.stream.take(frame)
	case ok && kind == blockStartEvent && t.index == "":
		t.start("")
		t.begin(frame, root)
	case ok && kind == blockDeltaEvent && isOwn:
		t.feed(frame, stringOf(root.Member("delta"), deltaNames[textKind].text))
	case ok && kind == blockStopEvent && isOwn:
		t.stop(frame)
	default:
		t.end()
		t.stream.take(frame)
	}
}

// start starts the message, unless it has started.
func (t *thoughts) start(served string) {
	if t.own == nil {
		t.own = t.stream.fixer.NewThought(&t.stream.request.Offer, served)
	}
}

// begin takes the start of the first block.
func (t *thoughts) begin(frame sse.Frame, root jsonedit.Value) {
	b := readBlock(root.Member("content_block"))
	if b.kind != textKind {
		t.over = true
		t.stream.take(frame)
		return
	}
	t.index, t.begins = "0", frame
	if index := root.Member("index"); index.Exists() {
		t.index = index.Raw
	}
	t.feed(frame, b.text)
}

// feed takes the text of an event of the block, or one that has none.
func (t *thoughts) feed(frame sse.Frame, text jsonedit.Value) {
	if !text.Exists() && t.own.Found() { // it is about the text that follows
		t.end()
		t.sendStart()
		t.stream.take(frame)
		t.over = true
		return
	}
	thought, rest := t.own.Feed(t.joiner.Join(text))
	if !t.own.Found() {
		t.queue = append(t.queue, frame)
		t.held += len(frame.Raw)
		if t.own.Over() {
			t.release()
		}
		return
	}
	t.queue, t.held = nil, 0 // the start, the marker, and white space before it
	t.think(thought)
	if !t.own.Open() {
		t.close()
	}
	if !t.own.Over() {
		return
	}
	t.sendStart()
	if rest := t.joiner.Quote(rest); frame.Raw == t.begins.Raw {
		t.make(blockDeltaEvent, `"delta":{"type":"text_delta","text":`+rest+`}`)
	} else {
		edits := jsonedit.New(frame.Data)
		edits.Set(text, rest)
		t.send(frame.Changed(edits.String()))
	}
	t.over = true
}

// stop takes the end of the block: if there was only a thought, the block goes.
func (t *thoughts) stop(frame sse.Frame) {
	t.end()
	if !t.own.Found() || t.begun {
		t.stream.take(frame)
	}
	t.over = true
}

// end ends what may be a thought: the message goes on with something else.
func (t *thoughts) end() {
	if t == nil || t.index == "" || t.over {
		return
	}
	if !t.own.Found() {
		t.release()
		return
	}
	if t.own.Open() {
		last, _ := t.own.Feed(t.joiner.Left())
		thought, _ := t.own.End()
		t.think(last + thought)
	}
	t.close()
}

// release sends the events that wait as they came: the block doesn't start with a thought.
func (t *thoughts) release() {
	for _, frame := range t.queue {
		t.stream.take(frame)
	}
	t.queue, t.held, t.over = nil, 0, true
}

// think sends the next part of the thought.
func (t *thoughts) think(text string) {
	if text == "" {
		return
	}
	if !t.opened {
		t.opened = true
		t.make(blockStartEvent, `"content_block":`+thinking(""))
	}
	t.make(blockDeltaEvent, `"delta":{"type":"thinking_delta","thinking":`+jsonedit.Quote(text)+`}`)
}

// close ends the thinking block, if it is open.
func (t *thoughts) close() {
	if t.opened && !t.closed {
		t.closed = true
		t.make(blockStopEvent, "")
	}
}

// sendStart sends the start of the text block, without the text that it has. Its index is that of the
// thinking block, too: the stream gives each block its own.
func (t *thoughts) sendStart() {
	t.begun = true
	text := jsonedit.Read(t.begins.Data).Member("content_block").Member("text")
	if text.Str == "" {
		t.send(t.begins)
		return
	}
	edits := jsonedit.New(t.begins.Data)
	edits.Set(text, `""`)
	t.send(t.begins.Changed(edits.String()))
}

// make sends an event of the block that the upstream didn't.
func (t *thoughts) make(kind, members string) {
	data := `{"type":"` + kind + `","index":` + t.index
	if members != "" {
		data += "," + members
	}
	t.send(t.begins.Made(kind, data+"}"))
}

// send sends an event that is changed.
func (t *thoughts) send(frame sse.Frame) {
	t.stream.report.Changed = true
	t.stream.take(frame)
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
	return n
}
