// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Times as other programs write them. */
public final class Times {
    private static final long SECOND = 1_000_000_000;

    private Times() {}

    /** Returns an amount of a unit of nanoseconds in nanoseconds, {@link Unknown#LONG} where it is too large. */
    public static long of(BigDecimal amount, long unit) {
        BigDecimal nanos = amount.multiply(BigDecimal.valueOf(unit)).setScale(0, RoundingMode.HALF_UP);
        return nanos.signum() < 0 || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 2)) > 0
                ? Unknown.LONG
                : nanos.longValueExact();
    }

    /** Returns the time of a date, of universal time where it names no zone; {@link Unknown#LONG} where it is none. */
    public static long ofText(String text) {
        String date = text.strip().replaceFirst("\\A(\\d{4}-\\d\\d-\\d\\d) ", "$1T");
        try {
            Instant instant = date.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
                    ? OffsetDateTime.parse(date).toInstant()
                    : LocalDateTime.parse(date).toInstant(ZoneOffset.UTC);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return Unknown.LONG;
        }
    }
}
