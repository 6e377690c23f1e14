// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.parallel;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.finding.text.CallWords;
import io.agentprofiler.analyzer.answer.finding.text.Prompts;
import io.agentprofiler.analyzer.answer.finding.text.RequestedTools;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sibling model calls, agents, retrievals and embeddings that ran one after another although the recording shows that the later ones
 * needed nothing from the earlier ones.
 *
 * <p>It shows so where all that went into the later call is known, and the earlier answer is known and long enough to be followed,
 * and no word that this answer brought went into the later call, but {@linkplain AnswerUse somewhere else}. Of texts that were not
 * recorded only equal hashes tell: {@linkplain SameQuestion calls asked with the very same}, whose answers are first put together in a
 * call after them. Where nothing is known, nothing is claimed.
 *
 * <p>Never reported are the steps of an agent's loop: a call whose prompt is that of an earlier call of its parent and more, put behind
 * it or in between, a call after one that asked for tools, and one asked with the same prompt again, unless the answers meet in a later call; the earlier
 * answer may have been refused.
 */
final class IndependentCalls {
    private static final Set<SpanKind> KINDS =
            EnumSet.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.RETRIEVAL, SpanKind.AGENT);

    private final WorkflowScan workflow;
    private final List<List<Span>> found = new ArrayList<>();

    private IndependentCalls(WorkflowScan workflow) {
        this.workflow = workflow;
    }

    /** Returns the rows of calls that ran one after the other and needed nothing of each other. */
    static List<List<Span>> of(WorkflowScan workflow) {
        IndependentCalls calls = new IndependentCalls(workflow);
        if (!workflow.trace().isTimed()) {
            // what ran beside what is not known
            return calls.found;
        }
        for (Span parent : workflow.trace().spans()) {
            if (parent.children().size() > 1) {
                calls.rows(parent);
            }
        }
        return calls.found;
    }

    /** Looks at calls of one kind side by side with nothing else between them. */
    private void rows(Span parent) {
        Prompts prompts = new Prompts();
        List<Span> row = new ArrayList<>();
        for (Span child : parent.children()) {
            boolean continues = !row.isEmpty()
                    && row.get(0).kind() == child.kind()
                    && row.get(row.size() - 1).endNanos() <= child.startNanos();
            if (!continues && !row.isEmpty()) {
                row(row, prompts);
                row = new ArrayList<>();
            }
            if (KINDS.contains(child.kind()) && !child.isWrapper()) {
                row.add(child);
            }
        }
        row(row, prompts);
    }

    private void row(List<Span> row, Prompts prompts) {
        if (row.isEmpty()) {
            return;
        }
        if (row.size() == 1) {
            prompts.add(row.get(0));
            return;
        }
        found.addAll(SameQuestion.in(row));
        Set<String> before = CallWords.around(row.get(0));
        Group group = new Group(row);
        for (Span call : row) {
            CallWords words = CallWords.of(call, before);
            boolean loop = isLoop(call, group, words, prompts);
            prompts.add(call);
            if (loop || words == null || group.feeds(call, words)) {
                group.close();
                group = new Group(row);
            }
            if (words != null) {
                group.add(call, words);
            }
        }
        group.close();
    }

    /** Answers whether a call goes on with, or asks again, what an earlier one of its parent was asked. */
    private static boolean isLoop(Span call, Group group, CallWords words, Prompts prompts) {
        return switch (prompts.relation(call)) {
            case EXTENDS -> true;
            case REPEATS -> words == null || !group.meets(call, words);
            case OTHER -> false;
        };
    }

    /** Calls none of which needs another's answer. */
    private final class Group {
        private final List<Span> row;
        private final List<Span> calls = new ArrayList<>();
        private final List<CallWords> words = new ArrayList<>();
        /** What came of their answers. */
        private final Set<String> news = new HashSet<>();
        /** Tools they used that may change something. */
        private final Set<String> tools = new HashSet<>();
        /** Whether a call has an answer that cannot be followed: what comes next may need it. */
        private boolean ended;

        Group(List<Span> row) {
            this.row = row;
        }

        /** Answers whether a call needs something of the group's, or that cannot be told. */
        boolean feeds(Span call, CallWords asked) {
            return ended
                    || !calls.isEmpty() && isChain(calls.get(calls.size() - 1), call)
                    || !Collections.disjoint(asked.asked(), news)
                    || !Collections.disjoint(changing(call), tools);
        }

        void add(Span call, CallWords ofCall) {
            calls.add(call);
            words.add(ofCall);
            ended = !ofCall.isTraceable() || RequestedTools.areAskedForBy(call);
            tools.addAll(changing(call));
            news.addAll(ofCall.news());
        }

        /** Answers whether a later call is asked with the answers of all of the group and of this call. */
        boolean meets(Span call, CallWords ofCall) {
            if (calls.isEmpty()) {
                return false;
            }
            for (Span later : AnswerUse.after(call)) {
                Set<String> into = CallWords.into(later);
                if (ofCall.isIn(into) && words.stream().allMatch(earlier -> earlier.isIn(into))) {
                    return true;
                }
            }
            return false;
        }

        void close() {
            if (calls.size() > 1 && !isRound() && AnswerUse.isKnown(calls, words)) {
                found.add(List.copyOf(calls));
            }
        }

        /**
         * Answers whether the calls are of a round that is run again and again, as writer and critic are: another call beside them does the
         * same as one of them. Whether there is another round, one of their answers decides, and it need not be given to anyone.
         */
        private boolean isRound() {
            Set<String> labels = new HashSet<>();
            calls.forEach(call -> labels.add(Operation.of(call).label()));
            return labels.size() > 1
                    && row.stream()
                            .anyMatch(call -> !calls.contains(call)
                                    && labels.contains(Operation.of(call).label()));
        }
    }

    /** Answers whether the prompt of a model call is, by its blocks, that of the one before it and more. */
    private static boolean isChain(Span before, Span call) {
        RecordedBlocks earlier = RecordedBlocks.of(before);
        RecordedBlocks later = RecordedBlocks.of(call);
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
            if (tool != null && !workflow.isReadOnly(tool)) {
                tools.add(tool);
            }
            open.addAll(span.children());
        }
        return tools;
    }
}
