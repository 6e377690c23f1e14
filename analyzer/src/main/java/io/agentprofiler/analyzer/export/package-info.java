// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Files for other programs: CSV and JSON, described field by field in {@code docs/report-files.md}.
 *
 * <p>The same inputs always give the same bytes. Files with a row per span are written while traces are read
 * ({@link io.agentprofiler.analyzer.run.TraceOutput}), on the readers' threads; the others at the end, by the command.
 */
package io.agentprofiler.analyzer.export;
