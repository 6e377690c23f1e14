// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.read.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that went into a call from outside and came out of it, where all its texts were recorded: words of four letters or
 * more, and whatever has a digit. Of an agent all calls in it count: what one of them was asked with after another had answered
 * it is not from outside.
 *
 * <p>Where an answer may have gone can only be told if it has a word that was not known before: of a call whose last answer has
 * none, nothing is known. The vector that an embedding returns has no words: none can be in a later call's text.
 */
final class CallWords {
    private static final int SHORTEST = 4;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    /** Of scripts that put no spaces between words: what is found between spaces there is no word. */
    private static final Pattern UNSPACED = Pattern.compile(
            "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}" + "\\p{IsKhmer}\\p{IsMyanmar}]");
    /** What the agent puts where it cuts a text. */
    private static final Pattern CUT = Pattern.compile("… \\[\\d+ chars cut]");

    private final Set<String> asked = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private Set<String> lastAnswer = Set.of();
    private boolean spoke;
    private boolean known = true;

    private CallWords() {}

    /** A text on its way into or out of a call. */
    private record Passing(long nanos, boolean out, Span call) implements Comparable<Passing> {
        private static final Comparator<Passing> ORDER = Comparator.comparingLong(Passing::nanos)
                .thenComparing(Passing::out, Comparator.reverseOrder())
                .thenComparing(passing -> passing.call().index());

        @Override
        public int compareTo(Passing other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Returns the words of a call, {@code null} when not all of its texts are known, something in it failed, or its last answer
     * has no news.
     *
     * @param before words that were known without it
     */
    static CallWords of(Span call, Set<String> before) {
        List<Passing> passing = new ArrayList<>();
        Deque<Span> open = new ArrayDeque<>();
        open.add(call);
        while (!open.isEmpty()) {
            Span span = open.remove();
            if (question(span) != null) {
                if (span.status() != SpanStatus.OK || span.attributes().get(question(span)) == null) {
                    return null;
                }
                passing.add(new Passing(span.startNanos(), false, span));
                passing.add(new Passing(span.endNanos(), true, span));
            }
            open.addAll(span.children());
        }
        if (passing.isEmpty()) {
            return null;
        }
        Collections.sort(passing);
        CallWords words = new CallWords();
        passing.forEach(words::add);
        words.answered.removeAll(words.asked);
        words.answered.removeAll(before);
        boolean untold = words.spoke && Collections.disjoint(words.lastAnswer, words.answered);
        return words.known && !untold ? words : null;
    }

    /** Returns the attribute with what a span was asked, {@code null} for spans that ask nobody. */
    private static String question(Span span) {
        return switch (span.kind()) {
            case LLM -> Calls.isWrapper(span) ? null : Attributes.INPUT_MESSAGES;
            case TOOL -> Attributes.TOOL_CALL_ARGUMENTS;
            case RETRIEVAL -> "gen_ai.retrieval.query.text";
            case EMBEDDING -> Calls.isWrapper(span) ? null : "agentprofiler.embeddings.input";
            default -> null;
        };
    }

    /** Returns the attribute with the answer, {@code null} where it is no text. */
    private static String answer(Span span) {
        return switch (span.kind()) {
            case LLM -> Attributes.OUTPUT_MESSAGES;
            case TOOL -> Attributes.TOOL_CALL_RESULT;
            case RETRIEVAL -> "gen_ai.retrieval.documents";
            default -> null;
        };
    }

    private void add(Passing passing) {
        Span span = passing.call();
        if (passing.out()) {
            if (answer(span) != null) {
                spoke = true;
                lastAnswer = new HashSet<>();
                known &= words(span.attributes().get(answer(span)), lastAnswer);
                answered.addAll(lastAnswer);
            }
            return;
        }
        Set<String> in = new HashSet<>();
        known &= words(span.attributes().get(question(span)), in);
        Object system = span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS);
        known &= system == null || words(system, in);
        in.removeAll(answered);
        asked.addAll(in);
    }

    /** Adds the words of a payload; answers whether it is known as a whole, and can be told into words. */
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
        return !CUT.matcher(text).find() && !UNSPACED.matcher(text).find();
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

    /** Returns the words that went in from outside. */
    Set<String> asked() {
        return asked;
    }

    /** Returns the words that only its answers brought. */
    Set<String> news() {
        return answered;
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
