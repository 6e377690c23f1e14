// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.recording;

/**
 * A model call as its program saw it: from before its first request to after its last one. Times are nanoseconds.
 *
 * @param program index of its workflow
 * @param first index of its first request in its workflow
 * @param last index of its last one
 * @param model the model
 * @param leadNanos from its begin to its first request
 * @param trailNanos from the end of its last request to its own
 * @param startNanos when it began, from the first arrival of a workflow on
 * @param endNanos when it had ended
 */
public record WorkloadCall(
        int program,
        int first,
        int last,
        String model,
        long leadNanos,
        long trailNanos,
        long startNanos,
        long endNanos) {}
