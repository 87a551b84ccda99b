"""parse_arrow in data engines, as docs/run/data.md has it."""

from __future__ import annotations

import pytest

import toolparser

pa = pytest.importorskip("pyarrow")

CALL = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>'
OUTPUTS = [CALL, "No call.", None, CALL[:30]] * 100
STATUS = ["calls", "none", None, "invalid"] * 100


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")

    def parsed(output):
        return toolparser.parse_arrow(pa.table({"output": output}), family="hermes").to_struct_array()

    connection = duckdb.connect()
    calls = "STRUCT(id VARCHAR, name VARCHAR, arguments VARCHAR, confidence DOUBLE)[]"
    result = f"STRUCT(calls {calls}, status VARCHAR, confidence DOUBLE, reasons VARCHAR[])"
    connection.create_function("parsed", parsed, ["VARCHAR"], result, type="arrow", null_handling="special")
    connection.register("log", pa.table({"n": range(len(OUTPUTS)), "output": OUTPUTS}))
    rows = connection.sql("SELECT parsed(output).status, parsed(output).calls[1].name FROM log ORDER BY n").fetchall()
    assert [row[0] for row in rows] == STATUS
    assert [row[1] for row in rows] == ["f", None, None, None] * 100


def test_datasets():
    datasets = pytest.importorskip("datasets")
    log = datasets.Dataset.from_dict({"output": OUTPUTS}).with_format("arrow")
    parsed = log.map(lambda table: toolparser.parse_arrow(table, family="hermes"), batched=True).with_format(None)
    assert parsed["status"][:] == STATUS
    assert parsed[0]["calls"][0]["name"] == "f"
