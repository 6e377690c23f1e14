// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;

/**
 * The arguments of a command in a text, one after the other: as a shell reads them, as a JSON text holds what a shell reads
 * ({@code "curl -u \"a:b\""}), or as a list of quoted words ({@code ["curl", "-u", "a:b"]}).
 *
 * <p>Looks at {@value #MOST} characters at most.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CommandArguments {
    private static final int MOST = 1024;
    /** How far back the quote is looked for in which the command stands. */
    private static final int MOST_BEFORE = 256;

    private static final String QUOTES = "\"'`";

    private final String text;
    private final int limit;
    /** The quote around the whole command, 0 for none. */
    private final char around;

    private int at;
    private int from;
    private int to;

    /**
     * Starts behind the command's name.
     *
     * @param start where the name begins
     * @param end where it ends
     */
    CommandArguments(String text, int start, int end) {
        this.text = text;
        this.limit = Math.min(text.length(), end + MOST);
        this.around = around(text, start);
        this.at = end;
    }

    /** Goes to the next argument; answers whether there is one. */
    boolean next() {
        if (!skipBlanks()) {
            return false;
        }
        from = at;
        while (at < limit && !endsWord(at)) {
            int quote = quoteAt(at);
            if (quote < 0) {
                at += text.charAt(at) == '\\' && at + 1 < limit ? 2 : 1;
                continue;
            }
            int close = close(at, quote);
            if (close < 0) {
                return false;
            }
            at = close + quote - at + 1;
        }
        at = Math.min(at, limit);
        to = at;
        return to > from;
    }

    /** Returns where the argument begins, its quotes included. */
    int from() {
        return from;
    }

    /** Returns where it ends. */
    int to() {
        return to;
    }

    /** Returns the quote that begins at {@code at}, as the place of its mark; -1 when none does. */
    private int quoteAt(int place) {
        int mark = AsciiText.is(text, place, "\\") ? place + 1 : place;
        return AsciiText.is(text, mark, QUOTES) ? mark : -1;
    }

    /** Returns where the quote that opens at {@code open} closes again, -1 when it does not. */
    private int close(int open, int mark) {
        boolean escaped = mark > open;
        char quote = text.charAt(mark);
        for (int i = mark + 1; i < limit; i++) {
            if (text.charAt(i) == '\\') {
                if (escaped && i + 1 < limit && text.charAt(i + 1) == quote) {
                    return i;
                }
                i++;
            } else if (text.charAt(i) == quote && !escaped) {
                return i;
            } else if (text.charAt(i) == around) {
                return -1;
            }
        }
        return -1;
    }

    private boolean skipBlanks() {
        while (at < limit) {
            char c = text.charAt(at);
            if (c == ' ' || c == '\t') {
                at++;
            } else if ((c == '\\' || c == '`' || c == '^') && AsciiText.is(text, at + 1, "\r\n")) {
                at += text.startsWith("\r\n", at + 1) ? 3 : 2;
            } else if (text.startsWith("\\\\\\n", at)) {
                at += 4;
            } else if (c == around && c != 0) {
                return skipToNextInList();
            } else {
                return !endsCommand(at);
            }
        }
        return false;
    }

    /** From the closing quote of a word in a list to what the next one holds. */
    private boolean skipToNextInList() {
        int next = at + 1;
        boolean comma = false;
        while (next < limit && AsciiText.is(text, next, ", \n\t")) {
            comma |= text.charAt(next) == ',';
            next++;
        }
        if (!comma || next >= limit || text.charAt(next) != around) {
            return false;
        }
        at = next + 1;
        return at < limit;
    }

    private boolean endsWord(int place) {
        char c = text.charAt(place);
        return c == ' ' || c == '\t' || c == around && c != 0 || endsCommand(place);
    }

    private boolean endsCommand(int place) {
        char c = text.charAt(place);
        return c == '\n'
                || c == '\r'
                || c == '|'
                || c == ';'
                || c == '&'
                || c == '\\' && around == '"' && AsciiText.is(text, place + 1, "nr");
    }

    /** Returns the quote that opens before the command and is still open, 0 for none. */
    private static char around(String text, int start) {
        for (int i = start - 1; i >= 0 && start - i < MOST_BEFORE && text.charAt(i) != '\n'; i--) {
            if (AsciiText.is(text, i, QUOTES)) {
                boolean opens = !AsciiText.isAlphanumeric(text, i - 1) && !AsciiText.is(text, i + 1, " ,]}):\n");
                return opens && !AsciiText.is(text, i - 1, "\\") ? text.charAt(i) : 0;
            }
        }
        return 0;
    }
}
