// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds what HTTP headers say of who asks: {@code Authorization: Basic …}, {@code Cookie: …}. The value is blanked to the end of
 * its line or quote; the name stays.
 */
public final class HeaderSecrets implements Detector {
    static final List<String> NAMES = List.of("authorization", "cookie");

    private static final Set<String> SCHEMES = Set.of(
            "basic",
            "bearer",
            "digest",
            "token",
            "negotiate",
            "ntlm",
            "apikey",
            "aws4-hmac-sha256",
            "hmac",
            "hmac-sha256",
            "sharedkey",
            "sharedaccesssignature",
            "signature",
            "dpop",
            "gnap",
            "key",
            "oauth");
    private static final Set<String> ATTRIBUTES =
            Set.of("path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "priority", "partitioned");
    private static final List<String> SECRET_NAMES = List.of(
            "sess", "sid", "auth", "token", "user", "login", "jwt", "key", "secret", "csrf", "xsrf", "pass", "sso");
    private static final int MOST = 8192;
    private static final int MOST_CHOICE = 10;
    private static final int MOST_WORD = 256;
    private static final int LONGEST_SCHEME = 32;
    private static final int LEAST_TOKEN = 8;
    private static final int LONG_TOKEN = 16;
    private static final int MOST_NAME = 40;
    private static final String SIGNS = "_.~+/=-";
    /** Single words that settings of this name are given. */
    private static final Set<String> NOTHING =
            Set.of("required", "optional", "disabled", "enabled", "undefined", "redacted");

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int place = end;
        if (AsciiText.is(text, place, "\\") && AsciiText.is(text, place + 1, "\"'")) {
            place += 2;
        } else if (AsciiText.is(text, place, "\"'")) {
            place++;
        }
        while (AsciiText.is(text, place, " ") && place - end < 8) {
            place++;
        }
        boolean inCall = place > end && AsciiText.is(text, place, ",");
        if (!inCall && !AsciiText.is(text, place, ":=")) {
            return -1;
        }
        place++;
        place = value(text, place, inCall);
        for (int i = 0; i < 4 && AsciiText.is(text, place, " ["); i++) {
            place++;
        }
        boolean escaped = AsciiText.is(text, place, "\\") && AsciiText.is(text, place + 1, "\"'");
        int from = escaped ? place + 2 : AsciiText.is(text, place, "\"'") ? place + 1 : place;
        if (inCall && from == place) {
            return -1;
        }
        int name = at;
        while (at - name < MOST_NAME && AsciiText.isWord(text, name - 1, "-_")) {
            name--;
        }
        char before = name == 0 ? '\n' : text.charAt(name - 1);
        char quote = from > place ? text.charAt(from - 1) : before == '"' || before == '\'' ? before : '\n';
        // judged by how it begins, so that a header without a secret costs little however long its line is
        boolean cookie = AsciiText.is(text, end - 1, "eE");
        if (cookie ? !isCookie(text, from) : !isAuthorization(text, from, quote != '\n' || isLineStart(text, name))) {
            return -1;
        }
        int to = from;
        while (to < text.length()
                && to - from < MOST
                && text.charAt(to) != quote
                && "\r\n".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        if (to > from && quote != '\n' && text.charAt(to - 1) == '\\') {
            to--;
        }
        if (cookie && isHarmless(text, from, to)) {
            return -1;
        }
        into.add(from, to);
        return to;
    }

    /** Answers whether all cookies hold a word or a small number, as choices of a user do: {@code lang=de; theme=dark}. */
    private static boolean isHarmless(String text, int from, int to) {
        int place = from;
        while (place < to) {
            int name = place;
            while (place < to && AsciiText.isWord(text, place, "_.-$")) {
                place++;
            }
            String named = text.substring(name, place).toLowerCase(Locale.ROOT);
            boolean attribute = ATTRIBUTES.contains(named);
            if (SECRET_NAMES.stream().anyMatch(named::contains)) {
                return false;
            }
            place += AsciiText.is(text, place, "=") ? 1 : 0;
            int value = place;
            boolean digits = true;
            boolean smalls = true;
            while (place < to && text.charAt(place) != ';') {
                digits &= AsciiText.isDigit(text, place);
                smalls &= AsciiText.isLetter(text, place) && !AsciiText.isUpper(text, place);
                place++;
            }
            boolean choice = smalls && place - value <= MOST_CHOICE || digits && place - value <= 2;
            if (!attribute && !choice) {
                return false;
            }
            place++;
            while (place < to && text.charAt(place) == ' ') {
                place++;
            }
        }
        return true;
    }

    /** Answers whether a cookie's name and equals sign are next. */
    private static boolean isCookie(String text, int from) {
        int sign = from;
        while (sign - from < MOST_WORD && AsciiText.isWord(text, sign, "_.-$")) {
            sign++;
        }
        return sign > from && AsciiText.is(text, sign, "=") && AsciiText.isWord(text, sign + 1, "\"%_+/-");
    }

    /** Skips {@code "value":} of a header that is written as a name and a value. */
    private static int value(String text, int from, boolean pair) {
        int place = from;
        while (pair && place - from < MOST_NAME && AsciiText.is(text, place, " \t\r\n")) {
            place++;
        }
        int word = AsciiText.is(text, place, "\\") ? place + 1 : place;
        word = AsciiText.is(text, word, "\"'") ? word + 1 : word;
        if (!pair || !text.regionMatches(true, word, "value", 0, 5)) {
            return place;
        }
        int sign = word + 5;
        while (sign - word < 12 && AsciiText.is(text, sign, "\\\"' :=")) {
            if (AsciiText.is(text, sign, ":=")) {
                return AsciiText.is(text, sign + 1, " ") ? sign + 2 : sign + 1;
            }
            sign++;
        }
        return place;
    }

    private static boolean isLineStart(String text, int name) {
        int at = name;
        while (name - at < 8 && AsciiText.is(text, at - 1, " \t><*|-")) {
            at--;
        }
        return at == 0 || text.charAt(at - 1) == '\n';
    }

    /**
     * Answers whether credentials are next: a scheme and what belongs to it, or one word.
     *
     * @param header whether the name stands where a header's does, in quotes or at the start of a line; elsewhere a sentence may
     *     have it
     */
    private static boolean isAuthorization(String text, int from, boolean header) {
        int word = from;
        boolean digit = false;
        boolean sign = false;
        while (word - from < MOST_WORD && AsciiText.isWord(text, word, SIGNS)) {
            digit |= AsciiText.isDigit(text, word);
            sign |= AsciiText.is(text, word, "=");
            word++;
        }
        if (word == from) {
            return false;
        }
        String first =
                text.substring(from, Math.min(word, from + LONGEST_SCHEME)).toLowerCase(Locale.ROOT);
        if (!AsciiText.is(text, word, " ")) {
            return digit && word - from >= LEAST_TOKEN
                    || header && word - from >= LEAST_TOKEN && !NOTHING.contains(first);
        }
        int second = word + 1;
        if (word - from < LONGEST_SCHEME && SCHEMES.contains(first)) {
            return !AsciiText.is(text, second, "<{$[");
        }
        int end = second;
        boolean random = false;
        while (end - second < MOST_WORD && AsciiText.isWord(text, end, SIGNS + "\",:!@")) {
            random |= AsciiText.isDigit(text, end) || AsciiText.is(text, end, "=") && end > second;
            end++;
        }
        boolean last = !AsciiText.is(text, end, " ");
        // a scheme that is not registered: one word, and one more that no sentence has
        return end - second >= LEAST_TOKEN && (random || header && last && end - second >= LONG_TOKEN)
                || digit && sign && word - from >= LEAST_TOKEN;
    }
}
