"""Signs of life: every client takes them, and a client with a short timeout needs them."""

import contextlib
import http.client
import json
import urllib.parse

import httpx
import openai
import pytest

from clients import CLIENTS, LOOPS, NODE, request, run
from streams import called, said
from upstream import proxy

CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
OSLO = ["get_weather", {"city": "Oslo"}]
KEEP_ALIVE = ("--keep-alive", "100ms")
PAUSE = 0.7  # s

# Where the upstream says nothing.
PAUSES = {
    "inside a call in text": [*said("I look.\n" + CALL[:40]), PAUSE, *said(CALL[40:]), ("finish", "stop")],
    "inside a call that comes first": [*said(CALL[:40]), PAUSE, *said(CALL[40:]), ("finish", "stop")],
}
SIGNS = {"chat": '"delta":', "messages": "event: ping", "responses": ":"}


@pytest.fixture(scope="module")
def lively(alone):
    with proxy(alone, *KEEP_ALIVE) as (address, _):
        yield address


def lines(base, api):
    """The lines of a stream, as they come."""
    url = urllib.parse.urlsplit(base)
    path = {"chat": "/v1/chat/completions", "messages": "/v1/messages", "responses": "/v1/responses"}[api]
    with contextlib.closing(http.client.HTTPConnection(url.hostname, url.port, timeout=20)) as connection:
        connection.request("POST", path, json.dumps({**request(api), "stream": True}), {"Content-Type": "application/json"})
        yield from (line.decode().rstrip("\n") for line in connection.getresponse())


def signs(base, api):
    """How many signs of life a stream has."""
    seen = list(lines(base, api))
    if api == "chat":
        chunks = [json.loads(line[6:]) for line in seen if line.startswith("data: {")]
        return sum(chunk["choices"] != [] and chunk["choices"][0] == {**chunk["choices"][0], "delta": {}, "finish_reason": None} for chunk in chunks)
    if api == "messages":
        return seen.count("event: ping")
    return sum(line.startswith(":") for line in seen)


@pytest.mark.parametrize("where", PAUSES)
@pytest.mark.parametrize("api", SIGNS)
def test_signs_are_sent(player, lively, through, api, where):
    player.play(PAUSES[where])
    assert signs(lively, api) >= signs(through, api) + 3


@pytest.mark.parametrize("where", PAUSES)
@pytest.mark.parametrize("api, name", CLIENTS)
def test_a_client_takes_signs(player, lively, node, api, name, where):
    if name in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    player.play(PAUSES[where])
    got = run(node, api, name, lively)
    assert got["error"] is None
    if name in LOOPS:
        assert got["ran"] == [OSLO]
    else:
        assert [call[1:] for call in got["calls"]] == [OSLO]


def ask(base):
    with openai.OpenAI(base_url=base + "/v1", api_key="none", max_retries=0, timeout=httpx.Timeout(20, read=PAUSE / 2)) as client:
        with client.chat.completions.stream(**request("chat")) as stream:
            return stream.get_final_completion().choices[0].finish_reason


def test_a_timeout(player, alone, lively):
    """A client that waits for half the pause gets the call, if it gets signs of life. Without them it fails."""
    player.play(PAUSES["inside a call in text"])
    assert ask(lively) == "tool_calls"
    with proxy(alone, "--keep-alive", "0") as (silent, _), pytest.raises(openai.APITimeoutError):
        ask(silent)
