from toolparser_client._gen.toolparser.v1 import result_pb2 as _result_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DeltaMessage(_message.Message):
    __slots__ = ("content", "tool_calls", "invalid_tool_calls", "reasoning")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    INVALID_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    content: str
    tool_calls: _containers.RepeatedCompositeFieldContainer[DeltaToolCall]
    invalid_tool_calls: _containers.RepeatedCompositeFieldContainer[DeltaInvalidToolCall]
    reasoning: str
    def __init__(self, content: _Optional[str] = ..., tool_calls: _Optional[_Iterable[_Union[DeltaToolCall, _Mapping]]] = ..., invalid_tool_calls: _Optional[_Iterable[_Union[DeltaInvalidToolCall, _Mapping]]] = ..., reasoning: _Optional[str] = ...) -> None: ...

class DeltaToolCall(_message.Message):
    __slots__ = ("index", "id", "type", "function", "complete")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    index: int
    id: str
    type: str
    function: DeltaFunctionCall
    complete: bool
    def __init__(self, index: _Optional[int] = ..., id: _Optional[str] = ..., type: _Optional[str] = ..., function: _Optional[_Union[DeltaFunctionCall, _Mapping]] = ..., complete: bool = ...) -> None: ...

class DeltaFunctionCall(_message.Message):
    __slots__ = ("name", "arguments")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    arguments: str
    def __init__(self, name: _Optional[str] = ..., arguments: _Optional[str] = ...) -> None: ...

class DeltaInvalidToolCall(_message.Message):
    __slots__ = ("index", "reason", "message")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    index: int
    reason: _result_pb2.InvalidReason
    message: str
    def __init__(self, index: _Optional[int] = ..., reason: _Optional[_Union[_result_pb2.InvalidReason, str]] = ..., message: _Optional[str] = ...) -> None: ...
