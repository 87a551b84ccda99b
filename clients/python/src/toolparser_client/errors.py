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
