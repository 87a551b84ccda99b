"""Outputs of models, and what they come to."""

from __future__ import annotations

from toolparser_client.v1 import DeltaMessage, ParseToolCallsResponse

ONE_CALL = 'Let me look. {"name": "get_weather", "parameters": {"city": "Zürich"}} One moment.'

KIMI = (
    "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0"
    '<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1'
    '<|tool_call_argument_begin|>{"zone": "Europe/Zurich"}<|tool_call_end|><|tool_calls_section_end|>'
)

PROSE = "There is nothing to call here, {only} some \U0001f600 text.\n" * 3

CUT_OFF = 'I will call {"name": "get_weather", "parameters": {"city": "Zür'

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather in a city.",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    },
    {"type": "function", "function": {"name": "get_time", "parameters": {"type": "object"}}},
]


def pieces(text: str, size: int = 4) -> list[str]:
    """The text as a model's tokens might have come."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def calls(response: ParseToolCallsResponse) -> list[tuple[str, str]]:
    return [(call.function.name, call.function.arguments) for call in response.result.tool_calls]


class Added:
    """Deltas added up."""

    def __init__(self) -> None:
        self.content = ""
        self.reasoning = ""
        self.ids: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.arguments: dict[int, str] = {}

    def add(self, delta: DeltaMessage) -> None:
        self.content += delta.content
        self.reasoning += delta.reasoning
        for call in delta.tool_calls:
            if call.HasField("id"):
                assert call.index not in self.ids, "a call's id came twice"
                self.ids[call.index] = call.id
                self.names[call.index] = call.function.name
            self.arguments[call.index] = self.arguments.get(call.index, "") + call.function.arguments
        for withdrawn in delta.invalid_tool_calls:
            for known in (self.ids, self.names, self.arguments):
                del known[withdrawn.index]

    @property
    def calls(self) -> list[tuple[str, str]]:
        return [(self.names[index], self.arguments[index]) for index in sorted(self.names)]

    def check(self, response: ParseToolCallsResponse) -> None:
        """What the deltas add up to is what the result says."""
        assert self.calls == calls(response)
        assert list(self.ids.values()) == [call.id for call in response.result.tool_calls]
        assert self.content.strip() == response.result.content.strip()
