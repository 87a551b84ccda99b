"""Calls of programs without an event loop."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from toolparser import _program
from toolparser._exchange import lost, receive, send
from toolparser._messages import Delta, Family, Response
from toolparser._program import frame
from toolparser._requests import (
    ParseArguments,
    Request,
    Span,
    StreamArguments,
    parse_request,
    stream_delta,
    stream_finish,
    stream_start,
)
from toolparser.errors import RequestError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

# As many requests of a batch are sent before the first of them is answered. The program
# reads twice as many ahead, so that neither side waits for the other.
GROUP = 32


def parse(model_output: str, *, timeout: float | None = None, **arguments: Unpack[ParseArguments]) -> Response:
    """Parses one complete output.

    - model_output (str): the raw text of the model, with its special tokens.
    - timeout (float, seconds): limit for this call. Default: none.
    - the rest: ParseArguments (family, model, tools, options, prior_tool_calls,
      reasoning_open, fallback_families, finish_reason).

    Malformed text is never an error. RequestError: the request is wrong, such as an unknown
    family. ProgramError: the program can't be started, or ended.
    """
    return Response(_unary("p", parse_request(model_output, **arguments).encoded(), timeout))


def families() -> list[Family]:
    """Lists the families of models that can be parsed."""
    return [Family(each) for each in _unary("f", b"{}", None).get("families", ())]


def _unary(kind: str, text: bytes, timeout: float | None) -> Any:
    deadline = None if timeout is None else time.monotonic() + timeout
    data = frame(kind, text)
    try:
        return _ask(data, deadline)
    except _program.LostError:
        # Another program is started, once: a request changes nothing, and may be repeated.
        return _ask(data, deadline)


def _ask(data: bytes, deadline: float | None) -> Any:
    connection = take()
    try:
        send(connection, data, deadline)
        answer = receive(connection, deadline)
    except RequestError:
        connection.program.give(connection)
        raise
    except OSError as error:
        lost(connection, error)
    except BaseException:
        connection.close()  # KeyboardInterrupt: the answer is still to come
        raise
    connection.program.give(connection)
    return answer


def take() -> _program.Connection:
    """A connection to the program of this process."""
    program = _program.current()
    try:
        return program.take()
    except ConnectionError as error:
        raise _program.lost(program) from error


class BatchAnswer(NamedTuple):
    """The answer to one output of a batch: a response, or an error."""

    id: str
    response: Response | None
    error: RequestError | None


def batch(requests: Iterable[tuple[str, Request]]) -> Iterator[BatchAnswer]:
    """Parses many complete outputs. Answers come in order.

    - requests: pairs of an id (str) and a request, built by toolparser.parse_request.

    The answer to an output that can't be parsed has an ``error``; the rest are parsed.
    """
    items = iter(requests)
    connection = take()
    done = False
    try:
        waiting: list[str] = []
        while group := list(itertools.islice(items, GROUP)):
            send(connection, b"".join(frame("p", request.encoded()) for _, request in group), None)
            yield from _answers(connection, waiting)
            waiting = [id for id, _ in group]
        yield from _answers(connection, waiting)
        done = True
    except OSError as error:
        lost(connection, error)
    finally:
        if done:
            connection.program.give(connection)
        else:
            connection.close()


def _answers(connection: _program.Connection, ids: list[str]) -> Iterator[BatchAnswer]:
    for id in ids:
        try:
            yield BatchAnswer(id, Response(receive(connection, None)), None)
        except RequestError as error:
            yield BatchAnswer(id, None, error)


def stream(**arguments: Unpack[StreamArguments]) -> Session:
    """Starts a session: an output that is parsed while it is generated.

    The arguments are StreamArguments (family, model, tools, options, prior_tool_calls,
    reasoning_open).
    """
    return Session(stream_start(**arguments))


class Session:
    """One output while it is generated. Every chunk waits for its answer.

    Leave it by ``with``. One thread at a time may use it, and only in the process that started it.
    """

    def __init__(self, start: bytes) -> None:
        self._tail = Delta()
        self._connection: _program.Connection | None = take()
        self._ask(start)

    def send(self, piece: str | bytes, special_tokens: Sequence[Span] = ()) -> Delta:
        """Sends a chunk, and returns what is new after it; empty if nothing is.

        Bytes may end inside a code point. special_tokens are the places of the chunk's special tokens, in bytes of
        UTF-8. They need the special_tokens of the start. A token that is divided between chunks has a span in each.
        """
        return Delta(self._ask(stream_delta(piece, special_tokens)).get("delta"))

    def finish(self, finish_reason: str | None = None) -> Response:
        """Ends the output, and returns the complete result. What is new only now is in ``tail``."""
        answer = self._ask(stream_finish(finish_reason))
        self._tail = Delta(answer.get("delta"))
        if self._connection is not None:
            self._connection.program.give(self._connection)
            self._connection = None
        return Response(answer["result"])

    @property
    def tail(self) -> Delta:
        """The delta that came with the finish."""
        return self._tail

    def close(self) -> None:
        """Ends the session at once, whatever its state."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, text: bytes) -> Any:
        if self._connection is None:
            raise ValueError("this session has ended")
        try:
            send(self._connection, frame("s", text), None)
            return receive(self._connection, None)
        except OSError as error:
            connection, self._connection = self._connection, None
            lost(connection, error)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
