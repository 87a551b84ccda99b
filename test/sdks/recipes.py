"""The recipes of docs/connect/proxy.md, which the tests run as they are on the page."""

import pathlib
import re

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "connect" / "proxy.md"
LOCAL = "http://127.0.0.1:8090"
KEYS = {"OPENAI_API_KEY": "none", "ANTHROPIC_API_KEY": "none"}
OFFLINE = {"LITELLM_LOCAL_MODEL_COST_MAP": "True"}  # else LiteLLM fetches a list of prices


def section():
    return PAGE.read_text(encoding="utf-8").split("\n## With your SDK\n")[1].split("\n## ")[0]


def names(language):
    """The headings of the recipes in a language, as their code blocks name it."""
    return re.findall(rf"\n### (.*)\n\n```{language}\n", section())


def recipe(name, address):
    """The code below a heading, with the address of the test's proxy."""
    (code,) = re.findall(rf"\n### {re.escape(name)}\n\n```\w+\n(.*?)```\n", section(), re.DOTALL)
    assert code.count(LOCAL) == 1
    return code.replace(LOCAL, address)
