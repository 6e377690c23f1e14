// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.base.output.Unseen;
import java.util.Arrays;

/**
 * Text from traces made fit for a terminal: nothing in it can move the cursor or change colours, and its width is known.
 */
public final class Texts {
    /**
     * Pictures among the symbols that terminals draw two columns wide, from and to in turns: East Asian Wide in Unicode's
     * {@code EastAsianWidth.txt} and below U+2E80.
     */
    private static final int[] WIDE_SYMBOLS = {
        0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615,
        0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5,
        0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
        0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757,
        0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55
    };

    private Texts() {}

    /** Returns the text with control characters and line breaks replaced. */
    public static String safe(String text) {
        return Unseen.blanked(text);
    }

    /** Returns how many columns the text takes. */
    public static int width(String text) {
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
        return wide || isWideSymbol(point) ? 2 : 1;
    }

    private static boolean isWideSymbol(int point) {
        if (point < WIDE_SYMBOLS[0] || point > WIDE_SYMBOLS[WIDE_SYMBOLS.length - 1]) {
            return false;
        }
        int place = Arrays.binarySearch(WIDE_SYMBOLS, point);
        // between the two ends of a stretch: it would be put in at an odd place
        return place >= 0 || (-place - 1) % 2 == 1;
    }

    /** Returns the text cut to a width, with an ellipsis where something was cut off. */
    public static String cut(String text, int columns, String ellipsis) {
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

    public static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }
}
