"""A tool parser for vLLM that finds nothing: the content is what the model wrote.

Without any tool parser, vLLM refuses requests that offer tools (status 400).
"""

from __future__ import annotations

from vllm.entrypoints.generate.base.protocol import DeltaMessage, ExtractedToolCallInformation
from vllm.tool_parsers import ToolParser, ToolParserManager


@ToolParserManager.register_module("verbatim")
class Verbatim(ToolParser):
    def adjust_request(self, request):
        request = super().adjust_request(request)
        request.skip_special_tokens = False  # calls of many families are written with them
        return request

    def extract_tool_calls(self, model_output, request):
        return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)

    def extract_tool_calls_streaming(self, previous_text, current_text, delta_text, *_):
        return DeltaMessage(content=delta_text) if delta_text else None
