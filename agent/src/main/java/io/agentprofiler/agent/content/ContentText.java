// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.Map;

/** Writes structured content as one text, the same for equal content: each value on a line of its own, depth first. */
final class ContentText {
    private ContentText() {}

    /** Returns the text of a string, or of lists and maps of strings. */
    static String of(Object content) {
        if (content instanceof String text) {
            return text;
        }
        StringBuilder into = new StringBuilder();
        append(content, into);
        return into.toString();
    }

    /** Returns an element's share of the text of its list. */
    static String ofElement(Object element) {
        StringBuilder into = new StringBuilder();
        append(element, into);
        return into.toString();
    }

    private static void append(Object content, StringBuilder into) {
        if (content instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                into.append(name).append(": ");
                append(value, into);
            });
        } else if (content instanceof Iterable<?> elements) {
            for (Object element : elements) {
                append(element, into);
            }
        } else if (content != null) {
            into.append(content).append('\n');
        }
    }
}
