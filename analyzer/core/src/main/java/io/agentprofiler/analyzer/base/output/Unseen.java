// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

/**
 * Which characters do something instead of being seen: controls (C0, DEL, C1), which move a terminal's cursor and change
 * its colours; marks of direction and other format characters, which make a text read otherwise than it is; separators of
 * lines and paragraphs; and halves of characters. Nothing of them reaches a terminal, a Markdown or HTML text, or JSON as
 * it is.
 */
public final class Unseen {
    private Unseen() {}

    /** Answers whether a character is one of them. A line feed and a tab are. */
    public static boolean is(int point) {
        if (point >= ' ' && point < 0x7F) {
            return false;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    /** Answers whether a character is a mark of direction (Unicode's {@code Bidi_Control}). */
    static boolean isDirection(int point) {
        return point == 0x061C
                || point == 0x200E
                || point == 0x200F
                || point >= 0x202A && point <= 0x202E
                || point >= 0x2066 && point <= 0x2069;
    }

    /** Returns the text with a space in place of each. */
    public static String blanked(String text) {
        if (text.codePoints().noneMatch(Unseen::is)) {
            return text;
        }
        StringBuilder blanked = new StringBuilder(text.length());
        text.codePoints().map(point -> is(point) ? ' ' : point).forEach(blanked::appendCodePoint);
        return blanked.toString();
    }
}
