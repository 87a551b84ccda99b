package proxy_test

import (
	"fmt"
	"strings"
)

// events are the bytes of a stream.
type events struct{ strings.Builder }

func (e *events) frame(text string) bool {
	e.WriteString(text)
	return true
}

func (e *events) body() string { return e.String() }

// A chatStream renders a stream of chat completions.
type chatStream struct {
	events
	calls int
}

func (c *chatStream) chunk(delta, reason string) {
	c.WriteString(fmt.Sprintf("data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"qwen3\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n", delta, reason))
}

func (c *chatStream) role()               { c.chunk(`{"role":"assistant","content":""}`, "null") }
func (c *chatStream) text(text string)    { c.chunk(`{"content":`+quote(text)+`}`, "null") }
func (c *chatStream) thought(text string) { c.chunk(`{"reasoning_content":`+quote(text)+`}`, "null") }

func (c *chatStream) call(id, name string) {
	c.calls++
	c.chunk(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%s,"type":"function","function":{"name":%s,"arguments":""}}]}`, c.calls-1, quote(id), quote(name)), "null")
}

func (c *chatStream) args(text string) {
	c.chunk(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, c.calls-1, quote(text)), "null")
}

func (c *chatStream) finish(reason string) bool {
	c.chunk("{}", quote(reason))
	return true
}

func (c *chatStream) done() { c.WriteString("data: [DONE]\n\n") }

// A messagesStream renders a stream of Messages.
type messagesStream struct {
	events
	blocks int
	kind   string // of the open block
}

func (m *messagesStream) event(kind, rest string) {
	m.WriteString(fmt.Sprintf("event: %s\ndata: {\"type\":\"%s\"%s}\n\n", kind, kind, rest))
}

func (m *messagesStream) role() {
	m.event("message_start", `,"message":{"id":"msg_1","type":"message","role":"assistant","model":"qwen3","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`)
}

// open opens a block of a kind; a text goes on in the block that is open.
func (m *messagesStream) open(kind, block string) {
	if m.kind == kind && kind != "tool_use" {
		return
	}
	m.close()
	m.kind = kind
	m.event("content_block_start", fmt.Sprintf(`,"index":%d,"content_block":%s`, m.blocks, block))
}

func (m *messagesStream) close() {
	if m.kind != "" {
		m.event("content_block_stop", fmt.Sprintf(`,"index":%d`, m.blocks))
		m.blocks++
		m.kind = ""
	}
}

func (m *messagesStream) delta(delta string) {
	m.event("content_block_delta", fmt.Sprintf(`,"index":%d,"delta":%s`, m.blocks, delta))
}

func (m *messagesStream) text(text string) {
	m.open("text", `{"type":"text","text":""}`)
	m.delta(`{"type":"text_delta","text":` + quote(text) + `}`)
}

func (m *messagesStream) thought(text string) {
	m.open("thinking", `{"type":"thinking","thinking":"","signature":""}`)
	m.delta(`{"type":"thinking_delta","thinking":` + quote(text) + `}`)
}

func (m *messagesStream) call(id, name string) {
	m.open("tool_use", fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":{}}`, quote(id), quote(name)))
}

func (m *messagesStream) args(text string) {
	m.delta(`{"type":"input_json_delta","partial_json":` + quote(text) + `}`)
}

// stopReasons are those of Messages by those of chat completions.
var stopReasons = map[string]string{"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens"}

func (m *messagesStream) finish(reason string) bool {
	m.close()
	if own := stopReasons[reason]; own != "" {
		reason = own
	}
	m.event("message_delta", `,"delta":{"stop_reason":`+quote(reason)+`,"stop_sequence":null},"usage":{"output_tokens":5}`)
	return true
}

func (m *messagesStream) done() { m.event("message_stop", "") }

// A responsesStream renders a stream of Responses.
type responsesStream struct {
	events
	n      int      // events so far
	output []string // items that have ended
	kind   string   // of the item that is open
	sofar  string   // its text or arguments
	id     string   // of the call
	name   string
	status string
}

func (s *responsesStream) event(kind, rest string) {
	s.WriteString(fmt.Sprintf("event: %s\ndata: {\"type\":\"%s\",\"sequence_number\":%d%s}\n\n", kind, kind, s.n, rest))
	s.n++
}

func (s *responsesStream) response(status, more string) string {
	return `,"response":{"id":"resp_1","object":"response","status":"` + status + `","model":"qwen3","output":[` + strings.Join(s.output, ",") + `]` + more + `}`
}

func (s *responsesStream) role() { s.event("response.created", s.response("in_progress", "")) }

// at is where the open item is.
func (s *responsesStream) at() string {
	return fmt.Sprintf(`,"item_id":"item_%d","output_index":%d`, len(s.output), len(s.output))
}

// item is the open item.
func (s *responsesStream) item(status string) string {
	id := fmt.Sprintf(`"id":"item_%d","status":"%s"`, len(s.output), status)
	switch s.kind {
	case "message":
		return `{"type":"message",` + id + `,"role":"assistant","content":[{"type":"output_text","text":` + quote(s.sofar) + `,"annotations":[]}]}`
	case "reasoning":
		return `{"type":"reasoning",` + id + `,"summary":[],"content":[{"type":"reasoning_text","text":` + quote(s.sofar) + `}]}`
	default:
		return `{"type":"function_call",` + id + `,"call_id":` + quote(s.id) + `,"name":` + quote(s.name) + `,"arguments":` + quote(s.sofar) + `}`
	}
}

func (s *responsesStream) open(kind string) {
	if s.kind == kind && kind != "function_call" {
		return
	}
	s.close("completed")
	s.kind = kind
	added := s.item("in_progress")
	switch kind {
	case "message":
		added = strings.Replace(added, `{"type":"output_text","text":"","annotations":[]}`, "", 1)
	case "reasoning":
		added = strings.Replace(added, `{"type":"reasoning_text","text":""}`, "", 1)
	}
	s.event("response.output_item.added", fmt.Sprintf(`,"output_index":%d,"item":%s`, len(s.output), added))
	if kind == "message" {
		s.event("response.content_part.added", s.at()+`,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}`)
	}
}

func (s *responsesStream) close(status string) {
	switch s.kind {
	case "":
		return
	case "message":
		s.event("response.output_text.done", s.at()+`,"content_index":0,"text":`+quote(s.sofar))
		s.event("response.content_part.done", s.at()+`,"content_index":0,"part":{"type":"output_text","text":`+quote(s.sofar)+`,"annotations":[]}`)
	case "reasoning":
		s.event("response.reasoning_text.done", s.at()+`,"content_index":0,"text":`+quote(s.sofar))
	default:
		s.event("response.function_call_arguments.done", s.at()+`,"arguments":`+quote(s.sofar))
	}
	s.event("response.output_item.done", fmt.Sprintf(`,"output_index":%d,"item":%s`, len(s.output), s.item(status)))
	s.output = append(s.output, s.item(status))
	s.kind, s.sofar = "", ""
}

func (s *responsesStream) text(text string) {
	s.open("message")
	s.sofar += text
	s.event("response.output_text.delta", s.at()+`,"content_index":0,"delta":`+quote(text))
}

func (s *responsesStream) thought(text string) {
	s.open("reasoning")
	s.sofar += text
	s.event("response.reasoning_text.delta", s.at()+`,"content_index":0,"delta":`+quote(text))
}

func (s *responsesStream) call(id, name string) {
	s.close("completed")
	s.id, s.name = id, name
	s.open("function_call")
}

func (s *responsesStream) args(text string) {
	s.sofar += text
	s.event("response.function_call_arguments.delta", s.at()+`,"delta":`+quote(text))
}

// statuses are those of Responses by the reasons of chat completions.
var statuses = map[string]string{"stop": "completed", "tool_calls": "completed", "length": "incomplete", "content_filter": "incomplete"}

func (s *responsesStream) finish(reason string) bool {
	s.status = statuses[reason]
	if s.status == "" {
		return false
	}
	s.close(s.status)
	return true
}

func (s *responsesStream) done() {
	more := ""
	if s.status == "incomplete" {
		more = `,"incomplete_details":{"reason":"max_output_tokens"}`
	}
	s.event("response."+s.status, s.response(s.status, more))
}

// A whole renders a response that isn't streamed.
type whole struct {
	api            string
	said, thoughts string
	calls          []made
	reason         string
}

func (w *whole) role()               {}
func (w *whole) text(text string)    { w.said += text }
func (w *whole) thought(text string) { w.thoughts += text }
func (w *whole) call(id, name string) {
	w.calls = append(w.calls, made{id: id, name: name})
}
func (w *whole) args(text string) { w.calls[len(w.calls)-1].args += text }
func (w *whole) done()            {}

func (w *whole) finish(reason string) bool {
	w.reason = reason
	return w.api != "responses" || statuses[reason] != ""
}

func (w *whole) frame(text string) bool { return text == markPause }

// body is the response; empty if it doesn't end.
func (w *whole) body() string {
	if w.reason == "" {
		return ""
	}
	switch w.api {
	case apiChat:
		return w.chat()
	case "messages":
		return w.message()
	default:
		return w.response()
	}
}

func (w *whole) chat() string {
	message := `{"role":"assistant","content":` + quote(w.said)
	if w.thoughts != "" {
		message += `,"reasoning_content":` + quote(w.thoughts)
	}
	var calls []string
	for _, c := range w.calls {
		calls = append(calls, fmt.Sprintf(`{"id":%s,"type":"function","function":{"name":%s,"arguments":%s}}`, quote(c.id), quote(c.name), quote(c.args)))
	}
	if len(calls) > 0 {
		message += `,"tool_calls":[` + strings.Join(calls, ",") + `]`
	}
	return `{"id":"c1","object":"chat.completion","created":1,"model":"qwen3","choices":[{"index":0,"message":` + message + `},"finish_reason":` + quote(w.reason) + `}]}`
}

func (w *whole) message() string {
	var blocks []string
	if w.thoughts != "" {
		blocks = append(blocks, `{"type":"thinking","thinking":`+quote(w.thoughts)+`,"signature":""}`)
	}
	if w.said != "" {
		blocks = append(blocks, `{"type":"text","text":`+quote(w.said)+`}`)
	}
	for _, c := range w.calls {
		input := c.args
		if !isObject(input) {
			input = quote(input)
		}
		blocks = append(blocks, fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s}`, quote(c.id), quote(c.name), input))
	}
	reason := w.reason
	if own := stopReasons[reason]; own != "" {
		reason = own
	}
	return `{"id":"msg_1","type":"message","role":"assistant","model":"qwen3","content":[` + strings.Join(blocks, ",") + `],"stop_reason":` + quote(reason) + `,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":5}}`
}

func (w *whole) response() string {
	s := &responsesStream{status: statuses[w.reason]}
	item := func(kind, sofar string) {
		s.kind, s.sofar = kind, sofar
		s.output = append(s.output, s.item(s.status))
	}
	if w.thoughts != "" {
		item("reasoning", w.thoughts)
	}
	if w.said != "" {
		item("message", w.said)
	}
	for _, c := range w.calls {
		s.id, s.name = c.id, c.name
		item("function_call", c.args)
	}
	return strings.TrimPrefix(s.response(s.status, ""), `,"response":`)
}
