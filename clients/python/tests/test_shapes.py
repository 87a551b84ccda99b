"""Tools from, and results in, the shapes of OpenAI and Anthropic, by their packages' types."""

from __future__ import annotations

import json

import pytest

from outputs import KIMI, ONE_CALL, PROSE, TOOLS, pieces
from toolparser_client import anthropic, openai, parse_request, to_tools
from toolparser_client._requests import stream_start
from toolparser_client.v1 import (
    ExtractedToolCallInformation,
    FunctionDefinition,
    ParseOptions,
    ParseToolCallsResponse,
    Tool,
)


@pytest.fixture
def types():
    """The vendors' packages; without them these tests say that they were left out."""
    chat = pytest.importorskip("openai.types.chat")
    messages = pytest.importorskip("anthropic.types")
    return chat, messages


def test_a_message_is_openais(client, types):
    chat, _ = types
    message = chat.ChatCompletionMessage.model_validate(openai.message(client.parse(KIMI, family="kimi")), strict=True)
    assert [(call.id, call.function.name) for call in message.tool_calls] == [
        ("functions.get_weather:0", "get_weather"),
        ("functions.get_time:1", "get_time"),
    ]
    assert message.content == "I'll check both."
    # And back: a history holds it.
    client.parse("x", family="kimi", tools=TOOLS)


def test_a_message_without_calls_has_none(client, types):
    chat, _ = types
    message = chat.ChatCompletionMessage.model_validate(
        openai.message(client.parse(PROSE, family="llama3")), strict=True
    )
    assert message.tool_calls is None
    assert message.content == PROSE


def test_reasoning_is_beside_the_content():
    response = ParseToolCallsResponse(result=ExtractedToolCallInformation(reasoning="Hm.", content="Yes."))
    assert openai.message(response)["reasoning_content"] == "Hm."
    assert [block["type"] for block in anthropic.content(response)] == ["thinking", "text"]


def test_chunks_are_openais_and_add_up(client, types):
    chat, _ = types
    chunks = openai.Chunks("chatcmpl-1", "kimi-k2")
    made = []
    with client.stream(family="kimi", options=ParseOptions(buffer_tool_calls=True)) as session:
        made += [chunks.of(session.send(piece)) for piece in pieces(KIMI)]
        response = session.finish()
        made += [chunks.of(session.tail), chunks.last("stop")]
    valid = [chat.ChatCompletionChunk.model_validate(chunk, strict=True) for chunk in made if chunk is not None]
    deltas = [chunk.choices[0].delta for chunk in valid]
    assert [delta.role for delta in deltas] == ["assistant", *[None] * (len(deltas) - 1)]
    assert "".join(delta.content or "" for delta in deltas) == response.result.content
    assert [call.function.arguments for delta in deltas for call in delta.tool_calls or ()] == [
        call.function.arguments for call in response.result.tool_calls
    ]
    assert [chunk.choices[0].finish_reason for chunk in valid][-1] == "tool_calls"


def test_pieces_of_arguments_are_chunks_too(client, types):
    chat, _ = types
    chunks = openai.Chunks("chatcmpl-1", "llama")
    with client.stream(family="llama3") as session:
        made = [chunks.of(session.send(piece)) for piece in pieces(ONE_CALL)]
        session.finish()
    calls = [
        call
        for chunk in made
        if chunk is not None
        for call in chat.ChatCompletionChunk.model_validate(chunk, strict=True).choices[0].delta.tool_calls or ()
    ]
    assert len(calls) > 2
    assert "".join(call.function.arguments or "" for call in calls) == '{"city": "Zürich"}'
    assert [call.index for call in calls] == [0] * len(calls)


def test_content_is_anthropics(client, types):
    _, messages = types
    response = client.parse(KIMI, family="kimi")
    message = messages.Message.model_validate(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "kimi-k2",
            "content": anthropic.content(response),
            "stop_reason": anthropic.stop_reason(response.result.tools_called, "stop"),
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )
    assert [block.type for block in message.content] == ["text", "tool_use", "tool_use"]
    assert message.content[1].input == {"city": "Zürich"}


@pytest.mark.parametrize(
    ("tools_called", "reason", "openais", "anthropics"),
    [
        (True, "stop", "tool_calls", "tool_use"),
        (True, None, "tool_calls", "tool_use"),
        (False, "stop", "stop", "end_turn"),
        (True, "length", "length", "max_tokens"),
        (False, "max_tokens", "length", "max_tokens"),
    ],
)
def test_finish_reasons(tools_called, reason, openais, anthropics):
    assert openai.finish_reason(tools_called, reason) == openais
    assert anthropic.stop_reason(tools_called, reason) == anthropics


SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
WANTED = FunctionDefinition(name="get_weather", description="Looks it up.", parameters=json.dumps(SCHEMA))


@pytest.mark.parametrize(
    "tool",
    [
        {
            "type": "function",
            "function": {"name": "get_weather", "description": "Looks it up.", "parameters": SCHEMA, "strict": True},
        },
        {"type": "function", "name": "get_weather", "description": "Looks it up.", "parameters": SCHEMA},
        {"name": "get_weather", "description": "Looks it up.", "parameters": SCHEMA},
        {"name": "get_weather", "description": "Looks it up.", "input_schema": SCHEMA},
        {"type": "custom", "name": "get_weather", "description": "Looks it up.", "input_schema": SCHEMA},
        {"name": "get_weather", "description": "Looks it up.", "parameters": json.dumps(SCHEMA)},
        Tool(type="function", function=WANTED),
    ],
    ids=["openai chat", "openai responses", "function", "anthropic", "anthropic custom", "schema as text", "message"],
)
def test_tools_of_every_shape(tool):
    assert to_tools([tool]) == [Tool(type="function", function=WANTED)]


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "web_search_20250305", "name": "web_search"},
        {"type": "custom", "name": "shell", "format": {"type": "text"}},
        {"type": "custom", "custom": {"name": "shell"}},
        {"type": "code_interpreter", "container": {"type": "auto"}},
    ],
)
def test_tools_that_are_no_functions_are_left_out(tool):
    assert to_tools([tool]) == []


def test_tools_that_can_be_none_are_told():
    for tool in ({"type": "function"}, {"type": "function", "function": {}}, {"name": ""}):
        with pytest.raises(ValueError, match=r"tools\[1\] has no name: set function.name"):
            to_tools([TOOLS[0], tool])
    for tools in ({"name": "f"}, "f", ["f"]):
        with pytest.raises(TypeError):
            to_tools(tools)


def test_arguments_that_there_are_not_are_told():
    with pytest.raises(TypeError, match=r"'seperate_reasoning'; there are fallback_families, family, .*tools"):
        parse_request("text", family="llama3", seperate_reasoning=True)
    with pytest.raises(TypeError, match=r"write options=ParseOptions\(separate_reasoning=…\)"):
        parse_request("text", family="llama3", separate_reasoning=True)
    with pytest.raises(TypeError, match="'finish_reason'; there are family, model, options"):
        stream_start(family="llama3", finish_reason="stop")
    whole = parse_request(
        "text",
        family="llama3",
        model="m",
        tools=None,
        options=ParseOptions(),
        prior_tool_calls=1,
        reasoning_open=True,
        fallback_families=["kimi"],
        finish_reason="stop",
    )
    assert whole.model == "m"


def test_the_vendors_own_types_are_taken(types):
    chat, messages = types
    function = chat.ChatCompletionFunctionToolParam(
        type="function", function={"name": "get_weather", "description": "Looks it up.", "parameters": SCHEMA}
    )
    tool = messages.ToolParam(name="get_weather", description="Looks it up.", input_schema=SCHEMA)
    assert to_tools([function, tool]) == [Tool(type="function", function=WANTED)] * 2


def test_a_tool_without_a_schema_has_none():
    assert to_tools([{"type": "function", "function": {"name": "f"}}])[0].function.parameters == ""
