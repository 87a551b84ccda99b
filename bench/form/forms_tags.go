package form

// tagForms write every argument in a tag.
var tagForms = []Form{
	functionTags("qwen3_coder/xml", "qwen3_coder", "tool_call", "\n", rawPython),
	functionTags("qwen3_coder/xml seed", "qwen3_coder", "seed:tool_call", "", rawPython),
	functionTags("zaya/xml", "zaya", "zyphra_tool_call", "\n", rawPython),
	functionTags("mimo/xml", "mimo", "tool_call", "", rawPython),
	invokeTags("claude/invoke_xml", "claude", "⟨<function_calls>⟩\n", "⟨</function_calls>⟩", ""),
	invokeTags("minimax/invoke_xml", "minimax", "⟨<minimax:tool_call>⟩\n", "⟨</minimax:tool_call>⟩", ""),
	invokeTags("dots/function_call", "dots", "⟨<dots_function_call>⟩\n", "⟨</dots_function_call>⟩", ""),
	typedTags("gigachat/gcml", "gigachat", "｜GCML｜"),
	typedTags("deepseek/dsml", "deepseek", "｜DSML｜"),
	{
		Name: "cohere/tool_calls", Family: "cohere", Open: "⟨<cofl:tool_calls>⟩\n", Close: "⟨</cofl:tool_calls>⟩",
		Call: "⟨<cofl:tool_call id=\"$index\" name=\"$name\">⟩\n$pairs⟨</cofl:tool_call>⟩\n", Spell: rawSpelling,
		Pair: "⟨<cofl:tool_param name=\"$key\" string=\"$string\">⟩$value⟨</cofl:tool_param>⟩\n",
	},
	func() Form {
		f := invokeTags("muse/atem", "muse", " ⟨to=$name⟩⟨<|message|>⟩⟨<atem:function_calls>⟩\n", "⟨</atem:function_calls>⟩⟨<|eot|>⟩", "atem:")
		f.Prose, f.Reserved = Alone, []string{"<|eot|>", "<|eom|>", "<|start|>"}
		return f
	}(),
	{
		Name: "step3/steptml", Family: "step3", Open: "⟨<｜tool_calls_begin｜>⟩\n", Close: "⟨<｜tool_calls_end｜>⟩",
		Call: "⟨<｜tool_call_begin｜>⟩function⟨<｜tool_sep｜>⟩⟨<steptml:invoke name=\"$name\">⟩\n$pairs⟨</steptml:invoke>⟩⟨<｜tool_call_end｜>⟩\n",
		Pair: "⟨<steptml:parameter name=\"$key\">⟩$value⟨</steptml:parameter>⟩\n", Spell: rawSpelling,
	},
	{
		Name: "minicpm/function", Family: "minicpm", Call: "⟨<function name=\"$name\">⟩$pairs⟨</function>⟩", Between: "\n",
		Pair: "⟨<param name=\"$key\">⟩$value⟨</param>⟩", Spell: rawSpelling,
	},
	{
		Name: "kimi/k3_xtml", Family: "kimi", Open: "⟨<|open|>tools<|sep|>⟩", Close: "⟨<|close|>tools<|sep|>⟩",
		Call: "⟨<|open|>call tool=\"$name\" index=\"$index\"<|sep|>⟩$pairs⟨<|close|>call<|sep|>⟩",
		Pair: "⟨<|open|>argument key=\"$key\" type=\"$type\"<|sep|>⟩$value⟨<|close|>argument<|sep|>⟩", Spell: rawSpelling,
	},
	{
		Name: "beam/rfl", Family: "beam", Between: "⟨<|start|>⟩assistant", Prose: Alone,
		Call: " ⟨to=$name⟩⟨<|channel|>⟩analysis ⟨<|constrain|>⟩xml⟨<|message|>⟩$pairs⟨<|call|>⟩",
		Pair: "⟨<rfl:parameter name=\"$key\">⟩\n$value\n⟨</rfl:parameter>⟩", Spell: rawSpelling,
		Reserved: []string{"<|call|>", "<|end|>", "<|return|>", "<|start|>", "<|channel|>", "<|message|>"},
	},
	{
		Name: "claude/legacy_xml", Family: "claude", Open: "⟨<function_calls>⟩\n", Close: "⟨</function_calls>⟩", Scalars: true,
		Call: "⟨<invoke>⟩\n⟨<tool_name>⟩$name⟨</tool_name>⟩\n⟨<parameters>⟩\n$pairs⟨</parameters>⟩\n⟨</invoke>⟩\n",
		Pair: "⟨<$key>⟩$value⟨</$key>⟩\n", Spell: rawSpelling,
	},
	{
		Name: "minimax/elements", Family: "minimax", Open: "⟨]<]minimax[>[<tool_call>⟩\n", Close: "⟨]<]minimax[>[</tool_call>⟩", Scalars: true,
		Call: "⟨]<]minimax[>[<invoke name=\"$name\">⟩$pairs⟨]<]minimax[>[</invoke>⟩\n",
		Pair: "⟨]<]minimax[>[<$key>⟩$value⟨]<]minimax[>[</$key>⟩", Spell: rawSpelling,
		Reserved: []string{"]<]minimax[>["},
	},
}

func functionTags(name, family, wrapper, edge string, spell Spelling) Form {
	return Form{
		Name: name, Family: family, Between: "\n",
		Call: "⟨<" + wrapper + ">⟩\n⟨<function=$name>⟩\n$pairs⟨</function>⟩\n⟨</" + wrapper + ">⟩",
		Pair: "⟨<parameter=$key>⟩" + edge + "$value" + edge + "⟨</parameter>⟩\n", Spell: spell,
	}
}

func invokeTags(name, family, open, shut, prefix string) Form {
	return Form{
		Name: name, Family: family, Open: open, Close: shut,
		Call: "⟨<" + prefix + "invoke name=\"$name\">⟩\n$pairs⟨</" + prefix + "invoke>⟩\n",
		Pair: "⟨<" + prefix + "parameter name=\"$key\">⟩$value⟨</" + prefix + "parameter>⟩\n", Spell: rawSpelling,
	}
}

func typedTags(name, family, prefix string) Form {
	f := invokeTags(name, family, "⟨<"+prefix+"tool_calls>⟩\n", "⟨</"+prefix+"tool_calls>⟩", prefix)
	f.Pair = "⟨<" + prefix + "parameter name=\"$key\" string=\"$string\">⟩$value⟨</" + prefix + "parameter>⟩\n"
	return f
}

// pairForms write a key and a value for every argument.
var pairForms = []Form{
	pairs("glm/arg_tags", "glm", "tool_call", "arg"),
	pairs("laguna/tool_call", "laguna", "tool_call", "arg"),
	pairs("spark/tool_call", "spark", "tool_call", "arg"),
	pairs("telechat/tool_call", "telechat", "tool_call", "param"),
	pairs("iquest/tool_call", "iquest", "iquest_tool_call", "arg"),
	pairs("hyperclovax/tool_call", "hyperclovax", "tool_call", "arg"),
	pairs("longcat/tool_call", "longcat", "longcat_tool_call", "longcat_arg"),
	{
		Name: "glm/arg_tags 4.7", Family: "glm", Call: "⟨<tool_call>⟩$name$pairs⟨</tool_call>⟩", Between: "\n",
		Pair: "⟨<arg_key>⟩$key⟨</arg_key>⟩⟨<arg_value>⟩$value⟨</arg_value>⟩", Spell: rawSpelling,
	},
	{
		Name: "k2_horizon/tool_call", Family: "k2_horizon", Open: "⟨<ifm|tool_calls>⟩\n", Close: "\n⟨</ifm|tool_calls>⟩", Between: "\n",
		Call: "⟨<ifm|tool_call>⟩$name\n$pairs⟨</ifm|tool_call>⟩", Spell: rawSpelling,
		Pair: "⟨<ifm|arg_key>⟩$key⟨</ifm|arg_key>⟩\n⟨<ifm|arg_type>⟩$type⟨</ifm|arg_type>⟩\n⟨<ifm|arg_value>⟩$value⟨</ifm|arg_value>⟩\n",
	},
	{
		Name: "hunyuan/tool_calls", Family: "hunyuan", Open: "⟨<tool_calls>⟩\n", Close: "\n⟨</tool_calls>⟩", Between: "\n",
		Call: "⟨<tool_call>⟩$name⟨<tool_sep>⟩\n$pairs⟨</tool_call>⟩", Spell: rawSpelling,
		Pair: "⟨<arg_key>⟩$key⟨</arg_key>⟩\n⟨<arg_value>⟩$value⟨</arg_value>⟩\n",
	},
	{
		Name: "hunyuan/tool_calls suffix", Family: "hunyuan", Open: "⟨<tool_calls:opensource>⟩\n", Close: "\n⟨</tool_calls:opensource>⟩", Between: "\n",
		Call: "⟨<tool_call:opensource>⟩$name⟨<tool_sep:opensource>⟩\n$pairs⟨</tool_call:opensource>⟩", Spell: rawSpelling,
		Pair: "⟨<arg_key:opensource>⟩$key⟨</arg_key:opensource>⟩\n⟨<arg_value:opensource>⟩$value⟨</arg_value:opensource>⟩\n",
	},
	{
		Name: "solar2/tool_call", Family: "solar2", Call: "⟨<|tool_call:start|>⟩$name\n$pairs⟨<|tool_call:end|>⟩", Between: "\n",
		Pair: "⟨<|tool_arg:start|>⟩$key⟨<|tool_arg:value|>⟩$value⟨<|tool_arg:end|>⟩\n", Spell: rawSpelling,
	},
	gemma("gemma/tool_call", "⟨<|tool_call>⟩", "⟨<tool_call|>⟩", gemmaSpelling, 10),
	gemma("gemma/function_call", "⟨<start_function_call>⟩", "⟨<end_function_call>⟩", escapeAll, 10),
	gemma("gemma/bare_call", "", "", gemmaSpelling, 5), // in free text, and without its tokens
}

func pairs(name, family, wrapper, word string) Form {
	return Form{
		Name: name, Family: family, Call: "⟨<" + wrapper + ">⟩$name\n$pairs⟨</" + wrapper + ">⟩", Between: "\n", Spell: rawSpelling,
		Pair: "⟨<" + word + "_key>⟩$key⟨</" + word + "_key>⟩\n⟨<" + word + "_value>⟩$value⟨</" + word + "_value>⟩\n",
	}
}

func gemma(name, open, shut string, spell Spelling, confidence int) Form {
	return Form{
		Name: name, Family: "gemma", Call: open + "call:$name{$pairs}" + shut, Pair: "$key:$value", Pairs: ",",
		Spell: spell, Confidence: confidence, Tools: confidence < 10,
	}
}
