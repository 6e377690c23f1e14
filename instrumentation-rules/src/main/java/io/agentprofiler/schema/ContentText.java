// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.schema;

import java.util.Map;
import java.util.function.Consumer;

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
        if (content instanceof String text) {
            return text;
        }
        return ofElement(content);
    }

    /** Returns an element's share of the text of its list: that of a string has a line end. */
    public static String ofElement(Object element) {
        StringBuilder into = new StringBuilder();
        writeElement(element, into::append);
        return into.toString();
    }

    /** Hands on, piece by piece, what {@link #of} returns. */
    public static void write(Object content, Consumer<String> into) {
        if (content instanceof String text) {
            into.accept(text);
        } else {
            writeElement(content, into);
        }
    }

    /** Hands on, piece by piece, what {@link #ofElement} returns. */
    public static void writeElement(Object content, Consumer<String> into) {
        if (content instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                into.accept(String.valueOf(entry.getKey()));
                into.accept(": ");
                writeElement(entry.getValue(), into);
            }
        } else if (content instanceof Iterable<?> elements) {
            for (Object element : elements) {
                writeElement(element, into);
            }
        } else if (content != null) {
            into.accept(content.toString());
            into.accept("\n");
        }
    }
}
