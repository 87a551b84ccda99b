"""Calls that clients can't use: with the proxy they can, and without it those that a row names can't.

The rows are those of docs/connect/proxy.md, "Calls that clients can't use". Which clients fail without the proxy is part
of a row: if a new version of a client no longer fails, or another one does, its test says so.
"""

import json

import httpx
import pytest

from clients import BARE, CLIENTS, LOOPS, NODE, request, run
from streams import Chat, Messages, Responses, called, data, said
from upstream import proxy

WHOLE = '{"city": "Oslo"}'
OSLO = ["get_weather", {"city": "Oslo"}]


def deltas(*calls, reason="tool_calls"):
    """A script that sends entries of tool_calls as they are, each in a delta of its own."""
    return [*(("raw", Chat().delta({"tool_calls": [call]})) for call in calls), ("finish", reason)]


def begun(arguments, index=0, id="call_1", **more):
    return {"index": index, "id": id, "type": "function", "function": {"name": "get_weather", "arguments": arguments}, **more}


def more(arguments, index=0, **rest):
    return {"index": index, "function": {"arguments": arguments}, **rest}


def without(key, item):
    return {k: v for k, v in item.items() if k != key}


def edited(api, steps, edit):
    """A script that sends the events of the steps, each with its data edited."""
    events = api()
    list(events.start())  # which the upstream sends first
    for kind, *rest in steps:
        for event in getattr(events, kind)(*rest):
            name, _, line = event.rpartition("data: ")
            if line.startswith("{"):
                yield "raw", name + data(edit(json.loads(line)))
            else:
                yield "raw", event


def without_id(event):
    """An event of a response whose call has no id."""
    if event.get("item", {}).get("type") == "function_call":
        event["item"].pop("id", None)
    for item in event.get("response", {}).get("output", []):
        item.pop("id", None)
    return event


def another_id(event):
    """An event of a response whose call has another call_id when it ends."""
    if event["type"] == "response.output_item.done":
        event["item"]["call_id"] = "call_2"
    for item in event.get("response", {}).get("output", []):
        item["call_id"] = "call_2"
    return event


CALL = called("get_weather", WHOLE)
START = ("raw", "".join(Messages().start()))

# What the upstream sends, by API and by what is wrong with it.
ROWS = {
    ("chat", "indexes begin at 1"): deltas(begun('{"city": ', 1), more('"Oslo"}', 1)),
    ("chat", "indexes begin at 2"): deltas(begun('{"city": ', 2), more('"Oslo"}', 2)),
    ("chat", "no index"): deltas(without("index", begun('{"city": ')), without("index", more('"Oslo"}'))),
    ("chat", "no id"): deltas(without("id", begun(WHOLE))),
    ("chat", "an empty id"): deltas(begun(WHOLE, id="")),
    ("chat", "an id in each delta"): deltas(begun('{"city": '), more('"Oslo"}', id="call_1")),
    ("chat", "the name after the id"): deltas(
        {"index": 0, "id": "call_1", "type": "function", "function": {"arguments": ""}},
        {"index": 0, "function": {"name": "get_weather"}},
        more(WHOLE),
    ),
    ("chat", "the call again"): deltas(begun('{"city": '), more('"Oslo"}'), begun(WHOLE, 1)),
    ("chat", "the arguments again"): deltas(begun('{"city": '), more('"Oslo"}'), more(WHOLE)),
    ("chat", "the arguments again, in other white space"): deltas(begun('{"city": '), more('"Oslo"}'), more('{"city":"Oslo"}')),
    ("chat", "the reason tool_call"): deltas(begun(WHOLE), reason="tool_call"),
    ("chat", "the reason stop"): deltas(begun(WHOLE), reason="stop"),
    ("messages", "the reason end_turn"): [*CALL, ("finish", "stop")],
    ("messages", "a second message_start"): [START, *CALL, ("finish", "tool_calls")],
    ("responses", "an item without an id"): list(edited(Responses, [*CALL, ("finish", "tool_calls")], without_id)),
    ("responses", "two values of call_id"): list(edited(Responses, [*CALL, ("finish", "tool_calls")], another_id)),
}

PYTHON, NODE_JS = {"openai for Python"}, {"openai for JavaScript", "openai for JavaScript, runTools"}
COMPATIBLE, VENDOR = {"ai with @ai-sdk/openai-compatible"}, {"ai with @ai-sdk/openai"}
RUNNER = "anthropic for JavaScript, toolRunner"
# The clients that fail without the proxy.
FAILS = {
    "indexes begin at 1": PYTHON | NODE_JS,
    "indexes begin at 2": PYTHON | NODE_JS,
    "no index": PYTHON | NODE_JS | VENDOR | {"LangChain"},
    "no id": PYTHON | {"LangChain", "LiteLLM"},
    "an empty id": PYTHON | {"LangChain", "LiteLLM"},
    "an id in each delta": PYTHON,
    "the name after the id": VENDOR,
    "the call again": PYTHON | NODE_JS | COMPATIBLE | VENDOR | {"LangChain", "LiteLLM"},
    "the arguments again": PYTHON | NODE_JS | COMPATIBLE | VENDOR | {"LiteLLM"},
    "the arguments again, in other white space": PYTHON | NODE_JS | COMPATIBLE | VENDOR | {"LiteLLM"},
    "the reason tool_call": COMPATIBLE | VENDOR,
    "the reason stop": set(),  # these clients run calls whatever the reason, but programs that look at it don't
    "the reason end_turn": {RUNNER, "anthropic for Python, tool_runner"},
    "a second message_start": {"anthropic for JavaScript", RUNNER},
    "an item without an id": {"ai with @ai-sdk/openai, Responses"},
    "two values of call_id": {"openai for Python, Responses"},
}


def usable(name, out):
    """Whether a client got the call, once, with an id; and if it has a loop of its own, ran it and went on."""
    if out["error"]:
        return False
    if name in LOOPS:
        return out["ran"] == [OSLO] and out["text"] == "Done."
    ids = [id for id, *_ in out["calls"]]
    return [call for _, *call in out["calls"]] == [OSLO] and all(id and id.count("call_") < 2 for id in ids)


@pytest.mark.parametrize("api, name, row", [(api, name, row) for api, name in CLIENTS for of, row in ROWS if of == api])
def test_a_call_that_a_client_cannot_use(player, alone, through, node, api, name, row):
    if name in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    player.play(ROWS[api, row])
    got = run(node, api, name, through)
    assert usable(name, got), got
    assert name in LOOPS or got["reason"] in ("tool_calls", "tool_use", "completed"), got
    got = run(node, api, name, alone)
    assert usable(name, got) == (name not in FAILS[row]), got


def markup(city):
    return f'<tool_call>\n{{"name": "get_weather", "arguments": {{"city": "{city}"}}}}\n</tool_call>'


SHELL = {"chat": {"type": "function", "function": {"name": "run_shell"}}, "responses": {"type": "function", "name": "run_shell"}}
# What a request may say about the calls that it takes.
ANOTHER_TOOL = {
    **{api: [{"tool_choice": tool}] for api, tool in SHELL.items()},
    "messages": [{"tool_choice": {"type": "tool", "name": "run_shell"}}],
}
ANOTHER_TOOL["chat"].append({"tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [SHELL["chat"]]}}})
ANOTHER_TOOL["responses"].append({"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [SHELL["responses"]]}})
ONE_CALL = {
    "chat": {"parallel_tool_calls": False},
    "responses": {"parallel_tool_calls": False},
    "messages": {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
}


@pytest.mark.parametrize("api, name, asked", [(api, name, asked) for api, name in BARE for asked in ANOTHER_TOOL[api]])
def test_a_call_in_text_of_a_tool_that_was_not_asked_for(player, alone, through, node, api, name, asked):
    player.play([*said("I look.\n" + markup("Oslo")), ("finish", "stop")])
    got = run(node, api, name, through, **asked)
    assert got == run(node, api, name, alone, **asked)
    assert (got["text"], got["calls"], got["error"]) == ("I look.\n" + markup("Oslo"), [], None)


@pytest.mark.parametrize("api, name", BARE)
def test_two_calls_in_text_where_one_was_asked_for(player, through, node, api, name):
    player.play([*said(markup("Oslo") + "\n" + markup("Rome")), ("finish", "stop")])
    got = run(node, api, name, through, **ONE_CALL[api])
    assert ([call[1:] for call in got["calls"]], got["text"].strip(), got["error"]) == ([OSLO], markup("Rome"), None)


ODD = {
    "null": None,
    "no name": {"type": "function", "function": {}},
    "a schema that is none": {"type": "function", "function": {"name": "odd", "parameters": 7}},
}


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_tool(player, alone, odd):
    """Calls of the other tools count, and a line of the log at the level debug says once that there is an odd one."""
    player.play([*said("I look.\n" + markup("Oslo")), ("finish", "stop")])
    asked = request("chat")
    asked["tools"].insert(0, ODD[odd])
    with proxy(alone, "--log-level", "debug") as (address, log):
        answer = httpx.post(address + "/v1/chat/completions", json=asked).json()
        (call,) = answer["choices"][0]["message"]["tool_calls"]
    assert (call["function"]["name"], json.loads(call["function"]["arguments"])) == ("get_weather", {"city": "Oslo"})
    assert len([line for line in log if "not_understood=1" in line and "level=DEBUG" in line]) == 1, log
