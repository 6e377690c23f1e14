// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Finds secrets in base64: a name, a colon and a password, as HTTP and the files of container registries and of npm have it, and
 * private keys as Kubernetes has them.
 */
final class EncodedSecrets {
    /** How a key's first line begins. */
    static final String PEM = "LS0tLS1CRUdJTi";

    private static final int MOST = 1024;
    private static final int MOST_KEY = 16_384;

    private EncodedSecrets() {}

    /** {@code Basic dXNlcjpwYXNz} without a header's name. */
    static int basic(String text, int at, int end, Blanks into) {
        if (AsciiText.isAlphanumeric(text, at - 1) || !AsciiText.is(text, end, " ")) {
            return -1;
        }
        return pair(text, end + 1, into);
    }

    /** {@code "auth": "dXNlcjpwYXNz"}, {@code _auth=…}. */
    static int auth(String text, int at, int end, Blanks into) {
        int place = end;
        while (place - end < 8 && AsciiText.is(text, place, " \"'\\:=")) {
            place++;
        }
        return place > end || AsciiText.is(text, end - 1, ":") ? pair(text, place, into) : -1;
    }

    /** A private key that was encoded once more; certificates begin alike. */
    static int pem(String text, int at, int end, Blanks into) {
        if (AsciiText.isWord(text, at - 1, "+/") || !text.startsWith(PEM, at)) {
            return -1;
        }
        String head = decoded(text, at, Math.min(text.length(), at + 64) - (Math.min(text.length(), at + 64) - at) % 4);
        if (head == null || !head.contains("PRIVATE KEY")) {
            return -1;
        }
        int to = endOfBase64(text, at, MOST_KEY);
        into.add(at, to);
        return to;
    }

    private static int pair(String text, int from, Blanks into) {
        int to = endOfBase64(text, from, MOST);
        if (to - from < 8 || (to - from) % 4 != 0) {
            return -1;
        }
        String pair = decoded(text, from, to);
        if (pair == null || pair.indexOf(':') < 0 || pair.chars().anyMatch(c -> c < ' ' || c == 127)) {
            return -1;
        }
        into.add(from, to);
        return to;
    }

    private static int endOfBase64(String text, int from, int most) {
        int to = from;
        while (to - from < most && AsciiText.isWord(text, to, "+/")) {
            to++;
        }
        while (AsciiText.is(text, to, "=") && to - from < most + 2) {
            to++;
        }
        return to;
    }

    /** Returns what was encoded, {@code null} when nothing was. */
    private static String decoded(String text, int from, int to) {
        try {
            return new String(Base64.getDecoder().decode(text.substring(from, to)), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException e) {
            // not base64
            return null;
        }
    }
}
