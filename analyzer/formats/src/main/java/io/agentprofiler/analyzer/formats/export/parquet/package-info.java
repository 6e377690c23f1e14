// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Spans, workflows and model calls as Parquet tables; {@code docs/formats/parquet.md} describes them. {@code ParquetFile} writes the file format. */
package io.agentprofiler.analyzer.formats.export.parquet;
