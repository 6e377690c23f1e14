// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.price;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.time.ZoneOffset;

/**
 * Prices and when they hold.
 *
 * @param from first day (UTC) they hold, or {@code null}
 * @param dailyFrom time of day from which they hold, or {@code null}
 * @param dailyUntil time of day until which they hold, may be on the next day; {@code null} where {@code dailyFrom} is
 * @param rates the prices
 */
record DatedRates(LocalDate from, OffsetTime dailyFrom, OffsetTime dailyUntil, Rates rates) {
    private static final long DAY = 86_400_000_000_000L;

    /** Answers whether they hold at a moment. */
    boolean holdAt(long epochNanos) {
        if (from != null
                && Instant.ofEpochSecond(Math.floorDiv(epochNanos, 1_000_000_000L))
                        .isBefore(from.atStartOfDay(ZoneOffset.UTC).toInstant())) {
            return false;
        }
        if (dailyFrom == null) {
            return true;
        }
        long time = Math.floorMod(epochNanos, DAY);
        long start = ofDay(dailyFrom);
        long end = ofDay(dailyUntil);
        return end < start ? time >= start || time < end : time >= start && time < end;
    }

    private static long ofDay(OffsetTime time) {
        return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime().toNanoOfDay();
    }
}
