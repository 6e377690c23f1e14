// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Calls that ask what the workflow had asked before, and were answered: what a cache would save. */
final class RepeatedCalls {
    private RepeatedCalls() {}

    private static final class Repeats {
        private final Set<Span> calls = new HashSet<>();
        private final Tally tally = new Tally(0);
    }

    static void look(Look look) {
        Map<String, Span> first = new HashMap<>();
        Map<Subject, Repeats> found = new TreeMap<>();
        List<Span> inTime = new ArrayList<>(look.trace().spans());
        inTime.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        for (Span span : inTime) {
            String key = span.status() == SpanStatus.OK ? CallKey.of(span) : null;
            if (key != null) {
                Span before = first.putIfAbsent(key, span);
                if (before != null && before.endNanos() <= span.startNanos()) {
                    note(look, before, span, found);
                }
            }
        }
        found.forEach((subject, repeats) -> {
            look.savesUse(repeats.tally, repeats.calls);
            look.note(
                    subject.rule(),
                    subject.name(),
                    subject.grade(),
                    repeats.tally.saves(look.savedWithout(repeats.calls)));
        });
    }

    private static void note(Look look, Span before, Span again, Map<Subject, Repeats> found) {
        Grade grade = grade(look, before, again);
        if (grade == null) {
            return;
        }
        Subject subject = new Subject(Rule.REPEATED_CALLS, Operation.of(again).label(), grade);
        Repeats repeats = found.computeIfAbsent(subject, any -> new Repeats());
        repeats.calls.add(again);
        repeats.tally
                .addSameWorkflow(new Tally(1))
                .nanos(Look.lengthOf(again))
                .evidence(Evidence.of(look.trace(), again, Look.lengthOf(again)));
    }

    /** Returns how sure it is that the old answer would have done; {@code null} when it would not. */
    private static Grade grade(Look look, Span before, Span again) {
        return switch (again.kind()) {
            case EMBEDDING -> Grade.CERTAIN;
            case TOOL -> {
                String answer = CallKey.answer(again);
                if (answer == null || CallKey.answer(before) == null) {
                    yield Grade.WEAK;
                }
                boolean same = answer.equals(CallKey.answer(before));
                boolean readOnly =
                        look.thresholds().isReadOnly(Operation.of(again).name());
                yield same ? readOnly ? Grade.CERTAIN : Grade.STRONG : null;
            }
            case LLM ->
                again.attributes().get(Attributes.REQUEST_TEMPERATURE) instanceof Number warmth
                                && warmth.doubleValue() == 0
                        ? Grade.STRONG
                        : Grade.WEAK;
            default -> Grade.STRONG;
        };
    }
}
