// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Rule;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Whether a recording runs, and the events of application threads while one does.
 *
 * <p>Initialising JFR costs a fifth of a second, so this class mentions none of it: the event classes are reached through
 * {@link ThreadEvents}, and {@code FlightControl} has loaded them all before it opens the gate.
 *
 * <p><b>Threading:</b> any thread. While no recording runs a call costs the reading of one volatile flag.
 */
public final class FlightGate implements FlightSpans {
    /** Replaced, and not changed, when a rule is first met. */
    private volatile Map<Rule, String> ruleNames = Map.of();

    private volatile boolean open;

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
        return known == null ? makeName(rule) : known;
    }

    private synchronized String makeName(Rule rule) {
        Map<Rule, String> more = new IdentityHashMap<>(ruleNames);
        String name = more.computeIfAbsent(rule, Rule::qualifiedId);
        ruleNames = more;
        return name;
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

    /**
     * The part of {@link FlightGate} that needs JFR: loaded when a recording runs, not before.
     *
     * <p><b>Threading:</b> application threads.
     */
    private static final class ThreadEvents {
        /** Stands for a time where this JVM's clock of events cannot be read. */
        private static final long SOME_TIME = 1;

        private ThreadEvents() {}

        static void begin(ThreadContext context, Span span) {
            LaneEvent event = SpareEvents.of(context).takeLane();
            event.span = span;
            event.parent = span.parent;
            event.begin();
            span.flightStart = EventTimes.known() ? EventTimes.startOf(event) : SOME_TIME;
            span.threadEvent = event;
        }

        static void leave(ThreadContext context, Span span, FlightGate gate) {
            LaneEvent event = (LaneEvent) span.threadEvent;
            span.threadEvent = null;
            SpareEvents spares = SpareEvents.of(context);
            // always, because a reused event still has its last duration
            event.end();
            spares.leftId = span.id;
            spares.leftTicks = EventTimes.known() ? EventTimes.endOf(event) : SOME_TIME;
            if (event.isEnabled() && span.state() != Span.SUPPRESSED && !isUndecided(span) && event.shouldCommit()) {
                Span parent = event.parent;
                while (parent != null && parent.state() == Span.SUPPRESSED) {
                    parent = parent.parent;
                }
                event.traceKey = span.traceLow;
                event.spanKey = span.id;
                event.parentKey = parent == null ? 0 : parent.id;
                event.kind = span.rule.kind().word();
                event.rule = gate.nameOf(span.rule);
                event.type = span.site.className();
                event.method = span.site.method();
                event.commit();
            }
            event.span = null;
            event.parent = null;
            spares.keep(event);
        }

        /** A lane shows no call of a workflow that may yet leave no trace. */
        private static boolean isUndecided(Span span) {
            return span.workflow != null && !span.workflow.chosen || span.isUntold() || span.isLeftOut();
        }

        static void end(ThreadContext context, Span span, boolean returned) {
            SpareEvents spares = SpareEvents.of(context);
            if (returned && spares.leftId == span.id) {
                // the call has just returned on this thread: one reading of the clock serves both events
                span.flightEnd = spares.leftTicks;
                return;
            }
            if (!EventTimes.known()) {
                span.flightEnd = SOME_TIME;
                return;
            }
            LaneEvent clock = spares.takeLane();
            clock.begin();
            span.flightEnd = EventTimes.startOf(clock);
            spares.keep(clock);
        }

        /**
         * What one thread keeps between its spans: events for reuse, so that showing a span costs no allocation, and when it left the
         * last span.
         *
         * <p><b>Threading:</b> an instance belongs to its thread.
         */
        private static final class SpareEvents {
            /** How many lane events are kept: as many as spans usually nest. */
            private static final int MAX_LANES = 16;

            /** Id of the span this thread left last; an id and not the span, which must not be kept alive. 0 for none. */
            long leftId;
            /** When it did, in ticks of JFR's clock. */
            long leftTicks;

            private LaneEvent lanes;
            private int laneCount;

            private SpareEvents() {}

            static SpareEvents of(ThreadContext context) {
                SpareEvents known = (SpareEvents) context.spareEvents;
                if (known == null) {
                    known = new SpareEvents();
                    context.spareEvents = known;
                }
                return known;
            }

            LaneEvent takeLane() {
                LaneEvent event = lanes;
                if (event == null) {
                    return new LaneEvent();
                }
                lanes = event.next;
                event.next = null;
                laneCount--;
                return event;
            }

            void keep(LaneEvent event) {
                if (laneCount < MAX_LANES) {
                    event.next = lanes;
                    lanes = event;
                    laneCount++;
                }
            }
        }
    }
}
