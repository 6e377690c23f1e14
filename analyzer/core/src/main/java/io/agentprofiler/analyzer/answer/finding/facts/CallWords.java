// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.lang.Character.UnicodeScript;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words that went into a call from outside and came out of it, where all its texts were recorded: words of four letters or
 * more, and whatever has a digit. Of an agent all calls in it count: what one of them was asked with after another had answered
 * it is not from outside.
 *
 * <p>Where an answer went can only be told if it is not trivially short: it has to bring words that were not known before.
 * Digits alone do not do: an answer {@code 0} may be in what a program does next without being in its text. The vector that an
 * embedding returns has no words: none can be in a later call's text.
 *
 * <p><b>Threading:</b> immutable once made.
 */
public final class CallWords {
    /** How many words an answer has to bring so that it can be followed. */
    static final int TRACEABLE = 2;

    private static final int SHORTEST = 4;
    private static final Pattern LETTERS = Pattern.compile("\\p{L}{" + SHORTEST + ",}");
    /** Scripts that put no spaces between words: what is found between spaces there is no word. */
    private static final Set<UnicodeScript> UNSPACED = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);
    /** All characters before it are of other scripts. */
    private static final int FIRST_UNSPACED = 0x0E00;

    /** What the agent puts where it cuts a text. */
    private static final Pattern CUT = Pattern.compile("… \\[\\d+ chars cut]");

    private static final String GENAI = "gen_ai.";
    private static final String DIGEST = "agentprofiler.content.";

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
     * Returns the words of a call, {@code null} when not all of its texts are known, or it or something in it failed.
     *
     * @param before words that were known without it
     */
    public static CallWords of(Span call, Set<String> before) {
        if (call.status() != SpanStatus.OK || !call.isMeasured()) {
            return null;
        }
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
        if (!words.known || words.asked.isEmpty()) {
            return null;
        }
        // who is asked is chosen by a word, too: a router's answer names the agent that goes on
        words(Operation.of(call).name(), words.asked);
        words.answered.removeAll(words.asked);
        words.answered.removeAll(before);
        return words;
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
                known &= words(span, answer(span), lastAnswer);
                answered.addAll(lastAnswer);
            }
            return;
        }
        Set<String> in = new HashSet<>();
        known &= words(span, question(span), in);
        known &= !isPart(span, Attributes.SYSTEM_INSTRUCTIONS) || words(span, Attributes.SYSTEM_INSTRUCTIONS, in);
        in.removeAll(answered);
        asked.addAll(in);
    }

    /** Answers whether a call has such a payload, whether or not its text was recorded. */
    private static boolean isPart(Span span, String attribute) {
        return span.attributes().get(attribute) != null || digest(span, attribute) != null;
    }

    private static Map<?, ?> digest(Span span, String attribute) {
        String name = attribute.startsWith(GENAI) ? attribute.substring(GENAI.length()) : attribute;
        return span.attributes().get(DIGEST + name) instanceof Map<?, ?> digest ? digest : null;
    }

    /** Adds the words of a span's payload; answers whether it is known as a whole, and can be told into words. */
    private static boolean words(Span span, String attribute, Set<String> into) {
        Object payload = span.attributes().get(attribute);
        Map<?, ?> digest = digest(span, attribute);
        // secrets are blanked before a text is written
        boolean whole = digest == null
                || payload == null
                || !(digest.get("chars") instanceof Long chars)
                || chars == ContentText.of(payload).length();
        return words(payload, into) && whole;
    }

    /** Adds the words of a payload; answers whether it is not cut, and can be told into words. */
    private static boolean words(Object payload, Set<String> into) {
        if (payload == null || Placeholders.areIn(payload)) {
            return false;
        }
        String text = FindingTexts.of(payload);
        boolean spaced = true;
        boolean digit = false;
        int start = 0;
        // once over the text, which may be long
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            spaced &= character < FIRST_UNSPACED || !UNSPACED.contains(UnicodeScript.of(character));
            if (Character.isDigit(character)) {
                digit = true;
            } else if (!Character.isLetter(character)) {
                addWord(text, start, i, digit, into);
                digit = false;
                start = i + Character.charCount(character);
            }
            i += Character.charCount(character);
        }
        addWord(text, start, text.length(), digit, into);
        return spaced && !CUT.matcher(text).find();
    }

    private static void addWord(String text, int start, int end, boolean digit, Set<String> into) {
        if (end > start) {
            String word = text.substring(start, end).toLowerCase(Locale.ROOT);
            if (digit || word.length() >= SHORTEST) {
                into.add(word);
            }
        }
    }

    /** Returns the words that went in from outside. */
    public Set<String> asked() {
        return asked;
    }

    /** Returns the words that only its answers brought. */
    public Set<String> news() {
        return answered;
    }

    /**
     * Answers whether it could be told from a later text that its last answer went into it: the answer brought at least
     * {@value #TRACEABLE} words of letters. So it is, too, where the answer is no text.
     */
    public boolean isTraceable() {
        return !spoke || news(lastAnswer) >= TRACEABLE;
    }

    /** Answers whether its answer is no text. */
    public boolean isSilent() {
        return !spoke;
    }

    /** Answers whether enough of its answer's words are among others to say that the answer is. */
    public boolean isIn(Set<String> words) {
        Set<String> both = new HashSet<>(lastAnswer);
        both.retainAll(words);
        return spoke && news(both) >= TRACEABLE;
    }

    private long news(Set<String> words) {
        return words.stream()
                .filter(word -> answered.contains(word) && LETTERS.matcher(word).find())
                .count();
    }

    /** Returns all words that went into a span and the spans below it, as far as they were recorded. */
    public static Set<String> into(Span span) {
        Set<String> words = new HashSet<>();
        Deque<Span> open = new ArrayDeque<>();
        open.add(span);
        while (!open.isEmpty()) {
            Span next = open.remove();
            if (question(next) != null) {
                words(next.attributes().get(question(next)), words);
                words(next.attributes().get(Attributes.SYSTEM_INSTRUCTIONS), words);
            }
            words(next.attributes().get(Attributes.INPUT), words);
            open.addAll(next.children());
        }
        return words;
    }

    /**
     * Adds the words of a span's result, if it was recorded.
     *
     * @return whether the text is whole; so it is where there is none
     */
    public static boolean addResult(Span span, Set<String> into) {
        boolean whole = true;
        for (String attribute : List.of(Attributes.OUTPUT, Attributes.OUTPUT_MESSAGES, Attributes.TOOL_CALL_RESULT)) {
            whole &= span.attributes().get(attribute) == null || words(span, attribute, into);
        }
        return whole;
    }

    /** Returns the words that went into the spans around a call, as far as they were recorded. */
    public static Set<String> around(Span call) {
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
