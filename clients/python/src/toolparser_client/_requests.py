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
    Span,
    SpecialTokens,
    StreamFinish,
    StreamStart,
    StreamToolCallsRequest,
    ToolChoice,
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
    "model_context_window_exceeded": FinishReason.FINISH_REASON_LENGTH,
    "tool_calls": FinishReason.FINISH_REASON_TOOL_CALLS,
    "function_call": FinishReason.FINISH_REASON_TOOL_CALLS,
    "tool_use": FinishReason.FINISH_REASON_TOOL_CALLS,
    # These don't say whether the text is complete.
    "content_filter": FinishReason.FINISH_REASON_UNSPECIFIED,
    "refusal": FinishReason.FINISH_REASON_UNSPECIFIED,
    "pause_turn": FinishReason.FINISH_REASON_UNSPECIFIED,
    "abort": FinishReason.FINISH_REASON_UNSPECIFIED,
    "error": FinishReason.FINISH_REASON_UNSPECIFIED,
}


def to_finish_reason(reason: FinishReasonLike) -> FinishReason:
    """Converts a finish reason of OpenAI, Anthropic or vLLM to the contract's.

    A name that doesn't say whether the text is complete ("content_filter"), and None, are
    UNSPECIFIED. A FinishReason is returned as it is. An unknown name is a ValueError.
    """
    if isinstance(reason, str):
        if reason not in _REASONS:
            raise ValueError(f"unknown finish reason {reason!r}; use None, or one of {', '.join(_REASONS)}")
        return _REASONS[reason]
    return FinishReason.FINISH_REASON_UNSPECIFIED if reason is None else reason


class StreamArguments(TypedDict, total=False):
    """Arguments that start a stream. One of family and model is required."""

    family: str
    """Family of the model, by name or alias, such as "llama3". Default: chosen by model."""
    model: str
    """Id of the model, such as "Qwen/Qwen3-8B"; chooses the family if none is given."""
    tools: Iterable[ToolLike] | None
    """Tools that the model was offered, in any shape that to_tools accepts. Default: unknown."""
    options: ParseOptions | None
    """How to parse. Default: the service's defaults."""
    prior_tool_calls: int
    """Number of calls earlier in the conversation, for ids that count on. Default 0."""
    reasoning_open: bool
    """Whether the prompt ended inside the model's reasoning. Default False."""
    tool_choice: ToolChoice | None
    """What the request to the model said of its choice of tools, such as ToolChoice(name="search"). Default: it
    had the choice."""
    special_tokens: SpecialTokens | None
    """Which parts of the output were special tokens, in bytes of UTF-8: SpecialTokens(spans=[Span(start=0, end=11)]).
    In a session, SpecialTokens() says that each chunk has its own. Default: it isn't known."""


class ParseArguments(StreamArguments, total=False):
    """Arguments of a complete output: those of StreamArguments, and these."""

    fallback_families: Sequence[str]
    """Families to try in order while no call is accepted. Default: none."""
    finish_reason: FinishReasonLike
    """Why generation ended: a FinishReason, or its name at OpenAI, Anthropic or vLLM. Default: unknown."""


def _check_names(arguments: Mapping[str, object], allowed: type[StreamArguments]) -> None:
    names = allowed.__annotations__ | StreamArguments.__annotations__
    for name in arguments:
        if name not in names:
            fields = ParseOptions.DESCRIPTOR.fields_by_name
            hint = f"; write options=ParseOptions({name}=…)" if name in fields else ""
            raise TypeError(f"there is no argument {name!r}{hint}; there are {', '.join(sorted(names))}")


def parse_request(model_output: str, **arguments: Unpack[ParseArguments]) -> ParseToolCallsRequest:
    """Builds the request of one complete output, for Client.batch.

    model_output is the raw text of the model. The rest are ParseArguments.
    """
    _check_names(arguments, ParseArguments)
    return ParseToolCallsRequest(
        family=arguments.get("family", ""),
        model=arguments.get("model", ""),
        model_output=scrub(model_output, "model_output"),
        tools=to_tools(arguments.get("tools")),
        options=arguments.get("options"),
        fallback_families=arguments.get("fallback_families", ()),
        finish_reason=to_finish_reason(arguments.get("finish_reason")),
        prior_tool_calls=arguments.get("prior_tool_calls", 0),
        reasoning_open=arguments.get("reasoning_open", False),
        tool_choice=arguments.get("tool_choice"),
        special_tokens=arguments.get("special_tokens"),
    )


def stream_start(**arguments: Unpack[StreamArguments]) -> StreamStart:
    """Builds the message that starts a stream."""
    _check_names(arguments, StreamArguments)
    return StreamStart(
        family=arguments.get("family", ""),
        model=arguments.get("model", ""),
        tools=to_tools(arguments.get("tools")),
        options=arguments.get("options"),
        prior_tool_calls=arguments.get("prior_tool_calls", 0),
        reasoning_open=arguments.get("reasoning_open", False),
        tool_choice=arguments.get("tool_choice"),
        special_tokens=arguments.get("special_tokens"),
    )


def start_request(start: StreamStart) -> StreamToolCallsRequest:
    return StreamToolCallsRequest(start=start)


def delta_request(piece: str | bytes, special_tokens: Iterable[Span] = ()) -> StreamToolCallsRequest:
    if isinstance(piece, bytes):
        return StreamToolCallsRequest(raw_delta=piece, special_tokens=special_tokens)
    return StreamToolCallsRequest(delta=scrub(piece, "piece"), special_tokens=special_tokens)


def finish_request(reason: FinishReasonLike) -> StreamToolCallsRequest:
    return StreamToolCallsRequest(finish=StreamFinish(finish_reason=to_finish_reason(reason)))
