"""SGLang's own parsers compared with the plugin's, on what their models write.

SGLang's packages bring no suites, so that these outputs stand for them: each model's
calls as its parser in SGLang has them, alone, before and behind text, and cut off.
"""

from __future__ import annotations

import json

import pytest
from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.plugins import load_plugins

from outputs import TOOLS
from served import binary, plugin, server  # noqa: F401

load_plugins()

DECLARED = [Tool.model_validate(tool) for tool in TOOLS]
BEFORE, BEHIND = "I will look.\n", "\nThat is all."

JSON = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'
PARAMETERS = '{"name": "get_weather", "parameters": {"city": "Oslo"}}'
INVOKE = '<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>'
PAIR = "get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n"
INLINE = "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>"

# SGLang's name of the parser, the family, and a call.
CALLS = [
    ("apertus2509", "apertus", '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>'),
    (
        "cohere_command4",
        "cohere",
        '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]'
        "<|END_ACTION|>",
    ),
    (
        "deepseekv31",
        "deepseek",
        '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}'  # noqa: RUF001
        "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",  # noqa: RUF001
    ),
    (
        "deepseekv32",
        "deepseek",
        '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n'  # noqa: RUF001
        '<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n'  # noqa: RUF001
        "</｜DSML｜invoke>\n</｜DSML｜function_calls>",  # noqa: RUF001
    ),
    ("dots", "dots", f"<dots_function_call>\n{INVOKE}\n</dots_function_call>"),
    ("gemma4", "gemma", '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>'),
    ("glm45", "glm", f"<tool_call>{PAIR}</tool_call>"),
    ("glm47", "glm", INLINE),
    (
        "gpt-oss",
        "gpt_oss",
        "<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>"
        '{"city": "Oslo"}<|call|>',
    ),
    ("hermes", "hermes", f"<tool_call>\n{JSON}\n</tool_call>"),
    (
        "inkling",
        "inkling",
        "<|message_model|>get_weather<|content_invoke_tool_json|>"
        '{"name": "get_weather", "args": {"city": "Oslo"}}<|end_message|>',
    ),
    ("interns1", "internlm", f"<|action_start|> <|plugin|>\n{PARAMETERS}<|action_end|>"),
    ("iquest_q1", "iquest", f"<iquest_tool_call>{PAIR}</iquest_tool_call>"),
    (
        "kimi_k2",
        "kimi",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>"
        '{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    ),
    (
        "kimi_k3",
        "kimi",
        '<|open|>tools<|sep|><|open|>call tool="get_weather" index="0"<|sep|>'
        '<|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|>'
        "<|close|>call<|sep|><|close|>tools<|sep|>",
    ),
    ("lfm2", "pythonic", '<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>'),
    ("llama3", "llama3", PARAMETERS),
    ("llama3", "llama3", f"<|python_tag|>{PARAMETERS}"),
    (
        "mimo",
        "mimo",
        "<tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</tool_call>",
    ),
    ("minimax-m2", "minimax", f"<minimax:tool_call>\n{INVOKE}\n</minimax:tool_call>"),
    ("mistral", "mistral", f"[TOOL_CALLS] [{JSON}]"),
    ("mistral", "mistral", '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}'),
    ("poolside_v1", "laguna", f"<tool_call>{PAIR}</tool_call>"),
    ("pythonic", "pythonic", '[get_weather(city="Oslo")]'),
    ("qwen25", "hermes", f"<tool_call>\n{JSON}\n</tool_call>"),
    (
        "qwen3_coder",
        "qwen3_coder",
        "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
    ),
    ("spark25", "spark", INLINE),
    ("trinity", "trinity", f"<tool_call>\n{JSON}\n</tool_call>"),
]


def parsed(name: str, text: str) -> tuple[str, list[tuple[str, object]]]:
    content, calls = FunctionCallParser(DECLARED, name).parse_non_stream(text)
    return content.strip(), [(call.name, json.loads(call.parameters)) for call in calls]


def compared(name: str, family: str, text: str) -> tuple[bool, str, list]:
    """Whether SGLang's own parser says the same, and what the plugin says."""
    content, calls = parsed(f"toolparser_{family}", text)
    return parsed(name, text) == (content, calls), content, calls


def marks(*agreements: bool) -> list[str]:
    return ["yes" if agrees else "no" for agrees in agreements]


def test_agreement_with_sglangs_own_parsers(plugin, capsys: pytest.CaptureFixture[str]):  # noqa: F811
    """A call alone is the same; where the rest differs, the plugin's has all of the text."""
    wanted = [("get_weather", {"city": "Oslo"})]
    rows = []
    for name, family, call in CALLS:
        alone, content, calls = compared(name, family, call)
        assert alone
        assert (content, calls) == ("", wanted)
        before, content, calls = compared(name, family, BEFORE + call)
        # Its llama3 reads JSON at the output's beginning alone.
        assert before or call == PARAMETERS
        assert (content, calls) == (BEFORE.strip(), wanted)
        behind, content, calls = compared(name, family, call + BEHIND)
        assert (content, calls) == (BEHIND.strip(), wanted)
        half = call[: call.index("Oslo") + 2]
        cut_off, content, calls = compared(name, family, half)
        assert (content, calls) == (half, [])
        rows.append([f"`{name}`", f"`{family}`", *marks(alone, before, behind, cut_off)])
    with capsys.disabled():
        print(
            "\n| SGLang's parser | family | same result for a call alone? | same result for a call after text? "
            "| same result for a call before text? | same result for a call that is cut off? |"
        )
        for row in rows:
            print("|", " | ".join(row), "|")
