// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.trace.NamedOriginal;
import java.util.List;

/**
 * The steps of one request, in the order they were recorded.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param number its number as the file has it, from 0, or its place where the file has none
 * @param steps the steps
 */
public record NatRequest(int number, List<NatStep> steps) implements NamedOriginal {
    @Override
    public String name() {
        return Integer.toString(number);
    }

    /** Returns the time of the earliest step, positive infinity when there is none. */
    public double firstSeconds() {
        double first = Double.POSITIVE_INFINITY;
        for (NatStep step : steps) {
            first = Math.min(first, step.time().timestamp());
        }
        return first;
    }

    /** Returns the time of the latest step, negative infinity when there is none. */
    public double lastSeconds() {
        double last = Double.NEGATIVE_INFINITY;
        for (NatStep step : steps) {
            last = Math.max(last, step.time().timestamp());
        }
        return last;
    }
}
