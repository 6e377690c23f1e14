// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

/**
 * Text from traces made fit for a terminal: nothing in it can move the cursor or change colours, and its width is known.
 */
final class Texts {
    private Texts() {}

    /** Returns the text with control characters and line breaks replaced. */
    static String safe(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                if (safe == null) {
                    safe = new StringBuilder(text);
                }
                safe.setCharAt(i, ' ');
            }
        }
        return safe == null ? text : safe.toString();
    }

    /** Returns how many columns the text takes. */
    static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            width += width(point);
            i += Character.charCount(point);
        }
        return width;
    }

    private static int width(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide = point >= 0x1100
                && (point <= 0x115F
                        || point >= 0x2E80 && point <= 0xA4CF
                        || point >= 0xAC00 && point <= 0xD7A3
                        || point >= 0xF900 && point <= 0xFAFF
                        || point >= 0xFE30 && point <= 0xFE6F
                        || point >= 0xFF00 && point <= 0xFF60
                        || point >= 0xFFE0 && point <= 0xFFE6
                        || point >= 0x1F300 && point <= 0x1FAFF
                        || point >= 0x20000 && point <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    /** Returns the text cut to a width, with an ellipsis where something was cut off. */
    static String cut(String text, int columns, String ellipsis) {
        if (width(text) <= columns) {
            return text;
        }
        int room = columns - width(ellipsis);
        StringBuilder kept = new StringBuilder();
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            width += width(point);
            if (width > room) {
                break;
            }
            kept.appendCodePoint(point);
            i += Character.charCount(point);
        }
        return kept + ellipsis;
    }

    static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }
}
