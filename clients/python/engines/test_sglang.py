"""The plugin in the real SGLang: found by its entry point, driven through FunctionCallParser."""

from __future__ import annotations

import pytest
from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.plugins import load_plugins

from outputs import KIMI, ONE_CALL, PROSE, TOOLS, pieces
from served import _engine, binary, plugin, point, server  # noqa: F401
from toolparser_client.families import BY_NAME

load_plugins()

DECLARED = [Tool.model_validate(tool) for tool in TOOLS]


def parser(name: str, **arguments) -> FunctionCallParser:
    return FunctionCallParser(DECLARED, name, **arguments)


def stream(made: FunctionCallParser, text: str):
    content, calls = "", []
    for piece in pieces(text):
        more, items = made.parse_stream_chunk(piece)
        content, calls = content + more, calls + items
    more, items = made.parse_stream_end()
    return content + more, [(item.tool_index, item.name, item.parameters) for item in calls + items]


def test_sglang_finds_every_parser_by_the_entry_point():
    names = {"toolparser", *(f"toolparser_{name}" for name in BY_NAME)}
    assert names <= set(FunctionCallParser.ToolCallParserEnum)


def test_the_command_line_offers_the_parsers():
    from sglang.srt.server_args import _tool_call_parser_choices

    assert "toolparser_kimi" in _tool_call_parser_choices()


@pytest.mark.parametrize(
    ("name", "text"), [("toolparser_llama3", ONE_CALL), ("toolparser", ONE_CALL), ("toolparser_kimi", KIMI)]
)
def test_a_stream_gives_what_a_complete_output_gives(plugin, name, text):  # noqa: F811
    assert parser(name).has_tool_call(text)
    content, calls = parser(name).parse_non_stream(text)
    assert calls
    assert stream(parser(name), text) == (content, [(c.tool_index, c.name, c.parameters) for c in calls])


def test_text_without_a_call_is_content(plugin):  # noqa: F811
    assert parser("toolparser_llama3").parse_non_stream("Hello there.") == ("Hello there.", [])
    assert not parser("toolparser_llama3").has_tool_call("Hello there.")
    assert stream(parser("toolparser_llama3"), PROSE) == (PROSE, [])


def test_required_is_held_to_the_familys_own_format_where_it_has_one(plugin):  # noqa: F811
    assert parser("toolparser_kimi").owns_tool_format()
    assert not parser("toolparser_claude").owns_tool_format()
    kind, _ = parser("toolparser_kimi").get_structure_constraint("required")
    assert kind == "structural_tag"
    kind, _ = parser("toolparser_claude").get_structure_constraint("required")
    assert kind == "json_schema"


def test_without_a_service_output_is_content(monkeypatch, tmp_path):
    monkeypatch.setenv("TOOLPARSER_CLIENT_PATIENCE", "0")
    point(f"unix:{tmp_path / 'absent'}", monkeypatch)
    assert stream(parser("toolparser_llama3"), ONE_CALL) == (ONE_CALL, [])
    assert parser("toolparser_llama3").parse_non_stream(ONE_CALL) == (ONE_CALL, [])
    _engine.reset()
