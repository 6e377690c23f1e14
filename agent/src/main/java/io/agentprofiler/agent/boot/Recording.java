// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.FlightSpans;
import io.agentprofiler.agent.engine.JoinPoints;
import io.agentprofiler.agent.engine.RuleStates;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.ring.SpanEnd;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.agent.weave.Switches;
import io.agentprofiler.rules.model.Rule;
import java.io.File;
import java.util.List;

/**
 * Everything behind a join point, put together: engine, ring, sinks.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class Recording {
    private final Engine engine;

    private Recording(Engine engine) {
        this.engine = engine;
    }

    static Recording start(Settings settings, List<Rule> rules, Switches switches) {
        RuleStates states = new RuleStates(rules, switches::trip);
        return new Recording(new Engine(states, new LoggedEvents(), FlightSpans.OFF, settings.sample()));
    }

    JoinPoints joinPoints() {
        return engine;
    }

    /** Returns the run's directory, {@code null} when nothing is written. */
    File directory() {
        return null;
    }

    /** Called about twice a second. */
    void tick() {
        engine.sweep();
    }

    private static final class LoggedEvents implements SpanEvents {
        @Override
        public boolean start(
                Span span,
                Thread thread,
                Object self,
                Object a0,
                Object a1,
                Object a2,
                Object a3,
                Object a4,
                Object a5,
                Object a6,
                Object a7) {
            AgentLog.debug("start " + span.rule.qualifiedId() + " " + Long.toHexString(span.id) + " in "
                    + (span.parent == null ? "-" : Long.toHexString(span.parent.id)) + " " + self + " " + a0);
            return true;
        }

        @Override
        public void chunk(Span span, long nanos, int index, String type, int chars) {}

        @Override
        public void end(
                Span span,
                long nanos,
                SpanEnd.Status status,
                Thread thread,
                long cpuNanos,
                long allocatedBytes,
                Rule rule,
                Object self,
                Object a0,
                Object a1,
                Object a2,
                Object a3,
                Object a4,
                Object a5,
                Object a6,
                Object a7,
                Object result,
                Throwable thrown) {
            AgentLog.debug("end   " + Long.toHexString(span.id) + " " + status + " " + result + " " + thrown);
        }

        @Override
        public void abandoned(Span span) {}
    }
}
