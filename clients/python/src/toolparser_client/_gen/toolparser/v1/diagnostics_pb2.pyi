from toolparser_client._gen.toolparser.v1 import span_pb2 as _span_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LeakKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEAK_KIND_UNSPECIFIED: _ClassVar[LeakKind]
    LEAK_KIND_MARKER: _ClassVar[LeakKind]
    LEAK_KIND_DECLARED_NAME: _ClassVar[LeakKind]
    LEAK_KIND_ANNOUNCED: _ClassVar[LeakKind]

class RepairKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REPAIR_KIND_UNSPECIFIED: _ClassVar[RepairKind]
    REPAIR_KIND_TRAILING_COMMA: _ClassVar[RepairKind]
    REPAIR_KIND_MISSING_COMMA: _ClassVar[RepairKind]
    REPAIR_KIND_MISSING_CLOSER: _ClassVar[RepairKind]
    REPAIR_KIND_EXTRA_CLOSER: _ClassVar[RepairKind]
    REPAIR_KIND_RAW_CONTROL_CHARACTER: _ClassVar[RepairKind]
    REPAIR_KIND_UNESCAPED_QUOTE: _ClassVar[RepairKind]
    REPAIR_KIND_INVALID_ESCAPE: _ClassVar[RepairKind]
    REPAIR_KIND_QUOTE_STYLE: _ClassVar[RepairKind]
    REPAIR_KIND_PYTHON_LITERAL: _ClassVar[RepairKind]
    REPAIR_KIND_COMMENT: _ClassVar[RepairKind]
    REPAIR_KIND_DOUBLE_ENCODED_ARGUMENTS: _ClassVar[RepairKind]
    REPAIR_KIND_MISSING_MARKER: _ClassVar[RepairKind]
    REPAIR_KIND_TOOL_NAME: _ClassVar[RepairKind]
    REPAIR_KIND_UNQUOTED_KEY: _ClassVar[RepairKind]
    REPAIR_KIND_NON_FINITE_NUMBER: _ClassVar[RepairKind]
    REPAIR_KIND_EXTRA_OPENER: _ClassVar[RepairKind]
    REPAIR_KIND_WHITE_SPACE: _ClassVar[RepairKind]
    REPAIR_KIND_FLAT_ARGUMENTS: _ClassVar[RepairKind]
    REPAIR_KIND_REPEATED: _ClassVar[RepairKind]

class SegmentKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEGMENT_KIND_UNSPECIFIED: _ClassVar[SegmentKind]
    SEGMENT_KIND_TEXT: _ClassVar[SegmentKind]
    SEGMENT_KIND_TOOL_CALL: _ClassVar[SegmentKind]
    SEGMENT_KIND_INVALID_TOOL_CALL: _ClassVar[SegmentKind]
    SEGMENT_KIND_MARKUP: _ClassVar[SegmentKind]
    SEGMENT_KIND_REASONING: _ClassVar[SegmentKind]
LEAK_KIND_UNSPECIFIED: LeakKind
LEAK_KIND_MARKER: LeakKind
LEAK_KIND_DECLARED_NAME: LeakKind
LEAK_KIND_ANNOUNCED: LeakKind
REPAIR_KIND_UNSPECIFIED: RepairKind
REPAIR_KIND_TRAILING_COMMA: RepairKind
REPAIR_KIND_MISSING_COMMA: RepairKind
REPAIR_KIND_MISSING_CLOSER: RepairKind
REPAIR_KIND_EXTRA_CLOSER: RepairKind
REPAIR_KIND_RAW_CONTROL_CHARACTER: RepairKind
REPAIR_KIND_UNESCAPED_QUOTE: RepairKind
REPAIR_KIND_INVALID_ESCAPE: RepairKind
REPAIR_KIND_QUOTE_STYLE: RepairKind
REPAIR_KIND_PYTHON_LITERAL: RepairKind
REPAIR_KIND_COMMENT: RepairKind
REPAIR_KIND_DOUBLE_ENCODED_ARGUMENTS: RepairKind
REPAIR_KIND_MISSING_MARKER: RepairKind
REPAIR_KIND_TOOL_NAME: RepairKind
REPAIR_KIND_UNQUOTED_KEY: RepairKind
REPAIR_KIND_NON_FINITE_NUMBER: RepairKind
REPAIR_KIND_EXTRA_OPENER: RepairKind
REPAIR_KIND_WHITE_SPACE: RepairKind
REPAIR_KIND_FLAT_ARGUMENTS: RepairKind
REPAIR_KIND_REPEATED: RepairKind
SEGMENT_KIND_UNSPECIFIED: SegmentKind
SEGMENT_KIND_TEXT: SegmentKind
SEGMENT_KIND_TOOL_CALL: SegmentKind
SEGMENT_KIND_INVALID_TOOL_CALL: SegmentKind
SEGMENT_KIND_MARKUP: SegmentKind
SEGMENT_KIND_REASONING: SegmentKind

class Diagnostics(_message.Message):
    __slots__ = ("family", "confidence", "tool_calls", "segments", "attempts", "omitted_invalid_tool_calls", "leaks", "looks_like")
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    SEGMENTS_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    OMITTED_INVALID_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    LEAKS_FIELD_NUMBER: _ClassVar[int]
    LOOKS_LIKE_FIELD_NUMBER: _ClassVar[int]
    family: str
    confidence: float
    tool_calls: _containers.RepeatedCompositeFieldContainer[ToolCallDiagnostics]
    segments: _containers.RepeatedCompositeFieldContainer[Segment]
    attempts: _containers.RepeatedCompositeFieldContainer[ParseAttempt]
    omitted_invalid_tool_calls: int
    leaks: _containers.RepeatedCompositeFieldContainer[Leak]
    looks_like: str
    def __init__(self, family: _Optional[str] = ..., confidence: _Optional[float] = ..., tool_calls: _Optional[_Iterable[_Union[ToolCallDiagnostics, _Mapping]]] = ..., segments: _Optional[_Iterable[_Union[Segment, _Mapping]]] = ..., attempts: _Optional[_Iterable[_Union[ParseAttempt, _Mapping]]] = ..., omitted_invalid_tool_calls: _Optional[int] = ..., leaks: _Optional[_Iterable[_Union[Leak, _Mapping]]] = ..., looks_like: _Optional[str] = ...) -> None: ...

class Leak(_message.Message):
    __slots__ = ("kind", "span", "family", "name")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    kind: LeakKind
    span: _span_pb2.Span
    family: str
    name: str
    def __init__(self, kind: _Optional[_Union[LeakKind, str]] = ..., span: _Optional[_Union[_span_pb2.Span, _Mapping]] = ..., family: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class ToolCallDiagnostics(_message.Message):
    __slots__ = ("format", "span", "confidence", "repairs", "id_synthesized", "unknown_tool", "schema_violations", "omitted_repairs")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    REPAIRS_FIELD_NUMBER: _ClassVar[int]
    ID_SYNTHESIZED_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_TOOL_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    OMITTED_REPAIRS_FIELD_NUMBER: _ClassVar[int]
    format: str
    span: _span_pb2.Span
    confidence: float
    repairs: _containers.RepeatedCompositeFieldContainer[Repair]
    id_synthesized: bool
    unknown_tool: bool
    schema_violations: _containers.RepeatedCompositeFieldContainer[SchemaViolation]
    omitted_repairs: int
    def __init__(self, format: _Optional[str] = ..., span: _Optional[_Union[_span_pb2.Span, _Mapping]] = ..., confidence: _Optional[float] = ..., repairs: _Optional[_Iterable[_Union[Repair, _Mapping]]] = ..., id_synthesized: bool = ..., unknown_tool: bool = ..., schema_violations: _Optional[_Iterable[_Union[SchemaViolation, _Mapping]]] = ..., omitted_repairs: _Optional[int] = ...) -> None: ...

class SchemaViolation(_message.Message):
    __slots__ = ("pointer", "message")
    POINTER_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    pointer: str
    message: str
    def __init__(self, pointer: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class Repair(_message.Message):
    __slots__ = ("kind", "offset")
    KIND_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    kind: RepairKind
    offset: int
    def __init__(self, kind: _Optional[_Union[RepairKind, str]] = ..., offset: _Optional[int] = ...) -> None: ...

class Segment(_message.Message):
    __slots__ = ("kind", "span", "index")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    kind: SegmentKind
    span: _span_pb2.Span
    index: int
    def __init__(self, kind: _Optional[_Union[SegmentKind, str]] = ..., span: _Optional[_Union[_span_pb2.Span, _Mapping]] = ..., index: _Optional[int] = ...) -> None: ...

class ParseAttempt(_message.Message):
    __slots__ = ("family", "confidence", "tool_call_count", "rejected_because")
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALL_COUNT_FIELD_NUMBER: _ClassVar[int]
    REJECTED_BECAUSE_FIELD_NUMBER: _ClassVar[int]
    family: str
    confidence: float
    tool_call_count: int
    rejected_because: str
    def __init__(self, family: _Optional[str] = ..., confidence: _Optional[float] = ..., tool_call_count: _Optional[int] = ..., rejected_because: _Optional[str] = ...) -> None: ...
