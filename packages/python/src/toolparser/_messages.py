"""Results, as the program's contract has them, read from its JSON when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")


class Message:
    """A message of the contract. ``raw`` is its JSON, without fields that are zero or empty."""

    __slots__ = ("_made", "raw")

    def __init__(self, raw: dict[str, Any] | None = None) -> None:
        self.raw = {} if raw is None else raw
        self._made: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and type(other) is type(self) and other.raw == self.raw

    def __hash__(self) -> int:
        raise TypeError(f"a {type(self).__name__} can't be a key")

    def __bool__(self) -> bool:
        """Whether anything is set: an empty delta is false."""
        return bool(self.raw)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Any]]]:
        return type(self), (self.raw,)


class _Field(Generic[T]):
    """A field whose JSON is its value."""

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, message: None, owner: type) -> Self: ...
    @overload
    def __get__(self, message: Message, owner: type) -> T: ...
    def __get__(self, message: Message | None, owner: type) -> Self | T:
        if message is None:
            return self
        return cast(T, message.raw.get(self._name, self._default))


class _Made(_Field[T]):
    """A field whose value is made of its JSON once."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make

    @overload
    def __get__(self, message: None, owner: type) -> Self: ...
    @overload
    def __get__(self, message: Message, owner: type) -> T: ...
    def __get__(self, message: Message | None, owner: type) -> Self | T:
        if message is None:
            return self
        made = message._made.get(self._name)
        if made is None:
            made = message._made[self._name] = self._make(message.raw.get(self._name))
        return cast(T, made)


M = TypeVar("M", bound=Message)


def _text() -> _Field[str]:
    return _Field("")


def _optional_text() -> _Field[str | None]:
    return _Field[str | None](None)


def _number() -> _Field[float]:
    return _Field(0.0)


def _integer() -> _Field[int]:
    return _Field(0)


def _flag() -> _Field[bool]:
    return _Field(False)


def _one(kind: type[M]) -> _Made[M]:
    return _Made(kind)


def _many(kind: type[M]) -> _Made[list[M]]:
    return _Made(lambda raw: [kind(each) for each in raw or ()])


def _strings() -> _Made[list[str]]:
    return _Made(lambda raw: list(raw or ()))


class Span(Message):
    """Offsets in bytes of the output in UTF-8."""

    start = _integer()
    end = _integer()


class Repair(Message):
    """What was repaired, and at which offset."""

    kind = _text()
    offset = _integer()


class FunctionCall(Message):
    """The name of a tool, and the arguments as JSON text."""

    name = _text()
    arguments = _text()


class ToolCall(Message):
    """An accepted call."""

    id = _text()
    type = _text()
    function = _one(FunctionCall)


class InvalidToolCall(Message):
    """What looked like a call and was not accepted. Its text is part of the content."""

    id = _text()
    name = _text()
    arguments = _text()
    reason = _text()
    message = _text()
    span = _one(Span)
    confidence = _number()
    format = _text()
    repairs = _many(Repair)
    omitted_repairs = _integer()


class Result(Message):
    """The accepted calls and the text around them. ``content`` and ``reasoning`` are None if there is none."""

    tools_called = _flag()
    tool_calls = _many(ToolCall)
    content = _optional_text()
    reasoning = _optional_text()


class SchemaViolation(Message):
    """Where arguments break the tool's schema."""

    pointer = _text()
    message = _text()


class ToolCallDiagnostics(Message):
    """How an accepted call came about."""

    format = _text()
    span = _one(Span)
    confidence = _number()
    repairs = _many(Repair)
    omitted_repairs = _integer()
    id_synthesized = _flag()
    unknown_tool = _flag()
    schema_violations = _many(SchemaViolation)


class Segment(Message):
    """A part of the output, and what it is."""

    kind = _text()
    span = _one(Span)
    index = _integer()


class ParseAttempt(Message):
    """What a family made of the output."""

    family = _text()
    confidence = _number()
    tool_call_count = _integer()
    rejected_because = _text()


class Leak(Message):
    """A place in the content that looks like a call."""

    kind = _text()
    span = _one(Span)
    family = _text()
    name = _text()


class Diagnostics(Message):
    """How the result came about."""

    family = _text()
    confidence = _number()
    tool_calls = _many(ToolCallDiagnostics)
    segments = _many(Segment)
    attempts = _many(ParseAttempt)
    omitted_invalid_tool_calls = _integer()
    leaks = _many(Leak)
    looks_like = _text()


class Response(Message):
    """What was found in one output."""

    result = _one(Result)
    invalid_tool_calls = _many(InvalidToolCall)
    diagnostics = _one(Diagnostics)


class DeltaFunctionCall(Message):
    """The name, on the first delta of a call only, and the next part of the arguments."""

    name = _optional_text()
    arguments = _optional_text()


class DeltaToolCall(Message):
    """The next part of one call."""

    index = _integer()
    id = _optional_text()
    type = _optional_text()
    function = _one(DeltaFunctionCall)
    complete = _flag()


class DeltaInvalidToolCall(Message):
    """Withdraws a call that earlier deltas started."""

    index = _integer()
    reason = _text()
    message = _text()


class Delta(Message):
    """What is new after one chunk of the output. It is false if nothing is."""

    content = _optional_text()
    tool_calls = _many(DeltaToolCall)
    invalid_tool_calls = _many(DeltaInvalidToolCall)
    reasoning = _optional_text()


class Format(Message):
    """A way to write calls."""

    name = _text()
    description = _text()


class Family(Message):
    """A set of models that write their calls in the same formats."""

    name = _text()
    aliases = _strings()
    model_patterns = _strings()
    description = _text()
    formats = _many(Format)
    preserved_tokens = _strings()
    other_model_patterns = _strings()
