"""What models of vLLM's suite tests/tool_use write, as their chat templates have them write it."""

from __future__ import annotations

import json

DALLAS = {"city": "Dallas", "state": "TX", "unit": "fahrenheit"}
ORLANDO = {"city": "Orlando", "state": "FL", "unit": "fahrenheit"}
NAME = "get_current_weather"


def named(calls, key: str = "arguments"):
    return [{"name": NAME, key: arguments} for arguments in calls]


def hermes(calls) -> str:
    return "\n".join(f"<tool_call>\n{json.dumps(call)}\n</tool_call>" for call in named(calls))


def pythonic(calls) -> str:
    written = (", ".join(f"{key}={value!r}" for key, value in arguments.items()) for arguments in calls)
    return "[" + ", ".join(f"{NAME}({arguments})" for arguments in written) + "]"


def llama(calls) -> str:
    return json.dumps(named(calls, "parameters")[0])


def internlm(calls) -> str:
    return f"I check.<|action_start|><|plugin|>\n{llama(calls)}<|action_end|>\n"


WRITERS = {
    "NousResearch/Hermes-3-Llama-3.1-8B": hermes,
    "meta-llama/Meta-Llama-3.1-8B-Instruct": llama,
    "meta-llama/Llama-3.2-3B-Instruct": llama,
    "mistralai/Mistral-7B-Instruct-v0.3": lambda calls: "[TOOL_CALLS] " + json.dumps(named(calls)),
    "ibm-granite/granite-3.0-8b-instruct": lambda calls: "<|tool_call|> " + json.dumps(named(calls)),
    "ibm-granite/granite-3.1-8b-instruct": lambda calls: "<|tool_call|>" + json.dumps(named(calls)),
    "internlm/internlm2_5-7b-chat": internlm,
    "Team-ACE/ToolACE-8B": pythonic,
}


def say(model: str, messages: list[dict], constrained: bool) -> str:
    """The output. A constrained one is vLLM's own JSON for calls, which it reads without a tool parser."""
    last = messages[-1]
    if last["role"] == "tool":
        return " ".join(str(message["content"]) for message in messages if message["role"] == "tool")
    asked = str(last["content"])
    if "Dallas" not in asked:
        return "Why did the chicken cross the road? To get to the other side."
    calls = [DALLAS, ORLANDO] if "Orlando" in asked else [DALLAS]
    return json.dumps(named(calls, "parameters")) if constrained else WRITERS[model](calls)
