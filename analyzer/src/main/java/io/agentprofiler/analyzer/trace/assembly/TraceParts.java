// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.input.event.TraceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A trace under assembly, and whether it could be complete.
 *
 * <p><b>Threading:</b> belongs to its assembler.
 */
final class TraceParts {
    private final TraceId id;
    private final List<SpanParts> spans = new ArrayList<>();
    /** Ids named as parents of which no start has been read; made when first needed. */
    private Set<Long> missingParents;

    private int open;
    private int startsMissing;
    /** Value of the assembler's event counter when the trace last became complete, -1 while it is not. */
    private long completeSince = -1;

    TraceParts(TraceId id) {
        this.id = id;
    }

    TraceId id() {
        return id;
    }

    List<SpanParts> spans() {
        return spans;
    }

    void add(SpanParts span) {
        spans.add(span);
        span.trace(this);
    }

    /** Finds a span by its id; slow, for ids that two traces share. */
    SpanParts find(long spanId) {
        for (SpanParts span : spans) {
            if (span.id() == spanId) {
                return span;
            }
        }
        return null;
    }

    void counted(SpanParts span, int sign) {
        if (span.isOpen()) {
            open += sign;
        } else if (span.start() == null && span.end() != null) {
            startsMissing += sign;
        }
    }

    void parentMissing(long parent) {
        if (missingParents == null) {
            missingParents = new HashSet<>();
        }
        missingParents.add(parent);
    }

    void started(long spanId) {
        if (missingParents != null) {
            missingParents.remove(spanId);
        }
    }

    /** Answers whether every span read has both ends and its parent. More spans may still come. */
    boolean isComplete() {
        return open == 0 && startsMissing == 0 && (missingParents == null || missingParents.isEmpty());
    }

    /** Answers whether only parents are missing, as in a workflow called from another process. */
    boolean isQuiet() {
        return open == 0 && startsMissing == 0;
    }

    long completeSince() {
        return completeSince;
    }

    void completeSince(long events) {
        completeSince = events;
    }
}
