// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a pass over the inputs found: facts of each run, answers of the analyses, what could not be read, and which workflows all
 * of that is about.
 *
 * <p><b>Threading:</b> immutable, but for a sample that a run is still read into.
 *
 * <p><b>Tests:</b> {@code SpanSampleTest} here, {@code PipelineTest} and {@code WhereTest} for the rest.
 */
package io.agentprofiler.analyzer.trace.pipeline.outcome;
