// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of Parquet tables. */
package io.agentprofiler.analyzer.formats.export.parquet;
