// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.finding.text.Texts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tools of one turn that ran one after the other, by how much speaks for running them at once.
 *
 * <p>They had their arguments before the first of them ran. Where the user says that they change nothing it is certain that
 * they may run at once, else side effects are left to judge; but a turn that called one tool twice with the same arguments,
 * which may change something, is not reported. Nor is one whose tools the model's answer, where its text is known, does not name: then
 * a model call between them is missing, or a program chose them.
 */
final class TurnTools {
    private static final String TOOLS = "tools of one turn";

    private TurnTools() {}

    static void look(Look look) {
        int limit = (int) Math.max(1, look.of(Threshold.PARALLEL_TOOLS));
        Map<Grade, Map<Span, Turn>> turns = new EnumMap<>(Grade.class);
        Map<Grade, Tally> tallies = new EnumMap<>(Grade.class);
        for (Turn turn : Turn.in(look.trace(), limit)) {
            boolean readOnly = turn.calls().stream()
                    .allMatch(call ->
                            look.thresholds().isReadOnly(Operation.of(call).name()));
            if (!readOnly && changesOneThingTwice(look, turn) || !isAskedFor(turn)) {
                continue;
            }
            Grade grade = readOnly ? Grade.CERTAIN : Grade.STRONG;
            Tally tally = tallies.computeIfAbsent(grade, any -> new Tally(0))
                    .addSameWorkflow(new Tally(1))
                    .most(turn.calls().size());
            for (Span call : turn.calls()) {
                turns.computeIfAbsent(grade, any -> new HashMap<>()).put(call, turn);
                tally.nanos(Look.lengthOf(call)).evidence(Evidence.of(look.trace(), call, Look.lengthOf(call)));
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

    /** Answers whether the model's answer before a turn, where its text was recorded, names all of the turn's tools, each as often as it ran. */
    private static boolean isAskedFor(Turn turn) {
        Span model = modelBefore(turn.calls().get(0));
        Object answer = model == null ? null : model.attributes().get(Attributes.OUTPUT_MESSAGES);
        if (answer == null) {
            return true;
        }
        String text = Texts.of(answer).toLowerCase(Locale.ROOT);
        Map<String, Integer> places = new HashMap<>();
        for (Span call : turn.calls()) {
            String tool = Operation.of(call).name().toLowerCase(Locale.ROOT);
            int at = text.indexOf(tool, places.getOrDefault(tool, 0));
            if (at < 0) {
                return false;
            }
            places.put(tool, at + tool.length());
        }
        return true;
    }

    /** Returns the latest model call beside a call that began before it, else before what the call is in. */
    private static Span modelBefore(Span call) {
        for (Span inside = call; inside.parent() != null; inside = inside.parent()) {
            Span model = null;
            for (Span beside : inside.parent().children()) {
                if (beside == inside) {
                    break;
                }
                model = beside.kind() == SpanKind.LLM ? beside : model;
            }
            if (model != null || inside.parent().kind() != SpanKind.FUNCTION) {
                return model;
            }
        }
        return null;
    }

    /** Answers whether a tool that may change something was called twice with the same arguments: on the same thing. */
    private static boolean changesOneThingTwice(Look look, Turn turn) {
        Set<String> changing = new HashSet<>();
        for (Span call : turn.calls()) {
            String key = look.thresholds().isReadOnly(Operation.of(call).name()) ? null : CallKey.of(call);
            if (key != null && !changing.add(key)) {
                return true;
            }
        }
        return false;
    }
}
