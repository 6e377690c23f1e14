// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * One thing that happened to one span, whatever the file it was read from.
 *
 * <p>Times are nanoseconds since 1970. A number that the file does not hold is {@link Unknown#LONG}, a text that it does not
 * hold is {@code null}; span id 0 means "no span". Events may be handed over in any order and more than once: the
 * assembler sorts it out by ids. A format whose ids are not 64 and 128 bits hashes its own into them.
 *
 * <p>A format that writes a span in one piece hands over a {@link Start} and an {@link End}.
 *
 * <p><b>Threading:</b> immutable.
 */
public sealed interface SpanEvent {
    /** Returns the span's id, never 0. */
    long span();

    /** Returns when it happened, nanoseconds since 1970. */
    long epochNanos();

    /**
     * A span began.
     *
     * @param trace workflow the span belongs to
     * @param span its id
     * @param parent id of the span it is a child of, 0 for a root
     * @param epochNanos when
     * @param kind what sort of work it is
     * @param name name for people, for example {@code "chat gpt-4o"}
     * @param rule id of the rule that made it, or {@code null}
     * @param thread name of the thread, or {@code null}
     * @param queuedNanos how long the task that it is the first span of waited for a free thread, or absent
     * @param attributes what was known at the start
     */
    record Start(
            TraceId trace,
            long span,
            long parent,
            long epochNanos,
            SpanKind kind,
            String name,
            String rule,
            String thread,
            long queuedNanos,
            AttributeSet attributes)
            implements SpanEvent {
        /** Creates the start of a span whose rule and thread are unknown. */
        public Start(
                TraceId trace,
                long span,
                long parent,
                long epochNanos,
                SpanKind kind,
                String name,
                AttributeSet attributes) {
            this(trace, span, parent, epochNanos, kind, name, null, null, Unknown.LONG, attributes);
        }
    }

    /**
     * A part of a streamed result arrived.
     *
     * @param span the span whose result it is
     * @param epochNanos when
     * @param index number of the chunk in its span, from 0, or -1
     * @param type {@code text}, {@code thinking}, {@code tool_call} or {@code item}, or {@code null}
     * @param chars its length, or -1
     */
    record Chunk(long span, long epochNanos, int index, String type, int chars) implements SpanEvent {}

    /**
     * A span ended.
     *
     * @param trace workflow the span belongs to, or {@code null} when the record does not say
     * @param span its id
     * @param epochNanos when
     * @param name the name where it became known only at the end, else {@code null}
     * @param status how, or {@code null} where the format does not say
     * @param thread name of the thread it ended on, or {@code null}
     * @param cpuNanos CPU time of the span's own thread, or absent
     * @param allocatedBytes bytes allocated by the span's own thread, or absent
     * @param chunks statistics of the streamed result, or {@code null}
     * @param errorType class name of the failure, or {@code null}
     * @param errorMessage its message, or {@code null}
     * @param attributes what was known at the end; wins over what the start said
     */
    record End(
            TraceId trace,
            long span,
            long epochNanos,
            String name,
            SpanStatus status,
            String thread,
            long cpuNanos,
            long allocatedBytes,
            ChunkStats chunks,
            String errorType,
            String errorMessage,
            AttributeSet attributes)
            implements SpanEvent {
        /** Creates the end of a span with its status only. */
        public End(TraceId trace, long span, long epochNanos, SpanStatus status, AttributeSet attributes) {
            this(trace, span, epochNanos, null, status, null, Unknown.LONG, Unknown.LONG, null, null, null, attributes);
        }
    }
}
