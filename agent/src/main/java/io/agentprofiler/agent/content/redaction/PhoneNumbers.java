// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;

/**
 * Finds telephone numbers: international ones, {@code +49 151 23456789}, with 8 to 15 digits (E.164), and those of North America
 * as they are written there, {@code (415) 555-0132} and {@code 415-555-0132}. Numbers without a plus or such groups cannot be told
 * from others.
 *
 * <p>Social security numbers of the United States, {@code 078-05-1120}, are found here, too: groups of digits with hyphens.
 */
public final class PhoneNumbers {
    private static final int LEAST = 8;
    private static final int MOST = 15;

    private PhoneNumbers() {}

    /** Blanks the number that begins at {@code at}, a plus, parenthesis or digit; returns where it ends, -1 for none. */
    public static int find(String text, int at, Blanks into) {
        if (AsciiText.isWord(text, at - 1, "_+-/.:=#")
                && !(text.charAt(at) == '+' && AsciiText.is(text, at - 1, ":=/"))) {
            return -1;
        }
        int to = text.charAt(at) == '+' ? international(text, at) : american(text, at);
        if (to < 0 && AsciiText.isDigit(text, at)) {
            to = socialSecurity(text, at);
        }
        if (to > 0) {
            into.add(at, to);
        }
        return to;
    }

    private static int international(String text, int at) {
        if (!AsciiText.isDigit(text, at + 1) || text.charAt(at + 1) == '0') {
            return -1;
        }
        int digits = 0;
        int groups = 0;
        int end = at + 1;
        int place = at + 1;
        boolean inGroup = false;
        while (place < text.length() && digits <= MOST) {
            if (AsciiText.isDigit(text, place)) {
                digits++;
                groups += inGroup ? 0 : 1;
                inGroup = true;
                place++;
                end = place;
            } else if (AsciiText.is(text, place, " -.()/") && inGroup && goesOn(text, place)) {
                inGroup = false;
                place++;
            } else if (AsciiText.is(text, place, "( )-") && !inGroup && goesOn(text, place)) {
                place++;
            } else {
                break;
            }
        }
        boolean whole = !AsciiText.isWord(text, end, "_")
                && !(AsciiText.is(text, end, ".") && AsciiText.isDigit(text, end + 1));
        return digits >= LEAST && digits <= MOST && whole && (groups > 1 || digits >= 10) ? end : -1;
    }

    /** Answers whether at most two separators stand before the next digit. */
    private static boolean goesOn(String text, int at) {
        return AsciiText.isDigit(text, at + 1)
                || AsciiText.is(text, at + 1, " (-)")
                        && (AsciiText.isDigit(text, at + 2) || AsciiText.is(text, at + 2, "( "));
    }

    private static int american(String text, int at) {
        int place = at;
        boolean parenthesis = text.charAt(place) == '(';
        if (parenthesis) {
            place++;
        }
        if (!isExchange(text, place)) {
            return -1;
        }
        place += 3;
        char separator;
        if (parenthesis) {
            if (!AsciiText.is(text, place, ")")) {
                return -1;
            }
            place++;
            place += AsciiText.is(text, place, " ") ? 1 : 0;
            separator = '-';
        } else if (AsciiText.is(text, place, "-.")) {
            separator = text.charAt(place++);
        } else {
            return -1;
        }
        if (!isExchange(text, place) || !AsciiText.is(text, place + 3, separator + (parenthesis ? " " : ""))) {
            return -1;
        }
        return ends(text, place + 4, 4);
    }

    /** Area codes and exchanges begin with 2 to 9. */
    private static boolean isExchange(String text, int at) {
        return AsciiText.isDigit(text, at)
                && text.charAt(at) >= '2'
                && AsciiText.isDigit(text, at + 1)
                && AsciiText.isDigit(text, at + 2)
                && !AsciiText.isDigit(text, at + 3);
    }

    private static int socialSecurity(String text, int at) {
        for (int i = 0; i < 11; i++) {
            boolean hyphen = i == 3 || i == 6;
            if (hyphen ? !AsciiText.is(text, at + i, "-") : !AsciiText.isDigit(text, at + i)) {
                return -1;
            }
        }
        String area = text.substring(at, at + 3);
        boolean given = !area.equals("000")
                && !area.equals("666")
                && area.charAt(0) != '9'
                && !text.startsWith("00", at + 4)
                && !text.startsWith("0000", at + 7);
        return given ? ends(text, at + 7, 4) : -1;
    }

    /** Returns the end of a last group of so many digits; -1 when there are others, or more of the same behind. */
    private static int ends(String text, int at, int digits) {
        for (int i = 0; i < digits; i++) {
            if (!AsciiText.isDigit(text, at + i)) {
                return -1;
            }
        }
        int end = at + digits;
        boolean more = AsciiText.isWord(text, end, "_")
                || AsciiText.is(text, end, "-./") && AsciiText.isAlphanumeric(text, end + 1);
        return more ? -1 : end;
    }
}
