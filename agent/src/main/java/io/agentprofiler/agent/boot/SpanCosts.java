// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.engine.SpanCost;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.rules.model.Rule;
import java.util.List;

/**
 * Has the cost of a span measured once in a run: when the code has run often enough to be compiled, else at the exit. A run of a
 * few spans is not worth the milliseconds, and its counters say nothing of it.
 *
 * <p><b>Threading:</b> any thread of the agent.
 */
final class SpanCosts {
    private static final long WARM = 5_000;
    private static final long LEAST = 100;

    private final EventPipeline pipeline;
    private final RuleStates states;
    private final List<Rule> rules;
    private final ResourceMeter meter;
    private boolean measured;

    SpanCosts(EventPipeline pipeline, RuleStates states, List<Rule> rules, ResourceMeter meter) {
        this.pipeline = pipeline;
        this.states = states;
        this.rules = rules;
        this.meter = meter;
    }

    /** Measures if there have been spans enough for a good measurement. */
    void measureWhenWarm() {
        measure(WARM);
    }

    /** The last chance. */
    void measureAtExit() {
        measure(LEAST);
    }

    private synchronized void measure(long least) {
        if (measured || pipeline.counters().started() < least) {
            return;
        }
        measured = true;
        List<RuleState.RuleReport> reports = states.reports();
        pipeline.spanCost(SpanCost.measure(meter, reports, rules));
    }
}
