"""The program that the package starts, and how it ends."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import toolparser
from toolparser import _program

TEXT = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="uses signals and fork")


def parses() -> bool:
    return len(toolparser.parse(TEXT, family="hermes").result.tool_calls) == 1


def pid() -> int:
    return _program.current()._process.pid


def in_child(work: Callable[[], Any]) -> None:
    """Does work in a forked process."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException as error:
            print(repr(error), file=sys.stderr)
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0


def gone(process: int, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_one_program_a_process() -> None:
    assert parses()
    first = pid()
    assert parses()
    assert pid() == first


def test_fork_after_use() -> None:
    assert parses()
    mine, session = pid(), toolparser.stream(family="hermes")
    session.send("Hi ")

    def child() -> None:
        assert parses()
        assert pid() != mine
        with pytest.raises(toolparser.ProgramError, match="forked"):
            session.send("there")

    in_child(child)
    session.send("there")
    assert session.finish().result.content == "Hi there"
    assert pid() == mine


def test_forks_next_to_threads() -> None:
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            assert parses()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            in_child(parses)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert parses()


def test_multiprocessing() -> None:
    assert parses()
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.starmap(parses, [()] * 30) == [True] * 30


def test_killed_program_is_started_again() -> None:
    assert parses()
    first = pid()
    os.kill(first, signal.SIGKILL)
    assert parses()
    assert pid() != first


def test_session_of_a_killed_program() -> None:
    with toolparser.stream(family="hermes") as session:
        os.kill(pid(), signal.SIGKILL)
        _program.current()._process.wait()
        with pytest.raises(toolparser.ProgramError, match="is gone: it ended by signal 9"):
            session.send("x")
    assert parses()


def test_signals_of_a_terminal_do_not_end_it() -> None:
    assert parses()
    first = pid()
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(first, number)
    time.sleep(0.1)
    assert parses()
    assert pid() == first


@pytest.mark.parametrize(
    "end", ["", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "import os; os._exit(3)"]
)
def test_it_ends_with_the_process(end: str) -> None:
    code = (
        "import toolparser\nfrom toolparser import _program\n"
        "toolparser.parse('Hi', family='hermes')\n"
        f"p = _program.current(); print(p._process.pid, p._ready['address'], flush=True)\n{end}"
    )
    done = python(code)
    assert done.stderr == ""
    process, address = done.stdout.split()
    assert gone(int(process))
    assert not Path(address).parent.exists()


def test_children_do_not_keep_it() -> None:
    """The program ends with its process, also if a child of that one goes on."""
    code = (
        "import os, time, toolparser\nfrom toolparser import _program\n"
        "toolparser.parse('Hi', family='hermes')\n"
        "print(_program.current()._process.pid, flush=True)\n"
        "if os.fork() == 0:\n    os.close(1); os.close(2); time.sleep(20); os._exit(0)\n"
        "os._exit(0)"
    )
    assert gone(int(python(code).stdout))


def test_two_versions_in_one_process(tmp_path: Path) -> None:
    """Another copy of the package, such as one that a framework ships, has a program of its own."""
    shutil.copytree(Path(toolparser.__file__).parent, tmp_path / "toolparser")
    code = (
        "import sys, toolparser as first\n"
        "for name in [name for name in sys.modules if name.split('.')[0] == 'toolparser']: del sys.modules[name]\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import toolparser as second\n"
        "assert first.__file__ != second.__file__\n"
        "for each in (first, second, first): assert each.parse('Hi', family='hermes').result.content == 'Hi'\n"
        "print(*{each._program.current()._process.pid for each in (first, second)})"
    )
    done = python(code)
    assert done.stderr == ""
    programs = done.stdout.split()
    assert len(programs) == 2
    assert all(gone(int(each)) for each in programs)


def test_a_long_folder_for_temporary_files(tmp_path: Path) -> None:
    long = tmp_path / ("long" * 30)
    long.mkdir()
    done = python("import toolparser; print(toolparser.parse('Hi', family='hermes').result.content)", TMPDIR=str(long))
    assert (done.stdout, done.stderr) == ("Hi\n", "")
    assert list(long.iterdir()) == []


def script(path: Path, text: str, mode: int = 0o755) -> str:
    path.write_text(text)
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize(
    ("text", "mode", "says"),
    [
        (None, 0, "there is no program"),
        ("#!/bin/sh\n", 0o644, "can't be executed: Permission denied"),
        ("\x7fELF", 0o755, "can't be executed: Exec format error"),
        (
            "#!/bin/sh\necho worker: no such command >&2; exit 2",
            0o755,
            "it ended with exit code 2: worker: no such command",
        ),
        ("#!/bin/sh\nkill -9 $$", 0o755, "it ended by signal 9: SIGKILL: the system may be out of memory"),
        ("#!/bin/sh\necho hello", 0o755, "is not the program"),
        ('#!/bin/sh\necho \'{"protocol": 99, "version": "9.0.0"}\'', 0o755, r"is of another version \(9.0.0\)"),
        ("#!/bin/sh\nexec sleep 60", 0o755, "can't start: it ended by signal 9"),
    ],
)
def test_it_cannot_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, mode: int, says: str
) -> None:
    program = str(tmp_path / "toolparser") if text is None else script(tmp_path / "toolparser", text, mode)
    monkeypatch.setenv(_program.VARIABLE, program)
    monkeypatch.setattr(_program, "_program", None)
    monkeypatch.setattr(_program, "START_SECONDS", 0.5)
    with pytest.raises(toolparser.ProgramError, match=says):
        toolparser.parse(TEXT, family="hermes")


def test_a_wheel_without_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_program, "_program", None)
    monkeypatch.setattr(_program, "__file__", str(tmp_path / "_program.py"))
    with pytest.raises(toolparser.ProgramError, match="has no program: install a wheel for this platform"):
        toolparser.parse(TEXT, family="hermes")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60)


def test_command_line() -> None:
    installed = str(Path(sys.executable).parent / "toolparser")
    for prefix in ([installed], [sys.executable, "-m", "toolparser"]):
        assert command(*prefix, "version").stdout.startswith("toolparser ")
        assert "--upstream" in command(*prefix, "proxy", "--help").stdout
        assert command(*prefix, "no-such").returncode == 2


def test_command_line_without_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_program.VARIABLE, "/nonexistent")
    done = command(sys.executable, "-m", "toolparser", "version")
    assert done.returncode == 1
    assert done.stderr.startswith("toolparser: there is no program /nonexistent")
