// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

/** Finds e-mail addresses: up to 64 chars, an at sign, and a domain whose last part is letters. */
final class Emails implements Detector {
    private static final int MOST_LOCAL = 64;
    private static final int MOST_DOMAIN = 253;

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int from = at;
        while (at - from < MOST_LOCAL && AsciiText.isWord(text, from - 1, "._%+-")) {
            from--;
        }
        while (from < at && AsciiText.is(text, from, ".-%+")) {
            from++;
        }
        if (from == at || text.startsWith("git@", from) && at - from == 3) {
            return -1;
        }
        int to = end;
        int label = end;
        int known = -1;
        while (to - end < MOST_DOMAIN && AsciiText.isWord(text, to, "-.")) {
            if (text.charAt(to) == '.') {
                if (to == label) {
                    break;
                }
                label = to + 1;
            }
            to++;
            if (label > end && to - label >= 2 && isTopLevel(text, label, to) && !AsciiText.isWord(text, to, "-")) {
                known = to;
            }
        }
        if (known < 0) {
            return -1;
        }
        into.add(from, known);
        return known;
    }

    private static boolean isTopLevel(String text, int from, int to) {
        if (to - from > 24) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!AsciiText.isLetter(text, i)) {
                return false;
            }
        }
        return true;
    }
}
