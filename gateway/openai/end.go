package openai

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// end ends a choice: what waits is changed where something was fixed. What has no place in it
// is sent in events that are made, before the finish_reason. A choice without one is ended by [DONE].
func (c *choice) end(r *Request) gateway.Report {
	thought := c.endText()
	c.dropTwins()
	finish := parsers.FinishUnspecified
	if c.reason != "" {
		finish = gateway.FinishReason(c.reason)
	}
	fix := c.core.Finish(finish)
	if !r.hasRoom(len(fix.Added), len(c.calls.list)) {
		fix = fix.Refused()
	}
	var deltas []string
	content, reasoning := c.writeTexts(fix, thought)
	if reasoning != "" {
		deltas = append(deltas, `{"reasoning_content":`+jsonedit.Quote(reasoning)+`}`)
	}
	if content != "" {
		deltas = append(deltas, `{"content":`+jsonedit.Quote(content)+`}`)
	}
	deltas = append(deltas, c.writeArguments(r, fix.Arguments)...)
	deltas = append(deltas, c.addCalls(r, fix.Added)...)
	for _, delta := range deltas {
		c.made = append(c.made, c.delta(delta, "null"))
	}
	c.whole = c.core.Whole(fix, isJSON)
	c.called = len(c.calls.list)+len(fix.Added) > 0
	reason := c.reason
	c.reason = c.core.EndWord(fix, reason, r.called(), isJSON)
	if c.finish != nil {
		c.finish.event.before, c.made = append(c.finish.event.before, c.made...), nil
		if c.reason != reason {
			c.finish.newReason = jsonedit.Quote(c.reason)
		}
	}
	c.ended = true
	return fix.Report
}

// endText ends what waits for the second half of a surrogate pair, and returns what waits of a thought that was cut off.
func (c *choice) endText() (thought string) {
	thought = c.endThought()
	c.content.Finish(&c.core.Content)
	c.thought.Finish(&c.core.Reasoning)
	c.core.Reasoning.Feed(thought)
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
		return r.called()
	default:
		return "stop"
	}
}

// writeTexts gives what waits of the content and of the reasoning other texts, and returns what has no place. Of the reasoning, last has
// come in no event.
func (c *choice) writeTexts(fix *gateway.Fix, last string) (content, reasoning string) {
	if fix.Content != nil {
		content = (*fix.Content)[c.core.Content.Passed():]
	}
	if reasoning = last; fix.Reasoning != nil {
		reasoning = (*fix.Reasoning)[min(c.core.Reasoning.Passed(), len(*fix.Reasoning)):]
	}
	for p := range c.line.Waiting() {
		if fix.Content != nil && p.text != "" {
			own := content
			p.newContent, content = &own, ""
		}
		if fix.Reasoning != nil && p.thought != "" {
			own := reasoning
			p.newReasoning, reasoning = &own, ""
		}
	}
	return content, reasoning
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
	for i, call := range added {
		item := r.calling(len(c.calls.list)+i, call.ID, call.Name, call.Arguments)
		if r.Legacy {
			made = append(made, `{"function_call":`+item+`}`)
		} else {
			made = append(made, `{"tool_calls":[`+item+`]}`)
		}
	}
	return made
}
