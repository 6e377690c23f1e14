// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.atomic.AtomicLong;

/** Makes spans for tests. */
public final class Spans {
    private static final AtomicLong IDS = new AtomicLong();

    private Spans() {}

    /** Returns an open root span. */
    public static Span open() {
        return open(null);
    }

    /** Returns an open span. */
    public static Span open(Span parent) {
        return new Span(null, null, parent, 1, 2, IDS.incrementAndGet(), System.nanoTime(), false);
    }
}
