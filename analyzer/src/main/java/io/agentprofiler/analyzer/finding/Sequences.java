// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Operation;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What ran one after the other and might run at once, by how much speaks for it.
 *
 * <p>Tools of one turn had their arguments before the first of them ran; where the user says that they change nothing it
 * is certain that they may run at once, else side effects are left to judge. Of other calls side by side nothing is
 * claimed: one may need what another returned.
 */
final class Sequences {
    private static final String TOOLS = "tools of one turn";
    private static final int ROW = 3;

    private Sequences() {}

    static void look(Look look) {
        int limit = (int) Math.max(1, look.of(Threshold.PARALLEL_TOOLS));
        Map<Grade, Map<Span, Turn>> turns = new EnumMap<>(Grade.class);
        Map<Grade, Tally> tallies = new EnumMap<>(Grade.class);
        for (Span parent : look.trace().spans()) {
            if (parent.children().size() > 1) {
                for (Turn turn : Turn.below(parent, limit)) {
                    boolean readOnly = turn.calls().stream()
                            .allMatch(call -> look.thresholds()
                                    .isReadOnly(Operation.of(call).name()));
                    Grade grade = readOnly ? Grade.CERTAIN : Grade.STRONG;
                    Tally tally = tallies.computeIfAbsent(grade, any -> new Tally(0))
                            .addSameWorkflow(new Tally(1))
                            .most(turn.calls().size());
                    for (Span call : turn.calls()) {
                        turns.computeIfAbsent(grade, any -> new HashMap<>()).put(call, turn);
                        tally.nanos(call.durationNanos())
                                .evidence(Evidence.of(look.trace(), call, call.durationNanos()));
                    }
                }
                rows(look, parent);
            }
        }
        tallies.forEach((grade, tally) ->
                look.note(Rule.SEQUENTIAL_TOOLS, TOOLS, grade, tally.saves(look.saved(new Change() {
                    @Override
                    public Turn turn(Span call) {
                        return turns.get(grade).get(call);
                    }
                }))));
    }

    /** Notes three or more calls of one kind side by side with nothing else between them. */
    private static void rows(Look look, Span parent) {
        List<Span> row = new ArrayList<>();
        for (Span child : parent.children()) {
            boolean continues = !row.isEmpty()
                    && row.get(0).kind() == child.kind()
                    && row.get(row.size() - 1).endNanos() <= child.startNanos();
            if (!continues) {
                row(look, row);
                row = new ArrayList<>();
            }
            if (mayRunAtOnce(child.kind())) {
                row.add(child);
            }
        }
        row(look, row);
    }

    private static boolean mayRunAtOnce(SpanKind kind) {
        return kind == SpanKind.LLM
                || kind == SpanKind.EMBEDDING
                || kind == SpanKind.RETRIEVAL
                || kind == SpanKind.AGENT;
    }

    private static void row(Look look, List<Span> row) {
        if (row.size() < ROW) {
            return;
        }
        Tally tally = new Tally(1).most(row.size());
        for (Span call : row) {
            tally.nanos(call.durationNanos()).evidence(Evidence.of(look.trace(), call, call.durationNanos()));
        }
        look.note(Rule.SEQUENTIAL_CALLS, Operation.of(row.get(0)).label(), Grade.WEAK, tally);
    }
}
