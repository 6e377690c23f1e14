// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import io.agentprofiler.agent.content.redaction.text.Blanks;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
    private static final int MOST = 8192;
    private static final int MOST_WORD = 256;
    private static final int LONGEST_SCHEME = 32;
    private static final int LEAST_TOKEN = 8;

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
        if (!AsciiText.is(text, place, ":=")) {
            return -1;
        }
        place++;
        for (int i = 0; i < 4 && AsciiText.is(text, place, " ["); i++) {
            place++;
        }
        boolean escaped = AsciiText.is(text, place, "\\") && AsciiText.is(text, place + 1, "\"'");
        int from = escaped ? place + 2 : AsciiText.is(text, place, "\"'") ? place + 1 : place;
        char quote =
                from > place ? text.charAt(from - 1) : AsciiText.is(text, at - 1, "\"'") ? text.charAt(at - 1) : '\n';
        // judged by how it begins, so that a header without a secret costs little however long its line is
        boolean cookie = AsciiText.is(text, end - 1, "eE");
        if (cookie ? !isCookie(text, from) : !isAuthorization(text, from)) {
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
        into.add(from, to);
        return to;
    }

    /** Answers whether a cookie's name and equals sign are next. */
    private static boolean isCookie(String text, int from) {
        int sign = from;
        while (sign - from < MOST_WORD && AsciiText.isWord(text, sign, "_.-$")) {
            sign++;
        }
        return sign > from && AsciiText.is(text, sign, "=") && AsciiText.isWord(text, sign + 1, "\"%_+/-");
    }

    /** Answers whether a scheme is next, or, without one, a word that no sentence has. */
    private static boolean isAuthorization(String text, int from) {
        int word = from;
        boolean digit = false;
        while (word - from < MOST_WORD && AsciiText.isWord(text, word, "_.~+/=-")) {
            digit |= AsciiText.isDigit(text, word);
            word++;
        }
        if (AsciiText.is(text, word, " ") && word - from < LONGEST_SCHEME) {
            return SCHEMES.contains(text.substring(from, word).toLowerCase(Locale.ROOT))
                    && !AsciiText.is(text, word + 1, "<{$");
        }
        return digit && word - from >= LEAST_TOKEN;
    }

    /** {@code Basic dXNlcjpwYXNz} without a header's name: base64 of a name, a colon and a password. */
    static int basic(String text, int at, int end, Blanks into) {
        if (AsciiText.isAlphanumeric(text, at - 1) || !AsciiText.is(text, end, " ")) {
            return -1;
        }
        int from = end + 1;
        int to = from;
        while (to - from < 1024 && AsciiText.isWord(text, to, "+/")) {
            to++;
        }
        while (AsciiText.is(text, to, "=") && to - from < 1026) {
            to++;
        }
        if (to - from < 8 || (to - from) % 4 != 0) {
            return -1;
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(text.substring(from, to));
        } catch (IllegalArgumentException e) {
            // not base64, so no such header
            return -1;
        }
        String pair = new String(decoded, StandardCharsets.ISO_8859_1);
        if (pair.indexOf(':') < 0 || pair.chars().anyMatch(c -> c < ' ' || c == 127)) {
            return -1;
        }
        into.add(from, to);
        return to;
    }
}
