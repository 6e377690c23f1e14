// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

/** What characters are, in ASCII, at places of a text that may lie outside of it. */
public final class AsciiText {
    private AsciiText() {}

    public static boolean isDigit(CharSequence text, int at) {
        return at >= 0 && at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    public static boolean isLetter(CharSequence text, int at) {
        if (at < 0 || at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    public static boolean isUpper(CharSequence text, int at) {
        return at >= 0 && at < text.length() && text.charAt(at) >= 'A' && text.charAt(at) <= 'Z';
    }

    public static boolean isAlphanumeric(CharSequence text, int at) {
        return isDigit(text, at) || isLetter(text, at);
    }

    /** Answers whether a character is a letter, a digit, or one of {@code others}. */
    public static boolean isWord(CharSequence text, int at, String others) {
        return isAlphanumeric(text, at) || is(text, at, others);
    }

    /** Answers whether a character is one of {@code any}. */
    public static boolean is(CharSequence text, int at, String any) {
        return at >= 0 && at < text.length() && any.indexOf(text.charAt(at)) >= 0;
    }

    public static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
}
