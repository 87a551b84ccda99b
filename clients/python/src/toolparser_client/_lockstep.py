"""Sessions in lockstep: a piece goes out, and its answer comes back."""

from __future__ import annotations

import asyncio
import queue
import weakref
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from toolparser_client._exchange import exchange
from toolparser_client._requests import FinishReasonLike, delta_request, finish_request, start_request
from toolparser_client.errors import SessionError
from toolparser_client.v1 import (
    DeltaMessage,
    ParseToolCallsResponse,
    StreamStart,
    StreamToolCallsRequest,
    StreamToolCallsResponse,
)

if TYPE_CHECKING:
    from typing_extensions import Self

NOTHING = DeltaMessage()


class Session:
    """One output while it is generated, an answer awaited for every piece of it.

    Leave it by ``with``: a session that wasn't finished ends its stream then, and so
    does one that is forgotten. Errors are grpc.RpcError.
    """

    def __init__(self, method: Any, start: StreamStart, **call_options: Any) -> None:
        self._requests: queue.SimpleQueue[StreamToolCallsRequest | None] = queue.SimpleQueue()
        self._call = method(_drain(self._requests), **call_options)
        self._end = weakref.finalize(self, _end, self._requests, self._call)
        self._tail = NOTHING
        self._ask(start_request(start))

    def send(self, piece: str | bytes) -> DeltaMessage:
        """Sends a piece, and returns what became certain by it; empty if nothing did.

        Bytes may end inside a code point.
        """
        return self._ask(delta_request(piece)).delta

    def finish(self, finish_reason: FinishReasonLike = None) -> ParseToolCallsResponse:
        """Ends the output, and returns the whole result. What became certain only now is in ``tail``."""
        answer = self._ask(finish_request(finish_reason))
        self._tail = answer.delta
        self.close()
        return answer.result

    @property
    def tail(self) -> DeltaMessage:
        """The delta that came with the finish."""
        return self._tail

    def close(self) -> None:
        """Ends the stream at once, whatever its state."""
        self._end()

    def _ask(self, request: StreamToolCallsRequest) -> StreamToolCallsResponse:
        self._requests.put(request)
        answer: StreamToolCallsResponse | None = next(self._call, None)
        if answer is None:
            raise SessionError(self._call.code(), self._call.details())
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _drain(
    requests: queue.SimpleQueue[StreamToolCallsRequest | None],
) -> Iterator[StreamToolCallsRequest]:
    while (request := requests.get()) is not None:
        yield request


def _end(requests: queue.SimpleQueue[StreamToolCallsRequest | None], call: Any) -> None:
    requests.put(None)
    call.cancel()


class AsyncSession:
    """One output while it is generated, an answer awaited for every piece of it.

    Leave it by ``async with``: a session that wasn't finished ends its stream then; so
    does one that is cancelled or forgotten. Errors are grpc.aio.AioRpcError.
    """

    def __init__(self, method: Any, start: StreamStart, **call_options: Any) -> None:
        self._call = method(**call_options)
        # gRPC's own tasks keep the call alive, so that it wouldn't end with this session.
        self._end = weakref.finalize(self, _cancel, asyncio.get_running_loop(), self._call)
        self._end.atexit = False
        self._start: StreamStart | None = start
        self._tail = NOTHING

    async def send(self, piece: str | bytes) -> DeltaMessage:
        """Sends a piece, and returns what became certain by it; empty if nothing did.

        Bytes may end inside a code point.
        """
        return (await self._ask(delta_request(piece))).delta

    async def finish(self, finish_reason: FinishReasonLike = None) -> ParseToolCallsResponse:
        """Ends the output, and returns the whole result. What became certain only now is in ``tail``."""
        answer = await self._ask(finish_request(finish_reason))
        self._tail = answer.delta
        self.close()
        return answer.result

    @property
    def tail(self) -> DeltaMessage:
        """The delta that came with the finish."""
        return self._tail

    def close(self) -> None:
        """Ends the stream at once, whatever its state."""
        self._end.detach()
        self._call.cancel()

    async def _ask(self, request: StreamToolCallsRequest) -> StreamToolCallsResponse:
        if self._start is not None:
            start, self._start = self._start, None
            await exchange(self._call, start_request(start))
        return await exchange(self._call, request)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


def _cancel(loop: asyncio.AbstractEventLoop, call: Any) -> None:
    """Collected sessions may be so in any thread, and after their loop."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(call.cancel)
