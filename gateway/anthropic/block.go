package anthropic

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A kind is what a content block is to the gateway.
type kind uint8

const (
	otherKind kind = iota
	redactedKind
	textKind
	thinkingKind
	toolKind
)

var kinds = map[string]kind{
	"text": textKind, "thinking": thinkingKind, "redacted_thinking": redactedKind, "tool_use": toolKind,
}

// deltaNames are the type of a delta for a block of a kind, and the member that has its text.
var deltaNames = [...]struct{ kind, text string }{
	textKind: {"text_delta", "text"}, thinkingKind: {"thinking_delta", "thinking"}, toolKind: {"input_json_delta", "partial_json"},
}

// A blockNode is where the parts of a content block are in the JSON.
type blockNode struct {
	object    jsonedit.Value
	kind      kind
	text      jsonedit.Value // of a text or a thought; a string, or missing
	signature string         // of a thought
	id, name  jsonedit.Value // of a call
	input     jsonedit.Value
	again     bool // it is an earlier call once more
}

// readBlock finds the parts of a block.
func readBlock(object jsonedit.Value) blockNode {
	b := blockNode{object: object}
	var text, thought jsonedit.Value
	var signature string
	for key, value := range object.Members() {
		switch key.Str {
		case "type":
			b.kind = kinds[value.Str]
		case "text":
			text = value
		case "thinking":
			thought = value
		case "signature":
			signature = value.Str
		case "id":
			b.id = value
		case "name":
			b.name = value
		case "input":
			b.input = value
		}
	}
	switch {
	case b.kind == textKind && text.Type == jsonedit.String:
		b.text = text
	case b.kind == thinkingKind && thought.Type == jsonedit.String:
		b.text, b.signature = thought, signature
	}
	return b
}

// stringOf is a member that is a string; one that isn't is as if it weren't there.
func stringOf(object jsonedit.Value, key string) (member jsonedit.Value) {
	if m := object.Member(key); m.Type == jsonedit.String {
		return m
	}
	return member
}

// textOf is the text of a choice that blocks of the kind have; nil if they have none.
func textOf(choice *gateway.Choice, k kind) *gateway.Text {
	switch k {
	case textKind:
		return &choice.Content
	case thinkingKind:
		return &choice.Reasoning
	default:
		return nil
	}
}

// interrupt notes what the next block says about the thoughts before it.
func interrupt(choice *gateway.Choice, k kind) {
	switch k {
	case thinkingKind:
		choice.Interrupted = false
	case otherKind:
		choice.Interrupted = true
	}
}

// hasInput reports whether the input at the start of a block says something: if not, deltas have it.
func (b *blockNode) hasInput() bool {
	for range b.input.Members() {
		return true
	}
	return !b.input.IsObject() && jsonedit.Spelled(b.input) != ""
}

// isInput reports whether a text can be the input of a call.
func isInput(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, jsonedit.Space), "{") && json.Valid([]byte(text))
}

// canCall reports whether all calls can be written as blocks.
func canCall(calls []gateway.AddedCall) bool {
	for _, call := range calls {
		if !isInput(call.Arguments) {
			return false
		}
	}
	return true
}

// callID is the id of a call that was found in text: the model's own, if the API allows it.
func callID(call gateway.AddedCall) string {
	own := call.ID
	for _, r := range own {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-') {
			own = ""
		}
	}
	if call.GeneratedID || own == "" {
		return newID()
	}
	return own
}

// newID is an id as Anthropic writes them.
func newID() string { return gateway.NewID("toolu_") }

// toolUse is JSON of a tool_use block.
func toolUse(call gateway.AddedCall, input string) string {
	return `{"type":"tool_use","id":` + jsonedit.Quote(callID(call)) + `,"name":` + jsonedit.Quote(call.Name) + `,"input":` + input + `}`
}

// calledReason is the stop_reason of a message with calls.
const calledReason = "tool_use"

// hasID reports whether a call has an id. A number can't be right, but a client can return it.
func hasID(id jsonedit.Value) bool { return id.Str != "" || id.Type == jsonedit.Number }

// thinking is JSON of a thinking block. Clients insist on a signature.
func thinking(text string) string {
	return `{"type":"thinking","thinking":` + jsonedit.Quote(text) + `,"signature":""}`
}
