// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.text;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts of prompts, to tell whether another begins with the whole of one of them. Takes time in proportion to the texts, however
 * many there are: of each only its length and a hash of 64 bits is kept.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Prompts {
    private static final long BASE = 0x5851f42d4c957f2dL;

    private final Map<Integer, Set<Long>> hashesByLength = new HashMap<>();

    /** How a prompt stands to those known. */
    public enum Relation {
        /** It begins with all of one of them, and goes on. */
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
        return Relation.OTHER;
    }

    private static long next(long hash, char letter) {
        long mixed = (hash + letter + 1) * BASE;
        return mixed ^ mixed >>> 32;
    }

    /** Returns the texts of the prompts of a call and of all model calls in it, as far as they were recorded. */
    private static List<String> in(Span call) {
        List<String> texts = new ArrayList<>();
        Deque<Span> open = new ArrayDeque<>();
        open.add(call);
        while (!open.isEmpty()) {
            Span span = open.remove();
            Object messages = Calls.isModelCall(span) ? span.attributes().get(Attributes.INPUT_MESSAGES) : null;
            if (messages != null) {
                String text = Texts.of(span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS)) + Texts.of(messages);
                texts.add(text.stripTrailing());
            }
            open.addAll(span.children());
        }
        return texts;
    }
}
