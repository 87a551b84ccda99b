"""The client for programs with an event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

from toolparser_client import _retry
from toolparser_client._channel import (
    DEFAULT_MAX_RECEIVE_BYTES,
    DEFAULT_TARGET,
    DEFAULT_TIMEOUT,
    TLS,
    Settings,
    stub,
)
from toolparser_client._lockstep import AsyncSession
from toolparser_client._pipelined import AsyncPipelinedSession
from toolparser_client._pump import PATIENCE_SECONDS, Pump
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


class _Connection:
    """A channel and a pump, which belong to one loop of one process."""

    def __init__(self, settings: Settings, patience: float) -> None:
        self.process = os.getpid()
        self.channel = settings.channel(grpc.aio)
        self.stub = stub(self.channel)
        self.pump = Pump(asyncio.get_running_loop(), self.stub, settings.metadata, patience)

    async def close(self) -> None:
        self.pump.close()
        await self.pump.closed()
        await self.channel.close()


class AsyncClient:
    """Calls the service from a running event loop.

    It connects when it is first used, in each process and on each loop anew, so it may be
    created before either. Arguments, retries and methods are those of Client; the unary methods
    and the sessions' are awaited.

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
        self._patience = patience
        self._connections: dict[asyncio.AbstractEventLoop, _Connection] = {}

    async def parse(
        self, model_output: str, *, timeout: float | None = None, **arguments: Unpack[ParseArguments]
    ) -> ParseToolCallsResponse:
        """Parses one complete output, as Client.parse."""
        request = parse_request(model_output, **arguments)
        response: ParseToolCallsResponse = await self._unary(self._stub().ParseToolCalls, request, timeout)
        return response

    async def batch(
        self, requests: Iterable[tuple[str, ParseToolCallsRequest]], *, timeout: float | None = None
    ) -> AsyncIterator[BatchParseToolCallsResponse]:
        """Parses many complete outputs on one stream, as Client.batch."""
        items = (BatchParseToolCallsRequest(id=id, request=request) for id, request in requests)
        call = self._stub().BatchParseToolCalls(items, metadata=self._settings.metadata(), timeout=timeout)
        try:
            async for answer in call:
                yield answer
        finally:
            call.cancel()

    async def families(self, *, timeout: float | None = None) -> list[Family]:
        """Lists the families that the service knows, as Client.families."""
        response = await self._unary(self._stub().ListFamilies, ListFamiliesRequest(), timeout)
        return list(response.families)

    def stream(self, *, timeout: float | None = None, **arguments: Unpack[StreamArguments]) -> AsyncSession:
        """Starts a session in lockstep, as Client.stream."""
        method = self._stub().StreamToolCalls
        settings = self._settings
        return AsyncSession(
            method, stream_start(**arguments), settings.timeout, metadata=settings.metadata(), timeout=timeout
        )

    def pipeline(self, **arguments: Unpack[StreamArguments]) -> AsyncPipelinedSession:
        """Starts a pipelined session, as Client.pipeline."""
        return AsyncPipelinedSession(self._connection().pump, stream_start(**arguments), self._settings.timeout)

    async def close(self) -> None:
        """Ends all sessions of this loop, and its connection."""
        connection = self._connections.pop(asyncio.get_running_loop(), None)
        if connection is not None and connection.process == os.getpid():
            await connection.close()

    def _connection(self) -> _Connection:
        loop = asyncio.get_running_loop()
        connection = self._connections.get(loop)
        if connection is None or connection.process != os.getpid():
            self._connections = {known: c for known, c in self._connections.items() if not known.is_closed()}
            connection = self._connections[loop] = _Connection(self._settings, self._patience)
        return connection

    def _stub(self) -> Any:
        return self._connection().stub

    async def _unary(self, method: Any, request: Any, timeout: float | None) -> Any:
        settings = self._settings
        return await _retry.call_async(
            settings.target,
            settings.timeout if timeout is None else timeout,
            lambda left: method(request, metadata=settings.metadata(), timeout=left),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()
