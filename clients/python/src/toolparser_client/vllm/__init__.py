"""Plugin for vLLM: its tool and reasoning parsers, on the service.

vLLM finds it by its entry point wherever this package is installed; else by
``--tool-parser-plugin toolparser_client.vllm``. It registers a tool parser
``toolparser_NAME`` for every name and alias of a built-in family, and ``toolparser`` for the family that
TOOLPARSER_CLIENT_FAMILY names, and reasoning parsers of the same names. docs/connect/vllm.md has
the rest. It needs vLLM 0.24 or newer.
"""

from toolparser_client.families import BY_NAME

PREFIX = "toolparser"


def parser_names() -> dict[str, str]:
    """The names that are registered, with their families; empty for the environment's."""
    return {PREFIX: "", **{f"{PREFIX}_{name}": family.name for name, family in BY_NAME.items()}}


def register() -> None:
    """Registers the parsers. vLLM calls it in each of its processes; nothing connects yet."""
    from vllm.reasoning import ReasoningParserManager
    from vllm.tool_parsers import ToolParserManager

    from toolparser_client.vllm._reasoning import reasoning_parser
    from toolparser_client.vllm._tools import tool_parser

    for name, family in parser_names().items():
        ToolParserManager.register_module(name, module=tool_parser(family))
        ReasoningParserManager.register_module(name, module=reasoning_parser(family))
