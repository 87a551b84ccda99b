package openai

import (
	"encoding/json"
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// end ends a choice: what waits is changed where something was fixed. What has no place in it
// is sent in events that are made, before the finish_reason. A choice without one is ended by [DONE].
func (c *choice) end() {
	c.endText()
	reason := parsers.FinishUnspecified
	if c.reason != "" {
		reason = gateway.FinishReason(c.reason)
	}
	fix := c.Finish(reason)
	report := fix.Report
	if !c.stream.request.hasRoom(len(fix.Added), len(c.calls.list)) {
		report, fix = fix.Refused(), &gateway.Fix{}
	}
	var made []string // deltas
	made = append(made, c.writeContent(fix.Content)...)
	made = append(made, c.writeReasoning(fix.Reasoning)...)
	made = append(made, c.writeArguments(fix.Arguments)...)
	made = append(made, c.addCalls(fix.Added)...)
	if len(fix.Added) > 0 && c.reason != "" {
		c.setReason(c.stream.request.calledReason(c.reason))
	}
	c.whole = c.isWhole(fix)
	c.called = len(c.calls.list)+len(fix.Added) > 0
	c.ended = true
	c.stream.report.Add(report)
	if c.finish == nil {
		c.made = made
		return
	}
	for _, delta := range made {
		c.finish.event.before += c.make(c.finish.event, delta, "null")
	}
}

// isWhole reports whether the arguments of all calls are JSON.
func (c *choice) isWhole(fix *gateway.Fix) bool {
	for i, k := range c.calls.list {
		arguments, fixed := fix.Arguments[i]
		if !fixed {
			arguments = k.Arguments()
		}
		if !json.Valid([]byte(arguments)) {
			return false
		}
	}
	return true
}

// complete sends what was made, and a finish_reason, if the upstream sent none, or one too early. A call that isn't complete gets
// none, or a client would run it.
func (c *choice) complete() {
	if c.finish != nil {
		return
	}
	for _, delta := range c.made {
		c.stream.pipe.SendEvent(c.make(c.last, delta, "null"))
		c.stream.report.Changed = true
	}
	if c.reason != "" || c.whole {
		c.stream.pipe.SendEvent(c.make(c.last, "{}", jsonedit.Quote(c.lastReason())))
		c.stream.report.Changed = true
	}
}

// endText ends what waits for the second half of a surrogate pair.
func (c *choice) endText() {
	c.content.Finish(&c.Content)
	c.thought.Finish(&c.Reasoning)
	for _, k := range c.calls.list {
		k.pieces.Finish(k)
		k.Close()
	}
}

// setReason sets the finish_reason.
func (c *choice) setReason(reason string) {
	c.reason = reason
	if c.finish != nil {
		c.finish.newReason = jsonedit.Quote(reason)
	}
}

// lastReason is the finish_reason of a choice that came without one, or with one too early.
func (c *choice) lastReason() string {
	switch {
	case c.reason != "":
		return c.reason
	case c.called:
		return c.stream.request.calledReason("stop")
	default:
		return "stop"
	}
}

// make makes an event like another one, about this choice alone.
func (c *choice) make(like *event, delta, reason string) string {
	edits := jsonedit.New(like.frame.Data)
	edits.Set(like.choices, `[{"index":`+strconv.FormatInt(c.index, 10)+`,"delta":`+delta+`,"finish_reason":`+reason+`}]`)
	if like.usage.Exists() && like.usage.Type != jsonedit.Null {
		edits.Set(like.usage, "null")
	}
	return like.frame.Alone(like.frame.Event, edits.String())
}

// writeContent gives the content that waits another text.
func (c *choice) writeContent(text *string) (made []string) {
	if text == nil {
		return nil
	}
	rest := (*text)[c.Content.Passed():]
	for _, p := range c.queue {
		if p.message.text() != "" {
			own := rest
			p.newContent, rest = &own, ""
		}
	}
	if rest != "" {
		made = append(made, `{"content":`+jsonedit.Quote(rest)+`}`)
	}
	return made
}

// writeReasoning does so with the reasoning.
func (c *choice) writeReasoning(text *string) (made []string) {
	if text == nil {
		return nil
	}
	rest := (*text)[c.Reasoning.Passed():]
	for _, p := range c.queue {
		if p.message.thought() != "" {
			own := rest
			p.newReasoning, rest = &own, ""
		}
	}
	if rest != "" {
		made = append(made, `{"reasoning_content":`+jsonedit.Quote(rest)+`}`)
	}
	return made
}

// writeArguments gives calls other arguments.
func (c *choice) writeArguments(arguments map[int]string) (made []string) {
	rest := map[*call]string{}
	for i, k := range c.calls.list {
		if text, changed := arguments[i]; changed {
			rest[k] = text[k.Passed():]
		}
	}
	for _, p := range c.queue {
		for _, q := range p.calls {
			if own, changed := rest[q.call]; changed && q.node.arguments.Exists() {
				q.newArguments, rest[q.call] = &own, ""
			}
		}
	}
	for _, k := range c.calls.list {
		if rest[k] != "" {
			made = append(made, c.stream.request.moreArguments(k, rest[k]))
		}
	}
	return made
}

// moreArguments is a delta with arguments of a call.
func (r *Request) moreArguments(k *call, arguments string) string {
	function := `{"arguments":` + jsonedit.Quote(arguments) + `}`
	if r.Legacy {
		return `{"function_call":` + function + `}`
	}
	return `{"tool_calls":[{"index":` + strconv.FormatInt(k.index, 10) + `,"function":` + function + `}]}`
}

// addCalls are the deltas of calls that were found in text.
func (c *choice) addCalls(added []gateway.AddedCall) (made []string) {
	for _, call := range added {
		item := c.stream.request.calling(int(c.calls.next), call.ID, call.Name, call.Arguments)
		c.calls.next++
		if c.stream.request.Legacy {
			made = append(made, `{"function_call":`+item+`}`)
		} else {
			made = append(made, `{"tool_calls":[`+item+`]}`)
		}
	}
	return made
}
