"""What a piece costs its caller: python bench.py TARGET, with a server running."""

import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolparser_client import Client

TEXT = 'Here is the result: {"name": "look", "parameters": {"a": "b"}} Would you like to know more? ' * 3
# Seconds that a measurement takes, about.
LONGEST = 4.0
PIECES = [TEXT[at : at + 4] for at in range(0, len(TEXT), 4)]


class Nothing:
    """A session that only keeps the pieces: what a loop like this one costs anyway."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def send(self, piece: str) -> None:
        self.pieces.append(piece)

    def deltas(self) -> Iterator[str]:
        while self.pieces:
            yield self.pieces.pop()


def lockstep(client: Client, outputs: int) -> float:
    begun = time.perf_counter()
    for _ in range(outputs):
        with client.stream(family="llama3") as session:
            for piece in PIECES:
                session.send(piece)
            session.finish()
    return (time.perf_counter() - begun) / outputs / len(PIECES)


class Cost(NamedTuple):
    """Seconds of a piece: as the clock has them, half of the steps taking less, and of the
    caller's processor, on average. On a busy machine the clock counts others, too."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock * 1e6:.1f} µs, of the processor {self.processor * 1e6:.1f} µs"


def handing_over(sessions: Sequence, pause: float) -> Cost:
    """What it costs to hand a piece over, and to pick up what has come."""
    clock, processor = [], 0.0
    for piece in PIECES[: max(10, int(LONGEST / max(pause, 0.001)))]:
        began, worked = time.perf_counter(), time.thread_time()
        for session in sessions:
            session.send(piece)
            for _ in session.deltas():
                pass
        processor += time.thread_time() - worked
        clock.append((time.perf_counter() - began) / len(sessions))
        time.sleep(pause)
    return Cost(statistics.median(clock), processor / len(clock) / len(sessions))


def pipelined(client: Client, outputs: int, pause: float) -> None:
    sessions = [client.pipeline(family="llama3") for _ in range(outputs)]
    cost = handing_over(sessions, pause)
    for session in sessions:
        session.finish(timeout=60)
    nothing = handing_over([Nothing() for _ in range(outputs)], pause)
    print(f"pipelined, {outputs} sessions, a piece of each every {pause * 1e3:.0f} ms: {cost}; a list: {nothing}")


if __name__ == "__main__":
    with Client(sys.argv[1]) as client:
        client.families()
        print(f"lockstep: {lockstep(client, 20) * 1e6:.0f} µs a piece")
        for outputs, pause in ((1, 2), (1, 0.2), (1, 0.05), (1, 0.01), (20, 0.02), (100, 0.01), (200, 0.02), (200, 0)):
            pipelined(client, outputs, pause)
        used = os.times()
        print(f"all threads of this program: {used.user + used.system:.1f} s of the processor")
