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
    doesn't call them by name and arguments.
    """
    return [tool for tool in map(_to_tool, tools or ()) if tool is not None]


def _to_tool(tool: ToolLike) -> Tool | None:
    if isinstance(tool, Tool):
        return tool
    function = tool.get("function", tool)
    if "name" not in function or not _is_function(tool):
        return None
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
