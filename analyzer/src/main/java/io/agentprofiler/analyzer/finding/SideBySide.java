// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.analysis.PromptBlocks;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Operation;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Model calls, agents, retrievals and embeddings side by side that ran one after the other, by what speaks for running them at
 * once.
 *
 * <p>Where their texts were recorded, one depends on another if a word that came of the other's answer, and was not known
 * before, went into it; or if its prompt is the other's prompt and more. Such calls are never reported. Those that show nothing
 * of the kind may run at once, side effects aside. Where texts were not recorded, nothing is claimed.
 */
final class SideBySide {
    private static final Set<SpanKind> KINDS =
            Set.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.RETRIEVAL, SpanKind.AGENT);

    private final Look look;
    private final int limit;
    private final Map<String, Map<Span, Turn>> turns = new TreeMap<>();
    private final Map<String, Tally> tallies = new TreeMap<>();

    private SideBySide(Look look) {
        this.look = look;
        this.limit = (int) Math.max(1, look.of(Threshold.PARALLEL_TOOLS));
    }

    static void look(Look look) {
        SideBySide calls = new SideBySide(look);
        for (Span parent : look.trace().spans()) {
            if (parent.children().size() > 1) {
                calls.rows(parent);
            }
        }
        calls.tallies.forEach((name, tally) ->
                look.note(Rule.SEQUENTIAL_CALLS, name, Grade.STRONG, tally.saves(look.saved(new Change() {
                    @Override
                    public Turn turn(Span call) {
                        return calls.turns.get(name).get(call);
                    }
                }))));
    }

    /** Looks at calls of one kind side by side with nothing else between them. */
    private void rows(Span parent) {
        List<Span> row = new ArrayList<>();
        for (Span child : parent.children()) {
            boolean continues = !row.isEmpty()
                    && row.get(0).kind() == child.kind()
                    && row.get(row.size() - 1).endNanos() <= child.startNanos();
            if (!continues) {
                row(row);
                row = new ArrayList<>();
            }
            if (KINDS.contains(child.kind()) && !child.isWrapper()) {
                row.add(child);
            }
        }
        row(row);
    }

    private void row(List<Span> row) {
        if (row.size() < 2) {
            return;
        }
        Set<String> before = CallWords.around(row.get(0));
        Group group = new Group();
        for (Span call : row) {
            CallWords words = CallWords.of(call, before);
            if (group.feeds(call, words)) {
                group.close();
                group = new Group();
            }
            group.add(call, words);
        }
        group.close();
    }

    /** Calls none of which is known to need another's answer. */
    private final class Group {
        private final List<Span> calls = new ArrayList<>();
        /** What came of their answers. */
        private final Set<String> news = new HashSet<>();
        /** Tools they used that may change something. */
        private final Set<String> tools = new HashSet<>();

        private boolean known = true;

        /** Answers whether a call needs an answer of the group's. */
        boolean feeds(Span call, CallWords words) {
            if (!calls.isEmpty() && isChain(calls.get(calls.size() - 1), call)) {
                return true;
            }
            return words != null && !Collections.disjoint(words.asked(), news);
        }

        void add(Span call, CallWords words) {
            calls.add(call);
            if (words == null) {
                known = false;
                return;
            }
            Set<String> used = changing(call);
            known &= Collections.disjoint(used, tools);
            tools.addAll(used);
            news.addAll(words.news());
        }

        void close() {
            String name = calls.isEmpty() ? "" : Operation.of(calls.get(0)).label();
            Tally tally = new Tally(1).most(calls.size());
            for (Span call : calls) {
                tally.nanos(call.durationNanos()).evidence(Evidence.of(look.trace(), call, call.durationNanos()));
            }
            if (known && calls.size() > 1) {
                tallies.computeIfAbsent(name, any -> new Tally(0)).addSameWorkflow(tally);
                Turn turn = Turn.of(calls, limit);
                calls.forEach(call ->
                        turns.computeIfAbsent(name, any -> new HashMap<>()).put(call, turn));
            } else if (!known && calls.size() >= Math.max(2, look.of(Threshold.SEQUENTIAL_CALLS))) {
                look.note(Rule.SEQUENTIAL_CALLS, name, Grade.WEAK, tally);
            }
        }
    }

    /** Answers whether the prompt of a model call is that of the one before it and more. */
    private static boolean isChain(Span before, Span call) {
        PromptBlocks earlier = PromptBlocks.of(before);
        PromptBlocks later = PromptBlocks.of(call);
        if (earlier == null || later == null || !later.continues(earlier)) {
            return false;
        }
        long messagesBefore = before.attributes().number("agentprofiler.request.messages");
        long messages = call.attributes().number("agentprofiler.request.messages");
        return messagesBefore < 0 || messages < 0 || messages > messagesBefore;
    }

    /** Returns the tools used in a call that are not known to change nothing. */
    private Set<String> changing(Span call) {
        Set<String> tools = new HashSet<>();
        Deque<Span> open = new ArrayDeque<>(call.children());
        while (!open.isEmpty()) {
            Span span = open.remove();
            String tool = span.kind() == SpanKind.TOOL ? Operation.of(span).name() : null;
            if (tool != null && !look.thresholds().isReadOnly(tool)) {
                tools.add(tool);
            }
            open.addAll(span.children());
        }
        return tools;
    }
}
