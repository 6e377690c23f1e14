// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import io.agentprofiler.analyzer.formats.export.otlp.span.ExportedSpan;

/** Numbers that both encodings have. */
final class Wire {
    /** Sampled, and known to be of this process: bits 0 and 8. */
    static final int LOCAL = 0x101;

    private static final int REMOTE = 0x200;
    private static final int INTERNAL = 1;
    private static final int CLIENT = 3;
    private static final long MOST = 0xFFFF_FFFFL;

    private Wire() {}

    static int kind(ExportedSpan span) {
        return span.client() ? CLIENT : INTERNAL;
    }

    static int flags(ExportedSpan span) {
        return span.remoteParent() ? LOCAL | REMOTE : LOCAL;
    }

    /** Times have no sign; formats without times may say anything. */
    static long nanos(long nanos) {
        return Math.max(0, nanos);
    }

    static long count(long count) {
        return Math.min(MOST, count);
    }
}
