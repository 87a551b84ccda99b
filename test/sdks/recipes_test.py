"""The recipes of docs/connect/proxy.md in Python, and that the page has no recipe that isn't run."""

import json
import re

import pytest

import anthropic_test
import openai_test
from recipes import HERE, KEYS, OFFLINE, PAGE, names, recipe
from upstream import proxied

OPENAI = {"messages": openai_test.user(openai_test.TEXT), "tools": openai_test.CHAT_TOOLS}
ANTHROPIC = {"messages": openai_test.user("both"), "tools": anthropic_test.TOOLS}
OSLO = ("get_weather", {"city": "Oslo"})


@pytest.fixture
def run(monkeypatch):
    """Runs a recipe with the variables given, and returns all variables that it leaves."""
    for name, value in (KEYS | OFFLINE).items():
        monkeypatch.setenv(name, value)

    def run(name, address, given):
        left = dict(given)
        exec(compile(recipe(name, address), name, "exec"), left)
        return left

    return run


@pytest.fixture(scope="module")
def openai_proxy():
    with proxied(openai_test.Upstream, "/v1") as address:
        yield address


@pytest.fixture(scope="module")
def anthropic_proxy():
    with proxied(anthropic_test.Upstream, "/v1") as address:
        yield address


def test_every_recipe_is_run():
    assert names("python") == ["OpenAI, Python", "Anthropic, Python", "LangChain, Python", "LiteLLM, Python"]


def test_openai(run, openai_proxy):
    (call,) = run("OpenAI, Python", openai_proxy, OPENAI)["calls"]
    assert (call.function.name, json.loads(call.function.arguments)) == OSLO


def test_anthropic(run, anthropic_proxy):
    (call,) = run("Anthropic, Python", anthropic_proxy, ANTHROPIC)["calls"]
    assert (call.name, call.input) == OSLO


def test_langchain(run, openai_proxy):
    left = run("LangChain, Python", openai_proxy, OPENAI)
    (call,) = left["calls"]
    assert (call["name"], call["args"]) == OSLO


def test_streamed_langchain(run, openai_proxy):
    model = run("LangChain, Python", openai_proxy, OPENAI)["model"]
    first, *rest = model.stream(OPENAI["messages"])
    for chunk in rest:
        first += chunk
    (call,) = first.tool_calls
    assert (first.content, call["name"], call["args"]) == ("I look.", *OSLO)


def test_litellm(run, openai_proxy):
    (call,) = run("LiteLLM, Python", openai_proxy, OPENAI)["calls"]
    assert (call.function.name, json.loads(call.function.arguments)) == OSLO


def test_streamed_litellm(run, openai_proxy):
    completion = run("LiteLLM, Python", openai_proxy, OPENAI)["litellm"].completion
    base = {"model": "openai/qwen3-32b", "base_url": openai_proxy + "/v1"}
    deltas = [chunk.choices[0].delta for chunk in completion(**base, **OPENAI, stream=True) if chunk.choices]
    assert "".join(delta.content or "" for delta in deltas) == "I look."
    (call,) = [call for delta in deltas for call in delta.tool_calls or []]
    assert (call.function.name, json.loads(call.function.arguments)) == OSLO


def test_the_page_has_the_versions_that_are_tested():
    """The table of clients in docs/connect/proxy-reference.md."""
    page = (PAGE.parent / "proxy-reference.md").read_text(encoding="utf-8").split("\n## Clients\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ([^|]*\w[^|]*) \| (\d[^|]*) \|", page, re.MULTILINE)
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)", (HERE / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE))
    node = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    want = {
        "openai for Python": pinned["openai"],
        "openai for JavaScript, also with `runTools`": node["openai"],
        "anthropic for Python, also with `tool_runner`": pinned["anthropic"],
        "anthropic for JavaScript, also with `toolRunner`": node["@anthropic-ai/sdk"],
        "ai with @ai-sdk/openai-compatible": f"{node['ai']} and {node['@ai-sdk/openai-compatible']}",
        "ai with @ai-sdk/openai": f"{node['ai']} and {node['@ai-sdk/openai']}",
        "LangChain: langchain-openai": pinned["langchain-openai"],
        "LiteLLM": pinned["litellm"],
    }
    assert dict(rows) == want
