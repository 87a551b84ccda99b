"""How a client reaches the service: address, TLS, token, limits, retries."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import grpc

from toolparser_client._gen.toolparser.v1 import tool_parser_service_pb2_grpc as service
from toolparser_client.errors import SessionError

DEFAULT_TARGET = "127.0.0.1:50051"

# An answer holds content, arguments and diagnostics of a request that may have 16 MiB,
# so gRPC's own 4 MiB would refuse answers that the service gives by its default limits.
DEFAULT_MAX_RECEIVE_BYTES = 128 << 20

DEFAULT_TIMEOUT = 10.0

# Calls are balanced over all addresses. Retries are in _retry. Health isn't watched: gRPC does
# so with a call that is always open, and can't always fork while it is.
SERVICE_CONFIG: dict[str, Any] = {"loadBalancingConfig": [{"round_robin": {}}]}


@dataclass(frozen=True)
class TLS:
    """What TLS needs, each a path of a PEM file or its bytes.

    ca: whom to trust; the system's authorities if unset. cert and key: the client's own,
    where the service asks for one. server_name: the name in the service's certificate,
    if it isn't that of the target.
    """

    ca: str | bytes | None = None
    cert: str | bytes | None = None
    key: str | bytes | None = None
    server_name: str | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        return grpc.ssl_channel_credentials(_pem(self.ca), _pem(self.key), _pem(self.cert))


def _pem(source: str | bytes | None) -> bytes | None:
    return pathlib.Path(source).read_bytes() if isinstance(source, str) else source


@dataclass(frozen=True)
class Settings:
    """How a client reaches the service.

    - target (str, default "127.0.0.1:50051"): ``host:port``, ``unix:PATH``, or any name that
      gRPC resolves, such as ``dns:///toolparser:50051``.
    - timeout (float, seconds, default 10): limit of a unary call with its retries, of the opening of a
      lockstep session, and of the finish of a pipelined session; None for no limit.
    - tls (TLS, default None): use TLS.
    - token (str, or a function that returns one; default None): bearer token of every call.
    - allow_plaintext_token (bool, default False): send the token without TLS to other machines.
    - max_receive_bytes (int, bytes, default 128 MiB): longest response. The service returns
      RESOURCE_EXHAUSTED instead of a longer one.
    - options (pairs of str and value, default none): channel arguments of gRPC; they override
      the client's own.

    Raises ValueError for a token that would travel in plaintext.
    """

    target: str = DEFAULT_TARGET
    timeout: float | None = DEFAULT_TIMEOUT
    tls: TLS | None = None
    token: str | Callable[[], str] | None = None
    allow_plaintext_token: bool = False
    max_receive_bytes: int = DEFAULT_MAX_RECEIVE_BYTES
    options: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.token is not None and self.tls is None and not (self.allow_plaintext_token or _is_local(self.target)):
            raise ValueError(f"a token for {self.target} would travel in plaintext: give tls, or allow_plaintext_token")

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with every call: the token, and the longest answer that is taken."""
        carried = {}
        if self.token is not None:
            token = self.token if isinstance(self.token, str) else self.token()
            # A token often comes from a file that ends in a newline, which no metadata may have.
            carried["authorization"] = f"Bearer {token.strip()}"
        if self.max_receive_bytes > 0:
            carried["toolparser-max-response-bytes"] = str(self.max_receive_bytes)
        return tuple(carried.items())

    def channel_options(self) -> list[tuple[str, Any]]:
        chosen: dict[str, Any] = {
            "grpc.service_config": json.dumps(SERVICE_CONFIG),
            "grpc.max_receive_message_length": self.max_receive_bytes,
            "grpc.max_send_message_length": -1,
            # A service that was restarted is found again at once.
            "grpc.initial_reconnect_backoff_ms": 100,
            "grpc.max_reconnect_backoff_ms": 2000,
        }
        if self.tls is not None and self.tls.server_name is not None:
            chosen["grpc.ssl_target_name_override"] = self.tls.server_name
        chosen.update(self.options)
        return list(chosen.items())

    def channel(self, module: Any) -> Any:
        """A channel of grpc or grpc.aio, whichever the module is."""
        if module is grpc.aio:
            _claim_aio()
        if self.tls is not None:
            return module.secure_channel(self.target, self.tls.credentials(), options=self.channel_options())
        return module.insecure_channel(self.target, options=self.channel_options())


_aio_process: int | None = None


def _claim_aio() -> None:
    """Refuses what would hang: grpc.aio has one thread, which a forked process doesn't have."""
    global _aio_process
    _aio_process = _aio_process or os.getpid()
    if _aio_process != os.getpid():
        raise SessionError(
            grpc.StatusCode.FAILED_PRECONDITION,
            "grpc.aio was used before this process was forked, and doesn't survive that: "
            "begin the first pipelined or async session after the fork",
        )


def stub(channel: Any) -> Any:
    """The service's methods, on a channel of grpc or grpc.aio."""
    return service.ToolParserServiceStub(channel)  # type: ignore[no-untyped-call]  # generated


def _is_local(target: str) -> bool:
    if target.startswith(("unix:", "unix-abstract:")):
        return True
    host = target.rsplit("/", 1)[-1].rsplit(":", 1)[0].strip("[]")
    return host in ("localhost", "127.0.0.1", "::1")


Value = TypeVar("Value")


class PerProcess(Generic[Value]):
    """A value that is made when it is first wanted, anew in every forked process.

    The parent's value stays referenced in the child: its threads are not there, and
    closing it would wait for them.
    """

    def __init__(self, make: Callable[[], Value], close: Callable[[Value], None]) -> None:
        self._make = make
        self._close = close
        self._values: dict[int, Value] = {}

    def get(self) -> Value:
        value = self._values.get(os.getpid())
        return self._create() if value is None else value

    def _create(self) -> Value:
        made = self._make()
        # No lock: a fork could leave it locked for good. Of two made at once, one is closed.
        kept = self._values.setdefault(os.getpid(), made)
        if kept is not made:
            self._close(made)
        return kept

    def close(self) -> None:
        """Closes this process's value; the next get makes another."""
        value = self._values.pop(os.getpid(), None)
        if value is not None:
            self._close(value)
