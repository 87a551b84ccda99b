"""Sessions in lockstep: a piece goes out, and its answer comes back."""

from __future__ import annotations

import asyncio
import queue
import threading
import weakref
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

from toolparser_client._exchange import exchange
from toolparser_client._requests import FinishReasonLike, delta_request, finish_request, start_request
from toolparser_client.errors import NotOpenedError, SessionError
from toolparser_client.v1 import (
    DeltaMessage,
    ParseToolCallsResponse,
    Span,
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
    does one that is forgotten. Errors are grpc.RpcError; NotOpenedError, one of them, if the
    service doesn't open the stream within so many seconds.
    """

    def __init__(self, method: Any, start: StreamStart, within: float | None, **call_options: Any) -> None:
        self._requests: queue.SimpleQueue[StreamToolCallsRequest | None] = queue.SimpleQueue()
        self._call = method(_drain(self._requests), **call_options)
        self._end = weakref.finalize(self, _end, self._requests, self._call)
        self._tail = NOTHING
        self._open(start_request(start), within)

    def _open(self, start: StreamToolCallsRequest, within: float | None) -> None:
        """Opens the stream. gRPC itself would wait without a limit for a connection that has all its calls open."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self._call.cancel()

        timer = None
        if within is not None:
            timer = threading.Timer(within, give_up)
            timer.daemon = True
            timer.start()
        try:
            self._ask(start)
        except grpc.RpcError as error:
            if late.is_set():
                raise NotOpenedError(within) from None
            raise _explained(error) from None
        finally:
            if timer is not None:
                timer.cancel()

    def send(self, piece: str | bytes, special_tokens: Iterable[Span] = ()) -> DeltaMessage:
        """Sends a piece, and returns what became certain by it; empty if nothing did.

        Bytes may end inside a code point. special_tokens are the places of the special tokens in the piece, in bytes of
        UTF-8. They need the special_tokens of the start. A token that is divided between pieces has a span in each.
        """
        return self._ask(delta_request(piece, special_tokens)).delta

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
    does one that is cancelled or forgotten. Errors are grpc.RpcError, as those of Session.
    """

    def __init__(self, method: Any, start: StreamStart, within: float | None, **call_options: Any) -> None:
        self._call = method(**call_options)
        self._within = within
        # gRPC's own tasks keep the call alive, so that it wouldn't end with this session.
        self._end = weakref.finalize(self, _cancel, asyncio.get_running_loop(), self._call)
        self._end.atexit = False
        self._start: StreamStart | None = start
        self._tail = NOTHING

    async def send(self, piece: str | bytes, special_tokens: Iterable[Span] = ()) -> DeltaMessage:
        """Sends a piece, and returns what became certain by it; empty if nothing did.

        Bytes may end inside a code point. special_tokens are as in Session.send.
        """
        return (await self._ask(delta_request(piece, special_tokens))).delta

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
            await self._open(start_request(start))
        return await exchange(self._call, request)

    async def _open(self, start: StreamToolCallsRequest) -> None:
        try:
            await asyncio.wait_for(exchange(self._call, start), self._within)
        except asyncio.TimeoutError:
            self.close()
            raise NotOpenedError(self._within) from None
        except grpc.RpcError as error:
            raise _explained(error) from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


def _explained(error: Any) -> grpc.RpcError:
    """The error of a stream that wasn't opened. The caller's own timeout can be over, too."""
    explained: grpc.RpcError = NotOpenedError(None) if error.code() == grpc.StatusCode.DEADLINE_EXCEEDED else error
    return explained


def _cancel(loop: asyncio.AbstractEventLoop, call: Any) -> None:
    """Collected sessions may be so in any thread, and after their loop."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(call.cancel)
