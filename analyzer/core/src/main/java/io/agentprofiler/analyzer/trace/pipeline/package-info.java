// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One pass over the inputs: reads files in parallel, assembles their traces, asks the analyses, feeds the outputs.
 *
 * <p>{@link io.agentprofiler.analyzer.trace.pipeline.Pipeline} is the only class here that knows of threads. Commands call it;
 * readers, analyses and renderers do not know it. What it gives traces to besides analyses is a {@code TraceOutput}, what a pass found in
 * {@code outcome}.
 */
package io.agentprofiler.analyzer.trace.pipeline;
