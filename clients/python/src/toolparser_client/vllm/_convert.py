"""vLLM's requests and messages, and those of the service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vllm.entrypoints.generate.base.protocol import (
    DeltaFunctionCall,
    DeltaMessage,
    DeltaToolCall,
    ExtractedToolCallInformation,
    FunctionCall,
    ToolCall,
)

from toolparser_client import v1


def tool_dicts(tools: Iterable[Any] | None) -> list[dict[str, Any]]:
    """The request's tools as toolparser_client.to_tools takes them."""
    return [tool if isinstance(tool, dict) else tool.model_dump() for tool in tools or ()]


def prior_tool_calls(request: Any) -> int:
    """The calls in the conversation before this output, of a chat or a responses request."""
    count = 0
    history = getattr(request, "messages", None)
    if history is None:
        history = getattr(request, "input", None)
    for item in history if isinstance(history, list) else ():
        if _field(item, "type") == "function_call":
            count += 1
        elif _field(item, "role") == "assistant":
            count += len(list(_field(item, "tool_calls") or ()))
    return count


def _field(item: Any, name: str) -> Any:
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


def delta_message(deltas: list[v1.DeltaMessage]) -> DeltaMessage | None:
    """The deltas as one of vLLM's; None where there is nothing. What is unset stays unset."""
    fields: dict[str, Any] = {}
    for name in ("content", "reasoning"):
        text = "".join(getattr(delta, name) for delta in deltas)
        if text:
            fields[name] = text
    calls = [_delta_tool_call(call) for delta in deltas for call in delta.tool_calls if _says_anything(call)]
    if calls:
        fields["tool_calls"] = calls
    return DeltaMessage(**fields) if fields else None


def _says_anything(call: v1.DeltaToolCall) -> bool:
    """That a call is complete is all that some deltas say, and vLLM has no word for it."""
    return call.HasField("id") or call.function.HasField("arguments")


def _delta_tool_call(call: v1.DeltaToolCall) -> DeltaToolCall:
    fields: dict[str, Any] = {"index": call.index}
    if call.HasField("id"):
        fields["id"] = call.id
        fields["type"] = "function"
    function = {name: getattr(call.function, name) for name in ("name", "arguments") if call.function.HasField(name)}
    if function:
        fields["function"] = DeltaFunctionCall(**function)
    return DeltaToolCall(**fields)


def extracted(result: v1.ExtractedToolCallInformation) -> ExtractedToolCallInformation:
    """A complete result as vLLM's."""
    return ExtractedToolCallInformation(
        tools_called=result.tools_called,
        tool_calls=[
            ToolCall(
                id=call.id,
                type="function",
                function=FunctionCall(name=call.function.name, arguments=call.function.arguments),
            )
            for call in result.tool_calls
        ],
        content=result.content if result.HasField("content") else None,
    )
