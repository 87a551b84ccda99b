"""The messages of the contract, toolparser.v1, under one name."""

from toolparser_client._gen.toolparser.v1.delta_pb2 import (
    DeltaFunctionCall,
    DeltaInvalidToolCall,
    DeltaMessage,
    DeltaToolCall,
)
from toolparser_client._gen.toolparser.v1.diagnostics_pb2 import (
    Diagnostics,
    ParseAttempt,
    Repair,
    RepairKind,
    SchemaViolation,
    Segment,
    SegmentKind,
    ToolCallDiagnostics,
)
from toolparser_client._gen.toolparser.v1.family_pb2 import Family, Format, ReasoningMarkers
from toolparser_client._gen.toolparser.v1.options_pb2 import ContentPolicy, FinishReason, ParseOptions
from toolparser_client._gen.toolparser.v1.result_pb2 import (
    ExtractedToolCallInformation,
    FunctionCall,
    InvalidReason,
    InvalidToolCall,
    ToolCall,
)
from toolparser_client._gen.toolparser.v1.span_pb2 import Span
from toolparser_client._gen.toolparser.v1.tool_parser_service_pb2 import (
    BatchParseToolCallsRequest,
    BatchParseToolCallsResponse,
    ItemError,
    ListFamiliesRequest,
    ListFamiliesResponse,
    ParseToolCallsRequest,
    ParseToolCallsResponse,
    StreamFinish,
    StreamStart,
    StreamToolCallsRequest,
    StreamToolCallsResponse,
)
from toolparser_client._gen.toolparser.v1.tool_pb2 import FunctionDefinition, Tool

__all__ = [
    "BatchParseToolCallsRequest",
    "BatchParseToolCallsResponse",
    "ContentPolicy",
    "DeltaFunctionCall",
    "DeltaInvalidToolCall",
    "DeltaMessage",
    "DeltaToolCall",
    "Diagnostics",
    "ExtractedToolCallInformation",
    "Family",
    "FinishReason",
    "Format",
    "FunctionCall",
    "FunctionDefinition",
    "InvalidReason",
    "InvalidToolCall",
    "ItemError",
    "ListFamiliesRequest",
    "ListFamiliesResponse",
    "ParseAttempt",
    "ParseOptions",
    "ParseToolCallsRequest",
    "ParseToolCallsResponse",
    "ReasoningMarkers",
    "Repair",
    "RepairKind",
    "SchemaViolation",
    "Segment",
    "SegmentKind",
    "Span",
    "StreamFinish",
    "StreamStart",
    "StreamToolCallsRequest",
    "StreamToolCallsResponse",
    "Tool",
    "ToolCall",
    "ToolCallDiagnostics",
]
