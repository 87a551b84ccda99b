package form

// Objects that are calls.
const (
	withArguments  = `{"name": "$name", "arguments": $args}`
	withParameters = `{"name": "$name", "parameters": $args}`
	withInput      = `{"type": "tool_use", "id": "$id", "name": "$name", "input": $args}`
	openaiFunction = `{"id": "$id", "type": "function", "function": {"name": "$name", "arguments": $quoted}}`
)

// inText, inFence and inTag are forms that many families share.
func inText(family, call string) Form {
	return Form{Name: family + "/inline_json", Family: family, Call: call, Between: "\n", Confidence: 7, Spell: JSONSpelling}
}

func inFence(family, call string) Form {
	return Form{
		Name: family + "/fenced_json", Family: family, Open: "⟨```json⟩\n", Close: "\n⟨```⟩",
		Call: call, Between: "\n", Confidence: 7, Spell: JSONSpelling,
	}
}

func kimiInText(writing, call string) Form {
	f := inText("kimi", call)
	f.Name += " " + writing
	return f
}

// declared is a form that counts only if the tool is declared.
func declared(f Form) Form {
	f.Tools = true
	return f
}

func inTag(name, family, opener, closer string) Form {
	return Form{Name: name, Family: family, Call: "⟨" + opener + "⟩\n" + withArguments + "\n⟨" + closer + "⟩", Between: "\n", Spell: JSONSpelling}
}

// inArray is an array of calls behind an opener.
func inArray(name, family, opener, closer, call string) Form {
	f := Form{Name: name, Family: family, Open: "⟨" + opener + "⟩[", Close: "]", Call: call, Between: ", ", Spell: JSONSpelling}
	if closer != "" {
		f.Close += "⟨" + closer + "⟩"
	}
	return f
}

// jsonForms write a call as an object with its name.
var jsonForms = []Form{
	{Name: "llama3/json", Family: "llama3", Call: withParameters, Between: "; ", Spell: JSONSpelling},
	{Name: "llama3/json arguments", Family: "llama3", Call: withArguments, Between: "\n", Spell: JSONSpelling},
	{Name: "llama3/json arguments first", Family: "llama3", Call: `{"parameters": $args, "name": "$name"}`, Between: "; ", Spell: JSONSpelling},
	{
		Name: "llama3/json type function", Family: "llama3", Between: "; ", Spell: JSONSpelling,
		Call: `{"type": "function", "function": {"name": "$name", "parameters": $args}}`,
	},
	{
		Name: "llama3/json after python_tag", Family: "llama3", Open: "⟨<|python_tag|>⟩", End: "⟨<|eom_id|>⟩",
		Call: withParameters, Between: "; ", Spell: JSONSpelling, Prose: Before,
	},
	{Name: "llama3/json array", Family: "llama3", Open: "[", Close: "]", Call: withParameters, Between: ", ", Spell: JSONSpelling},
	inFence("llama3", withParameters),

	inTag("hermes/tool_call", "hermes", "<tool_call>", "</tool_call>"),
	inText("hermes", withArguments),
	inFence("hermes", withArguments),

	{
		Name: "pythonic/json", Family: "pythonic", Open: "⟨<|python_start|>⟩", Close: "⟨<|python_end|>⟩",
		Call: withParameters, Between: "\n", Single: true, Spell: JSONSpelling,
	},

	inArray("phi4/functools", "phi4", "functools", "", withArguments),
	inArray("phi4/tool_call", "phi4", "<|tool_call|>", "<|/tool_call|>", withArguments),
	inText("phi4", withArguments),
	inFence("phi4", withArguments),

	inArray("jamba/tool_calls", "jamba", "<tool_calls>", "</tool_calls>", withArguments),
	inText("jamba", withArguments),
	inFence("jamba", withArguments),

	{Name: "xlam/json_array", Family: "xlam", Open: "[", Close: "]", Call: withArguments, Between: ", ", Spell: JSONSpelling, Prose: Alone, Tools: true},
	inArray("xlam/tagged", "xlam", "[TOOL_CALLS]", "", withArguments),
	inText("xlam", withArguments),
	inFence("xlam", withArguments),

	{
		Name: "internlm/plugin", Family: "internlm", Between: "\n", Spell: JSONSpelling,
		Call: "⟨<|action_start|>⟩⟨<|plugin|>⟩\n" + withParameters + "⟨<|action_end|>⟩",
	},

	inArray("nemotron_deci/toolcall", "nemotron_deci", "<TOOLCALL>", "</TOOLCALL>", withArguments),
	inText("nemotron_deci", withArguments),
	inFence("nemotron_deci", withArguments),

	inTag("granite/tool_call", "granite", "<tool_call>", "</tool_call>"),
	inArray("granite/tool_token", "granite", "<|tool_call|>", "", withArguments),
	{Name: "granite/function_call", Family: "granite", Call: "⟨<function_call>⟩ " + withArguments, Between: "\n", Spell: JSONSpelling},
	inText("granite", withArguments),
	inFence("granite", withArguments),

	{
		Name: "mistral/json_array", Family: "mistral", Open: "⟨[TOOL_CALLS]⟩ [", Close: "]", Between: ", ", Spell: JSONSpelling,
		Call: `{"name": "$name", "arguments": $args, "id": "$id"}`, IDs: "a######b#",
	},
	inText("mistral", withArguments),
	inFence("mistral", withArguments),

	inArray("pangu/tool_calls", "pangu", "[unused11]", "[unused12]", withArguments),
	inArray("pangu/tool_calls 2", "pangu", "<|tool_call_start|>", "<|tool_call_end|>", withArguments),
	inArray("apertus/tools", "apertus", "<|tools_prefix|>", "<|tools_suffix|>", `{"$name": $args}`),
	{
		Name: "sarashina/tool_calls", Family: "sarashina", Open: "⟨<|tool_calls|>⟩[", Close: "]", Between: ", ",
		Call: `{'name': '$name', 'arguments': $args}`, Spell: pythonSpelling,
	},
	inArray("firefunction/functools", "firefunction", "functools", "", withArguments),
	inArray("apriel/tool_calls", "apriel", "<tool_calls>", "</tool_calls>", withArguments),
	inTag("trinity/tool_call", "trinity", "<tool_call>", "</tool_call>"),
	inTag("ernie/tool_call", "ernie", "<tool_call>", "</tool_call>"),
	inTag("zaya/json", "zaya", "<zyphra_tool_call>", "</zyphra_tool_call>"),
	{
		Name: "miro/use_mcp_tool", Family: "miro", Between: "\n", Spell: JSONSpelling,
		Call: "⟨<use_mcp_tool>⟩\n⟨<server_name>⟩tools⟨</server_name>⟩\n⟨<tool_name>⟩$name⟨</tool_name>⟩\n⟨<arguments>⟩\n$args\n⟨</arguments>⟩\n⟨</use_mcp_tool>⟩",
	},
	{Name: "cwm/tool", Family: "cwm", Call: "⟨<tool: ⟩$name⟨>⟩\n$args\n⟨</tool>⟩", Between: "\n", Spell: JSONSpelling},
	{
		Name: "react/action", Family: "react", Call: "⟨Action: ⟩$name\n⟨Action Input: ⟩$args", Between: "\n", Spell: JSONSpelling, Tools: true,
		Prose: Before,
	},

	{
		Name: "kimi/fenced_json", Family: "kimi", Open: "⟨```json⟩\n", Close: "\n⟨```⟩", Single: true,
		Call: `{"tool_call": {"name": "$name", "arguments": $args}}`, Spell: JSONSpelling,
	},
	{
		Name: "kimi/fenced_json action", Family: "kimi", Open: "⟨```json⟩\n", Close: "\n⟨```⟩", Single: true,
		Call: `{"action": "$name", "action_input": $args}`, Spell: JSONSpelling,
	},
	{
		Name: "kimi/fenced_json tool_uses", Family: "kimi", Open: "⟨```json⟩\n" + `{"tool_uses": [`, Close: "]}\n⟨```⟩", Between: ", ",
		Call: `{"recipient_name": "functions.$name", "parameters": $args}`, Spell: JSONSpelling,
	},
	inText("kimi", withArguments),
	kimiInText("function_call", `{"function_call": {"name": "$name", "arguments": $args}}`),
	kimiInText("tool", `{"tool": "$name", "tool_input": $args}`),
	kimiInText("tool_name", `{"tool_name": "$name", "tool_args": $args}`),

	inTag("qwen3_coder/json", "qwen3_coder", "<tool_call>", "</tool_call>"),
	inTag("mimo/json", "mimo", "<tool_call>", "</tool_call>"),
	inTag("glm/json", "glm", "<tool_call>", "</tool_call>"),
	{
		Name: "minimax/tool_calls", Family: "minimax", Open: "⟨<tool_calls>⟩\n", Close: "\n⟨</tool_calls>⟩",
		Call: withArguments, Between: "\n", Spell: JSONSpelling,
	},
	inTag("laguna/tool_call_json", "laguna", "<tool_call>", "</tool_call>"),
	inText("laguna", withArguments),
	inFence("laguna", withArguments),
	inTag("spark/tool_call_json", "spark", "<tool_call>", "</tool_call>"),
	inTag("telechat/tool_call_json", "telechat", "<tool_call>", "</tool_call>"),
	inTag("iquest/tool_call_json", "iquest", "<iquest_tool_call>", "</iquest_tool_call>"),
	inTag("longcat/tool_call_json", "longcat", "<longcat_tool_call>", "</longcat_tool_call>"),
	inTag("hyperclovax/tool_call_json", "hyperclovax", "<tool_call>", "</tool_call>"),
	{
		Name: "hyperclovax/function_call", Family: "hyperclovax", Open: "⟨<|im_end|>⟩\n⟨<|im_start|>assistant -> tool/function_call⟩\n[", Close: "]",
		Call: withArguments, Between: ", ", End: "⟨<|im_end|>⟩⟨<|stop|>⟩", Spell: JSONSpelling, Prose: Before,
	},
	{
		Name: "k2_horizon/tool_call_json", Family: "k2_horizon", Open: "⟨<ifm|tool_calls>⟩\n", Close: "\n⟨</ifm|tool_calls>⟩",
		Call: "⟨<ifm|tool_call>⟩\n" + withArguments + "\n⟨</ifm|tool_call>⟩", Between: "\n", Spell: JSONSpelling,
	},
	inArray("hunyuan/json_array", "hunyuan", "<tool_calls>", "</tool_calls>", withArguments),
	inTag("dots/function_call_json", "dots", "<dots_function_call>", "</dots_function_call>"),
	{
		Name: "gigachat/function_call", Family: "gigachat", Open: "⟨<|message_sep|>⟩\n\n⟨function call<|role_sep|>⟩\n",
		Call: withArguments, Single: true, End: "⟨</s>⟩", Spell: JSONSpelling, Prose: Before,
	},
	{
		Name: "gigachat/function_call 3.1", Family: "gigachat", Call: "⟨<|function_call|>⟩" + withArguments, Single: true,
		End: "⟨</s>⟩", Spell: JSONSpelling, Prose: Before,
	},
	inTag("gigachat/gcml_json", "gigachat", "<｜GCML｜tool_calls>", "</｜GCML｜tool_calls>"),
	inTag("step3/steptml_json", "step3", "<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"),
	{
		Name: "muse/atem_json", Family: "muse", Open: " ⟨to=$name⟩⟨<|message|>⟩⟨<atem:function_calls>⟩", Close: "⟨</atem:function_calls>⟩⟨<|eot|>⟩",
		Call: withArguments, Single: true, Spell: JSONSpelling, Prose: Alone,
	},
	{
		Name: "cohere/action", Family: "cohere", Open: "⟨<|START_ACTION|>⟩[\n", Close: "\n]⟨<|END_ACTION|>⟩", Between: ",\n", Spell: JSONSpelling,
		Call: `{"tool_call_id": "$id", "tool_name": "$name", "parameters": $args}`, IDs: "#",
	},
	{
		Name: "cohere/action_fence", Family: "cohere", Open: "⟨Action:⟩ ⟨```json⟩\n[\n", Close: "\n]\n⟨```⟩", Between: ",\n",
		Call: `{"tool_name": "$name", "parameters": $args}`, Spell: JSONSpelling,
	},
	inText("cohere", `{"tool_name": "$name", "parameters": $args}`),
	inFence("cohere", `{"tool_name": "$name", "parameters": $args}`),
	inText("gemma", withParameters),
	inFence("gemma", withParameters),
	{
		Name: "gemma/fenced_json function", Family: "gemma", Open: "⟨```function_call⟩\n", Close: "\n⟨```⟩", Single: true,
		Call: `{"function": "$name", "parameters": $args}`, Confidence: 7, Spell: JSONSpelling,
	},
	declared(inText("auto", withArguments)),
	declared(inFence("auto", withArguments)),
}

// tokenForms write a name between tokens, and its arguments as JSON.
var tokenForms = []Form{
	{Name: "llama3/function_tag", Family: "llama3", Call: "⟨<function=$name>⟩$args⟨</function>⟩", Between: "\n", Spell: JSONSpelling},
	{Name: "functionary/function_tag", Family: "functionary", Call: "⟨<function=$name>⟩$args⟨</function>⟩", Between: "\n", Spell: JSONSpelling},
	{
		Name: "functionary/recipient", Family: "functionary", Call: "⟨>>>$name⟩\n$args", Between: "\n",
		Spell: JSONSpelling, Prose: Before,
	},
	{Name: "mistral/named", Family: "mistral", Call: "⟨[TOOL_CALLS]⟩$name⟨[ARGS]⟩$args", Spell: JSONSpelling},
	{Name: "mistral/named v11", Family: "mistral", Call: "⟨[TOOL_CALLS]⟩$name$args", Spell: JSONSpelling},
	{
		Name: "mistral/named id", Family: "mistral", Call: "⟨[TOOL_CALLS]⟩$name⟨[CALL_ID]⟩$id⟨[ARGS]⟩$args", IDs: "a######b#",
		Spell: JSONSpelling,
	},
	{
		Name: "plamo/tool_request", Family: "plamo", Open: "⟨<|plamo:begin_tool_requests:plamo|>⟩", Close: "⟨<|plamo:end_tool_requests:plamo|>⟩",
		Call: "⟨<|plamo:begin_tool_request:plamo|>⟩⟨<|plamo:begin_tool_name:plamo|>⟩$name⟨<|plamo:end_tool_name:plamo|>⟩" +
			"⟨<|plamo:begin_tool_arguments:plamo|>⟩⟨<|plamo:constrain|>⟩json⟨<|plamo:msg|>⟩$args" +
			"⟨<|plamo:end_tool_arguments:plamo|>⟩⟨<|plamo:end_tool_request:plamo|>⟩", Spell: JSONSpelling,
	},
	{
		Name: "solar/tool_calls", Family: "solar", Open: "⟨<|tool_calls|>⟩", Close: "⟨<|calls|>⟩", IDs: "a##b#",
		Call:  "⟨<|tool_call:begin|>⟩$id⟨<|tool_call:name|>⟩$name⟨<|tool_call:args|>⟩$args⟨<|tool_call:end|>⟩",
		Spell: JSONSpelling, Prose: Alone,
	},
	{
		Name: "solar2/tool_call_json", Family: "solar2", Call: "⟨<|tool_call:start|>⟩$name\n$args\n⟨<|tool_call:end|>⟩",
		Between: "\n", Spell: JSONSpelling,
	},
	inTag("solar2/tool_call_json object", "solar2", "<|tool_call:start|>", "<|tool_call:end|>"),
	{
		Name: "kimi/k2_tokens", Family: "kimi", Open: "⟨<|tool_calls_section_begin|>⟩", Close: "⟨<|tool_calls_section_end|>⟩",
		Call: "⟨<|tool_call_begin|>⟩functions.$name:$index⟨<|tool_call_argument_begin|>⟩$args⟨<|tool_call_end|>⟩", Spell: JSONSpelling,
	},
	{Name: "glm/name_json", Family: "glm", Call: "$name\n$args", Between: "\n", Spell: JSONSpelling, Prose: Alone, Tools: true, Single: true},
	{
		Name: "hunyuan/tool_calls_json", Family: "hunyuan", Between: "\n", Spell: JSONSpelling,
		Call: "⟨<tool_call:opensource>⟩$name⟨<tool_sep:opensource>⟩$args⟨<end_of_tool_call:opensource>⟩",
	},
	{Name: "step_audio/tool_call", Family: "step_audio", Call: "⟨<tool_call>⟩function\n$name\n$args⟨</tool_call>⟩", Between: "\n", Spell: JSONSpelling},
	{
		Name: "deepseek/tokens", Family: "deepseek", Open: "⟨<｜tool▁calls▁begin｜>⟩", Close: "⟨<｜tool▁calls▁end｜>⟩",
		Call: "⟨<｜tool▁call▁begin｜>⟩$name⟨<｜tool▁sep｜>⟩$args⟨<｜tool▁call▁end｜>⟩", Spell: JSONSpelling,
	},
	{
		Name: "deepseek/tokens typed", Family: "deepseek", Open: "⟨<｜tool▁calls▁begin｜>⟩", Close: "⟨<｜tool▁calls▁end｜>⟩", Between: "\n",
		Call: "⟨<｜tool▁call▁begin｜>⟩function⟨<｜tool▁sep｜>⟩$name\n⟨```json⟩\n$args\n⟨```⟩⟨<｜tool▁call▁end｜>⟩", Spell: JSONSpelling,
	},
	{
		Name: "gpt_oss/harmony", Family: "gpt_oss", Between: "⟨<|start|>⟩assistant", Spell: JSONSpelling, Prose: Alone,
		Call: "⟨<|channel|>⟩commentary ⟨to=functions.$name⟩ ⟨<|constrain|>⟩json⟨<|message|>⟩$args⟨<|call|>⟩",
	},
	{
		Name: "gpt_oss/stripped", Family: "gpt_oss", Call: "commentary ⟨to=functions.$name⟩ json$args", Spell: JSONSpelling,
		Prose: Alone, Tools: true, Single: true, Confidence: 5, // in free text, and without its tokens
	},
	{
		Name: "inkling/invoke_json", Family: "inkling", Spell: JSONSpelling, Prose: Alone,
		Call: "⟨<|message_model|>⟩$name⟨<|content_invoke_tool_json|>⟩" + `{"name": "$name", "args": $args}` + "⟨<|end_message|>⟩",
	},
}

// pythonForms write a call as Python does.
var pythonForms = []Form{
	pythonForm("llama3/pythonic", "llama3"),
	{
		Name: "llama3/builtin_call", Family: "llama3", Open: "⟨<|python_tag|>⟩", Call: "$name.call($pairs)", Between: "; ", End: "⟨<|eom_id|>⟩",
		Pair: "$key=$value", Pairs: ", ", Spell: doubleSpelling, Prose: Before, Tools: true,
	},
	pythonForm("hermes/text", "hermes"),
	pythonForm("phi4/text", "phi4"),
	pythonForm("granite/text", "granite"),
	pythonForm("xlam/text", "xlam"),
	{
		Name: "ui_tars/action", Family: "ui_tars", Open: "⟨Action: ⟩", Call: "$name($pairs)", Between: "\n\n", Pair: "$key=$value", Pairs: ", ",
		Spell: pythonSpelling, Tools: true, Prose: Before,
	},
	pythonForm("pythonic/list", "pythonic"),
	between("pythonic/list markers", "pythonic", "⟨<|python_start|>⟩[", "]⟨<|python_end|>⟩"),
	between("pythonic/tool_tokens", "pythonic", "⟨<|tool_call_start|>⟩[", "]⟨<|tool_call_end|>⟩"),
	{
		Name: "pythonic/function_calls", Family: "pythonic", Open: "⟨<function_calls>⟩\n", Close: "\n⟨</function_calls>⟩",
		Call: "$name($pairs)", Between: "\n", Pair: "$key=$value", Pairs: ", ", Spell: pythonSpelling,
	},
	{
		Name: "pythonic/text", Family: "pythonic", Lead: "Calling ", Open: "[", Close: "]", Call: "$name($pairs)", Between: ", ",
		Pair: "$key=$value", Pairs: ", ", Spell: doubleSpelling, Tools: true, Confidence: 7,
	},
	{
		Name: "pythonic/fenced", Family: "pythonic", Open: "⟨```python⟩\n[", Close: "]\n⟨```⟩", Call: "$name($pairs)", Between: ", ",
		Pair: "$key=$value", Pairs: ", ", Spell: pythonSpelling, Tools: true, Confidence: 7,
	},
	{
		Name: "gemini/python_text", Family: "gemini", Call: "print(default_api.$name($pairs))", Between: "\n",
		Pair: "$key=$value", Pairs: ", ", Spell: doubleSpelling, Confidence: 7,
	},
	{
		Name: "gemma/tool_code", Family: "gemma", Open: "⟨```tool_code⟩\n", Close: "\n⟨```⟩", Call: "$name($pairs)", Between: "\n",
		Pair: "$key=$value", Pairs: ", ", Spell: doubleSpelling, Tools: true,
	},
	pythonForm("gemma/pythonic", "gemma"),
}

// pythonForm is a list at the start of the output.
func pythonForm(name, family string) Form {
	f := between(name, family, "[", "]")
	f.Prose, f.Tools = Alone, true
	return f
}

func between(name, family, open, shut string) Form {
	return Form{
		Name: name, Family: family, Open: open, Close: shut, Call: "$name($pairs)", Between: ", ",
		Pair: "$key=$value", Pairs: ", ", Spell: pythonSpelling,
	}
}
