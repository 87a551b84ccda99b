"""Requests, from the arguments that every call of a client takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from toolparser_client._text import scrub
from toolparser_client.tools import ToolLike, to_tools
from toolparser_client.v1 import (
    FinishReason,
    ParseOptions,
    ParseToolCallsRequest,
    StreamFinish,
    StreamStart,
    StreamToolCallsRequest,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    FinishReasonLike: TypeAlias = FinishReason | str | None
else:
    FinishReasonLike: TypeAlias = int | str | None

_REASONS = {
    "stop": FinishReason.FINISH_REASON_STOP,
    "end_turn": FinishReason.FINISH_REASON_STOP,
    "stop_sequence": FinishReason.FINISH_REASON_STOP,
    "length": FinishReason.FINISH_REASON_LENGTH,
    "max_tokens": FinishReason.FINISH_REASON_LENGTH,
    "tool_calls": FinishReason.FINISH_REASON_TOOL_CALLS,
    "function_call": FinishReason.FINISH_REASON_TOOL_CALLS,
    "tool_use": FinishReason.FINISH_REASON_TOOL_CALLS,
}


def to_finish_reason(reason: FinishReasonLike) -> FinishReason:
    """A finish reason of the contract, or one as OpenAI or Anthropic name it.

    A name that says nothing of the text's end ("content_filter") is UNSPECIFIED.
    """
    if isinstance(reason, str):
        return _REASONS.get(reason, FinishReason.FINISH_REASON_UNSPECIFIED)
    return FinishReason.FINISH_REASON_UNSPECIFIED if reason is None else reason


class StreamArguments(TypedDict, total=False):
    """What a stream begins with. One of family and model is needed."""

    family: str
    """The model's family, by name or alias."""
    model: str
    """The model's id, which chooses the family where none is given."""
    tools: Iterable[ToolLike] | None
    """What the model was offered, in any shape that toolparser_client.to_tools takes."""
    options: ParseOptions | None
    prior_tool_calls: int
    """Calls earlier in the conversation."""
    reasoning_open: bool
    """The prompt ended inside the model's reasoning."""


class ParseArguments(StreamArguments, total=False):
    """What a complete output comes with."""

    fallback_families: Sequence[str]
    """Tried in order while no call is accepted."""
    finish_reason: FinishReasonLike
    """Why generation ended: of the contract, or as OpenAI or Anthropic name it."""


def _check_names(arguments: Mapping[str, object], allowed: type[StreamArguments]) -> None:
    names = allowed.__annotations__ | StreamArguments.__annotations__
    for name in arguments:
        if name not in names:
            fields = ParseOptions.DESCRIPTOR.fields_by_name
            hint = f"; write options=ParseOptions({name}=…)" if name in fields else ""
            raise TypeError(f"there is no argument {name!r}{hint}; there are {', '.join(sorted(names))}")


def parse_request(model_output: str, **arguments: Unpack[ParseArguments]) -> ParseToolCallsRequest:
    """One complete output, as Client.parse and Client.batch send it."""
    _check_names(arguments, ParseArguments)
    return ParseToolCallsRequest(
        family=arguments.get("family", ""),
        model=arguments.get("model", ""),
        model_output=scrub(model_output),
        tools=to_tools(arguments.get("tools")),
        options=arguments.get("options"),
        fallback_families=arguments.get("fallback_families", ()),
        finish_reason=to_finish_reason(arguments.get("finish_reason")),
        prior_tool_calls=arguments.get("prior_tool_calls", 0),
        reasoning_open=arguments.get("reasoning_open", False),
    )


def stream_start(**arguments: Unpack[StreamArguments]) -> StreamStart:
    """What a stream begins with."""
    _check_names(arguments, StreamArguments)
    return StreamStart(
        family=arguments.get("family", ""),
        model=arguments.get("model", ""),
        tools=to_tools(arguments.get("tools")),
        options=arguments.get("options"),
        prior_tool_calls=arguments.get("prior_tool_calls", 0),
        reasoning_open=arguments.get("reasoning_open", False),
    )


def start_request(start: StreamStart) -> StreamToolCallsRequest:
    return StreamToolCallsRequest(start=start)


def delta_request(piece: str | bytes) -> StreamToolCallsRequest:
    if isinstance(piece, bytes):
        return StreamToolCallsRequest(raw_delta=piece)
    return StreamToolCallsRequest(delta=scrub(piece))


def finish_request(reason: FinishReasonLike) -> StreamToolCallsRequest:
    return StreamToolCallsRequest(finish=StreamFinish(finish_reason=to_finish_reason(reason)))
