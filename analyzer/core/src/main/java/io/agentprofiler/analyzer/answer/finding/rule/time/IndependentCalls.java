// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.facts.CallWords;
import io.agentprofiler.analyzer.answer.finding.facts.FindingTexts;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
        CallGroup group = new CallGroup(row);
        for (Span call : row) {
            CallWords words = CallWords.of(call, before);
            boolean loop = isLoop(call, group, words, prompts);
            prompts.add(call);
            if (loop || words == null || group.feeds(call, words)) {
                group.close();
                group = new CallGroup(row);
            }
            if (words != null) {
                group.add(call, words);
            }
        }
        group.close();
    }

    /** Answers whether a call goes on with, or asks again, what an earlier one of its parent was asked. */
    private static boolean isLoop(Span call, CallGroup group, CallWords words, Prompts prompts) {
        return switch (prompts.relation(call)) {
            case EXTENDS -> true;
            case REPEATS -> words == null || !group.meets(call, words);
            case OTHER -> false;
        };
    }

    /** Calls none of which needs another's answer. */
    private final class CallGroup {
        private final List<Span> row;
        private final List<Span> calls = new ArrayList<>();
        private final List<CallWords> words = new ArrayList<>();
        /** What came of their answers. */
        private final Set<String> news = new HashSet<>();
        /** Tools they used that may change something. */
        private final Set<String> tools = new HashSet<>();
        /** Whether a call has an answer that cannot be followed: what comes next may need it. */
        private boolean ended;

        CallGroup(List<Span> row) {
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

    /**
     * Calls with equal input hashes and unknown texts: none received another's answer. If a later call is the first to combine all
     * answers, none was repeated because of another's answer.
     */
    private static final class SameQuestion {
        private final List<List<Span>> found = new ArrayList<>();
        private final List<Span> same = new ArrayList<>();
        private final List<HashedCall> hashes = new ArrayList<>();

        private SameQuestion() {}

        /** Returns such calls among calls that ran one after the other. */
        static List<List<Span>> in(List<Span> row) {
            SameQuestion question = new SameQuestion();
            for (Span call : row) {
                question.add(call);
            }
            question.close();
            return question.found;
        }

        private void add(Span call) {
            HashedCall hashed = HashedCall.of(call);
            boolean more = hashed != null
                    && (hashes.isEmpty() || hashes.get(0).asked().equals(hashed.asked()))
                    && (same.isEmpty() || !RequestedTools.areAskedForBy(same.get(same.size() - 1)));
            if (!more) {
                close();
            }
            if (hashed != null) {
                same.add(call);
                hashes.add(hashed);
            }
        }

        private void close() {
            if (same.size() > 1 && meet()) {
                found.add(List.copyOf(same));
            }
            same.clear();
            hashes.clear();
        }

        private boolean meet() {
            for (Span later : AnswerUse.after(same.get(same.size() - 1))) {
                Set<String> messages = HashedCall.messages(later);
                if (hashes.stream().allMatch(call -> call.isAmong(messages))) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Texts of prompts, to tell whether another is one of them and more: begins with the whole of one, or holds all of one with
     * something put in between. For the first, time in proportion to the texts is enough, however many there are: of each only its
     * length and a hash of 64 bits is kept. For the second the last {@value #LOOKED_BACK} are compared.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class Prompts {
        private static final long BASE = 0x5851f42d4c957f2dL;

        /** A loop puts what it learned into the prompt of the step before, or of one a few steps before. */
        private static final int LOOKED_BACK = 16;

        private final Map<Integer, Set<Long>> hashesByLength = new HashMap<>();
        private final Deque<String> last = new ArrayDeque<>();

        /** How a prompt stands to those known. */
        public enum Relation {
            /** It holds all of one of them, in its order, and more. */
            EXTENDS,
            /** It is one of them. */
            REPEATS,
            /** Neither. */
            OTHER
        }

        /** Adds the prompts of a call and of all model calls in it. */
        public void add(Span call) {
            for (String text : in(call)) {
                long hash = 0;
                for (int i = 0; i < text.length(); i++) {
                    hash = next(hash, text.charAt(i));
                }
                hashesByLength
                        .computeIfAbsent(text.length(), any -> new HashSet<>())
                        .add(hash);
                last.addFirst(text);
                if (last.size() > LOOKED_BACK) {
                    last.removeLast();
                }
            }
        }

        /** Returns how a call, or a model call in it, stands to those known; that it extends one says more than that it repeats one. */
        public Relation relation(Span call) {
            Relation relation = Relation.OTHER;
            for (String text : in(call)) {
                Relation one = relation(text);
                if (one.compareTo(relation) < 0) {
                    relation = one;
                }
            }
            return relation;
        }

        private Relation relation(String text) {
            long hash = 0;
            for (int i = 0; i < text.length(); i++) {
                hash = next(hash, text.charAt(i));
                Set<Long> known = hashesByLength.get(i + 1);
                if (known != null && known.contains(hash)) {
                    return i + 1 == text.length() ? Relation.REPEATS : Relation.EXTENDS;
                }
            }
            return last.stream().anyMatch(earlier -> holds(text, earlier)) ? Relation.EXTENDS : Relation.OTHER;
        }

        /** Answers whether a text is an earlier one with something put in: at one place, or lines at several. */
        private static boolean holds(String text, String earlier) {
            if (earlier.isEmpty() || text.length() <= earlier.length()) {
                return false;
            }
            int head = 0;
            while (head < earlier.length() && text.charAt(head) == earlier.charAt(head)) {
                head++;
            }
            int rest = earlier.length() - head;
            return text.regionMatches(text.length() - rest, earlier, head, rest) || holdsLines(text, earlier);
        }

        private static boolean holdsLines(String text, String earlier) {
            Iterator<String> lines = text.lines().iterator();
            Iterator<String> wanted = earlier.lines().iterator();
            while (wanted.hasNext()) {
                String line = wanted.next();
                boolean found = line.isBlank();
                while (!found && lines.hasNext()) {
                    found = lines.next().equals(line);
                }
                if (!found) {
                    return false;
                }
            }
            return true;
        }

        private static long next(long hash, char letter) {
            long mixed = (hash + letter + 1) * BASE;
            return mixed ^ mixed >>> 32;
        }

        /** Returns the texts of the prompts of a call and of all model calls in it, as far as they were recorded. */
        private static List<String> in(Span call) {
            if (call.children().isEmpty()) {
                String text = text(call);
                return text == null ? List.of() : List.of(text);
            }
            List<String> texts = new ArrayList<>();
            Deque<Span> open = new ArrayDeque<>();
            open.add(call);
            while (!open.isEmpty()) {
                Span span = open.remove();
                String text = text(span);
                if (text != null) {
                    texts.add(text);
                }
                open.addAll(span.children());
            }
            return texts;
        }

        /** Returns the text of a model call's own prompt, {@code null} where it was not recorded, and of other spans. */
        private static String text(Span span) {
            Object messages = Calls.isModelCall(span) ? span.attributes().get(Attributes.INPUT_MESSAGES) : null;
            return messages == null
                    ? null
                    : (FindingTexts.of(span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS))
                                    + FindingTexts.of(messages))
                            .stripTrailing();
        }
    }
}
