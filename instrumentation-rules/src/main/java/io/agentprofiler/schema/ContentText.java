// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.schema;

import java.util.Map;

/**
 * Structured content (prompts, arguments) as one text, the same for equal content: each value on a line of its own, depth
 * first, without the signs of JSON.
 *
 * <p>Lengths, hashes and blocks in a trace are those of this text, so who writes them and who reads them beside recorded
 * content have to agree on it.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ContentText {
    private ContentText() {}

    /** Returns the text of a string, or of lists and maps of strings. */
    public static String of(Object content) {
        return content instanceof String text ? text : ofElement(content);
    }

    /** Returns an element's share of the text of its list: that of a string has a line end. */
    public static String ofElement(Object element) {
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
