// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import io.agentprofiler.agent.content.redaction.text.Blanks;

/**
 * Finds values that something named like a secret is given: {@code DB_PASSWORD=hunter2}, {@code "clientSecret": "…"}, {@code
 * --token …}, {@code <password>…</password>}. The value is blanked, its name stays.
 *
 * <p>The name is a keyword with whatever stands around it in the same name. What only looks like it is told by the rest of the
 * name ({@link SecretNames}) and by the value ({@link SecretValues}); here is where the value begins and ends.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AssignedSecrets implements Detector {
    private static final int MOST_REST = 40;
    private static final int MOST_VALUE = 1024;

    private final boolean strong;
    private final SecretValues values;

    AssignedSecrets(boolean strong) {
        this.strong = strong;
        this.values = new SecretValues(strong);
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int name = SecretNames.endOfName(text, end);
        if (name < 0) {
            return -1;
        }
        int value = value(text, at, name);
        if (value < 0) {
            return -1;
        }
        char quote = quote(text, value);
        int from = quote == 0 ? value : AsciiText.is(text, value, "\\") ? value + 2 : value + 1;
        int to = quote == 0 ? endOfBareValue(text, from) : endOfQuotedValue(text, from, quote);
        if (!values.isSecret(text, from, to, quote != 0)) {
            return -1;
        }
        into.add(from, to);
        return Math.max(end, to);
    }

    /** Returns where the value begins that the name is given; -1 when it is given none. */
    private static int value(String text, int at, int name) {
        int place = name;
        if (AsciiText.is(text, place, "]")) {
            place++;
        }
        if (AsciiText.is(text, place, "\\") && AsciiText.is(text, place + 1, "\"'")) {
            place += 2;
        } else if (AsciiText.is(text, place, "\"'`")) {
            place++;
        }
        if (AsciiText.is(text, place, "]")) {
            place++;
        }
        int sign = skipBlanks(text, place);
        if (AsciiText.is(text, sign, "=:")) {
            boolean compared = AsciiText.is(text, sign, "=") && AsciiText.is(text, sign + 1, "=");
            int after = AsciiText.is(text, sign + 1, "=>") ? sign + 2 : sign + 1;
            return compared || AsciiText.is(text, sign + 1, ":") ? -1 : skipBlanks(text, after);
        }
        if (sign == place && AsciiText.is(text, sign, ">") && isElement(text, at)) {
            return sign + 1;
        }
        return sign > place && isOption(text, at) ? sign : -1;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at - from < 8 && AsciiText.is(text, at, " \t")) {
            at++;
        }
        return at;
    }

    /** Answers whether the name is that of an element, {@code <db.password>}. */
    private static boolean isElement(String text, int at) {
        return AsciiText.is(text, startOfName(text, at) - 1, "<");
    }

    /** Answers whether the name is that of an option, {@code --db-password}. */
    private static boolean isOption(String text, int at) {
        int start = startOfName(text, at);
        return AsciiText.is(text, start, "-") && AsciiText.is(text, start + 1, "-");
    }

    private static int startOfName(String text, int at) {
        int start = at;
        while (at - start < MOST_REST && AsciiText.isWord(text, start - 1, "_-.:")) {
            start--;
        }
        return start;
    }

    private static char quote(String text, int at) {
        int quote = AsciiText.is(text, at, "\\") ? at + 1 : at;
        return AsciiText.is(text, quote, "\"'`") ? text.charAt(quote) : 0;
    }

    private static int endOfQuotedValue(String text, int from, char quote) {
        int to = from;
        while (to < text.length() && to - from < MOST_VALUE && text.charAt(to) != quote && text.charAt(to) != '\n') {
            to++;
        }
        // the quote may be escaped itself, in JSON inside of a text
        return to > from && to < text.length() && text.charAt(to) == quote && text.charAt(to - 1) == '\\' ? to - 1 : to;
    }

    private int endOfBareValue(String text, int from) {
        int to = from;
        while (to < text.length()
                && to - from < MOST_VALUE
                && !endsBareValue(text, to)
                && !(!strong && nextIsGiven(text, to))) {
            to++;
        }
        return to;
    }

    /** A next assignment ends the value; so none is read again and again where many follow each other. */
    private static boolean nextIsGiven(String text, int at) {
        return AsciiText.is(text, at, "=:") && AsciiText.isWord(text, at + 1, "_-");
    }

    private static boolean endsBareValue(String text, int at) {
        char c = text.charAt(at);
        if (c <= ' ' || "\"'`,;)]}<>\\".indexOf(c) >= 0) {
            return true;
        }
        return c == '&' && AsciiText.isLetter(text, at + 1);
    }
}
