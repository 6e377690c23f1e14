// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;
import java.util.Set;

/**
 * A run of an agent: its model calls in order.
 *
 * @param id the conversation's id, or the workflow's
 * @param steps by start; empty where only means are told, and before the first call has ended
 * @param sums the sums of its steps
 * @param workflows the workflows that its calls are of
 * @param open of these, those with a call that has not ended
 */
public record Program(String id, List<Step> steps, StepSums sums, Set<TraceId> workflows, Set<TraceId> open) {
    /** Returns the last step, {@code null} where none is known. */
    public Step last() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1);
    }
}
