package clienttest

import (
	"encoding/json"
	"strings"
	"testing"

	anthropicsdk "github.com/anthropics/anthropic-sdk-go"
	openaisdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toolparser/toolparser/client"
	"github.com/toolparser/toolparser/client/anthropic"
	"github.com/toolparser/toolparser/client/openai"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	thought  = "<think>Both, I think.</think>"
	twoCalls = "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0" +
		`<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1` +
		`<|tool_call_argument_begin|>{"zone": "Europe/Zurich"}<|tool_call_end|><|tool_calls_section_end|>`
)

func connect(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.New(target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func parse(t *testing.T, output string) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	response, err := connect(t).Parse(t.Context(), &toolparserv1.ParseToolCallsRequest{
		Family: "kimi", ModelOutput: output, Options: &toolparserv1.ParseOptions{SeparateReasoning: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// read gives a shape to the vendor's type.
func read[T any](t *testing.T, shape any) (vendor T) {
	t.Helper()
	text, err := json.Marshal(shape)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &vendor); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return vendor
}

// wantCalls checks a message of OpenAI's, as their package reads it.
func wantCalls(t *testing.T, message openaisdk.ChatCompletionMessage) {
	t.Helper()
	if message.Content != "I'll check both." || message.Role != "assistant" || len(message.ToolCalls) != 2 {
		t.Fatalf("%+v", message)
	}
	for i, want := range []openaisdk.ChatCompletionMessageFunctionToolCall{
		{ID: "functions.get_weather:0", Function: openaisdk.ChatCompletionMessageFunctionToolCallFunction{Name: "get_weather", Arguments: `{"city": "Zürich"}`}},
		{ID: "functions.get_time:1", Function: openaisdk.ChatCompletionMessageFunctionToolCallFunction{Name: "get_time", Arguments: `{"zone": "Europe/Zurich"}`}},
	} {
		got := message.ToolCalls[i]
		if got.ID != want.ID || got.Function.Name != want.Function.Name || got.Function.Arguments != want.Function.Arguments || got.Type != "function" {
			t.Errorf("call %d: %+v", i, got)
		}
	}
}

func TestAMessageIsOpenAIs(t *testing.T) {
	made := openai.NewMessage(parse(t, thought+twoCalls))
	wantCalls(t, read[openaisdk.ChatCompletionMessage](t, made))
	if made.ReasoningContent == nil || *made.ReasoningContent != "Both, I think." {
		t.Errorf("reasoning %v", made.ReasoningContent)
	}
}

func TestAMessageWithoutCallsHasNone(t *testing.T) {
	message := read[openaisdk.ChatCompletionMessage](t, openai.NewMessage(parse(t, "Nothing to do.")))
	if message.Content != "Nothing to do." || message.JSON.ToolCalls.Valid() {
		t.Errorf("%+v", message)
	}
}

func TestChunksAreOpenAIsAndAddUp(t *testing.T) {
	for _, buffered := range []bool{false, true} {
		session, err := connect(t).Stream(t.Context(), &toolparserv1.StreamStart{
			Family: "kimi", Options: &toolparserv1.ParseOptions{BufferToolCalls: buffered},
		})
		if err != nil {
			t.Fatal(err)
		}
		var sum openaisdk.ChatCompletionAccumulator
		chunks := openai.NewChunks("chatcmpl-1", "kimi-k2")
		add := func(chunk openai.Chunk, said bool) {
			if said && !sum.AddChunk(read[openaisdk.ChatCompletionChunk](t, chunk)) {
				t.Fatalf("their package doesn't take %+v", chunk)
			}
		}
		for _, character := range twoCalls {
			delta, err := session.Send(string(character))
			if err != nil {
				t.Fatal(err)
			}
			add(chunks.Of(delta))
		}
		last, err := session.Finish(toolparserv1.FinishReason_FINISH_REASON_STOP)
		if err != nil {
			t.Fatal(err)
		}
		add(chunks.Of(last.GetDelta()))
		add(chunks.Last(toolparserv1.FinishReason_FINISH_REASON_STOP), true)

		if sum.ID != "chatcmpl-1" || sum.Model != "kimi-k2" || sum.Choices[0].FinishReason != "tool_calls" {
			t.Errorf("%+v", sum)
		}
		wantCalls(t, sum.Choices[0].Message)
	}
}

func TestContentIsAnthropics(t *testing.T) {
	response := parse(t, thought+twoCalls)
	message := read[anthropicsdk.Message](t, map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "kimi-k2",
		"content":     anthropic.Content(response),
		"stop_reason": anthropic.StopReason(response.GetResult().GetToolsCalled(), toolparserv1.FinishReason_FINISH_REASON_STOP),
	})
	if message.StopReason != anthropicsdk.StopReasonToolUse || len(message.Content) != 4 {
		t.Fatalf("%+v", message)
	}
	if b, ok := message.Content[0].AsAny().(anthropicsdk.ThinkingBlock); !ok || b.Thinking != "Both, I think." || !b.JSON.Signature.Valid() {
		t.Errorf("%+v", message.Content[0])
	}
	if b, ok := message.Content[1].AsAny().(anthropicsdk.TextBlock); !ok || b.Text != "I'll check both." {
		t.Errorf("%+v", message.Content[1])
	}
	if b, ok := message.Content[2].AsAny().(anthropicsdk.ToolUseBlock); !ok || b.ID != "functions.get_weather:0" || b.Name != "get_weather" || string(b.Input) != `{"city":"Zürich"}` {
		t.Errorf("%+v", message.Content[2])
	}
}

func TestFinishReasons(t *testing.T) {
	for _, c := range []struct {
		called                  bool
		word, openai, anthropic string
	}{
		{true, "stop", "tool_calls", "tool_use"},
		{true, "", "tool_calls", "tool_use"},
		{false, "stop", "stop", "end_turn"},
		{false, "content_filter", "stop", "end_turn"},
		{true, "length", "length", "max_tokens"},
		{false, "max_tokens", "length", "max_tokens"},
	} {
		reason, err := client.FinishReason(c.word)
		if err != nil {
			t.Fatal(err)
		}
		if got := openai.FinishReason(c.called, reason); got != c.openai {
			t.Errorf("%+v: %s", c, got)
		}
		if got := anthropic.StopReason(c.called, reason); got != c.anthropic {
			t.Errorf("%+v: %s", c, got)
		}
	}
	const unknown = `unknown finish reason "stopp"; use "", or one of abort, `
	if _, err := client.FinishReason("stopp"); err == nil || !strings.HasPrefix(err.Error(), unknown) {
		t.Errorf("a word that is not one: %v", err)
	}
}

func TestTheVendorsOwnToolsAreTaken(t *testing.T) {
	properties := map[string]any{"city": map[string]any{"type": "string"}}
	schema := map[string]any{"type": "object", "properties": properties}
	text, err := json.Marshal([]any{
		openaisdk.ChatCompletionFunctionTool(openaisdk.FunctionDefinitionParam{
			Name: "get_weather", Description: param.NewOpt("Looks it up."), Parameters: schema,
		}),
		responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
			Name: "get_weather", Description: param.NewOpt("Looks it up."), Parameters: schema,
		}},
		anthropicsdk.ToolUnionParam{OfTool: &anthropicsdk.ToolParam{
			Name: "get_weather", Description: anthropicsdk.String("Looks it up."),
			InputSchema: anthropicsdk.ToolInputSchemaParam{Properties: properties},
		}},
		anthropicsdk.ToolUnionParam{OfWebSearchTool20250305: &anthropicsdk.WebSearchTool20250305Param{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tools, err := client.ToolsFromJSON(text)
	if err != nil || len(tools) != 3 {
		t.Fatalf("%v, %v", tools, err)
	}
	for _, tool := range tools {
		f := tool.GetFunction()
		var parameters map[string]any
		if err := json.Unmarshal([]byte(f.GetParameters()), &parameters); err != nil {
			t.Fatal(err)
		}
		if f.GetName() != "get_weather" || f.GetDescription() != "Looks it up." || parameters["type"] != "object" || parameters["properties"] == nil {
			t.Errorf("%v", tool)
		}
	}
}
