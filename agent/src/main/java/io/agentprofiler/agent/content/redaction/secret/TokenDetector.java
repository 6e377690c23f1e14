// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token with a shape of its own, such as {@code ghp_} and 36 letters and digits: a pattern that must match right where its
 * keyword begins. What is blanked is the group named {@code s}, or all of the match.
 */
final class TokenDetector implements Detector {
    /** No pattern may look farther. */
    private static final int MOST_CHARS = 20_000;
    /** Nor farther back. */
    private static final int MOST_BEHIND = 64;

    private final String notBefore;
    private final boolean behind;
    private final Pattern pattern;
    private final boolean grouped;

    /**
     * Creates a detector.
     *
     * @param notBefore beside letters and digits, what may not stand before the token; {@code null} when anything may
     * @param behind whether letters and digits before the keyword belong to the token
     * @param pattern begins with the keyword
     */
    TokenDetector(String notBefore, boolean behind, Pattern pattern) {
        this.notBefore = notBefore;
        this.behind = behind;
        this.pattern = pattern;
        this.grouped = pattern.pattern().contains("(?<s>");
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        if (notBefore != null && AsciiText.isWord(text, at - 1, notBefore)) {
            return -1;
        }
        Matcher matcher = pattern.matcher(text);
        matcher.region(at, Math.min(text.length(), at + MOST_CHARS));
        matcher.useTransparentBounds(true);
        if (!matcher.lookingAt()) {
            return -1;
        }
        int from = grouped ? matcher.start("s") : matcher.start();
        for (int i = 0; behind && i < MOST_BEHIND && AsciiText.isWord(text, from - 1, "_-~."); i++) {
            from--;
        }
        into.add(from, grouped ? matcher.end("s") : matcher.end());
        return matcher.end();
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
