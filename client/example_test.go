package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolparser/toolparser/client"
	"github.com/toolparser/toolparser/client/anthropic"
	"github.com/toolparser/toolparser/client/openai"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// exampleServer stands for the service that a program would reach, such as
// "127.0.0.1:50051".
func exampleServer() (target string, stop func()) {
	socket, remove, err := newSocket()
	if err != nil {
		panic(err)
	}
	r, err := run(socket, server.Config{})
	if err != nil {
		panic(err)
	}
	return r.target, func() { r.kill(); remove() }
}

// A complete output, with the tools that the model was offered.
func ExampleClient_Parse() {
	target, stop := exampleServer()
	defer stop()

	c, err := client.New(target)
	if err != nil {
		panic(err)
	}
	defer func() { _ = c.Close() }()

	tools, err := client.ToolsFromJSON([]byte(`[{"name": "get_weather", "input_schema": {"type": "object"}}]`))
	if err != nil {
		panic(err)
	}
	response, err := c.Parse(context.Background(), &toolparserv1.ParseToolCallsRequest{
		Family:       "llama3",
		ModelOutput:  `One moment. {"name": "get_weather", "parameters": {"city": "Zürich"}}`,
		Tools:        tools,
		FinishReason: toolparserv1.FinishReason_FINISH_REASON_STOP,
	})
	if err != nil {
		panic(err)
	}
	for _, call := range response.GetResult().GetToolCalls() {
		fmt.Println(call.GetFunction().GetName(), call.GetFunction().GetArguments())
	}
	fmt.Println(response.GetResult().GetContent())
	// Output:
	// get_weather {"city": "Zürich"}
	// One moment.
}

// An output in chunks, as a model generates it.
func ExampleSession() {
	target, stop := exampleServer()
	defer stop()

	c, err := client.New(target)
	if err != nil {
		panic(err)
	}
	defer func() { _ = c.Close() }()

	session, err := c.Stream(context.Background(), &toolparserv1.StreamStart{Family: "llama3"})
	if err != nil {
		panic(err)
	}
	defer session.Close()
	for _, piece := range []string{"Let me look. ", `{"name": "get_weather", "para`, `meters": {"city": "Zür`, `ich"}}`} {
		delta, err := session.Send(piece)
		if err != nil {
			panic(err)
		}
		for _, call := range delta.GetToolCalls() {
			fmt.Printf("call %d: %s %s\n", call.GetIndex(), call.GetFunction().GetName(), call.GetFunction().GetArguments())
		}
	}
	last, err := session.Finish(toolparserv1.FinishReason_FINISH_REASON_STOP)
	if err != nil {
		panic(err)
	}
	fmt.Println(last.GetResult().GetResult().GetContent())
	// Output:
	// call 0: get_weather {"city": "Zür
	// call 0:  ich"}
	// Let me look.
}

// The same as a sequence. Leaving the loop ends the stream at once.
func ExampleSession_Deltas() {
	target, stop := exampleServer()
	defer stop()

	c, err := client.New(target)
	if err != nil {
		panic(err)
	}
	defer func() { _ = c.Close() }()

	session, err := c.Stream(context.Background(), &toolparserv1.StreamStart{Family: "llama3"})
	if err != nil {
		panic(err)
	}
	chunks := slices.Values([]string{"Let me look. ", `{"name": "get_weather", "para`, `meters": {"city": "Zür`, `ich"}}`})
	reason := func() toolparserv1.FinishReason { return toolparserv1.FinishReason_FINISH_REASON_STOP }
	for delta, err := range session.Deltas(chunks, reason) {
		if err != nil {
			panic(err)
		}
		for _, call := range delta.GetToolCalls() {
			fmt.Print(call.GetFunction().GetName(), call.GetFunction().GetArguments())
		}
	}
	fmt.Println()
	fmt.Println(session.Result().GetResult().GetContent())
	// Output:
	// get_weather{"city": "Zürich"}
	// Let me look.
}

// A result in the shapes of both APIs.
func Example_shapes() {
	target, stop := exampleServer()
	defer stop()

	c, err := client.New(target)
	if err != nil {
		panic(err)
	}
	defer func() { _ = c.Close() }()

	response, err := c.Parse(context.Background(), &toolparserv1.ParseToolCallsRequest{
		Family:      "kimi",
		ModelOutput: `<|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{"zone": "CET"}<|tool_call_end|>`,
	})
	if err != nil {
		panic(err)
	}
	for _, shape := range []any{openai.NewMessage(response), anthropic.Content(response)} {
		text, err := json.Marshal(shape)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
	// Output:
	// {"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"functions.get_time:0","type":"function","function":{"name":"get_time","arguments":"{\"zone\": \"CET\"}"}}]}
	// [{"type":"tool_use","id":"functions.get_time:0","name":"get_time","input":{"zone":"CET"}}]
}
