// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A loop: consecutive calls with the same or similar arguments.
 *
 * @param calls its calls, in order
 * @param isSame whether all arguments were the same
 * @param confidence {@link Confidence#STRONG} if nothing new came of it: the answers were the same, or are not known and the arguments
 *     were the same; {@link Confidence#MEASURED} if nothing new was asked, and {@link Confidence#WEAK} if it may be the next page
 */
record CallLoop(List<LoopCall> calls, boolean isSame, Confidence confidence) {
    /** Maximum distance between the calls of a loop: one or two differing calls between them do not end it. */
    private static final int BACK = 3;
    /** What got the answer of a loop belongs to it if so much of it is worded alike. */
    private static final double REWORDED = 1 / 3.0;
    /** Number of calls without a new word from which a loop does not read the next page or item. */
    private static final int NOTHING_NEW = 2;
    /** Number of preceding and following calls that a call is compared with, as a row may be long. */
    private static final int COMPARED = 16;

    /**
     * Returns the loops in a row of calls of one tool.
     *
     * @param least how many calls make a loop, 2 or more
     * @param similar from which similarity on arguments are similar
     */
    static List<CallLoop> in(List<LoopCall> row, int least, double similar) {
        TreeSet<Integer> reworded = reworded(row, similar);
        List<CallLoop> loops = new ArrayList<>();
        if (reworded.size() >= least) {
            List<LoopCall> calls = calls(row, reworded);
            loops.add(of(calls, answersAreSame(calls) ? Confidence.STRONG : Confidence.MEASURED));
        }
        for (TreeSet<Integer> alike : alike(row, similar)) {
            if (alike.size() >= least && !reworded.containsAll(alike)) {
                List<LoopCall> calls = calls(row, alike);
                if (answersAreSame(calls)) {
                    loops.add(of(calls(row, withReworded(row, alike)), Confidence.STRONG));
                } else {
                    List<CallLoop> sure = sameInARow(calls, least);
                    Confidence confidence = isUnansweredAndSame(calls) ? Confidence.STRONG : Confidence.WEAK;
                    loops.addAll(sure.isEmpty() ? List.of(of(calls, confidence)) : sure);
                }
            }
        }
        return loops;
    }

    private static CallLoop of(List<LoopCall> calls, Confidence confidence) {
        return new CallLoop(calls, argumentsAreSame(calls), confidence);
    }

    /**
     * Returns the longest run of calls that are made of the words of those before them, if several of them bring no new word at all
     * though they are not the same: the next page, or the next item, brings one.
     */
    private static TreeSet<Integer> reworded(List<LoopCall> row, double similar) {
        TreeSet<Integer> longest = new TreeSet<>();
        for (int first = 0; first < row.size(); ) {
            TreeSet<Integer> run = new TreeSet<>(Set.of(first));
            int nothingNew = extend(run, row, similar);
            if (nothingNew >= NOTHING_NEW && run.size() > longest.size()) {
                longest = run;
            }
            first = run.last() + 1;
        }
        return longest;
    }

    /** Adds the calls that go on a run; returns how many of them bring nothing new. */
    private static int extend(TreeSet<Integer> run, List<LoopCall> row, double similar) {
        ArgumentWords start = row.get(run.first()).words();
        Set<String> known = new HashSet<>(start == null ? Set.of() : start.words());
        Set<String> keys = new HashSet<>();
        keys.add(row.get(run.first()).key());
        int nothingNew = 0;
        for (int i = run.first() + 1; i < row.size() && i - run.last() <= BACK; i++) {
            ArgumentWords words = row.get(i).words();
            double part =
                    words == null || start == null || words.sketched() != start.sketched() ? 0 : words.among(known);
            if (part >= similar) {
                run.add(i);
                known.addAll(words.words());
                boolean first = row.get(i).key() == null || keys.add(row.get(i).key());
                nothingNew += part == 1 && first ? 1 : 0;
            }
        }
        return nothingNew;
    }

    /** Returns the places of calls that are similar to another of their set, a set each. */
    private static List<TreeSet<Integer>> alike(List<LoopCall> row, double similar) {
        List<TreeSet<Integer>> sets = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            TreeSet<Integer> own = new TreeSet<>(Set.of(i));
            for (Iterator<TreeSet<Integer>> others = sets.iterator(); others.hasNext(); ) {
                TreeSet<Integer> other = others.next();
                if (other.last() >= i - BACK && similarity(row, i, other) >= similar) {
                    own.addAll(other);
                    others.remove();
                }
            }
            sets.add(own);
        }
        return sets;
    }

    /** Adds the calls around, and between, that got the same answer and are worded alike. */
    private static TreeSet<Integer> withReworded(List<LoopCall> row, TreeSet<Integer> alike) {
        TreeSet<Integer> all = new TreeSet<>(alike);
        LoopCall one = row.get(alike.first());
        for (int i = 0; i < row.size(); i++) {
            boolean near = !all.subSet(i - BACK, true, i + BACK, true).isEmpty();
            if (near && row.get(i).hasSameAnswer(one) && similarity(row, i, alike) >= REWORDED) {
                all.add(i);
            }
        }
        return all;
    }

    /** Returns how similar a call is to the one of these, not too far away, that it is most similar to. */
    private static double similarity(List<LoopCall> row, int place, TreeSet<Integer> places) {
        return places.subSet(place - COMPARED, true, place + COMPARED, true).stream()
                .mapToDouble(other -> row.get(place).similarity(row.get(other)))
                .max()
                .orElse(0);
    }

    private static List<LoopCall> calls(List<LoopCall> row, TreeSet<Integer> places) {
        return places.stream().map(row::get).toList();
    }

    /** Returns the loops over the same arguments with the same answers, or none. */
    private static List<CallLoop> sameInARow(List<LoopCall> calls, int least) {
        List<CallLoop> loops = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= calls.size(); i++) {
            if (i == calls.size() || !calls.get(i - 1).hasSameArguments(calls.get(i))) {
                List<LoopCall> same = calls.subList(from, i);
                if (same.size() >= least && (answersAreSame(same) || isUnansweredAndSame(same))) {
                    loops.add(new CallLoop(same, true, Confidence.STRONG));
                }
                from = i;
            }
        }
        return loops;
    }

    private static boolean argumentsAreSame(List<LoopCall> calls) {
        return calls.stream().allMatch(call -> call.hasSameArguments(calls.get(0)));
    }

    private static boolean answersAreSame(List<LoopCall> calls) {
        return calls.stream().allMatch(call -> call.hasSameAnswer(calls.get(0)));
    }

    private static boolean isUnansweredAndSame(List<LoopCall> calls) {
        return argumentsAreSame(calls) && calls.stream().allMatch(call -> call.answer() == null);
    }

    /** Returns its calls but the first, each with the model calls that asked for it. */
    Set<Span> wasted() {
        Set<Span> wasted = new LinkedHashSet<>();
        for (LoopCall call : calls.subList(1, calls.size())) {
            wasted.addAll(call.before());
            wasted.add(call.span());
        }
        return wasted;
    }

    /**
     * A tool call that may be part of a loop.
     *
     * @param span the call
     * @param before the model calls since the tool call before it
     * @param key the hash of what was asked, {@code null} where it was not recorded
     * @param answer the hash of what it answered, or {@code null}
     * @param words the words of what was asked, or {@code null}
     */
    record LoopCall(Span span, Set<Span> before, String key, String answer, ArgumentWords words) {
        LoopCall(Span span, Set<Span> before, EqualPayloads payloads) {
            this(
                    span,
                    before,
                    payloads.key(span),
                    payloads.answer(span),
                    payloads.sayNothingOf(span) ? null : ArgumentWords.of(span));
        }

        boolean hasSameArguments(LoopCall other) {
            return key != null && key.equals(other.key);
        }

        boolean hasSameAnswer(LoopCall other) {
            return answer != null && answer.equals(other.answer);
        }

        /** Returns which part of the words of both is common to both, 1 where the arguments are the same, 0 where they are not known. */
        double similarity(LoopCall other) {
            if (hasSameArguments(other)) {
                return 1;
            }
            return words == null || other.words == null ? 0 : words.similarity(other.words);
        }
    }
}
