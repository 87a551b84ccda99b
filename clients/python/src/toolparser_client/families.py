"""The families that the service is built with, as plugins must name them before it runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BuiltIn:
    """What a plugin can't ask the service for.

    structural_tag: the key under which xgrammar, vLLM and SGLang know how to make a
    model write calls in this family's format; None where they don't.
    keeps_white_space: vLLM's own parser of the family leaves the white space around
    calls in the content.
    """

    name: str
    structural_tag: str | None = None
    keeps_white_space: bool = False


FAMILIES = (
    BuiltIn("apertus"),
    BuiltIn("apriel"),
    BuiltIn("auto"),
    BuiltIn("beam"),
    BuiltIn("claude"),
    BuiltIn("cohere"),
    BuiltIn("deepseek"),
    BuiltIn("dots"),
    BuiltIn("ernie"),
    BuiltIn("firefunction"),
    BuiltIn("functionary"),
    BuiltIn("gemini"),
    BuiltIn("gemma"),
    BuiltIn("gigachat"),
    BuiltIn("glm"),
    BuiltIn("gpt_oss"),
    BuiltIn("granite"),
    BuiltIn("hermes", structural_tag="qwen"),
    BuiltIn("hunyuan"),
    BuiltIn("hyperclovax"),
    BuiltIn("internlm"),
    BuiltIn("iquest"),
    BuiltIn("inkling"),
    BuiltIn("jamba"),
    BuiltIn("k2_horizon"),
    BuiltIn("kimi", structural_tag="kimi", keeps_white_space=True),
    BuiltIn("ksi"),
    BuiltIn("laguna"),
    BuiltIn("llama3", structural_tag="llama"),
    BuiltIn("longcat"),
    BuiltIn("mimo"),
    BuiltIn("minicpm"),
    BuiltIn("minimax"),
    BuiltIn("mistral"),
    BuiltIn("muse"),
    BuiltIn("nemotron_deci"),
    BuiltIn("openai"),
    BuiltIn("pangu"),
    BuiltIn("passthrough"),
    BuiltIn("phi4"),
    BuiltIn("plamo"),
    BuiltIn("pythonic"),
    BuiltIn("qwen3_coder"),
    BuiltIn("sarashina"),
    BuiltIn("solar"),
    BuiltIn("solar2"),
    BuiltIn("spark"),
    BuiltIn("step3"),
    BuiltIn("step_audio"),
    BuiltIn("telechat"),
    BuiltIn("trinity"),
    BuiltIn("xlam"),
)

BY_NAME = {family.name: family for family in FAMILIES}
