"""Tools as a request wants them, from the shapes in which programs hold them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from toolparser_client.v1 import FunctionDefinition, Tool

ToolLike: TypeAlias = "Tool | Mapping[str, Any]"


def to_tools(tools: Iterable[ToolLike] | None) -> list[Tool]:
    """The tools of a request, from tools in any of these shapes, mixed as they come:

    - a Tool of the contract;
    - the OpenAI chat API's ``{"type": "function", "function": {…}}``;
    - the OpenAI responses API's ``{"type": "function", "name": …, "parameters": {…}}``,
      or such a function without its type;
    - the Anthropic API's ``{"name": …, "input_schema": {…}}``.

    Tools that the provider runs itself, or that take free text, are left out: the model
    doesn't call them by name and arguments. A function without a name is a ValueError.
    """
    if isinstance(tools, (Mapping, str, Tool)):
        raise TypeError(f"tools are a list of tools, not one {type(tools).__name__}")
    return [tool for i, each in enumerate(tools or ()) if (tool := _to_tool(i, each)) is not None]


def _to_tool(i: int, tool: ToolLike) -> Tool | None:
    if isinstance(tool, Tool):
        return tool
    if not isinstance(tool, Mapping):
        raise TypeError(f"tool {i}: {type(tool).__name__} is no tool")
    if not _is_function(tool):
        return None
    function = tool.get("function", tool)
    if not isinstance(function, Mapping) or not function.get("name"):
        raise ValueError(f"tool {i}: no name")
    return Tool(
        type="function",
        function=FunctionDefinition(
            name=function["name"],
            description=function.get("description") or "",
            parameters=_schema(function.get("parameters", function.get("input_schema"))),
        ),
    )


def _is_function(tool: Mapping[str, Any]) -> bool:
    if tool.get("type") in (None, "function"):
        return True
    # Anthropic's own kind of client tool; OpenAI's "custom" has no input_schema.
    return tool.get("type") == "custom" and "input_schema" in tool


def _schema(schema: Any) -> str:
    if schema is None or isinstance(schema, str):
        return schema or ""
    return json.dumps(schema, ensure_ascii=False)
