"""Runs the clients for Node.js: a process that takes jobs, see jobs.js."""

import contextlib
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).parent
# test.sh writes this file when the packages are installed.
INSTALLED = (HERE / "node_modules" / ".installed").exists()


class Node:
    def __init__(self, process):
        self.process = process

    def run(self, **job):
        """What a client ends with."""
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the process for Node.js has ended"
        return json.loads(line)


@contextlib.contextmanager
def node():
    process = subprocess.Popen(["node", "jobs.js"], cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Node(process)
    finally:
        process.stdin.close()
        process.wait()
