"""Errors of the package."""

from __future__ import annotations


class ToolparserError(Exception):
    """An error of this package. Malformed text of a model is never one."""


class ProgramError(ToolparserError):
    """The program can't be started, or ended. The message says what to do."""


class RequestError(ToolparserError, ValueError):
    """The program refused a request.

    ``code`` is the name of a gRPC status, such as "NOT_FOUND" for an unknown family;
    ``details`` is the program's message.
    """

    def __init__(self, code: str, details: str) -> None:
        super().__init__(f"{code}: {details}")
        self.code = code
        self.details = details


_CODES = (
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
)


def request_error(code: int, details: str) -> RequestError:
    """The error for a number of gRPC's."""
    return RequestError(_CODES[code] if 0 <= code < len(_CODES) else "UNKNOWN", details)
