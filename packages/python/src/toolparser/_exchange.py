"""Requests and their answers over a connection, with and without an event loop."""

from __future__ import annotations

import json
import time
from typing import Any, NoReturn

from toolparser import _program
from toolparser._program import HEADER, Connection, frame
from toolparser.errors import ProgramError, request_error

PIECE = 1 << 16
FORKED = "it was started in the process that this one was forked from: start another one"
LATE = "the program didn't answer in time"


def send(connection: Connection, data: bytes, deadline: float | None) -> None:
    """Sends bytes."""
    if not connection.program.own():
        raise ProgramError(f"this session can't go on: {FORKED}")
    connection.sock.settimeout(left(deadline))
    connection.sock.sendall(data)


def receive(connection: Connection, deadline: float | None) -> Any:
    """The next answer. An error that the program answers is raised."""
    return _answer(_wait(connection, deadline))


def receive_bytes(connection: Connection, deadline: float | None) -> bytes:
    """The next answer, if it isn't JSON. An error that the program answers is raised."""
    kind, text = answer = _wait(connection, deadline)
    if kind == ord("e"):
        _answer(answer)
    return text


def _wait(connection: Connection, deadline: float | None) -> tuple[int, bytes]:
    while (answer := _next(connection)) is None:
        if deadline is not None:
            connection.sock.settimeout(left(deadline))
        _more(connection, connection.sock.recv(PIECE))
    return answer


def left(deadline: float | None) -> float | None:
    """The time until a deadline; TimeoutError if it is over."""
    if deadline is None:
        return None
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError(LATE)
    return seconds


async def exchange_async(connection: Connection, kind: str, text: bytes) -> Any:
    """One request and its answer, in an event loop."""
    if not connection.program.own():
        raise ProgramError(f"this session can't go on: {FORKED}")
    import asyncio

    loop = asyncio.get_running_loop()
    connection.sock.setblocking(False)
    await loop.sock_sendall(connection.sock, frame(kind, text))
    while (answer := _next(connection)) is None:
        _more(connection, await loop.sock_recv(connection.sock, PIECE))
    return _answer(answer)


def _more(connection: Connection, data: bytes) -> None:
    if not data:
        raise ConnectionError("the connection ended")
    connection.buffer += data


def _next(connection: Connection) -> tuple[int, bytes] | None:
    """Takes the kind and the text of the next answer, if it is there."""
    buffer = connection.buffer
    if len(buffer) < HEADER:
        return None
    end = HEADER + int.from_bytes(buffer[1:HEADER], "big")
    if len(buffer) < end:
        return None
    answer = buffer[0], bytes(buffer[HEADER:end])
    del buffer[:end]
    return answer


def _answer(answer: tuple[int, bytes]) -> Any:
    kind, text = answer
    message = json.loads(text)
    if kind == ord("e"):
        raise request_error(message.get("code", 2), message.get("message", ""))
    return message


def lost(connection: Connection, error: OSError) -> NoReturn:
    """Raises the error for a connection that failed."""
    connection.close()
    if isinstance(error, TimeoutError):
        raise TimeoutError(LATE) from None
    raise _program.lost(connection.program) from error
