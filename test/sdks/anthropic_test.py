"""The proxy, driven by Anthropic's Python SDK, before a server that returns calls as text."""

import json

import anthropic
import pytest

from streams import USAGE, message, pieces
from upstream import EVENTS, Handler, proxied

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"name": "get_weather", "description": "The weather.", "input_schema": SCHEMA}]
CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'


def text(words):
    return {"type": "text", "text": words}


def tool(arguments):
    """A structured call; in a stream its arguments are sent as they are."""
    return {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": arguments}


# What the upstream answers, by the last word of the question.
ANSWERS = {
    "text": [text("Hello <b>.")],
    "call": [text(CALL)],
    "both": [text("I look.\n" + CALL + "\nWait.")],
    "thought": [{"type": "thinking", "thinking": "Hm. " + CALL, "signature": ""}],
    "empty": [text("I look."), text(CALL), tool("")],
    "broken": [tool('{"city": "Oslo",}')],
}


def stop_reason(content):
    return "tool_use" if content[-1]["type"] == "tool_use" else "end_turn"


def events(content):
    def event(kind, **more):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    yield event("message_start", message=message([], None))
    for i, block in enumerate(content):
        member = {"text": "text", "thinking": "thinking", "tool_use": "input"}[block["type"]]
        kind, part = {
            "text": ("text_delta", "text"),
            "thinking": ("thinking_delta", "thinking"),
            "tool_use": ("input_json_delta", "partial_json"),
        }[block["type"]]
        empty = {} if member == "input" else ""
        yield event("content_block_start", index=i, content_block={**block, member: empty})
        yield event("ping")
        for piece in pieces(block[member]):
            yield event("content_block_delta", index=i, delta={"type": kind, part: piece})
        yield event("content_block_stop", index=i)
    yield event("message_delta", delta={"stop_reason": stop_reason(content), "stop_sequence": None}, usage={"output_tokens": 5})
    yield event("message_stop")


class Upstream(Handler):
    def do_POST(self):
        request = self.read()
        if self.path.endswith("/count_tokens"):
            return self.answer(200, ['{"input_tokens": 7}'])
        question = request["messages"][-1]["content"]
        if question == "fail":
            error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
            return self.answer(529, [json.dumps(error)])
        content = ANSWERS[question.split()[-1]]
        if request.get("stream"):
            return self.answer(200, events(content), EVENTS)
        self.answer(200, [json.dumps(message(content, stop_reason(content)))])


@pytest.fixture(scope="module", params=["", "/v1"])
def client(request):
    """A client behind a proxy, whose upstream's base has the version or not."""
    with proxied(Upstream, request.param) as address, anthropic.Anthropic(base_url=address, api_key="none", max_retries=0) as it:
        yield it


def ask(question, **more):
    return {"model": "qwen3", "max_tokens": 100, "messages": [{"role": "user", "content": question}], "tools": TOOLS, **more}


def whole(client, question, **more):
    return client.messages.create(**ask(question, **more))


def streamed(client, question, **more):
    with client.messages.stream(**ask(question, **more)) as stream:
        return stream.get_final_message()


def seen(block):
    if block.type == "tool_use":
        return (block.name, block.input)
    return getattr(block, block.type)


OSLO = ("get_weather", {"city": "Oslo"})


@pytest.mark.parametrize("how", [whole, streamed])
@pytest.mark.parametrize(
    "question, content, reason",
    [
        ("text", ["Hello <b>."], "end_turn"),
        ("call", [OSLO], "tool_use"),
        ("both", ["I look.\n\nWait.", OSLO], "tool_use"),
        ("thought", ["Hm. ", OSLO], "tool_use"),
        ("empty", ["I look.", OSLO], "tool_use"),
        ("broken", [OSLO], "tool_use"),
    ],
)
def test_message(client, how, question, content, reason):
    got = how(client, question)
    assert [seen(block) for block in got.content] == content
    assert got.stop_reason == reason
    assert got.usage.output_tokens == 5
    for block in got.content:
        assert block.type != "tool_use" or block.id.startswith("toolu_")


@pytest.mark.parametrize("how", [whole, streamed])
def test_without_a_choice_of_tools(client, how):
    got = how(client, "call", tool_choice={"type": "none"})
    assert [seen(block) for block in got.content] == [CALL]


def test_text_is_streamed(client):
    with client.messages.stream(**ask("text")) as stream:
        assert list(stream.text_stream) == pieces("Hello <b>.")


def test_count_of_tokens(client):
    request = ask("call")
    del request["max_tokens"]
    assert client.messages.count_tokens(**request).input_tokens == 7


def test_error_of_the_upstream(client):
    with pytest.raises(anthropic.APIStatusError, match="Overloaded"):
        whole(client, "fail")


def test_conversation(client):
    """The fixed message goes back with the result of the call."""
    first = whole(client, "both")
    call = first.content[-1]
    messages = [
        {"role": "user", "content": "both"},
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "rain"}]},
        {"role": "user", "content": "text"},
    ]
    assert seen(whole(client, "text", messages=messages).content[0]) == "Hello <b>."
