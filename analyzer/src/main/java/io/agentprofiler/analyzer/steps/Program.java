// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.steps;

import java.util.List;

/**
 * A run of an agent: its model calls in order.
 *
 * @param id the conversation's id, or the workflow's
 * @param steps by start; empty where only means are told
 * @param sums the sums of its steps
 */
public record Program(String id, List<Step> steps, StepSums sums) {
    static Program of(String id, List<Step> steps) {
        return new Program(id, steps, StepSums.of(steps));
    }

    /** Returns how many workflows its steps are of. */
    public long workflows() {
        return steps.isEmpty() ? 1 : steps.stream().map(Step::trace).distinct().count();
    }
}
