// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.send;

import java.util.Set;

/**
 * What a receiver answered to one attempt.
 *
 * @param status the status of HTTP
 * @param retryAfter what the header of that name says, or {@code null}
 * @param location where it says to go instead, or {@code null}
 * @param body the beginning of what it said
 */
record Answer(int status, String retryAfter, String location, byte[] body) {
    /** By OTLP's specification the only ones after which to try again. */
    private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

    /** What may be the fault of one span: it cannot be read or stored, or makes the request too large. */
    private static final Set<Integer> OF_THE_SPANS = Set.of(400, 413, 422, 500);

    private static final int OK_FROM = 200;
    private static final int OK_TO = 299;

    boolean isTaken() {
        return status >= OK_FROM && status <= OK_TO;
    }

    boolean isForLater() {
        return AGAIN.contains(status);
    }

    boolean mayBeOneSpan() {
        return OF_THE_SPANS.contains(status);
    }
}
