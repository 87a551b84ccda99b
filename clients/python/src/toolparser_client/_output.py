"""One model output on its way through a pipelined session."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from toolparser_client._requests import FinishReasonLike
from toolparser_client.v1 import DeltaMessage, ParseToolCallsResponse, Span, StreamStart

Piece = str | bytes


class Marked(NamedTuple):
    """A piece, and the places of its special tokens, in bytes of UTF-8."""

    piece: Piece
    special_tokens: Sequence[Span] = ()


class Output:
    """What the caller and the loop share: the caller appends, the loop takes, and back.

    All that crosses over is a list, a deque or a flag that one side writes, so neither
    side ever waits for a lock.
    """

    def __init__(self, start: StreamStart) -> None:
        self.start = start
        self.waiting: list[Marked] = []
        self.deltas: deque[DeltaMessage] = deque()
        self.finish_reason: FinishReasonLike = None
        self.finishing = False
        self.abandoned = False
        # In the pump's queue already.
        self.queued = False
        self.result: concurrent.futures.Future[ParseToolCallsResponse] = concurrent.futures.Future()
        # Set when all pieces are answered, or none will be any more.
        self.settled = threading.Event()
        self.result.add_done_callback(lambda _: self.settled.set())

        # The loop's own.
        self.task: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        # Tells the stream that carries it of something new.
        self.notify: Callable[[], None] = self.changed.set
        self.sent: list[Marked] = []
        self.delivered = Delivered()
        self.history: list[DeltaMessage] = []
        # The stream that is open has answered something.
        self.heard = False

    def take(self) -> list[Marked]:
        """The pieces that wait to be sent, which count as sent from now on."""
        pieces, self.waiting = self.waiting, []
        self.sent.extend(pieces)
        return pieces

    def answer(self, delta: DeltaMessage) -> None:
        """Hands over a delta, but for what was delivered before a replay."""
        self.delivered.skip(delta)
        if delta.ByteSize() > 0:
            self.delivered.add(delta)
            self.history.append(delta)
            self.deltas.append(delta)

    def handed_over(self) -> list[Marked]:
        """All pieces that the caller handed over, in order."""
        return self.sent + self.waiting


class Delivered:
    """How much of an output's deltas the caller has, so that a replay doesn't repeat it.

    The same text gives the same content and calls however it is cut, so what was
    delivered is the beginning of what a replay delivers.
    """

    def __init__(self) -> None:
        self.content = 0
        self.reasoning = 0
        self.ids: list[str] = []
        self.open: set[int] = set()
        self.withdrawn = False
        self._skip_content = 0
        self._skip_reasoning = 0
        self._skip_calls = 0

    def add(self, delta: DeltaMessage) -> None:
        self.content += len(delta.content)
        self.reasoning += len(delta.reasoning)
        for call in delta.tool_calls:
            if call.HasField("id"):
                self.ids.append(call.id)
                self.open.add(call.index)
            if call.complete:
                self.open.discard(call.index)
        self.withdrawn = self.withdrawn or len(delta.invalid_tool_calls) > 0

    def replayable(self) -> bool:
        """Whether every call that was started is accepted: only accepted calls come again the same."""
        return not self.open and not self.withdrawn

    def rewind(self) -> None:
        """A replay begins: what was delivered comes again."""
        self._skip_content = self.content
        self._skip_reasoning = self.reasoning
        self._skip_calls = len(self.ids)

    def skip(self, delta: DeltaMessage) -> None:
        """Takes out of a replay's delta what was delivered already."""
        if self._skip_content and delta.HasField("content"):
            text = delta.content
            delta.content = text[self._skip_content :]
            self._skip_content = max(0, self._skip_content - len(text))
        if self._skip_reasoning and delta.HasField("reasoning"):
            text = delta.reasoning
            delta.reasoning = text[self._skip_reasoning :]
            self._skip_reasoning = max(0, self._skip_reasoning - len(text))
        if self._skip_calls:
            new = [call for call in delta.tool_calls if call.index >= self._skip_calls]
            if len(new) < len(delta.tool_calls):
                del delta.tool_calls[:]
                delta.tool_calls.extend(new)
        for field in ("content", "reasoning"):
            if delta.HasField(field) and not getattr(delta, field):
                delta.ClearField(field)

    def settle(self, response: ParseToolCallsResponse) -> None:
        """Gives the calls of a replay's result the ids that they were delivered with."""
        for call, delivered in zip(response.result.tool_calls, self.ids, strict=False):
            call.id = delivered


def join(pieces: Iterable[Marked]) -> Marked:
    """The pieces as one: text, or bytes where some are."""
    pieces = list(pieces)
    if len(pieces) == 1:
        return pieces[0]
    tokens: list[Span] = []
    if any(each.special_tokens for each in pieces):
        before = 0
        for each in pieces:
            tokens += [Span(start=before + span.start, end=before + span.end) for span in each.special_tokens]
            before += len(_encoded(each.piece))
    texts = [each.piece for each in pieces]
    if all(isinstance(piece, str) for piece in texts):
        return Marked("".join(texts), tokens)  # type: ignore[arg-type]
    return Marked(b"".join(map(_encoded, texts)), tokens)


def _encoded(piece: Piece) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogatepass")
