"""What a piece costs its caller: python bench.py TARGET, with a server running."""

import sys
import time
from collections.abc import Iterator, Sequence

from toolparser_client import Client

TEXT = 'Here is the result: {"name": "look", "parameters": {"a": "b"}} Would you like to know more? ' * 3
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


def handing_over(sessions: Sequence, step: float) -> float:
    """Seconds that it takes to hand a piece over, and to pick up what has come."""
    spent = 0.0
    for piece in PIECES:
        begun = time.perf_counter()
        for session in sessions:
            session.send(piece)
            for _ in session.deltas():
                pass
        spent += time.perf_counter() - begun
        time.sleep(step)
    return spent / len(sessions) / len(PIECES)


if __name__ == "__main__":
    with Client(sys.argv[1]) as client:
        client.families()
        print(f"lockstep: {lockstep(client, 20) * 1e6:.0f} µs a piece")
        for outputs, step in ((1, 0.01), (100, 0.01), (200, 0.02), (200, 0)):
            sessions = [client.pipeline(family="llama3") for _ in range(outputs)]
            cost = handing_over(sessions, step)
            for session in sessions:
                session.finish(timeout=60)
            nothing = handing_over([Nothing() for _ in range(outputs)], step)
            print(
                f"pipelined, {outputs} sessions, a piece of each every {step * 1e3:.0f} ms: "
                f"{cost * 1e6:.1f} µs a piece; a list in its place: {nothing * 1e6:.1f} µs"
            )
