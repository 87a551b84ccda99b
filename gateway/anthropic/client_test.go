package anthropic_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// A seen is what a client made of a message.
type seen struct {
	Content    []seenBlock
	StopReason string `json:"stop_reason"`
	Usage      any
}

type seenBlock struct {
	Type, Text, Thinking, Signature, ID, Name string
	Input                                     json.RawMessage `json:",omitempty"`
}

type seenEvent struct {
	Type    string
	Message *seen
	Index   *int
	Block   *seenBlock `json:"content_block"`
	Delta   struct {
		Type, Text, Thinking, Signature, PartialJSON string
		StopReason                                   *string `json:"stop_reason"`
	}
	Usage any
}

// read reads a stream as a client does that insists on the rules: each event has the name of its type,
// blocks follow each other, each with the index of its place, a start, deltas of its type, and a
// stop; at most one stop_reason, in the last message_delta; message_stop is the last event.
func read(t *testing.T, stream string) *seen {
	t.Helper()
	r := &reader{T: t}
	for block := range strings.SplitSeq(strings.TrimPrefix(apitest.Lines(stream), "\ufeff"), "\n\n") {
		r.frame(block)
	}
	switch {
	case r.message == nil && !r.any: // an upstream that sent nothing of a message
	case !r.stopped:
		t.Error("the stream has no message_stop")
	case len(r.reasons) > 1:
		t.Errorf("the message has the stop reasons %q", r.reasons)
	case r.last == nil && len(r.reasons) > 0:
		t.Error("the last message_delta has no stop_reason")
	}
	return r.message
}

// check reads what became of an upstream's stream, which ends if that does.
func check(t *testing.T, upstream, stream string) {
	t.Helper()
	ends := func(stream string) bool { return strings.Contains(stream, `"message_stop"`) }
	switch {
	case ends(upstream):
		read(t, stream)
	case ends(stream):
		t.Error("the upstream sent no message_stop")
	}
}

type reader struct {
	*testing.T
	message *seen
	any     bool     // an event of a message
	open    []bool   // blocks
	inputs  []string // the deltas of a block
	reasons []string
	last    *string // stop_reason of the last message_delta
	stopped bool
}

// frame takes the lines of an event.
func (r *reader) frame(block string) {
	r.Helper()
	var name string
	var data []string
	for line := range strings.Lines(block) {
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		switch field {
		case "event":
			name = strings.TrimPrefix(value, " ")
		case "data":
			data = append(data, value)
		}
	}
	if len(data) == 0 {
		return
	}
	if r.stopped {
		r.Errorf("an event behind message_stop: %s", block)
	}
	text := strings.Replace(strings.Join(data, "\n"), `"partial_json"`, `"PartialJSON"`, 1)
	var e seenEvent
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		r.Errorf("%v: %s", err, block)
		return
	}
	if known[e.Type] && name != e.Type {
		r.Errorf("an event of type %s has the name %q", e.Type, name)
	}
	r.event(&e)
}

var known = map[string]bool{
	"message_start": true, "content_block_start": true, "content_block_delta": true, "content_block_stop": true,
	"message_delta": true, "message_stop": true, "ping": true,
}

func (r *reader) event(e *seenEvent) {
	r.Helper()
	r.any = r.any || known[e.Type] && e.Type != "ping"
	if r.message == nil {
		r.message = &seen{}
	}
	switch e.Type {
	case "content_block_start":
		if e.Index == nil || *e.Index != len(r.message.Content) || e.Block == nil {
			r.Fatalf("block %d has the index %v", len(r.message.Content), e.Index)
		}
		r.message.Content = append(r.message.Content, *e.Block)
		r.open = append(r.open, true)
		r.inputs = append(r.inputs, "")
	case "content_block_delta":
		if r.isOpen(e.Index) {
			r.delta(e, &r.message.Content[*e.Index])
		}
	case "content_block_stop":
		if r.isOpen(e.Index) {
			i := *e.Index
			r.open[i] = false
			if r.inputs[i] != "" {
				r.message.Content[i].Input = json.RawMessage(r.inputs[i])
			}
		}
	case "message_delta":
		r.last = e.Delta.StopReason
		if r.last != nil {
			r.reasons = append(r.reasons, *r.last)
			r.message.StopReason = *r.last
		}
		if e.Usage == nil {
			r.Error("a message_delta has no usage")
		}
		r.message.Usage = e.Usage
	case "message_stop":
		r.stopped = true
		for i, open := range r.open {
			if open {
				r.Errorf("block %d has no stop", i)
			}
		}
	}
}

func (r *reader) isOpen(index *int) bool {
	r.Helper()
	if r.reasons != nil {
		r.Error("the message goes on behind its stop_reason")
	}
	if index == nil || *index >= len(r.open) || !r.open[*index] {
		r.Errorf("no block is open that an event is about")
		return false
	}
	return true
}

func (r *reader) delta(e *seenEvent, b *seenBlock) {
	r.Helper()
	want := map[string]string{
		"text_delta": "text", "citations_delta": "text", "thinking_delta": "thinking", "signature_delta": "thinking", "input_json_delta": "tool_use",
	}[e.Delta.Type]
	if want != "" && want != b.Type && b.Type != "server_"+want {
		r.Errorf("a %s for a block of type %s", e.Delta.Type, b.Type)
	}
	b.Text += e.Delta.Text
	b.Thinking += e.Delta.Thinking
	b.Signature += e.Delta.Signature
	r.inputs[*e.Index] += e.Delta.PartialJSON
}
