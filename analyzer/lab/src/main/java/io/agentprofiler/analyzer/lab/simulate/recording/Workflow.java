// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.recording;

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
}
