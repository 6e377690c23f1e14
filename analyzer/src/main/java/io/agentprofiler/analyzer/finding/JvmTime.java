// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.Piece;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.schema.SpanKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What of the critical path the JVM took: pauses for garbage collection, and waits of the span's own thread for locks.
 *
 * <p>A pause while the workflow waits for another machine may cost nothing: only pauses in other work are counted as saved.
 */
final class JvmTime {
    private static final String COLLECTIONS = "garbage collection";

    private JvmTime() {}

    static void look(Look look, JvmEvents jvm) {
        if (jvm.isEmpty()) {
            return;
        }
        Stretches pauses = new Stretches();
        Map<String, Stretches> locks = new TreeMap<>();
        for (Piece piece : look.path().pieces()) {
            if (piece.span() != null && !piece.span().has(SpanFlag.UNFINISHED)) {
                pauses(jvm, piece, pauses);
                locks(jvm, piece, locks);
            }
        }
        if (!pauses.bySpan.isEmpty()) {
            look.note(Rule.GC_PAUSES, COLLECTIONS, Grade.STRONG, pauses.tally(look));
        }
        locks.forEach((lock, waits) -> look.note(Rule.LOCK_WAITS, "lock " + lock, Grade.STRONG, waits.tally(look)));
    }

    /**
     * Stretches of one thing on the path: each counts once, though it may lie in several pieces, and a span is evidence once,
     * however many lie in it.
     */
    private static final class Stretches {
        private final Set<JvmEvents.Stretch> different = new HashSet<>();
        private final Map<Span, Long> bySpan = new HashMap<>();
        private long savedNanos;

        void add(JvmEvents.Stretch stretch, Piece piece, boolean saves) {
            long nanos = stretch.within(piece.startNanos(), piece.endNanos());
            different.add(stretch);
            bySpan.merge(piece.span(), nanos, Long::sum);
            savedNanos += saves ? nanos : 0;
        }

        Tally tally(Look look) {
            Tally tally = new Tally(different.size()).saves(savedNanos);
            bySpan.forEach((span, nanos) -> tally.nanos(nanos).evidence(Evidence.of(look.trace(), span, nanos)));
            return tally;
        }
    }

    private static void pauses(JvmEvents jvm, Piece piece, Stretches pauses) {
        for (JvmEvents.Stretch pause : jvm.pauses(piece.startNanos(), piece.endNanos())) {
            pauses.add(pause, piece, !isElsewhere(piece.span()));
        }
    }

    private static boolean isElsewhere(Span span) {
        return span.kind() == SpanKind.LLM || span.kind() == SpanKind.HTTP || span.kind() == SpanKind.EMBEDDING;
    }

    private static void locks(JvmEvents jvm, Piece piece, Map<String, Stretches> locks) {
        String thread = piece.span().startThread();
        if (thread == null || thread.isEmpty()) {
            return;
        }
        for (JvmEvents.Stretch wait : jvm.locks(thread, piece.startNanos(), piece.endNanos())) {
            locks.computeIfAbsent(wait.what(), any -> new Stretches()).add(wait, piece, true);
        }
    }
}
