"""The programs of the documentation do what it says."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from conftest import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
CALL = 'Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
ANSWER = "It has 21 degrees."


def programs(page: str, target: str) -> list[str]:
    """The Python programs of a page, each of which imports what it uses."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    return [block.replace("127.0.0.1:50051", target) for block in blocks if "import" in block]


def model(outputs: list[str]) -> Callable[[Any], str]:
    return lambda _: outputs.pop(0)


def test_readme_agent(server: Server) -> None:
    (program,) = programs("README.md", server.target)
    names: dict[str, Any] = {}
    exec(program, names)
    tools = [{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}]
    functions = {"get_weather": lambda city: {"city": city, "degrees": 21}}
    messages = [{"role": "user", "content": "What is the weather in Oslo?"}]
    broken = CALL.replace('{"city": "Oslo"}', '"Oslo"')
    rejected = CALL.replace('"Oslo"', "yes")
    assert names["run"](messages, tools, functions, model([broken, rejected, CALL, ANSWER])) == ANSWER
    assert messages[2] == {"role": "tool", "content": '{"error": ["got string, want object"]}'}
    assert messages[4]["role"] == "tool"
    assert json.loads(messages[4]["content"])["name"] == "get_weather"
    assert "not a JSON value" in json.loads(messages[4]["content"])["error"]
    assert messages[6] == {"role": "tool", "content": '{"city": "Oslo", "degrees": 21}'}


def test_agent_loop(server: Server) -> None:
    """Calls that are broken or break the schema go back to the model, a good one is run, a quoted one is neither."""
    quoted = "Use `<tool_call>{}</tool_call>` for that. " + ANSWER
    outputs = [
        CALL.replace('"Oslo"', "yes"),
        CALL.replace('{"city": "Oslo"}', '"Oslo"'),
        CALL.replace('"Oslo"', '"Oslo", "unit": "C"'),
        CALL,
        quoted,
    ]
    prompts: list[str] = []

    class Completions(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            prompts.append(body["prompt"])
            answer = json.dumps({"choices": [{"text": outputs.pop(0), "finish_reason": "stop"}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    completions = HTTPServer(("127.0.0.1", 0), Completions)
    threading.Thread(target=completions.serve_forever, daemon=True).start()
    (program,) = programs("docs/use/agent-loop.md", server.target)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program.replace("127.0.0.1:8000", f"127.0.0.1:{completions.server_port}"), {})
    completions.shutdown()
    completions.server_close()
    assert printed.getvalue() == quoted + "\n"
    assert '"error": "not a JSON value, at byte ' in prompts[1]
    assert '"error": ["got string, want object"]' in prompts[2]
    assert "additional properties 'unit' not allowed" in prompts[3]
    assert '"degrees": 21' not in prompts[3]
    assert '"degrees": 21' in prompts[4]
