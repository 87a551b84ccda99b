package openai

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A message is where the parts of a message, or of a delta, are in the JSON.
type message struct {
	object    jsonedit.Value
	content   jsonedit.Value // a string, null, or an array of parts
	texts     []jsonedit.Value
	one       [1]jsonedit.Value // the memory of texts, if there is one
	otherPart bool              // the content has a part that isn't text
	reasoning []jsonedit.Value  // strings with the same text under several names
	toolCalls jsonedit.Value    // an array
	calls     []callNode
	legacy    bool // the call is a function_call
}

// A callNode is where the parts of a call are.
type callNode struct {
	object, index, id, function, name, arguments jsonedit.Value
	at                                           int // in the list
}

// readMessage finds the parts of a message.
func readMessage(object jsonedit.Value) *message {
	m := &message{}
	m.read(object)
	return m
}

func (m *message) read(object jsonedit.Value) {
	m.object = object
	for key, value := range object.Members() {
		switch key.Str {
		case "content":
			m.content = value
		case "reasoning_content", "reasoning":
			if value.Type == jsonedit.String {
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
	}
	m.readContent()
	m.readCalls()
}

func (m *message) readContent() {
	if m.content.Type == jsonedit.String {
		m.one[0] = m.content
		m.texts = m.one[:]
	}
	for part := range m.content.Items() {
		if text := part.Member("text"); part.Member("type").Str == "text" && text.Type == jsonedit.String {
			m.texts = append(m.texts, text)
		} else {
			m.otherPart = true
		}
	}
}

func (m *message) readCalls() {
	at := -1
	for item := range m.toolCalls.Items() {
		if at++; !item.IsObject() {
			continue
		}
		c := callNode{object: item, function: item.Member("function"), at: at}
		c.index, c.id = item.Member("index"), item.Member("id")
		m.calls = append(m.calls, readFunction(c))
		m.legacy = false
	}
}

func readFunction(c callNode) callNode {
	c.name, c.arguments = c.function.Member("name"), c.function.Member("arguments")
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
		e.SetString(node, text)
	}
}

// setThought gives the message another reasoning.
func (m *message) setThought(e *jsonedit.Text, text string) {
	was := m.thought()
	for _, node := range m.reasoning {
		if node.Str == was {
			e.SetString(node, text)
		}
	}
}

// separate gives the message the thought, and what is left of its first text, which is JSON.
func (m *message) separate(edits *jsonedit.Text, thought, rest string) {
	if len(m.texts) > 0 && m.texts[0].Str != "" {
		if rest == `""` && m.content.Type == jsonedit.String {
			rest = "null"
		}
		edits.Set(m.texts[0], rest)
	}
	if thought == "" {
		return
	}
	name := "reasoning_content"
	if other := "reasoning"; !m.object.Member(name).Exists() && m.object.Member(other).Exists() {
		name = other
	}
	edits.Put(m.object, name, m.object.Member(name), jsonedit.Quote(thought))
}

// text is the text of the arguments.
func (c *callNode) text() string { return jsonedit.Spelled(c.arguments) }

// says reports whether there is a call, or a part of one.
func (c *callNode) says() bool {
	return c.id.Str != "" || c.name.Str != "" || c.text() != ""
}

// setArguments gives the call other arguments.
func (c *callNode) setArguments(e *jsonedit.Text, arguments string) {
	if c.arguments.Exists() {
		e.SetString(c.arguments, arguments)
	} else if c.function.IsObject() {
		e.Add(c.function, "arguments", jsonedit.Quote(arguments))
	}
}

// called is the finish_reason of a choice with calls.
func (r *Request) called() string {
	if r.Legacy {
		return "function_call"
	}
	return "tool_calls"
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
