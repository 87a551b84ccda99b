"""Requests, from the arguments that every call takes."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from typing_extensions import Unpack

_UNKNOWN, _STOP, _LENGTH, _CALLS = (
    "FINISH_REASON_UNSPECIFIED",
    "FINISH_REASON_STOP",
    "FINISH_REASON_LENGTH",
    "FINISH_REASON_TOOL_CALLS",
)

# The names that OpenAI, Anthropic and vLLM give the reasons, and the contract's own.
_REASONS = {
    **dict.fromkeys(("stop", "end_turn", "stop_sequence"), _STOP),
    **dict.fromkeys(("length", "max_tokens", "model_context_window_exceeded"), _LENGTH),
    **dict.fromkeys(("tool_calls", "function_call", "tool_use"), _CALLS),
    # These don't say whether the text is complete.
    **dict.fromkeys(("content_filter", "refusal", "pause_turn", "abort", "error"), _UNKNOWN),
    **{each: each for each in (_UNKNOWN, _STOP, _LENGTH, _CALLS)},
}


def to_finish_reason(reason: str | None) -> str:
    """Converts a finish reason of OpenAI, Anthropic or vLLM to the contract's. An unknown one is a ValueError."""
    if reason is None:
        return _UNKNOWN
    if reason not in _REASONS:
        raise ValueError(f"unknown finish reason {reason!r}; use None, or one of {', '.join(_REASONS)}")
    return _REASONS[reason]


def is_length(reason: str | None) -> bool:
    """Whether a limit cut the output off."""
    return to_finish_reason(reason) == _LENGTH


class ParseOptions(TypedDict, total=False):
    """What is accepted and how it is delivered. docs/use/api.md describes the options."""

    min_confidence: float
    disable_repair: bool
    accept_incomplete: bool
    reject_unknown_tools: bool
    validate_arguments: bool
    content_policy: str
    buffer_tool_calls: bool
    formats: Sequence[str]
    separate_reasoning: bool
    native_only: bool


class Span(TypedDict):
    """A range of bytes in UTF-8."""

    start: int
    end: int


class SpecialTokens(TypedDict, total=False):
    """Which parts of an output were special tokens to the tokenizer. docs/use/api.md describes the fields."""

    spans: Sequence[Span]
    constrained: bool
    missing: Sequence[str]


class StreamArguments(TypedDict, total=False):
    """Arguments that start a stream. One of family and model is required."""

    family: str
    """Family of the model, by name or alias, such as "llama3". Default: chosen by model."""
    model: str
    """Id of the model, such as "Qwen/Qwen3-8B"; chooses the family if none is given."""
    tools: Iterable[Mapping[str, Any]] | None
    """Tools that the model was offered, in the shape of OpenAI's APIs or Anthropic's. Default: unknown."""
    options: ParseOptions | None
    """How to parse. Default: the default of each option."""
    prior_tool_calls: int
    """Number of calls earlier in the conversation, for ids that count on. Default 0."""
    reasoning_open: bool
    """Whether the prompt ended inside the model's reasoning. Default False."""
    tool_choice: Mapping[str, str] | None
    """What the request to the model said of its choice of tools: {"mode": "TOOL_CHOICE_MODE_REQUIRED"}, or
    {"name": …} for the one tool that it had to call. Default: it had the choice."""
    special_tokens: SpecialTokens | None
    """Which parts of the output were special tokens. In a stream, {} says that each chunk has its own.
    Default: it isn't known."""


class ParseArguments(StreamArguments, total=False):
    """Arguments of a complete output: those of StreamArguments, and these."""

    fallback_families: Sequence[str]
    """Families to try in order while no call is accepted. Default: none."""
    finish_reason: str | None
    """Why generation ended, by its name at OpenAI, Anthropic or vLLM. Default: unknown."""


_STREAM_NAMES = frozenset(StreamArguments.__annotations__)
_PARSE_NAMES = _STREAM_NAMES | ParseArguments.__annotations__.keys()


def to_tools(tools: Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """Converts tools to those of a request. They may have any of these shapes, also mixed:

    - the OpenAI chat API's ``{"type": "function", "function": {…}}``;
    - the OpenAI responses API's ``{"type": "function", "name": …, "parameters": {…}}``,
      or such a function without its type;
    - the Anthropic API's ``{"name": …, "input_schema": {…}}``.

    Tools that the provider runs itself, or that take free text, are left out. None is no tools.
    Raises ValueError for a function without a name, TypeError for anything that isn't a list of tools.
    """
    if isinstance(tools, (Mapping, str)):
        raise TypeError(f"tools is one {type(tools).__name__}: want a list of tools")
    return [made for i, each in enumerate(tools or ()) if (made := _to_tool(i, each)) is not None]


def _to_tool(i: int, tool: Mapping[str, Any]) -> dict[str, Any] | None:
    if not isinstance(tool, Mapping):
        raise TypeError(f"tools[{i}] is {type(tool).__name__}: want a dict")
    kind = tool.get("type")
    # "custom" with a schema is Anthropic's own kind of client tool; OpenAI's "custom" has none.
    if kind not in (None, "function") and not (kind == "custom" and "input_schema" in tool):
        return None
    function = tool.get("function", tool)
    if not isinstance(function, Mapping) or not function.get("name"):
        raise ValueError(f"tools[{i}] has no name: set function.name, or name")
    made = {"name": function["name"]}
    schema = function.get("parameters", function.get("input_schema"))
    if schema is not None:
        made["parameters"] = schema if isinstance(schema, str) else json.dumps(schema)
    return {"function": made}


def _common(arguments: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    request = {}
    for name, value in arguments.items():
        if name not in names:
            hint = f"; write options={{{name!r}: …}}" if name in ParseOptions.__annotations__ else ""
            raise TypeError(f"there is no argument {name!r}{hint}; there are {', '.join(sorted(names))}")
        if name == "tools":
            value = to_tools(value)
        elif name == "options":
            for option in value or ():
                if option not in ParseOptions.__annotations__:
                    raise TypeError(
                        f"there is no option {option!r}; there are {', '.join(ParseOptions.__annotations__)}"
                    )
        elif name == "finish_reason":
            value = to_finish_reason(value)
        if value or (name == "special_tokens" and value is not None):  # an empty one says that there are none
            request[name] = value
    return request


class Request:
    """The request of one complete output, for ``batch``."""

    __slots__ = ("_text",)

    def __init__(self, text: bytes) -> None:
        self._text = text

    def encoded(self) -> bytes:
        """The message of the contract, in JSON."""
        return self._text


def parse_request(model_output: str, **arguments: Unpack[ParseArguments]) -> Request:
    """Builds the request of one complete output, for ``batch``.

    model_output is the raw text of the model. The rest are ParseArguments.
    """
    request = _common(arguments, _PARSE_NAMES)
    request["model_output"] = _checked(model_output, "model_output")
    return Request(encode(request))


def stream_start(**arguments: Unpack[StreamArguments]) -> bytes:
    """The message that starts a stream."""
    return encode({"start": _common(arguments, _STREAM_NAMES)})


def stream_delta(piece: str | bytes, special_tokens: Sequence[Span] = ()) -> bytes:
    """The message with a chunk."""
    message: dict[str, Any] = {"special_tokens": list(special_tokens)} if special_tokens else {}
    if isinstance(piece, bytes):
        return encode({"raw_delta": base64.b64encode(piece).decode(), **message})
    return encode({"delta": _checked(piece, "piece"), **message})


def stream_finish(reason: str | None) -> bytes:
    """The message that ends a stream."""
    return encode({"finish": {"finish_reason": to_finish_reason(reason)}})


def encode(message: Mapping[str, Any]) -> bytes:
    """JSON in UTF-8. It has no bytes for a lone surrogate: each becomes U+FFFD."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _checked(text: str, name: str) -> str:
    if isinstance(text, str):
        return text
    if text is None:
        raise TypeError(f'{name} is None, want str: a message without text has no output to parse; pass content or ""')
    if isinstance(text, (bytes, bytearray, memoryview)):
        raise TypeError(f'{name} is {type(text).__name__}, want str: decode it with .decode("utf-8", "replace")')
    raise TypeError(f"{name} is {type(text).__name__}, want str")
