"""Measures the package: first call, short outputs one by one, in a batch, in columns. Prints medians of runs."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import toolparser

TEXT = 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}</tool_call>'
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}},
        },
    }
]
FIRST = """
import time
start = time.perf_counter()
import toolparser
imported = time.perf_counter()
toolparser.parse("Hi", family="hermes")
print(imported - start, time.perf_counter() - imported)
"""


def first() -> tuple[float, float]:
    """The time of the import, and of the first call."""
    a, b = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True).stdout.split()
    return float(a), float(b)


def one_by_one(n: int) -> float:
    start = time.perf_counter()
    for _ in range(n):
        _ = toolparser.parse(TEXT, family="hermes", tools=TOOLS).result.tool_calls[0].function.arguments
    return (time.perf_counter() - start) / n


def batched(n: int) -> float:
    start = time.perf_counter()
    requests = ((str(i), toolparser.parse_request(TEXT, family="hermes", tools=TOOLS)) for i in range(n))
    for answer in toolparser.batch(requests):
        assert answer.response is not None
        _ = answer.response.result.tool_calls[0].function.arguments
    return (time.perf_counter() - start) / n


def columns(n: int) -> float:
    import pyarrow as pa

    batch = pa.record_batch({"output": [TEXT] * n})
    start = time.perf_counter()
    toolparser.parse_arrow(batch, family="hermes", tools=TOOLS)
    return (time.perf_counter() - start) / n


def chunk(n: int) -> float:
    with toolparser.stream(family="hermes", tools=TOOLS) as session:
        start = time.perf_counter()
        for _ in range(n):
            session.send("word ")
        return (time.perf_counter() - start) / n


def main() -> None:
    firsts = [first() for _ in range(9)]
    print(f"import      {statistics.median(a for a, _ in firsts) * 1e3:6.0f} ms")
    print(f"first call  {statistics.median(b for _, b in firsts) * 1e3:6.0f} ms")
    for name, measure in (
        ("one by one", one_by_one),
        ("in a batch", batched),
        ("in columns", columns),
        ("a chunk", chunk),
    ):
        runs = [measure(3000) * 1e6 for _ in range(7)]
        print(f"{name}  {statistics.median(runs):6.0f} µs (best {min(runs):.0f})")


if __name__ == "__main__":
    main()
