// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts as options and files give them: the one way to write a time, a count or money. */
public final class Amounts {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?) *([a-zµ]+)");
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "min", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private Amounts() {}

    /** Returns a number of 0 or more, exactly as written; {@code null} where the text is none. */
    public static BigDecimal number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    /** Returns the nanoseconds of a time such as {@code 500ms}, {@code 1.5 s}, {@code 2min}; {@code null} where the text is none. */
    public static BigDecimal nanos(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches() || nanosPer(time.group(2)) == null) {
            return null;
        }
        return new BigDecimal(time.group(1)).multiply(BigDecimal.valueOf(nanosPer(time.group(2))));
    }

    /** Returns the nanoseconds of a unit such as {@code ms}; {@code null} where there is no such unit. */
    public static Long nanosPer(String unit) {
        return UNITS.get(unit);
    }
}
