"""Unary calls, batches, and how a client reaches the service."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading

import grpc
import pytest

import toolparser_client
from conftest import ROOT, eventually
from outputs import KIMI, ONE_CALL, TOOLS, calls
from toolparser_client import (
    AsyncClient,
    Client,
    SessionError,
    Settings,
    UnavailableError,
    parse_request,
    to_finish_reason,
)
from toolparser_client.v1 import ContentPolicy, InvalidReason, ParseOptions


def test_parses_a_complete_output(client):
    response = client.parse(ONE_CALL, family="llama3", tools=TOOLS, finish_reason="stop")
    assert calls(response) == [("get_weather", '{"city": "Zürich"}')]
    assert response.result.content == "Let me look. One moment."


async def test_parses_a_complete_output_async(server):
    async with AsyncClient(server.target) as client:
        response = await client.parse(ONE_CALL, family="llama3")
        assert calls(response) == [("get_weather", '{"city": "Zürich"}')]


def test_a_model_chooses_the_family(client):
    assert client.parse(KIMI, model="moonshotai/Kimi-K2-Instruct").diagnostics.family == "kimi"


def test_options_and_prior_calls_arrive(client):
    options = ParseOptions(content_policy=ContentPolicy.CONTENT_POLICY_VERBATIM, disable_repair=True)
    damaged = 'So: {"name": "get_time", "parameters": {"zone": "CET",}} '
    response = client.parse(damaged, family="llama3", options=options)
    assert [call.reason for call in response.invalid_tool_calls] == [InvalidReason.INVALID_REASON_MALFORMED]
    assert response.result.content == damaged
    fenced = '```json\n{"name": "get_time", "arguments": {}}\n```'
    response = client.parse(fenced, family="kimi", prior_tool_calls=3)
    assert response.result.tool_calls[0].id == "functions.get_time:3"


def test_length_makes_the_last_call_incomplete(client):
    response = client.parse('{"name": "f", "parameters": {"a": 1', family="llama3", finish_reason="length")
    assert [call.reason for call in response.invalid_tool_calls] == [InvalidReason.INVALID_REASON_INCOMPLETE]


def test_text_that_is_no_unicode_is_parsed(client):
    response = client.parse("a \ud83d\ude00 b \udc9f c", family="llama3")
    assert response.result.content == "a \U0001f600 b � c"


def test_answers_of_more_than_grpcs_own_limit_arrive(client):
    text = "x" * (12 << 20)
    assert client.parse(text, family="llama3").result.content == text


def test_the_service_is_told_what_the_client_takes(server):
    with Client(server.target, max_receive_bytes=1000) as small, pytest.raises(grpc.RpcError) as longer:
        small.parse("x" * 2000, family="llama3")
    assert longer.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "the limit of 1000" in longer.value.details()


def test_errors_are_grpcs(client):
    with pytest.raises(grpc.RpcError) as unknown:
        client.parse("x", family="unknown")
    assert unknown.value.code() == grpc.StatusCode.NOT_FOUND


def test_a_batch_answers_in_order_and_a_bad_item_fails_alone(client):
    requests = [(str(n), parse_request(ONE_CALL, family="llama3" if n != 1 else "unknown")) for n in range(3)]
    answers = list(client.batch(requests))
    assert [answer.id for answer in answers] == ["0", "1", "2"]
    assert [answer.WhichOneof("outcome") for answer in answers] == ["response", "error", "response"]


async def test_a_batch_async(server):
    async with AsyncClient(server.target) as client:
        answers = [answer.id async for answer in client.batch([("a", parse_request(ONE_CALL, family="llama3"))])]
        assert answers == ["a"]


def test_a_deadline_ends_a_call():
    """Connections are taken, and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with Client(f"127.0.0.1:{silent.getsockname()[1]}", timeout=0.1) as client:
            with pytest.raises(grpc.RpcError) as late:
                client.families()
    assert late.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED


def test_unary_calls_outlive_a_restart(own_server):
    with Client(own_server.target) as client:
        client.families()
        own_server.prepare_next()
        own_server.kill()
        restart = threading.Timer(0.3, own_server.replace)
        restart.start()
        assert calls(client.parse(ONE_CALL, family="llama3")) == [("get_weather", '{"city": "Zürich"}')]
        restart.join()


async def test_unary_calls_outlive_a_restart_async(own_server):
    async with AsyncClient(own_server.target) as client:
        await client.families()
        own_server.prepare_next()
        own_server.kill()
        restart = threading.Timer(0.3, own_server.replace)
        restart.start()
        assert (await client.parse(ONE_CALL, family="llama3")).result.tools_called
        restart.join()


def test_a_server_that_takes_its_time_to_connect_is_waited_for(slow_relay):
    with Client(slow_relay.target, timeout=20) as client:
        assert client.parse("x", family="llama3").result.content == "x"
    assert slow_relay.connections == 1


@pytest.mark.parametrize("timeout", [0.2, 2, 60])
def test_no_server_is_unavailable_within_the_timeout(tmp_path, timeout):
    target = f"unix:{tmp_path / 'none'}"
    with Client(target, timeout=timeout) as client, pytest.raises(UnavailableError) as away:
        client.parse("x", family="llama3")
    assert away.value.code() == grpc.StatusCode.UNAVAILABLE
    assert away.value.details() == f"connection refused; is `toolparser serve` running at {target}?"
    assert away.value.__cause__ is None
    assert away.value.__suppress_context__


async def test_no_server_is_unavailable_async():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        target = f"127.0.0.1:{taken.getsockname()[1]}"
    async with AsyncClient(target, timeout=1) as client:
        with pytest.raises(UnavailableError, match=r"is `toolparser serve` running at 127\.0\.0\.1"):
            await client.families()


def test_an_overloaded_service_is_asked_again_when_it_says_so(overloaded):
    with Client(overloaded.target) as client:
        assert client.families() == []
    assert overloaded.calls == 3


def test_what_is_too_large_is_not_sent_again(overloaded):
    overloaded.retry_info = False
    with Client(overloaded.target) as client, pytest.raises(grpc.RpcError) as full:
        client.families()
    assert full.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert overloaded.calls == 1


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, r'model_output is None, want str: .* pass content or ""'),
        (b"x", r'model_output is bytes, want str: decode it with .decode\("utf-8", "replace"\)'),
        (1, "model_output is int, want str"),
    ],
)
def test_what_is_not_text_is_a_type_error(client, value, says):
    with pytest.raises(TypeError, match=says):
        client.parse(value, family="llama3")
    with client.stream(family="llama3") as session, pytest.raises(TypeError, match="piece is"):
        session.send(value if value != b"x" else bytearray(value))


def test_finish_reasons_of_vendors_are_known():
    assert to_finish_reason("end_turn") == to_finish_reason("stop")
    assert to_finish_reason("content_filter") == to_finish_reason(None) == 0
    with pytest.raises(ValueError, match="unknown finish reason 'stopp'; use None, or one of stop, "):
        to_finish_reason("stopp")


def test_the_package_knows_its_version():
    assert toolparser_client.__version__ == "0.1.0"


WITH_HEALTH = (ROOT / "client" / "service_config.json").read_text()


@pytest.mark.slow
def test_with_the_whole_service_config_a_server_that_is_not_healthy_gets_no_calls(patient):
    with Client(patient.target, options=[("grpc.service_config", WITH_HEALTH)]) as client:
        with pytest.raises(grpc.RpcError) as unwell:
            client.families()
        assert unwell.value.code() == grpc.StatusCode.UNAVAILABLE
        patient.well.set()
        eventually(lambda: answers(client))


def answers(client):
    try:
        return client.families() == []
    except grpc.RpcError:
        return False


FORK = """
import os, sys
from toolparser_client import Client

client = Client(sys.argv[1])


def works():
    with client.stream(family="llama3") as lockstep, client.pipeline(family="llama3") as pipelined:
        for session in lockstep, pipelined:
            session.send("x")
        answers = [session.finish() for session in (lockstep, pipelined)]
    answers.append(client.parse("x", family="llama3"))
    return all(answer.result.content == "x" for answer in answers)


child = os.fork()
if child == 0:
    status = 1
    try:
        status = 0 if works() else 1
    finally:
        os._exit(status)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert works()
"""


def test_a_client_made_before_a_fork_works_in_both_processes(server):
    subprocess.run([sys.executable, "-c", FORK, server.target], check=True, timeout=60)


# A real fork after a call tests gRPC: of a thousand of its processes a few hang or abort.


def test_a_client_used_before_a_fork_connects_anew_in_the_other_process(server, monkeypatch):
    made = []
    channel = Settings.channel
    monkeypatch.setattr(Settings, "channel", lambda *arguments: made.append(os.getpid()) or channel(*arguments))
    with Client(server.target) as client:
        assert client.parse("x", family="llama3").result.content == "x"
        with monkeypatch.context() as forked:
            another = os.getpid() + 1
            forked.setattr(os, "getpid", lambda: another)
            for _ in range(2):
                assert client.parse("x", family="llama3").result.content == "x"
            client.close()
        assert client.parse("x", family="llama3").result.content == "x"
    assert made == [os.getpid(), another]


def test_pipelined_use_before_and_after_a_fork_is_refused(server, monkeypatch):
    with Client(server.target) as client:
        with client.pipeline(family="llama3") as session:
            session.finish()
        with monkeypatch.context() as forked:
            another = os.getpid() + 1
            forked.setattr(os, "getpid", lambda: another)
            with pytest.raises(SessionError) as refused, client.pipeline(family="llama3") as session:
                session.finish()
            assert refused.value.code is grpc.StatusCode.FAILED_PRECONDITION
            client.close()
        with client.pipeline(family="llama3") as session:
            session.send("x")
            assert session.finish().result.content == "x"


@pytest.mark.parametrize(
    ("target", "refused"),
    [
        ("unix:/run/t.sock", False),
        ("127.0.0.1:50051", False),
        ("dns:///localhost:50051", False),
        ("[::1]:50051", False),
        ("toolparser:50051", True),
        ("dns:///toolparser.example:50051", True),
    ],
)
def test_a_token_leaves_the_machine_by_tls_alone(target, refused):
    if refused:
        with pytest.raises(ValueError, match="plaintext"):
            Settings(target, token="secret")
    allowed = Settings(target, token="secret", allow_plaintext_token=True)
    assert dict(allowed.metadata())["authorization"] == "Bearer secret"


def test_a_token_may_rotate():
    tokens = iter(["one", "two"])
    settings = Settings("localhost:1", token=lambda: next(tokens))
    assert [dict(settings.metadata())["authorization"] for _ in range(2)] == ["Bearer one", "Bearer two"]
