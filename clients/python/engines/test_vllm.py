"""The plugin in the real vLLM: composed by its ParserManager, driven as its server does."""

from __future__ import annotations

import json
import time

import pytest
from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
from vllm.parser import ParserManager
from vllm.plugins import load_general_plugins
from vllm.reasoning import ReasoningParserManager
from vllm.tool_parsers import ToolParserManager

from outputs import KIMI, ONE_CALL, PROSE, TOOLS, pieces
from served import _engine, binary, own_server, plugin, point, server  # noqa: F401
from toolparser_client import v1
from toolparser_client.vllm import parser_names
from toolparser_client.vllm._reasoning import without_reasoning

load_general_plugins()


class Tokenizer:
    """What the plugin asks of a tokenizer: the ids of reasoning markers."""

    def get_vocab(self) -> dict[str, int]:
        return {"<think>": 1, "</think>": 2}


def request(**fields) -> ChatCompletionRequest:
    return ChatCompletionRequest(
        model="m", **{"messages": [{"role": "user", "content": "?"}], "tools": TOOLS, "tool_choice": "auto", **fields}
    )


def parser(tools: str | None, reasoning: str | None, asked: ChatCompletionRequest):
    made = ParserManager.get_parser(tool_parser_name=tools, reasoning_parser_name=reasoning, enable_auto_tools=True)
    return made(Tokenizer(), asked.tools)


def stream(made, asked, text, size=4, pause=0.0, prompt=(7,)):
    """The deltas of an output as vLLM's chat server asks for them."""
    deltas = []
    cut = pieces(text, size)
    for number, piece in enumerate(cut):
        finished = number == len(cut) - 1
        deltas.append(made.parse_delta(piece, [5], asked, list(prompt), finished=finished))
        time.sleep(pause)
    return [delta for delta in deltas if delta is not None]


def added(deltas):
    content = "".join(delta.content or "" for delta in deltas)
    calls = [
        (call.index, call.function.name, call.function.arguments) for delta in deltas for call in delta.tool_calls or ()
    ]
    return content, calls


def test_vllm_finds_every_parser_by_the_entry_point():
    assert set(parser_names()) <= set(ToolParserManager.list_registered())
    assert set(parser_names()) <= set(ReasoningParserManager.list_registered())


@pytest.mark.parametrize("pause", [0, 0.003])
@pytest.mark.parametrize("mode", ["pipelined", "lockstep"])
def test_a_stream_gives_what_a_complete_output_gives(plugin, monkeypatch, pause, mode):  # noqa: F811
    monkeypatch.setenv("TOOLPARSER_CLIENT_MODE", mode)
    _engine.reset()
    for name, text in (("toolparser_llama3", ONE_CALL), ("toolparser", ONE_CALL), ("toolparser_kimi", KIMI)):
        asked = request()
        _, content, calls = parser(name, None, asked).parse(text, asked, enable_auto_tools=True)
        streamed = added(stream(parser(name, None, asked), asked, text, pause=pause))
        assert streamed == (content, [(index, call.name, call.arguments) for index, call in enumerate(calls)])
        assert calls


def test_text_without_a_call_is_content(plugin):  # noqa: F811
    asked = request()
    assert parser("toolparser_llama3", None, asked).parse(PROSE, asked, enable_auto_tools=True) == (None, PROSE, None)
    assert added(stream(parser("toolparser_llama3", None, asked), asked, PROSE)) == (PROSE, [])


@pytest.mark.parametrize("reasoning", [None, "toolparser_llama3"])
def test_with_tool_choice_none_calls_stay_text(plugin, reasoning):  # noqa: F811
    asked = request(tool_choice="none")
    made = parser("toolparser_llama3", reasoning, asked)
    assert made.parse(ONE_CALL, asked, enable_auto_tools=True)[1:] == (ONE_CALL, [])
    assert added(stream(parser("toolparser_llama3", reasoning, asked), asked, ONE_CALL)) == (ONE_CALL, [])


def test_required_is_held_to_the_familys_own_format(plugin):  # noqa: F811
    asked = request(tool_choice="required")
    made = parser("toolparser_llama3", None, asked)
    adjusted = made.adjust_request(asked)
    assert json.loads(adjusted.structured_outputs.structural_tag)["type"] == "structural_tag"
    assert made.parse(ONE_CALL, adjusted, enable_auto_tools=True)[2][0].name == "get_weather"


def test_special_tokens_stay_in_where_the_family_needs_them(plugin):  # noqa: F811
    kept = {}
    for name in ("toolparser_kimi", "toolparser_llama3", "toolparser_ksi"):
        for choice in ("auto", "none"):
            adjusted = parser(name, None, request()).adjust_request(request(tool_choice=choice))
            kept[name, choice] = adjusted.skip_special_tokens is False
    assert kept == {
        ("toolparser_kimi", "auto"): True,
        ("toolparser_kimi", "none"): False,
        ("toolparser_llama3", "auto"): True,
        ("toolparser_llama3", "none"): False,
        ("toolparser_ksi", "auto"): False,
        ("toolparser_ksi", "none"): False,
    }


def test_ids_count_on_from_the_history(plugin):  # noqa: F811
    call = {"id": "x", "type": "function", "function": {"name": "get_time", "arguments": "{}"}}
    asked = request(
        messages=[
            {"role": "user", "content": "?"},
            {"role": "assistant", "content": None, "tool_calls": [call, call]},
            {"role": "user", "content": "?"},
        ]
    )
    text = '```json\n{"name": "get_time", "arguments": {}}\n```'
    _, _, calls = parser("toolparser_kimi", None, asked).parse(text, asked, enable_auto_tools=True)
    assert calls[0].id == "functions.get_time:2"


def test_kimi_keeps_white_space_and_llama_joins(plugin):  # noqa: F811
    asked = request()
    assert parser("toolparser_kimi", None, asked).parse(KIMI, asked, enable_auto_tools=True)[1].endswith("both.\n")
    joined = parser("toolparser_llama3", None, asked).parse(ONE_CALL, asked, enable_auto_tools=True)[1]
    assert joined == "Let me look. One moment."


def test_unset_fields_stay_unset(plugin):  # noqa: F811
    asked = request()
    deltas = stream(parser("toolparser_llama3", None, asked), asked, "Just text.", pause=0.003)
    assert [delta.model_fields_set for delta in deltas] == [{"content"}] * len(deltas)


@pytest.mark.parametrize("streamed", [False, True])
def test_without_a_service_output_is_content(monkeypatch, tmp_path, streamed):
    monkeypatch.setenv("TOOLPARSER_CLIENT_PATIENCE", "0")
    point(f"unix:{tmp_path / 'absent'}", monkeypatch)
    asked = request()
    made = parser("toolparser_llama3", None, asked)
    if streamed:
        assert added(stream(made, made.adjust_request(asked), ONE_CALL)) == (ONE_CALL, [])
    else:
        assert made.parse(ONE_CALL, asked, enable_auto_tools=True)[1] == ONE_CALL
    assert _engine.engine().outages.counts
    _engine.reset()


def test_a_restart_in_the_middle_loses_nothing(own_server, monkeypatch):  # noqa: F811
    monkeypatch.setenv("TOOLPARSER_CLIENT_TIMEOUT", "10")
    point(own_server.target, monkeypatch)
    asked = request()
    made = parser("toolparser_kimi", None, asked)
    first, second = KIMI[:120], KIMI[120:]
    deltas = [made.parse_delta(piece, [5], asked, [7], finished=False) for piece in pieces(first)]
    own_server.kill()
    own_server.start()
    deltas += stream(made, asked, second)
    content, calls = added([delta for delta in deltas if delta is not None])
    assert content == "I'll check both.\n"
    assert [call[1] for call in calls] == ["get_weather", "get_time"]
    _engine.reset()


def test_a_hundred_streams_cost_little(plugin):  # noqa: F811
    asked = request()
    made = [parser("toolparser_llama3", None, asked) for _ in range(100)]
    text = (PROSE + ONE_CALL) * 2
    begun = time.perf_counter()
    for number, piece in enumerate(pieces(text)):
        for each in made:
            each.parse_delta(piece, [5], asked, [7], finished=number == len(pieces(text)) - 1)
    tokens = 100 * len(pieces(text))
    spent = time.perf_counter() - begun
    print(f"\n100 streams, {tokens} tokens in all: {spent:.1f} s, {spent / tokens * 1e6:.0f} µs a token")


THOUGHT = "<think>Let me think.</think>"


def test_reasoning_comes_as_reasoning_and_the_rest_to_the_tool_parser(plugin):  # noqa: F811
    """Where the service separates reasoning; what isn't reasoning is parsed as ever."""
    asked = request()
    text = THOUGHT + ONE_CALL
    reasoning, content, calls = parser("toolparser_llama3", "toolparser_llama3", asked).parse(
        text, asked, enable_auto_tools=True
    )
    deltas = stream(parser("toolparser_llama3", "toolparser_llama3", asked), asked, text, pause=0.003)
    assert "".join(delta.reasoning or "" for delta in deltas) == (reasoning or "")
    streamed_content, streamed_calls = added(deltas)
    assert streamed_content.strip() == content.strip()
    assert [(name, arguments) for _, name, arguments in streamed_calls] == [(c.name, c.arguments) for c in calls]
    assert calls[0].name == "get_weather"
    assert (reasoning, content) == ("Let me think.", "Let me look. One moment.")


def test_what_is_reasoning_is_cut_out_with_its_markers():
    kinds = v1.SegmentKind
    text = "<think>é</think> yes"
    spans = [
        (kinds.SEGMENT_KIND_MARKUP, 0, 7),
        (kinds.SEGMENT_KIND_REASONING, 7, 9),
        (kinds.SEGMENT_KIND_MARKUP, 9, 18),
        (kinds.SEGMENT_KIND_TEXT, 18, 21),
    ]
    segments = [v1.Segment(kind=kind, span=v1.Span(start=start, end=end)) for kind, start, end in spans]
    markers = [v1.ReasoningMarkers(open="<think>", close="</think>")]
    assert without_reasoning(text, segments, markers) == " yes"
