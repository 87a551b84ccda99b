package responses

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

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

// complete ends a response whose upstream sends no event that does: items that haven't ended do, and
// calls that were found in text follow.
func (s *Stream) complete() {
	if s.ended || s.choice == nil {
		return
	}
	fix := s.finish(parsers.FinishUnspecified)
	if fix.Fault != nil { // what came isn't known any more
		return
	}
	var output []string
	complete := true
	for _, it := range s.items.list {
		if it.gone {
			continue
		}
		if !it.done {
			complete = s.close(it) && complete
		}
		output = append(output, it.final)
	}
	for _, call := range callItems(fix.Added) {
		s.sendCall(call)
		output = append(output, call)
	}
	if s.created == "" {
		return
	}
	status := "completed"
	if !complete {
		status = "incomplete"
	}
	response := jsonedit.Read(s.created)
	edits := jsonedit.New(s.created)
	edits.Put(response, "status", response.Member("status"), jsonedit.Quote(status))
	edits.Put(response, "output", response.Member("output"), "["+strings.Join(output, ",")+"]")
	s.make("response."+status, `"response":`+edits.String())
}

// close ends an item. It reports whether the item is complete: a call isn't whose arguments aren't
// JSON, nor is a call of a tool of the upstream.
func (s *Stream) close(it *item) (complete bool) {
	at := s.placed(it.id, it.index)
	if it.begun == "" {
		it.begun = `{"type":` + jsonedit.Quote(it.kind) + `,"id":` + jsonedit.Quote(it.id) + `}`
	}
	object := jsonedit.Read(it.begun)
	edits := jsonedit.New(it.begun)
	set := func(key, raw string) { edits.Put(object, key, object.Member(key), raw) }
	status := "completed"
	switch {
	case it.call != nil:
		arguments := it.call.Arguments()
		if it.changed {
			arguments = it.arguments
		}
		if !json.Valid([]byte(arguments)) {
			status = "incomplete"
		}
		node := readItem(object)
		set("status", jsonedit.Quote(status))
		node.writeCall(edits, arguments, true, it.callID)
		it.final = edits.String()
		if it.rest != "" {
			s.make("response.function_call_arguments.delta", at.item+`,"delta":`+jsonedit.Quote(it.rest))
		}
		s.endCall(at, node.name.Str, jsonedit.Quote(arguments), it.final)
		return status == "completed"
	case it.kind == message || it.kind == reasoning:
		for _, field := range []string{summaryField, contentField} {
			if parts := s.closeParts(it, field, at); len(parts) > 0 {
				set(field, "["+strings.Join(parts, ",")+"]")
			}
		}
		set("status", jsonedit.Quote(status))
		it.final = edits.String()
		s.make("response.output_item.done", at.index+`,"item":`+it.final)
		return true
	default: // only the upstream knows what it would have become
		it.final = it.begun
		s.make("response.output_item.done", at.index+`,"item":`+it.final)
		return false
	}
}

// partNames are the names of a part, by the type of its item and the member that has it.
var partNames = map[string]struct{ kind, index, textDone, done string }{
	message + contentField:   {"output_text", "content_index", "response.output_text.done", "response.content_part.done"},
	reasoning + contentField: {"reasoning_text", "content_index", "response.reasoning_text.done", "response.content_part.done"},
	reasoning + summaryField: {"summary_text", "summary_index", "response.reasoning_summary_text.done", "response.reasoning_summary_part.done"},
}

// closeParts ends the parts that a member of an item has, and returns their JSON.
func (s *Stream) closeParts(it *item, field string, at place) (parts []string) {
	names := partNames[it.kind+field]
	byIndex := map[int64]string{}
	for key, other := range it.others {
		if key.field == field {
			byIndex[key.index] = other
		}
	}
	for _, p := range it.parts {
		if p.key.field != field {
			continue
		}
		text := p.came()
		if p.changed {
			text = p.text
		}
		if p.begun == "" {
			p.begun = `{"type":"` + names.kind + `"}`
		}
		object := jsonedit.Read(p.begun)
		edits := jsonedit.New(p.begun)
		edits.Put(object, "text", object.Member("text"), jsonedit.Quote(text))
		byIndex[p.key.index] = edits.String()
		if !p.done {
			place := at.item + `,"` + names.index + `":` + strconv.FormatInt(p.key.index, 10)
			s.make(names.textDone, place+`,"text":`+jsonedit.Quote(text))
			s.make(names.done, place+`,"part":`+edits.String())
		}
	}
	for _, index := range slices.Sorted(maps.Keys(byIndex)) {
		parts = append(parts, byIndex[index])
	}
	return parts
}
