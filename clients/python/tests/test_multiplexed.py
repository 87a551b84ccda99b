"""Pipelined sessions over one multiplexed stream."""

from __future__ import annotations

import asyncio
import gc

import grpc
import pytest

from conftest import eventually
from outputs import ONE_CALL, calls, pieces
from toolparser_client import AsyncClient, Client, SessionError


def test_sessions_share_one_stream_and_its_requests(multiplexing_standin):
    standin = multiplexing_standin
    with Client(standin.target) as client:
        sessions = [client.pipeline(family="any") for _ in range(50)]
        eventually(lambda: sum(map(len, standin.requests)) == 50)
        standin.answers.clear()
        sessions[0].send("x")
        eventually(lambda: len(standin.deltas) == 1)
        before = len(standin.requests)
        for session in sessions[1:]:
            session.send("x")
        standin.answers.set()
        eventually(lambda: len(standin.deltas) == 50)
        assert len(standin.requests) - before <= 2, "a part may come too late for the first"
        for session in sessions:
            session.finish()
        assert standin.streams == 1
        eventually(lambda: standin.open == 0)


def test_a_request_has_a_bounded_length(multiplexing_standin):
    standin = multiplexing_standin
    with Client(standin.target) as client:
        sessions = [client.pipeline(family="any") for _ in range(20)]
        for session in sessions:
            session.send("x" * 300_000)
        for session in sessions:
            session.finish(timeout=30)
    assert sum(map(len, standin.deltas)) == 20 * 300_000
    assert max(standin.bytes) < 1_500_000


def test_leaving_or_forgetting_a_session_cancels_its_output_alone(multiplexing_standin):
    standin = multiplexing_standin
    with Client(standin.target) as client, client.pipeline() as stays:
        with client.pipeline() as left:
            left.send("x")
            eventually(lambda: standin.deltas == ["x"])
        eventually(lambda: len(standin.cancelled) == 1)
        forgotten = client.pipeline()
        forgotten.send("y")
        eventually(lambda: standin.deltas == ["x", "y"])
        del forgotten
        gc.collect()
        eventually(lambda: len(standin.cancelled) == 2)
        stays.send("z")
        eventually(lambda: standin.deltas == ["x", "y", "z"])
        assert standin.streams == 1
    eventually(lambda: standin.open == 0)


async def test_cancelling_cancels_its_output_alone(multiplexing_standin):
    standin = multiplexing_standin
    async with AsyncClient(standin.target) as client, client.pipeline() as stays:

        async def generate() -> None:
            async with client.pipeline() as session:
                session.send("x")
                await asyncio.sleep(60)

        task = asyncio.create_task(generate())
        await asyncio.to_thread(eventually, lambda: standin.deltas == ["x"])
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.to_thread(eventually, lambda: len(standin.cancelled) == 1)
        await stays.finish()
    assert standin.streams == 1


def test_a_stream_that_takes_no_more_outputs_is_replaced(multiplexing_standin):
    standin = multiplexing_standin
    standin.retires = True
    with Client(standin.target) as client, client.pipeline() as first, client.pipeline() as second:
        first.send("a")
        second.send("b")
        second.finish()
        first.finish()
    assert standin.streams == 2
    assert set(standin.deltas) == {"a", "b"}


def test_an_error_is_of_one_session(client):
    with client.pipeline(family="llama3") as good, client.pipeline(family="unknown") as bad:
        good.send(ONE_CALL[:20])
        bad.send("text")
        with pytest.raises(SessionError) as unknown:
            bad.finish()
        assert unknown.value.code == grpc.StatusCode.NOT_FOUND
        good.send(ONE_CALL[20:])
        assert calls(good.finish()) == [("get_weather", '{"city": "Zürich"}')]


@pytest.mark.slow
def test_a_server_that_drains_finishes_what_it_has(own_server):
    """A session that is open goes on; a new one waits for the next server."""
    with Client(own_server.target, patience=20) as client:
        with client.pipeline(family="llama3") as session:
            for piece in pieces(ONE_CALL)[:5]:
                session.send(piece)
            session.wait(10)
            own_server.stop()
            own_server.start()
            with client.pipeline(family="llama3") as other:
                other.send(ONE_CALL)
                assert len(calls(other.finish("stop", timeout=30))) == 1
            for piece in pieces(ONE_CALL)[5:]:
                session.send(piece)
            assert len(calls(session.finish("stop", timeout=30))) == 1
