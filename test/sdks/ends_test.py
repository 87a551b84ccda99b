"""Streams that end before their end: what a client takes for an error stays one, and no client gets a call that isn't whole."""

import pytest

from clients import CLIENTS, NODE, run
from streams import BREAK, said

HALF = [("call", "call_1", "run_shell"), ("args", '{"command": "rm -rf build')]
CALL = '<tool_call>\n{"name": "run_shell", "arguments": {"command": "rm -rf build"}}\n</tool_call>'

# Where the stream ends.
ENDS = {
    "inside arguments": HALF,
    "inside arguments that could be closed": [*HALF, ("args", '"')],
    "inside a call in text": said("I look.\n" + CALL[:-20]),
    "after a call in text": said("I look.\n" + CALL),
    "inside text": said("I look"),
}
# How it ends.
WAYS = {"the body ends": [], "the connection breaks": [BREAK], "an error": [("error", "the GPU is gone")]}
# The clients that take it for an error if only the body ends. For all others, a response without a reason has ended.
STRICT = {
    "openai for JavaScript",
    "openai for JavaScript, runTools",
    "openai for Python, Responses",
    "anthropic for JavaScript",
    "anthropic for JavaScript, toolRunner",
    "ai with @ai-sdk/openai-compatible",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("where", ENDS)
@pytest.mark.parametrize("api, name", CLIENTS)
def test_a_stream_that_ends_before_its_end(player, alone, through, node, api, name, where, way):
    if name in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    player.play([*ENDS[where], *WAYS[way]])
    want = run(node, api, name, alone)
    got = run(node, api, name, through)
    assert bool(got["error"]) == bool(want["error"]), (got, want)
    assert got["error"] or way == "the body ends" and name not in STRICT, got
    assert (got["calls"], got["ran"], got["reason"]) == (want["calls"], want["ran"], want["reason"])
    assert not got["ran"]
