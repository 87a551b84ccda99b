package anthropic

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A reader takes the events of a streamed response. It implements flow.Reader.
type reader struct {
	request *Request
	fixer   *gateway.Fixer
	stream  flow.Stream
	out     flow.Out
	queue   flow.Queue[*event]
	message *message // nil until it starts
	started bool     // its start has left
}

// Stream implements gateway.Request.
func (r *Request) Stream(f *gateway.Fixer) gateway.Stream {
	own := &reader{request: r, fixer: f}
	own.queue.Leave = func(parts []*event) { own.leave(parts[0]) }
	own.stream.Start(own, f, &own.out, &own.queue)
	return &own.stream
}

// Kept implements flow.Reader.
func (r *reader) Kept() int {
	if r.message == nil {
		return 0
	}
	return r.message.core.Len()
}

// ErrorEvent implements flow.Reader.
func (r *reader) ErrorEvent(message string) string {
	return "event: error\ndata: " + Messages{}.Error(message) + "\n\n"
}

// Sign implements flow.Reader.
func (r *reader) Sign(bool) string { return r.out.Last.Alone(pingEvent, `{"type":"ping"}`) }

// Take implements flow.Reader: Anthropic's API reports errors as all do.
func (r *reader) Take(frame sse.Frame, root jsonedit.Value) (fails bool) {
	switch kind := root.Member("type").Str; kind {
	case startEvent:
		if r.started { // clients make a second message of it
			r.out.Changed()
			r.message.core.Reworked++
			break
		}
		r.started = true
		r.pass(frame, kind)
		r.start(root.Member("message"))
	case blockStartEvent, blockDeltaEvent, blockStopEvent, deltaEvent:
		r.start(jsonedit.Value{})
		r.add(&event{message: r.message, frame: frame, root: root, kind: kind})
	case stopEvent:
		r.end()
		r.pass(frame, kind)
		r.out.Finish()
	case pingEvent: // at once, but often one is right behind the start of a block
		if r.message != nil && r.message.awaitsText() {
			r.add(&event{message: r.message, frame: frame, root: root, kind: kind})
		} else {
			r.pass(frame, kind)
		}
	default:
		r.out.Pass(frame)
	}
	return false
}

// start starts the message, unless it has started.
func (r *reader) start(node jsonedit.Value) {
	if r.message != nil {
		return
	}
	r.message = &message{
		core:   r.fixer.NewChoice(&r.request.Offer, node.Member("model").Str),
		blocks: map[int64]*block{},
		parts:  map[kind]int{},
	}
	r.message.core.SeparateThought()
}

// add queues an event, and sends what can leave.
func (r *reader) add(e *event) {
	r.message.take(e)
	r.out.EndsWithDone = r.message.finish != nil // some servers send it in place of a message_stop
	r.queue.Add(len(e.frame.Raw), e)
}

// pass sends an event whose data stay. Clients go by its name, which must be that of its type.
func (r *reader) pass(frame sse.Frame, kind string) {
	if frame.Event == kind {
		r.out.Pass(frame)
		return
	}
	r.out.Change(frame.With(kind, frame.Data))
	r.out.Last = frame
}

// leave sends an event, unless nothing is left of it.
func (r *reader) leave(e *event) {
	m, b := e.message, e.block
	if m.ended && e == m.finish {
		r.insert()
	}
	r.out.Last = e.frame
	r.think(e.thought)
	switch {
	case e.dropped(), m.waitsForText(e):
		r.out.Changed()
		return
	case b != nil && m.thought != nil && m.thought != b:
		r.closeThought()
	}
	if b != nil {
		r.begin(b, e)
	}
	if b != nil && e.kind == blockStopEvent {
		r.makeRest(b)
	}
	if e.kind != blockStartEvent || b.call != nil {
		r.out.Speak()
	}
	r.write(e)
	if !m.ended {
		m.passed(e)
	}
}

// begin begins the block of an event, unless it has: its start may have waited for the end of a thought.
func (r *reader) begin(b *block, e *event) {
	if b.left {
		return
	}
	b.index, b.left = r.message.sent, true
	r.message.sent++
	if e != b.begins {
		r.write(b.begins)
	}
}

// write sends an event, with what is to be changed.
func (r *reader) write(e *event) {
	edits := jsonedit.New(e.frame.Data)
	e.edit(edits)
	if edits.Edited() {
		r.out.Change(e.frame.With(e.kind, edits.String()))
	} else {
		r.pass(e.frame, e.kind)
	}
}

// think sends the next piece of the thought at the start of the message.
func (r *reader) think(text string) {
	if text == "" {
		return
	}
	m := r.message
	if b := m.thought; !b.left {
		b.index, b.left = m.sent, true
		m.sent++
		r.out.Make(blockStartEvent, `{"type":"content_block_start","index":`+strconv.Itoa(b.index)+`,"content_block":`+thinking("")+`}`)
	}
	r.makeDelta(m.thought.index, thinkingKind, text)
}

// closeThought ends the block of the thought, if it has started.
func (r *reader) closeThought() {
	if b := r.message.thought; b.left && !b.closed {
		b.closed = true
		r.makeRest(b)
		r.makeStop(b.index)
	}
}

// End implements flow.Reader. [DONE] isn't the end of a message.
func (r *reader) End(bool) (ended bool) { return false }

// end ends the message, for message_stop.
func (r *reader) end() {
	m := r.message
	if m == nil {
		return
	}
	r.out.Add(m.end())
	r.queue.Advance(&m.line)
	r.insert()
	if m.finish != nil || m.reason == "" {
		return
	}
	usage := m.usage
	if usage == "" { // clients insist on one
		usage = `{"output_tokens":0}`
	}
	r.out.Make(deltaEvent, `{"type":"message_delta","delta":{"stop_reason":`+jsonedit.Quote(m.reason)+`,"stop_sequence":null},"usage":`+usage+`}`)
}

// insert sends what was made: the ends of blocks that have none, and the calls that were added.
func (r *reader) insert() {
	m := r.message
	if m.made {
		return
	}
	m.made = true
	for _, b := range m.order {
		if b.separated && b.rest != "" {
			r.begin(b, nil)
		}
		if b.left && !b.closed {
			r.makeRest(b)
			r.makeStop(b.index)
		}
	}
	for _, call := range m.added {
		r.out.Make(blockStartEvent, `{"type":"content_block_start","index":`+strconv.Itoa(m.sent)+`,"content_block":`+toolUse(call, "{}")+`}`)
		r.makeDelta(m.sent, toolKind, call.Arguments)
		r.makeStop(m.sent)
		m.sent++
	}
}

// makeRest sends what is left of a block and has no place in an event of the upstream.
func (r *reader) makeRest(b *block) {
	if b.rest != "" {
		r.makeDelta(b.index, b.kind, b.rest)
		b.rest = ""
	}
}

func (r *reader) makeDelta(index int, k kind, text string) {
	names := deltaNames[k]
	r.out.Make(blockDeltaEvent, `{"type":"content_block_delta","index":`+strconv.Itoa(index)+
		`,"delta":{"type":"`+names.kind+`","`+names.text+`":`+jsonedit.Quote(text)+`}}`)
}

func (r *reader) makeStop(index int) {
	r.out.Make(blockStopEvent, `{"type":"content_block_stop","index":`+strconv.Itoa(index)+`}`)
}

// Abandon implements flow.Reader.
func (r *reader) Abandon(err error) {
	m := r.message
	if m == nil || m.ended {
		return
	}
	m.core.Abandon(err)
	if err == nil {
		m.ended, m.made = true, true
	}
	m.free = true
	r.queue.Advance(&m.line)
	r.out.Fault(m.core.Fault())
	if err != nil {
		return
	}
	if r.think(m.endThought()); m.thought != nil && m.order[1].rest != "" {
		r.closeThought()
		r.begin(m.order[1], nil)
		r.makeRest(m.order[1])
	}
}
