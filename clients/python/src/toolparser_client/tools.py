"""Tools as a request wants them, from the shapes in which programs hold them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from toolparser_client.v1 import FunctionDefinition, Tool

ToolLike: TypeAlias = "Tool | Mapping[str, Any]"


def to_tools(tools: Iterable[ToolLike] | None) -> list[Tool]:
    """Converts tools to those of a request. They may have any of these shapes, also mixed:

    - a Tool of the contract;
    - the OpenAI chat API's ``{"type": "function", "function": {…}}``;
    - the OpenAI responses API's ``{"type": "function", "name": …, "parameters": {…}}``,
      or such a function without its type;
    - the Anthropic API's ``{"name": …, "input_schema": {…}}``.

    Tools that the provider runs itself, or that take free text, are left out: the model
    doesn't call them by name and arguments. None is no tools. Raises ValueError for a function
    without a name, TypeError for anything that isn't a list of tools.
    """
    if isinstance(tools, (Mapping, str, Tool)):
        raise TypeError(f"tools is one {type(tools).__name__}: want a list of tools")
    return [tool for i, each in enumerate(tools or ()) if (tool := _to_tool(i, each)) is not None]


def _to_tool(i: int, tool: ToolLike) -> Tool | None:
    if isinstance(tool, Tool):
        if not tool.function.name:
            raise ValueError(f"tools[{i}] has no name: set function.name")
        return tool
    if not isinstance(tool, Mapping):
        raise TypeError(f"tools[{i}] is {type(tool).__name__}: want a dict or a Tool")
    if not _is_function(tool):
        return None
    function = tool.get("function", tool)
    if not isinstance(function, Mapping) or not function.get("name"):
        raise ValueError(f"tools[{i}] has no name: set function.name, or name")
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
