// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The failures of a workflow, spelled out. */
final class Failures {
    private static final int MOST = 10;

    private Failures() {}

    static List<Block> of(Trace trace) {
        List<Span> failed = trace.spans().stream()
                .filter(span -> span.errorType() != null || FailureMessage.of(span) != null)
                .toList();
        List<Block> notes = new ArrayList<>();
        for (Span span : failed.subList(0, Math.min(MOST, failed.size()))) {
            FailureMessage message = FailureMessage.of(span);
            notes.add(new Note(
                    "✗",
                    SpanLabel.of(span) + " · " + SpanCells.shortType(span.errorType())
                            + (message == null ? "" : ": " + message.words()),
                    Emphasis.BAD));
        }
        if (failed.size() > MOST) {
            notes.add(Note.line("… and " + (failed.size() - MOST) + " more failures"));
        }
        notRecorded(failed)
                .forEach((type, distinct) -> notes.add(Note.line(type + ": " + distinct.size()
                        + (distinct.size() == 1 ? " distinct message" : " distinct messages")
                        + ", not recorded below agentprofiler.content=full")));
        return notes;
    }

    /** Which failures are the same can still be told where no text was recorded: by the hashes of their messages. */
    private static Map<String, Set<String>> notRecorded(List<Span> failed) {
        Map<String, Set<String>> hashes = new TreeMap<>();
        for (Span span : failed) {
            FailureMessage message = FailureMessage.of(span);
            if (message != null && message.text() == null && message.hash() != null) {
                hashes.computeIfAbsent(SpanCells.shortType(span.errorType()), type -> new HashSet<>())
                        .add(message.hash());
            }
        }
        return hashes;
    }
}
