"""The loop behind pipelined sessions."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import grpc

from toolparser_client._carrier import Carrier
from toolparser_client._exchange import hear, tell
from toolparser_client._output import Output, join
from toolparser_client._requests import delta_request, finish_request, start_request
from toolparser_client.errors import SessionError
from toolparser_client.v1 import StreamToolCallsRequest

# How long pieces gather before they are sent. Waking the loop costs its caller a system
# call and the interpreter lock, some 100 µs on a busy machine, so the loop looks for more
# by itself: where nothing comes for a while, after ever longer pauses, each a share of that
# while, until it sleeps.
GATHER_SECONDS = 0.002
PAUSE_SHARE = 0.02
AWAKE_SECONDS = 1.0

# How long a service may be away before its sessions fail, unless the client says otherwise.
PATIENCE_SECONDS = 5.0

# What a server that went away, or gave up an idle stream, ends a stream with.
_REPLAYED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0


class Pump:
    """Sends the pieces of any number of outputs, on one loop: all on one multiplexed stream,
    or each on its own, where the service has no such streams."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        stub: Any,
        metadata: Callable[[], tuple[tuple[str, str], ...]],
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._loop = loop
        self._stub = stub
        self._metadata = metadata
        self._patience = patience
        self._ready: deque[Output] = deque()
        self._asleep = True
        self._last_piece = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._multiplexes = True
        self._carriers: list[Carrier] = []

    def put(self, output: Output) -> None:
        """The output has something new. Called from any thread; never waits."""
        if output.queued or output.result.done():
            return
        output.queued = True
        self._ready.append(output)
        if self._asleep:
            self._asleep = False
            self._loop.call_soon_threadsafe(self._watch)

    def put_now(self, output: Output) -> None:
        """The same, without gathering."""
        if output.result.done() or self._loop.is_closed():
            return
        output.queued = True
        self._ready.append(output)
        self._loop.call_soon_threadsafe(self._deliver)

    def close(self) -> None:
        """Ends all streams. On the loop."""
        for task in self._all_tasks():
            task.cancel()

    async def closed(self) -> None:
        """Waits for the streams that close ended."""
        await asyncio.gather(*self._all_tasks(), return_exceptions=True)

    def _all_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._tasks, *(carrier.task for carrier in self._carriers)]

    def _watch(self) -> None:
        """Delivers what has gathered, again and again until nothing has come for a while."""
        now = self._loop.time()
        if self._ready:
            self._last_piece = now
        elif now - self._last_piece > AWAKE_SECONDS:
            self._asleep = True
            # What was put before that went unnoticed; what is put after it wakes the loop.
            if not self._ready:
                return
            self._asleep = False
            self._last_piece = now
        self._deliver()
        self._loop.call_later(max(GATHER_SECONDS, PAUSE_SHARE * (now - self._last_piece)), self._watch)

    def _deliver(self) -> None:
        while self._ready:
            output = self._ready.popleft()
            output.queued = False
            if output.task is None:
                output.task = self._loop.create_task(self._run(output))
                self._tasks.add(output.task)
                output.task.add_done_callback(self._tasks.discard)
            output.notify()
            if output.abandoned:
                output.task.cancel()

    async def _run(self, output: Output) -> None:
        try:
            await self._converse_until_done(output)
        except SessionError as error:
            output.result.set_exception(error)
        except asyncio.CancelledError:
            output.result.set_exception(SessionError(grpc.StatusCode.CANCELLED, "the session was closed"))
            raise
        except Exception as error:
            output.result.set_exception(error)

    async def _converse_until_done(self, output: Output) -> None:
        """Begins again, with all text so far, while the service comes back in time."""
        pause = _FIRST_PAUSE
        failing_since = time.monotonic()
        while True:
            output.heard = False
            try:
                await self._converse(output)
                return
            except grpc.aio.AioRpcError as error:
                failure = SessionError(error.code(), error.details())
            except SessionError as error:
                failure = error
            if output.heard:
                failing_since, pause = time.monotonic(), _FIRST_PAUSE
            if not self._may_replay(output, failure, time.monotonic() - failing_since):
                raise failure
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _may_replay(self, output: Output, failure: SessionError, failing: float) -> bool:
        return failure.code in _REPLAYED and failing < self._patience and output.delivered.replayable()

    async def _converse(self, output: Output) -> None:
        """One output from its start to its result."""
        if self._multiplexes:
            try:
                await self._carrier().carry(output)
                return
            except SessionError as error:
                if error.code is not grpc.StatusCode.UNIMPLEMENTED:
                    raise
                self._multiplexes = False
            output.notify = output.changed.set
            output.notify()
        await self._converse_alone(output)

    def _carrier(self) -> Carrier:
        """The stream that takes new outputs."""
        self._carriers = [carrier for carrier in self._carriers if not carrier.task.done()]
        for carrier in self._carriers:
            if not carrier.closed:
                return carrier
        self._carriers.append(Carrier(self._loop, self._stub.MultiplexToolCalls(metadata=self._metadata())))
        return self._carriers[-1]

    async def _converse_alone(self, output: Output) -> None:
        """The same on a stream of its own."""
        call = self._stub.StreamToolCalls(metadata=self._metadata())
        try:
            await tell(call, start_request(output.start))
            unheard = 1
            if output.sent:
                output.delivered.rewind()
                await tell(call, delta_request(*join(output.sent)))
                unheard += 1
            while True:
                await output.changed.wait()
                output.changed.clear()
                # Asked before the pieces are taken: none comes after it.
                finishing = output.finishing
                requests = _requests(output, finishing)
                for request in requests:
                    await tell(call, request)
                for _ in range(unheard + len(requests)):
                    answer = await hear(call)
                    output.answer(answer.delta)
                    output.heard = True
                unheard = 0
                if not output.waiting:
                    output.settled.set()
                if finishing:
                    output.delivered.settle(answer.result)
                    output.result.set_result(answer.result)
                    return
        finally:
            call.cancel()
            # A stream that broke is taken up again without a new piece.
            output.changed.set()


def _requests(output: Output, finishing: bool) -> list[StreamToolCallsRequest]:
    pieces = output.take()
    requests = [delta_request(*join(pieces))] if pieces else []
    if finishing:
        requests.append(finish_request(output.finish_reason))
    return requests
