#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the Parquet, Feather and Arrow files next to this script with pyarrow: python3 make_files.py. The tests treat
them as files of another program."""
import datetime
import decimal
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather, ipc

HERE = pathlib.Path(__file__).parent


def write(name, columns, **options):
    pq.write_table(pa.table(columns), HERE / name, **options)


# Every kind of column that is read, and one that is not.
write("kinds.parquet", {
    "text": pa.array(["a", None, "", "ä"]),
    "coded": pa.array(["x", "y", None, "x"]).dictionary_encode(),
    "coded_number": pa.array([7, None, 7, 8], pa.int32()).dictionary_encode(),
    "int8": pa.array([-128, 127, None, 0], pa.int8()),
    "uint16": pa.array([0, 65535, None, 1], pa.uint16()),
    "int64": pa.array([-2**63, 2**63 - 1, None, 0], pa.int64()),
    "uint64": pa.array([2**64 - 1, 0, None, 1], pa.uint64()),
    "float": pa.array([0.1, None, 12, float("nan")], pa.float32()),
    "double": pa.array([0.1, None, -1e300, 2**53], pa.float64()),
    "half": pa.array([0.5, None, 2, 3], pa.float16()),
    "large": pa.array(["a", None, "b", "c"], pa.large_string()),
    "nothing": pa.nulls(4),
    "texts": pa.array([["a", None], None, [], ["b c", "d"]]),
    "numbers": pa.array([[1, 2], [3], [], None], pa.list_(pa.int16())),
    "coded_texts": pa.array([["a"], ["b", "a"], None, []], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
    "pairs": pa.array([[1, 2], [3, 4], [5, 6], [7, 8]], pa.list_(pa.float32(), 2)),
    "nested": pa.array([[{"item": 1, "score": 0.5}], [], None, []]),
}, row_group_size=3)

# Recommendations as other programs write them: ids as categories, one list per user, ids as integers and as text.
write("rows.parquet", {
    "model": pa.array(["ours", "ours", "ours", "theirs"]).dictionary_encode(),
    "user_id": pa.array(["u1", "u1", None, "u2"]).dictionary_encode(),
    "item_id": pa.array([3, 4, 5, 6], pa.int32()),
    "score": pa.array([0.5, 0.4, 0.3, None], pa.float32()),
    "why": pa.array([[{"because": "it"}], None, [], None]),
}, compression="zstd")
write("lists.parquet", {
    "user": pa.array(["u1", "u2", None, "u3"]),
    "items": pa.array([["3", "4", None, "5"], ["6"], ["7"], None]),
})
write("scored_lists.parquet", {
    "user": pa.array(["u1", "u2"]),
    "items": pa.array([[3, 4], [5, 6]], pa.list_(pa.int64())),
    "scores": pa.array([[0.1, 0.2], [0.3]], pa.list_(pa.float64())),
})
write("nested.parquet", {
    "user": pa.array(["u1"]),
    "recommendations": pa.array([[{"item": 1, "score": 0.5}]]),
})
write("interactions.parquet", {
    "user": pa.array(["u1"]), "item": pa.array([3]), "timestamp": pa.array([1000]),
})

# Interactions in all formats and with all types of ids and times that are imported.
SECONDS = [1500000000, 1500000060, None, 1500000180]
INTERACTIONS = {
    "user_id": pa.array(["ann", "bob", "ann", "bob"]).dictionary_encode(),
    "item_id": pa.array([11, 12, 13, 11], pa.int32()),
    "rating": pa.array([4.5, None, 3, 1], pa.float32()),
    "price": pa.array([decimal.Decimal("1.50"), None, decimal.Decimal("2.25"), decimal.Decimal("10.00")]),
    "day": pa.array([datetime.date(2017, 7, 14)] * 4),
    "nested": pa.array([{"a": 1}] * 4),
    "timestamp": pa.array([None if s is None else s * 10**9 + 250 * 10**6 for s in SECONDS], pa.timestamp("ns", "Europe/Rome")),
}
write("events.parquet", INTERACTIONS, row_group_size=2)
feather.write_feather(pa.table(INTERACTIONS), HERE / "events.feather")
with ipc.new_stream(HERE / "events.arrow", pa.table(INTERACTIONS).schema) as stream:
    stream.write_table(pa.table(INTERACTIONS), max_chunksize=3)
for unit, factor in {"s": 1, "ms": 10**3, "us": 10**6}.items():
    write(f"times_{unit}.parquet", {"user": pa.array(["ann"] * 3), "item": pa.array(["a", "b", "c"]),
                                    "time": pa.array([-1 * factor, 0, 1500000000 * factor], pa.timestamp(unit))})
write("histories.parquet", {
    "user": pa.array(["ann", "bob", "eve"]),
    "items": pa.array([["a", "b", "c"], ["c", "a"], []]),
    "times": pa.array([[10, 20, 30], [40, 50], []], pa.list_(pa.int64())),
    "labels": pa.array([["x"], ["x", "y", "z"], ["x"]]),
})
write("genres.parquet", {
    "user": pa.array(["ann", "bob"]), "item": pa.array(["a", "b"]), "genres": pa.array([["Drama", "War"], ["Comedy"]]),
})
