package anthropic_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// A said is what an upstream says, streamed or not.
type said struct {
	blocks []saidBlock
	reason string // empty: none
}

// A saidBlock is a content block; arguments are text, which needn't be JSON.
type saidBlock struct{ kind, text, signature, id, name, arguments string }

// randomMessage is a message made at random, with the text in it.
func randomMessage(r *rand.Rand, text string) (m said) {
	add := func(b saidBlock) { m.blocks = append(m.blocks, b) }
	snippet := func() string { return apitest.One(r, apitest.Snippets) }
	if r.IntN(3) == 0 {
		add(saidBlock{kind: "thinking", text: snippet() + snippet(), signature: apitest.One(r, []string{"", "", "abc"})})
	}
	if r.IntN(6) == 0 {
		add(saidBlock{kind: "redacted_thinking"})
	}
	for range r.IntN(4) {
		b := saidBlock{kind: "text", text: text}
		for range r.IntN(3) {
			b.text += snippet()
		}
		add(b)
		if r.IntN(6) == 0 {
			add(saidBlock{kind: "server_tool_use", id: "srvtoolu_1", name: "web_search", arguments: `{"query": "x"}`})
		}
		if r.IntN(6) == 0 {
			add(saidBlock{kind: "thinking", text: snippet()})
		}
	}
	for i := range max(0, r.IntN(5)-2) {
		add(saidBlock{kind: "tool_use", id: fmt.Sprint("id", i), name: apitest.One(r, []string{"get_weather", "run_shell"}), arguments: apitest.One(r, apitest.Arguments)})
	}
	m.reason = apitest.One(r, []string{"end_turn", "end_turn", "tool_use", "max_tokens", ""})
	return m
}

// json is the block as it is without streaming, or at the start of it.
func (b *saidBlock) json(start bool) string {
	text, signature, input := b.text, b.signature, b.arguments
	switch {
	case start:
		text, signature, input = "", "", "{}"
	case !strings.HasPrefix(strings.TrimSpace(input), "{") || !json.Valid([]byte(input)):
		input = apitest.Quote(input)
	}
	switch b.kind {
	case "text":
		return `{"type":"text","text":` + apitest.Quote(text) + `}`
	case "thinking":
		return `{"type":"thinking","thinking":` + apitest.Quote(text) + `,"signature":` + apitest.Quote(signature) + `}`
	case "redacted_thinking":
		return `{"type":"redacted_thinking","data":"x"}`
	default:
		return fmt.Sprintf(`{"type":%q,"id":%q,"name":%q,"input":%s}`, b.kind, b.id, b.name, input)
	}
}

func reason(stop string) string {
	if stop == "" {
		return "null"
	}
	return apitest.Quote(stop)
}

// body is a response with the message.
func body(m said) string {
	blocks := make([]string, len(m.blocks))
	for i := range m.blocks {
		blocks[i] = m.blocks[i].json(false)
	}
	return `{"model":"qwen3","content":[` + strings.Join(blocks, ",") + `],"stop_reason":` + reason(m.reason) + `,"usage":{"output_tokens":7}}`
}

// An upstream writes a message as a stream, in one of many ways.
type upstream struct {
	strings.Builder
	*rand.Rand
	end      string // of a line
	nameless bool
	offset   int // of the first index
}

func (u *upstream) send(kind, data string) {
	if u.IntN(20) == 0 {
		u.WriteString(": comment" + u.end + u.end)
	}
	if !u.nameless {
		u.WriteString("event: " + kind + u.end)
	}
	if data != "" {
		data = "," + data
	}
	u.WriteString(`data: {"type":"` + kind + `"` + data + `}` + u.end + u.end)
}

func (u *upstream) block(i int, b *saidBlock) {
	index := fmt.Sprintf(`"index":%d`, i+u.offset)
	whole := u.IntN(8) == 0 // all of it is in the start
	u.send("content_block_start", index+`,"content_block":`+b.json(!whole))
	if u.IntN(3) == 0 {
		u.send("ping", "")
	}
	deltas := func(kind, member, text string) {
		if whole {
			return
		}
		for _, piece := range apitest.Cut(u.Rand, text) {
			u.send("content_block_delta", fmt.Sprintf(`%s,"delta":{"type":%q,%q:%s}`, index, kind, member, apitest.Quote(piece)))
		}
	}
	switch b.kind {
	case "text":
		deltas("text_delta", "text", b.text)
	case "thinking":
		deltas("thinking_delta", "thinking", b.text)
		deltas("signature_delta", "signature", b.signature)
	case "tool_use", "server_tool_use":
		deltas("input_json_delta", "partial_json", b.arguments)
	}
	if u.IntN(10) > 0 {
		u.send("content_block_stop", index)
	}
}

// events are the message as a stream.
func events(r *rand.Rand, m said) string {
	u := &upstream{Rand: r, end: apitest.One(r, []string{"\n", "\r\n", "\r"}), nameless: r.IntN(8) == 0}
	if r.IntN(8) == 0 {
		u.offset = 1
	}
	u.send("message_start", `"message":{"model":"qwen3","content":[],"usage":{"output_tokens":1}}`)
	for i := range m.blocks {
		u.block(i, &m.blocks[i])
	}
	for range 1 + r.IntN(4)/3 {
		if m.reason != "" || r.IntN(2) == 0 {
			u.send("message_delta", `"delta":{"stop_reason":`+reason(m.reason)+`},"usage":{"output_tokens":7}`)
		}
	}
	if r.IntN(4) > 0 {
		u.send("message_stop", "")
	}
	return u.String()
}

// readBody is what a client makes of a response.
func readBody(t *testing.T, text string) *seen {
	m := &seen{}
	if err := json.Unmarshal([]byte(text), m); err != nil {
		t.Fatal(err)
	}
	return m
}

// compared leaves out ids, of which some are made at random, and usage, which is at other
// places. An input that is text is as if it were JSON.
func compared(m *seen) *seen {
	if m == nil {
		return nil
	}
	m.Usage = nil
	for i := range m.Content {
		b := &m.Content[i]
		b.ID = ""
		var text string
		if json.Unmarshal(b.Input, &text) == nil {
			b.Input = json.RawMessage(text)
		}
		if b.Input = bytes.TrimSpace(b.Input); len(b.Input) == 0 && b.Type == "tool_use" {
			b.Input = json.RawMessage("{}") // in a stream, it is the start of the block that says so
		}
	}
	if len(m.Content) == 0 {
		m.Content = nil
	}
	return m
}

// FuzzStream checks that whatever an upstream streams, and however it is cut, the client gets a
// well-formed stream, which adds up to what it would have got without streaming.
func FuzzStream(f *testing.F) {
	apitest.Seeds(f)
	fixers := []*gateway.Fixer{apitest.Fixer(f, gateway.Policy{}), apitest.Fixer(f, gateway.Policy{SeparateReasoning: true})}
	request := anthropic.ReadRequest(defaultRequest)
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		fix := fixers[seed%2]
		r := rand.New(rand.NewPCG(seed, 1))
		m := randomMessage(r, strings.ToValidUTF8(text, ""))
		upstream := events(r, m)
		got, report := apitest.Stream(t, r, request, fix, upstream)
		if report.Unended {
			check(t, upstream, got)
			return
		}
		fixed, _ := request.FixBody(fix, body(m))
		if diff := cmp.Diff(compared(readBody(t, fixed)), compared(read(t, got))); diff != "" {
			t.Errorf("-whole +streamed\n%s\nof %s\ngot %s", diff, upstream, got)
		}
	})
}
