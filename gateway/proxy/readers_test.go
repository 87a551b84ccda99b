package proxy_test

import (
	"encoding/json"
	"strings"
)

// A block is a content block of Messages.
type block struct {
	Type, ID, Name        string
	Text, Thinking, Input json.RawMessage
}

// readMessagesStream reads as anthropic for Python and JavaScript do.
func readMessagesStream(o *outcome, list []event) {
	var kinds []string
	calls := map[int]*made{}
	started := false
	for _, e := range list {
		if e.name == "ping" || e.name == "keepalive" || e.name == "heartbeat" {
			continue
		}
		if e.data == "[DONE]" {
			continue // openai's; the event has no name that an SDK of Anthropic's knows
		}
		var m struct {
			Type    string
			Message struct{ Role string }
			Index   *int
			Block   block `json:"content_block"`
			Delta   struct {
				Type           string
				Text, Thinking json.RawMessage
				PartialJSON    json.RawMessage `json:"partial_json"`
				StopReason     *string         `json:"stop_reason"`
			}
		}
		if !o.readable(e, &m) {
			if o.ended != "" {
				return
			}
			continue
		}
		if e.name != m.Type {
			o.fail("an event of type %s has the name %q", m.Type, e.name)
		}
		s := o.choice(0)
		index := len(kinds) - 1
		if m.Index != nil {
			index = *m.Index
		}
		switch m.Type {
		case "message_start":
			if started {
				o.fail("a second message_start")
			}
			started = true
			s.role = m.Message.Role
		case "content_block_start":
			if !started {
				o.fail("a block before message_start")
			}
			if index != len(kinds) {
				o.fail("block %d has the index %d", len(kinds), index)
			}
			for len(kinds) <= index {
				kinds = append(kinds, "")
			}
			if index < 0 {
				continue
			}
			kinds[index] = m.Block.Type
			s.text += inside(m.Block.Text)
			s.thought += inside(m.Block.Thinking)
			if m.Block.Type == "tool_use" {
				call := &made{id: m.Block.ID, name: m.Block.Name}
				if input := string(m.Block.Input); input != "null" && strings.ReplaceAll(input, " ", "") != "{}" {
					call.args = inside(m.Block.Input)
				}
				if call.id == "" {
					o.fail("a call without an id")
				}
				calls[index] = call
				s.calls = append(s.calls, call)
			}
		case "content_block_delta":
			if index < 0 || index >= len(kinds) {
				o.fail("a delta of no block")
			}
			s.text += inside(m.Delta.Text)
			s.thought += inside(m.Delta.Thinking)
			if call := calls[index]; call != nil {
				call.args += inside(m.Delta.PartialJSON)
			}
		case "message_delta":
			s.ends(or(m.Delta.StopReason))
		case "message_stop":
			o.ended, o.done = finished, true
			if s.reason == "" {
				o.ended = doneOnly
			}
			return
		}
	}
	o.ended = cutOff
}

// readMessagesBody reads a message that isn't streamed.
func readMessagesBody(o *outcome, text string) {
	var m struct {
		Role       string
		Content    []block
		StopReason *string `json:"stop_reason"`
	}
	if !o.readableBody(text, &m) {
		return
	}
	o.ended, o.done = finished, true
	s := o.choice(0)
	s.role = m.Role
	s.ends(or(m.StopReason))
	for _, b := range m.Content {
		s.text += inside(b.Text)
		s.thought += inside(b.Thinking)
		if b.Type == "tool_use" {
			s.calls = append(s.calls, &made{id: b.ID, name: b.Name, args: inside(b.Input)})
			if b.ID == "" {
				o.fail("a call without an id")
			}
		}
	}
}

// An item is an output item of Responses.
type item struct {
	Type, ID, Status, Name, Role string
	CallID                       string `json:"call_id"`
	Arguments, Content           json.RawMessage
	Summary                      []struct{ Text json.RawMessage }
}

// texts are the text and the thought of an item.
func (i *item) texts() (text, thought string) {
	switch i.Type {
	case "message":
		return contentText(i.Content), ""
	case "reasoning":
		for _, part := range i.Summary {
			thought += inside(part.Text)
		}
		return "", thought + contentText(i.Content)
	}
	return "", ""
}

func (i *item) call() *made {
	return &made{id: i.CallID, name: i.Name, args: inside(i.Arguments)}
}

// A response is a response of Responses.
type response struct {
	Status string
	Output []item
}

// take takes a complete response.
func (o *outcome) take(r *response, s *said) {
	s.ends(r.Status)
	for i := range r.Output {
		text, thought := r.Output[i].texts()
		s.text += text
		s.thought += thought
		if r.Output[i].Role != "" {
			s.role = r.Output[i].Role
		}
		if r.Output[i].Type == "function_call" {
			s.calls = append(s.calls, r.Output[i].call())
			if r.Output[i].CallID == "" {
				o.fail("a call without a call_id")
			}
			if r.Output[i].ID == "" {
				o.fail("a call without an id")
			}
		}
	}
}

// readResponsesStream reads as openai for Python and JavaScript, and Codex, do: what the items said, and what the last event says.
func readResponsesStream(o *outcome, list []event) {
	items := map[int]*made{} // nil: it is no call
	n := 0
	for _, e := range list {
		if e.data == "[DONE]" || e.name == "keepalive" || e.name == "heartbeat" {
			continue
		}
		var m struct {
			Type        string
			OutputIndex *int `json:"output_index"`
			Item        item
			Delta       json.RawMessage
			Response    response
		}
		if e.name == "ping" {
			o.fail("an event ping")
			continue
		}
		if !o.readable(e, &m) {
			if o.ended != "" {
				return
			}
			continue
		}
		s := o.choice(0)
		index := 0
		if m.OutputIndex != nil {
			index = *m.OutputIndex
		}
		delta := inside(m.Delta)
		switch m.Type {
		case "response.output_item.added":
			if index != n {
				o.fail("item %d has the index %d", n, index)
			}
			n++
			items[index] = nil
			if m.Item.Role != "" {
				s.role = m.Item.Role
			}
			if m.Item.Type == "function_call" {
				items[index] = m.Item.call()
				s.calls = append(s.calls, items[index])
				if m.Item.ID == "" {
					o.fail("a call without an id")
				}
			}
		case "response.output_text.delta":
			s.text += delta
			if _, ok := items[index]; !ok {
				o.fail("a delta of no item")
			}
		case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
			s.thought += delta
		case "response.function_call_arguments.delta":
			if call := items[index]; call != nil {
				call.args += delta
			} else {
				o.fail("arguments of no call")
			}
		case "response.output_item.done":
			if m.Item.Type != "function_call" {
				continue
			}
			call := m.Item.call()
			if added := items[index]; added != nil {
				if added.id != call.id && added.id != "" {
					o.fail("a call has the ids %s and %s", added.id, call.id)
				}
				if call.args == "" {
					call.args = added.args
				}
				*added = *call
			} else {
				o.fail("a call that wasn't added")
				s.calls = append(s.calls, call)
			}
			if call.id == "" {
				o.fail("a call without a call_id")
			}
		case "response.completed", "response.incomplete":
			o.ended, o.done = finished, true
			s.ends(strings.TrimPrefix(m.Type, "response."))
			s.final = &said{}
			o.take(&m.Response, s.final)
			s.final.end()
			return
		case "response.failed":
			o.ended, o.detail = failed, e.data
			return
		}
	}
	o.ended = cutOff
}

// readResponsesBody reads a response that isn't streamed.
func readResponsesBody(o *outcome, text string) {
	var r response
	if !o.readableBody(text, &r) {
		return
	}
	o.ended, o.done = finished, true
	o.take(&r, o.choice(0))
}
