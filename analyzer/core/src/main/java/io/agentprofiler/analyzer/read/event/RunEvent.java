// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record about the run as a whole rather than about a span.
 *
 * <p><b>Threading:</b> immutable.
 */
public sealed interface RunEvent {
    /**
     * Who wrote the file. Every segment has its own.
     *
     * @param run id of the run: one traced process from start to exit
     * @param service name given to the process, or {@code null}
     * @param pid process id, or absent
     * @param host machine, or {@code null}
     * @param details the record's other fields as read: {@code jvm}, {@code agent}, {@code clock}, {@code settings}
     */
    record Header(String run, String service, long pid, String host, Map<String, Object> details) implements RunEvent {}

    /**
     * The agent's counters: what it saw, wrote and lost since its start. Counts are totals, so the last record is the one that matters.
     *
     * @param last true for the final counters of a cleanly closed segment (a {@code FOOTER})
     * @param epochNanos when, or absent
     * @param events what became of the events
     * @param numbers the record's other numbers by their field names: {@code started}, {@code ended}, {@code open},
     *     {@code abandoned}, {@code payloads_dropped}, {@code absorbed}, ...
     * @param rules what each rule did, as read; empty but for a footer
     * @param coverage what the rules covered; {@link Coverage#NONE} but for a footer
     */
    record Counters(
            boolean last,
            long epochNanos,
            EventTotals events,
            Map<String, Long> numbers,
            List<Map<String, Object>> rules,
            Coverage coverage)
            implements RunEvent {
        /** Returns the counters of this run and a later one together. */
        public Counters plus(Counters later) {
            List<Map<String, Object>> all = new ArrayList<>(rules);
            all.addAll(later.rules);
            return new Counters(
                    later.last,
                    later.epochNanos,
                    events.plus(later.events),
                    sum(numbers, later.numbers),
                    all,
                    coverage.plus(later.coverage));
        }
    }

    /**
     * What became of the events that the agent saw.
     *
     * @param emitted those offered, by event type
     * @param written those written, by event type
     * @param dropped those lost, by event type, then by reason
     * @param queued those not yet written, by event type
     */
    record EventTotals(
            Map<String, Long> emitted,
            Map<String, Long> written,
            Map<String, Map<String, Long>> dropped,
            Map<String, Long> queued) {
        /** Nothing is known of them. */
        public static final EventTotals NONE = new EventTotals(Map.of(), Map.of(), Map.of(), Map.of());

        private EventTotals plus(EventTotals later) {
            Map<String, Map<String, Long>> reasons = new LinkedHashMap<>(dropped);
            later.dropped.forEach((type, more) -> reasons.merge(type, more, RunEvent::sum));
            return new EventTotals(
                    sum(emitted, later.emitted), sum(written, later.written), reasons, sum(queued, later.queued));
        }
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        Map<String, Long> sum = new LinkedHashMap<>(one);
        other.forEach((name, count) -> sum.merge(name, count, Long::sum));
        return sum;
    }

    /**
     * A sample of the traced process or of a model server.
     *
     * @param event {@code PROCESS} or {@code BACKEND}
     * @param epochNanos when, or absent
     * @param fields the record's other fields as read
     */
    record Sample(String event, long epochNanos, Map<String, Object> fields) implements RunEvent {}

    /**
     * What the agent forecast of a workflow that went on.
     *
     * @param trace the workflow
     * @param epochNanos when the stage began that it was forecast at, or absent
     * @param fields the record's other fields as read
     */
    record Forecast(TraceId trace, long epochNanos, Map<String, Object> fields) implements RunEvent {}
}
