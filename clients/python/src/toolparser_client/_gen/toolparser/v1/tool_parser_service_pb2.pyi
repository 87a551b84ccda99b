from google.protobuf import any_pb2 as _any_pb2
from toolparser_client._gen.toolparser.v1 import delta_pb2 as _delta_pb2
from toolparser_client._gen.toolparser.v1 import diagnostics_pb2 as _diagnostics_pb2
from toolparser_client._gen.toolparser.v1 import family_pb2 as _family_pb2
from toolparser_client._gen.toolparser.v1 import options_pb2 as _options_pb2
from toolparser_client._gen.toolparser.v1 import result_pb2 as _result_pb2
from toolparser_client._gen.toolparser.v1 import span_pb2 as _span_pb2
from toolparser_client._gen.toolparser.v1 import tool_pb2 as _tool_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ParseToolCallsRequest(_message.Message):
    __slots__ = ("family", "model", "model_output", "tools", "options", "fallback_families", "finish_reason", "prior_tool_calls", "reasoning_open", "tool_choice", "special_tokens")
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    MODEL_OUTPUT_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    FALLBACK_FAMILIES_FIELD_NUMBER: _ClassVar[int]
    FINISH_REASON_FIELD_NUMBER: _ClassVar[int]
    PRIOR_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    REASONING_OPEN_FIELD_NUMBER: _ClassVar[int]
    TOOL_CHOICE_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    family: str
    model: str
    model_output: str
    tools: _containers.RepeatedCompositeFieldContainer[_tool_pb2.Tool]
    options: _options_pb2.ParseOptions
    fallback_families: _containers.RepeatedScalarFieldContainer[str]
    finish_reason: _options_pb2.FinishReason
    prior_tool_calls: int
    reasoning_open: bool
    tool_choice: _options_pb2.ToolChoice
    special_tokens: _options_pb2.SpecialTokens
    def __init__(self, family: _Optional[str] = ..., model: _Optional[str] = ..., model_output: _Optional[str] = ..., tools: _Optional[_Iterable[_Union[_tool_pb2.Tool, _Mapping]]] = ..., options: _Optional[_Union[_options_pb2.ParseOptions, _Mapping]] = ..., fallback_families: _Optional[_Iterable[str]] = ..., finish_reason: _Optional[_Union[_options_pb2.FinishReason, str]] = ..., prior_tool_calls: _Optional[int] = ..., reasoning_open: bool = ..., tool_choice: _Optional[_Union[_options_pb2.ToolChoice, _Mapping]] = ..., special_tokens: _Optional[_Union[_options_pb2.SpecialTokens, _Mapping]] = ...) -> None: ...

class ParseToolCallsResponse(_message.Message):
    __slots__ = ("result", "invalid_tool_calls", "diagnostics")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    INVALID_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    result: _result_pb2.ExtractedToolCallInformation
    invalid_tool_calls: _containers.RepeatedCompositeFieldContainer[_result_pb2.InvalidToolCall]
    diagnostics: _diagnostics_pb2.Diagnostics
    def __init__(self, result: _Optional[_Union[_result_pb2.ExtractedToolCallInformation, _Mapping]] = ..., invalid_tool_calls: _Optional[_Iterable[_Union[_result_pb2.InvalidToolCall, _Mapping]]] = ..., diagnostics: _Optional[_Union[_diagnostics_pb2.Diagnostics, _Mapping]] = ...) -> None: ...

class StreamToolCallsRequest(_message.Message):
    __slots__ = ("start", "delta", "finish", "raw_delta", "special_tokens")
    START_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    RAW_DELTA_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    start: StreamStart
    delta: str
    finish: StreamFinish
    raw_delta: bytes
    special_tokens: _containers.RepeatedCompositeFieldContainer[_span_pb2.Span]
    def __init__(self, start: _Optional[_Union[StreamStart, _Mapping]] = ..., delta: _Optional[str] = ..., finish: _Optional[_Union[StreamFinish, _Mapping]] = ..., raw_delta: _Optional[bytes] = ..., special_tokens: _Optional[_Iterable[_Union[_span_pb2.Span, _Mapping]]] = ...) -> None: ...

class StreamStart(_message.Message):
    __slots__ = ("family", "model", "tools", "options", "prior_tool_calls", "reasoning_open", "tool_choice", "special_tokens")
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PRIOR_TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    REASONING_OPEN_FIELD_NUMBER: _ClassVar[int]
    TOOL_CHOICE_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    family: str
    model: str
    tools: _containers.RepeatedCompositeFieldContainer[_tool_pb2.Tool]
    options: _options_pb2.ParseOptions
    prior_tool_calls: int
    reasoning_open: bool
    tool_choice: _options_pb2.ToolChoice
    special_tokens: _options_pb2.SpecialTokens
    def __init__(self, family: _Optional[str] = ..., model: _Optional[str] = ..., tools: _Optional[_Iterable[_Union[_tool_pb2.Tool, _Mapping]]] = ..., options: _Optional[_Union[_options_pb2.ParseOptions, _Mapping]] = ..., prior_tool_calls: _Optional[int] = ..., reasoning_open: bool = ..., tool_choice: _Optional[_Union[_options_pb2.ToolChoice, _Mapping]] = ..., special_tokens: _Optional[_Union[_options_pb2.SpecialTokens, _Mapping]] = ...) -> None: ...

class StreamFinish(_message.Message):
    __slots__ = ("finish_reason", "omit_delivered")
    FINISH_REASON_FIELD_NUMBER: _ClassVar[int]
    OMIT_DELIVERED_FIELD_NUMBER: _ClassVar[int]
    finish_reason: _options_pb2.FinishReason
    omit_delivered: bool
    def __init__(self, finish_reason: _Optional[_Union[_options_pb2.FinishReason, str]] = ..., omit_delivered: bool = ...) -> None: ...

class StreamToolCallsResponse(_message.Message):
    __slots__ = ("delta", "result")
    DELTA_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    delta: _delta_pb2.DeltaMessage
    result: ParseToolCallsResponse
    def __init__(self, delta: _Optional[_Union[_delta_pb2.DeltaMessage, _Mapping]] = ..., result: _Optional[_Union[ParseToolCallsResponse, _Mapping]] = ...) -> None: ...

class MultiplexToolCallsRequest(_message.Message):
    __slots__ = ("inputs",)
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    inputs: _containers.RepeatedCompositeFieldContainer[MultiplexInput]
    def __init__(self, inputs: _Optional[_Iterable[_Union[MultiplexInput, _Mapping]]] = ...) -> None: ...

class MultiplexInput(_message.Message):
    __slots__ = ("output", "start", "delta", "finish", "raw_delta", "cancel", "special_tokens")
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    RAW_DELTA_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    output: int
    start: StreamStart
    delta: str
    finish: StreamFinish
    raw_delta: bytes
    cancel: StreamCancel
    special_tokens: _containers.RepeatedCompositeFieldContainer[_span_pb2.Span]
    def __init__(self, output: _Optional[int] = ..., start: _Optional[_Union[StreamStart, _Mapping]] = ..., delta: _Optional[str] = ..., finish: _Optional[_Union[StreamFinish, _Mapping]] = ..., raw_delta: _Optional[bytes] = ..., cancel: _Optional[_Union[StreamCancel, _Mapping]] = ..., special_tokens: _Optional[_Iterable[_Union[_span_pb2.Span, _Mapping]]] = ...) -> None: ...

class StreamCancel(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MultiplexToolCallsResponse(_message.Message):
    __slots__ = ("outputs",)
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    outputs: _containers.RepeatedCompositeFieldContainer[MultiplexOutput]
    def __init__(self, outputs: _Optional[_Iterable[_Union[MultiplexOutput, _Mapping]]] = ...) -> None: ...

class MultiplexOutput(_message.Message):
    __slots__ = ("output", "delta", "result", "error")
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    output: int
    delta: _delta_pb2.DeltaMessage
    result: ParseToolCallsResponse
    error: ItemError
    def __init__(self, output: _Optional[int] = ..., delta: _Optional[_Union[_delta_pb2.DeltaMessage, _Mapping]] = ..., result: _Optional[_Union[ParseToolCallsResponse, _Mapping]] = ..., error: _Optional[_Union[ItemError, _Mapping]] = ...) -> None: ...

class BatchParseToolCallsRequest(_message.Message):
    __slots__ = ("id", "request")
    ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    id: str
    request: ParseToolCallsRequest
    def __init__(self, id: _Optional[str] = ..., request: _Optional[_Union[ParseToolCallsRequest, _Mapping]] = ...) -> None: ...

class BatchParseToolCallsResponse(_message.Message):
    __slots__ = ("id", "response", "error")
    ID_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    id: str
    response: ParseToolCallsResponse
    error: ItemError
    def __init__(self, id: _Optional[str] = ..., response: _Optional[_Union[ParseToolCallsResponse, _Mapping]] = ..., error: _Optional[_Union[ItemError, _Mapping]] = ...) -> None: ...

class ItemError(_message.Message):
    __slots__ = ("code", "message", "details")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    details: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ..., details: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ...) -> None: ...

class ListFamiliesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListFamiliesResponse(_message.Message):
    __slots__ = ("families",)
    FAMILIES_FIELD_NUMBER: _ClassVar[int]
    families: _containers.RepeatedCompositeFieldContainer[_family_pb2.Family]
    def __init__(self, families: _Optional[_Iterable[_Union[_family_pb2.Family, _Mapping]]] = ...) -> None: ...
