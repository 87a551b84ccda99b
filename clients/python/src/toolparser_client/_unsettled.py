"""What of an output must still be shown, when its session failed."""

from __future__ import annotations

from collections.abc import Iterable

from toolparser_client.v1 import DeltaMessage


def unsettled(text: str, deltas: Iterable[DeltaMessage]) -> str:
    """The rest of the text, from where the deltas surely have come to.

    Deltas don't say where in the text they are, so each is looked for from where the
    last one was found: the first place that fits is never after the true one. What
    can't be found, such as arguments that were repaired, moves nothing. So the rest may
    repeat something, and is never missing anything.
    """
    position = 0
    for delta in deltas:
        # What one delta holds may stand in any order.
        position = max(_after(text, position, pieces) for pieces in _rows(delta))
    return text[position:]


def _after(text: str, position: int, pieces: Iterable[str]) -> int:
    for piece in pieces:
        found = text.find(piece, position)
        if found >= 0:
            position = found + len(piece)
    return position


def _rows(delta: DeltaMessage) -> tuple[list[str], ...]:
    """The delta's texts that stand in order, each cut where the content policy may have
    put other white space."""
    return (
        delta.content.split(),
        delta.reasoning.split(),
        [call.function.name for call in delta.tool_calls],
        [call.function.arguments for call in delta.tool_calls],
    )
