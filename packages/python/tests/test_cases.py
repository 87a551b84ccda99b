"""All cases of the families, which say what is expected."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import toolparser
from toolparser import _program

ROOT = Path(__file__).parents[3]
# The cases know the markers of their family alone. The package knows those of all families.
ANNOUNCED = "the marker announces a call"


def cases() -> Iterator[dict[str, Any]]:
    """Reads the cases of this checkout, by the program of the package."""
    done = subprocess.run([_program.path(), "cases", "--jsonl", str(ROOT)], check=True, capture_output=True)
    yield from map(json.loads, done.stdout.splitlines())


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    options = dict(case.get("options") or {})
    given: dict[str, Any] = {"family": case["family"], "tools": case.get("tools")}
    for name in ("finish_reason", "prior_tool_calls", "reasoning_open"):
        if name in options:
            given[name] = options.pop(name)
    if "content_policy" in options:
        options["content_policy"] = "CONTENT_POLICY_" + options["content_policy"].upper()
    given["options"] = options
    return given


def found(response: toolparser.Response) -> dict[str, Any]:
    """What was found, as a case writes it."""
    result = response.result
    return {
        "calls": [(call.function.name, call.function.arguments) for call in result.tool_calls],
        "content": result.content or "",
        "reasoning": result.reasoning or "",
        "invalid": [
            each.reason.removeprefix("INVALID_REASON_")
            for each in response.invalid_tool_calls
            if not each.message.startswith(ANNOUNCED)
        ],
    }


def expected(want: dict[str, Any]) -> dict[str, Any]:
    return {
        "calls": [(call["name"], call["arguments"]) for call in want.get("calls", [])],
        "content": want.get("content", ""),
        "reasoning": want.get("reasoning", ""),
        "invalid": [
            each["reason"] for each in want.get("invalid", []) if not each.get("message", "").startswith(ANNOUNCED)
        ],
    }


def test_cases() -> None:
    read, wrong = 0, []
    requests: list[tuple[dict[str, Any], toolparser.Request]] = []
    for case in cases():
        if "limits" in (case.get("options") or {}):
            continue  # limits are the server's
        if any(isinstance(tool["function"].get("parameters"), list) for tool in case.get("tools") or ()):
            continue  # the package refuses a schema that is none
        if "output_base64" in case:
            given = arguments(case)
            reason = given.pop("finish_reason", None)
            with toolparser.stream(**given) as session:
                session.send(base64.b64decode(case["output_base64"]))
                assert session.finish(reason).diagnostics.family == case["family"]
            continue
        requests.append((case, toolparser.parse_request(case["output"], **arguments(case))))
    answers = toolparser.batch((str(i), request) for i, (_, request) in enumerate(requests))
    for (case, _), answer in zip(requests, answers, strict=True):
        read += 1
        if answer.error and "options.formats" in str(answer.error):
            continue  # the package refuses formats that the family hasn't
        if answer.response is None or found(answer.response) != expected(case["expected"]):
            wrong.append((case["family"], case["name"], answer.error or found(answer.response)))
    assert read > 5000
    assert wrong == []
