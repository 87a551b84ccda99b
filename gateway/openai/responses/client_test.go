package responses_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A seen is what a client made of an item.
type seen struct {
	Kind, ID, CallID, Name, Arguments string
	Content, Summary                  []seenPart

	done bool
}

type seenPart struct {
	Kind, Text string
	done       bool
}

type itemJSON struct {
	Type, ID, Name, Arguments, Status string
	CallID                            string `json:"call_id"`
	Content, Summary                  []struct{ Type, Text, Refusal string }
}

func (i *itemJSON) seen() *seen {
	s := &seen{Kind: i.Type, ID: i.ID, CallID: i.CallID, Name: i.Name, Arguments: i.Arguments}
	for _, p := range i.Content {
		s.Content = append(s.Content, seenPart{Kind: p.Type, Text: p.Text + p.Refusal})
	}
	for _, p := range i.Summary {
		s.Summary = append(s.Summary, seenPart{Kind: p.Type, Text: p.Text + p.Refusal})
	}
	return s
}

type eventJSON struct {
	Type         string
	Sequence     *int   `json:"sequence_number"`
	OutputIndex  int    `json:"output_index"`
	ContentIndex int    `json:"content_index"`
	SummaryIndex int    `json:"summary_index"`
	ItemID       string `json:"item_id"`
	Item         itemJSON
	Part         struct{ Type, Text, Refusal string }
	Delta        string
	Text         string
	Refusal      string
	Arguments    string
	Response     responseJSON
}

type responseJSON struct {
	Status string
	Output []itemJSON
}

// A client reads a stream as one does that insists on the rules.
type client struct {
	*testing.T
	items    []*seen
	sequence int
	begun    bool
	ended    string // the status; empty: it hasn't ended
}

// read reads a stream: numbers follow one another, items and parts begin before they go on, what
// ends them is what their deltas add up to, and one event ends the response, which has all items.
func read(t *testing.T, stream string) []*seen {
	t.Helper()
	c := &client{T: t}
	for block := range strings.SplitSeq(strings.TrimPrefix(stream, "\ufeff"), "\n\n") {
		var data []string
		kind := ""
		for line := range strings.Lines(block) {
			line = strings.TrimSuffix(line, "\n")
			if text, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, text)
			}
			if text, ok := strings.CutPrefix(line, "event: "); ok {
				kind = text
			}
		}
		if text := strings.TrimSpace(strings.Join(data, "\n")); text != "" && text != "[DONE]" {
			c.event(kind, text)
		}
	}
	if c.ended == "" {
		t.Error("the response doesn't end")
	}
	return c.items
}

// check reads what became of an upstream's stream, which ends if that does.
func check(t *testing.T, upstream, stream string) {
	t.Helper()
	ends := func(stream string) bool {
		return strings.Contains(stream, `"response.completed"`) || strings.Contains(stream, `"response.incomplete"`)
	}
	switch {
	case ends(upstream):
		read(t, stream)
	case ends(stream):
		t.Error("the upstream sent no event that ends the response")
	}
}

func (c *client) event(kind, text string) {
	c.Helper()
	var e eventJSON
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		c.Errorf("%v: %s", err, text)
		return
	}
	if kind != "" && kind != e.Type {
		c.Errorf("an event %s has the type %s", kind, e.Type)
	}
	if e.Sequence != nil {
		if c.begun && *e.Sequence != c.sequence+1 {
			c.Errorf("event %d follows event %d", *e.Sequence, c.sequence)
		}
		c.sequence, c.begun = *e.Sequence, true
	}
	if c.ended != "" {
		c.Errorf("an event behind the end: %s", text)
	}
	switch status, _ := strings.CutPrefix(e.Type, "response."); status {
	case "created", "in_progress", "web_search_call.searching":
	case "completed", "incomplete":
		c.end(&e, status)
	case "output_item.added":
		if e.OutputIndex != len(c.items) {
			c.Errorf("item %d begins behind %d items", e.OutputIndex, len(c.items))
		}
		c.items = append(c.items, e.Item.seen())
	default:
		c.itemEvent(&e, status)
	}
}

func (c *client) itemEvent(e *eventJSON, what string) {
	c.Helper()
	if e.OutputIndex >= len(c.items) {
		c.Errorf("%s of item %d, which hasn't begun", what, e.OutputIndex)
		return
	}
	it := c.items[e.OutputIndex]
	if it.done {
		c.Errorf("%s behind the end of item %d", what, e.OutputIndex)
	}
	switch {
	case what == "output_item.done":
		it.done = true
		if diff := cmp.Diff(it, e.Item.seen(), cmpopts.IgnoreUnexported(seen{}, seenPart{}), cmpopts.EquateEmpty()); diff != "" {
			c.Errorf("item %d: -deltas +done\n%s", e.OutputIndex, diff)
		}
		return
	case e.ItemID != it.ID:
		c.Errorf("%s of %s, but item %d is %s", what, e.ItemID, e.OutputIndex, it.ID)
	}
	switch what {
	case "function_call_arguments.delta":
		it.Arguments += e.Delta
	case "function_call_arguments.done":
		if it.Arguments != e.Arguments {
			c.Errorf("the deltas are %s, the arguments %s", it.Arguments, e.Arguments)
		}
	case "reasoning_summary_part.added", "reasoning_summary_text.delta", "reasoning_summary_text.done", "reasoning_summary_part.done":
		it.Summary = c.partEvent(it.Summary, e.SummaryIndex, e, what)
	default:
		it.Content = c.partEvent(it.Content, e.ContentIndex, e, what)
	}
}

func (c *client) partEvent(parts []seenPart, index int, e *eventJSON, what string) []seenPart {
	c.Helper()
	if strings.HasSuffix(what, "part.added") {
		if index != len(parts) {
			c.Errorf("part %d begins behind %d parts", index, len(parts))
		}
		return append(parts, seenPart{Kind: e.Part.Type, Text: e.Part.Text + e.Part.Refusal})
	}
	if index >= len(parts) {
		c.Errorf("%s of part %d, which hasn't begun", what, index)
		return parts
	}
	p := &parts[index]
	if p.done {
		c.Errorf("%s behind the end of part %d", what, index)
	}
	all := e.Text + e.Refusal
	switch {
	case strings.HasSuffix(what, ".delta"):
		p.Text += e.Delta
		return parts
	case strings.HasSuffix(what, "part.done"):
		all = e.Part.Text + e.Part.Refusal
		p.done = true
	}
	if p.Text != all {
		c.Errorf("%s: the deltas are %q, the text %q", what, p.Text, all)
	}
	return parts
}

func (c *client) end(e *eventJSON, status string) {
	c.Helper()
	c.ended = status
	if e.Response.Status != status {
		c.Errorf("the response is %s, the event %s", e.Response.Status, status)
	}
	for i, it := range c.items {
		if !it.done {
			c.Errorf("item %d hasn't ended", i)
		}
	}
	if diff := cmp.Diff(c.items, e.Response.seen(), cmpopts.IgnoreUnexported(seen{}, seenPart{}), cmpopts.EquateEmpty()); diff != "" {
		c.Errorf("-items +response\n%s", diff)
	}
}

func (r *responseJSON) seen() (list []*seen) {
	for i := range r.Output {
		list = append(list, r.Output[i].seen())
	}
	return list
}

// readBody is what a client makes of a response that isn't streamed.
func readBody(t *testing.T, body string) []*seen {
	t.Helper()
	var r responseJSON
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatal(err)
	}
	return r.seen()
}

// withoutIDs leaves out ids, of which some are made at random.
func withoutIDs(items []*seen) []*seen {
	items = slices.Clone(items)
	for i, it := range items {
		copied := *it
		copied.ID, copied.CallID = "", ""
		items[i] = &copied
	}
	return items
}

func (s *seen) String() string { return fmt.Sprintf("%+v", *s) }
