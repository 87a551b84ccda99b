"""Calls of programs with an event loop of asyncio."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from toolparser import _program
from toolparser._calls import take
from toolparser._exchange import exchange_async, lost
from toolparser._messages import Delta, Response
from toolparser._requests import (
    ParseArguments,
    Span,
    StreamArguments,
    parse_request,
    stream_delta,
    stream_finish,
    stream_start,
)
from toolparser.errors import RequestError

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import Self, Unpack

# How many outputs of one loop are parsed at a time, each on a connection of its own.
AT_A_TIME = 16

_turns: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = weakref.WeakKeyDictionary()


async def aparse(model_output: str, **arguments: Unpack[ParseArguments]) -> Response:
    """Parses one complete output, as ``parse`` does, without blocking the event loop.

    For a limit of time, use asyncio.wait_for or asyncio.timeout.
    """
    import asyncio  # which takes longer to import than all else here

    text = parse_request(model_output, **arguments).encoded()
    loop = asyncio.get_running_loop()
    turns = _turns.get(loop)
    if turns is None:
        turns = _turns[loop] = asyncio.Semaphore(AT_A_TIME)
    async with turns:
        try:
            return Response(await _ask(text))
        except _program.LostError:  # as parse
            return Response(await _ask(text))


async def _ask(text: bytes) -> Any:
    connection = await _take()
    try:
        answer = await exchange_async(connection, "p", text)
    except RequestError:
        connection.program.give(connection)
        raise
    except OSError as error:
        lost(connection, error)
    except BaseException:
        connection.close()  # canceled: the answer is still to come
        raise
    connection.program.give(connection)
    return answer


async def _take() -> _program.Connection:
    import asyncio

    if not _program.running():
        await asyncio.to_thread(_program.current)
    return take()


def astream(**arguments: Unpack[StreamArguments]) -> AsyncSession:
    """Starts a session, as ``stream`` does, whose methods are coroutines."""
    return AsyncSession(stream_start(**arguments))


class AsyncSession:
    """One output while it is generated. Every chunk waits for its answer. Leave it by ``async with``."""

    def __init__(self, start: bytes) -> None:
        self._start: bytes | None = start
        self._tail = Delta()
        self._connection: _program.Connection | None = None
        self._ended = False

    async def send(self, piece: str | bytes, special_tokens: Sequence[Span] = ()) -> Delta:
        """Sends a chunk, and returns what is new after it; empty if nothing is.

        Bytes may end inside a code point. special_tokens are as in Session.send.
        """
        return Delta((await self._ask(stream_delta(piece, special_tokens))).get("delta"))

    async def finish(self, finish_reason: str | None = None) -> Response:
        """Ends the output, and returns the complete result. What is new only now is in ``tail``."""
        answer = await self._ask(stream_finish(finish_reason))
        self._tail = Delta(answer.get("delta"))
        if self._connection is not None:
            self._connection.program.give(self._connection)
            self._connection = None
        self._ended = True
        return Response(answer["result"])

    @property
    def tail(self) -> Delta:
        """The delta that came with the finish."""
        return self._tail

    def close(self) -> None:
        """Ends the session at once, whatever its state."""
        self._ended = True
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def _ask(self, text: bytes) -> Any:
        if self._ended:
            raise ValueError("this session has ended")
        try:
            if self._connection is None:
                self._connection = await _take()
            if self._start is not None:
                start, self._start = self._start, None
                await exchange_async(self._connection, "s", start)
            return await exchange_async(self._connection, "s", text)
        except OSError as error:
            connection, self._connection = self._connection, None
            self._ended = True
            if connection is None:
                raise
            lost(connection, error)
        except BaseException:
            self.close()
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()
