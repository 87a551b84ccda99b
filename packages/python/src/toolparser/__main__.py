"""The command line: the program itself, with the same arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from toolparser import _program


def main() -> NoReturn:
    """Runs the program in the place of this process."""
    program = _program.path()
    try:
        if sys.platform == "win32":  # exec there starts a process and ends this one
            sys.exit(_run(program))
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"toolparser: {_program.cannot_start(program, error)}")


def _run(program: str) -> int:
    process = subprocess.Popen([program, *sys.argv[1:]])
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the program has it, too


if __name__ == "__main__":
    main()
