"""The families that the service is built with, as plugins must name them before it runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BuiltIn:
    """What a plugin can't ask the service for.

    aliases: the other names of the family, which name parsers, too.
    structural_tag: the key under which xgrammar, vLLM and SGLang know how to make a
    model write calls in this family's format; None where they don't.
    keeps_white_space: vLLM's own parser of the family leaves the white space around
    calls in the content.
    """

    name: str
    aliases: tuple[str, ...] = ()
    structural_tag: str | None = None
    keeps_white_space: bool = False


FAMILIES = (
    BuiltIn("apertus", aliases=("apertus2509", "apertus1_5")),
    BuiltIn("apriel", aliases=("apriel_1_5",)),
    BuiltIn("auto"),
    BuiltIn("beam"),
    BuiltIn("claude", aliases=("anthropic",)),
    BuiltIn(
        "cohere",
        aliases=(
            "cohere_command3",
            "cohere_command4",
            "command_r",
            "command_r7b",
            "command_a",
            "cohere2_moe",
            "cohere2moe",
        ),
    ),
    BuiltIn(
        "deepseek",
        aliases=(
            "deepseek_v3",
            "deepseek_v31",
            "deepseek_v32",
            "deepseek_v4",
            "deepseek_v41",
            "deepseek_v3_1",
            "deepseek_v3_2",
            "deepseekv3",
            "deepseekv31",
            "deepseekv32",
            "deepseekv4",
            "deepseekv41",
            "deepseek31",
            "deepseek32",
            "deepseek3",
            "deepseek_r1",
            "cogito",
            "deepseek_dsml",
        ),
    ),
    BuiltIn("dots"),
    BuiltIn("ernie", aliases=("ernie45",)),
    BuiltIn("firefunction", aliases=("firefunction_v2",)),
    BuiltIn("functionary", aliases=("functionary_v3_1", "functionary_v3_2", "functionary_v3_1_llama_3_1")),
    BuiltIn("gemini"),
    BuiltIn(
        "gemma",
        aliases=(
            "gemma4",
            "gemma_4",
            "functiongemma",
            "function_gemma",
            "function_gemma4",
            "gemma3",
            "gemma4_no_thinking",
        ),
    ),
    BuiltIn("gigachat", aliases=("gigachat3", "gigachat35", "gigachat_v3")),
    BuiltIn(
        "glm",
        aliases=(
            "glm45",
            "glm47",
            "glm4_moe",
            "glm45_moe",
            "glm47_moe",
            "glm_4_5",
            "glm_4_7",
            "glm_ocr",
            "ling3",
        ),
    ),
    BuiltIn("gpt_oss", aliases=("gptoss", "openai_gptoss", "harmony", "openai_harmony", "llm_jp_harmony")),
    BuiltIn("granite", aliases=("granite4", "granite_20b_fc")),
    BuiltIn(
        "hermes",
        aliases=(
            "qwen",
            "qwen25",
            "qwen2d5",
            "qwen3",
            "qwen3_json",
            "qwen3_thinking",
            "qwen3_vl_instruct",
            "qwen3_vl_thinking",
            "hermes_2_pro",
            "nous",
            "json_tools",
            "exaone_moe",
            "kolibri1",
            "bielik",
        ),
        structural_tag="qwen",
    ),
    BuiltIn("hunyuan", aliases=("hunyuan_a13b", "hy_v3", "hy_v4", "hy3", "hy4")),
    BuiltIn("hyperclovax", aliases=("hyperclovax_seed_think", "hyperclovax_seed_think_14b")),
    BuiltIn("internlm", aliases=("internlm2", "interns1", "intern_s1")),
    BuiltIn("iquest", aliases=("iquest_q1", "iquest_coder_v2")),
    BuiltIn("inkling"),
    BuiltIn("jamba"),
    BuiltIn("k2_horizon", aliases=("k2_v3", "k2v3")),
    BuiltIn(
        "kimi",
        aliases=(
            "kimi_k2",
            "kimi_k3",
            "kimik2",
            "moonshot",
        ),
        structural_tag="kimi",
        keeps_white_space=True,
    ),
    BuiltIn("ksi"),
    BuiltIn("laguna", aliases=("poolside_v1", "poolside")),
    BuiltIn("llama3", aliases=("llama3_json", "llama4_json", "llama_3_x", "llama"), structural_tag="llama"),
    BuiltIn("longcat"),
    BuiltIn("mimo", aliases=("xiaomi_mimo",)),
    BuiltIn("minicpm", aliases=("minicpm5",)),
    BuiltIn("minimax", aliases=("minimax_m1", "minimax_m2", "minimax_m3", "minimax_m3_nom")),
    BuiltIn(
        "mistral",
        aliases=(
            "ministral",
            "ministral_3",
            "ministral3",
            "mistral_nemo",
            "mixtral",
            "magistral",
            "devstral",
        ),
    ),
    BuiltIn("muse", aliases=("muse_glimmer", "muse_spark", "musespark1x", "glimmer")),
    BuiltIn("nemotron_deci", aliases=("nemotron_json", "llama_nemotron_json", "nemotron_v2")),
    BuiltIn("openai"),
    BuiltIn("pangu", aliases=("openpangu", "openpangu_v2")),
    BuiltIn("passthrough", aliases=("content_only",)),
    BuiltIn("phi4", aliases=("phi4_mini_json", "phi4mini", "phi4_mini")),
    BuiltIn("plamo", aliases=("plamo3",)),
    BuiltIn(
        "pythonic",
        aliases=(
            "llama4_pythonic",
            "olmo3",
            "olmo3_think",
            "lfm2",
            "lfm2_thinking",
            "lfm",
            "liquid",
            "toolace",
        ),
    ),
    BuiltIn(
        "qwen3_coder",
        aliases=(
            "qwen3_xml",
            "qwen_xml",
            "qwen_coder",
            "qwen3coder",
            "qwen3_5",
            "step3p5",
            "step5",
            "nanbeige",
            "nemotron",
            "nemotron_nano",
            "nemotron_v3",
            "nemotron_3_nano",
            "seed_oss",
            "minicpmv",
            "iquest_coder",
            "berrylm",
            "interns2_preview",
            "ornith",
        ),
    ),
    BuiltIn("sarashina"),
    BuiltIn("solar", aliases=("solar_open",)),
    BuiltIn("solar2", aliases=("solar_open2", "solar_open_2")),
    BuiltIn("spark", aliases=("spark25", "spark3")),
    BuiltIn("step3"),
    BuiltIn("step_audio", aliases=("step_audio_2",)),
    BuiltIn("telechat", aliases=("telechat3", "telechat4", "xingchen4", "xing4_0")),
    BuiltIn("trinity"),
    BuiltIn("xlam"),
)

BY_NAME = {name: family for family in FAMILIES for name in (family.name, *family.aliases)}
