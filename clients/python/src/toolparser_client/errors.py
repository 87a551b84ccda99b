"""What a session can fail with, beside gRPC's own errors."""

from __future__ import annotations

import grpc


class SessionError(Exception):
    """A session that can't go on: its gRPC code, and what was said."""

    def __init__(self, code: grpc.StatusCode, details: str | None) -> None:
        super().__init__(f"{code.name}: {details or 'the stream ended early'}")
        self.code = code
        self.details = details or ""
