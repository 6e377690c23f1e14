// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.trace.Span;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Hashes of the texts in a payload, as the agent writes them at {@code content=hash} and above. A text has the same hash wherever it
 * stands, so that it can be followed from one call into another.
 */
public final class TextDigests {
    private static final String CONTENT = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";
    private static final int HASH_CHARS = 8;
    /** Of more texts only the last are kept. */
    private static final int MOST = 128;

    private TextDigests() {}

    /** Returns what was recorded in place of a payload, {@code null} where nothing was. */
    private static Map<?, ?> digest(Span span, String attribute) {
        String name = attribute.startsWith(GENAI) ? attribute.substring(GENAI.length()) : attribute;
        return span.attributes().get(CONTENT + name) instanceof Map<?, ?> digest ? digest : null;
    }

    /** Returns the hash of a payload, {@code null} where it is not known. */
    public static String hash(Span span, String attribute) {
        Map<?, ?> digest = digest(span, attribute);
        return digest != null && digest.get("hash") instanceof String hash ? hash : null;
    }

    /** Returns the length of a payload in chars; 0 where it is not known. */
    public static long chars(Span span, String attribute) {
        Map<?, ?> digest = digest(span, attribute);
        return digest != null && digest.get("chars") instanceof Long chars ? chars : 0;
    }

    /** Adds the hashes of a payload's texts and of their lines; nothing where they are not known. */
    public static void addTexts(Span span, String attribute, Set<String> into) {
        Map<?, ?> digest = digest(span, attribute);
        if (digest != null && digest.get("texts") instanceof String texts) {
            for (int at = 0; at + HASH_CHARS <= texts.length(); at += HASH_CHARS) {
                into.add(texts.substring(at, at + HASH_CHARS));
            }
        }
    }

    /** Returns the hashes of a payload's texts and of their lines; empty where they are not all known. */
    public static Set<String> texts(Span span, String attribute) {
        Set<String> texts = new HashSet<>();
        Map<?, ?> digest = digest(span, attribute);
        if (digest != null && digest.get("texts") instanceof String all && all.length() < MOST * HASH_CHARS) {
            addTexts(span, attribute, texts);
        }
        return texts;
    }
}
