"""The vendors' own packages accept the shapes of results."""

from __future__ import annotations

from anthropic.types import Message
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessage

import toolparser

TEXT = 'Sure. <tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>'


def test_openai() -> None:
    made = toolparser.openai.message(toolparser.parse(TEXT, family="hermes"))
    message = ChatCompletionMessage.model_validate(made, strict=True)
    assert message.tool_calls is not None
    assert message.tool_calls[0].type == "function"


def test_openai_chunks() -> None:
    chunks = toolparser.openai.Chunks("1", "m")
    made = []
    with toolparser.stream(family="hermes", options={"buffer_tool_calls": True}) as session:
        for piece in TEXT:
            made.append(chunks.of(session.send(piece)))
        session.finish()
        made.append(chunks.of(session.tail))
    made.append(chunks.last())
    for each in filter(None, made):
        ChatCompletionChunk.model_validate(each)


def test_anthropic() -> None:
    response = toolparser.parse(TEXT, family="hermes")
    message = Message.model_validate(
        {
            "id": "1",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": toolparser.anthropic.content(response),
            "stop_reason": toolparser.anthropic.stop_reason(response.result.tools_called),
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )
    assert [block.type for block in message.content] == ["text", "tool_use"]
