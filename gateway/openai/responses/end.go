package responses

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// end ends the response with the upstream's own event: what waits is changed where something was
// fixed, calls that were found in text follow, and the response that the event has is fixed, too.
func (r *reader) end(e *event) {
	r.in.begin(e.root.Member("response"))
	r.in.endThought(e)
	if e.separateThought() {
		r.out.Changed()
	}
	response := e.root.Member("response")
	o := readOutput(response.Member("output"))
	onlyThere := r.catchUp(o)
	reason := parsers.FinishStop
	if e.kind == "response.incomplete" {
		reason = parsers.FinishLength
	}
	fix := r.finish(e, reason)
	if fix.Fault != nil {
		onlyThere = nil
	}
	c := r.changeOf(o, fix, reason)
	edits := jsonedit.New(e.frame.Data)
	o.write(edits, response, c)
	for i, call := range onlyThere {
		r.sendCall(call.edited(c, i))
	}
	for _, call := range c.calls {
		r.sendCall(call)
	}
	r.numbers.edit(edits, e)
	r.out.Edit(&e.frame, e.frame.Event, edits)
}

// separateThought separates the thought in the response that the event has, as in one that isn't streamed. It reports whether there
// is one.
func (e *event) separateThought() bool {
	f := e.of
	if !f.fixer.SeparatesReasoning() {
		return false
	}
	id := ""
	if f.reasoning != nil && f.reasoning.opened {
		id = f.reasoning.id
	}
	edits := jsonedit.New(e.frame.Data)
	f.request.separate(f.fixer, edits, e.root.Member("response"), id)
	if edits.Edited() {
		apart := e.apart
		*e = *newEvent(f, e.frame.Changed(edits.String()), jsonedit.Read(edits.String()))
		e.apart = apart
	}
	return edits.Edited()
}

// catchUp takes what only the response at the end has: all calls, or the end of a text. vLLM
// parses its output once more for it, with another result.
func (r *reader) catchUp(o *output) (calls []*itemNode) {
	r.in.content.catchUp(joined(o.texts()))
	r.in.thought.catchUp(joined(o.thoughts()))
	if len(r.in.items.calls()) > 0 {
		return nil
	}
	calls = o.calls()
	for _, call := range calls {
		call.begin(r.in.choice).Whole(call.text())
	}
	return calls
}

// catchUp takes the end of a text that is known to be more.
func (all *texts) catchUp(whole string) {
	all.finish()
	more, ok := strings.CutPrefix(whole, all.text.String())
	if !ok || more == "" {
		return
	}
	if len(all.parts) > 0 {
		all.text.Split(all.text.Len())
	}
	all.text.Feed(more)
}

// finish ends the choice, and sends what waits.
func (r *reader) finish(e *event, reason parsers.FinishReason) *gateway.Fix {
	r.in.content.finish()
	r.in.thought.finish()
	for _, it := range r.in.items.calls() {
		it.pieces.Finish(it.call)
		it.call.Close()
		r.in.dropTwin(it)
	}
	calls := r.in.items.calls()
	fix := r.in.choice.Finish(reason)
	r.out.Add(fix.Report)
	r.in.content.change(parted(fix.Content, fix.ContentEnds))
	if !r.in.sealed {
		r.in.thought.change(parted(fix.Reasoning, fix.ReasoningEnds))
	}
	for i, it := range calls {
		if arguments, changed := fix.Arguments[i]; changed {
			it.changed, it.arguments, it.rest = true, arguments, arguments[it.call.Passed():]
		}
	}
	for _, it := range r.in.items.list {
		it.gone = it.gone || it.emptied()
	}
	r.in.ended = true
	r.queue.Advance(&r.in.line)
	r.think(r.in.leftOf(e.apart.moved))
	r.closeThought()
	r.sayBehind(e.apart.behind)
	return fix
}

// change gives the parts of a text what is left of them; nil: they stay.
func (all *texts) change(left []string) {
	if left == nil {
		return
	}
	for i, p := range all.parts {
		p.changed, p.text = left[i] != p.came(), left[i]
		p.rest = p.text[min(max(all.text.Passed()-p.start, 0), len(p.text)):]
	}
}

// emptied reports whether a message had nothing but text, and nothing is left of it.
func (it *item) emptied() bool {
	if it.kind != message || it.other || it.opened {
		return false
	}
	changed := false
	for _, p := range it.parts {
		if p.start < p.end && (!p.changed || p.text != "") {
			return false
		}
		changed = changed || p.changed
	}
	return changed
}

// changeOf is what becomes of the output that the response has at its end. It may be another one than
// what was streamed: it is fixed by itself, except that the calls that are added are the same.
func (r *reader) changeOf(o *output, fix *gateway.Fix, reason parsers.FinishReason) *change {
	c := &change{calls: callItems(fix.Added), ids: map[int]callIDs{}}
	if fix.Changed {
		choice := r.in.fixer.NewChoice(&r.in.request.Offer, r.in.model)
		o.fill(choice)
		c.take(choice.Finish(reason))
	}
	streamed := r.in.items.calls()
	for i, call := range o.calls() {
		switch {
		case len(streamed) == len(o.calls()):
			c.ids[i] = callIDs{streamed[i].id, streamed[i].callID}
		case call.needsID():
			c.ids[i] = callIDs{newItemID(), cmp.Or(call.callID.Str, newCallID())}
		}
	}
	return c
}

// edited is the JSON of a call that is the i-th one, with what is changed in it.
func (it *itemNode) edited(c *change, i int) string {
	own := readItem(jsonedit.Read(it.object.Raw))
	edits := jsonedit.New(it.object.Raw)
	arguments, fixed := c.arguments[i]
	own.writeCall(edits, arguments, fixed, c.ids[i])
	return edits.String()
}

// sendCall sends the events of a call that is a whole item, and that clients can run.
func (r *reader) sendCall(final string) {
	it := readItem(jsonedit.Read(final))
	if it.cutOff || !json.Valid([]byte(it.text())) {
		return
	}
	begun := jsonedit.New(final)
	begun.Put(it.object, "arguments", it.arguments, `""`)
	begun.Put(it.object, "status", it.object.Member("status"), `"in_progress"`)
	at := r.placed(it.object.Member("id").Str, r.numbers.items)
	r.numbers.items++
	r.make("response.output_item.added", at.index+`,"item":`+begun.String())
	arguments := jsonedit.Quote(it.text())
	r.make("response.function_call_arguments.delta", at.item+`,"delta":`+arguments)
	r.endCall(at, it.name.Str, arguments, final)
}

// endCall sends the events that end a call.
func (r *reader) endCall(at place, name, arguments, final string) {
	r.make("response.function_call_arguments.done", at.item+`,"name":`+jsonedit.Quote(name)+`,"arguments":`+arguments)
	r.make("response.output_item.done", at.index+`,"item":`+final)
}
