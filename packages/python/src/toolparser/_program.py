"""The program of the package: one a process, started at first use, ended with the process."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from pathlib import Path
from typing import IO, Any

from toolparser._about import DISTRIBUTION
from toolparser.errors import ProgramError

VARIABLE = "TOOLPARSER_PROGRAM"
PROTOCOL = 1
START_SECONDS = 30.0
END_SECONDS = 5.0
# Connections that are kept for later, at most.
IDLE = 64
# Words of the program that an error has, at most.
LAST_WORDS = 2000


def path() -> str:
    """Where the program is."""
    if named := os.environ.get(VARIABLE):
        return named
    return str(Path(__file__).with_name("bin") / ("toolparser.exe" if sys.platform == "win32" else "toolparser"))


def cannot_start(program: str, error: OSError) -> str:
    """Why the program can't be started, and what to do."""
    if isinstance(error, FileNotFoundError):
        if os.environ.get(VARIABLE):
            return f"there is no program {program}: {VARIABLE} has its path; correct it, or unset it"
        return (
            f"this installation of {DISTRIBUTION} has no program: install a wheel for this platform, "
            f"or build the program with Go and set {VARIABLE} to its path"
        )
    if isinstance(error, PermissionError):
        return (
            f"{program} can't be executed: {error.strerror}; the folder may be mounted with noexec. "
            f"Copy the file to another folder, make it executable, and set {VARIABLE} to its path"
        )
    return (
        f"{program} can't be executed: {error.strerror}; it may be for another kind of system or processor. "
        f"Install {DISTRIBUTION} again on this machine, or set {VARIABLE} to the path of a program for it"
    )


class LostError(ProgramError):
    """The program ended. Another one may answer."""


class Program:
    """A started program."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._path = path()
        # What the program says of its own end. A pipe could fill, and hold the program up.
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 # as long as the program
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [self._path, "worker"],
                stdin=subprocess.PIPE,  # its end is what ends the program, also when this process is killed
                stdout=subprocess.PIPE,
                stderr=self._words,
            )
        except OSError as error:
            self._words.close()
            raise ProgramError(cannot_start(self._path, error)) from None
        self._idle: list[Connection] = []
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        try:
            self._ready = self._wait()
        except BaseException:
            self.end()
            raise

    def _wait(self) -> dict[str, Any]:
        """Where the program listens."""
        assert self._process.stdout is not None
        timer = threading.Timer(START_SECONDS, self._process.kill)
        timer.daemon = True
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        try:
            ready = json.loads(line)
        except ValueError:
            ready = None
        if not isinstance(ready, dict):
            if line:
                raise ProgramError(f"{self._path} is not the program of {DISTRIBUTION}: correct {VARIABLE}")
            raise ProgramError(self.why("can't start"))
        if ready.get("protocol") != PROTOCOL:
            raise ProgramError(
                f"{self._path} is of another version ({ready.get('version')}) than this package: unset {VARIABLE}, "
                f"or install {DISTRIBUTION} in the version of the program"
            )
        return ready

    def why(self, what: str) -> str:
        """What happened to the program."""
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return f"the program {self._path} closed its connection; call again to start another one"
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        self._words.seek(max(0, self._words.seek(0, os.SEEK_END) - LAST_WORDS))
        words = self._words.read().decode("utf-8", "replace").strip()
        if not words and code == -9:
            words = "SIGKILL: the system may be out of memory"
        return f"the program {self._path} {what}: it ended {how}" + (f": {words}" if words else "")

    def take(self) -> Connection:
        """A connection that no one else uses."""
        try:
            return self._idle.pop()
        except IndexError:
            pass
        if self._ready["network"] == "unix":
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            address: Any = self._ready["address"]
        else:
            sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host, port = self._ready["address"].rsplit(":", 1)
            address = host, int(port)
        try:
            sock.connect(address)
            connection = Connection(self, sock)
            if token := self._ready.get("token"):
                sock.sendall(frame("t", token.encode()))
        except OSError as error:
            sock.close()
            if isinstance(error, (ConnectionError, FileNotFoundError)):
                raise ConnectionError(str(error)) from None
            raise ProgramError(f"no connection to the program: {error.strerror}") from error
        self._open.add(connection)
        return connection

    def give(self, connection: Connection) -> None:
        """Takes a connection back."""
        if len(self._idle) < IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def own(self) -> bool:
        """Whether this process started it, rather than one that it was forked from."""
        return self._pid == os.getpid()

    def end(self) -> None:
        """Ends the program."""
        for connection in list(self._open):
            connection.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._words.close()

    def leave(self) -> None:
        """Lets go of the program in a process that was forked: the program ends with its own."""
        for connection in list(self._open):
            connection.close()
        for pipe in (self._process.stdin, self._process.stdout, self._words):
            if pipe is not None:
                pipe.close()
        self._process.returncode = 0  # it is no child of this process


class Connection:
    """A connection to the program, for one caller at a time."""

    def __init__(self, program: Program, sock: socket.socket) -> None:
        self.program = program
        self.sock = sock
        self.buffer = bytearray()

    def close(self) -> None:
        """Closes it."""
        self.sock.close()


def frame(kind: str, text: bytes) -> bytes:
    """A message as it is sent."""
    return kind.encode() + len(text).to_bytes(4, "big") + text


HEADER = 5

_lock = threading.Lock()
_program: Program | None = None


def current() -> Program:
    """The program of this process, which is started if there is none."""
    global _program
    program = _program
    if program is None:
        with _lock:
            program = _program
            if program is None:
                program = _program = Program()
    return program


def running() -> bool:
    """Whether the program was started."""
    return _program is not None


def lost(program: Program) -> LostError:
    """Forgets a program that doesn't answer. The error says what happened to it."""
    global _program
    with _lock:
        if _program is not program:
            return LostError("the program ended; another one is started by the next call")
        _program = None
        why = program.why("is gone")
        program.end()
    return LostError(why)


def _at_exit() -> None:
    global _program
    program, _program = _program, None
    if program is not None and program.own():
        program.end()


def _after_fork() -> None:
    global _program, _lock
    _lock = threading.Lock()
    program, _program = _program, None
    if program is not None:
        program.leave()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
