// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpEvent;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** When the parts of a streamed answer came, as far as a span tells. */
final class Chunks {
    private static final String SECONDS_TO_FIRST = "gen_ai.response.time_to_first_chunk";

    private Chunks() {}

    /** Returns when each chunk came, by time, where the producer records each. */
    static List<Long> each(AttributeMaps maps, OtlpSpan span) {
        List<Long> times = new ArrayList<>();
        for (OtlpEvent event : span.events()) {
            AttributeMaps.EventRule rule = maps.events.get(event.name());
            if (rule != null && "each".equals(rule.chunk()) && event.epochNanos() != Unknown.LONG) {
                times.add(event.epochNanos());
            }
        }
        times.sort(null);
        return times;
    }

    /** Returns what is known of a streamed answer, {@code null} where that is nothing. */
    static ChunkStats stats(AttributeMaps maps, OtlpSpan span, List<Long> each, Map<String, Object> values) {
        if (!each.isEmpty()) {
            long gap = each.size() < 2 ? Unknown.LONG : 0;
            for (int i = 1; i < each.size(); i++) {
                gap = Math.max(gap, each.get(i) - each.get(i - 1));
            }
            return new ChunkStats(each.size(), each.get(0), each.get(each.size() - 1), gap);
        }
        long first = first(maps, span, values);
        boolean within = first != Unknown.LONG
                && span.startNanos() != Unknown.LONG
                && first >= span.startNanos()
                && first <= span.endNanos();
        // at least one came; how many, and when the last, is not said
        return within ? new ChunkStats(1, first, Unknown.LONG, Unknown.LONG) : null;
    }

    private static long first(AttributeMaps maps, OtlpSpan span, Map<String, Object> values) {
        if (values.get(SECONDS_TO_FIRST) instanceof Number seconds && span.startNanos() != Unknown.LONG) {
            return span.startNanos() + Math.round(seconds.doubleValue() * 1e9);
        }
        for (String name : maps.firstChunkAfterMillis) {
            Number millis = Values.number(span.attributes().get(name));
            if (millis != null && span.startNanos() != Unknown.LONG) {
                return span.startNanos() + Math.round(millis.doubleValue() * 1e6);
            }
        }
        for (String name : maps.firstChunkAt) {
            if (JsonText.parsed(span.attributes().get(name)) instanceof String time) {
                try {
                    Instant at = Instant.parse(time);
                    return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
                } catch (DateTimeException | ArithmeticException e) {
                    // not a time: as if it were not there
                }
            }
        }
        for (OtlpEvent event : span.events()) {
            AttributeMaps.EventRule rule = maps.events.get(event.name());
            if (rule != null && "first".equals(rule.chunk())) {
                return event.epochNanos();
            }
        }
        return Unknown.LONG;
    }
}
