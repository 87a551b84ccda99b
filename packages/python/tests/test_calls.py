"""Calls and their results."""

from __future__ import annotations

import asyncio
import json
import pickle
import threading
from typing import Any

import pytest

import toolparser

TEXT = 'Sure. <tool_call>{"name": "get_time", "arguments": {"city": "Zürich"}}</tool_call>'
TOOLS = [{"type": "function", "function": {"name": "get_time", "parameters": {"type": "object"}}}]
ANTHROPIC_TOOLS = [{"name": "get_time", "input_schema": {"type": "object"}}]


def arguments(response: toolparser.Response) -> list[Any]:
    return [json.loads(call.function.arguments) for call in response.result.tool_calls]


def test_result() -> None:
    response = toolparser.parse(TEXT, family="hermes", tools=TOOLS)
    assert response.result.tools_called
    assert response.result.content == "Sure."
    (call,) = response.result.tool_calls
    assert (call.function.name, call.function.arguments) == ("get_time", '{"city": "Zürich"}')
    assert response.diagnostics.family == "hermes"
    assert response.diagnostics.confidence == 1
    assert response.diagnostics.tool_calls[0].format == "hermes/tool_call"
    assert response.result.reasoning is None
    assert pickle.loads(pickle.dumps(response)) == response


def test_family_of_a_model() -> None:
    assert toolparser.parse("Hi.", model="Qwen/Qwen3-8B").diagnostics.family


def test_repairs_are_reported() -> None:
    response = toolparser.parse('<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>', family="hermes")
    (call,) = response.diagnostics.tool_calls
    assert [repair.kind for repair in call.repairs] == ["REPAIR_KIND_TRAILING_COMMA"]
    assert 0 < call.confidence < 1


def test_openai() -> None:
    response = toolparser.parse(TEXT, family="hermes", tools=TOOLS)
    call = response.result.tool_calls[0]
    assert toolparser.openai.message(response) == {
        "role": "assistant",
        "content": "Sure.",
        "refusal": None,
        "tool_calls": [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": "get_time", "arguments": '{"city": "Zürich"}'},
            }
        ],
    }
    assert toolparser.openai.finish_reason(True, "stop") == "tool_calls"
    assert toolparser.openai.finish_reason(True, "length") == "length"
    assert toolparser.openai.finish_reason(False) == "stop"


def test_openai_chunks() -> None:
    chunks = toolparser.openai.Chunks("1", "m", created=0)
    seen = []
    with toolparser.stream(family="hermes", options={"buffer_tool_calls": True}) as session:
        for piece in (TEXT[:20], TEXT[20:]):
            seen.append(chunks.of(session.send(piece)))
        session.finish()
        seen.append(chunks.of(session.tail))
    seen.append(chunks.last("stop"))
    choices = [chunk["choices"][0] for chunk in seen if chunk]
    assert choices[0]["delta"]["role"] == "assistant"
    calls = [call for choice in choices for call in choice["delta"].get("tool_calls", ())]
    assert [call["function"]["name"] for call in calls] == ["get_time"]
    assert choices[-1]["finish_reason"] == "tool_calls"


def test_anthropic() -> None:
    response = toolparser.parse(TEXT, family="hermes", tools=ANTHROPIC_TOOLS)
    id = response.result.tool_calls[0].id
    assert toolparser.anthropic.content(response) == [
        {"type": "text", "text": "Sure."},
        {"type": "tool_use", "id": id, "name": "get_time", "input": {"city": "Zürich"}},
    ]
    assert toolparser.anthropic.stop_reason(True, "end_turn") == "tool_use"


@pytest.mark.parametrize("length", [1, 2, 7, 1000])
def test_stream_is_as_parse(length: int) -> None:
    whole = toolparser.parse(TEXT, family="hermes").result
    data = TEXT.encode()
    content, made = "", ""
    with toolparser.stream(family="hermes") as session:
        for at in range(0, len(data), length):
            delta = session.send(data[at : at + length])
            content += delta.content or ""
            made += "".join(call.function.arguments or "" for call in delta.tool_calls)
        response = session.finish("stop")
        content += session.tail.content or ""
    assert response.result.content == whole.content == content.strip()
    assert response.result.tool_calls[0].function == whole.tool_calls[0].function
    assert made == whole.tool_calls[0].function.arguments


def test_session_that_has_ended() -> None:
    with toolparser.stream(family="hermes") as session:
        session.finish()
        with pytest.raises(ValueError, match="has ended"):
            session.send("x")
    session = toolparser.stream(family="hermes")
    session.send("Hi")
    session.close()
    assert toolparser.parse("Hi", family="hermes").result.content == "Hi"


def test_many_streams_at_a_time() -> None:
    sessions = [toolparser.stream(family="hermes") for _ in range(100)]
    for piece in (TEXT[:30], TEXT[30:]):
        for session in sessions:
            session.send(piece)
    assert all(arguments(session.finish()) == [{"city": "Zürich"}] for session in sessions)


def test_batch() -> None:
    items = [(str(i), toolparser.parse_request(f"{i} {TEXT}", family="hermes")) for i in range(500)]
    items[77] = "77", toolparser.parse_request("x", family="nobody")
    answers = list(toolparser.batch(iter(items)))
    assert [answer.id for answer in answers] == [id for id, _ in items]
    for i, answer in enumerate(answers):
        if i == 77:
            assert answer.error is not None
            assert answer.error.code == "NOT_FOUND"
        else:
            assert answer.response is not None
            assert answer.response.result.content == f"{i} Sure."


def test_batch_of_long_outputs() -> None:
    """Neither side waits for the other."""
    long = "long \u0001" * 100_000 + TEXT
    items = [(str(i), toolparser.parse_request(long, family="hermes")) for i in range(70)]
    assert sum(len(answer.response.result.tool_calls) for answer in toolparser.batch(items) if answer.response) == 70


def test_batch_that_is_left() -> None:
    items = [(str(i), toolparser.parse_request(TEXT, family="hermes")) for i in range(100)]
    for _ in toolparser.batch(items):
        break
    assert list(toolparser.batch([])) == []
    assert toolparser.parse("Hi", family="hermes").result.content == "Hi"


def test_threads() -> None:
    failed = []

    def work(n: int) -> None:
        for i in range(50):
            text = f'<tool_call>{{"name": "f", "arguments": {{"n": {n}, "i": {i}}}}}</tool_call>'
            if arguments(toolparser.parse(text, family="hermes")) != [{"n": n, "i": i}]:
                failed.append((n, i))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_asyncio() -> None:
    async def one(i: int) -> None:
        text = f'<tool_call>{{"name": "f", "arguments": {{"i": {i}}}}}</tool_call>'
        assert arguments(await toolparser.aparse(text, family="hermes")) == [{"i": i}]

    async def stream() -> None:
        async with toolparser.astream(family="hermes") as session:
            for piece in TEXT:
                await session.send(piece)
            assert arguments(await session.finish("stop")) == [{"city": "Zürich"}]

    async def canceled() -> None:
        task = asyncio.create_task(toolparser.aparse("long " * 500_000, family="hermes"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    async def all() -> None:
        await asyncio.gather(canceled(), stream(), *map(one, range(200)))
        with pytest.raises(toolparser.RequestError):
            await toolparser.aparse("x", family="nobody")

    asyncio.run(all())
    asyncio.run(all())  # in another loop


def test_wrong_requests() -> None:
    with pytest.raises(toolparser.RequestError, match="nobody") as caught:
        toolparser.parse("x", family="nobody")
    assert caught.value.code == "NOT_FOUND"
    with pytest.raises(toolparser.RequestError, match="INVALID_ARGUMENT"):
        toolparser.parse("x")
    with pytest.raises(toolparser.RequestError):
        toolparser.stream(family="nobody")
    for wrong in (None, b"x", 1):
        with pytest.raises(TypeError, match="want str"):
            toolparser.parse(wrong, family="hermes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"options=\{'min_confidence'"):
        toolparser.parse("x", family="hermes", min_confidence=0.5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="there is no option 'confidence'"):
        toolparser.parse("x", family="hermes", options={"confidence": 1})  # type: ignore[typeddict-unknown-key]
    with pytest.raises(ValueError, match="finish reason"):
        toolparser.parse("x", family="hermes", finish_reason="tired")
    with pytest.raises(TypeError, match="want a list"):
        toolparser.parse("x", family="hermes", tools=TOOLS[0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"tools\[0\] has no name"):
        toolparser.parse("x", family="hermes", tools=[{"type": "function"}])


def test_timeout() -> None:
    with pytest.raises(TimeoutError):
        toolparser.parse("long " * 1_000_000, family="hermes", timeout=0.001)
    assert toolparser.parse("Hi", family="hermes", timeout=10).result.content == "Hi"


def test_unusual_text() -> None:
    assert toolparser.parse("", family="hermes").result.content is None
    assert toolparser.parse("a\ud83db\0c😀", family="hermes").result.content == "a\ufffdb\0c😀"
    assert toolparser.parse("x", family="hermes", tools=[{"type": "web_search"}]).result.content == "x"


def test_families() -> None:
    assert {"hermes", "llama3"} <= {family.name for family in toolparser.families()}


CALL = "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>"
QUOTED = f"The log says é {CALL}. "
SPECIAL: Any = {"family": "qwen3_coder", "tools": [{"name": "f"}]}


def special_pieces(size: int) -> list[tuple[bytes, list[toolparser.Span]]]:
    """The bytes of a quoted call and a call, and the special tokens of the second in each chunk."""
    data, start = (QUOTED + CALL).encode(), len(QUOTED.encode())
    tokens = [(start, start + len("<tool_call>")), (len(data) - len("</tool_call>"), len(data))]
    found = []
    for at in range(0, len(data), size):
        inside = [(max(a, at) - at, min(b, at + size) - at) for a, b in tokens]
        spans: list[toolparser.Span] = [{"start": a, "end": b} for a, b in inside if a < b]
        found.append((data[at : at + size], spans))
    return found


def only_the_call(response: toolparser.Response) -> None:
    assert arguments(response) == [{"x": "é"}]
    assert response.result.content == QUOTED.strip()


def test_special_tokens() -> None:
    ((_, spans),) = special_pieces(1000)
    only_the_call(toolparser.parse(QUOTED + CALL, **SPECIAL, special_tokens={"spans": spans}))
    assert toolparser.parse(CALL, **SPECIAL, special_tokens={}).result.content == CALL
    request = toolparser.parse_request(QUOTED + CALL, **SPECIAL, special_tokens={"spans": spans})
    ((_, response, error),) = toolparser.batch([("1", request)])
    assert response is not None
    assert error is None
    only_the_call(response)
    with pytest.raises(toolparser.RequestError, match="inside a code point"):
        toolparser.parse("é", **SPECIAL, special_tokens={"spans": [{"start": 1, "end": 2}]})


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
def test_special_tokens_of_a_stream(size: int) -> None:
    with toolparser.stream(**SPECIAL, special_tokens={}) as session:
        for piece, spans in special_pieces(size):
            session.send(piece, spans)
        only_the_call(session.finish())

    async def run() -> toolparser.Response:
        async with toolparser.astream(**SPECIAL, special_tokens={}) as session:
            for piece, spans in special_pieces(size):
                await session.send(piece, spans)
            return await session.finish()

    only_the_call(asyncio.run(run()))
