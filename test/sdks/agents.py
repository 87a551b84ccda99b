"""Codex, as far as an upstream sees it: the request in agents/codex.json, and what it takes of a stream.

It is no program for Python or Node.js, so its rules are written down here: it runs a call when the item of the call is
done, and takes a stream for an error that ends without response.completed. agents.js has the other agents.
"""

import http.client
import json
import pathlib
import urllib.parse

CODEX = pathlib.Path(__file__).parent / "agents" / "codex.json"
TURNS = 3


def codex(base, out):
    asked = json.loads(CODEX.read_text(encoding="utf-8"))
    body = asked["body"]
    for _ in range(TURNS):
        calls = turn(base, asked["headers"], body, out)
        if not calls:
            return
        body["input"] += calls
        body["input"] += [{"type": call["type"] + "_output", "call_id": call["call_id"], "output": "ok"} for call in calls]


def turn(base, headers, body, out):
    """Sends a request, and returns the calls of the response."""
    calls, out["text"], out["reason"] = [], "", None
    for event in events(base, headers, body):
        if event["type"] == "response.output_text.delta":
            out["text"] += event["delta"]
        elif event["type"] == "response.output_item.done" and event["item"]["type"].endswith("_call"):
            item = event["item"]
            calls.append(item)
            out["ran"].append(ran(item))
        elif event["type"] == "response.completed":
            out["reason"] = "completed"
        elif event["type"] in ("response.failed", "error"):
            out["error"] = json.dumps(event)
    if out["error"] is None and out["reason"] is None:
        out["error"] = "stream closed before response.completed"
    return calls if out["error"] is None else []


def ran(item):
    if item["type"] == "function_call":
        return [item["name"], json.loads(item["arguments"])]
    if item["type"] == "custom_tool_call":
        return [item["name"], item["input"]]
    return [item["type"], item["action"]]


def events(base, headers, body):
    """The data of the events of a stream; those that aren't JSON are left out."""
    url = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    try:
        connection.request("POST", "/v1/responses", json.dumps(body), {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"status {answer.status}: {answer.read()}")
        for line in answer:
            if line.startswith(b"data:"):
                try:
                    yield json.loads(line[len(b"data:") :])
                except ValueError:
                    continue
    finally:
        connection.close()
