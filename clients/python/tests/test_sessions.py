"""Sessions, in lockstep and pipelined."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import threading
import time

import grpc
import pytest

from conftest import eventually, served
from outputs import CUT_OFF, KIMI, ONE_CALL, PROSE, TOOLS, Added, calls, pieces
from toolparser_client import AsyncClient, Client, NotOpenedError, SessionError, _pipelined
from toolparser_client._output import Marked
from toolparser_client.v1 import DeltaMessage, ParseOptions, Span, SpecialTokens, StreamStart

BUFFERED = ParseOptions(buffer_tool_calls=True)

OUTPUTS = [("llama3", ONE_CALL), ("kimi", KIMI), ("llama3", PROSE), ("llama3", CUT_OFF)]


def same(client, family, text, response):
    assert_equal(response, client.parse(text, family=family, tools=TOOLS))


def assert_equal(one, other):
    """Equal but for ids that are made at random."""
    for response in (one, other):
        for call, said in zip(response.result.tool_calls, response.diagnostics.tool_calls, strict=True):
            if said.id_synthesized:
                call.id = ""
    assert one == other


CALL = "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>"
QUOTED = f"The log says é {CALL}. "


def special_pieces(size):
    """The bytes of a quoted call and a call, and the special tokens of the second in each piece."""
    data, start = (QUOTED + CALL).encode(), len(QUOTED.encode())
    tokens = [(start, start + len("<tool_call>")), (len(data) - len("</tool_call>"), len(data))]
    for at in range(0, len(data), size):
        inside = [(max(a, at) - at, min(b, at + size) - at) for a, b in tokens]
        yield data[at : at + size], [Span(start=a, end=b) for a, b in inside if a < b]


def only_the_call(response):
    assert calls(response) == [("f", '{"x":"é"}')]
    assert response.result.content == QUOTED.strip()


SPECIAL = {"family": "qwen3_coder", "tools": [{"name": "f"}], "special_tokens": SpecialTokens()}


def test_special_tokens_of_a_complete_output(client):
    (_, tokens), *_ = special_pieces(1000)
    only_the_call(client.parse(QUOTED + CALL, **{**SPECIAL, "special_tokens": SpecialTokens(spans=tokens)}))
    assert client.parse(CALL, **SPECIAL).result.content == CALL


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
async def test_special_tokens_of_sessions(server, client, size):
    with client.stream(**SPECIAL) as session:
        for piece, tokens in special_pieces(size):
            session.send(piece, tokens)
        only_the_call(session.finish())
    with client.pipeline(**SPECIAL) as session:
        for number, (piece, tokens) in enumerate(special_pieces(size)):
            session.send(piece, tokens)
            if number % 7 == 0:
                session.wait(5)
        only_the_call(session.finish())
    async with AsyncClient(server.target) as aclient, aclient.stream(**SPECIAL) as session:
        for piece, tokens in special_pieces(size):
            await session.send(piece, tokens)
        only_the_call(await session.finish())


def test_special_tokens_of_text_that_waits_together(client):
    with client.pipeline(**SPECIAL) as session:
        session.send(QUOTED)
        session.send(CALL, [Span(start=0, end=11), Span(start=len(CALL.encode()) - 12, end=len(CALL.encode()))])
        only_the_call(session.finish())


def test_special_tokens_need_those_of_the_start(client):
    with client.stream(family="hermes") as session, pytest.raises(grpc.RpcError, match="start has no special_tokens"):
        session.send("x", [Span(start=0, end=1)])


@pytest.mark.parametrize(("family", "text"), OUTPUTS)
def test_lockstep_gives_what_unary_gives(client, family, text):
    added = Added()
    with client.stream(family=family, tools=TOOLS) as session:
        for piece in pieces(text):
            added.add(session.send(piece))
        response = session.finish()
        added.add(session.tail)
    added.check(response)
    same(client, family, text, response)


@pytest.mark.parametrize(("family", "text"), OUTPUTS)
async def test_async_lockstep_gives_what_unary_gives(server, client, family, text):
    added = Added()
    async with AsyncClient(server.target) as aclient, aclient.stream(family=family, tools=TOOLS) as session:
        for piece in pieces(text):
            added.add(await session.send(piece))
        response = await session.finish()
        added.add(session.tail)
    added.check(response)
    same(client, family, text, response)


@pytest.mark.parametrize("pause", [0, 0.002])
@pytest.mark.parametrize(("family", "text"), OUTPUTS)
def test_pipelined_gives_what_unary_gives(client, family, text, pause):
    added = Added()
    with client.pipeline(family=family, tools=TOOLS) as session:
        for piece in pieces(text):
            session.send(piece)
            time.sleep(pause)
            for delta in session.deltas():
                added.add(delta)
        response = session.finish()
        for delta in session.deltas():
            added.add(delta)
    added.check(response)
    same(client, family, text, response)


@pytest.mark.parametrize(("family", "text"), OUTPUTS)
async def test_async_pipelined_gives_what_unary_gives(server, client, family, text):
    added = Added()
    async with AsyncClient(server.target) as aclient, aclient.pipeline(family=family, tools=TOOLS) as session:
        for piece in pieces(text):
            session.send(piece)
            await asyncio.sleep(0.001)
            for delta in session.deltas():
                added.add(delta)
        response = await session.finish()
        for delta in session.deltas():
            added.add(delta)
    added.check(response)
    same(client, family, text, response)


@pytest.mark.slow
def test_two_hundred_outputs_at_once_token_by_token(client):
    texts = [f"Output {n}. " + ONE_CALL.replace("Zürich", f"City {n}") + PROSE for n in range(200)]
    sessions = [client.pipeline(family="llama3", tools=TOOLS) for _ in texts]
    added = [Added() for _ in texts]
    for step in range(max(len(pieces(text)) for text in texts)):
        for text, session, sum_ in zip(texts, sessions, added, strict=True):
            session.send(text[4 * step : 4 * step + 4])
            for delta in session.deltas():
                sum_.add(delta)
    for text, session, sum_ in zip(texts, sessions, added, strict=True):
        response = session.finish("stop", timeout=60)
        for delta in session.deltas():
            sum_.add(delta)
        sum_.check(response)
        same(client, "llama3", text, response)


def test_pieces_may_be_bytes_that_end_inside_a_code_point(client):
    data = ONE_CALL.encode()
    with client.stream(family="llama3") as session, client.pipeline(family="llama3") as other:
        for at in range(len(data)):
            session.send(data[at : at + 1])
            other.send(data[at : at + 1])
        assert calls(session.finish()) == calls(other.finish()) == [("get_weather", '{"city": "Zürich"}')]


def test_text_and_bytes_may_be_mixed(client):
    with client.pipeline(family="llama3") as session:
        for number, piece in enumerate(pieces(ONE_CALL)):
            session.send(piece.encode() if number % 2 else piece)
        assert calls(session.finish()) == [("get_weather", '{"city": "Zürich"}')]


def test_sending_never_waits_even_for_a_service_that_is_away(tmp_path):
    with Client(f"unix:{tmp_path / 'absent'}", patience=30) as client, client.pipeline(family="llama3") as session:
        begun = time.monotonic()
        for piece in pieces(ONE_CALL):
            session.send(piece)
        assert time.monotonic() - begun < 10
        with pytest.raises(SessionError) as late:
            session.finish(timeout=0.2)
        assert late.value.code == grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_wrong_start_fails_at_the_finish_and_nothing_is_lost(client):
    with client.pipeline(family="unknown") as session:
        session.send("some text")
        with pytest.raises(SessionError) as unknown:
            session.finish()
        assert unknown.value.code == grpc.StatusCode.NOT_FOUND
        assert session.error is unknown.value
        assert session.unsettled() == "some text"


def test_a_finished_session_takes_nothing_more(client):
    with client.pipeline(family="llama3") as session:
        session.finish()
        with pytest.raises(ValueError, match="finished"):
            session.send("more")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "text", "stop"),
    [*((family, text, signal.SIGKILL) for family, text in OUTPUTS), ("kimi", KIMI, signal.SIGTERM)],
)
def test_pipelined_sessions_outlive_restarts(own_server, family, text, stop):
    cuts = (2, len(pieces(text)) // 2, len(pieces(text)) - 1)
    added = Added()
    with Client(own_server.target) as client:
        with client.pipeline(family=family, tools=TOOLS, options=BUFFERED) as session:
            for number, piece in enumerate(pieces(text)):
                if number in cuts:
                    own_server.restart(stop)
                session.send(piece)
                assert session.wait(10)
                for delta in session.deltas():
                    added.add(delta)
            response = session.finish()
            for delta in session.deltas():
                added.add(delta)
        added.check(response)
        assert_equal(response, client.parse(text, family=family, tools=TOOLS))


@pytest.mark.slow
async def test_async_pipelined_sessions_outlive_a_restart(own_server):
    added = Added()
    async with AsyncClient(own_server.target) as client:
        async with client.pipeline(family="kimi", options=BUFFERED) as session:
            for number, piece in enumerate(pieces(KIMI)):
                if number == 20:
                    own_server.restart()
                session.send(piece)
                await asyncio.sleep(0.002)
                for delta in session.deltas():
                    added.add(delta)
            response = await session.finish()
            for delta in session.deltas():
                added.add(delta)
    added.check(response)
    assert len(added.calls) == 2


class Generated:
    """An output and its session, and what the session's deltas have come to."""

    def __init__(self, client: Client, text: str) -> None:
        self.text = text
        self.ahead = pieces(text)
        self.session = client.pipeline(family="llama3", tools=TOOLS, options=BUFFERED)
        self.added = Added()

    def send(self) -> None:
        """The next piece, if there is one, and what has come by now."""
        if self.ahead:
            self.session.send(self.ahead.pop(0))
        self.take()

    def take(self) -> None:
        for delta in self.session.deltas():
            self.added.add(delta)

    def finish(self, client: Client) -> None:
        """The end: nothing is missing, nothing came twice, and unary says the same."""
        response = self.session.finish("stop", timeout=60)
        self.take()
        self.added.check(response)
        same(client, "llama3", self.text, response)


@pytest.mark.slow
def test_two_hundred_sessions_outlive_a_server_that_is_killed(own_server):
    """In the middle of it all: the first has sent all of its text, the last a piece."""
    texts = [f"Output {n}. " + ONE_CALL.replace("Zürich", f"City {n}") + PROSE for n in range(200)]
    with Client(own_server.target, patience=60) as client:
        outputs = [Generated(client, text) for text in texts]
        for number, output in enumerate(outputs):
            for _ in range(len(output.ahead) * (len(outputs) - number) // len(outputs) - 1):
                output.send()
        for output in outputs[::2]:
            assert output.session.wait(30)
        for output in outputs:
            output.send()
        called = [output.added.calls for output in outputs]
        assert any(called)
        assert not all(called)

        own_server.kill()
        restart = threading.Thread(target=own_server.start)
        restart.start()
        while any(output.ahead for output in outputs):
            for output in outputs:
                output.send()
            time.sleep(0.005)
        restart.join()
        for output, before in zip(outputs, called, strict=True):
            output.finish(client)
            assert output.added.calls[: len(before)] == before


def test_a_call_begun_and_not_yet_whole_is_not_replayed(own_server):
    with Client(own_server.target) as client, client.pipeline(family="llama3") as session:
        session.send(CUT_OFF)
        session.wait(10)
        assert any(delta.tool_calls for delta in session.deltas())
        own_server.kill()
        own_server.start()
        session.send("ich")
        with pytest.raises(SessionError) as broken:
            session.finish()
        assert broken.value.code == grpc.StatusCode.UNAVAILABLE


@pytest.mark.slow
def test_a_service_that_stays_away_loses_no_text(own_server):
    """Whatever was answered when it went away, deltas and the rest cover the output."""
    for family, text in OUTPUTS:
        for answered in range(1, len(pieces(text)), 5):
            with (
                Client(own_server.target, patience=0) as client,
                client.pipeline(family=family, options=BUFFERED) as session,
            ):
                for number, piece in enumerate(pieces(text)):
                    if number == answered:
                        session.wait(10)
                        own_server.kill()
                    session.send(piece)
                with pytest.raises(SessionError):
                    session.finish()
                covered(text, list(session.deltas()), session.unsettled())
            own_server.start()


def covered(text: str, deltas: list[DeltaMessage], rest: str) -> None:
    """Every word before the rest was delivered, as content or in a call."""
    assert text.endswith(rest)
    begin = text[: len(text) - len(rest)]
    delivered = "".join(
        delta.content + "".join(call.function.name + call.function.arguments for call in delta.tool_calls)
        for delta in deltas
    )
    markup = r"name|parameters|functions|tool_calls?_\w+|[01]"
    for word in re.findall(r"\w+", begin):
        assert word in delivered or re.fullmatch(markup, word), (word, delivered, rest)


def test_leaving_a_session_ends_its_stream(standin):
    with Client(standin.target) as client:
        with client.stream() as lockstep, client.pipeline() as pipelined:
            lockstep.send("x")
            pipelined.send("x")
            eventually(lambda: standin.open == 2)
        eventually(lambda: standin.open == 0)


async def test_leaving_a_session_ends_its_stream_async(standin):
    async with AsyncClient(standin.target) as client:
        async with client.stream() as lockstep, client.pipeline() as pipelined:
            await lockstep.send("x")
            pipelined.send("x")
            await asyncio.to_thread(eventually, lambda: standin.open == 2)
        await asyncio.to_thread(eventually, lambda: standin.open == 0)


def test_a_forgotten_session_ends_its_stream(standin):
    with Client(standin.target) as client:
        lockstep, pipelined = client.stream(), client.pipeline()
        lockstep.send("x")
        pipelined.send("x")
        eventually(lambda: standin.open == 2)
        del lockstep, pipelined
        gc.collect()
        eventually(lambda: standin.open == 0)


async def test_a_forgotten_session_ends_its_stream_async(standin):
    async with AsyncClient(standin.target) as client:
        lockstep, pipelined = client.stream(), client.pipeline()
        await lockstep.send("x")
        pipelined.send("x")
        await asyncio.to_thread(eventually, lambda: standin.open == 2)
        del lockstep, pipelined
        gc.collect()
        await asyncio.to_thread(eventually, lambda: standin.open == 0)


async def test_cancelling_ends_the_stream(standin):
    async with AsyncClient(standin.target) as client:

        async def generate() -> None:
            async with client.stream() as lockstep, client.pipeline() as pipelined:
                await lockstep.send("x")
                pipelined.send("x")
                await asyncio.sleep(60)

        task = asyncio.create_task(generate())
        await asyncio.to_thread(eventually, lambda: standin.open == 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.to_thread(eventually, lambda: standin.open == 0)


def test_closing_the_client_ends_its_streams(standin):
    client = Client(standin.target)
    session = client.pipeline()
    session.send("x")
    eventually(lambda: standin.open == 1)
    client.close()
    eventually(lambda: standin.open == 0)
    with pytest.raises(SessionError):
        session.finish(timeout=1)


def test_pieces_that_wait_are_sent_as_one(standin):
    with Client(standin.target) as client, client.pipeline() as session:
        standin.answers.clear()
        session.send("a")
        eventually(lambda: standin.deltas == ["a"])
        for letter in "bcdef":
            session.send(letter)
        standin.answers.set()
        eventually(lambda: "".join(standin.deltas) == "abcdef")
        assert standin.deltas == ["a", "bcdef"]


FULL = "--max-concurrent-streams"


@pytest.fixture(scope="module")
def small_server(binary):
    """A server on which a connection can have two calls open."""
    yield from served(binary, "--max-concurrent-streams", "2")


def test_a_session_over_the_connections_limit_is_an_error(small_server):
    with Client(small_server.target, timeout=0.5) as client:
        first, second = client.stream(family="llama3"), client.stream(family="llama3")
        with pytest.raises(NotOpenedError) as late:
            client.stream(family="llama3")
        assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert "within 0.5 s" in late.value.details()
        assert FULL in late.value.details()
        with pytest.raises(NotOpenedError, match=FULL):  # the stream's own timeout
            client.stream(family="llama3", timeout=0.1)
        first.close()
        with client.stream(family="llama3") as third:  # that an earlier one failed has no effect
            assert third.send("Hi.").content == "Hi."
            assert second.send("Hi.").content == "Hi."
            time.sleep(0.7)  # the limit is that of the opening
            assert third.finish().result.content == "Hi."
        second.close()


async def test_an_async_session_over_the_connections_limit_is_an_error(small_server):
    async with AsyncClient(small_server.target, timeout=0.5) as client:
        first, second = client.stream(family="llama3"), client.stream(family="llama3")
        await first.send("Hi.")
        await second.send("Hi.")
        with pytest.raises(NotOpenedError, match=FULL):
            await client.stream(family="llama3").send("Hi.")
        with pytest.raises(NotOpenedError, match=FULL):
            await client.stream(family="llama3", timeout=0.1).finish()
        first.close()
        async with client.stream(family="llama3") as third:
            await asyncio.sleep(0.7)  # as in the other test
            assert (await third.send("Hi.")).content == "Hi."
        second.close()


def test_a_piece_that_the_loop_takes_meanwhile_is_not_lost(monkeypatch):
    """The loop may take what waits while the next piece is made."""

    class Pump:
        def put(self, output):
            self.output = output

        put_now = put

    pump = Pump()
    session = _pipelined._Pipelined(pump, StreamStart(family="llama3"))

    def marked(piece, special_tokens=()):
        pump.output.take()
        return Marked(piece, special_tokens)

    monkeypatch.setattr(_pipelined, "Marked", marked)
    for piece in ("Hel", "lo."):
        session.send(piece)
    assert session.unsettled() == "Hello."
