"""The streams of gateway/proxy/testdata/scripts, played to the SDKs: none is worse off with the proxy than without it.

test.sh writes the runs of the scripts to the file that the environment variable RUNS names.
"""

import json
import os
import pathlib
import re
import socket
import struct

import pytest

from clients import CLIENTS, NODE, run
from upstream import Handler, proxy, served

# [DONE] is the upstream's end, so the proxy adds the reason that is missing there.
DONE = re.compile(r"^data: \[DONE\]$", re.MULTILINE)
RUNS = pathlib.Path(os.environ.get("RUNS", "no file"))


class Scripted(Handler):
    """Sends the bytes of the run that is played, and ends as it does."""

    run = None

    def do_POST(self):
        self.read()
        run = type(self).run
        self.close_connection = run["end"] != "clean"
        chunked = run["end"] != "close"
        # Where the connection is to be closed, clients for Node.js take each end for one.
        head = "HTTP/1.1 200 OK\r\n" + run["header"] + ("Transfer-Encoding: chunked" if chunked else "Connection: close") + "\r\n\r\n"
        self.wfile.write(head.encode())
        body = run["body"].encode()
        if body:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(body), body) if chunked else body)
        if run["end"] == "clean":
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        if run["end"] == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()


def runs():
    if not RUNS.exists():
        return []
    with RUNS.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def addresses():
    with served(Scripted) as alone, proxy(alone) as (through, _):
        yield alone, through


@pytest.mark.skipif(not RUNS.exists(), reason="RUNS names no file")
@pytest.mark.parametrize("api, name", CLIENTS)
def test_no_script_is_worse_with_the_proxy(node, addresses, api, name):
    if name in NODE[api] and not node:
        pytest.skip("no Node.js, or its packages can't be installed")
    wrong, fine = [], 0
    for script in runs():
        if script["api"] != api or not script["live"] or script["end"] == "reset":  # a reset may take bytes along
            continue
        Scripted.run = script
        alone, through = (run(node, api, name, base, script["request"]) for base in addresses)
        fine += alone["error"] is None
        if bad := worse(script, name, alone, through):
            wrong.append(f"{script['name']}: {bad}\n  without the proxy: {alone}\n  with it: {through}")
    assert fine, "the client takes no script"
    assert not wrong, "\n".join(wrong)


def worse(script, name, alone, through):
    """What a client can do without the proxy, and can't with it."""
    if through["error"] and not alone["error"]:
        return "the client fails"
    if not alone["error"] and alone["reason"] is None and through["reason"] is not None and not DONE.search(script["body"]):
        return "the client gets an end"
    return None
