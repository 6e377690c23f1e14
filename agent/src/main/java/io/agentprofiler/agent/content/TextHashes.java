// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.schema.Attributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;

/**
 * Hashes of the texts in a payload, so that it can be told whether what one call answered went into what another was asked, though
 * neither can be read: of each text and, where it has several lines, of each line, without the white space around. They are the
 * same wherever the text stands: as an agent's result, as an argument, as a message, as a line of a message.
 *
 * <p>Texts of fewer than {@value #LEAST_CHARS} chars may be equal by chance and are left out. Of many the last {@value #MOST} are
 * kept: what came last.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class TextHashes {
    static final int LEAST_CHARS = 12;
    static final int MOST = 128;

    /** What only describes a text; what is no text of anybody, or has a sketch of its own. */
    private static final Set<String> NO_TEXTS = Set.of("role", "type", "id", "name");

    private static final Set<String> LEFT_OUT = Set.of(Attributes.TOOL_DEFINITIONS, Attributes.TOOL_CALL_ARGUMENTS);

    private final PromptHasher hasher;

    TextHashes(PromptHasher hasher) {
        this.hasher = hasher;
    }

    /**
     * Returns the hashes of a payload's texts, one after the other without separator; empty where there is none.
     *
     * @param name of the attribute
     * @param payload a text, or lists and maps of texts
     */
    String of(String name, Object payload) {
        if (LEFT_OUT.contains(name)) {
            return "";
        }
        Deque<String> texts = new ArrayDeque<>();
        add(payload, texts);
        StringBuilder hashes = new StringBuilder();
        texts.forEach(text -> hashes.append(hasher.hash(text)));
        return hashes.toString();
    }

    private static void add(Object payload, Deque<String> into) {
        if (payload instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (!NO_TEXTS.contains(name)) {
                    add(value, into);
                }
            });
        } else if (payload instanceof Iterable<?> elements) {
            elements.forEach(element -> add(element, into));
        } else if (payload instanceof String text) {
            String whole = text.strip();
            if (whole.indexOf('\n') >= 0) {
                whole.lines().forEach(line -> keep(line.strip(), into));
            }
            keep(whole, into);
        }
    }

    private static void keep(String text, Deque<String> into) {
        if (text.length() >= LEAST_CHARS) {
            into.add(text);
            if (into.size() > MOST) {
                into.remove();
            }
        }
    }
}
