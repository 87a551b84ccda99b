package history

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// interrupted is the result of a call that has none.
const interrupted = "The call was interrupted; there is no result."

// remove removes results from a list, and adds others at its end.
func (h *healing) remove(list jsonedit.Value, drop map[int]bool, added string) {
	if len(drop) > 0 {
		h.edits.Replace(list, func(i int) bool { return drop[i] }, added)
		h.report.Dropped += len(drop)
	}
}

// complete implements shape: the results follow the message with the calls.
func (chat) complete(h *healing) {
	messages := h.root.Member("messages")
	var last jsonedit.Value // the message with the calls, or the last of its results
	var open []string       // ids of its calls without a result
	answer := func() {
		for _, id := range open {
			h.edits.InsertAfter(last, `{"role":"tool","tool_call_id":`+jsonedit.Quote(id)+`,"content":`+jsonedit.Quote(interrupted)+`}`)
		}
		h.report.Answered += len(open)
		open = nil
	}
	drop := map[int]bool{}
	i := -1
	for message := range messages.Items() {
		i++
		role := message.Member("role").Str
		if role == "tool" {
			if at := slices.Index(open, message.Member("tool_call_id").Str); at >= 0 {
				open, last = slices.Delete(open, at, at+1), message
			} else {
				drop[i] = true
			}
			continue
		}
		answer()
		last = message
		if role == assistant {
			open = ids(message.Member("tool_calls"))
		}
	}
	answer()
	h.remove(messages, drop, "")
}

// ids are those of calls, or of the blocks that are some.
func ids(list jsonedit.Value) (ids []string) {
	for item := range list.Items() {
		if id := item.Member("id").Str; id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// complete implements shape: a result is an item of its own, wherever it is. Where the server has a part of the conversation, that may
// have the call, or the result.
func (items) complete(h *healing) {
	for _, elsewhere := range []string{"previous_response_id", "conversation"} {
		if v := h.root.Member(elsewhere); v.Exists() && v.Type != jsonedit.Null {
			return
		}
	}
	input := h.root.Member("input")
	called, answered := map[string]bool{}, map[string]bool{}
	for item := range input.Items() {
		switch kind, id := item.Member("type").Str, item.Member("call_id").Str; {
		case kind == "item_reference":
			return
		case kind == functionOutput:
			answered[id] = true
		case !strings.HasSuffix(kind, "_output"):
			called[id] = true
		}
	}
	drop := map[int]bool{}
	i := -1
	for item := range input.Items() {
		i++
		switch id := item.Member("call_id").Str; item.Member("type").Str {
		case functionOutput:
			if !called[id] {
				drop[i] = true
			}
		case functionCall:
			if id != "" && !answered[id] {
				h.edits.InsertAfter(item, `{"type":"function_call_output","call_id":`+jsonedit.Quote(id)+`,"output":`+jsonedit.Quote(interrupted)+`}`)
				h.report.Answered++
			}
		}
	}
	h.remove(input, drop, "")
}

// complete implements shape: the results are the first blocks of the message behind the calls.
func (blocks) complete(h *healing) {
	messages := h.root.Member("messages")
	var last jsonedit.Value // the message before
	var open []string       // ids of its calls
	answer := func() {
		if len(open) > 0 {
			h.edits.InsertAfter(last, `{"role":"user","content":[`+h.answers(open)+`]}`)
		}
		open = nil
	}
	empty := map[int]bool{} // messages of which nothing is left
	i := -1
	for message := range messages.Items() {
		i++
		if message.Member("role").Str == "user" {
			if h.results(message, open) {
				empty[i] = true
			}
			open, last = nil, message
			continue
		}
		answer()
		last = message
		for block := range message.Member("content").Items() {
			if block.Member("type").Str == toolUse {
				open = append(open, block.Member("id").Str)
			}
		}
	}
	answer()
	if len(empty) > 0 {
		h.edits.Replace(messages, func(i int) bool { return empty[i] }, "")
	}
}

// answers are results for calls.
func (h *healing) answers(ids []string) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = `{"type":"tool_result","tool_use_id":` + jsonedit.Quote(id) + `,"content":` + jsonedit.Quote(interrupted) + `,"is_error":true}`
	}
	h.report.Answered += len(ids)
	return strings.Join(list, ",")
}

// results completes the results in a message, which follows calls with the ids. It reports whether nothing is left of the message.
func (h *healing) results(message jsonedit.Value, ids []string) (empty bool) {
	content := message.Member("content")
	if !content.IsArray() {
		if len(ids) > 0 && content.Type == jsonedit.String {
			rest := ""
			if content.Str != "" {
				rest = `,{"type":"text","text":` + content.Raw + `}`
			}
			h.edits.Set(content, `[`+h.answers(ids)+rest+`]`)
		}
		return false
	}
	var first jsonedit.Value
	drop := map[int]bool{}
	n := 0
	for block := range content.Items() {
		if n == 0 {
			first = block
		}
		if block.Member("type").Str == toolResult {
			if at := slices.Index(ids, block.Member("tool_use_id").Str); at >= 0 {
				ids = slices.Delete(ids, at, at+1)
			} else {
				drop[n] = true
			}
		}
		n++
	}
	none := len(drop) == n
	switch {
	case none && len(ids) > 0 && n > 0:
		h.remove(content, drop, h.answers(ids))
		return false
	case none && n > 0:
		h.report.Dropped += n
		return true
	case len(ids) > 0 && n > 0:
		h.edits.InsertBefore(first, h.answers(ids))
	case len(ids) > 0:
		h.edits.Append(content, h.answers(ids))
	}
	h.remove(content, drop, "")
	return false
}
