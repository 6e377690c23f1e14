// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import java.util.List;

/**
 * A workflow as it was recorded. Times are nanoseconds from the first arrival of a workflow on.
 *
 * @param startNanos when it began
 * @param endNanos when it had ended
 * @param requests in an order in which each comes after the one it waited for
 * @param calls its model calls
 */
public record Workflow(long startNanos, long endNanos, List<Recorded> requests, List<WorkloadCall> calls) {
    public Workflow {
        requests = List.copyOf(requests);
        calls = List.copyOf(calls);
    }

    /** Returns the time from its last request to its end. */
    public long tailNanos() {
        return Math.max(
                0,
                endNanos - requests.stream().mapToLong(Recorded::endNanos).max().orElse(startNanos));
    }

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
    record WorkloadCall(
            int program,
            int first,
            int last,
            String model,
            long leadNanos,
            long trailNanos,
            long startNanos,
            long endNanos) {}
}
