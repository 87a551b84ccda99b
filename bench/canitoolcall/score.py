"""Scores this project on the neutral suite canitoolcall, with the suite's own checks: see README.md."""

from __future__ import annotations

import argparse
import collections
import re
from collections.abc import Iterator
from importlib.metadata import version

from canitoolcall.checks import case_status, run_checks
from canitoolcall.chunking import DEFAULT_STRATEGIES, split
from canitoolcall.fixtures import Fixture, load_families, load_fixtures
from canitoolcall.results import CheckResult, Observation, ParsedToolCall, ParseResult
from toolparser_client import Client, v1

# Their chat templates end the prompt in the opener of a thought. Most of their fixtures don't
# record the prompt: what says so is that thinking is on.
OPENED = ("glm", "kimi")
OPENERS = ("<think>", "[THINK]", "<|channel>thought", "◁think▷", "<|channel|>analysis<|message|>")


class Subject:
    """The service, asked as an inference server asks it: by model, with the tools, for exact text."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.special = {family.name: tuple(family.preserved_tokens) for family in client.families()}

    def arguments(self, fixture: Fixture) -> dict[str, object]:
        return {
            "model": fixture.reference_model,
            "tools": list(fixture.tools),
            "reasoning_open": reasoning_open(fixture),
            "options": v1.ParseOptions(
                separate_reasoning=True, content_policy=v1.ContentPolicy.CONTENT_POLICY_VERBATIM
            ),
        }

    def observe(self, fixture: Fixture) -> Observation:
        reason = "length" if fixture.truncated else "stop"
        arguments = self.arguments(fixture)
        complete = self.client.parse(fixture.raw_output, finish_reason=reason, **arguments)
        streams = {}
        special = self.special[complete.diagnostics.family]
        for strategy in DEFAULT_STRATEGIES:
            if strategy.kind != "special":
                units = ["".join(group) for group in split(list(fixture.raw_output), strategy)]
            else:
                units = self.units(fixture.raw_output, special)
            streams[strategy.id] = self.streamed(units, reason, arguments)
        return Observation(nonstream=parsed(complete.result), streams=streams)

    @staticmethod
    def units(output: str, special: tuple[str, ...]) -> list[str]:
        """The output, cut around special tokens."""
        units = re.split("(" + "|".join(map(re.escape, special)) + ")", output) if special else [output]
        return [unit for unit in units if unit]

    def streamed(self, units: list[str], reason: str, arguments: dict[str, object]) -> ParseResult:
        """What a client adds up of the deltas. A call that is withdrawn is taken back."""
        deltas = []
        with self.client.stream(**arguments) as session:
            deltas.extend(session.send(unit) for unit in units)
            session.finish(reason)
            deltas.append(session.tail)
        calls: dict[int, list[str]] = {}
        for delta in deltas:
            for call in delta.tool_calls:
                known = calls.setdefault(call.index, ["", ""])
                known[0] += call.function.name
                known[1] += call.function.arguments
            for withdrawn in delta.invalid_tool_calls:
                calls.pop(withdrawn.index, None)
        return ParseResult(
            content="".join(delta.content for delta in deltas) or None,
            reasoning_content="".join(delta.reasoning for delta in deltas) or None,
            tool_calls=tuple(ParsedToolCall(name, text) for _, (name, text) in sorted(calls.items())),
        )


def reasoning_open(fixture: Fixture) -> bool:
    if fixture.generation_prompt is None:
        return fixture.family in OPENED and bool(fixture.thinking)
    return fixture.generation_prompt.rstrip().endswith(OPENERS)


def parsed(result: v1.ExtractedToolCallInformation) -> ParseResult:
    return ParseResult(
        content=result.content or None,
        reasoning_content=result.reasoning or None,
        tool_calls=tuple(ParsedToolCall(call.function.name, call.function.arguments) for call in result.tool_calls),
    )


def failures(rows: tuple[CheckResult, ...]) -> Iterator[str]:
    for row in rows:
        if row.status.value == "fail":
            yield f"{row.check} ({row.strategy}): {row.detail}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--target", default="127.0.0.1:50051", help="address of the service")
    arguments.add_argument("--failures", action="store_true", help="print each fixture that fails, and why")
    options = arguments.parse_args()
    families = load_families()
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    with Client(options.target) as client:
        subject = Subject(client)
        for fixture in load_fixtures():
            rows = tuple(run_checks(fixture, families[fixture.family], subject.observe(fixture)))
            status = case_status(rows).value
            counts[fixture.family][status] += 1
            if options.failures and status == "fail":
                print(f"{fixture.id}: {next(failures(rows))}")
    print(f"canitoolcall {version('canitoolcall')}")
    print("| fixtures | of | pass | soft pass | fail |\n|---|---|---|---|---|")
    for name, count in [*counts.items(), ("all", sum(counts.values(), collections.Counter()))]:
        print(f"| {name} | {count.total()} | {count['pass']} | {count['soft_pass']} | {count['fail']} |")


if __name__ == "__main__":
    main()
