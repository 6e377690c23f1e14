// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls from one process into another that begin before the span that made them, or end after it. Where clocks agree the first cannot
 * be; the second can, where nobody waited for the answer, or the service had something left to do after it. A clock that is ahead shifts
 * all calls, so fewer than half of them are no sign of one.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ClockDifferences {
    /** What clocks of one machine may differ by: two processes read it in milliseconds when they start. */
    private static final long LEAST_NANOS = 2_000_000;

    /** By the services that call and are called. */
    private final Map<String, ServicePair> calls = new TreeMap<>();

    /** Takes the calls of a workflow. */
    void add(Trace trace) {
        for (Span span : trace.spans()) {
            String service = SpanLabel.otherService(span);
            if (service != null && span.hasMoment() && span.parent().hasMoment()) {
                String caller = span.parent().attributes().text(SpanLabel.SERVICE);
                calls.computeIfAbsent(service + ", called by " + caller, any -> new ServicePair())
                        .add(span, span.parent());
            }
        }
    }

    /** Returns a line for each pair of services whose clocks seem to differ. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        calls.forEach((services, all) -> {
            if (all.early > 0 || all.isLate()) {
                notes.add(services + ": " + all.words());
            }
        });
        return notes;
    }

    /** The calls of one service by another. */
    private static final class ServicePair {
        private long count;
        private long early;
        private long late;
        private long mostEarly;
        private long mostLate;

        void add(Span called, Span caller) {
            count++;
            long before = caller.startNanos() - called.startNanos();
            if (before >= LEAST_NANOS) {
                early++;
                mostEarly = Math.max(mostEarly, before);
            }
            long after = called.endNanos() - caller.endNanos();
            if (called.isMeasured() && caller.isMeasured() && after >= LEAST_NANOS) {
                late++;
                mostLate = Math.max(mostLate, after);
            }
        }

        boolean isLate() {
            return 2 * late > count;
        }

        String words() {
            List<String> parts = new ArrayList<>();
            if (early > 0) {
                parts.add(part(early, "begin before the span that made them", mostEarly) + ": its clock is behind");
            }
            if (isLate()) {
                parts.add(part(late, "end after it", mostLate)
                        + (early > 0 ? "" : ": its clock is ahead, or nobody waited"));
            }
            return String.join("; ", parts)
                    + ". Lengths are right; places are not, nor is self time or the critical path around these calls";
        }

        private String part(long some, String what, long most) {
            return String.format(Locale.ROOT, "%,d of %,d calls %s, by up to %,.1f ms", some, count, what, most / 1e6);
        }
    }
}
