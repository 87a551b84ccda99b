"""Results in the shapes of Anthropic's messages API.

They are plain dictionaries, which the package ``anthropic`` validates and JSON takes;
that package isn't needed. For tools in Anthropic's shape see toolparser.to_tools.
"""

from __future__ import annotations

import json
from typing import Any

from toolparser._messages import Response
from toolparser._requests import is_length


def content(response: Response) -> list[dict[str, Any]]:
    """The ``content`` of a message: a thinking block, a text block, a block for every call,
    each where there is one.

    A call's ``input`` is its arguments, read as JSON: an object, except where a declared
    tool was called with something else, which ``diagnostics`` says.
    """
    result = response.result
    blocks: list[dict[str, Any]] = []
    if result.reasoning is not None:
        # Only Anthropic signs thoughts.
        blocks.append({"type": "thinking", "thinking": result.reasoning, "signature": ""})
    if result.content is not None:
        blocks.append({"type": "text", "text": result.content})
    for call in result.tool_calls:
        arguments = json.loads(call.function.arguments)
        blocks.append({"type": "tool_use", "id": call.id, "name": call.function.name, "input": arguments})
    return blocks


def stop_reason(tools_called: bool, reason: str | None = None) -> str:
    """The ``stop_reason`` of a message: why generation ended, and whether tools are called."""
    if is_length(reason):
        return "max_tokens"
    return "tool_use" if tools_called else "end_turn"
