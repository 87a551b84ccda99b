"""The clients that the tests drive the proxy with, and what each ends with.

Each asks for a stream. An outcome has the text, the calls (id, name and input), the calls that the client's own loop
ran, the reason and the error. clients.js has the clients for Node.js.
"""

import functools
import importlib
import json
import os

import anthropic
import openai
from langchain_openai import ChatOpenAI

from recipes import OFFLINE

MODEL = "qwen3-32b"
TOOLS = {
    "get_weather": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "run_shell": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
}


def request(api, tools=TOOLS, prompt="Hi", **more):
    """A request of an API that offers tools."""
    user = [{"role": "user", "content": prompt}]
    if api == "chat":
        functions = [{"name": name, "parameters": schema} for name, schema in tools.items()]
        return {"model": MODEL, "messages": user, "tools": [{"type": "function", "function": f} for f in functions], **more}
    if api == "responses":
        return {"model": MODEL, "input": prompt, "tools": [{"type": "function", "name": n, "parameters": s} for n, s in tools.items()], **more}
    return {"model": MODEL, "max_tokens": 100, "messages": user, "tools": [{"name": n, "input_schema": s} for n, s in tools.items()], **more}


def parsed(text):
    """The input of a call, or its text if that isn't JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@functools.cache
def openai_at(base):
    return openai.OpenAI(base_url=base + "/v1", api_key="none", max_retries=0)


@functools.cache
def anthropic_at(base):
    return anthropic.Anthropic(base_url=base, api_key="none", max_retries=0)


@functools.cache
def langchain_at(base):
    return ChatOpenAI(model=MODEL, base_url=base + "/v1", api_key="none", max_retries=0)


def chat(job, out):
    with openai_at(job["base"]).chat.completions.stream(**job["body"]) as stream:
        choice = stream.get_final_completion().choices[0]
    out["text"] = choice.message.content or ""
    out["calls"] = [[c.id, c.function.name, parsed(c.function.arguments)] for c in choice.message.tool_calls or []]
    out["reason"] = choice.finish_reason


def responses(job, out):
    with openai_at(job["base"]).responses.stream(**job["body"]) as stream:
        response = stream.get_final_response()
    out["text"] = response.output_text
    out["calls"] = [[i.call_id, i.name, parsed(i.arguments)] for i in response.output if i.type == "function_call"]
    out["reason"] = response.status


def messages(job, out):
    with anthropic_at(job["base"]).messages.stream(**job["body"]) as stream:
        message = stream.get_final_message()
    out["text"] = "".join(block.text for block in message.content if block.type == "text")
    out["calls"] = [[b.id, b.name, b.input] for b in message.content if b.type == "tool_use"]
    out["reason"] = message.stop_reason


def tool_runner(job, out):
    def runs(tool):
        def run(**input):
            out["ran"].append([tool["name"], input])
            return "rain"

        return anthropic.beta_tool(run, name=tool["name"], description=tool["name"], input_schema=tool["input_schema"])

    body = {**job["body"], "tools": [runs(tool) for tool in job["body"]["tools"] if tool and tool.get("name")]}
    for stream in anthropic_at(job["base"]).beta.messages.tool_runner(**body, stream=True, max_iterations=3):
        message = stream.get_final_message()
        out["text"] = "".join(block.text for block in message.content if block.type == "text")
        out["reason"] = message.stop_reason


def langchain(job, out):
    body = dict(job["body"])
    messages = body.pop("messages")
    first, *rest = langchain_at(job["base"]).bind(**body).stream(messages)
    for chunk in rest:
        first += chunk
    out["text"] = first.content
    out["calls"] = [[c["id"], c["name"], c["args"]] for c in first.tool_calls]
    out["reason"] = first.response_metadata.get("finish_reason")
    if first.invalid_tool_calls:
        out["error"] = f"invalid calls: {first.invalid_tool_calls}"


@functools.cache
def litellm():
    os.environ.update(OFFLINE)
    module = importlib.import_module("litellm")
    module.suppress_debug_info = True
    return module


def streamed_by_litellm(provider, version):
    def ask(job, out):
        # LiteLLM takes tools in the form of chat completions for all providers.
        body = {**request("chat"), "model": provider + MODEL, "stream": True}
        chunks = list(litellm().completion(**body, base_url=job["base"] + version, api_key="none", max_retries=0))
        choice = litellm().stream_chunk_builder(chunks).choices[0]
        out["text"] = choice.message.content or ""
        out["calls"] = [[c.id, c.function.name, parsed(c.function.arguments)] for c in choice.message.tool_calls or []]
        out["reason"] = choice.finish_reason

    return ask


# The clients of each API.
PYTHON = {
    "chat": {"openai for Python": chat, "LangChain": langchain, "LiteLLM": streamed_by_litellm("openai/", "/v1")},
    "responses": {"openai for Python, Responses": responses},
    "messages": {"anthropic for Python": messages, "anthropic for Python, tool_runner": tool_runner, "LiteLLM, Messages": streamed_by_litellm("anthropic/", "")},
}
NODE = {
    "chat": ["openai for JavaScript", "openai for JavaScript, runTools", "ai with @ai-sdk/openai-compatible", "ai with @ai-sdk/openai"],
    "responses": ["openai for JavaScript, Responses", "ai with @ai-sdk/openai, Responses"],
    "messages": ["anthropic for JavaScript", "anthropic for JavaScript, toolRunner"],
}
# Those that send a request as it is given.
BARE = [("chat", "openai for Python"), ("responses", "openai for Python, Responses"), ("messages", "anthropic for Python")]
CLIENTS = [(api, name) for api in PYTHON for name in [*PYTHON[api], *NODE[api]]]
# Those that run calls themselves.
LOOPS = {name for _, name in CLIENTS if name.startswith("ai ") or name.endswith(("runTools", "toolRunner", "tool_runner"))}


def run(node, api, name, base, body=None, **more):
    """What a client ends with, if it asks the server at a base URL for a stream."""
    job = {"base": base, "body": {k: v for k, v in (body or request(api, **more)).items() if k != "stream"}}
    if name in NODE[api]:
        return node.run(client=name, **job)
    out = {"text": "", "calls": [], "ran": [], "reason": None, "error": None}
    try:
        PYTHON[api][name](job, out)
    except Exception as error:
        out["error"] = f"{type(error).__name__}: {error}"
    return out
