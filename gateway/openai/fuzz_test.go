package openai_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

// A message is what an upstream says, streamed or not.
type message struct {
	content, reasoning string
	calls              []seenCall
	finish             string // empty: none
}

// randomMessage is a message made at random, with the text in it.
func randomMessage(r *rand.Rand, text string) message {
	m := message{finish: apitest.One(r, []string{"stop", "stop", "tool_calls", "length", ""})}
	for range r.IntN(4) {
		m.content += apitest.One(r, apitest.Snippets)
	}
	m.content += text
	if r.IntN(3) == 0 {
		m.reasoning = apitest.One(r, apitest.Snippets) + apitest.One(r, apitest.Snippets)
	}
	if r.IntN(3) == 0 {
		m.content = ""
	}
	for i := range max(0, r.IntN(5)-2) {
		m.calls = append(m.calls, seenCall{
			ID:        fmt.Sprint("id", i),
			Name:      apitest.One(r, []string{"get_weather", "run_shell"}),
			Arguments: apitest.One(r, apitest.Arguments),
		})
	}
	return m
}

// body is a response with the messages.
func body(messages []message) string {
	choices := make([]string, len(messages))
	for i, m := range messages {
		calls := make([]string, len(m.calls))
		for i, c := range m.calls {
			calls[i] = fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, c.ID, c.Name, apitest.Quote(c.Arguments))
		}
		choices[i] = fmt.Sprintf(`{"index":%d,"message":{"content":%s,"reasoning_content":%s,"tool_calls":[%s]},"finish_reason":%s}`,
			i, apitest.Quote(m.content), apitest.Quote(m.reasoning), strings.Join(calls, ","), reason(m.finish))
	}
	return `{"model":"qwen3","choices":[` + strings.Join(choices, ",") + `]}`
}

func reason(finish string) string {
	if finish == "" {
		return "null"
	}
	return apitest.Quote(finish)
}

// readBody is what a client makes of a response.
func readBody(t *testing.T, text string) map[int]*seen {
	var response struct {
		Choices []struct {
			Message struct {
				Content, ReasoningContent string
				ToolCalls                 []struct {
					ID       string
					Function struct{ Name, Arguments string }
				} `json:"tool_calls"`
			}
			FinishReason string `json:"finish_reason"`
		}
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(text, `"reasoning_content"`, `"ReasoningContent"`)), &response); err != nil {
		t.Fatal(err)
	}
	choices := map[int]*seen{}
	for i, c := range response.Choices {
		s := &seen{Content: c.Message.Content, Reasoning: c.Message.ReasoningContent, Finish: []string{c.FinishReason}}
		for _, call := range c.Message.ToolCalls {
			s.Calls = append(s.Calls, seenCall{call.ID, call.Function.Name, call.Function.Arguments})
		}
		choices[i] = s
	}
	return choices
}

// deltas are a message as a stream's deltas.
func deltas(r *rand.Rand, m message) (list []string) {
	if r.IntN(2) == 0 {
		list = append(list, `{"role":"assistant","content":""}`)
	}
	for _, piece := range apitest.Cut(r, m.reasoning) {
		list = append(list, `{"reasoning_content":`+apitest.Quote(piece)+`}`)
	}
	for _, piece := range apitest.Cut(r, m.content) {
		list = append(list, `{"content":`+apitest.Quote(piece)+`}`)
	}
	for i, c := range m.calls {
		list = append(list, fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}]}`, i, c.ID, c.Name))
		for _, piece := range apitest.Cut(r, c.Arguments) {
			list = append(list, fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, i, apitest.Quote(piece)))
		}
	}
	return list
}

// events are the messages as a stream, their deltas mixed at random.
func events(r *rand.Rand, messages []message) string {
	end := apitest.One(r, []string{"\n", "\r\n", "\r"})
	var b strings.Builder
	send := func(data string) { b.WriteString("data: " + data + end + end) }
	queues := make([][]string, len(messages))
	for i, m := range messages {
		everywhere := m.finish != "" && r.IntN(4) == 0
		for _, delta := range deltas(r, m) {
			finish := "null"
			if everywhere {
				finish = apitest.Quote(m.finish)
			}
			queues[i] = append(queues[i], fmt.Sprintf(`{"index":%d,"delta":%s,"finish_reason":%s}`, i, delta, finish))
		}
		if m.finish != "" {
			queues[i] = append(queues[i], fmt.Sprintf(`{"index":%d,"delta":{},"finish_reason":%s}`, i, apitest.Quote(m.finish)))
		} else {
			queues[i] = append(queues[i], fmt.Sprintf(`{"index":%d,"delta":{}}`, i))
		}
	}
	for left := len(queues); left > 0; {
		var parts []string
		for i := range queues {
			if len(queues[i]) > 0 && r.IntN(2) == 0 {
				parts = append(parts, queues[i][0])
				if queues[i] = queues[i][1:]; len(queues[i]) == 0 {
					left--
				}
			}
		}
		if len(parts) > 0 {
			send(`{"model":"qwen3","choices":[` + strings.Join(parts, ",") + `]}`)
		}
		if r.IntN(20) == 0 {
			b.WriteString(": comment" + end + end)
		}
	}
	if r.IntN(2) == 0 {
		send(`{"model":"qwen3","choices":[],"usage":{"total_tokens":1}}`)
	}
	if r.IntN(4) > 0 {
		send("[DONE]")
	}
	return b.String()
}

// FuzzStream checks that whatever an upstream streams, and however it is cut, the client gets a
// well-formed stream, which adds up to what it would have got without streaming.
func FuzzStream(f *testing.F) {
	apitest.Seeds(f)
	fixers := []*gateway.Fixer{apitest.Fixer(f, gateway.Policy{}), apitest.Fixer(f, gateway.Policy{SeparateReasoning: true})}
	request := openai.ReadRequest(defaultRequest)
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		fix := fixers[seed%2]
		r := rand.New(rand.NewPCG(seed, 1))
		messages := make([]message, 1+r.IntN(3))
		for i := range messages {
			messages[i] = randomMessage(r, strings.ToValidUTF8(text, ""))
		}
		upstream := events(r, messages)
		got, report := apitest.Stream(t, r, request, fix, upstream)
		check(t, apitest.Lines(upstream), apitest.Lines(got))
		if report.Unended || slices.ContainsFunc(messages, func(m message) bool { return m.finish == "" }) {
			return // a body that isn't streamed has no [DONE], which may stand for a finish_reason
		}
		fixed, _ := request.FixBody(fix, body(messages))
		if diff := cmp.Diff(withoutIDs(readBody(t, fixed)), withoutIDs(choicesOf(t, got))); diff != "" {
			t.Errorf("-whole +streamed\n%s\nof %s", diff, upstream)
		}
	})
}

// choicesOf are the choices of a stream.
func choicesOf(t *testing.T, stream string) map[int]*seen {
	choices, _ := readAny(t, apitest.Lines(stream))
	return choices
}

// withoutIDs leaves out ids, of which some are made at random.
func withoutIDs(choices map[int]*seen) map[int]*seen {
	for _, c := range choices {
		for i := range c.Calls {
			c.Calls[i].ID = ""
		}
	}
	return choices
}
