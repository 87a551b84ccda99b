"""Turns a language model's raw text into tool calls.

    import toolparser

    response = toolparser.parse(text, family="hermes", tools=tools)
    for call in response.result.tool_calls:
        print(call.function.name, call.function.arguments)

The program of the package parses. It is started at first use, once a process, and ends with it.
toolparser.openai and toolparser.anthropic give results their vendors' shapes.
"""

from toolparser import anthropic, openai
from toolparser._about import VERSION as __version__
from toolparser._aio import AsyncSession, aparse, astream
from toolparser._arrow import arrow_schema, parse_arrow
from toolparser._calls import BatchAnswer, Session, batch, families, parse, stream
from toolparser._messages import (
    Delta,
    Diagnostics,
    Family,
    InvalidToolCall,
    Response,
    Result,
    ToolCall,
)
from toolparser._requests import (
    ParseArguments,
    ParseOptions,
    Request,
    Span,
    SpecialTokens,
    StreamArguments,
    parse_request,
    to_finish_reason,
    to_tools,
)
from toolparser.errors import ProgramError, RequestError, ToolparserError

__all__ = [
    "AsyncSession",
    "BatchAnswer",
    "Delta",
    "Diagnostics",
    "Family",
    "InvalidToolCall",
    "ParseArguments",
    "ParseOptions",
    "ProgramError",
    "Request",
    "RequestError",
    "Response",
    "Result",
    "Session",
    "Span",
    "SpecialTokens",
    "StreamArguments",
    "ToolCall",
    "ToolparserError",
    "__version__",
    "anthropic",
    "aparse",
    "arrow_schema",
    "astream",
    "batch",
    "families",
    "openai",
    "parse",
    "parse_arrow",
    "parse_request",
    "stream",
    "to_finish_reason",
    "to_tools",
]
