// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

/**
 * Attributes of model calls whose format tells the values of a step by itself, rather than the moments they follow from; and of agents
 * of which it tells nothing but means over their steps.
 */
public final class StepAttributes {
    /** The number of the step in its program. */
    public static final String NUMBER = "agentprofiler.step.number";
    /** How many steps an agent made, of which the others are means. */
    public static final String COUNT = "agentprofiler.step.count";
    /** From the request to the first token, in nanoseconds. */
    public static final String PREFILL = "agentprofiler.step.prefill_ns";
    /** From the first token to the last, in nanoseconds. */
    public static final String DECODE = "agentprofiler.step.decode_ns";
    /** How long the request was held back, in nanoseconds. */
    public static final String PAUSE = "agentprofiler.step.pause_ns";
    /** From the end of the step before to the request, in nanoseconds. */
    public static final String OUTSIDE = "agentprofiler.step.outside_ns";
    /** The share of the prompt that was read from a cache. */
    public static final String KV_HIT_RATE = "agentprofiler.step.kv_hit_rate";

    private StepAttributes() {}
}
