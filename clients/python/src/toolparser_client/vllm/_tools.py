"""vLLM's tool parser on the service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vllm.entrypoints.generate.base.protocol import DeltaMessage, ExtractedToolCallInformation
from vllm.tool_parsers.abstract_tool_parser import ToolParser
from vllm.tool_parsers.structural_tag_registry import SUPPORTED_STRUCTURAL_TAG_MODELS

from toolparser_client import v1
from toolparser_client._engine import Engine, Generation, engine
from toolparser_client._requests import StreamArguments
from toolparser_client.families import BY_NAME, BuiltIn
from toolparser_client.vllm._convert import delta_message, extracted, prior_tool_calls, tool_dicts

# vLLM doesn't tell its parsers why generation ended. LENGTH is what makes nothing up: a
# last call whose arguments are not whole is no call, whatever the reason was.
FINISH_REASON = "length"


class ToolparserToolParser(ToolParser):  # type: ignore[misc]  # vLLM may not be installed
    """One output's calls, by the service. A family has a subclass; see tool_parser."""

    family = ""

    # vLLM calls finish_streaming at the end of an output, and hands the pieces over alone.
    engine_based_streaming = True

    # vLLM sets it where no reasoning parser runs before this one.
    skip_reasoning_parsing = False

    def __init__(self, tokenizer: Any, tools: list[Any] | None = None) -> None:
        super().__init__(tokenizer, tools)
        engine()  # what the environment has wrong shows now, not with the first output
        self._generation: Generation | None = None

    def adjust_request(self, request: Any) -> Any:
        request = super().adjust_request(request)
        if request.tools and request.tool_choice != "none" and self._needs_special_tokens():
            request.skip_special_tokens = False
        return request

    def extract_tool_calls(self, model_output: str, request: Any) -> ExtractedToolCallInformation:
        response = None
        if self._wanted(request):
            response = engine().parse(model_output, self._arguments(engine(), request), FINISH_REASON)
        if response is None:
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        return extracted(response.result)

    def extract_tool_calls_streaming(
        self,
        previous_text: str,
        current_text: str,
        delta_text: str,
        previous_token_ids: Sequence[int],
        current_token_ids: Sequence[int],
        delta_token_ids: Sequence[int],
        request: Any,
    ) -> DeltaMessage | None:
        if not self._wanted(request):
            return DeltaMessage(content=delta_text) if delta_text else None
        if self._generation is None:
            self._generation = engine().generation(self._stream_arguments(engine(), request))
        return delta_message(self._generation.feed(delta_text)) if delta_text else None

    def finish_streaming(self) -> DeltaMessage | None:
        """What is left of the output, which has ended."""
        generation, self._generation = self._generation, None
        return None if generation is None else delta_message(generation.finish(FINISH_REASON))

    def get_remaining_unstreamed_args(self) -> str:
        return ""

    def _wanted(self, request: Any) -> bool:
        """vLLM throws calls away where the caller wants none: then they are text, and stay."""
        return getattr(request, "tool_choice", None) != "none"

    def _needs_special_tokens(self) -> bool:
        family = engine().family(self._family_name())
        # Of a family that can't be asked for, all tokens are kept: none is lost.
        return family is None or len(family.preserved_tokens) > 0

    def _family_name(self) -> str:
        return self.family or engine().environment.family

    def _stream_arguments(self, engine: Engine, request: Any) -> StreamArguments:
        arguments = self._arguments(engine, request)
        options = v1.ParseOptions()
        options.CopyFrom(arguments["options"] or options)
        options.buffer_tool_calls = engine.environment.buffer_tool_calls
        options.separate_reasoning = not self.skip_reasoning_parsing
        return {**arguments, "options": options}

    def _arguments(self, engine: Engine, request: Any) -> StreamArguments:
        return {
            "family": self._family_name(),
            # Without a family the model's id chooses it.
            "model": getattr(request, "model", None) or "",
            "tools": tool_dicts(getattr(request, "tools", None)),
            "prior_tool_calls": prior_tool_calls(request),
            "options": v1.ParseOptions(content_policy=content_policy(engine, self._family_name())),
        }


def content_policy(engine: Engine, family: str) -> v1.ContentPolicy:
    """As vLLM's own parser of the family has it, unless the environment says otherwise."""
    if engine.environment.policy is not None:
        return engine.environment.policy
    if BY_NAME.get(family, BuiltIn("")).keeps_white_space:
        return v1.ContentPolicy.CONTENT_POLICY_VERBATIM
    return v1.ContentPolicy.CONTENT_POLICY_JOINED


def tool_parser(family: str) -> type[ToolparserToolParser]:
    """The tool parser of a family; of the environment's, if it is empty."""
    tag = BY_NAME.get(family, BuiltIn("")).structural_tag
    members = {
        "__module__": __name__,
        "__doc__": f"The service's calls of family {family or 'TOOLPARSER_CLIENT_FAMILY'}.",
        "family": family,
        "structural_tag_model": tag if tag in SUPPORTED_STRUCTURAL_TAG_MODELS else None,
    }
    return type(f"Toolparser{family.title()}ToolParser", (ToolparserToolParser,), members)
