"""The client for programs without an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

from toolparser_client import _retry
from toolparser_client._channel import (
    DEFAULT_MAX_RECEIVE_BYTES,
    DEFAULT_TARGET,
    DEFAULT_TIMEOUT,
    TLS,
    PerProcess,
    Settings,
    stub,
)
from toolparser_client._lockstep import Session
from toolparser_client._pipelined import Background, PipelinedSession
from toolparser_client._pump import PATIENCE_SECONDS
from toolparser_client._requests import ParseArguments, StreamArguments, parse_request, stream_start
from toolparser_client.v1 import (
    BatchParseToolCallsRequest,
    BatchParseToolCallsResponse,
    Family,
    ListFamiliesRequest,
    ParseToolCallsRequest,
    ParseToolCallsResponse,
)

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


class Client:
    """Calls the service. Threads may share a client.

    It connects when it is first used, in each process anew, so it may be created before a
    fork. A unary call is repeated within its timeout, up to five attempts, while the service
    is unavailable, or overloaded and asks for another attempt (RESOURCE_EXHAUSTED with
    RetryInfo).

    The arguments are those of toolparser_client.Settings, and:

    - patience (float, seconds, default 5): how long pipelined sessions wait for a service
      that went away.

    Errors are grpc.RpcError; UnavailableError, one of them, if no service answers at the target.
    Those of pipelined sessions are SessionError.
    """

    def __init__(
        self,
        target: str = DEFAULT_TARGET,
        *,
        timeout: float | None = DEFAULT_TIMEOUT,
        tls: TLS | None = None,
        token: str | Callable[[], str] | None = None,
        allow_plaintext_token: bool = False,
        max_receive_bytes: int = DEFAULT_MAX_RECEIVE_BYTES,
        patience: float = PATIENCE_SECONDS,
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self._settings = Settings(target, timeout, tls, token, allow_plaintext_token, max_receive_bytes, tuple(options))
        self._channel: PerProcess[grpc.Channel] = PerProcess(
            lambda: self._settings.channel(grpc), lambda channel: channel.close()
        )
        self._background = PerProcess(lambda: Background(self._settings, patience), Background.close)

    def parse(
        self, model_output: str, *, timeout: float | None = None, **arguments: Unpack[ParseArguments]
    ) -> ParseToolCallsResponse:
        """Parses one complete output.

        - model_output (str): the raw text of the model, with its special tokens. None and bytes
          are a TypeError.
        - timeout (float, seconds): limit for this call. Default: the client's.
        - the rest: ParseArguments (family, model, tools, options, prior_tool_calls,
          reasoning_open, fallback_families, finish_reason).
        """
        request = parse_request(model_output, **arguments)
        response: ParseToolCallsResponse = self._unary(self._stub().ParseToolCalls, request, timeout)
        return response

    def batch(
        self, requests: Iterable[tuple[str, ParseToolCallsRequest]], *, timeout: float | None = None
    ) -> Iterator[BatchParseToolCallsResponse]:
        """Parses many complete outputs on one stream. Answers come in order.

        - requests: pairs of an id (str) and a request, built by toolparser_client.parse_request.
        - timeout (float, seconds): limit for the complete batch. Default: none.

        The answer to an output that can't be parsed has an ``error``; the rest are parsed.
        """
        items = (BatchParseToolCallsRequest(id=id, request=request) for id, request in requests)
        call = self._stub().BatchParseToolCalls(items, metadata=self._settings.metadata(), timeout=timeout)
        try:
            yield from call
        finally:
            call.cancel()

    def families(self, *, timeout: float | None = None) -> list[Family]:
        """Lists the families that the service knows.

        - timeout (float, seconds): limit for this call. Default: the client's.
        """
        return list(self._unary(self._stub().ListFamilies, ListFamiliesRequest(), timeout).families)

    def stream(self, *, timeout: float | None = None, **arguments: Unpack[StreamArguments]) -> Session:
        """Starts a session in lockstep: every chunk waits for its answer.

        - timeout (float, seconds): limit for the complete stream. Default: none. If the service doesn't
          open the stream within the client's timeout, NotOpenedError is raised.
        - the rest: StreamArguments (family, model, tools, options, prior_tool_calls,
          reasoning_open).
        """
        method = self._stub().StreamToolCalls
        settings = self._settings
        return Session(
            method, stream_start(**arguments), settings.timeout, metadata=settings.metadata(), timeout=timeout
        )

    def pipeline(self, **arguments: Unpack[StreamArguments]) -> PipelinedSession:
        """Starts a pipelined session: chunks and deltas are handed over without waiting.

        Its arguments are StreamArguments, as for stream. Its finish has the client's timeout.
        """
        return PipelinedSession(self._background.get().pump, stream_start(**arguments), self._settings.timeout)

    def close(self) -> None:
        """Ends all sessions, and closes the connection of this process."""
        self._background.close()
        self._channel.close()

    def _stub(self) -> Any:
        return stub(self._channel.get())

    def _unary(self, method: Any, request: Any, timeout: float | None) -> Any:
        settings = self._settings
        return _retry.call(
            settings.target,
            settings.timeout if timeout is None else timeout,
            self._channel.get(),
            lambda left: method(request, metadata=settings.metadata(), timeout=left),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
