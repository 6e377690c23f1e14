// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;
import io.agentprofiler.agent.content.redaction.secret.Detector;
import io.agentprofiler.agent.content.redaction.secret.SecretValues;
import java.util.List;

/**
 * Finds what a shell hands to a program that reads a password from its input: {@code echo SECRET | sudo -S …}, {@code … |
 * chpasswd}, {@code docker login --password-stdin <<< SECRET}.
 *
 * <p><b>Threading:</b> immutable.
 */
final class PipedSecrets implements Detector {
    private static final SecretValues VALUES = new SecretValues(true);
    private static final int MOST = 120;
    private static final int LEAST = 3;
    private static final List<String> READERS = List.of(
            "sudo -S",
            "sudo -kS",
            "sudo -Sk",
            "-stdin",
            "chpasswd",
            "smbpasswd",
            "passwd",
            "--passphrase-fd",
            "--with-token",
            "stdin",
            "kinit",
            "cryptsetup",
            "secret create",
            "secret put",
            "secret set",
            "secrets create",
            "versions add",
            "env add",
            "vault login",
            "pass insert",
            "htpasswd",
            "su -",
            "--pinentry-mode",
            "openconnect",
            "realm join",
            "net ads join",
            "-p -",
            "base64",
            "lpass login",
            "--password -",
            "--password ",
            "devops login",
            "auth login",
            "kcadm");

    private final boolean hereString;

    PipedSecrets(boolean hereString) {
        this.hereString = hereString;
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        if (!hereString && (AsciiText.isWord(text, at - 1, "_-.@") || !AsciiText.is(text, end, " \t"))) {
            return -1;
        }
        if (hereString && !hasReader(text, lineStart(text, at), at)) {
            return -1;
        }
        CommandArguments arguments = new CommandArguments(text, at, end);
        if (hereString) {
            if (arguments.next()) {
                blank(text, arguments.from(), arguments.to(), false, into);
            }
            return -1;
        }
        int from = -1;
        int to = -1;
        while (arguments.next() && !text.regionMatches(arguments.from(), text, at, end - at)) {
            if (!AsciiText.is(text, arguments.from(), "-")) {
                from = arguments.from();
                to = arguments.to();
            }
        }
        int pipe = to;
        while (pipe > 0 && AsciiText.is(text, pipe, " \t") && pipe - to < 8) {
            pipe++;
        }
        if (from < 0 || !AsciiText.is(text, pipe, "|")) {
            return -1;
        }
        int stop = Math.min(text.length(), pipe + MOST);
        if (hasReader(text, pipe, stop)) {
            String said = text.substring(from, to);
            blank(text, from, to, said.indexOf(':') > 0, into);
        }
        return -1;
    }

    private static int lineStart(String text, int at) {
        int start = at;
        while (start > 0 && at - start < MOST && text.charAt(start - 1) != '\n') {
            start--;
        }
        return start;
    }

    private static boolean hasReader(String text, int from, int to) {
        String there = text.substring(Math.max(from, to - MOST), to);
        int line = there.indexOf('\n');
        there = line < 0 ? there : there.substring(0, line);
        for (int i = 0; i < READERS.size(); i++) {
            int reader = there.indexOf(READERS.get(i));
            if (reader >= 0 && !there.startsWith("base64 -d", reader) && !there.startsWith("base64 --d", reader)) {
                return true;
            }
        }
        return false;
    }

    private static void blank(String text, int begin, int end, boolean afterColon, Blanks into) {
        int from = begin;
        int to = end;
        boolean escaped = AsciiText.is(text, from, "\\") && AsciiText.is(text, from + 1, "\"'");
        if (escaped || AsciiText.is(text, from, "\"'")) {
            from += escaped ? 2 : 1;
            to -= escaped ? 2 : 1;
        }
        if (to - 2 > from && text.startsWith("\\n", to - 2)) {
            to -= 2;
        }
        from = afterColon ? text.indexOf(':', from) + 1 : from;
        if (to - from >= LEAST && VALUES.isSecret(text, from, to, true)) {
            into.add(from, to);
        }
    }
}
