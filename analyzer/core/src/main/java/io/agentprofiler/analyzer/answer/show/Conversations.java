// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnds;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Map;
import java.util.TreeMap;

/** What each conversation holds, by its id: workflows are its turns. */
final class Conversations {
    /** Conversations beyond so many are only counted. */
    static final int MOST = 100_000;

    static final Analysis<Conversations> ANALYSIS =
            Analysis.of("conversations", Conversations::new, Conversations::add, Conversations::merge);

    private final Map<String, ConversationSum> sums = new TreeMap<>();
    private long leftOut;
    private long without;

    /** What one conversation holds. */
    static final class ConversationSum {
        private long turns;
        private long modelCalls;
        private long toolCalls;
        private final WorkflowEnds ends = new WorkflowEnds();
        private long input = Unknown.LONG;
        private long output = Unknown.LONG;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;

        long turns() {
            return turns;
        }

        long modelCalls() {
            return modelCalls;
        }

        long toolCalls() {
            return toolCalls;
        }

        /** Returns how the workflows ended. */
        WorkflowEnds ends() {
            return ends;
        }

        /** Returns the tokens of the prompts, as far as they were reported. */
        long input() {
            return input;
        }

        long output() {
            return output;
        }

        long firstNanos() {
            return firstNanos;
        }

        long lastNanos() {
            return lastNanos;
        }

        private void add(ConversationSum more) {
            turns += more.turns;
            modelCalls += more.modelCalls;
            toolCalls += more.toolCalls;
            ends.add(more.ends);
            input = plus(input, more.input);
            output = plus(output, more.output);
            firstNanos = Math.min(firstNanos, more.firstNanos);
            lastNanos = Math.max(lastNanos, more.lastNanos);
        }

        private static long plus(long known, long more) {
            return known == Unknown.LONG ? more : more == Unknown.LONG ? known : known + more;
        }
    }

    /** Returns the conversations by id. */
    Map<String, ConversationSum> all() {
        return sums;
    }

    /** Returns how many entries were too many to keep. */
    long leftOut() {
        return leftOut;
    }

    /** Returns how many workflows name no conversation. */
    long without() {
        return without;
    }

    private void add(Trace trace) {
        Map<String, ConversationSum> found = new TreeMap<>();
        for (Span span : trace.spans()) {
            if (span.conversation() != null) {
                ConversationSum sum = found.computeIfAbsent(span.conversation(), any -> new ConversationSum());
                count(span, sum);
            }
        }
        if (found.isEmpty()) {
            without++;
        }
        WorkflowEnd end = WorkflowEnd.of(trace);
        found.forEach((id, sum) -> {
            sum.turns = 1;
            sum.ends.add(end);
            sum.firstNanos = trace.startNanos();
            sum.lastNanos = trace.endNanos();
            keep(id, sum);
        });
    }

    private static void count(Span span, ConversationSum sum) {
        if (Calls.isModelCall(span) && !Calls.isWrapper(span)) {
            sum.modelCalls++;
        } else if (span.kind() == SpanKind.TOOL) {
            sum.toolCalls++;
        }
        Tokens tokens = Calls.usage(span);
        if (tokens.isKnown()) {
            sum.input = ConversationSum.plus(sum.input, tokens.input());
            sum.output = ConversationSum.plus(sum.output, tokens.output());
        }
    }

    private void keep(String id, ConversationSum sum) {
        ConversationSum known = sums.get(id);
        if (known != null) {
            known.add(sum);
        } else if (sums.size() < MOST) {
            ConversationSum copy = new ConversationSum();
            copy.add(sum);
            sums.put(id, copy);
        } else {
            leftOut++;
        }
    }

    private void merge(Conversations more) {
        more.sums.forEach(this::keep);
        leftOut += more.leftOut;
        without += more.without;
    }
}
