// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import java.util.List;
import java.util.Map;

/**
 * Values of attributes as people read them: a text is itself, lists and objects are indented lines.
 *
 * <p>Stops once it has more than is wanted, so that a huge prompt costs no more than what is shown of it.
 */
final class PlainText {
    /** Most characters of a name. */
    static final int NAME = 300;
    /** Most characters of a fact or a message. */
    static final int FACT = 1_000;
    /** Most characters of a prompt, an answer, an argument or a result. */
    static final int TEXT = 4_000;

    private static final int MAX_DEPTH = 20;

    private final StringBuilder text = new StringBuilder();
    private final int wanted;

    private PlainText(int wanted) {
        this.wanted = wanted;
    }

    /** Returns the value as text, cut to about {@code characters}. */
    static String of(Object value, int characters) {
        if (value instanceof String text) {
            return cut(characters, text);
        }
        PlainText plain = new PlainText(characters);
        plain.add(value, 0);
        if (plain.isFull()) {
            return plain.text.substring(0, characters) + "… (more)";
        }
        return plain.text.toString();
    }

    /** Returns the text, or its beginning with a remark how much was cut off; {@code null} of {@code null}. */
    static String cut(int characters, String text) {
        if (text == null || text.length() <= characters) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
        return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
    }

    private boolean isFull() {
        return text.length() > wanted;
    }

    private void add(Object value, int depth) {
        if (isFull()) {
            return;
        }
        if (value instanceof Map<?, ?> map && depth < MAX_DEPTH) {
            map.forEach((key, inner) -> line(key + ": ", inner, depth));
        } else if (value instanceof List<?> list && depth < MAX_DEPTH) {
            if (list.stream().noneMatch(item -> item instanceof Map || item instanceof List)) {
                list.forEach(item -> text.append(text.length() == 0 || isAtLine() ? "" : ", ")
                        .append(item));
            } else {
                list.forEach(item -> line("- ", item, depth));
            }
        } else {
            text.append(value);
        }
    }

    private boolean isAtLine() {
        char last = text.charAt(text.length() - 1);
        return last == '\n' || last == ' ';
    }

    private boolean isBehindDash() {
        int length = text.length();
        return length > 1 && text.charAt(length - 1) == ' ' && text.charAt(length - 2) == '-';
    }

    private void line(String lead, Object value, int depth) {
        if (isFull()) {
            return;
        }
        if (text.length() > 0 && !isBehindDash()) {
            text.append('\n').append("  ".repeat(depth));
        }
        text.append(lead);
        add(value, depth + 1);
    }
}
