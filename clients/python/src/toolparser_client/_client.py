"""The client for programs without an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

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
    """Calls the service; safe to share between threads.

    It connects when it is first used, in each process anew, so that it may be made
    before a fork. Unary calls are tried again on UNAVAILABLE, within their timeout.
    Errors are grpc.RpcError, those of pipelined sessions SessionError. The arguments are
    those of toolparser_client.Settings; patience is how long pipelined sessions wait for a
    service that went away.
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
        """Parses one complete output."""
        request = parse_request(model_output, **arguments)
        response: ParseToolCallsResponse = self._stub().ParseToolCalls(request, **self._call(timeout))
        return response

    def batch(
        self, requests: Iterable[tuple[str, ParseToolCallsRequest]], *, timeout: float | None = None
    ) -> Iterator[BatchParseToolCallsResponse]:
        """Parses many complete outputs, each with an id, on one stream; answers in order.

        Requests are made by toolparser_client.parse_request. Without a timeout it may take
        as long as it takes. An output that is wrong has an ``error`` in its answer.
        """
        items = (BatchParseToolCallsRequest(id=id, request=request) for id, request in requests)
        call = self._stub().BatchParseToolCalls(items, metadata=self._settings.metadata(), timeout=timeout)
        try:
            yield from call
        finally:
            call.cancel()

    def families(self, *, timeout: float | None = None) -> list[Family]:
        """The families that the service knows."""
        return list(self._stub().ListFamilies(ListFamiliesRequest(), **self._call(timeout)).families)

    def stream(self, *, timeout: float | None = None, **arguments: Unpack[StreamArguments]) -> Session:
        """Begins a session in lockstep: every piece waits for its answer.

        The timeout is that of the whole stream, none by default.
        """
        method = self._stub().StreamToolCalls
        return Session(method, stream_start(**arguments), metadata=self._settings.metadata(), timeout=timeout)

    def pipeline(self, **arguments: Unpack[StreamArguments]) -> PipelinedSession:
        """Begins a pipelined session: pieces and deltas are handed over without waiting."""
        return PipelinedSession(self._background.get().pump, stream_start(**arguments), self._settings.timeout)

    def close(self) -> None:
        """Ends all sessions, and the connection of this process."""
        self._background.close()
        self._channel.close()

    def _stub(self) -> Any:
        return stub(self._channel.get())

    def _call(self, timeout: float | None) -> dict[str, Any]:
        return {
            "metadata": self._settings.metadata(),
            "timeout": self._settings.timeout if timeout is None else timeout,
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
