// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Rule;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Whether a recording runs, and the events of application threads while one does.
 *
 * <p>Initialising JFR costs a fifth of a second, so this class mentions none of it: the event classes are reached through
 * {@link ThreadEvents}, and {@link FlightControl} has loaded them all before it opens the gate.
 *
 * <p><b>Threading:</b> any thread. While no recording runs a call costs the reading of one volatile flag.
 */
public final class FlightGate implements FlightSpans {
    private final Map<Rule, String> ruleNames = new IdentityHashMap<>();
    private volatile boolean open;

    /** Creates a closed gate for spans of {@code rules}. */
    public FlightGate(Collection<Rule> rules) {
        for (Rule rule : rules) {
            ruleNames.put(rule, rule.qualifiedId());
        }
    }

    /** Opens or closes the gate. Only after the event classes were loaded may it be opened. */
    public void set(boolean recording) {
        open = recording;
    }

    /** Answers whether any recording runs. */
    public boolean isOpen() {
        return open;
    }

    /** Returns the name of a rule as events show it, made once. */
    public String nameOf(Rule rule) {
        String known = ruleNames.get(rule);
        return known == null ? rule.qualifiedId() : known;
    }

    @Override
    public void begin(ThreadContext context, Span span) {
        if (open) {
            ThreadEvents.begin(context, span);
        }
    }

    @Override
    public void leave(ThreadContext context, Span span) {
        if (span.threadEvent != null) {
            ThreadEvents.leave(context, span, this);
        }
    }

    @Override
    public void end(Span span, boolean returned) {
        if (span.flightStart != 0) {
            ThreadEvents.end(ThreadContext.get(), span, returned);
        }
    }
}
