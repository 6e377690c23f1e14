// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One pass over the inputs: reads files in parallel, assembles their traces, asks the analyses, feeds the outputs.
 *
 * <p>Only {@link io.agentprofiler.analyzer.trace.pipeline.Pipeline} knows about threads. Commands call it; readers, analyses
 * and renderers do not know it. It passes traces to analyses and to each {@code TraceOutput}; {@code outcome} holds the
 * result of a pass.
 */
package io.agentprofiler.analyzer.trace.pipeline;
