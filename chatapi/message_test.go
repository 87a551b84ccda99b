package chatapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/chatapi"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/hermes"
)

const (
	thought = "<think>Oslo, then.</think>"
	twoCall = `<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>` + "\n" +
		`<tool_call>{"name": "get_time", "arguments": {}}</tool_call>`
)

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMessage(t *testing.T) {
	separate := parsers.Config{Options: parsers.Options{SeparateReasoning: true}}
	for output, want := range map[string]string{
		"":    `{"role":"assistant","content":null,"refusal":null}`,
		"Hi.": `{"role":"assistant","content":"Hi.","refusal":null}`,
		twoCall: `{"role":"assistant","content":null,"refusal":null,"tool_calls":[` +
			`{"id":"A","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Oslo\"}"}},` +
			`{"id":"B","type":"function","function":{"name":"get_time","arguments":"{}"}}]}`,
		thought + "Hi.": `{"role":"assistant","content":"Hi.","refusal":null,"reasoning_content":"Oslo, then."}`,
	} {
		result := parsers.Parse(hermes.Family(), output, separate, parsers.FinishStop)
		for i := range result.ToolCalls { // ids are random
			result.ToolCalls[i].ID = string(rune('A' + i))
		}
		if got := encoded(t, chatapi.NewMessage(result)); got != want {
			t.Errorf("%q: %s, want %s", output, got, want)
		}
	}
}

// TestChunksAddUpToTheMessage, however the output was cut.
func TestChunksAddUpToTheMessage(t *testing.T) {
	family := hermes.Family()
	config := parsers.Config{Options: parsers.Options{SeparateReasoning: true, BufferToolCalls: true}}
	output := thought + "Let me look.\n" + twoCall
	for size := 1; size <= len(output); size++ {
		chunks, stream := chatapi.NewChunks("chatcmpl-1", "qwen3"), parsers.NewStream(family, config)
		var all []chatapi.Chunk
		add := func(delta *parsers.Delta) {
			if chunk, said := chunks.Of(delta); said {
				all = append(all, chunk)
			}
		}
		for at := 0; at < len(output); at += size {
			add(stream.Feed(output[at:min(at+size, len(output))]))
		}
		last, result := stream.Finish(parsers.FinishStop)
		add(last)
		all = append(all, chunks.Last(parsers.FinishStop))
		if got, want := encoded(t, joined(t, all)), encoded(t, chatapi.NewMessage(result)); got != want {
			t.Fatalf("chunks of %d bytes: %s, want %s", size, got, want)
		}
	}
}

// joined is the message that a client makes of chunks.
func joined(t *testing.T, chunks []chatapi.Chunk) chatapi.Message {
	t.Helper()
	m := chatapi.Message{Role: chunks[0].Choices[0].Delta.Role}
	for i, chunk := range chunks {
		if chunk.Object != "chat.completion.chunk" || chunk.ID != "chatcmpl-1" || chunk.Model != "qwen3" || chunk.Created == 0 {
			t.Errorf("chunk %d: %+v", i, chunk)
		}
		choice := chunk.Choices[0]
		if (choice.Delta.Role != "") != (i == 0) || (choice.FinishReason != nil) != (i == len(chunks)-1) {
			t.Errorf("chunk %d: %+v", i, choice)
		}
		add(&m.Content, choice.Delta.Content)
		add(&m.ReasoningContent, choice.Delta.ReasoningContent)
		for _, call := range choice.Delta.ToolCalls {
			if call.Index == len(m.ToolCalls) {
				m.ToolCalls = append(m.ToolCalls, chatapi.ToolCall{ID: call.ID, Type: call.Type, Function: chatapi.Function{Name: call.Function.Name}})
			} else if call.ID+call.Type+call.Function.Name != "" {
				t.Errorf("chunk %d begins a call again: %+v", i, call)
			}
			m.ToolCalls[call.Index].Function.Arguments += call.Function.Arguments
		}
	}
	if reason := *chunks[len(chunks)-1].Choices[0].FinishReason; reason != "tool_calls" {
		t.Errorf("the finish reason is %s", reason)
	}
	return m
}

func add(text **string, more *string) {
	if more == nil {
		return
	}
	if *text == nil {
		*text = new(string)
	}
	whole := **text + *more
	*text = &whole
}

func TestADeltaOfNothingIsNoChunk(t *testing.T) {
	chunks := chatapi.NewChunks("chatcmpl-1", "qwen3")
	complete := &parsers.Delta{ToolCalls: []parsers.ToolCallDelta{{Complete: true}}}
	for _, delta := range []*parsers.Delta{nil, {}, complete} {
		if chunk, said := chunks.Of(delta); said {
			t.Errorf("%+v: %+v", delta, chunk)
		}
	}
	if chunk, said := chunks.Of(&parsers.Delta{Content: "Hi."}); !said || chunk.Choices[0].Delta.Role != "assistant" {
		t.Errorf("%+v, %t", chunk, said)
	}
}

func TestFinishReasons(t *testing.T) {
	for _, c := range []struct {
		word   string
		called bool
		want   string
	}{
		{"stop", false, "stop"}, {"stop", true, "tool_calls"}, {"end_turn", false, "stop"},
		{"length", true, "length"}, {"max_tokens", false, "length"},
		{"tool_calls", true, "tool_calls"}, {"tool_use", false, "stop"}, // a call that wasn't accepted
		{"content_filter", false, "stop"}, {"", true, "tool_calls"},
	} {
		reason, err := chatapi.ReadFinishReason(c.word)
		if got := chatapi.FinishReason(c.called, reason); err != nil || got != c.want {
			t.Errorf("%s, called %t: %s, %v, want %s", c.word, c.called, got, err, c.want)
		}
	}
	if _, err := chatapi.ReadFinishReason("stopp"); err == nil || !strings.HasPrefix(err.Error(), `unknown finish reason "stopp"; use "", or one of abort, content_filter`) {
		t.Errorf("an unknown word: %v", err)
	}
}
