// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;
import io.agentprofiler.agent.content.redaction.secret.KeywordTrie;
import io.agentprofiler.agent.content.redaction.secret.SecretValues;
import java.util.List;
import java.util.Locale;

/**
 * Finds what stands in columns that are named like secrets, in every row: {@code INSERT INTO users (name, password) VALUES ('dave',
 * '…')}, and tables of Markdown, CSV and programs that print rows below a line of names. A column's value is the one at its place.
 *
 * <p>Looks at {@value #MOST} characters at most.
 *
 * <p><b>Threading:</b> stateless.
 */
final class ColumnSecrets {
    private static final List<String> NAMES = List.of(
            "password",
            "passwd",
            "passphrase",
            "pwd",
            "secret",
            "token",
            "api_key",
            "apikey",
            "private_key",
            "access_key");
    private static final List<String> WHOLE_NAMES = List.of("pass", "pw", "pin");
    private static final List<String> FOREIGN = List.of(
            "passwort", "kennwort", "mot de passe", "contraseña", "senha", "wachtwoord", "hasło", "пароль", "密码");

    private static final int MOST = 4096;
    private static final int MOST_LINE = 400;
    private static final int MOST_NAME = 24;
    private static final int MOST_ROWS = 2048;
    private static final String SEPARATORS = "|,;\t";
    private static final SecretValues ANY = new SecretValues(true);
    private static final SecretValues MADE = SecretValues.ofShortNames();
    private static final int MOST_COLUMNS = 64;
    private static final int LEAST = 3;

    private ColumnSecrets() {}

    /** Adds the words by which they are found. */
    static void addTo(KeywordTrie keywords) {
        keywords.add("insert into", ColumnSecrets::inserted);
        keywords.add("replace into", ColumnSecrets::inserted);
        NAMES.forEach(name -> keywords.add(name, ColumnSecrets::listed));
        FOREIGN.forEach(name -> keywords.add(name, ColumnSecrets::listed));
    }

    /** Redacts the rows below a table's header, in which a column name begins at {@code at}. */
    private static int listed(String text, int at, int end, Blanks into) {
        int left = at;
        while (at - left < MOST_NAME && isName(text, left - 1)) {
            left--;
        }
        int right = end;
        while (right - end < 4 && AsciiText.is(text, right, " *\"`")) {
            right++;
        }
        boolean closed = right == text.length() || AsciiText.is(text, right, SEPARATORS + "\r\n");
        boolean first = left == 0 || text.charAt(left - 1) == '\n';
        if (!closed
                || !first && !AsciiText.is(text, left - 1, SEPARATORS)
                || first && !AsciiText.is(text, right, SEPARATORS)) {
            return -1;
        }
        char separator = first ? text.charAt(right) : text.charAt(left - 1);
        int start = left;
        int column = 0;
        while (start > 0
                && at - start < MOST_LINE
                && (isName(text, start - 1) || text.charAt(start - 1) == separator)) {
            start--;
            column += text.charAt(start) == separator ? 1 : 0;
        }
        int stop = right;
        int columns = column;
        while (stop - at < MOST_LINE && (isName(text, stop) || AsciiText.is(text, stop, SEPARATORS + "\r"))) {
            columns += text.charAt(stop) == separator ? 1 : 0;
            stop++;
        }
        boolean line = AsciiText.is(text, stop, "\n") && isFirstLine(text, start, separator);
        // nor are the arguments of a call, which may end with a comma and stand behind blanks
        boolean code = separator != '|' && (AsciiText.is(text, start, " ,;") || AsciiText.is(text, stop - 1, ",;"));
        SecretValues values = separator == '|' || AsciiText.is(text, end - 1, "ynN") ? MADE : ANY;
        if (line && columns > 0 && !code) {
            blankRows(text, stop + 1, separator, column, columns, values, into);
        }
        return -1;
    }

    private static void blankRows(
            String text, int begin, char separator, int column, int columns, SecretValues values, Blanks into) {
        int limit = Math.min(text.length(), begin + MOST_ROWS);
        for (int row = begin; row < limit; ) {
            int from = -1;
            int to = -1;
            int cells = 0;
            int cell = row;
            int place = row;
            for (; place < limit && text.charAt(place) != '\n'; place++) {
                if (text.charAt(place) == separator) {
                    from = cells == column ? cell : from;
                    to = cells == column ? place : to;
                    cells++;
                    cell = place + 1;
                }
            }
            from = cells == column ? cell : from;
            to = cells == column ? place : to;
            if (cells != columns) {
                return;
            }
            while (from < to && AsciiText.is(text, from, " \"'`*")) {
                from++;
            }
            while (from < to && AsciiText.is(text, to - 1, " \"'`*\r")) {
                to--;
            }
            if (!AsciiText.is(text, from, "-:=") && values.isSecret(text, from, to, true)) {
                into.add(from, to);
            }
            row = place + 1;
        }
    }

    /** Answers whether a line begins there, and the one above it is no row of a table. */
    private static boolean isFirstLine(String text, int start, char separator) {
        if (start > 0 && text.charAt(start - 1) != '\n') {
            return false;
        }
        for (int i = start - 2; i >= 0 && start - i < MOST_LINE && text.charAt(i) != '\n'; i--) {
            if (text.charAt(i) == separator) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String text, int at) {
        return AsciiText.isWord(text, at, " _-*\"`()/") || at >= 0 && at < text.length() && text.charAt(at) >= 128;
    }

    private static int inserted(String text, int at, int end, Blanks into) {
        int limit = Math.min(text.length(), end + MOST);
        int open = text.indexOf('(', end);
        if (open < 0 || open >= limit) {
            return -1;
        }
        long secret = 0;
        int column = 0;
        int place = open;
        for (int from = open + 1; ; from = place + 1) {
            place = from;
            while (place < limit && !AsciiText.is(text, place, ",()'")) {
                place++;
            }
            if (place == limit || AsciiText.is(text, place, "('") || column == MOST_COLUMNS) {
                return -1;
            }
            if (isSecret(text.substring(from, place))) {
                secret |= 1L << column;
            }
            column++;
            if (text.charAt(place) == ')') {
                break;
            }
        }
        int values = skipBlanks(text, place + 1, limit);
        if (secret == 0 || !text.regionMatches(true, values, "values", 0, 6)) {
            return -1;
        }
        int row = skipBlanks(text, values + 6, limit);
        while (AsciiText.is(text, row, "(")) {
            int close = blankRow(text, row, limit, secret, into);
            row = skipBlanks(text, close + 1, limit);
            row = AsciiText.is(text, row, ",") ? skipBlanks(text, row + 1, limit) : limit;
        }
        return -1;
    }

    /** Blanks the secrets of the row that opens at {@code open}; returns where it closes, or the limit. */
    private static int blankRow(String text, int open, int limit, long secret, Blanks into) {
        int column = 0;
        int depth = 0;
        for (int i = open; i < limit; i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                int close = endOfText(text, i + 1, limit);
                boolean told = column < MOST_COLUMNS && (secret >>> column & 1) != 0 && close - i > LEAST;
                if (told && SecretValues.isTold(text, i + 1, close)) {
                    into.add(i + 1, close);
                }
                i = close;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return i;
            } else if (c == ',' && depth == 1) {
                column++;
            }
        }
        return limit;
    }

    private static int endOfText(String text, int from, int limit) {
        int to = from;
        while (to < limit && (text.charAt(to) != '\'' || AsciiText.is(text, to + 1, "'"))) {
            to += text.charAt(to) == '\'' ? 2 : 1;
        }
        return Math.min(to, limit);
    }

    private static boolean isSecret(String column) {
        String name = column.strip().toLowerCase(Locale.ROOT);
        for (int i = 0; i < NAMES.size(); i++) {
            if (name.contains(NAMES.get(i))) {
                return !name.endsWith("_id") && !name.endsWith("_at") && !name.endsWith("_count");
            }
        }
        return WHOLE_NAMES.contains(name);
    }

    private static int skipBlanks(String text, int from, int limit) {
        int at = from;
        while (at < limit && AsciiText.is(text, at, " \t\r\n\\")) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }
}
