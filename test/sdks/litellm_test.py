"""LiteLLM in front of the proxy, and behind it: then LiteLLM's own proxy is the upstream. LiteLLM's streams are in the other tests."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.request

import openai
import pytest

from clients import LOOPS, NODE, litellm, parsed, request, run
from recipes import HERE, OFFLINE
from streams import BREAK, called, said
from upstream import proxy

CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
OSLO = ["get_weather", {"city": "Oslo"}]
# test.sh writes this file when what LiteLLM's proxy needs is installed.
INSTALLED = (HERE / ".venv" / ".litellm").exists()
LITELLM = pathlib.Path(sys.executable).with_name("litellm")
ENVIRONMENT = {
    **os.environ,
    **OFFLINE,
    "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true",  # the test has no keys
    "LITELLM_TELEMETRY": "False",
    "LITELLM_LOG": "ERROR",
}


@contextlib.contextmanager
def litellm_proxy(upstream, folder):
    """The address of LiteLLM's proxy in front of an upstream."""
    config = folder / "config.yaml"
    model = {"model": "openai/qwen3-32b", "api_base": upstream + "/v1", "api_key": "none", "max_retries": 0}
    config.write_text(json.dumps({"model_list": [{"model_name": "qwen3-32b", "litellm_params": model}], "router_settings": {"num_retries": 0}}))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [LITELLM, "--config", config, "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        await_serving(address, process, folder / "log")
        yield address
    finally:
        process.kill()
        process.wait()


def await_serving(address, process, log):
    for _ in range(600):
        assert process.poll() is None, log.read_text()
        with contextlib.suppress(OSError), urllib.request.urlopen(address + "/health/liveliness") as answer:
            if answer.status == 200:
                return
        time.sleep(0.2)
    raise TimeoutError(log.read_text())


@pytest.fixture(scope="module")
def lite(alone, tmp_path_factory):
    if not INSTALLED:
        pytest.skip("LiteLLM's proxy isn't installed")
    with litellm_proxy(alone, tmp_path_factory.mktemp("litellm")) as address:
        yield address


@pytest.fixture(scope="module")
def behind(lite):
    """The address of a proxy whose upstream is LiteLLM's."""
    with proxy(lite) as (address, _):
        yield address


def whole(base):
    """The text, the calls and the reason of a chat completion that isn't streamed."""
    with openai.OpenAI(base_url=base + "/v1", api_key="none", max_retries=0) as client:
        choice = client.chat.completions.create(**request("chat")).choices[0]
    calls = [[c.function.name, parsed(c.function.arguments)] for c in choice.message.tool_calls or []]
    return choice.message.content or "", calls, choice.finish_reason


TEXTS = {
    "a call as text": ([*said("I look.\n" + CALL), ("finish", "stop")], ("I look.", [OSLO], "tool_calls")),
    "a call": ([*called("get_weather", '{"city": "Oslo"}'), ("finish", "tool_calls")], ("", [OSLO], "tool_calls")),
    "text": ([*said("Hello <b>."), ("finish", "stop")], ("Hello <b>.", [], "stop")),
}


@pytest.mark.parametrize("name", TEXTS)
def test_litellm_in_front(player, through, name):
    script, want = TEXTS[name]
    player.play(script)
    choice = litellm().completion(**{**request("chat"), "model": "openai/qwen3-32b"}, api_base=through + "/v1", api_key="none").choices[0]
    calls = [[c.function.name, parsed(c.function.arguments)] for c in choice.message.tool_calls or []]
    assert (choice.message.content or "", calls, choice.finish_reason) == want


@pytest.mark.parametrize("name", TEXTS)
def test_litellm_behind(player, behind, name):
    script, want = TEXTS[name]
    player.play(script)
    assert whole(behind) == want


CLIENTS = [
    ("chat", "openai for Python"),
    ("chat", "openai for JavaScript"),
    ("chat", "ai with @ai-sdk/openai-compatible"),
    ("responses", "openai for Python, Responses"),
    ("messages", "anthropic for Python"),
    ("messages", "anthropic for JavaScript"),
]
REASONS = {"completed": ("tool_calls", "stop"), "tool_use": ("tool_calls",), "end_turn": ("stop",), "tool-calls": ("tool_calls",)}


@pytest.mark.parametrize("api, client", CLIENTS)
@pytest.mark.parametrize("name", TEXTS)
def test_litellm_behind_streamed(node, player, behind, name, api, client):
    if client in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    script, (text, calls, reason) = TEXTS[name]
    player.play(script)
    got = run(node, api, client, behind)
    if client in LOOPS and calls:
        assert (got["ran"], got["error"]) == (calls, None)
        return
    assert (got["text"], [call[1:] for call in got["calls"]], got["error"]) == (text, calls, None)
    assert reason in REASONS.get(got["reason"], (got["reason"],))


BROKEN = {
    "ends inside a call as text": said(CALL[:40]),
    "breaks off inside a call as text": [*said(CALL[:40]), BREAK],
    "errs inside a call as text": [*said(CALL[:40]), ("error", "the GPU is gone")],
    "breaks off inside arguments": [("call", "call_1", "get_weather"), ("args", '{"city": "Os'), BREAK],
    "errs inside arguments": [("call", "call_1", "get_weather"), ("args", '{"city": "Os'), ("error", "the GPU is gone")],
}


@pytest.mark.parametrize("api, client", CLIENTS)
@pytest.mark.parametrize("name", BROKEN)
def test_litellm_behind_breaks_off(node, player, lite, behind, name, api, client):
    if client in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    player.play(BROKEN[name])
    want = run(node, api, client, lite)
    got = run(node, api, client, behind)
    assert (bool(got["error"]), got["ran"], got["reason"]) == (bool(want["error"]), want["ran"], want["reason"])
    assert [call[1:] for call in got["calls"]] == [call[1:] for call in want["calls"]]
