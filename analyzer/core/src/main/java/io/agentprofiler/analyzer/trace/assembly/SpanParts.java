// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * What has been read of one span so far. Which of two conflicting records counts depends on the records only, never on
 * the order they came in: the earliest start, the latest end.
 *
 * <p><b>Threading:</b> belongs to its assembler.
 */
public final class SpanParts {
    private final long id;
    /** The trace under assembly that the span belongs to, {@code null} while only chunks or a bare end are known. */
    private TraceParts trace;

    private SpanEvent.Start start;
    private SpanEvent.End end;
    private ChunkTimes chunks;

    SpanParts(long id) {
        this.id = id;
    }

    /** Returns the records of a span of a trace that was built; of no trace. */
    public static SpanParts of(long id, SpanEvent.Start start, SpanEvent.End end, ChunkTimes chunks) {
        SpanParts parts = new SpanParts(id);
        parts.start = start;
        parts.end = end;
        parts.chunks = chunks;
        return parts;
    }

    /** Returns the same records, which no later one changes; of no trace. */
    SpanParts copy() {
        SpanParts copy = new SpanParts(id);
        copy.start = start;
        copy.end = end;
        if (chunks != null) {
            copy.chunks = new ChunkTimes();
            copy.chunks.add(chunks);
        }
        return copy;
    }

    long id() {
        return id;
    }

    TraceParts trace() {
        return trace;
    }

    void trace(TraceParts newTrace) {
        trace = newTrace;
    }

    public SpanEvent.Start start() {
        return start;
    }

    public SpanEvent.End end() {
        return end;
    }

    boolean isOpen() {
        return start != null && end == null;
    }

    /** Takes a start; answers whether there was one already. */
    boolean take(SpanEvent.Start newStart) {
        boolean again = start != null;
        if (!again || newStart.epochNanos() < start.epochNanos()) {
            start = newStart;
        }
        return again;
    }

    /** Takes an end; answers whether there was one already. */
    boolean take(SpanEvent.End newEnd) {
        boolean again = end != null;
        if (!again || newEnd.epochNanos() > end.epochNanos()) {
            end = newEnd;
        }
        return again;
    }

    /** Takes another start for the one it has. */
    void replace(SpanEvent.Start settled) {
        start = settled;
    }

    /** Takes a chunk. */
    void takeChunk(long epochNanos) {
        if (chunks == null) {
            chunks = new ChunkTimes();
        }
        chunks.add(epochNanos);
    }

    /** Takes the chunks that another part of the run holds. */
    void take(ChunkTimes more) {
        if (chunks == null) {
            chunks = more;
        } else {
            chunks.add(more);
        }
    }

    /** Returns the chunks that were read one by one, or {@code null}. */
    public ChunkTimes chunkTimes() {
        return chunks;
    }

    /** Returns the statistics of the end, which no lost chunk record can falsify, else those of the chunks read. */
    public ChunkStats chunks() {
        if (end != null && end.chunks() != null && end.chunks().count() > 0) {
            return end.chunks();
        }
        return chunks == null ? null : chunks.stats();
    }

    /** Returns what the application took for the elements of a streamed result, {@code null} when unknown. */
    public HandlerTime handler() {
        return end == null || end.chunks() == null ? null : end.chunks().handler();
    }

    public AttributeSet attributes() {
        if (start == null) {
            return end.attributes();
        }
        return end == null ? start.attributes() : start.attributes().with(end.attributes());
    }

    public SpanKind kind(AttributeSet attributes) {
        if (start != null) {
            return start.kind();
        }
        String operation = attributes.text(Attributes.OPERATION_NAME);
        for (SpanKind kind : SpanKind.values()) {
            if (kind.genAiOperation().equals(operation)) {
                return kind;
            }
        }
        return SpanKind.FUNCTION;
    }

    public String name(SpanKind kind) {
        if (end != null && end.name() != null) {
            return end.name();
        }
        return start != null && start.name() != null ? start.name() : kind.word();
    }
}
