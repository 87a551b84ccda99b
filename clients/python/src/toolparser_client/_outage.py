"""What plugins say of a service that fails them, and how long they leave it alone."""

from __future__ import annotations

import logging
import time
from typing import Any

import grpc

from toolparser_client.errors import SessionError

logger = logging.getLogger("toolparser_client")

# One log line in this time, however many outputs are concerned.
LOG_SECONDS = 30.0

# How long a service that let its callers wait isn't asked: they'd all wait.
REST_SECONDS = 5.0

# How long a service is waited for that failed the last caller.
SHORT_SECONDS = 0.1


class Outages:
    """Counts the outputs that went without the service, and says so now and then."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self._silent_until = 0.0
        self._unsaid = 0
        self._resting_until = 0.0
        self._away = False
        self._hangs = False
        self._metric = _metric()

    def note(self, error: BaseException) -> None:
        """An output's calls stay text because of this error."""
        code = error_code(error)
        self.counts[code] = self.counts.get(code, 0) + 1
        if self._metric is not None:
            self._metric.labels(code).inc()
        now = time.monotonic()
        if code == grpc.StatusCode.DEADLINE_EXCEEDED.name and (self._hangs or not self._away):
            self._hangs = True
            self._resting_until = now + REST_SECONDS
        self._away = True
        self._unsaid += 1
        if now >= self._silent_until:
            logger.warning(
                "toolparser failed, model output is passed on as content (%d outputs since this was last said): %s",
                self._unsaid,
                _describe(error),
            )
            self._silent_until = now + LOG_SECONDS
            self._unsaid = 0

    def over(self) -> None:
        """The service answered."""
        self._away = self._hangs = False

    def limit(self, timeout: float) -> float:
        """How long to wait: the inference server waits too, with all that it serves."""
        return min(timeout, SHORT_SECONDS) if self._away else timeout

    def resting(self) -> bool:
        """The service let someone wait just now, and isn't asked for a while."""
        return time.monotonic() < self._resting_until


def error_code(error: BaseException) -> str:
    """The name of a gRPC code; UNKNOWN for what is no error of a call."""
    code = error.code() if isinstance(error, grpc.RpcError) and hasattr(error, "code") else getattr(error, "code", None)
    return code.name if isinstance(code, grpc.StatusCode) else grpc.StatusCode.UNKNOWN.name


def _describe(error: BaseException) -> str:
    if isinstance(error, SessionError):
        return str(error)
    details = getattr(error, "details", None)
    return f"{error_code(error)}: {details() if callable(details) else error}"


def _metric() -> Any:
    """A counter among those that the inference server exports, if it exports any."""
    try:
        from prometheus_client import Counter
    except ImportError:
        return None
    try:
        return Counter(
            "toolparser_client_outages", "Model outputs passed on as content because toolparser failed", ["code"]
        )
    except ValueError:  # registered already
        return None
