"""parse_arrow: the same as parse, for columns."""

from __future__ import annotations

import os
import sys

import pytest

import toolparser

pa = pytest.importorskip("pyarrow")

CALL = '<tool_call>{"name": "f", "arguments": {"city": "Zürich"}}</tool_call>'
OUTPUTS = [
    f"Let me look. {CALL}",
    "No call.",
    '<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>' + CALL,
    '<tool_call>{"name": "f", "arguments": {"a"',
    "",
    "日本語 👋 " + CALL,
]


def said(output: str, **arguments):
    """What parse says of an output, as a row."""
    response = toolparser.parse(output, **arguments)
    sure = [each.confidence for each in response.diagnostics.tool_calls]
    calls = [
        {"name": call.function.name, "arguments": call.function.arguments, "confidence": confidence}
        for call, confidence in zip(response.result.tool_calls, sure, strict=True)
    ]
    reasons = [each.reason.removeprefix("INVALID_REASON_") for each in response.invalid_tool_calls]
    status = "invalid" if reasons else "calls" if calls else "none"
    return {"calls": calls, "status": status, "confidence": min(sure, default=None), "reasons": reasons}


def rows(result):
    """The rows of a result, without the ids, which are made anew."""
    made = result.to_pylist()
    for row in made:
        for call in row["calls"] or ():
            assert call.pop("id")
    return made


def test_rows_are_as_parse_says():
    result = toolparser.parse_arrow(pa.record_batch({"output": OUTPUTS}), family="hermes")
    assert isinstance(result, pa.RecordBatch)
    assert result.schema == toolparser.arrow_schema()
    result.validate(full=True)
    assert rows(result) == [said(each, family="hermes") for each in OUTPUTS]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_tables_chunks_slices_and_types(kind):
    column = pa.chunked_array([pa.array(["x", *OUTPUTS]).cast(kind).slice(1, 3), pa.array(OUTPUTS).cast(kind).slice(3)])
    table = pa.table({"n": pa.array(range(6)), "text": column})
    result = toolparser.parse_arrow(table, columns={"output": "text"}, family="hermes")
    assert isinstance(result, pa.Table)
    assert rows(result) == [said(each, family="hermes") for each in OUTPUTS]


def test_columns_of_family_model_and_tools():
    batch = pa.record_batch(
        {
            "output": ['{"name": "f", "parameters": {}}', CALL, CALL, "x"],
            "family": ["llama3", None, "", "nobody"],
            "model": [None, "Qwen/Qwen3-8B", "Qwen/Qwen3-8B", None],
            "tools": [None, '[{"name": "f"}]', '[{"type": "function", "function": {"name": "g"}}]', None],
        }
    )
    result = rows(toolparser.parse_arrow(batch, options={"reject_unknown_tools": True}))
    assert [row["status"] for row in result] == ["calls", "calls", "invalid", "error"]
    assert result[2]["reasons"] == ["UNKNOWN_TOOL"]
    assert "nobody" in result[3]["reasons"][0]


def test_nulls_and_empty_batches():
    result = rows(toolparser.parse_arrow(pa.record_batch({"output": [None, CALL, None]}), family="hermes"))
    nothing = {"calls": None, "status": None, "confidence": None, "reasons": None}
    assert result == [nothing, said(CALL, family="hermes"), nothing]
    for empty in (
        pa.record_batch({"output": pa.array([], pa.string())}),
        pa.table({"output": pa.array([], pa.null())}),
    ):
        result = toolparser.parse_arrow(empty, family="hermes")
        assert type(result) is type(empty)
        assert result.num_rows == 0
        assert result.schema == toolparser.arrow_schema()
    result = toolparser.parse_arrow(pa.record_batch({"output": pa.nulls(2)}), family="hermes")
    assert rows(result) == [nothing, nothing]


def test_many_rows_are_many_frames():
    outputs = [*OUTPUTS, "long " * 30_000 + CALL] * 700
    result = toolparser.parse_arrow(pa.table({"output": outputs[:4000]}), family="hermes")
    assert result.num_rows == 4000
    want = [said(each, family="hermes")["status"] for each in outputs[:7]] * 600
    assert result.column("status").to_pylist() == want[:4000]


def test_errors_say_what_to_do():
    with pytest.raises(ValueError, match="no column 'output': name the column"):
        toolparser.parse_arrow(pa.table({"text": ["a"]}), family="hermes")
    with pytest.raises(TypeError, match="want strings"):
        toolparser.parse_arrow(pa.table({"output": [1]}), family="hermes")
    with pytest.raises(TypeError, match="it may have output, family"):
        toolparser.parse_arrow(pa.table({"output": ["a"]}), columns={"outputs": "a"}, family="hermes")
    (row,) = rows(toolparser.parse_arrow(pa.table({"output": ["a"], "tools": ["{"]}), family="hermes"))
    assert row["status"] == "error"


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_after_a_fork():
    batch = pa.record_batch({"output": OUTPUTS})
    want = rows(toolparser.parse_arrow(batch, family="hermes"))
    child = os.fork()
    if child == 0:
        os._exit(0 if rows(toolparser.parse_arrow(batch, family="hermes")) == want else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_another_program_after_the_end_of_one():
    batch = pa.record_batch({"output": OUTPUTS})
    want = rows(toolparser.parse_arrow(batch, family="hermes"))
    toolparser._program.current()._process.kill()
    toolparser._program.current()._process.wait()
    assert rows(toolparser.parse_arrow(batch, family="hermes")) == want
