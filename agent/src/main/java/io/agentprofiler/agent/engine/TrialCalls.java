// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.List;

/**
 * Calls that nobody records, so that the classes which a span's end needs are loaded before one is ended at the end of the
 * application's stack: a class that is to be loaded there makes the JVM print failed assertions of its own
 * ({@code java.lang.instrument ASSERTION FAILED}), and may stay unusable.
 *
 * <p><b>Threading:</b> a thread of the agent, outside of any span.
 */
public final class TrialCalls {
    private static final int SLOTS = 64;

    private TrialCalls() {}

    /** Makes a call that returns, and one that overflows above another whose exit is lost. */
    public static void make() {
        RuleStates states;
        try {
            states = new RuleStates(
                    TraceSpec.parse("trial", "agentprofiler.Trial#call").rules(), (index, reason) -> {});
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
        EventRing ring = EventRing.unread(SLOTS, new PipelineCounters());
        Engine engine = new Engine(states, List.of(), null, ring, FlightSpans.OFF, 1, false);
        JoinPoint point = engine.joinPoint(0, "agentprofiler.Trial", "call", "java.lang.Object", new String[0][]);
        point.exit(enter(point), "", null);
        Object overflowed = enter(point);
        enter(point);
        point.exit(overflowed, null, new StackOverflowError());
    }

    private static Object enter(JoinPoint point) {
        return point.enter(null, null, null, null, null, null, null, null, null);
    }
}
