// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.Piece;
import io.agentprofiler.analyzer.read.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.Map;
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
        Tally pauses = new Tally(0);
        Map<String, Tally> locks = new TreeMap<>();
        for (Piece piece : look.path().pieces()) {
            if (piece.span() != null) {
                pauses(look, jvm, piece, pauses);
                locks(look, jvm, piece, locks);
            }
        }
        if (pauses.occurrences() > 0) {
            look.note(Rule.GC_PAUSES, COLLECTIONS, Grade.STRONG, pauses);
        }
        locks.forEach((lock, tally) -> look.note(Rule.LOCK_WAITS, "lock " + lock, Grade.STRONG, tally));
    }

    private static void pauses(Look look, JvmEvents jvm, Piece piece, Tally tally) {
        for (JvmEvents.Stretch pause : jvm.pauses(piece.startNanos(), piece.endNanos())) {
            long nanos = pause.within(piece.startNanos(), piece.endNanos());
            tally.addSameWorkflow(new Tally(1))
                    .nanos(nanos)
                    .saves(isElsewhere(piece.span()) ? 0 : nanos)
                    .evidence(Evidence.of(look.trace(), piece.span(), nanos));
        }
    }

    private static boolean isElsewhere(Span span) {
        return span.kind() == SpanKind.LLM || span.kind() == SpanKind.HTTP || span.kind() == SpanKind.EMBEDDING;
    }

    private static void locks(Look look, JvmEvents jvm, Piece piece, Map<String, Tally> locks) {
        String thread = piece.span().startThread();
        if (thread == null || thread.isEmpty()) {
            return;
        }
        for (JvmEvents.Stretch wait : jvm.locks(thread, piece.startNanos(), piece.endNanos())) {
            long nanos = wait.within(piece.startNanos(), piece.endNanos());
            locks.computeIfAbsent(wait.what(), any -> new Tally(0))
                    .addSameWorkflow(new Tally(1))
                    .nanos(nanos)
                    .saves(nanos)
                    .evidence(Evidence.of(look.trace(), piece.span(), nanos));
        }
    }
}
