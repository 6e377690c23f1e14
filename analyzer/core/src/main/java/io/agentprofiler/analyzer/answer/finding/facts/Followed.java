// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An answer of a model, or the result of another call, that is followed into later calls. It went into one if a text that only this answer has is there: a line by its hash, or
 * four words in a row. It did not if the call's whole text is known and has hardly any of its words, or if nothing that is new in the
 * call is as long as the answer. Else nothing can be told.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Followed {
    /** What is known of an answer and a later call. */
    public enum FollowedUse {
        USED,
        UNUSED,
        UNKNOWN
    }

    private static final List<String> PAYLOADS = List.of(
            Attributes.INPUT_MESSAGES,
            Attributes.SYSTEM_INSTRUCTIONS,
            Attributes.TOOL_CALL_ARGUMENTS,
            "gen_ai.retrieval.query.text",
            "agentprofiler.embeddings.input",
            Attributes.INPUT);
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final String CUT = " chars cut]";
    private static final int IN_A_ROW = 4;
    /** Fewer rows of words do not tell. */
    private static final int ENOUGH = 10;

    private static final double MOST_OF_IT = 0.5;
    private static final double HARDLY_ANY = 0.1;

    /**
     * What a later call was asked with.
     *
     * @param texts hashes of its texts and their lines
     * @param messages the length of each message by its hash, in bytes
     */
    public record AskedPayloads(Span call, Set<String> texts, Map<String, Long> messages) {
        /** Returns what a call was asked with, as far as it was recorded. */
        public static AskedPayloads of(Span call) {
            Set<String> texts = new HashSet<>();
            PAYLOADS.forEach(payload -> TextDigests.addTexts(call, payload, texts));
            return new AskedPayloads(call, texts, HashedCall.messageBytes(call));
        }
    }

    private final Span call;
    private final long chars;
    private final Set<String> lines;
    private final Set<String> rows;
    /** Hashes of messages and instructions that cannot hold the answer: they are older, or by calls that had nothing of it. */
    private final Set<String> known;

    /**
     * Follows an answer.
     *
     * @param others calls whose answers it could be taken for
     * @param known hashes of messages and instructions that are older than the answer
     */
    public Followed(Span call, Collection<Span> others, Set<String> known) {
        this.call = call;
        this.chars = TextDigests.chars(call, result(call));
        this.known = new HashSet<>(known);
        this.lines = TextDigests.texts(call, result(call));
        this.rows = rows(call.attributes().get(result(call)));
        for (Span other : others) {
            if (other != call) {
                lines.removeAll(TextDigests.texts(other, result(other)));
                rows.removeAll(rows(other.attributes().get(result(other))));
                this.known.add(TextDigests.hash(other, result(other)));
            }
        }
    }

    /** Returns the attribute with what a call answered or returned. */
    public static String result(Span call) {
        return switch (call.kind()) {
            case LLM -> Attributes.OUTPUT_MESSAGES;
            case TOOL -> Attributes.TOOL_CALL_RESULT;
            case RETRIEVAL -> "gen_ai.retrieval.documents";
            default -> Attributes.OUTPUT;
        };
    }

    /** Returns the hashes of messages and instructions that models were asked with before an answer was there. */
    public static Set<String> older(Trace trace, Span answer) {
        Set<String> known = new HashSet<>();
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && span.startNanos() < answer.endNanos()) {
                known.addAll(HashedCall.messageBytes(span).keySet());
                String instructions = TextDigests.hash(span, Attributes.SYSTEM_INSTRUCTIONS);
                if (instructions != null) {
                    known.add(instructions);
                }
            }
        }
        return known;
    }

    /** Tells whether the answer went into a call that began later; calls have to be asked about by their start. */
    public FollowedUse into(AskedPayloads later) {
        FollowedUse use = useIn(later);
        String answer = TextDigests.hash(later.call(), result(later.call()));
        if (use == FollowedUse.UNUSED && answer != null) {
            // nobody told this one
            known.add(answer);
            known.addAll(later.messages().keySet());
        }
        return use;
    }

    private FollowedUse useIn(AskedPayloads later) {
        if (lines.isEmpty()) {
            return FollowedUse.UNKNOWN;
        }
        if (!Collections.disjoint(lines, later.texts())
                || later.messages().containsKey(TextDigests.hash(call, result(call)))) {
            return FollowedUse.USED;
        }
        FollowedUse byWords = byWords(later.call());
        return byWords != FollowedUse.UNKNOWN || longestNew(later.call(), later.messages()) >= chars
                ? byWords
                : FollowedUse.UNUSED;
    }

    private FollowedUse byWords(Span later) {
        Set<String> there = new HashSet<>();
        for (String payload : PAYLOADS) {
            Object text = later.attributes().get(payload);
            if (text == null && TextDigests.chars(later, payload) > 0
                    || text != null && FindingTexts.of(text).contains(CUT)) {
                return FollowedUse.UNKNOWN;
            }
            there.addAll(rows(text));
        }
        if (rows.size() < ENOUGH) {
            return FollowedUse.UNKNOWN;
        }
        double part = rows.stream().filter(there::contains).count() / (double) rows.size();
        return part >= MOST_OF_IT ? FollowedUse.USED : part <= HARDLY_ANY ? FollowedUse.UNUSED : FollowedUse.UNKNOWN;
    }

    /** Returns the length of the longest payload of a call that is not known to be without the answer. */
    private long longestNew(Span later, Map<String, Long> messages) {
        long longest = 0;
        for (String payload : PAYLOADS) {
            boolean isKnown = payload.equals(Attributes.INPUT_MESSAGES) && !messages.isEmpty()
                    || known.contains(String.valueOf(TextDigests.hash(later, payload)));
            longest = Math.max(longest, isKnown ? 0 : TextDigests.chars(later, payload));
        }
        for (Map.Entry<String, Long> message : messages.entrySet()) {
            longest = Math.max(longest, known.contains(message.getKey()) ? 0 : message.getValue());
        }
        return longest;
    }

    /** Returns the words of a text, each with those after it. */
    private static Set<String> rows(Object payload) {
        Set<String> rows = new HashSet<>();
        if (payload != null) {
            String[] words = NO_WORD.split(FindingTexts.of(payload));
            for (int i = 0; i + IN_A_ROW <= words.length; i++) {
                rows.add(String.join(" ", List.of(words).subList(i, i + IN_A_ROW)));
            }
        }
        return rows;
    }
}
