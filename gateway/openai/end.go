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
	thought, rest := c.endText()
	c.dropTwins()
	finish := parsers.FinishUnspecified
	if c.reason != "" {
		finish = gateway.FinishReason(c.reason)
	}
	fix := c.core.Finish(finish)
	if !r.hasRoom(len(fix.Added), len(c.calls.list)) {
		fix = fix.Refused()
	}
	deltas := textDeltas(c.writeTexts(fix, thought, rest))
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

// endText ends what waits for the second half of a surrogate pair, and returns what waits of a thought that was cut off, and of the content
// behind it.
func (c *choice) endText() (thought, rest string) {
	thought, rest = c.endThought()
	c.content.Finish(&c.core.Content)
	c.thought.Finish(&c.core.Reasoning)
	c.core.Reasoning.Feed(thought)
	for _, k := range c.calls.list {
		k.pieces.Finish(k)
		k.Close()
	}
	return thought, rest
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

// writeTexts gives what waits of the content and of the reasoning other texts, and returns what has no place. What was left of the two has
// come in no event.
func (c *choice) writeTexts(fix *gateway.Fix, thought, rest string) (reasoning, content string) {
	if content = rest; fix.Content != nil {
		content = (*fix.Content)[c.core.Content.Passed():]
	}
	if reasoning = thought; fix.Reasoning != nil {
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
	return reasoning, content
}

// textDeltas are the deltas of texts that have no place, if there are any.
func textDeltas(thought, content string) (made []string) {
	if thought != "" {
		made = append(made, `{"reasoning_content":`+jsonedit.Quote(thought)+`}`)
	}
	if content != "" {
		made = append(made, `{"content":`+jsonedit.Quote(content)+`}`)
	}
	return made
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
