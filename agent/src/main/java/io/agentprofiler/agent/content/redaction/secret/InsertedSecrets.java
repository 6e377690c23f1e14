// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.List;
import java.util.Locale;

/**
 * Finds what SQL inserts into columns that are named like secrets: {@code INSERT INTO users (name, password) VALUES ('dave', '…')}, in
 * every row. A column's value is the one at its place.
 *
 * <p>Looks at {@value #MOST} characters at most.
 *
 * <p><b>Threading:</b> immutable.
 */
final class InsertedSecrets implements Detector {
    /** How such statements begin. */
    static final List<String> WORDS = List.of("insert into", "replace into");

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

    private static final int MOST = 4096;
    private static final int MOST_COLUMNS = 64;
    private static final int LEAST = 3;

    @Override
    public int find(String text, int at, int end, Blanks into) {
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
