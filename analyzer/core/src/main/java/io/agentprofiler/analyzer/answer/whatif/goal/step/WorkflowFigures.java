// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

/**
 * The figures of one workflow, as recorded or as changed; each is {@link Double#NaN} where it is not known.
 *
 * @param nanos its run time
 * @param firstChunkNanos from its start until the final answer begins to be seen: the first chunk of the last model call to begin, or
 *     the end of that call where its answer was not streamed
 * @param usd what its calls cost by the price list, in US dollars
 * @param tokens input and output tokens of its calls
 */
public record WorkflowFigures(double nanos, double firstChunkNanos, double usd, double tokens) {}
