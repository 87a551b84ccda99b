"""Measures the data engines of docs/run/data.md next to `toolparser batch`: outputs for each second of processor time.

  .venv/bin/python bench.py [ROWS]     after test.sh, which installs the engines; default: 300,000 rows

The processor time is that of all processes: the engine's, Python's and the program's. Each is run with all
rows and with a thousandth of them, so that its start doesn't count. They take turns, and the median of the
turns is printed. Ratios can be compared with those of other machines; times can't.
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import documented
import pyarrow as pa
import pyarrow.parquet

from toolparser import _program

TEXT = 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}</tool_call>'
ENGINES = {"DuckDB": "duckdb", "Hugging Face datasets": "datasets", "Ray Data": "ray", "Spark": "pyspark"}
TURNS = 3
PR_SET_CHILD_SUBREAPER = 36


def reap(seconds: float = 30.0) -> None:
    """Waits for all processes that the engine has left, so that their time counts."""
    end = time.monotonic() + seconds
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if ended == 0:
            if time.monotonic() > end:
                raise TimeoutError("a process of the engine doesn't end")
            time.sleep(0.05)


def seconds(command: list[str], folder: Path) -> float:
    """The processor time of a command, and of all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode())
    reap()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def written(folder: Path, rows: int) -> Path:
    folder.mkdir()
    # Every output is another one: an engine may call a function once for texts that are equal.
    texts = [TEXT.replace("3", str(1_000_000 + row)) for row in range(rows)]
    pyarrow.parquet.write_table(pa.table({"response": texts}), folder / "log.parquet")
    lines = (json.dumps({"response": text}, ensure_ascii=False) for text in texts)
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def main(rows: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # what an engine leaves is this process's
    os.environ.update(HF_HUB_OFFLINE="1", RAY_USAGE_STATS_ENABLED="0", PYSPARK_PYTHON=sys.executable)
    with tempfile.TemporaryDirectory() as made:
        home = Path(made)
        os.environ["HF_HOME"] = str(home / "hub")
        few = rows // 1000
        commands = {
            "toolparser batch": [
                _program.path(),
                "batch",
                "log.jsonl",
                "--output-field",
                "response",
                "--family",
                "hermes",
            ]
        }
        for section, package in ENGINES.items():
            if importlib.util.find_spec(package) is None:
                print(f"without {section}: it isn't installed")
                continue
            program = home / f"{package}_program.py"
            program.write_text(documented.code(section))
            commands[section] = [sys.executable, str(program)]
        rates: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(TURNS):
            for name, command in commands.items():
                spent = [
                    seconds(command, written(home / f"{turn}-{name.replace(' ', '-')}-{n}", n)) for n in (few, rows)
                ]
                rates[name].append((rows - few) / (spent[1] - spent[0]))
                print(f"… turn {turn + 1}, {name}: {rates[name][-1]:,.0f}", file=sys.stderr)
        batch = statistics.median(rates["toolparser batch"])
        for name, each in rates.items():
            rate = statistics.median(each)
            print(f"{name:24} {rate:9,.0f} outputs a second and core, {rate / batch:5.1f} of batch")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or ["300000"]))
