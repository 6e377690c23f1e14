// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

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
     * The agent's books: what it saw, wrote and lost since its start. Counts are totals, so the last one counts.
     *
     * @param last true for the final books of a cleanly closed segment (a {@code FOOTER})
     * @param epochNanos when, or absent
     * @param emitted events offered, by event type
     * @param written events written, by event type
     * @param dropped events lost, by event type, then by reason
     * @param queued events not yet written, by event type
     * @param numbers the record's other numbers by their field names: {@code started}, {@code ended}, {@code open},
     *     {@code abandoned}, {@code payloads_dropped}, {@code absorbed}, ...
     * @param rules what each rule did, as read; empty but for a footer
     */
    record Books(
            boolean last,
            long epochNanos,
            Map<String, Long> emitted,
            Map<String, Long> written,
            Map<String, Map<String, Long>> dropped,
            Map<String, Long> queued,
            Map<String, Long> numbers,
            List<Map<String, Object>> rules)
            implements RunEvent {}

    /**
     * A sample of the traced process or of a model server.
     *
     * @param event {@code PROCESS} or {@code BACKEND}
     * @param epochNanos when, or absent
     * @param fields the record's other fields as read
     */
    record Sample(String event, long epochNanos, Map<String, Object> fields) implements RunEvent {}
}
