// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.rules.value.normal.SmallMap;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
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
    private static final int MOST_HASH_CHARS = MOST * PromptHasher.HASH_CHARS;

    /** What only describes a text; what is no text of anybody, or has a sketch of its own. */
    private static final Set<String> NO_TEXTS = new HashSet<>(List.of("role", "type", "id", "name"));

    private static final Set<String> LEFT_OUT = Set.of(Attributes.TOOL_DEFINITIONS, Attributes.TOOL_CALL_ARGUMENTS);

    private final PromptHasher hasher;
    private final TextMemory memory = new TextMemory(this::hashesOf);
    private final StringBuilder hashes = new StringBuilder();

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
        if (payload instanceof String text) {
            return text.length() < LEAST_CHARS ? "" : last(memory.of(text));
        }
        hashes.setLength(0);
        add(payload);
        return hashes.length() == 0 ? "" : hashes.substring(Math.max(0, hashes.length() - MOST_HASH_CHARS));
    }

    private static String last(String all) {
        return all.length() <= MOST_HASH_CHARS ? all : all.substring(all.length() - MOST_HASH_CHARS);
    }

    private void add(Object payload) {
        // classes first: to find that one lacks an interface takes longest
        if (payload instanceof String text) {
            if (text.length() >= LEAST_CHARS) {
                hashes.append(memory.of(text));
            }
        } else if (payload instanceof SmallMap map) {
            for (int i = 0; i < map.size(); i++) {
                if (!NO_TEXTS.contains(map.nameAt(i))) {
                    add(map.valueAt(i));
                }
            }
        } else if (payload instanceof ArrayList<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                add(elements.get(i));
            }
        } else if (payload instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!NO_TEXTS.contains(entry.getKey())) {
                    add(entry.getValue());
                }
            }
        } else if (payload instanceof Iterable<?> elements) {
            for (Object element : elements) {
                add(element);
            }
        }
    }

    /** Returns the hashes of a text's lines and of the whole, the last of them. */
    private String hashesOf(String text) {
        String whole = text.strip();
        Deque<String> texts = new ArrayDeque<>();
        if (whole.indexOf('\n') >= 0) {
            whole.lines().forEach(line -> keep(line.strip(), texts));
        }
        keep(whole, texts);
        if (texts.size() == 1) {
            return hasher.hash(texts.getFirst());
        }
        StringBuilder all = new StringBuilder();
        texts.forEach(each -> all.append(hasher.hash(each)));
        return all.toString();
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
