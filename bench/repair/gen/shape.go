package gen

// An ending says what follows the JSON in the output.
type ending uint8

const (
	_ ending = iota // nothing: the output ends
	// endBlock: a closing fence or a marker that ends the call itself.
	endBlock
	// endTurn: a marker that ends what the model says; it doesn't close
	// arguments that are still open.
	endTurn
	// endText: running text, so that no one can tell where the call was to end.
	endText
)

// A shape is one way in which a family writes a call.
type shape struct {
	name, family  string
	before, after string
	ending        ending
	// call is the object around the arguments; nil where these are alone.
	call func(name string, args *object) node
	// namePath and argsPath lead to the name and the arguments in the object;
	// a peer's reading is taken from there. Array indices are decimal.
	namePath, argsPath []string
	// header: before holds %NAME%.
	header bool
	// pretty shapes are never written on one line.
	pretty bool
}

func pair(nameKey, argsKey string) func(string, *object) node {
	return func(name string, args *object) node {
		return obj(member{nameKey, plain(name)}, member{argsKey, args})
	}
}

func wrapped(outer, argsKey string) func(string, *object) node {
	return func(name string, args *object) node {
		return obj(member{outer, pair("name", argsKey)(name, args)})
	}
}

func keys(names ...string) []string { return names }

const (
	intro = "I'll take care of that now.\n\n"
	outro = "\n\nLet me know if you need anything else."
	fence = "```json\n"
)

// shapes are the ways in which the families write calls. The names are those
// of the formats, with a suffix if a format has several.
var shapes = []shape{
	{name: "llama3/json", family: "llama3", call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters")},
	{name: "llama3/json arguments", family: "llama3", call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments")},
	{
		name: "llama3/json arguments first", family: "llama3", namePath: keys("name"), argsPath: keys("parameters"),
		call: func(name string, args *object) node {
			return obj(member{"parameters", args}, member{"name", plain(name)})
		},
	},
	{
		name: "llama3/json type function", family: "llama3", namePath: keys("function", "name"), argsPath: keys("function", "parameters"),
		call: func(name string, args *object) node {
			return obj(member{"type", plain("function")}, member{"function", pair("name", "parameters")(name, args)})
		},
	},
	{
		name: "llama3/json after python_tag", family: "llama3", before: "<|python_tag|>", after: "<|eom_id|>", ending: endTurn,
		call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters"),
	},
	{
		name: "llama3/json in text", family: "llama3", before: "Here is the call: ", after: " Would you like to know more?", ending: endText,
		call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters"),
	},
	{
		name: "llama3/json array", family: "llama3", namePath: keys("0", "name"), argsPath: keys("0", "parameters"),
		call: func(name string, args *object) node { return array{pair("name", "parameters")(name, args)} },
	},
	{name: "llama3/function_tag", family: "llama3", before: "<function=%NAME%>", after: "</function>", ending: endBlock, header: true},
	{
		name: "llama3/fenced_json", family: "llama3", before: intro + fence, after: "\n```" + outro, ending: endBlock,
		call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters"),
	},

	{
		name: "hermes/tool_call", family: "hermes", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "hermes/inline_json", family: "hermes", before: intro, call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},

	{
		name: "pythonic/json", family: "pythonic", before: intro + "<|python_start|>", after: "<|python_end|>", ending: endBlock,
		call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters"),
	},

	{
		name: "phi4/functools", family: "phi4", before: intro + "functools", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "jamba/tool_calls", family: "jamba", before: intro + "<tool_calls>", after: "\n</tool_calls>", ending: endBlock,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},

	{
		name: "minimax/tool_calls", family: "minimax", before: intro + "<tool_calls>\n", after: "\n</tool_calls>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "k2_horizon/tool_call_json", family: "k2_horizon",
		before: intro + "<ifm|tool_calls>\n<ifm|tool_call>\n", after: "\n</ifm|tool_call>\n</ifm|tool_calls>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "solar2/tool_call_json", family: "solar2", before: intro + "<|tool_call:start|>", after: "<|tool_call:end|>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "hyperclovax/function_call", family: "hyperclovax",
		before: intro + "<|im_end|>\n<|im_start|>assistant -> tool/function_call\n", after: "<|im_end|><|stop|>", ending: endTurn,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "hyperclovax/tool_call_json", family: "hyperclovax", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "step_audio/tool_call", family: "step_audio", before: intro + "<tool_call>function\n%NAME%\n", after: "</tool_call>", ending: endBlock,
		header: true,
	},
	{
		name: "telechat/tool_call_json", family: "telechat", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "hunyuan/tool_calls_json", family: "hunyuan", before: intro + "<tool_call:opensource>%NAME%<tool_sep:opensource>",
		after: "<end_of_tool_call:opensource>", ending: endBlock, header: true,
	},
	{
		name: "hunyuan/json_array", family: "hunyuan", before: intro + "<tool_calls>", after: "</tool_calls>", ending: endBlock,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "gigachat/function_call", family: "gigachat", before: "I'll take care of that now.<|message_sep|>\n\nfunction call<|role_sep|>\n",
		after: "</s>", ending: endTurn, call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "granite/tool_call", family: "granite", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "granite/tool_token", family: "granite", before: intro + "<|tool_call|>", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},

	{
		name: "nemotron_deci/toolcall", family: "nemotron_deci", before: intro + "<TOOLCALL>", after: "</TOOLCALL>", ending: endBlock,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "xlam/json_array", family: "xlam", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "internlm/plugin", family: "internlm", before: intro + "<|action_start|><|plugin|>\n", after: "<|action_end|>", ending: endBlock,
		call: pair("name", "parameters"), namePath: keys("name"), argsPath: keys("parameters"),
	},

	{
		name: "ernie/tool_call", family: "ernie", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "trinity/tool_call", family: "trinity", before: intro + "<tool_call>\n", after: "\n</tool_call>", ending: endBlock,
		call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments"),
	},
	{
		name: "pangu/tool_calls", family: "pangu", before: intro + "<|tool_call_start|>\n", after: "\n<|tool_call_end|>", ending: endBlock,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "apriel/tool_calls", family: "apriel", before: intro + "<tool_calls>", after: "</tool_calls>", ending: endBlock,
		namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "firefunction/functools", family: "firefunction", before: intro + "functools", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{
		name: "sarashina/tool_calls", family: "sarashina", before: intro + "<|tool_calls|>", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},

	{
		name: "plamo/tool_request", family: "plamo", header: true, ending: endBlock,
		before: "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>%NAME%" +
			"<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>",
		after: "<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
	},

	{
		name: "solar/tool_calls", family: "solar", header: true, ending: endBlock,
		before: "<|tool_calls|><|tool_call:begin|>c1<|tool_call:name|>%NAME%<|tool_call:args|>", after: "<|tool_call:end|><|calls|>",
	},

	{
		name: "mistral/json_array", family: "mistral", before: intro + "[TOOL_CALLS] ", namePath: keys("0", "name"), argsPath: keys("0", "arguments"),
		call: func(name string, args *object) node { return array{pair("name", "arguments")(name, args)} },
	},
	{name: "functionary/function_tag", family: "functionary", before: "<function=%NAME%>", after: "</function>", ending: endBlock, header: true},
	{name: "functionary/recipient", family: "functionary", before: ">>>all\nOn it.\n>>>%NAME%\n", after: "<|eot_id|>", ending: endTurn, header: true},
	{name: "mistral/named", family: "mistral", before: "[TOOL_CALLS]%NAME%[ARGS]", header: true},

	{
		name: "kimi/fenced_json tool_call", family: "kimi", before: intro + fence, after: "\n```" + outro, ending: endBlock, pretty: true,
		call: wrapped("tool_call", "arguments"), namePath: keys("tool_call", "name"), argsPath: keys("tool_call", "arguments"),
	},
	{
		name: "kimi/fenced_json tool_call compact", family: "kimi", before: fence, after: "\n```", ending: endBlock,
		call: wrapped("tool_call", "arguments"), namePath: keys("tool_call", "name"), argsPath: keys("tool_call", "arguments"),
	},
	{
		name: "kimi/fenced_json action", family: "kimi", before: intro + fence, after: "\n```\n", ending: endBlock,
		call: pair("action", "action_input"), namePath: keys("action"), argsPath: keys("action_input"),
	},
	{
		name: "kimi/fenced_json tool_uses", family: "kimi", before: fence, after: "\n```", ending: endBlock,
		namePath: keys("tool_uses", "0", "recipient_name"), argsPath: keys("tool_uses", "0", "parameters"),
		call: func(name string, args *object) node {
			return obj(member{"tool_uses", array{pair("recipient_name", "parameters")("functions."+name, args)}})
		},
	},
	{
		name: "kimi/inline_json function_call", family: "kimi", before: intro, call: wrapped("function_call", "arguments"),
		namePath: keys("function_call", "name"), argsPath: keys("function_call", "arguments"),
	},
	{name: "kimi/inline_json tool", family: "kimi", call: pair("tool", "tool_input"), namePath: keys("tool"), argsPath: keys("tool_input")},
	{
		name: "kimi/inline_json tool_name in text", family: "kimi", before: "First ", after: " and then the rest.", ending: endText,
		call: pair("tool_name", "tool_args"), namePath: keys("tool_name"), argsPath: keys("tool_args"),
	},
	{name: "kimi/inline_json name", family: "kimi", before: intro, call: pair("name", "arguments"), namePath: keys("name"), argsPath: keys("arguments")},
	{
		name: "kimi/k2_tokens", family: "kimi", header: true, ending: endBlock,
		before: "<|tool_calls_section_begin|><|tool_call_begin|>functions.%NAME%:0<|tool_call_argument_begin|>",
		after:  "<|tool_call_end|><|tool_calls_section_end|>",
	},

	{
		name: "deepseek/tokens", family: "deepseek", header: true, ending: endBlock,
		before: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>%NAME%<｜tool▁sep｜>",
		after:  "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
	},
	{
		name: "deepseek/tokens typed", family: "deepseek", header: true, ending: endBlock,
		before: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>%NAME%\n```json\n",
		after:  "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
	},

	{
		name: "gpt_oss/harmony", family: "gpt_oss", header: true, ending: endBlock,
		before: "<|channel|>commentary to=functions.%NAME% <|constrain|>json<|message|>", after: "<|call|>",
	},

	{
		name: "cohere/action", family: "cohere", before: "<|START_ACTION|>[", after: "]<|END_ACTION|>", ending: endBlock,
		namePath: keys("tool_name"), argsPath: keys("parameters"),
		call: func(name string, args *object) node {
			return obj(member{"tool_call_id", plain("0")}, member{"tool_name", plain(name)}, member{"parameters", args})
		},
	},

	{
		name: "inkling/invoke_json", family: "inkling", before: "<|content_invoke_tool_json|>", after: "<|end_message|>", ending: endBlock,
		call: pair("name", "args"), namePath: keys("name"), argsPath: keys("args"),
	},

	{
		name: "gemma/fenced_json", family: "gemma", before: "```function_call\n", after: "\n```", ending: endBlock, pretty: true,
		call: pair("function", "parameters"), namePath: keys("function"), argsPath: keys("parameters"),
	},

	{
		name: "claude/tool_use_json", family: "claude", before: intro, namePath: keys("name"), argsPath: keys("input"),
		call: func(name string, args *object) node {
			return obj(member{"type", plain("tool_use")}, member{"id", plain("toolu_01A09q90qw90lq917835lq9")},
				member{"name", plain(name)}, member{"input", args})
		},
	},
	{
		name: "claude/converse_json", family: "claude", before: intro, namePath: keys("toolUse", "name"), argsPath: keys("toolUse", "input"),
		call: func(name string, args *object) node {
			return obj(member{"toolUse", obj(member{"toolUseId", plain("tooluse_kZJMlvQmRJ6eAyJE5GIl7Q")},
				member{"name", plain(name)}, member{"input", args})})
		},
	},
	{
		name: "claude/tool_use_json fenced", family: "claude", before: intro + fence, after: "\n```", ending: endBlock, pretty: true,
		namePath: keys("name"), argsPath: keys("input"),
		call: func(name string, args *object) node {
			return obj(member{"type", plain("tool_use")}, member{"id", plain("toolu_01A09q90qw90lq917835lq9")},
				member{"name", plain(name)}, member{"input", args})
		},
	},

	{name: "ksi/event", family: "ksi", before: intro, call: pair("event", "data"), namePath: keys("event"), argsPath: keys("data")},
	{
		name: "ksi/tool_use", family: "ksi", before: intro + fence, after: "\n```", ending: endBlock, namePath: keys("name"), argsPath: keys("input"),
		call: func(name string, args *object) node {
			return obj(member{"type", plain("ksi_tool_use")}, member{"id", plain("ksiu_1")},
				member{"name", plain(name)}, member{"input", args})
		},
	},

	{
		name: "openai/responses_json", family: "openai", before: intro, namePath: keys("name"), argsPath: keys("arguments"),
		call: func(name string, args *object) node {
			return obj(member{"type", plain("function_call")}, member{"call_id", plain("call_12345xyz")},
				member{"name", plain(name)}, member{"arguments", args})
		},
	},
	{
		name: "openai/function_call", family: "openai", before: intro, call: wrapped("function_call", "arguments"),
		namePath: keys("function_call", "name"), argsPath: keys("function_call", "arguments"),
	},
	{
		name: "gemini/function_call", family: "gemini", before: intro, call: wrapped("functionCall", "args"),
		namePath: keys("functionCall", "name"), argsPath: keys("functionCall", "args"),
	},
	{
		name: "gemini/function_call fenced", family: "gemini", before: fence, after: "\n```", ending: endBlock, pretty: true,
		call: wrapped("functionCall", "args"), namePath: keys("functionCall", "name"), argsPath: keys("functionCall", "args"),
	},
}
