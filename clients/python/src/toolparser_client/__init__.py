"""Client of toolparser, the service that turns a language model's raw text into tool calls.

    from toolparser_client import Client

    with Client("unix:/run/toolparser.sock") as client:
        response = client.parse(text, family="llama3")
        for call in response.result.tool_calls:
            print(call.function.name, call.function.arguments)

The messages are in toolparser_client.v1; toolparser_client.openai and .anthropic give results
their vendors' shapes; .vllm and .sglang are plugins of these servers.
"""

from importlib.metadata import version as _version

from toolparser_client._aio import AsyncClient
from toolparser_client._channel import TLS, Settings
from toolparser_client._client import Client
from toolparser_client._lockstep import AsyncSession, Session
from toolparser_client._pipelined import AsyncPipelinedSession, PipelinedSession
from toolparser_client._requests import ParseArguments, StreamArguments, parse_request, to_finish_reason
from toolparser_client.errors import NotOpenedError, SessionError, UnavailableError
from toolparser_client.tools import to_tools
from toolparser_client.v1 import ParseOptions

__version__ = _version("toolparser-client")

__all__ = [
    "TLS",
    "AsyncClient",
    "AsyncPipelinedSession",
    "AsyncSession",
    "Client",
    "NotOpenedError",
    "ParseArguments",
    "ParseOptions",
    "PipelinedSession",
    "Session",
    "SessionError",
    "Settings",
    "StreamArguments",
    "UnavailableError",
    "__version__",
    "parse_request",
    "to_finish_reason",
    "to_tools",
]
