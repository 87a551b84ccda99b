"""Agents before a server that writes calls as text, breaks off, errs and repeats itself: they end with what the server did.

Each agent runs its calls until the model calls nothing. A call that isn't whole is never run.
"""

import json
import pathlib

import pytest

from agents import codex, ran
from streams import BREAK, Chat, Responses, called, pieces, said

HERE = pathlib.Path(__file__).parent
# The API of each agent, and a call that it knows.
AGENTS = {
    "Claude Code": ("messages", "Bash", {"command": "rm -rf build", "description": "Removes the folder"}),
    "Codex": ("responses", "shell", {"command": ["bash", "-lc", "rm -rf build"], "timeout_ms": 1000}),
    "opencode": ("chat", "bash", {"command": "rm -rf build", "description": "Removes the folder"}),
    "Cline": ("chat", "execute_command", {"command": "rm -rf build", "requires_approval": False}),
}


def markup(tool, arguments):
    return f"<tool_call>\n{json.dumps({'name': tool, 'arguments': arguments})}\n</tool_call>"


def run(node, agent, base, **more):
    out = {"text": "", "calls": [], "ran": [], "reason": None, "error": None}
    if agent != "Codex":
        return node.run(client=agent, base=base, **more) if node else pytest.skip("no Node.js, or its packages can't be installed")
    try:
        codex(base, out)
    except Exception as error:
        out["error"] = f"{type(error).__name__}: {error}"
    return out


def half(text):
    return text[: len(text) * 2 // 3]


def whole(tool, arguments):
    """What the server sends: all is there, and the agent is to run the call once."""
    text, stop = json.dumps(arguments), ("finish", "stop")
    return {
        "a call as text": [*said(markup(tool, arguments)), stop],
        "a call as text, after other text": [*said("I remove it.\n" + markup(tool, arguments)), stop],
        "a call": [*called(tool, text), ("finish", "tool_calls")],
        "a call, and the reason stop": [*called(tool, text), stop],
    }


def broken(tool, arguments):
    """What the server sends: the call isn't whole, or the server errs, and the agent is to run nothing."""
    text, call = half(json.dumps(arguments)), half(markup(tool, arguments))
    error = ("error", "the GPU is gone")
    begun = [("call", "call_1", tool), *(("args", piece) for piece in pieces(text))]
    return {
        "ends inside a call as text": said(call),
        "ends after a call as text": said(markup(tool, arguments)),
        "breaks off inside a call as text": [*said(call), BREAK],
        "breaks off after a call as text": [*said(markup(tool, arguments)), BREAK],
        "errs inside a call as text": [*said(call), error],
        "errs after a call as text": [*said(markup(tool, arguments)), error],
        "is cut off inside a call as text": [*said(call), ("finish", "length")],
        "ends inside a call": begun,
        "breaks off inside a call": [*begun, BREAK],
        "errs inside a call": [*begun, error],
        "errs at once": [error],
    }


CASES = {what: [(agent, name) for agent, (_, *call) in AGENTS.items() for name in what(*call)] for what in (whole, broken)}


@pytest.mark.parametrize("agent, name", CASES[whole])
def test_a_whole_call_runs_once(player, through, node, agent, name):
    _, tool, arguments = AGENTS[agent]
    player.play(whole(tool, arguments)[name])
    got = run(node, agent, through)
    assert (got["error"], got["ran"], got["text"]) == (None, [[tool, arguments]], "Done.")
    assert len(player.requests) == 2


@pytest.mark.parametrize("agent, name", CASES[broken])
def test_a_call_that_is_not_whole_never_runs(player, alone, through, node, agent, name):
    _, tool, arguments = AGENTS[agent]
    player.play(broken(tool, arguments)[name])
    want = run(node, agent, alone)
    got = run(node, agent, through)
    assert got["ran"] == []
    assert got["reason"] == want["reason"], (got, want)
    assert bool(got["error"]) == bool(want["error"]), (got, want)
    assert got["error"] or got["reason"] in (None, "length", "max_tokens", "unknown"), got


@pytest.mark.parametrize("agent", ["opencode", "Cline"])
def test_a_call_that_is_repeated_runs_once(player, through, node, agent):
    _, tool, arguments = AGENTS[agent]
    function = {"name": tool, "arguments": json.dumps(arguments)}
    again = Chat().delta({"tool_calls": [{"index": 1, "id": "call_1", "type": "function", "function": function}]})
    player.play([*called(tool, json.dumps(arguments)), ("raw", again), ("finish", "tool_calls")])
    got = run(node, agent, through)
    assert (got["error"], got["ran"], got["text"]) == (None, [[tool, arguments]], "Done.")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_model_that_repeats_itself(player, through, node, agent):
    """The model writes its call again and again, until its output is cut off: each is a call, and the last, half one is none."""
    api, tool, arguments = AGENTS[agent]
    call = markup(tool, arguments)
    player.play([*said((call + "\n") * 3 + half(call)), ("finish", "length")])
    got = run(node, agent, through)
    assert got["ran"] in ([], [[tool, arguments]], [[tool, arguments]] * 3), got


@pytest.mark.parametrize("agent", AGENTS)
def test_the_request_of_an_agent_passes(player, through, node, agent):
    """The upstream gets the members and the headers that the agent sends."""
    player.play([*said("Hello."), ("finish", "stop")])
    got = run(node, agent, through)
    assert (got["error"], got["text"], got["ran"]) == (None, "Hello.", [])
    asked = json.loads((HERE / "agents" / f"{agent.lower().replace(' ', '_')}.json").read_text(encoding="utf-8"))
    ((path, headers, request),) = player.requests
    sent = {name.lower(): value for name, value in headers.items()}
    # ai adds itself to the User-Agent.
    assert all(sent[name.lower()].split(" ai-sdk/")[0] == value for name, value in asked["headers"].items())
    if "body" in asked:
        assert {**asked["body"], "stream": True} == request
    assert path == {"messages": "/v1/messages?beta=true", "responses": "/v1/responses", "chat": "/v1/chat/completions"}[AGENTS[agent][0]]


def test_claude_code_counts_tokens(player, through, node):
    player.play([], counted=1234)
    assert run(node, "Claude Code", through, count=True)["text"] == "1234"
    assert [path for path, *_ in player.requests] == ["/v1/messages/count_tokens?beta=true"]


PATCH = "*** Begin Patch\n*** Delete File: build/a\n*** End Patch"
# Calls of Codex's tools that aren't functions.
ITEMS = {
    "custom": {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_1", "name": "apply_patch", "input": PATCH, "status": "completed"},
    "local_shell": {
        "type": "local_shell_call",
        "id": "lsh_1",
        "call_id": "call_1",
        "action": {"type": "exec", "command": ["bash", "-lc", "rm -rf build"], "env": {}},
        "status": "completed",
    },
}


@pytest.mark.parametrize("kind", ITEMS)
def test_codex_runs_calls_that_are_no_functions(player, through, node, kind):
    events = Responses()
    list(events.start())  # which the upstream sends first
    events.item = ITEMS[kind]
    added = events.event("output_item.added", output_index=0, item={**events.item, "status": "in_progress"})
    done = events.event("output_item.done", output_index=0, item=events.item)
    events.output, events.item = [events.item], None
    player.play([("raw", part) for part in [added, done, *events.finish("stop")]])
    got = run(node, "Codex", through)
    assert (got["error"], got["ran"], got["text"]) == (None, [ran(ITEMS[kind])], "Done.")


def test_text_is_no_call_of_a_tool_that_takes_text(player, through, node):
    """apply_patch takes free text, so text can't be a call of it for certain."""
    text = markup("apply_patch", {"input": PATCH})
    player.play([*said(text), ("finish", "stop")])
    got = run(node, "Codex", through)
    assert (got["error"], got["ran"], got["text"]) == (None, [], text)


XML = """<thinking>
I remove the folder.
</thinking>

<execute_command>
<command>rm -rf build</command>
<requires_approval>false</requires_approval>
</execute_command>"""


@pytest.mark.parametrize("without", [True, False])
def test_the_xml_of_cline(player, through, node, without):
    """Cline asks models without calls for XML in the text, in requests without tools: it is for Cline to read. A tag per tool is a call of a declared one."""
    player.play([*said(XML), ("finish", "stop")])
    got = run(node, "Cline", through, without=without)
    if without:
        assert (got["error"], got["text"], got["ran"]) == (None, XML, [])
    else:
        ran = [list(call) for call in got["ran"]]
        assert (got["error"], ran) == (None, [["execute_command", {"command": "rm -rf build", "requires_approval": False}]])
