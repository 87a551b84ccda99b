"""Many outputs as columns of Apache Arrow. Only this module needs pyarrow."""

from __future__ import annotations

import bisect
import json
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from toolparser import _program
from toolparser._calls import take
from toolparser._exchange import lost, receive_bytes, send
from toolparser._program import frame
from toolparser._requests import ParseArguments, parse_request

if TYPE_CHECKING:
    from typing_extensions import Unpack

# What a row can have, and the column in which it is by default.
NAMES = ("output", "family", "model", "tools")
# What one frame has at most. The program parses one while the next is sent.
ROWS = 1024
BYTES = 4 << 20


def arrow_schema() -> Any:
    """The schema of what parse_arrow returns: a pyarrow.Schema."""
    pa = _pyarrow()
    call = pa.struct([(name, pa.string()) for name in ("id", "name", "arguments")] + [("confidence", pa.float64())])
    return pa.schema(
        [
            ("calls", pa.list_(call)),
            ("status", pa.string()),
            ("confidence", pa.float64()),
            ("reasons", pa.list_(pa.string())),
        ]
    )


def parse_arrow(
    batch: Any,
    *,
    columns: Mapping[str, str] | None = None,
    timeout: float | None = None,
    **arguments: Unpack[ParseArguments],
) -> Any:
    """Parses a column of outputs: that of a RecordBatch or a Table of pyarrow.

    - columns: where the output, the family, the model and the tools (as JSON) of each row are, such as
      {"output": "response"}. Default: in the columns "output", "family", "model" and "tools"; only the
      first must be there.
    - timeout (float, seconds): limit for this call. Default: none.
    - the rest: ParseArguments, for rows that don't have their own.

    Returns a RecordBatch, or a Table for a Table, with a row for each, and the columns of arrow_schema:

    - calls: the accepted calls.
    - status: "calls", "none" without calls, "invalid" if any call was rejected, or "error".
    - confidence: the lowest of the calls. Null without calls.
    - reasons: why calls were rejected, such as "INCOMPLETE", or what the error is.

    A row whose output is null has nulls.
    """
    pa = _pyarrow()
    names = _names(batch, columns)
    texts = {name: _text(pa, batch.column(column), column) for name, column in names.items()}
    shared = json.loads(parse_request("", **arguments).encoded())
    frames = list(_frames(texts, shared, batch.num_rows))
    parts = [_result(pa, answer) for answer in _asked(frames, timeout)]
    schema = arrow_schema()
    made = pa.Table.from_batches([pa.RecordBatch.from_arrays(part, schema=schema) for part in parts], schema=schema)
    made = _nulls(pa, made, batch.column(names["output"]))
    if isinstance(batch, pa.Table):
        return made
    arrays = [column.combine_chunks() for column in made.columns]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
    except ImportError:
        raise ImportError("parse_arrow needs pyarrow: pip install pyarrow") from None
    return pyarrow


def _names(batch: Any, columns: Mapping[str, str] | None) -> dict[str, str]:
    """The columns that are there, by what they have."""
    for name in columns or ():
        if name not in NAMES:
            raise TypeError(f"columns has {name!r}; it may have {', '.join(NAMES)}")
    names = {}
    for name in NAMES:
        column = (columns or {}).get(name, name)
        if column in batch.schema.names:
            names[name] = column
        elif name == "output" or name in (columns or ()):
            raise ValueError(f"there is no column {column!r}: name the column with the {name} in columns")
    return names


def _text(pa: Any, column: Any, name: str) -> Any:
    """A column as one array of large_string, without nulls."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type) or column.type == pa.null()):
        is_view = getattr(pa.types, "is_string_view", None)
        if is_view is None or not is_view(column.type):
            raise TypeError(f"the column {name!r} is {column.type}, want strings")
    return pa.compute.fill_null(column.cast(pa.large_string()), "")


def _frames(texts: Mapping[str, Any], shared: Any, rows: int) -> Iterator[bytes]:
    """The frames with all rows."""
    offsets, data = {}, {}
    for name, array in texts.items():
        _, at, text = array.buffers()
        offsets[name] = memoryview(at).cast("q")[array.offset :] if rows else memoryview(b"")
        data[name] = memoryview(text or b"").cast("B")
    start = 0
    while start < rows:
        end = min(start + ROWS, rows)
        for at in offsets.values():
            end = max(start + 1, min(end, bisect.bisect_right(at, at[start] + BYTES, start + 1, end + 1) - 1))
        buffers, about = [], []
        for name, at in offsets.items():
            part = data[name][at[start] : at[end]]
            about.append({"name": name, "bytes": len(part)})
            buffers += [at[start : end + 1].cast("B"), part]
        yield frame("c", _packed({"rows": end - start, "columns": about, "request": shared}, buffers))
        start = end


def _packed(header: Any, buffers: list[memoryview]) -> bytes:
    text = json.dumps(header).encode()
    parts: list[Any] = [len(text).to_bytes(4, "big"), text]
    for buffer in buffers:
        parts += [buffer, bytes(-len(buffer) % 8)]
    return b"".join(parts)


def _asked(frames: list[bytes], timeout: float | None) -> list[bytes]:
    """The answers of frames."""
    deadline = None if timeout is None else time.monotonic() + timeout
    try:
        return _answers(frames, deadline)
    except _program.LostError:
        # Another program is started, once: a request changes nothing, and may be repeated.
        return _answers(frames, deadline)


def _answers(frames: list[bytes], deadline: float | None) -> list[bytes]:
    if not frames:
        return []
    connection = take()
    done = False
    try:
        answers = []
        send(connection, frames[0], deadline)
        for following in frames[1:]:
            send(connection, following, deadline)
            answers.append(receive_bytes(connection, deadline))
        answers.append(receive_bytes(connection, deadline))
        done = True
        return answers
    except OSError as error:
        lost(connection, error)
    finally:
        if done:
            connection.program.give(connection)
        else:
            connection.close()


def _result(pa: Any, answer: bytes) -> list[Any]:
    """The columns of an answer. They are its own bytes."""
    begin = 4 + int.from_bytes(answer[:4], "big")
    header = json.loads(answer[4:begin])
    rows, calls, reasons = header["rows"], header["calls"], header["reasons"]
    buffers, all_of_it = [], pa.py_buffer(answer)
    for length in header["buffers"]:
        buffers.append(all_of_it.slice(begin, length))
        begin += -(-length // 8) * 8
    rest = iter(buffers)

    def offsets() -> Any:
        return pa.Array.from_buffers(pa.int32(), rows + 1, [None, next(rest)])

    def texts(n: int) -> Any:
        return pa.Array.from_buffers(pa.string(), n, [None, next(rest), next(rest)])

    def numbers(n: int) -> Any:
        return pa.Array.from_buffers(pa.float64(), n, [None, next(rest)])

    schema = arrow_schema()
    call_offsets = offsets()
    call_type = schema.field("calls").type.value_type
    fields = [texts(calls), texts(calls), texts(calls), numbers(calls)]
    struct = pa.StructArray.from_arrays(fields, fields=[call_type.field(i) for i in range(call_type.num_fields)])
    status, confidence = texts(rows), numbers(rows)
    reason_offsets = offsets()
    listed = pa.ListArray.from_arrays(reason_offsets, texts(reasons))
    return [pa.ListArray.from_arrays(call_offsets, struct), status, confidence, listed]


def _nulls(pa: Any, made: Any, outputs: Any) -> Any:
    """The result, with nulls where there is no output, and where there is no call to be sure of."""
    compute = pa.compute
    unsure = compute.equal(compute.list_value_length(made.column("calls")), 0)
    confidence = compute.if_else(unsure, pa.scalar(None, pa.float64()), made.column("confidence"))
    made = made.set_column(made.schema.get_field_index("confidence"), made.schema.field("confidence"), confidence)
    missing = compute.is_null(outputs)
    if not compute.any(missing).as_py():
        return made
    return made.take(compute.if_else(missing, pa.scalar(None, pa.int64()), _row_numbers(pa, made.num_rows)))


def _row_numbers(pa: Any, rows: int) -> Any:
    ones = pa.compute.if_else(pa.nulls(rows, pa.bool_()).is_null(), 1, 0)
    return pa.compute.subtract(pa.compute.cumulative_sum(ones), 1)
