"""Errors of the client, in addition to gRPC's own."""

from __future__ import annotations

import grpc


class SessionError(Exception):
    """A session that can't go on.

    ``code`` is the grpc.StatusCode, ``details`` the service's message (str, may be empty).
    """

    def __init__(self, code: grpc.StatusCode, details: str | None) -> None:
        super().__init__(f"{code.name}: {details or 'the stream ended early'}")
        self.code = code
        self.details = details or ""


class NotOpenedError(grpc.RpcError):
    """The service didn't open a stream in time. It is a grpc.RpcError with the code DEADLINE_EXCEEDED."""

    def __init__(self, seconds: float | None) -> None:
        self._details = (
            f"the service opened no stream within {'its timeout' if seconds is None else f'{seconds:g} s'}; "
            "the connection may have all its calls open, at most --max-concurrent-streams of the server "
            "(by default 1024): close sessions, use several clients, or use pipelined sessions, which share one stream"
        )
        super().__init__(f"DEADLINE_EXCEEDED: {self._details}")

    def code(self) -> grpc.StatusCode:
        """DEADLINE_EXCEEDED."""
        return grpc.StatusCode.DEADLINE_EXCEEDED

    def details(self) -> str:
        """What is wrong, and what to do."""
        return self._details


class UnavailableError(grpc.RpcError):
    """No service answers at the target. It is a grpc.RpcError with the code UNAVAILABLE."""

    def __init__(self, details: str) -> None:
        super().__init__(f"UNAVAILABLE: {details}")
        self._details = details

    def code(self) -> grpc.StatusCode:
        """UNAVAILABLE."""
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        """What is wrong, and what to do."""
        return self._details
