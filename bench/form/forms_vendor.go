package form

// vendorForms write what the APIs of vendors return.
var vendorForms = []Form{
	{Name: "claude/tool_use_json", Family: "claude", Call: withInput, Between: "\n", Spell: JSONSpelling, IDs: "toolu_0#"},
	fenced("claude/tool_use_json fenced", "claude", withInput, "toolu_0#", 7),
	{
		Name: "claude/messages_json", Family: "claude", Open: `{"type": "message", "role": "assistant", "content": [`, Close: "]}",
		Call: withInput, Between: ", ", Spell: JSONSpelling, Prose: Alone, IDs: "toolu_0#",
	},
	{
		Name: "claude/converse_json", Family: "claude", Spell: JSONSpelling, IDs: "tooluse_0#", Between: "\n",
		Call: `{"toolUse": {"toolUseId": "$id", "name": "$name", "input": $args}}`,
	},
	{
		Name: "claude/sse", Family: "claude", Spell: JSONSpelling, Prose: Alone, IDs: "toolu_0#",
		Call: `⟨data:⟩ {"type":"content_block_start","index":$index,"content_block":{"type":"tool_use","id":"$id","name":"$name","input":{}}}` +
			"\n\n⟨data:⟩ " + `{"type":"content_block_delta","index":$index,"delta":{"type":"input_json_delta","partial_json":$quoted}}` +
			"\n\n⟨data:⟩ " + `{"type":"content_block_stop","index":$index}` + "\n\n",
	},
	{Name: "ksi/event", Family: "ksi", Call: `{"event": "$name", "data": $args}`, Between: "\n", Spell: JSONSpelling},
	{
		Name: "ksi/tool_use", Family: "ksi", Call: `{"type": "ksi_tool_use", "id": "$id", "name": "$name", "input": $args}`, Between: "\n",
		Spell: JSONSpelling, IDs: "ksiu_#",
	},
	fenced("ksi/tool_use fenced", "ksi", `{"type": "ksi_tool_use", "id": "$id", "name": "$name", "input": $args}`, "ksiu_#", 10),
	{
		Name: "openai/chat_json", Family: "openai", Open: `{"role": "assistant", "content": null, "tool_calls": [`, Close: "]}",
		Call: openaiFunction, Between: ", ", Spell: JSONSpelling, Prose: Alone, IDs: "call_#",
	},
	{Name: "openai/chat_json call", Family: "openai", Call: openaiFunction, Between: "\n", Spell: JSONSpelling, IDs: "call_#", Single: true},
	{
		Name: "openai/function_call", Family: "openai", Call: `{"function_call": {"name": "$name", "arguments": $quoted}}`,
		Single: true, Spell: JSONSpelling,
	},
	{
		Name: "openai/responses_json", Family: "openai", Single: true, Spell: JSONSpelling, IDs: "call_#",
		Call: `{"type": "function_call", "call_id": "$id", "name": "$name", "arguments": $quoted}`,
	},
	{
		Name: "openai/parallel", Family: "openai", Open: `{"tool_uses": [`, Close: "]}", Between: ", ", Spell: JSONSpelling,
		Call: `{"recipient_name": "functions.$name", "parameters": $args}`,
	},
	{
		Name: "openai/harmony", Family: "openai", Between: "⟨<|start|>⟩assistant", Spell: JSONSpelling, Prose: Alone,
		Call: "⟨<|channel|>⟩commentary ⟨to=functions.$name⟩ ⟨<|constrain|>⟩json⟨<|message|>⟩$args⟨<|call|>⟩",
	},
	{Name: "gemini/function_call", Family: "gemini", Call: geminiCall, Between: "\n", Spell: JSONSpelling},
	fenced("gemini/function_call fenced", "gemini", geminiCall, "", 7),
	{
		Name: "gemini/function_call response", Family: "gemini", Open: `{"candidates": [{"content": {"role": "model", "parts": [`, Close: "]}}]}",
		Call: geminiCall, Between: ", ", Spell: JSONSpelling, Prose: Alone,
	},
	apiForm,
}

// apiForm is a call of Gemini's module.
var apiForm = Form{
	Name: "gemini/default_api", Family: "gemini", Call: "default_api:$name{$pairs}", Between: "\n", Pair: "$key:$value", Pairs: ",",
	Spell: bareSpelling, Confidence: 8, Tools: true,
}

const geminiCall = `{"functionCall": {"name": "$name", "args": $args}}`

func fenced(name, family, call, ids string, confidence int) Form {
	f := inFence(family, call)
	f.Name, f.IDs, f.Confidence = name, ids, confidence
	return f
}
