"""The proxy, driven by OpenAI's Python SDK, before a server that returns calls as text."""

import json

import openai
import pytest

from streams import body, said, stream
from upstream import EVENTS, Handler, api_of, proxied

PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
CHAT_TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}]
RESPONSE_TOOLS = [{"type": "function", "name": "get_weather", "parameters": PARAMETERS}]
CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
TEXT = "I look.\n" + CALL


class Upstream(Handler):
    """Answers every question with the text of the last message, or of the input."""

    def do_POST(self):
        request, api = self.read(), api_of(self.path)
        text = request["input"] if api == "responses" else request["messages"][-1]["content"]
        steps = [*said(text), ("finish", "stop")]
        if request.get("stream"):
            return self.answer(200, stream(api, steps), EVENTS)
        self.answer(200, [json.dumps(body(api, steps))])


@pytest.fixture(scope="module")
def client():
    with proxied(Upstream, "/v1") as address, openai.OpenAI(base_url=address + "/v1", api_key="none", max_retries=0) as it:
        yield it


def user(text):
    return [{"role": "user", "content": text}]


def test_chat_completion(client):
    choice = client.chat.completions.create(model="qwen3", messages=user(TEXT), tools=CHAT_TOOLS).choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content == "I look."
    (call,) = choice.message.tool_calls
    assert (call.function.name, json.loads(call.function.arguments)) == ("get_weather", {"city": "Oslo"})


def test_streamed_chat_completion(client):
    with client.chat.completions.stream(model="qwen3", messages=user(TEXT), tools=CHAT_TOOLS) as stream:
        choice = stream.get_final_completion().choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content == "I look."
    (call,) = choice.message.tool_calls
    assert (call.function.name, json.loads(call.function.arguments)) == ("get_weather", {"city": "Oslo"})


def check(output, text):
    """An output has the message, if any text is left, and the call."""
    messages = [item for item in output if item.type == "message"]
    assert [item.content[0].text for item in messages] == ([text] if text else [])
    call = output[-1]
    assert len(output) == len(messages) + 1
    assert (call.type, call.name, json.loads(call.arguments)) == ("function_call", "get_weather", {"city": "Oslo"})
    assert call.status == "completed" and call.id.startswith("fc_") and call.call_id


@pytest.mark.parametrize("asked, text", [(TEXT, "I look."), (CALL, "")])
def test_response(client, asked, text):
    got = client.responses.create(model="qwen3", input=asked, tools=RESPONSE_TOOLS)
    assert (got.status, got.output_text) == ("completed", text)
    check(got.output, text)


@pytest.mark.parametrize("asked, text", [(TEXT, "I look."), (CALL, "")])
def test_streamed_response(client, asked, text):
    seen = list(client.responses.create(model="qwen3", input=asked, tools=RESPONSE_TOOLS, stream=True))
    assert [event.sequence_number for event in seen] == list(range(len(seen)))
    assert "".join(event.delta for event in seen if event.type == "response.output_text.delta") == text
    done = [event.item for event in seen if event.type == "response.output_item.done"]
    check(done, text)
    assert seen[-1].type == "response.completed"
    assert [item.to_dict() for item in seen[-1].response.output] == [item.to_dict() for item in done]


@pytest.mark.parametrize("asked, text", [(TEXT, "I look."), (CALL, "")])
def test_response_of_the_stream_helper(client, asked, text):
    with client.responses.stream(model="qwen3", input=asked, tools=RESPONSE_TOOLS) as stream:
        check(stream.get_final_response().output, text)


def test_without_tools(client):
    assert client.responses.create(model="qwen3", input=TEXT).output_text == TEXT
    choice = client.chat.completions.create(model="qwen3", messages=user(TEXT)).choices[0]
    assert choice.message.content == TEXT
