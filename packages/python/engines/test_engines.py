"""parse_arrow in data engines, by the code of docs/run/data.md as it is printed."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import documented
import pyarrow as pa
import pyarrow.parquet
import pytest

from toolparser import _program

CALL = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>'
OUTPUTS = [CALL, "No call.", None, CALL[:30]] * 100
STATUS = ["calls", "none", None, "invalid"] * 100
NAMES = ["f", None, None, None] * 100

# What the engine has made, as a table with the status and the calls, and the number of the row if it has one.
RESULTS = {
    "DuckDB": """
made = connection.sql("SELECT n, parsed(response) AS p FROM 'log.parquet'").to_arrow_table().to_pylist()
made = pa.Table.from_pylist([{"n": row["n"], "status": row["p"]["status"], "calls": row["p"]["calls"]} for row in made])
""",
    "Hugging Face datasets": "made = log.with_format('arrow')[:]",
    "Ray Data": "import pyarrow.dataset\nmade = pyarrow.dataset.dataset('calls').to_table()",
    "Spark": "import pyarrow.dataset\nmade = pyarrow.dataset.dataset('calls').to_table()",
}
# The packages of PyPI.
PACKAGES = {"DuckDB": "duckdb", "Hugging Face datasets": "datasets", "Ray Data": "ray", "Spark": "pyspark"}
SHOWN = """
import json
rows = made.to_pylist()
print()
print(json.dumps([[row.get("n"), row["status"], row["calls"][0]["name"] if row["calls"] else None] for row in rows]))
"""


def java() -> int:
    """The version of Java, or 0."""
    if shutil.which("java") is None:
        return 0
    said = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
    found = re.search(r'version "(\d+)', said)
    return int(found[1]) if found else 0


def programs() -> set[int]:
    """The processes of the package's program."""
    found, path = set(), os.path.realpath(_program.path())
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "exe") == path:
                found.add(int(process.name))
        except OSError:
            continue  # it has ended
    return found


@pytest.mark.parametrize("section", RESULTS)
def test_engine(section: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(PACKAGES[section]) is None:
        pytest.skip(f"{PACKAGES[section]} isn't installed")
    if section == "Spark" and java() < 17:
        pytest.skip("Spark needs Java 17")
    pyarrow.parquet.write_table(pa.table({"n": range(len(OUTPUTS)), "response": OUTPUTS}), tmp_path / "log.parquet")
    before = programs()
    program = tmp_path / "program.py"
    program.write_text(documented.code(section) + RESULTS[section] + SHOWN)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # as in an activated environment
    done = subprocess.run(
        [sys.executable, program],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout.splitlines()[-1])
    want = [[n, *row] for n, row in enumerate(zip(STATUS, NAMES, strict=True))]
    if section == "Spark":  # its result has only the columns of parse_arrow
        want = [[None, *row[1:]] for row in want]
    assert sorted(rows, key=str) == sorted(want, key=str)
    end = time.monotonic() + 20
    while programs() - before and time.monotonic() < end:
        time.sleep(0.1)
    assert programs() - before == set(), "a program is left after the engine has ended"
