"""What the plugins of inference servers share: settings, and output that never fails."""

from __future__ import annotations

import logging
import time
import types

import pytest

from outputs import CUT_OFF, KIMI, ONE_CALL, Added, pieces
from toolparser_client import _outage
from toolparser_client._engine import Engine
from toolparser_client._environment import Environment
from toolparser_client._unsettled import unsettled
from toolparser_client.families import FAMILIES
from toolparser_client.v1 import ContentPolicy, DeltaFunctionCall, DeltaMessage, DeltaToolCall, ParseOptions

BUFFERED = ParseOptions(buffer_tool_calls=True)


@pytest.fixture
def engine(server):
    engine = Engine(Environment(target=server.target))
    yield engine
    engine.client.close()


def generate(engine, family, text, added, then=lambda number: None):
    generation = engine.generation({"family": family, "options": BUFFERED})
    for number, piece in enumerate(pieces(text)):
        then(number)
        for delta in generation.feed(piece):
            added.add(delta)
    for delta in generation.finish("length"):
        added.add(delta)
    return generation


@pytest.mark.parametrize("lockstep", [False, True])
def test_a_generation_gives_what_the_service_gives(server, lockstep):
    engine = Engine(Environment(target=server.target, lockstep=lockstep))
    added = Added()
    generation = generate(engine, "kimi", KIMI, added)
    added.check(generation.result)
    assert len(added.calls) == 2
    engine.client.close()


def test_lockstep_answers_with_the_piece_that_made_it_certain(server):
    engine = Engine(Environment(target=server.target, lockstep=True))
    generation = engine.generation({"family": "llama3"})
    assert [delta.content for delta in generation.feed("Let me look. ")] == ["Let me look."]
    generation.close()
    engine.client.close()


def test_without_a_service_output_is_content(tmp_path, caplog):
    engine = Engine(Environment(target=f"unix:{tmp_path / 'absent'}", patience=0, timeout=5))
    with caplog.at_level(logging.WARNING):
        for _ in range(20):
            added = Added()
            generate(engine, "llama3", ONE_CALL, added)
            assert added.content == ONE_CALL
    assert engine.parse(ONE_CALL, {"family": "llama3"}, "length") is None
    assert sum(engine.outages.counts.values()) == 21
    said = [record for record in caplog.records if record.name == "toolparser_client"]
    assert len(said) == 1, "one line, however many outputs"
    engine.client.close()


def test_the_log_says_how_many_outputs_it_left_out(monkeypatch, caplog):
    now = 1000.0
    monkeypatch.setattr(_outage, "time", types.SimpleNamespace(monotonic=lambda: now))
    outages = _outage.Outages()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            outages.note(ValueError("no token"))
        now += _outage.LOG_SECONDS
        outages.note(ValueError("no token"))
    assert ["(1 outputs" in caplog.messages[0], "(3 outputs" in caplog.messages[1]] == [True, True]


def test_a_family_that_is_unknown_is_content_and_said(engine, caplog):
    added = Added()
    with caplog.at_level(logging.WARNING):
        generate(engine, "unknown", ONE_CALL, added)
    assert added.content == ONE_CALL
    assert "NOT_FOUND" in caplog.text


def test_a_service_that_hangs_is_left_alone_for_a_while(own_server):
    """The server that waits for an answer waits once, and not for every output."""
    engine = Engine(Environment(target=own_server.target, timeout=0.5))
    generate(engine, "llama3", ONE_CALL, Added())
    with own_server.hanging():
        begun = time.monotonic()
        for _ in range(20):
            added = Added()
            generate(engine, "llama3", ONE_CALL, added)
            assert added.content == ONE_CALL
        assert engine.parse(ONE_CALL, {"family": "llama3"}, "length") is None
        assert time.monotonic() - begun < 20 * 0.5, "they all waited"
    engine.client.close()


@pytest.mark.parametrize("cut", [0, 1, 7, 12])
def test_a_restart_while_a_call_is_generated_costs_nothing(own_server, cut):
    engine = Engine(Environment(target=own_server.target, patience=10, timeout=10))

    def restart(number: int) -> None:
        if number == cut:
            own_server.restart()

    added = Added()
    generation = generate(engine, "llama3", ONE_CALL, added, restart)
    added.check(generation.result)
    assert added.calls == [("get_weather", '{"city": "Zürich"}')]
    engine.client.close()


def test_a_service_that_goes_away_for_good_loses_no_text(own_server):
    engine = Engine(Environment(target=own_server.target, patience=0))
    added = Added()
    generate(engine, "llama3", CUT_OFF, added, lambda number: own_server.kill() if number == 5 else None)
    assert added.content == CUT_OFF
    engine.client.close()


def call(name: str, arguments: str) -> DeltaToolCall:
    return DeltaToolCall(id="x", function=DeltaFunctionCall(name=name, arguments=arguments), complete=True)


@pytest.mark.parametrize(
    ("text", "deltas", "rest"),
    [
        ("one two", [], "one two"),
        ("one two", [DeltaMessage(content="one ")], " two"),
        ("one two one two", [DeltaMessage(content="one two")], " one two"),
        ('a {"f":{"x":1}} b', [DeltaMessage(content="a", tool_calls=[call("f", '{"x":1}')])], "} b"),
        ('a {"f":{"x":1}} b c', [DeltaMessage(content="a b", tool_calls=[call("f", '{"x":1}')])], " c"),
        ("{'x':1} f() tail", [DeltaMessage(tool_calls=[call("f", '{"x":1}')])], "() tail"),
        ("{'x':1} tail", [DeltaMessage(tool_calls=[call("g", '{"x":1}')])], "{'x':1} tail"),
        ("hm</think>yes", [DeltaMessage(reasoning="hm")], "</think>yes"),
    ],
)
def test_what_is_unsettled(text, deltas, rest):
    assert unsettled(text, deltas) == rest


def test_the_environment():
    assert Environment.read({}) == Environment()
    assert Environment.read({"TOOLPARSER_CLIENT_TARGET": "", "TOOLPARSER_CLIENT_MODE": " "}) == Environment()
    read = Environment.read(
        {
            "TOOLPARSER_CLIENT_TARGET": "unix:/run/t.sock",
            "TOOLPARSER_CLIENT_FAMILY": "kimi",
            "TOOLPARSER_CLIENT_MODE": "lockstep",
            "TOOLPARSER_CLIENT_TIMEOUT": "1.5",
            "TOOLPARSER_CLIENT_CONTENT_POLICY": "Verbatim",
            "TOOLPARSER_CLIENT_BUFFER_TOOL_CALLS": "false",
        }
    )
    assert read == Environment(
        target="unix:/run/t.sock",
        family="kimi",
        lockstep=True,
        timeout=1.5,
        policy=ContentPolicy.CONTENT_POLICY_VERBATIM,
        buffer_tool_calls=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TIMEOUT", "soon"),
        ("TIMEOUT", "-1"),
        ("TIMEOUT", "nan"),
        ("PATIENCE", "-1"),
        ("MODE", "fast"),
        ("CONTENT_POLICY", "all"),
        ("BUFFER_TOOL_CALLS", "perhaps"),
    ],
)
def test_a_wrong_variable_is_named(name, value):
    with pytest.raises(ValueError, match=f"TOOLPARSER_CLIENT_{name}"):
        Environment.read({f"TOOLPARSER_CLIENT_{name}": value})


def test_a_token_is_read_from_its_file_for_every_call(tmp_path):
    path = tmp_path / "token"
    path.write_text("one\n")
    settings = Environment(target="unix:/run/t.sock", token_file=str(path)).client()._settings
    assert ("authorization", "Bearer one") in settings.metadata()
    path.write_text("two\n")
    assert ("authorization", "Bearer two") in settings.metadata()


def test_every_family_of_the_service_has_a_parser(client):
    """Or vLLM and SGLang can't name it: add it to toolparser_client/families.py."""
    named = {family.name: set(family.aliases) for family in FAMILIES}
    assert named == {family.name: set(family.aliases) for family in client.families()}
