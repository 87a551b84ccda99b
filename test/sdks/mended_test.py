"""Streams of structured calls that OpenAI's Python SDK can't use: it can with the proxy in front of them, and can't without."""

import contextlib
import json
import threading
from http.server import ThreadingHTTPServer

import openai
import pytest

from upstream import Handler, proxied

TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}]
WHOLE = '{"city": "Oslo"}'


def call(arguments, index=0, **more):
    return {"index": index, "function": {"arguments": arguments}, **more}


def begun(arguments, index=0, id="call_1", **more):
    function = {"name": "get_weather", "arguments": arguments}
    return {"index": index, "id": id, "type": "function", "function": function, **more}


def without(key, item):
    return {k: v for k, v in item.items() if k != key}


# The calls of each delta, by what is wrong with them.
SCRIPTS = {
    "indexes begin at 1": [begun('{"city": ', 1), call('"Oslo"}', 1)],
    "no index": [without("index", begun(WHOLE))],
    "an id in each delta": [begun('{"city": '), call('"Oslo"}', id="call_1")],
    "no id": [without("id", begun(WHOLE))],
    "an empty id": [begun(WHOLE, id="")],
    "the call again": [begun('{"city": '), call('"Oslo"}'), begun(WHOLE, 1)],
    "the arguments again": [begun('{"city": '), call('"Oslo"}'), call(WHOLE)],
}


def chunks(calls, reason="tool_calls"):
    for delta, finish in [({"role": "assistant"}, None), *(({"tool_calls": [c]}, None) for c in calls), ({}, reason)]:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        data = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "qwen3-32b", "choices": choices}
        yield f"data: {json.dumps(data)}\n\n"
    yield "data: [DONE]\n\n"


class Upstream(Handler):
    """Plays the script that the last message names."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(200, chunks(SCRIPTS[request["messages"][-1]["content"]]), "text/event-stream")


@contextlib.contextmanager
def direct():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


@pytest.fixture(scope="module")
def clients():
    with contextlib.ExitStack() as stack:
        addresses = [stack.enter_context(proxied(Upstream, "/v1")), stack.enter_context(direct())]
        yield [stack.enter_context(openai.OpenAI(base_url=a + "/v1", api_key="none", max_retries=0)) for a in addresses]


def usable(client, name):
    """Whether the SDK gets the call, once, with an id."""
    try:
        messages = [{"role": "user", "content": name}]
        with client.chat.completions.stream(model="qwen3", messages=messages, tools=TOOLS) as stream:
            choice = stream.get_final_completion().choices[0]
        calls = [(c.function.name, json.loads(c.function.arguments)) for c in choice.message.tool_calls]
        ids = [c.id for c in choice.message.tool_calls]
    except Exception:
        return False
    return calls == [("get_weather", {"city": "Oslo"})] and all(i and i.count("call_") == 1 for i in ids)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_call_that_the_sdk_cannot_use(clients, name):
    through, alone = clients
    assert usable(through, name)
    assert not usable(alone, name)
