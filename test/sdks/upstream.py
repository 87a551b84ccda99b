"""What the tests of SDKs share: servers of the test's own, and the proxy in front of them.

The environment variable TOOLPARSER is the path of the program; without it, `toolparser` is
looked up in PATH.
"""

import contextlib
import json
import os
import re
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from streams import BREAK, body, stream

EVENTS = "text/event-stream"


class Handler(BaseHTTPRequestHandler):
    """Answers requests, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def answer(self, status, parts, kind="application/json"):
        """Sends a body of parts, in chunks, with the pauses and the BREAK that are among them."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in parts:
            if part is BREAK:
                self.close_connection = True
                return
            if isinstance(part, float):
                time.sleep(part)
                continue
            text = part.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def read(self):
        """The body of the request."""
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def log_message(self, *_):
        pass


def api_of(path):
    """The API of a request with a path."""
    path = path.split("?")[0]
    return next((api for end, api in [("/chat/completions", "chat"), ("/responses", "responses"), ("/messages", "messages")] if path.endswith(end)), None)


def has_result(request):
    """Whether the request returns the result of a call."""
    items = request.get("messages") or request["input"]
    last = items[-1] if isinstance(items, list) else {}
    content = last.get("content")
    part = content[-1] if content and isinstance(content, list) else {}
    return last.get("role") == "tool" or "tool_result" == part.get("type") or str(last.get("type")).endswith("_output")


class Player:
    """Servers that play a script, and what they were asked since it was given.

    A script is a list of steps, see streams. A request with the result of a call is answered with a text.
    """

    REST = [("text", "Done."), ("finish", "stop")]

    def __init__(self):
        self.play([])

    def play(self, script, counted=7):
        self.script, self.counted, self.requests = script, counted, []
        return self

    @property
    def handler(player):
        class Playing(Handler):
            def do_POST(self):
                request = self.read()
                player.requests.append((self.path, dict(self.headers), request))
                api = api_of(self.path)
                if api is None:  # such as count_tokens
                    return self.answer(200, [json.dumps({"input_tokens": player.counted})])
                steps = player.REST if has_result(request) else player.script
                if request.get("stream"):
                    return self.answer(200, stream(api, steps), EVENTS)
                self.answer(200, [json.dumps(body(api, steps))])

        return Playing


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that left is no error."""


@contextlib.contextmanager
def served(handler):
    """The address of a server with the handler."""
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@contextlib.contextmanager
def proxied(handler, base="", *flags):
    """The address of a proxy with the flags, whose upstream is a server with the handler, below the path base."""
    with served(handler) as upstream, proxy(upstream + base, *flags) as (address, _):
        yield address


@contextlib.contextmanager
def proxy(upstream, *flags):
    """The address of a proxy with the flags in front of an upstream, and the lines of its log, which grow."""
    command = [os.environ.get("TOOLPARSER", "toolparser"), "proxy", "--upstream", upstream, "--listen", "127.0.0.1:0", *flags]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    lines = []
    try:
        found = (re.search(r"127\.0\.0\.1:\d+", line) for line in process.stderr)
        address = next(f[0] for f in found if f and f[0] not in upstream)
        threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True).start()
        yield "http://" + address, lines
    finally:
        process.terminate()
        process.wait()
