from toolparser_client._gen.toolparser.v1 import span_pb2 as _span_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ToolChoiceMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOOL_CHOICE_MODE_UNSPECIFIED: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_AUTO: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_NONE: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_REQUIRED: _ClassVar[ToolChoiceMode]

class ContentPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONTENT_POLICY_UNSPECIFIED: _ClassVar[ContentPolicy]
    CONTENT_POLICY_JOINED: _ClassVar[ContentPolicy]
    CONTENT_POLICY_VERBATIM: _ClassVar[ContentPolicy]
    CONTENT_POLICY_CLEAN: _ClassVar[ContentPolicy]

class FinishReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FINISH_REASON_UNSPECIFIED: _ClassVar[FinishReason]
    FINISH_REASON_STOP: _ClassVar[FinishReason]
    FINISH_REASON_LENGTH: _ClassVar[FinishReason]
    FINISH_REASON_TOOL_CALLS: _ClassVar[FinishReason]
TOOL_CHOICE_MODE_UNSPECIFIED: ToolChoiceMode
TOOL_CHOICE_MODE_AUTO: ToolChoiceMode
TOOL_CHOICE_MODE_NONE: ToolChoiceMode
TOOL_CHOICE_MODE_REQUIRED: ToolChoiceMode
CONTENT_POLICY_UNSPECIFIED: ContentPolicy
CONTENT_POLICY_JOINED: ContentPolicy
CONTENT_POLICY_VERBATIM: ContentPolicy
CONTENT_POLICY_CLEAN: ContentPolicy
FINISH_REASON_UNSPECIFIED: FinishReason
FINISH_REASON_STOP: FinishReason
FINISH_REASON_LENGTH: FinishReason
FINISH_REASON_TOOL_CALLS: FinishReason

class ParseOptions(_message.Message):
    __slots__ = ("min_confidence", "disable_repair", "accept_incomplete", "reject_unknown_tools", "validate_arguments", "content_policy", "buffer_tool_calls", "formats", "separate_reasoning", "native_only")
    MIN_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    DISABLE_REPAIR_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_INCOMPLETE_FIELD_NUMBER: _ClassVar[int]
    REJECT_UNKNOWN_TOOLS_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_POLICY_FIELD_NUMBER: _ClassVar[int]
    BUFFER_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    FORMATS_FIELD_NUMBER: _ClassVar[int]
    SEPARATE_REASONING_FIELD_NUMBER: _ClassVar[int]
    NATIVE_ONLY_FIELD_NUMBER: _ClassVar[int]
    min_confidence: float
    disable_repair: bool
    accept_incomplete: bool
    reject_unknown_tools: bool
    validate_arguments: bool
    content_policy: ContentPolicy
    buffer_tool_calls: bool
    formats: _containers.RepeatedScalarFieldContainer[str]
    separate_reasoning: bool
    native_only: bool
    def __init__(self, min_confidence: _Optional[float] = ..., disable_repair: bool = ..., accept_incomplete: bool = ..., reject_unknown_tools: bool = ..., validate_arguments: bool = ..., content_policy: _Optional[_Union[ContentPolicy, str]] = ..., buffer_tool_calls: bool = ..., formats: _Optional[_Iterable[str]] = ..., separate_reasoning: bool = ..., native_only: bool = ...) -> None: ...

class ToolChoice(_message.Message):
    __slots__ = ("mode", "name")
    MODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    mode: ToolChoiceMode
    name: str
    def __init__(self, mode: _Optional[_Union[ToolChoiceMode, str]] = ..., name: _Optional[str] = ...) -> None: ...

class SpecialTokens(_message.Message):
    __slots__ = ("spans", "constrained", "missing")
    SPANS_FIELD_NUMBER: _ClassVar[int]
    CONSTRAINED_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    spans: _containers.RepeatedCompositeFieldContainer[_span_pb2.Span]
    constrained: bool
    missing: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, spans: _Optional[_Iterable[_Union[_span_pb2.Span, _Mapping]]] = ..., constrained: bool = ..., missing: _Optional[_Iterable[str]] = ...) -> None: ...
