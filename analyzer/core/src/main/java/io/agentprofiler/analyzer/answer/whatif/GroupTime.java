// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.base.stat.Saturated;

/**
 * How long the groups of calls take that a scenario is about, without the rest of their workflows.
 *
 * @param count how many groups
 * @param nanos as recorded, together
 * @param simulatedNanos in the scenario, together
 * @param certainNanos the same if only what is known to have waited for a call did
 */
public record GroupTime(long count, long nanos, long simulatedNanos, long certainNanos) {
    /** No group. */
    public static final GroupTime NONE = new GroupTime(0, 0, 0, 0);

    /** Makes the time of groups in a workflow whose spans tell what waited for what. */
    public GroupTime(long count, long nanos, long simulatedNanos) {
        this(count, nanos, simulatedNanos, simulatedNanos);
    }

    /** Returns the range of the time in the scenario; {@code null} where it is certain. */
    TimeRange range() {
        return TimeRange.between(simulatedNanos, null, certainNanos);
    }

    /** Returns the same for a workflow of which nobody knows what waited for what. */
    GroupTime withoutWaiting() {
        return new GroupTime(count, nanos, simulatedNanos, nanos);
    }

    GroupTime plus(GroupTime more) {
        return new GroupTime(
                count + more.count,
                Saturated.add(nanos, more.nanos),
                Saturated.add(simulatedNanos, more.simulatedNanos),
                Saturated.add(certainNanos, more.certainNanos));
    }
}
