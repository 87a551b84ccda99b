#!/usr/bin/env python3
"""Measures all ways in that docs/use/choosing.md compares, and prints its table.

  python3 packages/bench.py     it needs Python 3.10 or newer, Go and Node.js 18 or newer, and an idle machine for some minutes

Processor time is that of all processes of a way in: the caller's and the program's. It is a median of turns. Building isn't
measured.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

PACKAGES = Path(__file__).resolve().parent
ROOT = PACKAGES.parent
TEXT = 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}</tool_call>'
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}
TURNS = 5
STARTS = 9

# What each Python measures in its own process. The program's processor time is that of its child.
PYTHON = """
import os, statistics, sys, time
import toolparser
from toolparser import _program
TEXT, TOOL, TURNS = {text!r}, {tool!r}, {turns}
TICKS = os.sysconf("SC_CLK_TCK")
arguments = {{"family": "hermes", "tools": [TOOL]}}

def spent():
    fields = open(f"/proc/{{_program.current()._process.pid}}/stat").read().rsplit(")", 1)[1].split()
    return time.process_time() + (int(fields[11]) + int(fields[12])) / TICKS

def one(n):
    for _ in range(n):
        toolparser.parse(TEXT, **arguments).result.tool_calls[0].function.arguments

def many(n):
    for answer in toolparser.batch((str(i), toolparser.parse_request(TEXT, **arguments)) for i in range(n)):
        answer.response.result.tool_calls[0].function.arguments

def columns(n):
    import pyarrow as pa
    for _ in range(n // 10_000):
        toolparser.parse_arrow(pa.record_batch({{"output": [TEXT] * 10_000}}), **arguments)

def stream(n):
    with toolparser.stream(**arguments) as session:
        for _ in range(n):
            session.send("word ")

for name, work, n in (("parse", one, 10_000), ("batch", many, 20_000), ("columns", columns, 300_000), ("chunk", stream, 20_000)):
    work(max(n // 10, 10_000 if work is columns else 0))
    cpu, wall = [], []
    for _ in range(TURNS):
        c, w = spent(), time.perf_counter()
        work(n)
        cpu.append((spent() - c) / n), wall.append((time.perf_counter() - w) / n)
    print(name, statistics.median(cpu), statistics.median(wall))
"""
FIRST_IN_PYTHON = "import toolparser; toolparser.parse('Hi', family='hermes')"
JAVASCRIPT = """
import {{ load }} from {module};
const toolparser = await load();
const request = {{ family: "hermes", tools: [{tool}] }};
const work = (n) => {{ for (let i = 0; i < n; i++) toolparser.parse({text}, request).result.tool_calls[0].function.arguments; }};
work(20000);
const times = [];
for (let turn = 0; turn < {turns}; turn++) {{
  const before = process.cpuUsage();
  work(20000);
  const {{ user, system }} = process.cpuUsage(before);
  times.push((user + system) / 1e6 / 20000);
}}
console.log(times.sort((a, b) => a - b)[times.length >> 1]);
"""
FIRST_IN_JAVASCRIPT = 'import {{ load }} from {module}; (await load()).parse("Hi", {{ family: "hermes" }});'


def say(what: str) -> None:
    print(f"… {what}", file=sys.stderr)


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed")
    return done.stdout


def starts(*command: str | Path, text: str = "") -> float:
    """How long a command takes: a median."""
    times = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        subprocess.run([str(part) for part in command], input=text, stdout=subprocess.DEVNULL, text=True, check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def ticks(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def http(program: Path, folder: Path) -> tuple[float, float]:
    """How long the service takes until its first answer over HTTP, and its processor time of a call."""
    body = json.dumps({"family": "hermes", "model_output": TEXT, "tools": [TOOL_OF_CONTRACT]})
    headers = {"Content-Type": "application/json"}
    path = "/toolparser.v1.ToolParserService/ParseToolCalls"

    def work(connection: HTTPConnection, n: int) -> None:
        for _ in range(n):
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200 or b"get_weather" not in text:
                sys.exit(f"the service answers {answer.status}: {text!r}")

    times = []
    for turn in range(STARTS):
        socket, log = folder / f"s{turn}", folder / f"log{turn}"
        begun = time.perf_counter()
        command = (program, "serve", "--listen", f"unix:{socket}", "--http-listen", "127.0.0.1:0", "--drain-delay", "0s")
        with open(log, "w") as stderr:
            process = subprocess.Popen(command, stderr=stderr)
        try:
            while not (address := re.search(r"protocol=http .* address=(\S+)", log.read_text())):
                if process.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.001)
            connection = HTTPConnection(address[1])
            work(connection, 1)
            times.append(time.perf_counter() - begun)
            if turn == STARTS - 1:
                return statistics.median(times), rate(lambda n: work(connection, n), 5000, lambda: ticks(process.pid))
        finally:
            process.terminate()
            process.wait()
    raise AssertionError("there is no turn")


TOOL_OF_CONTRACT = {"function": {"name": "get_weather", "parameters": '{"type": "object"}'}}


def rate(work: Callable[[int], None], n: int, spent: Callable[[], float]) -> float:
    """The processor time of each of n, the median of turns."""
    work(n // 10)
    times = []
    for _ in range(TURNS):
        before = spent()
        work(n)
        times.append((spent() - before) / n)
    return statistics.median(times)


def batch(program: Path, folder: Path) -> float:
    """The processor time of an output of `toolparser batch`, without its start."""
    line = json.dumps({"response": TEXT}, ensure_ascii=False) + "\n"
    times = []
    for _ in range(TURNS):
        spent = []
        for n in (100, 100_100):
            (folder / "log.jsonl").write_text(line * n)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [program, "batch", "log.jsonl", "--output-field", "response", "--family", "hermes"],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
            )  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        times.append((spent[1] - spent[0]) / 100_000)
    return statistics.median(times)


def in_go() -> float:
    """The time of a short call in a Go program that is built with the profile."""
    said = run(
        "go", "test", f"-pgo={ROOT}/cmd/toolparser/default.pgo", "-run=^$", "-count=5", "-benchtime=0.3s",
        "-bench=^BenchmarkFamilies$/^hermes$/^ShortCall$/^unary$", "./families/cases",
    )  # fmt: skip
    return statistics.median(float(each) for each in re.findall(r"([\d.]+) ns/op", said)) / 1e9


def megabytes(size: float) -> str:
    return f"{size / 1e6:.1f} MB"


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs" if seconds < 1e-5 else f"{seconds * 1e6:.0f} µs"


def row(name: str, needs: str, size: str, start: str, each: float) -> None:
    per_second = 1 / each
    rounded = round(per_second, -max(0, len(str(int(per_second))) - 2))
    print(f"| {name} | {needs} | {size} | {start} | {micro(each)} | {rounded:,.0f} |")


def second(time_: float) -> str:
    return f"{time_:.2f} s"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="toolparser-bench-") as made:
        home = Path(made)
        say("builds the wheel, and installs it with pyarrow")
        venv.create(home / "venv", with_pip=True)
        python = home / "venv/bin/python"
        pins = [
            line
            for line in (PACKAGES / "python/requirements.txt").read_text().splitlines()
            if re.match(r"(hatchling|packaging|pathspec|pluggy|tomli|tomlkit|trove-classifiers|pyarrow|typing-extensions)==", line)
        ]
        (home / "pins").write_text("\n".join(pins))
        pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
        run(*pip, "install", "--no-deps", "--requirement", home / "pins")
        run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", home / "dist", PACKAGES / "python")
        (wheel,) = (home / "dist").glob("*.whl")
        run(*pip, "install", "--no-deps", wheel)
        (installed,) = (home / "venv/lib").glob("python*/site-packages/toolparser")
        program = installed / "bin/toolparser"
        say("builds the WebAssembly module and the npm package")
        run("node", PACKAGES / "wasm/build.mjs")
        wasm = (PACKAGES / "wasm/toolparser.wasm").read_bytes()
        platform = run("node", "-p", "process.platform + '-' + process.arch").strip()
        run("node", PACKAGES / "npm/build.mjs", home / "npm", platform, TOOLPARSER_PROGRAM=str(program))
        sizes = {
            "program": program.stat().st_size,
            "wheel": wheel.stat().st_size,
            "installed": sum(path.stat().st_size for path in installed.rglob("*") if path.is_file()),
            "npm": sum(path.stat().st_size for path in (home / "npm").glob("*.tgz")),
            "wasm": len(wasm),
            "gzip": len(gzip.compress(wasm, 9)),
        }
        size = {name: megabytes(each) for name, each in sizes.items()}

        say("measures the start of each")
        module = json.dumps((PACKAGES / "wasm/index.js").as_uri())
        start = {
            "Python": starts(python, "-c", FIRST_IN_PYTHON),
            "wasm": starts("node", "--input-type=module", "-e", FIRST_IN_JAVASCRIPT.format(module=module)),
            "program": starts(program, "parse", "--family", "hermes", text=TEXT),
        }
        say("measures outputs: Go")
        go = in_go()
        say("measures outputs: the Python package")
        said = run(python, "-c", PYTHON.format(text=TEXT, tool=TOOL, turns=TURNS))
        package = {name: (float(cpu), float(wall)) for name, cpu, wall in map(str.split, said.splitlines())}
        say("measures outputs: WebAssembly")
        tool, text = json.dumps(TOOL), json.dumps(TEXT)
        script = JAVASCRIPT.format(module=module, tool=tool, text=text, turns=TURNS)
        in_wasm = float(run("node", "--input-type=module", "-e", script))
        say("measures outputs: batch and the service")
        in_batch = batch(program, home)
        start["service"], service = http(program, home)

    wheel_size = f"wheel {size['wheel']}, installed {size['installed']}"
    print("| way in | needs | size | start | processor time of an output | outputs a second and core |")
    print("|---|---|---|---|---|---|")
    row("Go packages", "Go", "–", "none", go)
    row("Python package, columns of Arrow", "Python 3.10, pyarrow", f"{wheel_size}, and pyarrow", second(start["Python"]), package["columns"][0])
    row("Python package, `batch`", "Python 3.10", wheel_size, second(start["Python"]), package["batch"][0])
    row("Python package, `parse`", "the same", "the same", second(start["Python"]), package["parse"][0])
    row("`@toolparser/wasm`", "Node.js 18, or a browser", f"{size['wasm']}, {size['gzip']} with gzip", second(start["wasm"]), in_wasm)
    row("`toolparser batch`", "the program", size["program"], second(start["program"]), in_batch)
    row("service, calls over HTTP", "the program", size["program"], second(start["service"]), service)
    print(f"\nThe npm package has {size['npm']}. The time that passes in Python for each, with the program's:")
    for name, (_, wall) in package.items():
        print(f"- {name}: {micro(wall)}")


if __name__ == "__main__":
    main()
