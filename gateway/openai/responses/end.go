package responses

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// end ends the response with the upstream's own event: what waits is changed where something was
// fixed, calls that were found in text follow, and the response that the event has is fixed, too.
func (s *Stream) end(e *event) {
	response := e.root.Member("response")
	s.begin(response)
	o := readOutput(response.Member("output"))
	onlyThere := s.catchUp(o)
	reason := parsers.FinishStop
	if e.kind == "response.incomplete" {
		reason = parsers.FinishLength
	}
	fix := s.finish(reason)
	if fix.Fault != nil {
		onlyThere = nil
	}
	c := s.changeOf(o, fix, reason)
	edits := jsonedit.New(e.frame.Data)
	o.write(edits, response, c)
	for i, call := range onlyThere {
		s.sendCall(call.edited(c, i))
	}
	for _, call := range c.calls {
		s.sendCall(call)
	}
	s.numbers.edit(edits, e)
	s.sendEdited(edits, e)
}

// catchUp takes what only the response at the end has: all calls, or the end of a text. vLLM
// parses its output once more for it, with another result.
func (s *Stream) catchUp(o *output) (calls []*itemNode) {
	s.content.catchUp(joined(o.texts()))
	s.thought.catchUp(joined(o.thoughts()))
	if len(s.items.calls()) > 0 {
		return nil
	}
	calls = o.calls()
	for _, call := range calls {
		call.begin(s.choice).Whole(call.text())
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
func (s *Stream) finish(reason parsers.FinishReason) *gateway.Fix {
	s.content.finish()
	s.thought.finish()
	calls := s.items.calls()
	for _, it := range calls {
		it.pieces.Finish(it.call)
		it.call.Close()
	}
	fix := s.choice.Finish(reason)
	s.report.Add(fix.Report)
	s.content.change(parted(fix.Content, fix.ContentEnds))
	if !s.sealed {
		s.thought.change(parted(fix.Reasoning, fix.ReasoningEnds))
	}
	for i, it := range calls {
		if arguments, changed := fix.Arguments[i]; changed {
			it.changed, it.arguments, it.rest = true, arguments, arguments[it.call.Passed():]
		}
	}
	for _, it := range s.items.list {
		if it.gone = it.emptied(); it.gone {
			s.numbers.gone = append(s.numbers.gone, it.index)
		}
	}
	slices.Sort(s.numbers.gone)
	s.ended = true
	for _, e := range s.queue {
		s.send(e)
	}
	s.queue = nil
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
func (s *Stream) changeOf(o *output, fix *gateway.Fix, reason parsers.FinishReason) *change {
	c := &change{calls: callItems(fix.Added), callIDs: map[int]string{}}
	if fix.Changed {
		choice := s.fixer.NewChoice(&s.request.Offer, s.model)
		o.fill(choice)
		c.take(choice.Finish(reason))
	}
	streamed := s.items.calls()
	for i, call := range o.calls() {
		switch {
		case !call.needsID():
		case len(streamed) == len(o.calls()):
			c.callIDs[i] = streamed[i].callID
		default:
			c.callIDs[i] = newCallID()
		}
	}
	return c
}

// edited is the JSON of a call that is the i-th one, with what is changed in it.
func (it *itemNode) edited(c *change, i int) string {
	own := readItem(jsonedit.Read(it.object.Raw))
	edits := jsonedit.New(it.object.Raw)
	arguments, fixed := c.arguments[i]
	own.writeCall(edits, arguments, fixed, c.callIDs[i])
	return edits.String()
}

// sendCall sends the events of a call that is a whole item.
func (s *Stream) sendCall(final string) {
	it := readItem(jsonedit.Read(final))
	begun := jsonedit.New(final)
	begun.Put(it.object, "arguments", it.arguments, `""`)
	begun.Put(it.object, "status", it.object.Member("status"), `"in_progress"`)
	at := s.placed(it.object.Member("id").Str, s.numbers.items)
	s.numbers.items++
	s.make("response.output_item.added", at.index+`,"item":`+begun.String())
	arguments := jsonedit.Quote(it.text())
	s.make("response.function_call_arguments.delta", at.item+`,"delta":`+arguments)
	s.endCall(at, it.name.Str, arguments, final)
}

// endCall sends the events that end a call.
func (s *Stream) endCall(at place, name, arguments, final string) {
	s.make("response.function_call_arguments.done", at.item+`,"name":`+jsonedit.Quote(name)+`,"arguments":`+arguments)
	s.make("response.output_item.done", at.index+`,"item":`+final)
}

// A place is where an item is, in the JSON of events.
type place struct {
	index string // the member output_index
	item  string // and item_id
}

// placed is the place of an item.
func (s *Stream) placed(id string, index int64) place {
	number := `"output_index":` + strconv.FormatInt(s.numbers.place(index), 10)
	return place{number, `"item_id":` + jsonedit.Quote(id) + "," + number}
}
