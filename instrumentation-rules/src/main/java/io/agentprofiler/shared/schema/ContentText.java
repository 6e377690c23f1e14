// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.util.ArrayList;
import java.util.Map;
import java.util.function.BiConsumer;
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
        new Writer(into).write(content);
    }

    /** Hands on, piece by piece, what {@link #ofElement} returns. */
    public static void writeElement(Object content, Consumer<String> into) {
        new Writer(into).writeElement(content);
    }

    /**
     * Hands on the texts of one content after another, and makes no objects of its own for any of them.
     *
     * <p><b>Threading:</b> one thread.
     */
    public static final class Writer {
        private final Consumer<String> into;
        private final BiConsumer<Object, Object> entry = this::writeEntry;

        /** Creates one that hands on to {@code into}. */
        public Writer(Consumer<String> into) {
            this.into = into;
        }

        /** Hands on, piece by piece, what {@link #of} returns. */
        public void write(Object content) {
            if (content instanceof String text) {
                into.accept(text);
            } else {
                writeElement(content);
            }
        }

        /** Hands on, piece by piece, what {@link #ofElement} returns. */
        public void writeElement(Object content) {
            if (content instanceof String text) {
                into.accept(text);
                into.accept("\n");
            } else if (content instanceof ArrayList<?> elements) {
                for (int i = 0; i < elements.size(); i++) {
                    writeElement(elements.get(i));
                }
            } else if (content instanceof Map<?, ?> map) {
                map.forEach(entry);
            } else if (content instanceof Iterable<?> elements) {
                for (Object element : elements) {
                    writeElement(element);
                }
            } else if (content != null) {
                into.accept(content.toString());
                into.accept("\n");
            }
        }

        private void writeEntry(Object name, Object value) {
            into.accept(String.valueOf(name));
            into.accept(": ");
            writeElement(value);
        }
    }
}
