// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls of one tool in a row, within one agent, with the same or with similar arguments.
 *
 * <p>Where the arguments are the same, nothing new can come of it but what changes by itself. Similar ones may be the next page
 * or the next item: they are a loop for sure only if the results were the same, too. Similar calls without a model call between
 * them are none: they were asked for at once, or by a program's own loop.
 */
final class Loops {
    private final Look look;
    /** The calls of one tool that may be a loop. */
    private List<Span> run = new ArrayList<>();
    /** All calls since the first of them but those below them, and where they are among these. */
    private List<Span> since = new ArrayList<>();

    private List<Integer> places = new ArrayList<>();
    private ArgumentWords lastWords;

    private Loops(Look look) {
        this.look = look;
    }

    /** Looks at the calls of one agent in the order they began. */
    static void look(Look look, List<Span> calls) {
        Loops loops = new Loops(look);
        calls.forEach(loops::add);
        loops.end();
    }

    private void add(Span call) {
        if (call.kind() == SpanKind.TOOL) {
            ArgumentWords words = ArgumentWords.of(call);
            if (!continues(call, words)) {
                end();
            }
            lastWords = words;
            run.add(call);
            places.add(since.size());
            since.add(call);
        } else if (!run.isEmpty() && !look.isBelow(call, run.get(run.size() - 1))) {
            since.add(call);
        }
    }

    private boolean continues(Span call, ArgumentWords words) {
        if (run.isEmpty()) {
            return true;
        }
        Span last = run.get(run.size() - 1);
        if (isSame(last, call)) {
            return true;
        }
        boolean modelBetween = places.get(places.size() - 1) < since.size() - 1;
        return words != null
                && lastWords != null
                && modelBetween
                && Operation.of(last).equals(Operation.of(call))
                && words.similarity(lastWords) >= look.of(Threshold.SIMILAR_ARGUMENTS);
    }

    private static boolean isSame(Span one, Span other) {
        String key = CallKey.of(one);
        return key != null && key.equals(CallKey.of(other));
    }

    /** Notes loops over the same arguments; only if there is none, one over similar ones. */
    private void end() {
        boolean same = false;
        int from = 0;
        for (int i = 1; i <= run.size(); i++) {
            if (i == run.size() || !isSame(run.get(i - 1), run.get(i))) {
                if (isLong(i - from)) {
                    note(Rule.LOOP, Grade.STRONG, from, i - 1);
                    same = true;
                }
                from = i;
            }
        }
        if (!same && isLong(run.size())) {
            note(Rule.SIMILAR_LOOP, answersAreSame() ? Grade.STRONG : Grade.WEAK, 0, run.size() - 1);
        }
        run = new ArrayList<>();
        since = new ArrayList<>();
        places = new ArrayList<>();
        lastWords = null;
    }

    private boolean isLong(int calls) {
        return calls >= Math.max(2, look.of(Threshold.LOOP_CALLS));
    }

    private boolean answersAreSame() {
        String answer = CallKey.answer(run.get(0));
        return answer != null && run.stream().allMatch(call -> answer.equals(CallKey.answer(call)));
    }

    /** Notes a loop: its calls but the first, and the model calls between them, with all below these. */
    private void note(Rule rule, Grade grade, int first, int last) {
        Set<Span> wasted = new LinkedHashSet<>(since.subList(places.get(first) + 1, places.get(last) + 1));
        boolean saves = grade != Grade.WEAK;
        Tally tally = new Tally(1).most(last - first + 1).saves(saves ? look.savedWithout(wasted) : 0);
        for (Span call : wasted) {
            tally.nanos(Look.lengthOf(call));
            if (call.kind() != SpanKind.LLM) {
                tally.evidence(Evidence.of(look.trace(), call, Look.lengthOf(call)));
            }
        }
        if (saves) {
            look.savesUse(tally, wasted);
        }
        look.note(rule, Operation.of(run.get(last)).label(), grade, tally);
    }
}
