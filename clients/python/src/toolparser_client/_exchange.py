"""Requests and answers on a stream of grpc.aio."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from toolparser_client.errors import SessionError
from toolparser_client.v1 import StreamToolCallsRequest, StreamToolCallsResponse


async def exchange(call: Any, request: StreamToolCallsRequest) -> StreamToolCallsResponse:
    """Sends a request, and returns its answer."""
    await tell(call, request)
    return await hear(call)


async def tell(call: Any, request: StreamToolCallsRequest) -> None:
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


async def hear(call: Any) -> StreamToolCallsResponse:
    answer = await call.read()
    if answer is grpc.aio.EOF:
        raise SessionError(await call.code(), await call.details())
    heard: StreamToolCallsResponse = answer
    return heard
