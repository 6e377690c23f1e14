// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.read.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that went into a call and came out of it, where all its texts were recorded: words of four letters or more, and
 * whatever has a digit. Of an agent those of all calls in it count.
 *
 * <p>The vector that an embedding returns has no words: none can be in a later call's text.
 */
final class CallWords {
    private static final int SHORTEST = 4;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    /** What the agent puts where it cuts a text. */
    private static final Pattern CUT = Pattern.compile("… \\[\\d+ chars cut]");

    private final Set<String> asked = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private boolean known = true;
    private int calls;

    private CallWords() {}

    /** Returns the words of a call, {@code null} when not all of its texts are known, or something in it failed. */
    static CallWords of(Span call) {
        CallWords words = new CallWords();
        Deque<Span> open = new ArrayDeque<>();
        open.add(call);
        while (!open.isEmpty() && words.known) {
            Span span = open.remove();
            words.add(span);
            open.addAll(span.children());
        }
        return words.known && words.calls > 0 ? words : null;
    }

    private void add(Span span) {
        switch (span.kind()) {
            case LLM -> {
                if (!Calls.isWrapper(span)) {
                    add(span, Attributes.INPUT_MESSAGES, Attributes.OUTPUT_MESSAGES);
                    words(span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS), asked);
                }
            }
            case TOOL -> add(span, Attributes.TOOL_CALL_ARGUMENTS, Attributes.TOOL_CALL_RESULT);
            case RETRIEVAL -> add(span, "gen_ai.retrieval.query.text", "gen_ai.retrieval.documents");
            case EMBEDDING -> add(span, "agentprofiler.embeddings.input", null);
            default -> {
                // whatever else is in it asks nobody
            }
        }
    }

    private void add(Span span, String question, String answer) {
        calls++;
        Object in = span.attributes().get(question);
        Object out = answer == null ? "" : span.attributes().get(answer);
        known &= span.status() == SpanStatus.OK && words(in, asked) && words(out, answered);
    }

    /** Adds the words of a payload; answers whether the whole of it is known. */
    private static boolean words(Object payload, Set<String> into) {
        if (payload == null) {
            return false;
        }
        StringBuilder texts = new StringBuilder();
        append(payload, texts);
        String text = texts.toString();
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String word = words.group().toLowerCase(Locale.ROOT);
            if (word.length() >= SHORTEST || DIGIT.matcher(word).find()) {
                into.add(word);
            }
        }
        return !CUT.matcher(text).find();
    }

    /** Adds the texts of a payload, a line each, without what only says who speaks and what it is. */
    private static void append(Object payload, StringBuilder into) {
        if (payload instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (!name.equals("role") && !name.equals("type")) {
                    append(value, into);
                }
            });
        } else if (payload instanceof Iterable<?> elements) {
            elements.forEach(element -> append(element, into));
        } else if (payload != null) {
            into.append(payload).append('\n');
        }
    }

    /** Returns the words that went in. */
    Set<String> asked() {
        return asked;
    }

    /**
     * Returns the words that only its answers brought.
     *
     * @param before words that were known without it
     */
    Set<String> news(Set<String> before) {
        Set<String> news = new HashSet<>(answered);
        news.removeAll(asked);
        news.removeAll(before);
        return news;
    }

    /** Returns the words that went into the spans around a call, as far as they were recorded. */
    static Set<String> around(Span call) {
        Set<String> words = new HashSet<>();
        for (Span above = call.parent(); above != null; above = above.parent()) {
            if (above.kind() == SpanKind.TOOL) {
                words(above.attributes().get(Attributes.TOOL_CALL_ARGUMENTS), words);
            } else {
                words(above.attributes().get(Attributes.INPUT_MESSAGES), words);
            }
        }
        return words;
    }
}
