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
func (c *choice) end(r *Request) gateway.Report {
	thought := c.endText()
	reason := parsers.FinishUnspecified
	if c.reason != "" {
		reason = gateway.FinishReason(c.reason)
	}
	fix := c.Finish(reason)
	report := fix.Report
	if !r.hasRoom(len(fix.Added), len(c.calls.list)) {
		report, fix = fix.Refused(), &gateway.Fix{}
	}
	var deltas []string
	if rest := c.writeReasoning(fix.Reasoning, thought); rest != "" {
		deltas = append(deltas, `{"reasoning_content":`+jsonedit.Quote(rest)+`}`)
	}
	if rest := c.writeContent(fix.Content); rest != "" {
		deltas = append(deltas, `{"content":`+jsonedit.Quote(rest)+`}`)
	}
	deltas = append(deltas, c.writeArguments(r, fix.Arguments)...)
	deltas = append(deltas, c.addCalls(r, fix.Added)...)
	for _, delta := range deltas {
		c.made = append(c.made, c.delta(delta, "null"))
	}
	if r.usableReason(c.reason, c.isWhole(fix) && len(c.calls.list) > 0) != c.reason {
		c.reason = r.usableReason(c.reason, true)
		report.Repairs++
		report.Method = max(report.Method, gateway.Repaired)
		if c.finish != nil {
			c.finish.newReason = jsonedit.Quote(c.reason)
		}
	}
	c.whole, c.called = c.isWhole(fix), len(c.calls.list)+len(fix.Added) > 0
	if c.finish != nil {
		c.finish.event.before, c.made = append(c.finish.event.before, c.made...), nil
		if len(fix.Added) > 0 {
			c.finish.newReason = jsonedit.Quote(r.calledReason(c.reason))
		}
	}
	if len(fix.Added) > 0 && c.reason != "" {
		c.reason = r.calledReason(c.reason)
	}
	c.ended = true
	return report
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

// endText ends what waits for the second half of a surrogate pair, and returns what waits of a thought that was cut off.
func (c *choice) endText() (thought string) {
	thought = c.endThought()
	c.content.Finish(&c.Content)
	c.thought.Finish(&c.Reasoning)
	c.Reasoning.Feed(thought)
	for _, k := range c.calls.list {
		k.pieces.Finish(k)
		k.Close()
	}
	return thought
}

// lastReason is the finish_reason of a choice that came without one, or with one too early.
func (c *choice) lastReason(r *Request) string {
	switch {
	case c.reason != "":
		return c.reason
	case c.called:
		return r.calledReason("stop")
	default:
		return "stop"
	}
}

// writeContent gives the content that waits another text, and returns what has no place.
func (c *choice) writeContent(text *string) (rest string) {
	if text == nil {
		return ""
	}
	rest = (*text)[c.Content.Passed():]
	for p := range c.line.Waiting() {
		if p.text != "" {
			own := rest
			p.newContent, rest = &own, ""
		}
	}
	return rest
}

// writeReasoning does so with the reasoning, of which last has come in no event.
func (c *choice) writeReasoning(text *string, last string) (rest string) {
	if text == nil {
		return last
	}
	rest = (*text)[min(c.Reasoning.Passed(), len(*text)):]
	for p := range c.line.Waiting() {
		if p.thought != "" {
			own := rest
			p.newReasoning, rest = &own, ""
		}
	}
	return rest
}

// writeArguments gives calls other arguments, and returns the deltas of those that have no place.
func (c *choice) writeArguments(r *Request, arguments map[int]string) (made []string) {
	rest := map[*call]string{}
	for i, k := range c.calls.list {
		if text, changed := arguments[i]; changed {
			rest[k] = text[k.Passed():]
		}
	}
	for p := range c.line.Waiting() {
		for _, q := range p.calls {
			if own, changed := rest[q.call]; changed && q.node.arguments.Exists() {
				q.newArguments, rest[q.call] = &own, ""
			}
		}
	}
	for _, k := range c.calls.list {
		if rest[k] != "" {
			made = append(made, r.moreArguments(k, rest[k]))
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
func (c *choice) addCalls(r *Request, added []gateway.AddedCall) (made []string) {
	for _, call := range added {
		item := r.calling(int(c.calls.next), call.ID, call.Name, call.Arguments)
		c.calls.next++
		if r.Legacy {
			made = append(made, `{"function_call":`+item+`}`)
		} else {
			made = append(made, `{"tool_calls":[`+item+`]}`)
		}
	}
	return made
}
