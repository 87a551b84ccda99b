"""Results and deltas in the shapes of OpenAI's chat API.

They are plain dictionaries, which the package ``openai`` validates and JSON takes; that
package isn't needed. For tools in OpenAI's shapes see toolparser.to_tools.
"""

from __future__ import annotations

import time
from typing import Any

from toolparser._messages import Delta, DeltaToolCall, Response
from toolparser._requests import is_length


def message(response: Response) -> dict[str, Any]:
    """The ``message`` of a choice. Reasoning, if it was separated, is ``reasoning_content``."""
    result = response.result
    made: dict[str, Any] = {"role": "assistant", "content": result.content, "refusal": None}
    if result.reasoning is not None:
        made["reasoning_content"] = result.reasoning
    if result.tool_calls:
        made["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.function.name, "arguments": call.function.arguments},
            }
            for call in result.tool_calls
        ]
    return made


def finish_reason(tools_called: bool, reason: str | None = None) -> str:
    """The ``finish_reason`` of a choice: why generation ended, and whether tools are called."""
    if is_length(reason):
        return "length"
    return "tool_calls" if tools_called else "stop"


class Chunks:
    """Makes the ``chat.completion.chunk`` objects of one choice of a stream.

    Ask for ``buffer_tool_calls`` in the session's options: OpenAI's stream can't withdraw
    a call that turns out broken.
    """

    def __init__(self, id: str, model: str, *, created: int | None = None, index: int = 0) -> None:
        self._id = id
        self._model = model
        self._created = int(time.time()) if created is None else created
        self._index = index
        self._begun = False
        self._tools_called = False

    def of(self, delta: Delta) -> dict[str, Any] | None:
        """The chunk of a delta; None if it has nothing that a chunk could say."""
        fields = _fields(delta)
        if not fields:
            return None
        self._tools_called = self._tools_called or "tool_calls" in fields
        return self._chunk(fields, None)

    def last(self, reason: str | None = None) -> dict[str, Any]:
        """The chunk that ends the choice."""
        return self._chunk({}, finish_reason(self._tools_called, reason))

    def _chunk(self, fields: dict[str, Any], reason: str | None) -> dict[str, Any]:
        if not self._begun:
            self._begun = True
            fields = {"role": "assistant", **fields}
        return {
            "id": self._id,
            "object": "chat.completion.chunk",
            "created": self._created,
            "model": self._model,
            "choices": [{"index": self._index, "delta": fields, "finish_reason": reason, "logprobs": None}],
        }


def _fields(delta: Delta) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if delta.content is not None:
        fields["content"] = delta.content
    if delta.reasoning is not None:
        fields["reasoning_content"] = delta.reasoning
    calls = [made for made in map(_tool_call, delta.tool_calls) if len(made) > 1]
    if calls:
        fields["tool_calls"] = calls
    return fields


def _tool_call(call: DeltaToolCall) -> dict[str, Any]:
    made: dict[str, Any] = {"index": call.index}
    if call.id is not None:
        made["id"] = call.id
        made["type"] = "function"
    if call.function:
        made["function"] = dict(call.function.raw)
    return made
