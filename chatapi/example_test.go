package chatapi_test

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/toolparser/toolparser/chatapi"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/kimi"
)

// From the tools of a request and the text of a model to the message of an answer.
func Example() {
	tools, err := chatapi.ToolsFromJSON([]byte(`[{"type": "function", "function": {
		"name": "get_weather",
		"parameters": {"type": "object", "properties": {"city": {"type": "string"}}}
	}}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	reason, err := chatapi.ReadFinishReason("stop")
	if err != nil {
		fmt.Println(err)
		return
	}
	output := "Let me look.<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0" +
		`<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>`
	result := parsers.Parse(kimi.Family(), output, parsers.Config{Tools: tools}, reason)

	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(chatapi.NewMessage(result)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(chatapi.FinishReason(len(result.ToolCalls) > 0, reason))
	// Output:
	// {
	//   "role": "assistant",
	//   "content": "Let me look.",
	//   "refusal": null,
	//   "tool_calls": [
	//     {
	//       "id": "functions.get_weather:0",
	//       "type": "function",
	//       "function": {
	//         "name": "get_weather",
	//         "arguments": "{\"city\": \"Oslo\"}"
	//       }
	//     }
	//   ]
	// }
	// tool_calls
}
