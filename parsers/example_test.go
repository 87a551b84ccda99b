package parsers_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
)

func ExampleParse() {
	output := `Let me look. {"name": "getWeather", "parameters": {"city": "Paris"}}`
	result := parsers.Parse(llama3.Family(), output, parsers.Config{}, parsers.FinishStop)
	for _, call := range result.ToolCalls {
		fmt.Println(call.Name, call.Arguments)
	}
	fmt.Println(result.Content)
	// Output:
	// getWeather {"city": "Paris"}
	// Let me look.
}

func ExampleStream() {
	stream := parsers.NewStream(llama3.Family(), parsers.Config{})
	var arguments string
	hear := func(d *parsers.Delta) {
		if d.Content != "" {
			fmt.Printf("content %q\n", d.Content)
		}
		for _, call := range d.ToolCalls {
			if call.Begin {
				fmt.Printf("call %d begins: %s\n", call.Index, call.Name)
			}
			arguments += call.Arguments
			if call.Complete {
				fmt.Printf("call %d is complete: %s\n", call.Index, arguments)
			}
		}
	}
	for _, piece := range []string{"Let me look. {", `"name": "getWeather", "para`, `meters": {"city": `, `"Paris"`, "}}"} {
		hear(stream.Feed(piece))
	}
	last, result := stream.Finish(parsers.FinishStop)
	hear(last)
	fmt.Println(len(result.ToolCalls), "call in the result")
	// Output:
	// content "Let me look."
	// call 0 begins: getWeather
	// call 0 is complete: {"city": "Paris"}
	// 1 call in the result
}

// A stream as a sequence. The chunks come from the model's server; why generation ended is
// known with the last of them.
func ExampleStream_Deltas() {
	chunks := slices.Values([]string{"Let me look. {", `"name": "getWeather", "para`, `meters": {"city": "Paris"`, "}}"})
	reason := func() parsers.FinishReason { return parsers.FinishStop }

	stream := parsers.NewStream(llama3.Family(), parsers.Config{})
	for delta := range stream.Deltas(chunks, reason) {
		fmt.Print(delta.Content)
		for _, call := range delta.ToolCalls {
			if call.Begin {
				fmt.Printf("\n%s ", call.Name)
			}
			fmt.Print(call.Arguments)
		}
	}
	fmt.Printf("\n%d call in the result\n", len(stream.Result().ToolCalls))
	// Output:
	// Let me look.
	// getWeather {"city": "Paris"}
	// 1 call in the result
}

// Chunks of a source that can fail: here those of a reader, such as the body of a response or
// the output of a process.
func ExampleStream_TryDeltas() {
	output := strings.NewReader(`Let me look. {"name": "getWeather", "parameters": {"city": "Paris"}}`)

	stream := parsers.NewStream(llama3.Family(), parsers.Config{})
	for delta, err := range stream.TryDeltas(parsers.ReadChunks(output), nil) {
		if err != nil {
			fmt.Println("the model's server is gone:", err)
			return
		}
		for _, call := range delta.ToolCalls {
			fmt.Print(call.Name, call.Arguments)
		}
	}
	fmt.Println()
	fmt.Println(stream.Result().Content)
	// Output:
	// getWeather{"city": "Paris"}
	// Let me look.
}

func ExampleRegistry() {
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		fmt.Println(err)
		return
	}
	family, err := registry.Find("", "meta-llama/Llama-3.3-70B-Instruct")
	fmt.Println(family.Name, err)
	_, err = registry.Find("llama4", "")
	fmt.Println(err)
	// Output:
	// llama3 <nil>
	// family not found: no family is named "llama4" (did you mean llama of llama3?); "toolparser infer-template" makes a family from a model's chat template
}

func ExampleUTF8Decoder() {
	var decoder parsers.UTF8Decoder
	for _, piece := range []string{"caf\xc3", "\xa9 \xff", "\xe2\x82"} {
		fmt.Printf("%+q\n", decoder.Decode([]byte(piece)))
	}
	fmt.Printf("%+q\n", decoder.Flush())
	// Output:
	// "caf"
	// "\u00e9 \ufffd"
	// ""
	// "\ufffd\ufffd"
}
