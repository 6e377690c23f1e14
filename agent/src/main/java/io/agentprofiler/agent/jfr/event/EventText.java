// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import java.util.Collection;
import java.util.HexFormat;

/**
 * Attribute values as an event's fields take them.
 *
 * <p><b>Threading:</b> stateless; consumer thread.
 */
public final class EventText {
    /** Longest text in an event, in bytes of UTF-8: a recording is no place for payload. */
    static final int MAX_BYTES = 1024;

    /**
     * What a number field holds when the number is not known. The JDK's tools show it as N/A, and no sum of Mission Control takes it for
     * a number, as it does with every whole number; so fields that may be unknown are no ints.
     */
    public static final double UNKNOWN = Double.NaN;

    /** What a time span holds when it is not known; JFR's own tools print it as N/A. */
    public static final long UNKNOWN_TIME = Long.MIN_VALUE;

    private static final HexFormat HEX = HexFormat.of();

    private EventText() {}

    /** Returns {@code value} as text of at most {@link #MAX_BYTES} bytes, a list joined by commas; null where there is none. */
    public static String of(Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Collection<?> many) {
            StringBuilder joined = new StringBuilder();
            for (Object one : many) {
                if (joined.length() > 0) {
                    joined.append(',');
                }
                joined.append(one);
            }
            return cut(joined.toString());
        }
        return cut(value.toString());
    }

    /** Returns {@code value} as a count, {@link #UNKNOWN} when it is none. */
    static double count(Object value) {
        if (value instanceof Number number && number.longValue() >= 0) {
            return number.longValue();
        }
        return UNKNOWN;
    }

    /** Returns {@code value} as a number, {@link #UNKNOWN} when it is none. */
    static double decimal(Object value) {
        return value instanceof Number number ? number.doubleValue() : UNKNOWN;
    }

    /** Returns a figure that is -1 when it is not known, {@link #UNKNOWN} then. */
    static double known(double figure) {
        return figure < 0 ? UNKNOWN : figure;
    }

    /** Returns a span's id as 16 hexadecimal digits. */
    public static String spanId(long id) {
        return HEX.toHexDigits(id);
    }

    /** Returns a trace's id as 32 hexadecimal digits. */
    public static String traceId(long high, long low) {
        return HEX.toHexDigits(high).concat(HEX.toHexDigits(low));
    }

    private static String cut(String text) {
        if (text.length() <= MAX_BYTES / 3) {
            return text.isEmpty() ? null : text;
        }
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
            if (bytes > MAX_BYTES) {
                return text.substring(0, i);
            }
            i += Character.charCount(codePoint);
        }
        return text;
    }
}
