from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Family(_message.Message):
    __slots__ = ("name", "aliases", "model_patterns", "description", "formats", "preserved_tokens", "reasoning_markers", "other_model_patterns")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    MODEL_PATTERNS_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    FORMATS_FIELD_NUMBER: _ClassVar[int]
    PRESERVED_TOKENS_FIELD_NUMBER: _ClassVar[int]
    REASONING_MARKERS_FIELD_NUMBER: _ClassVar[int]
    OTHER_MODEL_PATTERNS_FIELD_NUMBER: _ClassVar[int]
    name: str
    aliases: _containers.RepeatedScalarFieldContainer[str]
    model_patterns: _containers.RepeatedScalarFieldContainer[str]
    description: str
    formats: _containers.RepeatedCompositeFieldContainer[Format]
    preserved_tokens: _containers.RepeatedScalarFieldContainer[str]
    reasoning_markers: _containers.RepeatedCompositeFieldContainer[ReasoningMarkers]
    other_model_patterns: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., aliases: _Optional[_Iterable[str]] = ..., model_patterns: _Optional[_Iterable[str]] = ..., description: _Optional[str] = ..., formats: _Optional[_Iterable[_Union[Format, _Mapping]]] = ..., preserved_tokens: _Optional[_Iterable[str]] = ..., reasoning_markers: _Optional[_Iterable[_Union[ReasoningMarkers, _Mapping]]] = ..., other_model_patterns: _Optional[_Iterable[str]] = ...) -> None: ...

class ReasoningMarkers(_message.Message):
    __slots__ = ("open", "close")
    OPEN_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    open: str
    close: str
    def __init__(self, open: _Optional[str] = ..., close: _Optional[str] = ...) -> None: ...

class Format(_message.Message):
    __slots__ = ("name", "description", "example")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    EXAMPLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    example: str
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., example: _Optional[str] = ...) -> None: ...
