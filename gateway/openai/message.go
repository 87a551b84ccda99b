package openai

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// A message is where the parts of a message, or of a delta, are in the JSON.
type message struct {
	object    gjson.Result
	content   gjson.Result // a string, null, or an array of parts
	texts     []gjson.Result
	otherPart bool           // the content has a part that isn't text
	reasoning []gjson.Result // strings with the same text under several names
	toolCalls gjson.Result   // an array
	calls     []callNode
	legacy    bool // the call is a function_call
}

// A callNode is where the parts of a call are.
type callNode struct {
	object, index, id, function, name, arguments gjson.Result
}

// readMessage finds the parts of a message.
func readMessage(object gjson.Result) *message {
	m := &message{object: object}
	if !object.IsObject() {
		return m
	}
	object.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "content":
			m.content = value
		case "reasoning_content", "reasoning":
			if value.Type == gjson.String {
				m.reasoning = append(m.reasoning, value)
			}
		case "tool_calls":
			m.toolCalls = value
		case "function_call":
			if value.IsObject() {
				m.calls = []callNode{readFunction(callNode{function: value})}
				m.legacy = true
			}
		}
		return true
	})
	m.readContent()
	m.readCalls()
	return m
}

func (m *message) readContent() {
	switch {
	case m.content.Type == gjson.String:
		m.texts = []gjson.Result{m.content}
	case m.content.IsArray():
		m.content.ForEach(func(_, part gjson.Result) bool {
			if text := jsonedit.Member(part, "text"); jsonedit.Member(part, "type").Str == "text" && text.Type == gjson.String {
				m.texts = append(m.texts, text)
			} else {
				m.otherPart = true
			}
			return true
		})
	}
}

func (m *message) readCalls() {
	if !m.toolCalls.IsArray() {
		return
	}
	m.toolCalls.ForEach(func(_, item gjson.Result) bool {
		c := callNode{object: item, function: jsonedit.Member(item, "function")}
		c.index, c.id = jsonedit.Member(item, "index"), jsonedit.Member(item, "id")
		m.calls = append(m.calls, readFunction(c))
		m.legacy = false
		return true
	})
}

func readFunction(c callNode) callNode {
	c.name, c.arguments = jsonedit.Member(c.function, "name"), jsonedit.Member(c.function, "arguments")
	return c
}

// text is the content.
func (m *message) text() string {
	switch len(m.texts) {
	case 0:
		return ""
	case 1:
		return m.texts[0].Str
	}
	var b strings.Builder
	for _, text := range m.texts {
		b.WriteString(text.Str)
	}
	return b.String()
}

// thought is the reasoning.
func (m *message) thought() string {
	if len(m.reasoning) == 0 {
		return ""
	}
	return m.reasoning[0].Str
}

// setText gives the message another content: of several texts, the first one has all of it.
// Content that has nothing left is null, as in a message that calls a tool.
func (m *message) setText(e *jsonedit.Text, text string) {
	if text == "" && !m.otherPart {
		e.Set(m.content, "null")
		return
	}
	for i, node := range m.texts {
		if i > 0 {
			text = ""
		}
		e.Set(node, jsonedit.Quote(text))
	}
}

// setThought gives the message another reasoning.
func (m *message) setThought(e *jsonedit.Text, text string) {
	was := m.thought()
	for _, node := range m.reasoning {
		if node.Str == was {
			e.Set(node, jsonedit.Quote(text))
		}
	}
}

// text is the text of the arguments.
func (c *callNode) text() string { return jsonedit.Spelled(c.arguments) }

// setArguments gives the call other arguments.
func (c *callNode) setArguments(e *jsonedit.Text, arguments string) {
	if c.arguments.Exists() {
		e.Set(c.arguments, jsonedit.Quote(arguments))
	} else if c.function.IsObject() {
		e.Add(c.function, "arguments", jsonedit.Quote(arguments))
	}
}

// finishReason is what a finish_reason says.
func finishReason(reason string) parsers.FinishReason {
	switch reason {
	case "":
		return parsers.FinishUnspecified
	case "length", "content_filter":
		return parsers.FinishLength
	case "tool_calls", "function_call":
		return parsers.FinishToolCalls
	default:
		return parsers.FinishStop
	}
}

// calledReason is the finish_reason of a choice in which calls were found: one that says that the
// output was cut off stays.
func (r *Request) calledReason(reason string) string {
	switch {
	case finishReason(reason) == parsers.FinishLength:
		return reason
	case r.Legacy:
		return "function_call"
	default:
		return "tool_calls"
	}
}

// calling is JSON of a call: an item of tool_calls, or a function_call. An index below 0 is none.
func (r *Request) calling(index int, id, name, arguments string) string {
	function := `{"name":` + jsonedit.Quote(name) + `,"arguments":` + jsonedit.Quote(arguments) + `}`
	if r.Legacy {
		return function
	}
	item := `"id":` + jsonedit.Quote(id) + `,"type":"function","function":` + function + `}`
	if index < 0 {
		return "{" + item
	}
	return `{"index":` + strconv.Itoa(index) + "," + item
}
