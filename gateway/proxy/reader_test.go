package proxy_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// An outcome is what a client ends with.
type outcome struct {
	status int
	kind   string // Content-Type; "none" if there is none
	raw    string
	ended  string // how
	detail string // the error
	done   bool   // [DONE], message_stop or the response's last event was there
	late   bool   // what was to arrive while the upstream waited didn't
	// fails are what SDKs fail on, in the words of what is wrong. The reader goes on.
	fails   []string
	choices map[int]*said
}

// How a response ends for a client.
const (
	finished = "finished" // all is there, and a reason
	doneOnly = "done"     // [DONE] has come, and no reason
	cutOff   = "cut off"  // the body is over, the response isn't
	failed   = "error"    // the upstream, the proxy or the connection reports an error
)

// A said is what a choice said.
type said struct {
	role          string
	text, thought string   // while it is read, the inside of JSON strings: a surrogate pair may have come in two
	reason        string   // finish_reason, stop_reason, status: the last one
	reasons       []string // all of them
	calls         []*made
	final         *said // what the last event of Responses says that it all was
}

// A made is a call of a choice.
type made struct{ id, name, args string }

// end decodes what the choice said.
func (s *said) end() {
	s.text, s.thought = decoded(s.text), decoded(s.thought)
	for _, call := range s.calls {
		call.args = decoded(call.args)
	}
}

func (s *said) ends(reason string) {
	if reason != "" {
		s.reason, s.reasons = reason, append(s.reasons, reason)
	}
}

// decoded is a text whose JSON string has this inside.
func decoded(inside string) (text string) {
	if json.Unmarshal([]byte(`"`+inside+`"`), &text) != nil {
		return inside
	}
	return text
}

// inside is what a JSON string has between its quotes, or would have with another value as its text; nothing for null.
func inside(value json.RawMessage) string {
	text := string(value)
	switch {
	case text == "", text == "null":
		return ""
	case text[0] != '"':
		text = quote(text)
	}
	return text[1 : len(text)-1]
}

func (o *outcome) fail(format string, args ...any) {
	o.fails = append(o.fails, fmt.Sprintf(format, args...))
}

func (o *outcome) choice(i int) *said {
	if o.choices == nil {
		o.choices = map[int]*said{}
	}
	if o.choices[i] == nil {
		o.choices[i] = &said{}
	}
	return o.choices[i]
}

// commonReasons are the words of chat completions for those of other APIs.
var commonReasons = map[string]string{"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length", "incomplete": "length"}

// String is the outcome in words that are the same in all APIs.
func (o *outcome) String() string {
	var b strings.Builder
	b.WriteString(o.ended + "\n")
	for i := range o.order() {
		c := o.choices[i]
		if reason := c.reason; reason != "" {
			if common := commonReasons[reason]; common != "" {
				reason = common
			}
			if reason == "completed" && len(c.calls) > 0 {
				reason = "tool_calls"
			} else if reason == "completed" {
				reason = "stop"
			}
			b.WriteString("reason " + reason + "\n")
		}
		if c.thought != "" {
			fmt.Fprintf(&b, "thought %q\n", c.thought)
		}
		if c.text != "" {
			fmt.Fprintf(&b, "text %q\n", c.text)
		}
		for _, call := range c.calls {
			b.WriteString("call " + call.id + " " + call.name + " " + call.args + "\n")
		}
	}
	for _, fail := range o.fails {
		b.WriteString("fails: " + fail + "\n")
	}
	return strings.TrimSuffix(apitest.Stable(b.String()), "\n")
}

// order are the indexes of the choices.
func (o *outcome) order() func(func(int) bool) {
	var list []int
	for i := range o.choices {
		list = append(list, i)
	}
	slices.Sort(list)
	return slices.Values(list)
}

// text is all text of the outcome.
func (o *outcome) text() (text string) {
	for i := range o.order() {
		text += o.choices[i].text
	}
	return text
}

// reads are the readers of the APIs: each reads as the strictest SDK does, notes what an SDK fails on, and goes on.
var reads = map[string]struct {
	stream func(o *outcome, list []event)
	body   func(o *outcome, text string)
}{
	apiChat:     {readChatStream, readChatBody},
	"responses": {readResponsesStream, readResponsesBody},
	"messages":  {readMessagesStream, readMessagesBody},
}

// An event is a server-sent event.
type event struct{ name, data string }

// splitEvents reads events as SDKs do: half an event at the end is none. If each line is an event, empty ones end none.
func splitEvents(raw string, lines bool) (list []event) {
	var e event
	var data []string
	var id bool
	raw = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(raw, "\ufeff"))
	for line := range strings.Lines(raw) {
		text, ended := strings.CutSuffix(line, "\n")
		if !ended && !lines {
			break
		}
		if text == "" && !lines {
			if data != nil || e.name != "" || id {
				e.data = strings.Join(data, "\n")
				list = append(list, e)
			}
			e, data = event{}, nil
			continue
		}
		field, value, _ := strings.Cut(text, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			e.name = value
		case "data":
			if data = append(data, value); lines {
				list = append(list, event{data: value})
			}
		case "id":
			id = value != "" // openai for Python keeps it: each empty line behind it ends an event
		}
	}
	return list
}

// errorOf is the error that an event or a body reports, if it does.
func errorOf(name string, data json.RawMessage) (text string, ok bool) {
	var e struct {
		Error, Detail, Choices json.RawMessage
		Object, Type           any
	}
	if json.Unmarshal(data, &e) != nil {
		return "", false
	}
	switch {
	case len(e.Error) > 0 && string(e.Error) != "null", name == "error", e.Object == "error", e.Type == "error", len(e.Detail) > 0 && len(e.Choices) == 0:
		return string(data), true
	}
	return "", false
}

// readable reports whether an event is one that a reader goes on with, and notes it if not.
func (o *outcome) readable(e event, into any) bool {
	if e.data == "" {
		o.fail("an event without data")
		return false
	}
	if text, ok := errorOf(e.name, json.RawMessage(e.data)); ok {
		o.ended, o.detail = failed, text
		return false
	}
	if !json.Valid([]byte(e.data)) {
		o.ended, o.detail = failed, "data that isn't JSON: "+e.data
		return false
	}
	if err := json.Unmarshal([]byte(e.data), into); err != nil {
		o.fail("an event of another shape: %v", err)
		return false
	}
	return true
}

// A chatMessage is a message of chat completions, or a delta of one.
type chatMessage struct {
	Role      string
	Content   json.RawMessage
	Reasoning json.RawMessage `json:"reasoning_content"`
	Thought   json.RawMessage `json:"reasoning"`
	ToolCalls []*struct {
		Index    *int
		ID       *string
		Function *chatFunction
	} `json:"tool_calls"`
	FunctionCall *chatFunction `json:"function_call"`
}

type chatFunction struct {
	Name      *string
	Arguments json.RawMessage
}

type chatChoice struct {
	Index          int
	Delta, Message *chatMessage
	FinishReason   *string `json:"finish_reason"`
}

// readChatStream reads as openai for Python and JavaScript, and ai, do.
func readChatStream(o *outcome, list []event) {
	seen := map[int]map[int]*made{}
	for _, e := range list {
		if strings.HasPrefix(e.data, "[DONE]") {
			o.done = true
			break
		}
		var chunk struct{ Choices []chatChoice }
		if !o.readable(e, &chunk) {
			if o.ended != "" {
				return
			}
			continue
		}
		for i := range chunk.Choices {
			c := &chunk.Choices[i]
			if seen[c.Index] == nil {
				seen[c.Index] = map[int]*made{}
			}
			o.chatDelta(c, seen[c.Index])
		}
	}
	o.ended = cutOff
	if o.done {
		o.ended = doneOnly
	}
	all := len(o.choices) > 0
	for _, c := range o.choices {
		all = all && c.reason != ""
	}
	if all {
		o.ended = finished
	}
}

// chatDelta takes what a chunk says of a choice. calls are those so far, by their indexes.
func (o *outcome) chatDelta(c *chatChoice, calls map[int]*made) {
	s := o.choice(c.Index)
	delta := c.Delta
	if delta == nil && c.Message != nil {
		o.fail("a message in place of a delta")
		delta = c.Message
	}
	if s.ends(or(c.FinishReason)); or(c.FinishReason) == "tool_call" {
		o.fail("the reason tool_call") // the loop of ai stops
	}
	if delta == nil {
		return
	}
	if delta.Role != "" {
		s.role = delta.Role
	}
	s.text += contentText(delta.Content)
	s.thought += inside(delta.Reasoning) + inside(delta.Thought)
	if f := delta.FunctionCall; f != nil {
		if calls[-1] == nil {
			calls[-1] = &made{}
			s.calls = append(s.calls, calls[-1])
		}
		calls[-1].name += or(f.Name)
		calls[-1].args += inside(f.Arguments)
	}
	for _, t := range delta.ToolCalls {
		if t == nil {
			continue
		}
		var index int
		if t.Index == nil {
			o.fail("a call without an index")
			index = len(calls) - 1
			if t.ID != nil && *t.ID != "" || index < 0 {
				index++
			}
		} else {
			index = *t.Index
		}
		call := calls[index]
		if call == nil {
			if index != len(calls) && t.Index != nil {
				o.fail("a call has the index %d, not %d", index, len(calls))
			}
			if or(t.ID) == "" {
				o.fail("a call without an id")
			}
			if t.Function == nil || or(t.Function.Name) == "" {
				o.fail("a call without a name in its first delta")
			}
			call = &made{id: or(t.ID)}
			calls[index] = call
			s.calls = append(s.calls, call)
		} else if id := or(t.ID); id != "" {
			o.fail("an id in a later delta")
			if call.id == "" {
				call.id = id
			}
		}
		if t.Function != nil {
			if name := or(t.Function.Name); name != "" {
				if call.name != "" {
					o.fail("a name in a later delta")
				}
				call.name = name
			}
			call.args += inside(t.Function.Arguments)
		}
	}
}

func or(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// contentText is the inside of the text of a content, which may have parts.
func contentText(content json.RawMessage) (text string) {
	var parts []struct{ Text json.RawMessage }
	if json.Unmarshal(content, &parts) != nil {
		return inside(content)
	}
	for _, part := range parts {
		text += inside(part.Text)
	}
	return text
}

// readChatBody reads a response that isn't streamed.
func readChatBody(o *outcome, text string) {
	var body struct{ Choices []chatChoice }
	if !o.readableBody(text, &body) {
		return
	}
	o.ended, o.done = finished, true
	for i := range body.Choices {
		c := &body.Choices[i]
		s := o.choice(c.Index)
		s.ends(or(c.FinishReason))
		if c.Message == nil {
			o.fail("a choice without a message")
			continue
		}
		s.role, s.text, s.thought = c.Message.Role, contentText(c.Message.Content), inside(c.Message.Reasoning)+inside(c.Message.Thought)
		for _, t := range c.Message.ToolCalls {
			if t == nil || t.Function == nil {
				continue
			}
			s.calls = append(s.calls, &made{id: or(t.ID), name: or(t.Function.Name), args: inside(t.Function.Arguments)})
			if or(t.ID) == "" {
				o.fail("a call without an id")
			}
		}
		if f := c.Message.FunctionCall; f != nil {
			s.calls = append(s.calls, &made{name: or(f.Name), args: inside(f.Arguments)})
		}
	}
}

// readableBody is readable for a body.
func (o *outcome) readableBody(text string, into any) bool {
	if e, ok := errorOf("", json.RawMessage(text)); ok {
		o.ended, o.detail = failed, e
		return false
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		o.ended, o.detail = cutOff, "a body that isn't what it should be: "+err.Error()
		return false
	}
	return true
}
