// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as settings and options of commands give them: the one way to write them. */
public final class Durations {
    private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s{0,4}(ms|s|min|m|h|)");

    private Durations() {}

    /**
     * Reads a time such as {@code 1500ms}, {@code 1.5s}, {@code 10m} or {@code 1h}.
     *
     * @param plainUnit the unit of a bare number; {@code ""} when there must be one
     * @return milliseconds, rounded up; -1 when the text is no time
     */
    public static long millis(String text, String plainUnit) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return -1;
        }
        String unit = time.group(2).isEmpty() ? plainUnit : time.group(2);
        long factor = switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m", "min" -> 60_000;
            case "h" -> 3_600_000;
            default -> -1;
        };
        if (factor < 0) {
            return -1;
        }
        String number = time.group(1);
        return number.indexOf('.') < 0
                ? Long.parseLong(number) * factor
                : (long) Math.ceil(new BigDecimal(number)
                        .multiply(BigDecimal.valueOf(factor))
                        .doubleValue());
    }
}
