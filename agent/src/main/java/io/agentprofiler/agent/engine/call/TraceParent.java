// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;

/**
 * Reads and writes the W3C {@code traceparent} header, exactly by its grammar: {@code 00-<32 hex>-<16 hex>-<2 hex>}, lower case,
 * neither id all zeros. Later versions may have more behind it. Anything else counts as no header.
 *
 * <p><b>Threading:</b> stateless; application threads. Allocates the span that stands for the caller's and nothing else.
 */
final class TraceParent {
    private static final int TRACE = 3;
    private static final int PARENT = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;
    private static final int SAMPLED = 1;

    private static final int HEX_DIGITS = 16;

    private TraceParent() {}

    /** Returns the header of a call below {@code span}; below {@link Span#UNSAMPLED} one of a trace that nobody records. */
    static String write(ThreadContext context, Span span) {
        boolean sampled = span != Span.UNSAMPLED;
        StringBuilder text = new StringBuilder(LENGTH).append("00-");
        hex(sampled ? span.traceHigh : context.nextId(), text);
        hex(sampled ? span.traceLow : context.nextId(), text);
        hex(sampled ? span.id : context.nextId(), text.append('-'));
        return text.append(sampled ? "-01" : "-00").toString();
    }

    private static void hex(long value, StringBuilder text) {
        for (int i = HEX_DIGITS - 1; i >= 0; i--) {
            text.append(Character.forDigit((int) (value >>> 4 * i) & 15, 16));
        }
    }

    /**
     * Returns a span that stands for the caller's, {@link Span#UNSAMPLED} when the caller does not record, {@code null} when
     * {@code header} is no header.
     */
    static Span read(Object header) {
        if (!(header instanceof String text) || !isWellFormed(text)) {
            return null;
        }
        long traceHigh = hex(text, TRACE, TRACE + 16);
        long traceLow = hex(text, TRACE + 16, TRACE + 32);
        long parent = hex(text, PARENT, PARENT + 16);
        if ((traceHigh | traceLow) == 0 || parent == 0) {
            return null;
        }
        return (hex(text, FLAGS, LENGTH) & SAMPLED) == 0
                ? Span.UNSAMPLED
                : new Span(null, null, null, traceHigh, traceLow, parent, 0, false);
    }

    private static boolean isWellFormed(String text) {
        if (text.length() < LENGTH
                || text.charAt(TRACE - 1) != '-'
                || text.charAt(PARENT - 1) != '-'
                || text.charAt(FLAGS - 1) != '-'
                || !isHex(text, 0, TRACE - 1)
                || !isHex(text, TRACE, PARENT - 1)
                || !isHex(text, PARENT, FLAGS - 1)
                || !isHex(text, FLAGS, LENGTH)
                || text.startsWith("ff")) {
            return false;
        }
        return text.length() == LENGTH || (!text.startsWith("00") && text.charAt(LENGTH) == '-');
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static long hex(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            value = value << 4 | Character.digit(text.charAt(i), 16);
        }
        return value;
    }
}
