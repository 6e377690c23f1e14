// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;
import java.util.Map;

/**
 * A span as OTLP has it.
 *
 * @param trace its trace
 * @param id its id, never 0
 * @param parent the id of its parent, 0 for none
 * @param remoteParent whether the span says that its parent is of another process
 * @param name its name, or {@code null}
 * @param kind one of the numbers below
 * @param startNanos nanoseconds since 1970, {@link Unknown#LONG} where it does not say
 * @param endNanos likewise
 * @param attributes names to String, Long, Double, Boolean, List, Map
 * @param events in file order
 * @param status one of the numbers below
 * @param message what the status says, or {@code null}
 */
public record OtlpSpan(
        TraceId trace,
        long id,
        long parent,
        boolean remoteParent,
        String name,
        int kind,
        long startNanos,
        long endNanos,
        Map<String, Object> attributes,
        List<OtlpEvent> events,
        int status,
        String message) {
    /** The kind of a span that serves a request. */
    public static final int SERVER = 2;

    /** The kind of a span that asks another process. */
    public static final int CLIENT = 3;

    /** The kind of a span that takes a message. */
    public static final int CONSUMER = 5;

    /** The status of a span that failed. */
    public static final int ERROR = 2;

    /** In {@code flags}: whether the next bit says something, and whether the parent is remote. */
    private static final int HAS_REMOTE = 0x100;

    private static final int IS_REMOTE = 0x200;

    /** Answers whether the flags of a span say that its parent is of another process. */
    public static boolean saysRemote(long flags) {
        return (flags & HAS_REMOTE) != 0 && (flags & IS_REMOTE) != 0;
    }

    /** Answers whether the parent is of another process: the span says so, or it serves a request. */
    public boolean hasRemoteParent() {
        return parent != 0 && (remoteParent || kind == SERVER || kind == CONSUMER);
    }

    /** Returns an attribute's text, {@code null} where there is none. */
    public String text(String attribute) {
        return attributes.get(attribute) instanceof String text ? text : null;
    }

    /** Returns an attribute's whole number, {@link Unknown#LONG} where there is none. */
    public long number(String attribute) {
        return attributes.get(attribute) instanceof Long number ? number : Unknown.LONG;
    }
}
