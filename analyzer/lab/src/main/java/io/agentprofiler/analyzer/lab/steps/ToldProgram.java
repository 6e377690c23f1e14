// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Comparator;

/**
 * A program of which nothing but means is told.
 *
 * @param conversation its id, or {@code null}
 * @param order keeps programs in the order they were told
 * @param told what is told
 */
record ToldProgram(TraceId trace, String conversation, long order, AttributeSet told) {
    /** In the order they were told. */
    static final Comparator<ToldProgram> BY_ORDER =
            Comparator.comparingLong(ToldProgram::order).thenComparing(ToldProgram::trace);

    /** Returns the program of an agent, {@code null} where its steps are recorded. */
    static ToldProgram of(Trace trace, Span agent, String conversation) {
        return agent.attributes().get(StepAttributes.COUNT) == null
                ? null
                : new ToldProgram(trace.id(), conversation, agent.startNanos(), agent.attributes());
    }

    StepSums sums() {
        StepSums sums = new StepSums();
        sums.addMeans(
                told.number(StepAttributes.COUNT),
                told.number(StepAttributes.PREFILL),
                told.number(StepAttributes.DECODE),
                told.number(StepAttributes.PAUSE),
                told.number(StepAttributes.OUTSIDE),
                told.get(StepAttributes.KV_HIT_RATE) instanceof Number rate ? rate.doubleValue() : Double.NaN);
        return sums;
    }
}
