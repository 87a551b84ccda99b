from toolparser_client._gen.toolparser.v1 import diagnostics_pb2 as _diagnostics_pb2
from toolparser_client._gen.toolparser.v1 import span_pb2 as _span_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InvalidReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INVALID_REASON_UNSPECIFIED: _ClassVar[InvalidReason]
    INVALID_REASON_MALFORMED: _ClassVar[InvalidReason]
    INVALID_REASON_INCOMPLETE: _ClassVar[InvalidReason]
    INVALID_REASON_MISSING_ARGUMENTS: _ClassVar[InvalidReason]
    INVALID_REASON_UNKNOWN_TOOL: _ClassVar[InvalidReason]
    INVALID_REASON_LOW_CONFIDENCE: _ClassVar[InvalidReason]
    INVALID_REASON_ALTERNATIVE: _ClassVar[InvalidReason]
    INVALID_REASON_LIMIT: _ClassVar[InvalidReason]
    INVALID_REASON_QUOTED: _ClassVar[InvalidReason]
INVALID_REASON_UNSPECIFIED: InvalidReason
INVALID_REASON_MALFORMED: InvalidReason
INVALID_REASON_INCOMPLETE: InvalidReason
INVALID_REASON_MISSING_ARGUMENTS: InvalidReason
INVALID_REASON_UNKNOWN_TOOL: InvalidReason
INVALID_REASON_LOW_CONFIDENCE: InvalidReason
INVALID_REASON_ALTERNATIVE: InvalidReason
INVALID_REASON_LIMIT: InvalidReason
INVALID_REASON_QUOTED: InvalidReason

class ExtractedToolCallInformation(_message.Message):
    __slots__ = ("tools_called", "tool_calls", "content", "reasoning")
    TOOLS_CALLED_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    tools_called: bool
    tool_calls: _containers.RepeatedCompositeFieldContainer[ToolCall]
    content: str
    reasoning: str
    def __init__(self, tools_called: bool = ..., tool_calls: _Optional[_Iterable[_Union[ToolCall, _Mapping]]] = ..., content: _Optional[str] = ..., reasoning: _Optional[str] = ...) -> None: ...

class ToolCall(_message.Message):
    __slots__ = ("id", "type", "function")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    id: str
    type: str
    function: FunctionCall
    def __init__(self, id: _Optional[str] = ..., type: _Optional[str] = ..., function: _Optional[_Union[FunctionCall, _Mapping]] = ...) -> None: ...

class FunctionCall(_message.Message):
    __slots__ = ("name", "arguments")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    arguments: str
    def __init__(self, name: _Optional[str] = ..., arguments: _Optional[str] = ...) -> None: ...

class InvalidToolCall(_message.Message):
    __slots__ = ("name", "arguments", "reason", "message", "span", "confidence", "id", "format", "repairs", "omitted_repairs")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    REPAIRS_FIELD_NUMBER: _ClassVar[int]
    OMITTED_REPAIRS_FIELD_NUMBER: _ClassVar[int]
    name: str
    arguments: str
    reason: InvalidReason
    message: str
    span: _span_pb2.Span
    confidence: float
    id: str
    format: str
    repairs: _containers.RepeatedCompositeFieldContainer[_diagnostics_pb2.Repair]
    omitted_repairs: int
    def __init__(self, name: _Optional[str] = ..., arguments: _Optional[str] = ..., reason: _Optional[_Union[InvalidReason, str]] = ..., message: _Optional[str] = ..., span: _Optional[_Union[_span_pb2.Span, _Mapping]] = ..., confidence: _Optional[float] = ..., id: _Optional[str] = ..., format: _Optional[str] = ..., repairs: _Optional[_Iterable[_Union[_diagnostics_pb2.Repair, _Mapping]]] = ..., omitted_repairs: _Optional[int] = ...) -> None: ...
