"""A multiplexed stream, and the outputs that it carries."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from typing import Any

import grpc

from toolparser_client._exchange import hear, tell
from toolparser_client._output import Marked, Output, join
from toolparser_client._requests import to_finish_reason
from toolparser_client._text import scrub
from toolparser_client.errors import SessionError
from toolparser_client.v1 import (
    DeltaMessage,
    MultiplexInput,
    MultiplexOutput,
    MultiplexToolCallsRequest,
    MultiplexToolCallsResponse,
    ParseToolCallsResponse,
    StreamCancel,
    StreamFinish,
)

# What one request holds at most, about: the outputs of an engine fit in many times over,
# and what is sent again to a restarted service comes in several requests.
_REQUEST_BYTES = 1 << 20
_REQUEST_OUTPUTS = 4096

_CODES = {code.value[0]: code for code in grpc.StatusCode}


class Carrier:
    """One stream, which ends when it has nothing left to carry.

    While an answer is awaited, what comes from all outputs gathers for the next request.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, call: Any) -> None:
        self._call = call
        self._rides: dict[int, _Ride] = {}
        self._ready: deque[_Ride] = deque()
        self._cancelled: list[int] = []
        self._numbers = itertools.count(1)
        self._changed = asyncio.Event()
        # It takes no more outputs.
        self.closed = False
        self.task = loop.create_task(self._run())

    async def carry(self, output: Output) -> None:
        """One output from its start to its result."""
        ride = _Ride(next(self._numbers), output)
        self._rides[ride.number] = ride
        output.notify = lambda: self._touch(ride)
        self._touch(ride)
        try:
            await ride.ended
        finally:
            if self._rides.pop(ride.number, None) is not None:
                self._cancelled.append(ride.number)
                self._changed.set()

    def _touch(self, ride: _Ride) -> None:
        if not ride.ready:
            ride.ready = True
            self._ready.append(ride)
            self._changed.set()

    async def _run(self) -> None:
        try:
            while not self.closed or self._rides:
                await self._changed.wait()
                self._changed.clear()
                while self._ready or self._cancelled:
                    await self._exchange()
                self.closed = self.closed or not self._rides
            await self._call.done_writing()
            with contextlib.suppress(SessionError):
                await hear(self._call)
        except grpc.aio.AioRpcError as error:
            self._fail(SessionError(error.code(), error.details()))
        except SessionError as error:
            self._fail(error)
        except asyncio.CancelledError:
            self._fail(SessionError(grpc.StatusCode.CANCELLED, "the client was closed"))
            raise
        finally:
            self.closed = True
            self._call.cancel()

    def _fail(self, error: SessionError) -> None:
        self.closed = True
        for ride in self._rides.values():
            ride.fail(SessionError(error.code, error.details))  # each is raised elsewhere
        self._rides.clear()

    async def _exchange(self) -> None:
        """One request with what is new of all outputs, and its answer."""
        request = MultiplexToolCallsRequest()
        for number in self._cancelled:
            request.inputs.append(MultiplexInput(output=number, cancel=StreamCancel()))
        self._cancelled.clear()
        asked: list[_Ride] = []
        size = 0
        while self._ready and size < _REQUEST_BYTES and len(asked) < _REQUEST_OUTPUTS:
            ride = self._ready.popleft()
            ride.ready = False
            if ride.number in self._rides:
                size += ride.ask(request)
                asked.append(ride)
        if request.inputs:
            await tell(self._call, request)
            answer: MultiplexToolCallsResponse = await hear(self._call)
            for output in answer.outputs:
                self._answer(output)
        for ride in asked:
            ride.output.heard = ride.output.heard or not ride.failed
            if not ride.output.waiting:
                ride.output.settled.set()

    def _answer(self, answer: MultiplexOutput) -> None:
        ride = self._rides.get(answer.output)
        if ride is None:
            return
        if answer.HasField("error"):
            error = SessionError(_CODES.get(answer.error.code, grpc.StatusCode.UNKNOWN), answer.error.message)
            # The service is about to stop, or has had this stream for long enough.
            self.closed = self.closed or error.code is grpc.StatusCode.UNAVAILABLE
            ride.fail(error)
        else:
            ride.hear(answer)
        if ride.ended.done():
            del self._rides[answer.output]


class _Ride:
    """An output on a stream, under its number there."""

    def __init__(self, number: int, output: Output) -> None:
        self.number = number
        self.output = output
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready = False
        self.failed = False
        self._started = False

    def ask(self, request: MultiplexToolCallsRequest) -> int:
        """Adds to the request what is new, and returns its size, about."""
        output = self.output
        size = 0
        if not self._started:
            self._started = True
            request.inputs.append(MultiplexInput(output=self.number, start=output.start))
            size = output.start.ByteSize()
            if output.sent:
                output.delivered.rewind()
                size += self._append(request, join(output.sent))
        # Asked before the pieces are taken: none comes after it.
        finishing = output.finishing
        pieces = output.take()
        if pieces:
            size += self._append(request, join(pieces))
        if finishing:
            finish = StreamFinish(finish_reason=to_finish_reason(output.finish_reason))
            request.inputs.append(MultiplexInput(output=self.number, finish=finish))
        return size

    def _append(self, request: MultiplexToolCallsRequest, marked: Marked) -> int:
        piece, tokens = marked
        if isinstance(piece, bytes):
            request.inputs.append(MultiplexInput(output=self.number, raw_delta=piece, special_tokens=tokens))
        else:
            request.inputs.append(
                MultiplexInput(output=self.number, delta=scrub(piece, "piece"), special_tokens=tokens)
            )
        return len(piece)

    def hear(self, answer: MultiplexOutput) -> None:
        """Hands over what became certain. Copied: a part keeps all of its answer alive."""
        output = self.output
        if answer.HasField("delta"):
            delta = DeltaMessage()
            delta.CopyFrom(answer.delta)
            output.answer(delta)
        if answer.HasField("result") and not self.ended.done():
            result = ParseToolCallsResponse()
            result.CopyFrom(answer.result)
            output.delivered.settle(result)
            output.result.set_result(result)
            self.ended.set_result(None)

    def fail(self, error: SessionError) -> None:
        self.failed = True
        if not self.ended.done():
            self.ended.set_exception(error)
