"""Requests and answers on a stream of grpc.aio."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from toolparser_client.errors import SessionError
from toolparser_client.v1 import MultiplexToolCallsRequest, StreamToolCallsRequest, StreamToolCallsResponse


async def exchange(call: Any, request: StreamToolCallsRequest) -> StreamToolCallsResponse:
    """Sends a request, and returns its answer."""
    await tell(call, request)
    answer: StreamToolCallsResponse = await hear(call)
    return answer


async def tell(call: Any, request: StreamToolCallsRequest | MultiplexToolCallsRequest) -> None:
    try:
        await call.write(request)
    except asyncio.InvalidStateError:
        # The stream is over: reading says why.
        await hear(call)
    except grpc.aio.AioRpcError as error:
        # INTERNAL is what gRPC makes itself of a write on a connection that was lost; a
        # server's own word comes with an answer.
        if error.code() is grpc.StatusCode.INTERNAL:
            raise SessionError(grpc.StatusCode.UNAVAILABLE, "the connection was lost") from error
        raise


async def hear(call: Any) -> Any:
    """The next answer of the call."""
    answer = await call.read()
    if answer is grpc.aio.EOF:
        raise SessionError(await call.code(), await call.details())
    return answer
