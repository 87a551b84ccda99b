package adversarial

import (
	"fmt"
	"strings"
)

// An input is a hostile text of any length.
type input struct {
	name string
	// before is once, then unit is repeated, then after is once.
	before, unit, after string
	// numbered: unit is a format with one number, so that no two are equal.
	numbered bool
	// grow makes the text where repetition doesn't.
	grow func(n int) string
	// family: only for this one; empty for all.
	family string
}

// text is the input at n bytes or a little less.
func (in input) text(n int) string {
	if in.grow != nil {
		return in.grow(n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(in.before)
	for i := 0; b.Len()+len(in.unit)+len(in.after) <= n; i++ {
		if in.numbered {
			fmt.Fprintf(&b, in.unit, i)
		} else {
			b.WriteString(in.unit)
		}
	}
	b.WriteString(in.after)
	return b.String()
}

// call opens a string among the arguments of a call that llama3, kimi and
// others read; k2 the same between Kimi's markers.
const (
	call = `{"name": "a", "parameters": {"content": "`
	k2   = "<|tool_calls_section_begin|><|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>"
	// fenced is that call in a fence.
	fenced = "```json\n" + `{"tool_call": {"name": "a", "arguments": {"content": "`
)

// inputs are grouped by what they aim at.
var inputs = []input{
	{name: "quote_comma_in_string", before: call, unit: `"x", `},
	{name: "quote_comma_in_string_closed", before: call, unit: `"x", `, after: `"}}`},
	{name: "backslashes_in_string", before: call, unit: `\`},
	{name: "backslashes", unit: `\`},
	{name: "name_openers", unit: `{"name": "a" `},

	// Control characters, each six bytes of JSON.
	{name: "control_characters", before: call, unit: "\x01", after: `"}}`},
	{name: "control_characters_unclosed", before: call, unit: "\x01"},
	{name: "control_characters_quotes", before: call, unit: "\x0b\""},
	{name: "control_characters_in_tag", before: "<tool_call>\n<function=f>\n<parameter=a>", unit: "\x01", after: "</parameter>\n</function>\n</tool_call>"},
	{name: "control_characters_in_python", before: `[f(a="`, unit: "\x01", after: `")]`},

	// Quote recovery: ends that look right and aren't.
	{name: "ends_in_string", before: call, unit: `"}} `},
	{name: "ends_with_quote", before: call, unit: `"}}"`},
	{name: "ends_one_brace", before: call, unit: `"} `},
	{name: "members_in_string", before: call, unit: `", "b": "`, after: `"}}`},
	{name: "members_numbered", before: call, unit: `", "k%d": "`, numbered: true, after: `"}}`},
	{name: "members_broken", before: call, unit: `", "b": x "`},
	{name: "colons", before: call, unit: `": `},
	{name: "quotes", before: call, unit: `"`},
	{name: "quotes_newlines", before: call, unit: "\"\n"},
	{name: "quotes_brackets", before: call, unit: `"]`},
	{name: "nested_in_string", before: call, unit: `", "b": {"c": "`},
	{name: "arrays_in_string", before: call, unit: `", ["`},
	{name: "german", before: call, unit: `„x" `},
	{name: "no_end_raw_code", before: call, unit: "print(\"a\", 'b')\n"},
	{name: "fenced_ends", before: fenced, unit: "\"}}}\n```\n"},
	{name: "fenced_fences", before: fenced, unit: "\"x\"\n```\n"},
	{name: "k2_ends", before: k2 + `{"content": "`, unit: `"} `, after: "<|tool_call_end|>"},
	{name: "k2_markers_in_string", before: k2 + `{"content": "`, unit: `" <|tool_call_end|>`},

	// Openers of wrappers that nothing follows, where calls don't count.
	{name: "wrappers_in_thought", before: "<think>", unit: "<tool_call>"},
	{name: "wrappers_in_fence", before: "```\n", unit: "<tool_call>\n"},
	{name: "claude_wrappers_in_thought", before: "<think>", unit: "<function_calls>", family: "claude"},
	{name: "claude_wrappers_in_fence", before: "```\n", unit: "<function_calls>\n", family: "claude"},
	{name: "closers_in_value", before: "<tool_call>\n<function=f>\n<parameter=a>", unit: "</function></tool_call>"},
	{name: "names_without_key", unit: "<tool_call>f</arg_key>"},

	// Damage that is repeated: what is looked for up to the output's end must be found once.
	{name: "quote_lost_in_fences", unit: "```python\n[f(b=\"Oslo)]\n```\n"},
	{name: "quote_lost_on_lines", unit: "{\"name\": \"f\", \"parameters\": {}}\nf(b=\"\n"},
	{name: "quote_lost_in_lists", unit: "[f(b=\"Oslo)] "},
	{name: "quote_lost_in_prints", unit: "```tool_code\nprint(f(b=\"Oslo))\n```\n"},
	{name: "quotes_astray_in_calls", unit: "[f(b=\"say \"hi\" now\")]\n"},
	{name: "strings_that_hold_calls", unit: "`<|tool_call_start|>[\"f(a`\n"},
	{name: "tags_cut", unit: "<tool_call>\n<function=f>\n<parameter=b\n"},
	{name: "tags_cut_in_inline_code", unit: "`<tool_call>\n<function=f>\n<parameter=b\n`\n"},
	{name: "invokes_cut", unit: "<function_calls>\n<invoke name=\"f\">\n<parameter name=\"b\"\n"},
	{name: "invokes_cut_in_inline_code", unit: "`<function_calls>\n<invoke name=\"f\">\n<parameter name=\"b\"\n`\n"},
	{name: "pairs_cut", unit: "<tool_call>f\n<arg_key>b</arg_key>\n<arg_value\n"},
	{name: "parameters_twice", unit: "<function_calls>\n<invoke name=\"f\">\n<parameter name=\"b\">1</parameter>\n<parameter name=\"b\">\n"},
	{name: "attributes_without_end", unit: "<invoke name=\"f\"><parameter name=\"b\" string='true\">x</parameter></invoke>\n"},
	{name: "words_in_trees", unit: "call:f{a:x <y\n", family: "gemma"},
	{name: "words_closed_in_trees", unit: "call:f{a:{b:?}} Then.\n", family: "gemma"},
	{name: "calls_at_lines_in_calls", unit: "{\"name\": \"f\", \"parameters\": [1, 2\n"},
	{name: "drafts_cut", unit: "<think><|tool_call|>[{\"name\": \"f\", \"argu</think>\n"},

	// Comments behind brackets, and white space where a list ends: each bracket looks at the same ones.
	{name: "comments_behind_brackets", unit: "[#"},
	{name: "comments_of_words_behind_brackets", unit: "[# look"},
	{name: "comments_behind_braces", unit: "{#"},
	{name: "comments_on_lines_behind_brackets", unit: "[" + strings.Repeat("# a\n", 230) + "x\n"},
	{name: "space_behind_lists_misclosed", unit: "[f(]" + strings.Repeat(" ", 900)},

	// Names with white space in them, in quotes, or that no tool bears; and what is lost next to one.
	{name: "spaced_names", unit: "Web Search "},
	{name: "spaced_names_cut", unit: "Web "},
	{name: "spaced_names_in_tags", unit: "<tool_call>\n<function=Web Search"},
	{name: "spaced_names_in_invokes", unit: "<invoke name=\"Web Search"},
	{name: "spaced_names_in_lists", unit: "[Web Search(b=\"x\"), Web "},
	{name: "spaced_names_in_headers", unit: "<|channel|>commentary to=functions.Web Search to=Web "},
	{name: "spaced_names_before_arguments", unit: "[TOOL_CALLS]Web Search Web [ARGS]"},
	{name: "spaced_names_on_lines", unit: "Web Search\n{\"b\": "},
	{name: "spaced_names_behind_tags", unit: "<tool_call>Web Search\n<arg_key>b"},
	{name: "spaced_names_in_trees", unit: "<|tool_call>call:Web Search{b:"},
	{name: "underscores", unit: "[get_the_f(), get_the_"},
	{name: "quoted_names", unit: "<function=“f”><parameter=“b”>x"},
	{name: "quoted_names_in_lists", unit: "[“f”(b=1), 'f'(“b”=1), "},
	{name: "quotes_of_names_cut", unit: "<invoke name=“f"},
	{name: "quotes_of_names_full_of_dashes", unit: "<invoke name=“" + strings.Repeat("—", 300)},
	{name: "quotes_of_names_unlike", unit: "<invoke name=“" + strings.Repeat("‘’", 150)},
	{name: "keys_in_quotes", unit: `f("` + strings.Repeat("b", 250)},
	{name: "keys_in_quotes_spaced", unit: `f("b"` + strings.Repeat(" ", 250)},
	{name: "attributes_of_calls", unit: `<invoke name="f" b="x" c="y">`},
	{name: "calls_in_calls", before: `<invoke name="f">`, unit: `<invoke name="x" b="c"/>`},
	{name: "functions_undeclared", unit: "<function=x>\n<parameter=b>c</parameter>\n"},
	{name: "functions_undeclared_unclosed", unit: "<function=x>\n<parameter=b\nc\n</parameter>\n"},
	{name: "invokes_undeclared", unit: "<invoke name=\"x\">\n<parameter name=\"b\">c</parameter>\n"},
	{name: "invokes_undeclared_in_block", before: "<function_calls>\n", unit: "<invoke name=\"x\">\n<parameter name=\"b\">c</parameter>\n"},
	{name: "arguments_next_to_empty", unit: `{"name": "f", "arguments": {}, "b": "x"} `},
	{name: "words_in_headers", unit: "<|channel|>commentary to=functions.f b=\"x\" y<|call|>"},
	{name: "colons_behind_names", unit: "<|tool_call_begin|>functions.f::0<|tool_call_argument_begin|>"},

	// Candidates that fail, and what is scanned when they do.
	{name: "markers_in_open_strings", unit: `{"a": "b <tool_call>{"c `},
	{name: "markers_in_one_string", before: `{"a": "`, unit: `<tool_call>{'b': '`},
	{name: "failed_candidates", unit: `{"name":"a"x}`},
	{name: "failed_arguments", unit: `{"name": "a", "parameters": {]}} `},
	{name: "failed_lines", unit: "{\"name\": \"a\", \"parameters\": {\"c\": \"x\" y\n"},
	{name: "unclosed_calls", unit: `{"name": "a", "parameters": {"c": "`},
	{name: "unclosed_lines", unit: "{\"name\": \"a\", \"parameters\": {\"c\": \"\n"},
	{name: "unclosed_semicolons", unit: `;{"name": "a", "parameters": {"c": "`},
	{name: "openers_at_lines", before: call, unit: "\n{\"name\": "},
	{name: "half_keys", unit: "{\"nam\n"},
	{name: "braces", unit: "{"},
	{name: "double_braces", unit: "{{ "},
	{name: "double_braces_keys", unit: `{{"name": `},
	{name: "brackets", unit: "["},
	{name: "brackets_braces", unit: "[{"},
	{name: "array_of_calls", before: "[", unit: `{"name": "a", "parameters": {}}, `},
	{name: "depth_just_allowed", unit: `{"name":"a","parameters":` + strings.Repeat(`{"a":`, 120)},
	{name: "plain_json", unit: `{"John": {"age": [1, 2]}} `},

	// The tolerant pass.
	{name: "single_quotes", unit: `{'name': 'it's `},
	{name: "apostrophes_in_string", before: `{'name': 'a', 'parameters': {'c': '`, unit: `x', `},
	{name: "smart_quotes", before: "{“name”: “a”, “parameters”: {“c”: “", unit: "”x“, "},
	{name: "smart_openers", unit: "{“"},
	{name: "comments_open", unit: `{"name": "a", /* `},
	{name: "comments_lines", before: `{"name": "a", `, unit: "// x\n"},
	{name: "comments_behind_call", before: `[{"name": "a", "parameters": {}}, `, unit: "/*x*/", after: "]"},
	{name: "commas", before: `{"name": "a", "parameters": {"c": [`, unit: ","},
	{name: "missing_commas", before: `{"name": "a", "parameters": {"c": [`, unit: `"x" `, after: "]}}"},
	{name: "python_words", before: `{"name": "a", "parameters": {"c": [`, unit: "True,", after: "]}}"},
	{name: "long_word", before: `{"name": `, unit: "a"},
	{name: "long_number", before: `{"name": "a", "parameters": {"c": `, unit: "1"},
	{name: "unquoted_key", before: "{", unit: "name"},
	{name: "odd_spaces", before: `{"name": "a", `, unit: "\u00a0\ufeff"},
	{name: "short_escapes", before: call, unit: `\u12 `},
	{name: "double_encoded", before: `{"name": "a", "parameters": "{\"c\": \"`, unit: `\\\"x`},

	// Keys and calls in great number.
	{name: "keys", before: `{"name": "a", "parameters": {`, unit: `"k%d":1,`, numbered: true, after: `"z":1}}`},
	{name: "keys_repeated", before: `{"name": "a", "parameters": {`, unit: `"k":1,`, after: `"z":1}}`},
	{name: "keys_outside", before: `{"name": "a", `, unit: `"k%d": 1, `, numbered: true},
	{name: "keys_and_bad_quote", before: `{"name": "a", "parameters": {`, unit: `"k%d": "a", `, numbered: true, after: `"z": "b" c"}}`},
	{name: "calls", unit: `{"name": "a", "parameters": {}} `},
	{name: "calls_one_id", unit: `{"id": "x", "name": "a", "parameters": {}}` + "\n"},
	{name: "calls_in_fences", unit: "```json\n{\"tool_call\": {\"name\": \"a\", \"arguments\": {}}}\n```\n"},

	// Quotation.
	{name: "backticks", unit: "`"},
	{name: "backtick_pairs", unit: "`x "},
	{name: "backtick_runs", grow: backtickRuns},
	{name: "fence_lines", unit: "```\n"},
	{name: "fence_openers", unit: "```json\n{"},
	{name: "fence_broken", unit: "```json\n{\"tool_call\": {\"name\": \"a\" x\n"},
	{name: "fence_on_a_line", unit: "``` {\"a\": "},
	{name: "think", unit: "<think>"},
	{name: "options", unit: "Option 1:\n```json\n{\"name\": \"a\", \"arguments\": {}}\n```\n"},

	// Markers, cut and whole.
	{name: "angles", unit: "<"},
	{name: "angle_bars", unit: "<|"},
	{name: "marker_cut", unit: "<|python_ta"},
	{name: "markers", unit: "<|python_tag|>"},
	{name: "python_tags_in_doubt", before: call + `x" y" `, unit: "<|python_tag|>", family: "llama3"},
	{name: "openers_in_doubt", before: call + `x" y" `, unit: `;{`, family: "llama3"},
	{name: "braces_in_list", before: `[{"name": "a", "parameters": {}}, `, unit: "{", family: "llama3"},
	{name: "function_tags", unit: "<function=a>{", family: "llama3"},
	{name: "function_tag_names", unit: "<function=", family: "llama3"},
	{name: "builtin_calls", before: "<|python_tag|>", unit: `brave_search.call(query="x`, family: "llama3"},
	{name: "pythonic", before: "[", unit: `f(a=1, b='x'), `, family: "llama3"},
	{name: "pythonic_short", before: "[", unit: `f(),`, after: "f()]", family: "llama3"},
	{name: "k2_begins", unit: "<|tool_call_begin|>functions.a:0", family: "kimi"},
	{name: "k2_sections", unit: "<|tool_calls_section_begin|>", family: "kimi"},
	{name: "k2_one_id", unit: k2 + "{}<|tool_call_end|>", family: "kimi"},
	{name: "k2_header", before: "<|tool_call_begin|>", unit: "functions.a_", family: "kimi"},
	{name: "k2_bad_calls", unit: k2 + `{"a": "b" c<|tool_call_end|>`, family: "kimi"},
	{name: "k3_open", unit: `<|open|>call tool="a"<|sep|>`, family: "kimi"},
	{name: "k3_calls_cut", unit: "<|tool_call_section_begin|><|open|>call\n", family: "kimi"},
	{name: "k3_messages_cut", unit: "x <|open|> message ", family: "kimi"},
	{name: "k3_arguments", before: `<|open|>tools<|sep|><|open|>call tool="a" index="1"<|sep|>`, unit: `<|open|>argument key="k" type="string"<|sep|>`, family: "kimi"},
	{name: "invokes", unit: `<invoke name="a">`, family: "claude"},
	{name: "parameters", before: `<function_calls><invoke name="a">`, unit: `<parameter name="b">`, family: "claude"},
	{name: "parameter_ends", before: `<function_calls><invoke name="a"><parameter name="b">`, unit: `</parameter>`, family: "claude"},
	{name: "parameter_ends_spaced", before: `<function_calls><invoke name="a"><parameter name="b">`, unit: "</parameter> x", family: "claude"},
	{name: "prefixes", unit: "<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:", family: "claude"},
	{name: "invokes_in_block", before: "<function_calls>", unit: `<invoke name="a">`, family: "claude"},
	{name: "invoke_names", unit: `<invoke name="` + strings.Repeat("a", 500), family: "claude"},
	{name: "parameters_in_value", before: `<function_calls><invoke name="a"><parameter name="b">`, unit: `<parameter name="x">`, family: "claude"},
	{name: "invokes_malformed", unit: "<function_calls><invoke name=\"a\">oops\n", family: "claude"},
	{name: "legacy_parameters", before: "<function_calls><invoke><tool_name>a</tool_name><parameters>", unit: "<a>1</a>", family: "claude"},
	{name: "legacy_malformed", unit: "<function_calls><invoke><tool_name>a</tool_name>oops\n", family: "claude"},
	{name: "messages_document", before: `{"type":"message","content":[`, unit: `{"type":"text","text":"x"},`, family: "claude"},
	{name: "messages_failing_late", before: `{"type":"message","content":[`, unit: `{"type":"tool_use","id":"t","name":"a","input":{}},`, after: "x", family: "claude"},

	// Comments, strings and white space that nothing ends: what is behind them is read again.
	{name: "comments_in_list", unit: `["" /*`},
	{name: "comment_lines_in_list", unit: "[\"\"\n//"},
	{name: "comments_behind_element", unit: `[{}/*`},
	{name: "comments_behind_call", unit: `[{"name": "a", "parameters": {}} /*`},
	{name: "comments_in_tag", unit: `<tool_call>[{"name": "a", "arguments": {}}, //`},
	{name: "typographic_in_list", unit: "[1 “\n"},
	{name: "typographic_in_braces", unit: `<tool_call>{{"name": “a`},
	{name: "typographic_marker", unit: `{"a": “</tool_call>`},
	{name: "typographic_token", unit: `{"a": “<|end|>`},
	{name: "escaped_marker_lines", unit: `{\"a\"<tool_call>` + "\n"},
	{name: "escaped_functions", unit: `{\"a\": <function=f>` + "\n"},
	{name: "spaces_in_quoted_value", before: "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>Use `<arg_key>b</arg_key> and <arg_value>", unit: " ", family: "glm"},
	{name: "spaces_in_opener", before: `<|open|>call tool="a" index="0"<|sep|><|open|>`, unit: " ", family: "kimi"},
	{name: "spaces_in_closer", before: `<|open|>call tool="a" index="0"<|sep|><|close|>`, unit: " ", family: "kimi"},
	{name: "spaces_in_pair", before: "<tool_call>f\n<arg_key>a</arg_key>", unit: " ", after: "<arg_value>1</arg_value></tool_call>", family: "glm"},
	{name: "spaces_behind_name", before: "<tool_call>f", unit: " ", after: "<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>", family: "glm"},
	{name: "sections_in_fence", before: "```json\n{", unit: "<|tool_calls_section_begin|>", family: "kimi"},
	{name: "other_openers", before: "<tool_call>\n{\"name\": \"a", unit: "<|tool_calls|>", family: "auto"},
	{name: "backticks_in_block", before: "<|tool_call_start|>", unit: "`", family: "pythonic"},
	{name: "header_spaces", before: "<|channel|>commentary to", unit: " ", after: "=functions.a<|message|>{}<|call|>", family: "gpt_oss"},
	{name: "recipient_newlines", before: " to=a", unit: "\n", after: "<|message|>{}<|eot|>", family: "muse"},

	// White space and prose.
	{name: "spaces", before: `{"name": "a", `, unit: " "},
	{name: "newlines", unit: "\n"},
	{name: "spaces_after_call", before: `{"name": "a", "parameters": {}}`, unit: " "},
	{name: "semicolons", before: `{"name": "a", "parameters": {}}`, unit: "; "},
	{name: "semicolons_lines", unit: "; \n"},
	{name: "prose", unit: "It's {fine}; \"really\". "},
}

// backtickRuns are runs of 1, 2, 3, … backticks: none has a twin.
func backtickRuns(n int) string {
	var b strings.Builder
	for i := 1; b.Len()+i+1 <= n; i++ {
		b.WriteString(strings.Repeat("`", i))
		b.WriteByte(' ')
	}
	return b.String()
}
