"""Runs `canitoolcall probe` against a server without a tool parser, and through the proxy in front of it: see README.md."""

from __future__ import annotations

import argparse
import http.server
import json
import pathlib
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import version

from canitoolcall.fixtures import load_fixtures
from canitoolcall.probe import BUILTIN_SCENARIOS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "gateway" / "sdks"))

from upstream import Handler, pieces

Arguments = dict[str, object]
Call = tuple[str, Arguments]

# What a model says in each of the probe's scenarios: calls, or text.
ANSWERS: dict[str, list[Call] | str] = {
    "single-call": [("get_weather", {"city": "Paris"})],
    "parallel-calls": [("get_weather", {"city": "Paris"}), ("get_weather", {"city": "Tokyo"})],
    "no-call": "42",
    "nested-args": [
        (
            "create_event",
            {
                "title": "Design review",
                "start": "2026-10-01T15:00:00Z",
                "attendees": [{"name": "Ana", "email": "ana@example.com"}, {"name": "Bo", "email": "bo@example.com"}],
                "location": {"city": "Berlin", "room": "4.12"},
            },
        )
    ],
    "unicode-args": [("save_note", {"title": "Grüße aus Zürich", "body": "Café ☕ in 東京 — naïve résumé 🚀"})],
    "empty-args": [("get_server_time", {})],
    "forced-tool-choice": [("get_weather", {"city": "Lisbon"})],
    "tool-result-followup": "It's 18 °C in Paris, and the sky is clear.",
    "reasoning-then-call": [("record_answer", {"answer": "9.9"})],
}
THOUGHT = "9.9 is 9.90, and 90 is more than 11."


def encoded(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def plain(value: object) -> str:
    return value if isinstance(value, str) else encoded(value)


def hermes(calls: list[Call]) -> str:
    return "\n".join(f"<tool_call>\n{encoded({'name': name, 'arguments': args})}\n</tool_call>" for name, args in calls)


def qwen3_xml(calls: list[Call]) -> str:
    def parameters(args: Arguments) -> str:
        return "".join(f"<parameter={key}>\n{plain(value)}\n</parameter>\n" for key, value in args.items())

    return "\n".join(f"<tool_call>\n<function={name}>\n{parameters(args)}</function>\n</tool_call>" for name, args in calls)


def deepseek(calls: list[Call]) -> str:
    each = (f"<｜tool▁call▁begin｜>{name}<｜tool▁sep｜>{encoded(args)}<｜tool▁call▁end｜>" for name, args in calls)
    return f"<｜tool▁calls▁begin｜>{''.join(each)}<｜tool▁calls▁end｜>"


def gemma(calls: list[Call]) -> str:
    def written(value: object) -> str:
        match value:
            case str():
                return f'<|"|>{value}<|"|>'
            case list():
                return f"[{','.join(map(written, value))}]"
            case dict():
                return "{" + ",".join(f"{key}:{written(item)}" for key, item in value.items()) + "}"
        return encoded(value)

    return "".join(f"<|tool_call>call:{name}{written(args)}<tool_call|>" for name, args in calls)


def glm(calls: list[Call]) -> str:
    def pairs(args: Arguments) -> str:
        return "".join(f"<arg_key>{key}</arg_key>\n<arg_value>{plain(value)}</arg_value>\n" for key, value in args.items())

    return "\n".join(f"<tool_call>{name}\n{pairs(args)}</tool_call>" for name, args in calls)


def gpt_oss(calls: list[Call]) -> str:
    return "<|call|><|start|>assistant".join(
        f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{encoded(args)}" for name, args in calls
    )


def kimi(calls: list[Call]) -> str:
    each = (
        f"<|tool_call_begin|>functions.{name}:{number}<|tool_call_argument_begin|>{encoded(args)}<|tool_call_end|>"
        for number, (name, args) in enumerate(calls)
    )
    return f"<|tool_calls_section_begin|>{''.join(each)}<|tool_calls_section_end|>"


def llama(calls: list[Call]) -> str:
    return "; ".join(encoded({"name": name, "parameters": args}) for name, args in calls)


def mistral(calls: list[Call]) -> str:
    return "".join(f"[TOOL_CALLS]{name}[ARGS]{encoded(args)}" for name, args in calls)


# A model of each of the suite's families: how it writes calls, and a thought before them if it thinks.
MODELS: dict[str, tuple[Callable[[list[Call]], str], str]] = {
    "deepseek-ai/DeepSeek-V3.1": (deepseek, ""),
    "google/gemma-4-31B-it": (gemma, "<|channel>thought\n{}\n<channel|>"),
    "zai-org/GLM-4.5": (glm, "\n<think>{}</think>\n"),
    "openai/gpt-oss-20b": (gpt_oss, "<|channel|>analysis<|message|>{}<|end|><|start|>assistant"),
    "moonshotai/Kimi-K2-Instruct-0905": (kimi, ""),
    "meta-llama/Llama-3.3-70B-Instruct": (llama, ""),
    "mistralai/Magistral-Small-2509": (mistral, "[THINK]{}[/THINK]"),
    "Qwen/Qwen3-0.6B": (hermes, "<think>\n{}\n</think>\n\n"),
    "Qwen/Qwen3-Coder-Next": (qwen3_xml, ""),
}


def check_formats() -> None:
    """The calls are written as in the suite's own outputs of the same models, byte for byte."""
    confirmed = set()
    for fixture in load_fixtures():
        model = fixture.reference_model
        if model in MODELS and fixture.expected and fixture.expected.tool_calls:
            write, thought = MODELS[model]
            text = write([(call.name, dict(call.arguments)) for call in fixture.expected.tool_calls])
            before = thought.format((fixture.expected.reasoning_content or "").strip()) if thought else ""
            if fixture.raw_output in (text, before + text):
                confirmed.add(model)
    if missing := MODELS.keys() - confirmed:
        sys.exit(f"no output of the suite has the format of {', '.join(sorted(missing))}")


def output(request: dict) -> str:
    """What the model writes."""
    scenario = next(s for s in BUILTIN_SCENARIOS if list(s.messages) == request["messages"])
    write, thought = MODELS[request["model"]]
    answer = ANSWERS[scenario.id]
    text = answer if isinstance(answer, str) else write(answer)
    return thought.format(THOUGHT) + text if scenario.id.startswith("reasoning") else text


class Server(Handler):
    """A server without a tool parser, in the shape of vLLM: what the model writes is content."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        head = {"id": "chatcmpl-1", "created": 1, "model": request["model"]}
        if request["stream"]:
            self.answer(200, events(head, output(request)), "text/event-stream")
            return
        message = {"role": "assistant", "content": output(request), "tool_calls": []}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        self.answer(200, [json.dumps({**head, "object": "chat.completion", "choices": choices})])


def events(head: dict, text: str) -> Iterator[str]:
    deltas = [({"role": "assistant", "content": ""}, None), *(({"content": piece}, None) for piece in pieces(text)), ({}, "stop")]
    for delta, reason in deltas:
        choices = [{"index": 0, "delta": delta, "finish_reason": reason}]
        yield f"data: {json.dumps({**head, 'object': 'chat.completion.chunk', 'choices': choices})}\n\n"
    yield "data: [DONE]\n\n"


def probe(base: str, model: str) -> dict:
    """The report of the probe."""
    command = [sysconfig.get_path("scripts") + "/canitoolcall", "probe", "--base-url", base, "--model", model, "--json", "-"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    if not run.stdout:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--listen", type=int, default=8001, help="port of the server without a tool parser")
    arguments.add_argument("--proxy", default="http://127.0.0.1:8090/v1", help="base URL of the proxy in front of it")
    arguments.add_argument("--failures", action="store_true", help="print each check that fails, and why")
    options = arguments.parse_args()
    check_formats()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.listen), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    bases = (f"http://127.0.0.1:{options.listen}/v1", options.proxy)
    print(f"canitoolcall {version('canitoolcall')}")
    print("| model | checks | pass without the proxy | pass with it |\n|---|---|---|---|")
    totals = [0, 0, 0]
    for model in MODELS:
        reports = [probe(base, model) for base in bases]
        row = [len(reports[0]["outcomes"]), *(report["summary"]["pass"] for report in reports)]
        totals = [total + count for total, count in zip(totals, row, strict=True)]
        print(f"| {model} | {' | '.join(map(str, row))} |")
        for outcome in reports[1]["outcomes"] if options.failures else ():
            if outcome["status"] != "pass":
                print(f"{outcome['scenario_id']}, {outcome['check']}, stream {outcome['stream']}: {outcome['detail']}", file=sys.stderr)
    print(f"| all | {' | '.join(map(str, totals))} |")


if __name__ == "__main__":
    main()
