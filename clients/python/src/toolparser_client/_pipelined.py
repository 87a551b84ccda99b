"""Pipelined sessions: chunks are handed over, answers are picked up, no one waits."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import threading
import weakref
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import grpc

from toolparser_client._channel import Settings, stub
from toolparser_client._output import Marked, Output, Piece, join
from toolparser_client._pump import Pump
from toolparser_client._requests import FinishReasonLike
from toolparser_client._unsettled import unsettled
from toolparser_client.errors import SessionError
from toolparser_client.v1 import DeltaMessage, ParseToolCallsResponse, Span, StreamStart

if TYPE_CHECKING:
    from typing_extensions import Self


class _Pipelined:
    """What pipelined sessions have in common, whoever waits for their results."""

    def __init__(self, pump: Pump, start: StreamStart) -> None:
        self._pump = pump
        self._output = Output(start)
        self._abandon = weakref.finalize(self, _abandon, pump, self._output)
        self._abandon.atexit = False
        # The stream is opened while the model reads its prompt.
        pump.put(self._output)

    def send(self, piece: Piece, special_tokens: Sequence[Span] = ()) -> None:
        """Hands a chunk over, without waiting. Bytes may end inside a code point.

        special_tokens are as in Session.send.

        It never fails: if the session does, ``error`` says so, and ``unsettled`` has the
        missing text.
        """
        output = self._output
        if output.finishing:
            raise ValueError("the session is finished")
        # Made before the list is looked up: in between, the loop could take the list, and the piece would be lost.
        marked = Marked(piece, special_tokens)
        output.waiting.append(marked)
        if not output.queued:
            self._pump.put(output)

    def deltas(self) -> Iterator[DeltaMessage]:
        """What became certain and wasn't picked up yet, without waiting."""
        deltas = self._output.deltas
        while deltas:
            yield deltas.popleft()

    @property
    def error(self) -> BaseException | None:
        """What the session failed with; None as long as it didn't."""
        result = self._output.result
        return result.exception() if result.done() else None

    def unsettled(self) -> str:
        """The text that no delta has, for a caller whose session failed.

        It may repeat the end of what the deltas had, and is never missing anything. Take the
        deltas first.
        """
        text = join(self._output.handed_over()).piece
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        return unsettled(text, self._output.history)

    def close(self) -> None:
        """Ends the stream at once, whatever its state."""
        self._abandon()

    def _finish(self, finish_reason: FinishReasonLike) -> concurrent.futures.Future[ParseToolCallsResponse]:
        output = self._output
        if not output.finishing:
            output.finish_reason = finish_reason
            output.finishing = True
            self._pump.put_now(output)
        return output.result

    def _late(self, timeout: float | None) -> SessionError:
        self.close()
        return SessionError(grpc.StatusCode.DEADLINE_EXCEEDED, f"no result within {timeout} s")


def _abandon(pump: Pump, output: Output) -> None:
    if not output.result.done():
        output.abandoned = True
        pump.put_now(output)


class PipelinedSession(_Pipelined):
    """One output while it is generated; the service is asked by a thread behind it.

    Several pieces that wait are sent as one. If the service goes away and comes back,
    the text so far is sent to it again, and the deltas go on where they were. Leave the
    session by ``with``: one that wasn't finished ends its stream then, and so does one
    that is forgotten.
    """

    def __init__(self, pump: Pump, start: StreamStart, timeout: float | None) -> None:
        super().__init__(pump, start)
        self._timeout = timeout

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until the service has answered for all that was handed over: lockstep, for
        callers who want it. False if that took longer than the timeout."""
        output = self._output
        output.settled.clear()
        self._pump.put_now(output)
        return output.settled.wait(timeout)

    def finish(self, finish_reason: FinishReasonLike = None, *, timeout: float | None = None) -> ParseToolCallsResponse:
        """Ends the output, and waits for the whole result; at most for the timeout, the
        client's if none is given. The last deltas can be picked up then.

        Raises SessionError if the session failed.
        """
        timeout = self._timeout if timeout is None else timeout
        try:
            return self._finish(finish_reason).result(timeout)
        except concurrent.futures.TimeoutError:
            raise self._late(timeout) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncPipelinedSession(_Pipelined):
    """One output while it is generated; the service is asked by tasks of the same loop.

    Several pieces that wait are sent as one. If the service goes away and comes back,
    the text so far is sent to it again, and the deltas go on where they were. Leave the
    session by ``async with``: one that wasn't finished ends its stream then, and so does
    one that is cancelled or forgotten.
    """

    def __init__(self, pump: Pump, start: StreamStart, timeout: float | None) -> None:
        super().__init__(pump, start)
        self._timeout = timeout

    async def finish(
        self, finish_reason: FinishReasonLike = None, *, timeout: float | None = None
    ) -> ParseToolCallsResponse:
        """Ends the output, and waits for the whole result; at most for the timeout, the
        client's if none is given. The last deltas can be picked up then.

        Raises SessionError if the session failed.
        """
        timeout = self._timeout if timeout is None else timeout
        result = asyncio.wrap_future(self._finish(finish_reason))
        try:
            return await asyncio.wait_for(asyncio.shield(result), timeout)
        except asyncio.TimeoutError:
            raise self._late(timeout) from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


class Background:
    """A thread with a loop, a channel and a pump of its own."""

    def __init__(self, settings: Settings, patience: float) -> None:
        self._settings = settings
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="toolparser-client", daemon=True)
        self._thread.start()
        self.pump: Pump = asyncio.run_coroutine_threadsafe(self._open(patience), self._loop).result()
        atexit.register(self.close)

    async def _open(self, patience: float) -> Pump:
        self._channel = self._settings.channel(grpc.aio)
        return Pump(self._loop, stub(self._channel), self._settings.metadata, patience)

    def close(self) -> None:
        """Ends all streams and the thread."""
        atexit.unregister(self.close)
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _shut(self) -> None:
        self.pump.close()
        await self.pump.closed()
        await self._channel.close()
