package responses_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

// An upstream sends a response that was made at random.
type upstream struct {
	*rand.Rand
	items    []*seen
	status   string // empty: the response never ends
	numbered bool
	named    bool // events have their type as a field
	lineEnd  string
	summary  bool // reasoning is a summary

	out      strings.Builder
	sequence int
}

func newUpstream(seed uint64, text string) *upstream {
	u := &upstream{Rand: rand.New(rand.NewPCG(seed, 1))}
	u.status = apitest.One(u.Rand, []string{"completed", "completed", "completed", "incomplete", ""})
	u.numbered, u.named, u.summary = u.IntN(4) > 0, u.IntN(4) > 0, u.IntN(3) == 0
	u.lineEnd = apitest.One(u.Rand, []string{"\n", "\n", "\r\n", "\r"})
	if u.IntN(3) == 0 {
		part := seenPart{Text: u.text(1 + u.IntN(2))}
		if u.summary {
			part.Kind = "summary_text"
			u.items = append(u.items, &seen{Kind: "reasoning", Summary: []seenPart{part}})
		} else {
			part.Kind = "reasoning_text"
			u.items = append(u.items, &seen{Kind: "reasoning", Content: []seenPart{part}})
		}
	}
	for range u.IntN(4) {
		switch u.IntN(4) {
		case 0:
			u.items = append(u.items, &seen{
				Kind: "function_call", CallID: fmt.Sprint("call", len(u.items)), Name: apitest.One(u.Rand, []string{"get_weather", "run_shell"}),
				Arguments: apitest.One(u.Rand, apitest.Arguments),
			})
		case 1:
			u.items = append(u.items, &seen{Kind: "web_search_call"})
		default:
			u.items = append(u.items, &seen{Kind: "message", Content: u.parts(text)})
		}
	}
	for i, it := range u.items {
		it.ID = fmt.Sprint("item", i)
	}
	return u
}

func (u *upstream) text(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(apitest.One(u.Rand, apitest.Snippets))
	}
	return b.String()
}

func (u *upstream) parts(text string) (parts []seenPart) {
	for range max(1, u.IntN(4)-1) {
		if u.IntN(6) == 0 {
			parts = append(parts, seenPart{Kind: "refusal", Text: "No."})
		} else {
			parts = append(parts, seenPart{Kind: "output_text", Text: u.text(u.IntN(4)) + text})
		}
	}
	return parts
}

func (p *seenPart) json() string {
	key := "text"
	if p.Kind == "refusal" {
		key = "refusal"
	}
	return fmt.Sprintf(`{"type":%q,%q:%s,"annotations":[]}`, p.Kind, key, apitest.Quote(p.Text))
}

func partsJSON(parts []seenPart) string {
	list := make([]string, len(parts))
	for i := range parts {
		list[i] = parts[i].json()
	}
	return "[" + strings.Join(list, ",") + "]"
}

// json is an item, at its end or at its start.
func (s *seen) json(status string) string {
	whole := *s
	if status == "in_progress" {
		whole.Content, whole.Summary, whole.Arguments = nil, nil, ""
	}
	head := fmt.Sprintf(`{"type":%q,"id":%q,"status":%q`, s.Kind, s.ID, status)
	switch s.Kind {
	case "message":
		return head + `,"role":"assistant","content":` + partsJSON(whole.Content) + "}"
	case "reasoning":
		return head + `,"summary":` + partsJSON(whole.Summary) + `,"content":` + partsJSON(whole.Content) + "}"
	case "function_call":
		return head + fmt.Sprintf(`,"call_id":%q,"name":%q,"arguments":%s}`, s.CallID, s.Name, apitest.Quote(whole.Arguments))
	default:
		return head + "}"
	}
}

// response is the response at its end.
func (u *upstream) response() string {
	list := make([]string, len(u.items))
	for i, it := range u.items {
		list[i] = it.json("completed")
	}
	status := ""
	if u.status != "" {
		status = fmt.Sprintf(`"status":%q,`, u.status)
	}
	return `{"id":"resp_1","model":"qwen3",` + status + `"output":[` + strings.Join(list, ",") + `]}`
}

func (u *upstream) send(kind, format string, values ...any) {
	if u.named {
		u.out.WriteString("event: " + kind + u.lineEnd)
	}
	number := ""
	if u.numbered {
		number = fmt.Sprintf(`"sequence_number":%d,`, u.sequence)
		u.sequence++
	}
	u.out.WriteString(`data: {"type":"` + kind + `",` + number + fmt.Sprintf(format, values...) + "}" + u.lineEnd + u.lineEnd)
	if u.IntN(20) == 0 {
		u.out.WriteString(": comment" + u.lineEnd + u.lineEnd)
	}
}

// stream is the response as a stream.
func (u *upstream) stream() string {
	const begun = `"response":{"id":"resp_1","model":"qwen3","status":"in_progress","output":[]}`
	u.send("response.created", begun)
	u.send("response.in_progress", begun)
	for i, it := range u.items {
		u.send("response.output_item.added", `"output_index":%d,"item":%s`, i, it.json("in_progress"))
		for j := range it.Summary {
			u.sendPart(&it.Summary[j], fmt.Sprintf(`"item_id":%q,"output_index":%d,"summary_index":%d`, it.ID, i, j))
		}
		for j := range it.Content {
			u.sendPart(&it.Content[j], fmt.Sprintf(`"item_id":%q,"output_index":%d,"content_index":%d`, it.ID, i, j))
		}
		if it.Kind == "function_call" {
			at := fmt.Sprintf(`"item_id":%q,"output_index":%d`, it.ID, i)
			for _, piece := range apitest.Cut(u.Rand, it.Arguments) {
				u.send("response.function_call_arguments.delta", `%s,"delta":%s`, at, apitest.Quote(piece))
			}
			u.send("response.function_call_arguments.done", `%s,"arguments":%s`, at, apitest.Quote(it.Arguments))
		}
		if u.status == "" && i == len(u.items)-1 && u.IntN(2) == 0 {
			break // cut
		}
		u.send("response.output_item.done", `"output_index":%d,"item":%s`, i, it.json("completed"))
	}
	if u.status != "" {
		u.send("response."+u.status, `"response":%s`, u.response())
	}
	return u.out.String()
}

// sendPart sends the events of a part.
func (u *upstream) sendPart(p *seenPart, at string) {
	part, text, key := "content_part", "output_text", "text"
	switch p.Kind {
	case "refusal":
		text, key = "refusal", "refusal"
	case "reasoning_text":
		text = "reasoning_text"
	case "summary_text":
		part, text = "reasoning_summary_part", "reasoning_summary_text"
	}
	u.send("response."+part+".added", `%s,"part":%s`, at, (&seenPart{Kind: p.Kind}).json())
	for _, piece := range apitest.Cut(u.Rand, p.Text) {
		u.send("response."+text+".delta", `%s,"delta":%s`, at, apitest.Quote(piece))
	}
	u.send("response."+text+".done", `%s,%q:%s`, at, key, apitest.Quote(p.Text))
	u.send("response."+part+".done", `%s,"part":%s`, at, p.json())
}

// FuzzStream checks that whatever an upstream streams, and however it is cut, the client gets a
// well-formed stream, which adds up to what it would have got without streaming.
func FuzzStream(f *testing.F) {
	apitest.Seeds(f)
	fixers := []*gateway.Fixer{apitest.Fixer(f, gateway.Policy{}), apitest.Fixer(f, gateway.Policy{SeparateReasoning: true})}
	request := responses.ReadRequest(defaultRequest)
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		fix := fixers[seed%2]
		u := newUpstream(seed, strings.ToValidUTF8(text, ""))
		stream := u.stream()
		out, report := apitest.Stream(t, u.Rand, request, fix, stream)
		if report.Unended {
			check(t, stream, out)
			return
		}
		fixed, _ := request.FixBody(fix, u.response())
		if diff := cmp.Diff(withoutIDs(readBody(t, fixed)), withoutIDs(read(t, apitest.Lines(out))), cmpopts.IgnoreUnexported(seen{}, seenPart{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-whole +streamed\n%s", diff)
		}
		if t.Failed() {
			t.Logf("the upstream's\n%s\nthe client's\n%s", stream, out)
		}
	})
}

// FuzzMangled checks that a stream whose events are lost, repeated or in disorder costs nothing but
// the fix: if that isn't reported, all of it comes through.
func FuzzMangled(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed, uint8(seed))
	}
	fixers := []*gateway.Fixer{apitest.Fixer(f, gateway.Policy{}), apitest.Fixer(f, gateway.Policy{SeparateReasoning: true})}
	request := responses.ReadRequest(defaultRequest)
	f.Fuzz(func(t *testing.T, seed uint64, damage uint8) {
		fix := fixers[seed%2]
		u := newUpstream(seed, "")
		u.lineEnd = "\n"
		events := strings.SplitAfter(u.stream(), "\n\n")
		for range damage % 8 {
			i, j := u.IntN(len(events)), u.IntN(len(events))
			switch u.IntN(3) {
			case 0:
				events[i] = ""
			case 1:
				events[i] += events[j]
			default:
				events[i], events[j] = events[j], events[i]
			}
		}
		stream := strings.Join(events, "")
		cut := u.IntN(len(stream) + 1)
		out, report := apitest.Pipe(request, fix, stream[:cut], stream[cut:])
		if diff := cmp.Diff(sorted(stream), sorted(out)); diff != "" && !report.Changed {
			t.Errorf("nothing is changed, but %s", diff)
		}
	})
}

// sorted are the events of a stream: comments may overtake what may be part of a call.
func sorted(stream string) []string { return slices.Sorted(strings.SplitAfterSeq(stream, "\n\n")) }
