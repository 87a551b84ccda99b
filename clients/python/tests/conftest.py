"""The service, built from this checkout and served on a Unix socket."""

from __future__ import annotations

import concurrent.futures
import contextlib
import itertools
import os
import pathlib
import signal
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from toolparser_client import Client
from toolparser_client._gen.toolparser.v1 import tool_parser_service_pb2_grpc as service
from toolparser_client.v1 import (
    ItemError,
    ListFamiliesResponse,
    MultiplexToolCallsResponse,
    ParseToolCallsResponse,
    StreamToolCallsResponse,
)

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Server:
    """A toolparser that can be stopped, killed and started again at its address."""

    def __init__(self, binary: pathlib.Path, directory: pathlib.Path, *flags: str) -> None:
        self._socket = directory / "s"
        self.target = f"unix:{self._socket}"
        self._binary = binary
        self._flags = ("--shutdown-timeout", "300ms", *flags)
        self._process: subprocess.Popen[bytes] | None = None
        self._sockets = (directory / f"n{number}" for number in itertools.count())
        self._next_socket = self._socket
        self._next: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = self._serve(self._socket)

    def _serve(self, path: pathlib.Path) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([str(self._binary), "serve", "--listen", f"unix:{path}", *self._flags])
        eventually(lambda: _accepts(path), 30)
        return process

    def prepare_next(self) -> None:
        """Starts the server that is to take this one's place, which may take its time."""
        # A name of its own, which the server removes when it is stopped.
        self._next_socket = next(self._sockets)
        self._next = self._serve(self._next_socket)

    def replace(self) -> None:
        """Gives the address to the next server, at once: how long there was none is the
        test's to say, and not the machine's."""
        self._next_socket.rename(self._socket)
        self._process, self._next = self._next, None

    def restart(self, sig: int = signal.SIGKILL) -> None:
        """Stops the server, with one that takes its place."""
        self.prepare_next()
        self.stop(sig)
        self.replace()

    def stop(self, sig: int = signal.SIGTERM) -> None:
        process, self._process = self._process, None
        _end(process, sig)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def end(self) -> None:
        self.stop()
        _end(self._next, signal.SIGKILL)

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """The server does nothing, and its connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)  # until then it may answer
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


def _end(process: subprocess.Popen[bytes] | None, sig: int) -> None:
    if process is not None:
        process.send_signal(sig)
        process.wait(timeout=20)


def _accepts(path: pathlib.Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(str(path)) == 0


@pytest.fixture(scope="session")
def binary(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    if given := os.environ.get("TOOLPARSER_BINARY"):
        return pathlib.Path(given)
    path = tmp_path_factory.mktemp("bin") / "toolparser"
    subprocess.run(["go", "build", "-o", str(path), "./cmd/toolparser"], cwd=ROOT, check=True)
    return path


@pytest.fixture(scope="session")
def server(binary: pathlib.Path) -> Iterator[Server]:
    """The server that tests share, for those that leave it alone."""
    yield from served(binary)


@pytest.fixture
def own_server(binary: pathlib.Path) -> Iterator[Server]:
    """A server of the test's own, to stop and start."""
    yield from served(binary)


def served(binary: pathlib.Path, *flags: str) -> Iterator[Server]:
    # Not tmp_path: a socket's path may have some 100 bytes.
    with tempfile.TemporaryDirectory() as directory:
        server = Server(binary, pathlib.Path(directory), *flags)
        server.start()
        yield server
        server.end()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.target) as client:
        yield client


class SlowRelay(socketserver.ThreadingUnixStreamServer):
    """A relay to the server that lets each connection wait for half a second."""

    daemon_threads = True

    def __init__(self, directory: str, server: Server) -> None:
        super().__init__(f"{directory}/s", _Relayed)
        self.target = f"unix:{directory}/s"
        self.onward = server.target.removeprefix("unix:")
        self.connections = 0


class _Relayed(socketserver.BaseRequestHandler):
    server: SlowRelay

    def handle(self) -> None:
        self.server.connections += 1
        with socket.socket(socket.AF_UNIX) as onward:
            onward.connect(self.server.onward)
            time.sleep(0.5)
            back = threading.Thread(target=_pour, args=(onward, self.request))
            back.start()
            _pour(self.request, onward)
            back.join()


def _pour(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)


@pytest.fixture
def slow_relay(server: Server) -> Iterator[SlowRelay]:
    with tempfile.TemporaryDirectory() as directory, SlowRelay(directory, server) as relay:
        threading.Thread(target=relay.serve_forever, args=(0.01,), daemon=True).start()
        yield relay
        relay.shutdown()


class StandIn(service.ToolParserServiceServicer):
    """A stand-in for the service that counts its open streams and notes their deltas."""

    def __init__(self) -> None:
        self.target = ""
        self.open = 0
        self.deltas: list[str] = []
        # Deltas are answered while this is set.
        self.answers = threading.Event()
        self.answers.set()
        self._lock = threading.Lock()

    def StreamToolCalls(self, requests, context):
        self._change(1)
        context.add_callback(lambda: self._change(-1))
        for request in requests:
            if request.HasField("delta"):
                self.deltas.append(request.delta)
                self.answers.wait(30)
            yield StreamToolCallsResponse()

    def _change(self, by: int) -> None:
        with self._lock:
            self.open += by


class MultiplexingStandIn(StandIn):
    """One that has multiplexed streams, too: it notes which outputs each request has."""

    def __init__(self) -> None:
        super().__init__()
        self.streams = 0
        self.requests: list[list[int]] = []
        self.bytes: list[int] = []
        self.cancelled: list[int] = []
        # The first stream takes one output only, as that of a server that is about to stop.
        self.retires = False

    def MultiplexToolCalls(self, requests, context):
        self.streams += 1
        stream, started = self.streams, 0
        self._change(1)
        context.add_callback(lambda: self._change(-1))
        for request in requests:
            self.requests.append([each.output for each in request.inputs])
            self.bytes.append(request.ByteSize())
            answer = MultiplexToolCallsResponse()
            for each in request.inputs:
                started += each.HasField("start")
                if each.HasField("start") and self.retires and stream == 1 and started > 1:
                    answer.outputs.add(output=each.output, error=ItemError(code=14, message="stopping"))
                elif each.HasField("delta"):
                    self.deltas.append(each.delta)
                    self.answers.wait(30)
                elif each.HasField("finish"):
                    answer.outputs.add(output=each.output, result=ParseToolCallsResponse())
                elif each.HasField("cancel"):
                    self.cancelled.append(each.output)
            yield answer


class Overloaded(service.ToolParserServiceServicer):
    """A stand-in that rejects two calls before it answers."""

    def __init__(self) -> None:
        self.target = ""
        self.calls = 0
        # Whether it says that another attempt may succeed.
        self.retry_info = True

    def ListFamilies(self, request, context):
        self.calls += 1
        if self.calls > 2:
            return ListFamiliesResponse()
        detail = status_pb2.Status(code=8, message="overloaded")
        if self.retry_info:
            info = error_details_pb2.RetryInfo()
            info.retry_delay.FromMilliseconds(10)
            detail.details.add().Pack(info)
        context.set_trailing_metadata((("grpc-status-details-bin", detail.SerializeToString()),))
        return context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "overloaded")


class Patient(service.ToolParserServiceServicer):
    """A stand-in whose health is bad, until it is made well."""

    def __init__(self) -> None:
        self.target = ""
        self.well = threading.Event()

    def ListFamilies(self, request, context):
        assert self.well.is_set(), "a call came too early"
        return ListFamiliesResponse()

    def watch(self, request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        """grpc.health.v1.Health/Watch: NOT_SERVING, then SERVING."""
        yield b"\x08\x02"
        self.well.wait(30)
        yield b"\x08\x01"
        ended = threading.Event()
        context.add_callback(ended.set)
        ended.wait(30)


@pytest.fixture
def patient() -> Iterator[Patient]:
    patient = Patient()
    watch = grpc.unary_stream_rpc_method_handler(patient.watch)
    yield from _stand_in(patient, grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Watch": watch}))


@pytest.fixture
def overloaded() -> Iterator[Overloaded]:
    yield from _stand_in(Overloaded())


@pytest.fixture
def standin() -> Iterator[StandIn]:
    yield from _stand_in(StandIn())


@pytest.fixture
def multiplexing_standin() -> Iterator[MultiplexingStandIn]:
    yield from _stand_in(MultiplexingStandIn())


def _stand_in(standin, *handlers):
    with tempfile.TemporaryDirectory() as directory:
        standin.target = f"unix:{directory}/s"
        server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
        server.add_generic_rpc_handlers(handlers)
        service.add_ToolParserServiceServicer_to_server(standin, server)
        server.add_insecure_port(standin.target)
        server.start()
        yield standin
        server.stop(None)


def eventually(condition, seconds: float = 10.0) -> None:
    """Waits until the condition holds."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came to be"
        time.sleep(0.01)
