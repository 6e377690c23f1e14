# Copyright The agent-profiler authors
# SPDX-License-Identifier: Apache-2.0
"""Asks DuckDB and Arrow about exported tables, and runs every query of a page. Prints a name and a value a line.

check.py DIRECTORY PAGE
"""
import os
import re
import sys

import duckdb
import pyarrow.parquet

directory, page = sys.argv[1:]
queries = re.findall(r"```sql\n(.*?)```", open(page, encoding="utf-8").read(), re.S)
os.chdir(directory)

QUESTIONS = {
    "spans": "select count(*) from 'spans.parquet'",
    "duration_ns": "select sum(duration_ns)::bigint from 'spans.parquet'",
    "self_ns": "select sum(self_ns)::bigint from 'spans.parquet'",
    "input_tokens": "select sum(input_tokens)::bigint from 'spans.parquet'",
    "output_tokens": "select sum(output_tokens)::bigint from 'spans.parquet'",
    "cost_usd": "select sum(cost_usd) from 'spans.parquet'",
    "reported_usd": "select sum(reported_usd) from 'spans.parquet'",
    "workflow_reported": "select sum(reported_usd) from 'workflows.parquet'",
    "reported_calls": "select sum(reported_calls)::bigint from 'workflows.parquet'",
    "unknown_input": "select count(*) from 'spans.parquet' where input_tokens is null",
    "workflow_input": "select sum(input_tokens)::bigint from 'workflows.parquet'",
    "workflow_cost": "select sum(cost_usd) from 'workflows.parquet'",
    "workflow_spans": "select sum(spans)::bigint from 'workflows.parquet'",
    "workflows": "select count(distinct trace_id) from 'workflows.parquet'",
    "model_calls": "select count(*) from 'model_calls.parquet'",
    "workflow_calls": "select sum(model_calls)::bigint from 'workflows.parquet'",
    "off": "select count(*) from 'spans.parquet' where epoch_us(start_time) <> start_epoch_ns // 1000",
    "version": "select decode(value) from parquet_kv_metadata('spans.parquet') where decode(key) = 'agent_profiler_schema'",
}
for name, question in QUESTIONS.items():
    print(name, duckdb.sql(question).fetchone()[0])

rows = 0
for query in queries:
    rows += len(duckdb.sql(query.strip().rstrip(";")).to_arrow_table())
print("queries", len(queries))
print("answers", rows)

spans = pyarrow.parquet.read_table("spans.parquet")
print("arrow_spans", spans.num_rows)
print("arrow_input", sum(value or 0 for value in spans["input_tokens"].to_pylist()))
print("arrow_nulls", spans["input_tokens"].null_count)
for column in ("name", "start_time", "duration_ns", "cost_usd"):
    print("type_" + column, spans.schema.field(column).type)
