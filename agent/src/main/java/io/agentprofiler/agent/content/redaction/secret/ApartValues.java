// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

/**
 * Finds the value of a name where no sign joins them: it stands in the next cell of a table, in the next line, or behind tags
 * ({@code <td>Password</td><td>…</td>}). Much else stands there, too; so it has to look like a password that a person or a program
 * made, and be all there is in its place.
 *
 * <p><b>Threading:</b> stateless.
 */
final class ApartValues {
    private static final SecretValues VALUES = SecretValues.ofShortNames();
    private static final int MOST_TAGS = 96;
    private static final int MOST_VALUE = 256;
    private static final String PLACE_ENDS = "\n\r\t|<,;";

    private ApartValues() {}

    /** Returns where the value may begin of the name that starts at {@code at} and ends at {@code end}; -1 for nowhere. */
    static int begin(String text, int at, int end) {
        int place = end;
        boolean colon = AsciiText.is(text, place, ":");
        place += colon ? 1 : 0;
        if (AsciiText.is(text, place, "\t")) {
            return place + 1;
        }
        if (AsciiText.is(text, place, "<") && AsciiText.is(text, place + 1, "/")) {
            return behindTags(text, place);
        }
        int cell = place;
        while (AsciiText.is(text, cell, " ") && cell - place < MOST_TAGS) {
            cell++;
        }
        if (AsciiText.is(text, cell, "|") && isCell(text, at)) {
            return skipBlanks(text, cell + 1);
        }
        // two arguments of a command
        if (AsciiText.is(text, end, "\"'") && AsciiText.is(text, end + 1, " ") && AsciiText.is(text, end + 2, "\"'")) {
            return end + 3;
        }
        // the line below, or the one below that
        int below = place;
        while (below - place < 3 && AsciiText.is(text, below, "\r\n")) {
            below++;
        }
        if (below > place && (colon || isLine(text, at))) {
            return skipBlanks(text, below);
        }
        return AsciiText.is(text, cell, "\"") && isDefined(text, at) ? cell + 1 : -1;
    }

    /** Blanks the value that begins at {@code from} if it looks like one; returns where it ends, -1 for none. */
    static int blank(String text, int from, Blanks into) {
        int to = from;
        while (to < text.length()
                && to - from < MOST_VALUE
                && text.charAt(to) > ' '
                && !AsciiText.is(text, to, "|<\"'")) {
            to++;
        }
        int end = to;
        while (AsciiText.is(text, end, " ")) {
            end++;
        }
        boolean alone = end == text.length() || AsciiText.is(text, end, "\n\r\t|<\"'");
        if (!alone
                || AsciiText.is(text, to - 1, ":({,;")
                || AsciiText.is(text, from, "-#`*/.<{(@[")
                || !VALUES.isSecret(text, from, to, false)) {
            return -1;
        }
        into.add(from, to);
        return to;
    }

    private static int behindTags(String text, int from) {
        int at = from;
        boolean tags = false;
        while (at - from < MOST_TAGS && at < text.length()) {
            if (text.charAt(at) == '<') {
                int close = text.indexOf('>', at);
                if (close < 0 || close - at > MOST_TAGS) {
                    return -1;
                }
                tags = true;
                at = close + 1;
            } else if (AsciiText.is(text, at, " :\n\r\t")) {
                at++;
            } else {
                return tags ? at : -1;
            }
        }
        return -1;
    }

    /** Answers whether the name begins a cell of a table. */
    private static boolean isCell(String text, int at) {
        int before = at;
        while (at - before < MOST_TAGS && AsciiText.isWord(text, before - 1, " _-*")) {
            before--;
        }
        return AsciiText.is(text, before - 1, "|");
    }

    /** Answers whether nothing but the name, and few words before it, is in its line. */
    private static boolean isLine(String text, int at) {
        int before = at;
        while (at - before < 24 && AsciiText.isWord(text, before - 1, " _-*#")) {
            before--;
        }
        return before == 0 || text.charAt(before - 1) == '\n';
    }

    /** Answers whether the name is one that C's preprocessor is given. */
    private static boolean isDefined(String text, int at) {
        int before = at;
        while (at - before < 48 && AsciiText.isWord(text, before - 1, "_")) {
            before--;
        }
        return text.startsWith("#define ", before - 8);
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at - from < MOST_TAGS && AsciiText.is(text, at, " \t")) {
            at++;
        }
        return at;
    }
}
