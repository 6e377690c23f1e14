// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.text;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts of prompts, to tell whether another is one of them and more: begins with the whole of one, or holds all of one with
 * something put in between. For the first, time in proportion to the texts is enough, however many there are: of each only its
 * length and a hash of 64 bits is kept. For the second the last {@value #LOOKED_BACK} are compared.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Prompts {
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
                : (FindingTexts.of(span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS)) + FindingTexts.of(messages))
                        .stripTrailing();
    }
}
