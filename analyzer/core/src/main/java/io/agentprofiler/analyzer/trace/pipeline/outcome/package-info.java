// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The result of a pass over the inputs: facts about each run, answers of the analyses, unreadable data, and the selected
 * workflows.
 *
 * <p><b>Threading:</b> immutable, except a sample while its run is being read.
 *
 * <p><b>Tests:</b> {@code SpanSampleTest} here, {@code PipelineTest} and {@code WhereTest} for the rest.
 */
package io.agentprofiler.analyzer.trace.pipeline.outcome;
