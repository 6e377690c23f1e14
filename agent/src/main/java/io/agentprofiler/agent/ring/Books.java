// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import java.util.Map;

/**
 * Placeholder of the books: the ring's package fills this in.
 */
public final class Books {
    private Books() {}

    /**
     * The books at one moment. For each event type {@code emitted = written + sum of dropped + queued}; and {@code started
     * = ended + open + abandoned}.
     *
     * @param emitted events offered, by type ({@code SPAN_START}, {@code SPAN_CHUNK}, {@code SPAN_END})
     * @param written events the segment sink wrote, by type
     * @param dropped events lost, by type, then by reason ({@code ring_full}, {@code shed}, {@code shutdown}, {@code io},
     *     {@code sink_failed})
     * @param queued events in the ring, by type
     * @param payloadsDropped spans whose payload was given up to the byte budget; the spans themselves are written
     * @param started spans started
     * @param ended spans ended
     * @param open spans open
     * @param abandoned spans that will never end (their rule was switched off, their stream was collected)
     */
    public record Snapshot(
            Map<String, Long> emitted,
            Map<String, Long> written,
            Map<String, Map<String, Long>> dropped,
            Map<String, Long> queued,
            long payloadsDropped,
            long started,
            long ended,
            long open,
            long abandoned) {}
}
