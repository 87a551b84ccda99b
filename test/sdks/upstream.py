"""What the tests of SDKs share: a server of the test's own, and the proxy in front of it.

The environment variable TOOLPARSER is the path of the program; without it, `toolparser` is
looked up in PATH.
"""

import contextlib
import os
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def pieces(text):
    """The text in pieces of seven characters, as a model's tokens come."""
    return [text[i : i + 7] for i in range(0, len(text), 7)]


class Handler(BaseHTTPRequestHandler):
    """Answers requests, and logs nothing."""

    def answer(self, status, parts, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        for part in parts:
            self.wfile.write(part.encode())
            self.wfile.flush()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def proxied(handler, base):
    """The address of a proxy, whose upstream is a server with the handler, below the path base."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    upstream = f"http://127.0.0.1:{server.server_port}"
    command = [os.environ.get("TOOLPARSER", "toolparser"), "proxy", "--upstream", upstream + base, "--listen", "127.0.0.1:0"]
    proxy = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        found = (re.search(r"127\.0\.0\.1:\d+", line) for line in proxy.stderr)
        address = next(f[0] for f in found if f and f[0] not in upstream)
        threading.Thread(target=proxy.stderr.read, daemon=True).start()
        yield "http://" + address
    finally:
        proxy.terminate()
        proxy.wait()
        server.shutdown()
