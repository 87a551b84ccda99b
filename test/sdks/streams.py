"""What upstreams send: steps, and the events of each API for them.

A list of steps says what a model does, for any API:

    ("text", "…")                 a part of the text
    ("call", "call_1", "name")    a structured call begins
    ("args", "…")                 a part of its arguments
    ("finish", "stop")            the end, with the reason of chat completions
    ("error", "…")                an error in the stream
    ("raw", "…")                  these bytes
    1.5                           a pause, in seconds
    BREAK                         the connection ends without the end of the body

A list without ("finish", …) is a stream that ends before its end.
"""

import json

BREAK = object()
MODEL = "qwen3-32b"
USAGE = {"input_tokens": 3, "output_tokens": 5}


def pieces(text):
    """The text in pieces of seven characters, as a model's tokens come."""
    return [text[i : i + 7] for i in range(0, len(text), 7)]


def said(text):
    """The steps of a text."""
    return [("text", piece) for piece in pieces(text)]


def called(name, arguments, id="call_1"):
    """The steps of a structured call; its arguments are a text."""
    return [("call", id, name), *(("args", piece) for piece in pieces(arguments))]


def data(value):
    return f"data: {json.dumps(value)}\n\n"


class Chat:
    """The events of a chat completion, as vLLM sends them: the role first, the usage last."""

    def __init__(self):
        self.calls = -1

    def chunk(self, choices, **more):
        return data({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": choices, **more})

    def delta(self, delta, finish=None):
        return self.chunk([{"index": 0, "delta": delta, "finish_reason": finish}])

    def start(self):
        yield self.delta({"role": "assistant", "content": ""})

    def text(self, text):
        yield self.delta({"content": text})

    def call(self, id, name):
        self.calls += 1
        function = {"name": name, "arguments": ""}
        yield self.delta({"tool_calls": [{"index": self.calls, "id": id, "type": "function", "function": function}]})

    def args(self, part):
        yield self.delta({"tool_calls": [{"index": self.calls, "function": {"arguments": part}}]})

    def finish(self, reason):
        yield self.delta({}, reason)
        yield self.chunk([], usage={"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3})
        yield "data: [DONE]\n\n"

    def error(self, message):
        yield data({"error": {"message": message, "type": "server_error", "param": None, "code": 500}})


class Messages:
    """The events of a message, as Anthropic sends them: a ping behind the start of each block."""

    REASONS = {"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens"}

    def __init__(self):
        self.blocks = 0
        self.open = None

    def event(self, kind, **more):
        return f"event: {kind}\n" + data({"type": kind, **more})

    def begin(self, kind, block):
        if self.open == kind and kind != "tool_use":
            return
        yield from self.stop()
        self.open = kind
        yield self.event("content_block_start", index=self.blocks, content_block=block)
        yield self.event("ping")

    def stop(self):
        if self.open:
            yield self.event("content_block_stop", index=self.blocks)
            self.blocks += 1
        self.open = None

    def delta(self, kind, **more):
        return self.event("content_block_delta", index=self.blocks, delta={"type": kind, **more})

    def start(self):
        yield self.event("message_start", message=message([], None))

    def text(self, text):
        yield from self.begin("text", {"type": "text", "text": ""})
        yield self.delta("text_delta", text=text)

    def thinking(self, text):
        yield from self.begin("thinking", {"type": "thinking", "thinking": "", "signature": ""})
        yield self.delta("thinking_delta", thinking=text)

    def call(self, id, name):
        yield from self.begin("tool_use", {"type": "tool_use", "id": id, "name": name, "input": {}})

    def args(self, part):
        yield self.delta("input_json_delta", partial_json=part)

    def finish(self, reason):
        yield from self.stop()
        delta = {"stop_reason": self.REASONS.get(reason, reason), "stop_sequence": None}
        yield self.event("message_delta", delta=delta, usage={"output_tokens": 5})
        yield self.event("message_stop")

    def error(self, message):
        yield self.event("error", error={"type": "api_error", "message": message})


def message(content, stop_reason):
    """The body of a message."""
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": MODEL}
    return {**head, "content": content, "stop_reason": stop_reason, "stop_sequence": None, "usage": USAGE}


class Responses:
    """The events of a response."""

    def __init__(self):
        self.number = 0
        self.output = []  # items that have ended
        self.item = None  # the one that is open

    def event(self, kind, **more):
        event = {"type": "response." + kind, "sequence_number": self.number, **more}
        self.number += 1
        return f"event: {event['type']}\n" + data(event)

    def place(self):
        place = {"item_id": self.item["id"], "output_index": len(self.output)}
        return {**place, "content_index": 0} if self.item["type"] == "message" else place

    def start(self):
        yield self.event("created", response=response([], "in_progress"))
        yield self.event("in_progress", response=response([], "in_progress"))

    def begin(self, item):
        yield from self.stop()
        self.item = item
        yield self.event("output_item.added", output_index=len(self.output), item=item)

    def stop(self):
        if not self.item:
            return
        if self.item["type"] == "message":
            (done,) = self.item["content"]
            yield self.event("output_text.done", text=done["text"], logprobs=[], **self.place())
            yield self.event("content_part.done", part=done, **self.place())
        else:
            yield self.event("function_call_arguments.done", arguments=self.item["arguments"], **self.place())
        self.item["status"] = "completed"
        yield self.event("output_item.done", output_index=len(self.output), item=self.item)
        self.output.append(self.item)
        self.item = None

    def text(self, text):
        if not self.item or self.item["type"] != "message":
            yield from self.begin({"type": "message", "id": f"msg_{len(self.output)}", "role": "assistant", "status": "in_progress", "content": []})
            self.item["content"].append(part(""))
            yield self.event("content_part.added", part=part(""), **self.place())
        self.item["content"][0]["text"] += text
        yield self.event("output_text.delta", delta=text, logprobs=[], **self.place())

    def call(self, id, name):
        item = {"type": "function_call", "id": f"fc_{id}", "call_id": id, "name": name, "arguments": "", "status": "in_progress"}
        yield from self.begin(item)

    def args(self, part):
        self.item["arguments"] += part
        yield self.event("function_call_arguments.delta", delta=part, **self.place())

    def finish(self, reason):
        yield from self.stop()
        kind = "incomplete" if reason == "length" else "completed"
        why = {"incomplete_details": {"reason": "max_output_tokens"}} if kind == "incomplete" else {}
        usage = {**USAGE, "total_tokens": 8, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        yield self.event(kind, response={**response(self.output, kind), **why, "usage": usage})

    def error(self, message):
        event = {"type": "error", "sequence_number": self.number, "code": "server_error", "message": message, "param": None}
        yield "event: error\n" + data(event)


def part(text):
    return {"type": "output_text", "text": text, "annotations": []}


def response(output, status="completed"):
    """The body of a response."""
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": MODEL, "status": status, "output": output}
    return {**head, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}


def completion(message, finish="stop"):
    """The body of a chat completion."""
    choices = [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}]
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": MODEL, "choices": choices}


APIS = {"chat": Chat, "messages": Messages, "responses": Responses}


def stream(api, steps):
    """What a server sends for the steps: bytes, pauses and BREAK."""
    events = APIS[api]()
    yield from events.start()
    for step in steps:
        if isinstance(step, tuple) and step[0] == "raw":
            yield step[1]
        elif isinstance(step, tuple):
            yield from getattr(events, step[0])(*step[1:])
        else:
            yield step


def body(api, steps):
    """The body of a response for the steps, which isn't streamed."""
    text = "".join(step[1] for step in steps if step[0] == "text")
    calls = []
    for kind, *rest in steps:
        if kind == "call":
            calls.append([*rest, ""])
        elif kind == "args":
            calls[-1][2] += rest[0]
    (reason,) = [step[1] for step in steps if step[0] == "finish"]
    if api == "chat":
        tool_calls = [{"id": id, "type": "function", "function": {"name": name, "arguments": arguments}} for id, name, arguments in calls]
        return completion({"content": text, "tool_calls": tool_calls or None}, reason)
    if api == "messages":
        blocks = [{"type": "text", "text": text}] if text else []
        blocks += [{"type": "tool_use", "id": id, "name": name, "input": json.loads(arguments)} for id, name, arguments in calls]
        return message(blocks, Messages.REASONS.get(reason, reason))
    items = [{"type": "message", "id": "msg_0", "role": "assistant", "status": "completed", "content": [part(text)]}] if text else []
    items += [
        {"type": "function_call", "id": f"fc_{id}", "call_id": id, "name": name, "arguments": arguments, "status": "completed"}
        for id, name, arguments in calls
    ]
    return response(items)
