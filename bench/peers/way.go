package main

import "fmt"

// A Way is how a family writes its calls. Outputs are as model servers hand them
// on: without the token that ended the generation.
type Way struct {
	// Name is for the table; Family is this project's.
	Name, Family string
	// Peers are the names that the other subjects know the family by.
	Peers map[string]string
	// Begin and End are around all calls of an output, Between between two.
	Begin, Between, End string
	// Text is written before all text, TextEnd between text and calls.
	Text, TextEnd string
	// Call writes the i-th call of an output.
	Call func(i int, c *toolCall) string
}

// ways are what is measured. Every family is written as the most of the peers
// read it.
var ways = []Way{
	{
		Name: "llama3", Family: "llama3",
		Peers:   map[string]string{ollamaName: "{", toolParserName: "llama", dynamoName: "llama3_json"},
		Between: "; ", TextEnd: "\n\n<|python_tag|>",
		Call: func(_ int, c *toolCall) string {
			return fmt.Sprintf(`{"name": %q, "parameters": %s}`, c.name, c.arguments())
		},
	}, {
		Name: "kimi, tokens", Family: "kimi",
		Peers: map[string]string{toolParserName: "kimik2", dynamoName: "kimi_k2"},
		Begin: "<|tool_calls_section_begin|>", End: "<|tool_calls_section_end|>", TextEnd: "\n\n",
		Call: func(i int, c *toolCall) string {
			return fmt.Sprintf("<|tool_call_begin|>functions.%s:%d<|tool_call_argument_begin|>%s<|tool_call_end|>", c.name, i, c.arguments())
		},
	}, {
		Name: "kimi, fenced", Family: "kimi", Between: "\n\n", TextEnd: "\n\n",
		Call: func(_ int, c *toolCall) string {
			return fmt.Sprintf("```json\n{\"tool_call\": {\"name\": %q, \"arguments\": %s}}\n```", c.name, c.arguments())
		},
	}, {
		Name: "claude", Family: "claude",
		Begin: "<function_calls>\n", End: "</function_calls>", TextEnd: "\n\n",
		Call: func(_ int, c *toolCall) string {
			s := fmt.Sprintf("<invoke name=%q>\n", c.name)
			for _, a := range c.args {
				s += fmt.Sprintf("<parameter name=%q>%v</parameter>\n", a.key, a.value)
			}
			return s + "</invoke>\n"
		},
	}, {
		Name: "hermes", Family: "hermes",
		Peers:   map[string]string{ollamaName: "qwen3", toolParserName: "qwen", dynamoName: "hermes"},
		Between: "\n", TextEnd: "\n\n",
		Call: func(_ int, c *toolCall) string {
			return fmt.Sprintf("<tool_call>\n{\"name\": %q, \"arguments\": %s}\n</tool_call>", c.name, c.arguments())
		},
	}, {
		Name: "deepseek", Family: "deepseek",
		Peers: map[string]string{ollamaName: "deepseek3", toolParserName: "deepseek31", dynamoName: "deepseek_v3_1"},
		Begin: "<｜tool▁calls▁begin｜>", End: "<｜tool▁calls▁end｜>", TextEnd: "\n\n",
		Call: func(_ int, c *toolCall) string {
			return fmt.Sprintf("<｜tool▁call▁begin｜>%s<｜tool▁sep｜>%s<｜tool▁call▁end｜>", c.name, c.arguments())
		},
	}, {
		Name: "gpt_oss", Family: "gpt_oss",
		// dynamo-parsers reads it too, with a vocabulary that it would have to download.
		Peers:   map[string]string{ollamaName: "harmony"},
		Between: "<|call|><|start|>assistant",
		Text:    "<|channel|>final<|message|>", TextEnd: "<|end|><|start|>assistant",
		Call: func(_ int, c *toolCall) string {
			return fmt.Sprintf("<|channel|>commentary to=functions.%s <|constrain|>json<|message|>%s", c.name, c.arguments())
		},
	},
}
