"""Unary calls are made again while the service is away or overloaded, within their timeout.

They keep no state, so a call can be repeated safely. gRPC's own retries know neither the
delay that an overloaded service asks for, nor that the timeout would end before the next
attempt: they hide "connection refused" behind DEADLINE_EXCEEDED.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import grpc
from google.rpc import error_details_pb2, status_pb2

from toolparser_client.errors import UnavailableError

Answer = TypeVar("Answer")

# Seconds before the second to fifth attempt.
_DELAYS = (0.1, 0.3, 0.9, 2.0)

_ABSENT = ("onnection refused", "o such file or directory")


def call(target: str, timeout: float | None, channel: Any, method: Callable[[float | None], Answer]) -> Answer:
    """The answer of method, which gets the seconds that are left, or the error of the last attempt."""
    attempts = _Attempts(target, timeout)
    while True:
        try:
            return method(attempts.left())
        except grpc.RpcError as failed:
            error = failed
        _sleep(channel, attempts.next(error))


async def call_async(target: str, timeout: float | None, method: Callable[[float | None], Awaitable[Answer]]) -> Answer:
    """As call, without blocking the event loop."""
    attempts = _Attempts(target, timeout)
    while True:
        try:
            return await method(attempts.left())
        except grpc.RpcError as failed:
            error = failed
        await asyncio.sleep(attempts.next(error))


def _sleep(channel: grpc.Channel, seconds: float) -> None:
    """Waits, and has the channel connect meanwhile: older versions of gRPC do so only while it is used."""
    until = time.monotonic() + seconds
    ready = grpc.channel_ready_future(channel)
    with contextlib.suppress(grpc.FutureTimeoutError):
        ready.result(seconds)
    ready.cancel()
    time.sleep(max(until - time.monotonic(), 0))


class _Attempts:
    def __init__(self, target: str, timeout: float | None) -> None:
        self._target = target
        self._until = None if timeout is None else time.monotonic() + timeout
        self._delays = iter(_DELAYS)
        self._before: Any = None  # the error of the attempt before

    def left(self) -> float | None:
        return None if self._until is None else max(self._until - time.monotonic(), 0.001)

    def next(self, error: Any) -> float:
        """Seconds to wait before the next attempt. Raises the error if there is none."""
        if error.code() == grpc.StatusCode.DEADLINE_EXCEEDED and self._before is not None:
            raise self._explained(self._before) from None  # it says why there was no answer in time
        self._before = error
        wanted = _wanted_delay(error)
        delay = next(self._delays, None)
        if wanted is None or delay is None:
            raise self._explained(error) from None
        delay = max(delay, wanted) * random.uniform(0.8, 1.2)
        left = self.left()
        if left is not None and delay >= left:
            raise self._explained(error) from None
        return delay

    def _explained(self, error: Any) -> grpc.RpcError:
        details = error.details() or ""
        if error.code() == grpc.StatusCode.UNAVAILABLE and any(cause in details for cause in _ABSENT):
            return UnavailableError(f"connection refused; is `toolparser serve` running at {self._target}?")
        explained: grpc.RpcError = error
        return explained


def _wanted_delay(error: Any) -> float | None:
    """Seconds after which the service may answer; None if it would give the same error again."""
    if error.code() == grpc.StatusCode.UNAVAILABLE:
        return 0.0
    if error.code() != grpc.StatusCode.RESOURCE_EXHAUSTED:
        return None
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.RetryInfo()
                if detail.Unpack(info):
                    return float(info.retry_delay.ToTimedelta().total_seconds())
    return None
