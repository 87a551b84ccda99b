"""Runs sdks.test.js, with the recipes of docs/connect/proxy.md in JavaScript as modules."""

import json
import os
import pathlib
import re
import subprocess

import pytest

import anthropic_test
import openai_test
from recipes import KEYS, names, recipe
from upstream import proxied

HERE = pathlib.Path(__file__).parent
# Below node_modules, so that the recipes find the packages.
MODULES = HERE / "node_modules" / ".recipes"
INSTALLED = HERE / "node_modules" / ".installed"


def module(code):
    """A recipe that gets its variables from globalThis.given, and exports all that it leaves."""
    left = re.findall(r"^const (\w+)", code, re.MULTILINE)
    return "const { messages, tools } = globalThis.given;\n" + code + f"export {{ {', '.join(left)} }};\n"


@pytest.mark.skipif(not INSTALLED.exists(), reason="no Node.js, or its packages can't be installed")
def test_node():
    with proxied(openai_test.Upstream, "/v1") as openai_proxy, proxied(anthropic_test.Upstream, "/v1") as anthropic_proxy:
        MODULES.mkdir(exist_ok=True)
        assert names("js") == ["OpenAI, JavaScript", "Anthropic, JavaScript", "Vercel AI SDK, JavaScript"]
        for name in names("js"):
            address = anthropic_proxy if name.startswith("Anthropic") else openai_proxy
            (MODULES / f"{name.split()[0].strip(',').lower()}.mjs").write_text(module(recipe(name, address)), encoding="utf-8")
        given = {
            "text": openai_test.TEXT,
            "chatTools": openai_test.CHAT_TOOLS,
            "anthropicTools": anthropic_test.TOOLS,
            "schema": openai_test.PARAMETERS,
        }
        environment = {**os.environ, **KEYS, "GIVEN": json.dumps(given)}
        ran = subprocess.run(["node", "--test", "sdks.test.js"], cwd=HERE, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"\bpass 6$", ran.stdout, re.MULTILINE), ran.stdout
