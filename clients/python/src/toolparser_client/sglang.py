"""Plugin for SGLang: its tool call parsers, on the service.

SGLang finds it by its entry point wherever this package is installed. It registers
``toolparser_NAME`` for every name and alias of a built-in family, and ``toolparser`` for the family that
TOOLPARSER_CLIENT_FAMILY names: ``--tool-call-parser toolparser_kimi``. docs/connect/sglang.md has
the rest.
"""

from __future__ import annotations

from typing import Any

from toolparser_client import v1
from toolparser_client._engine import Generation, engine
from toolparser_client._requests import StreamArguments
from toolparser_client.families import BY_NAME, BuiltIn

# SGLang doesn't tell its parsers why generation ended. LENGTH is what makes nothing up.
FINISH_REASON = "length"


def register() -> None:
    """Registers the parsers. SGLang calls it in each of its processes; nothing connects yet."""
    from sglang.srt.function_call.function_call_parser import FunctionCallParser

    FunctionCallParser.ToolCallParserEnum["toolparser"] = detector("")
    for name, family in BY_NAME.items():
        FunctionCallParser.ToolCallParserEnum[f"toolparser_{name}"] = detector(family.name)


def detector(family: str) -> type:
    """The detector of a family; of the environment's, if it is empty."""
    from sglang.srt.function_call import base_format_detector as base
    from sglang.srt.function_call.core_types import StreamingParseResult, ToolCallItem

    class ToolparserDetector(base.BaseFormatDetector):  # type: ignore[misc]  # SGLang may not be installed
        """One output's calls, by the service."""

        def __init__(self) -> None:
            super().__init__()
            engine()  # what the environment has wrong shows now, not with the first output
            self._generation: Generation | None = None

        def has_tool_call(self, text: str) -> bool:
            # Asked without the tools, which can make a call of what else is none.
            if "{" in text or text.lstrip().startswith("["):
                return True
            response = engine().parse(text, _arguments(family, None), FINISH_REASON)
            return response is not None and bool(response.result.tool_calls or response.invalid_tool_calls)

        def detect_and_parse(self, text: str, tools: Any) -> StreamingParseResult:
            response = engine().parse(text, _arguments(family, tools), FINISH_REASON)
            if response is None:
                return StreamingParseResult(normal_text=text)
            calls = [
                ToolCallItem(tool_index=index, name=call.function.name, parameters=call.function.arguments)
                for index, call in enumerate(response.result.tool_calls)
            ]
            return StreamingParseResult(normal_text=response.result.content, calls=calls)

        def parse_streaming_increment(self, new_text: str, tools: Any) -> StreamingParseResult:
            if not new_text:
                return StreamingParseResult()
            if self._generation is None:
                self._generation = engine().generation(_stream_arguments(family, tools))
            return _result(self._generation.feed(new_text))

        def finish(self, tools: Any) -> StreamingParseResult:
            generation, self._generation = self._generation, None
            return StreamingParseResult() if generation is None else _result(generation.finish(FINISH_REASON))

        def supports_structural_tag(self) -> bool:
            return self.get_structural_tag_name() is not None and base.get_model_structural_tag is not None

        def get_structural_tag_name(self) -> str | None:
            return BY_NAME.get(family, BuiltIn("")).structural_tag

        def structure_info(self) -> Any:
            raise NotImplementedError(f"family {family!r} has no structural tag of its own")

    def _result(deltas: list[v1.DeltaMessage]) -> StreamingParseResult:
        calls = [
            ToolCallItem(
                tool_index=call.index,
                name=call.function.name if call.function.HasField("name") else None,
                parameters=call.function.arguments,
            )
            for delta in deltas
            for call in delta.tool_calls
            if call.HasField("id") or call.function.HasField("arguments")
        ]
        return StreamingParseResult(normal_text="".join(delta.content for delta in deltas), calls=calls)

    ToolparserDetector.__name__ = ToolparserDetector.__qualname__ = f"Toolparser{family.title()}Detector"
    return ToolparserDetector


def _arguments(family: str, tools: Any) -> StreamArguments:
    return {
        "family": family or engine().environment.family,
        "tools": [tool.model_dump() for tool in tools or ()],
        "options": _options(engine().environment.policy),
    }


def _stream_arguments(family: str, tools: Any) -> StreamArguments:
    options = _options(engine().environment.policy)
    options.buffer_tool_calls = engine().environment.buffer_tool_calls
    return {**_arguments(family, tools), "options": options}


def _options(policy: v1.ContentPolicy | None) -> v1.ParseOptions:
    return v1.ParseOptions(content_policy=policy or v1.ContentPolicy.CONTENT_POLICY_UNSPECIFIED)
