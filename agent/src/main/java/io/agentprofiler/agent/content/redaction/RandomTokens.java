// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;

/**
 * Finds secrets of issuers that nobody has listed: words that no language has, letters and digits as if thrown by dice. Ids look like
 * that, too; so something has to say that a word is a secret: a prefix such as {@code acme_live_}, or a name before it such as
 * {@code signing key:}; and what says that it is an id, a digest or public ({@code key_id}, {@code sha256:}, {@code call_}) has the
 * last word. {@code words.txt} lists both.
 *
 * <p>Most words are too short and are jumped over: about one character in six is looked at.
 *
 * <p><b>Threading:</b> stateless.
 */
final class RandomTokens {
    /** What a token has at least. */
    private static final int LEAST = 12;

    private static final int LEAST_WITH_PREFIX = 16;
    private static final int LEAST_OF_UNKNOWN = 20;
    private static final int MOST = 600;
    private static final int MOST_PREFIX = 12;
    /** Issuers' names are short before their tokens, those of things are not. */
    private static final int MOST_ABBREVIATION = 9;

    private static final int NAME = 40;
    private static final int UUID = 36;
    /** What a number of 64 bits takes in source code, 0x and L included. */
    private static final int LONG = 20;

    private static final int MOST_WORDS = 4;
    private static final int POD = 16;

    /** Kinds of dice: none, those of hexadecimal digits, of digits and letters of one case, and of both cases. */
    static final int NONE = 0;

    static final int HEX = 1;
    static final int ONE_CASE = 2;
    static final int MIXED = 3;

    private static final boolean[] TOKEN = table("_-");

    private RandomTokens() {}

    /**
     * Blanks them.
     *
     * @param text the text
     * @param chars begins with the same characters
     * @param into takes what is to be blanked
     */
    static void find(String text, char[] chars, Blanks into) {
        int length = text.length();
        // nothing before it belongs to a token that was not looked at
        int floor = 0;
        int probe = LEAST - 1;
        while (probe < length) {
            if (!isToken(chars[probe])) {
                floor = probe + 1;
                probe += LEAST;
                continue;
            }
            int from = probe;
            boolean digit = false;
            while (from > floor && isToken(chars[from - 1])) {
                from--;
                digit |= chars[from] <= '9' && chars[from] >= '0';
            }
            int to = probe;
            while (to < length && isToken(chars[to])) {
                digit |= chars[to] <= '9' && chars[to] >= '0';
                to++;
            }
            if (to - from >= LEAST && to - from <= MOST && digit) {
                look(text, from, to, into);
            }
            floor = to + 1;
            probe = to + LEAST;
        }
    }

    private static void look(String text, int from, int to, Blanks into) {
        int dice = dice(text, from, to);
        if (dice == NONE || text.startsWith(Blanks.BLANK, from - 1)) {
            return;
        }
        boolean literal = text.startsWith("0x", from) && to - from <= LONG;
        if (literal || to - from == UUID && dice == HEX && text.charAt(from + 8) == '-') {
            return;
        }
        int said = TokenMarks.said(text, from, to, dice);
        if (said == TokenMarks.SECRET || hasPrefix(text, from, to, said == TokenMarks.OTHER)) {
            into.add(begin(text, from), end(text, to));
        }
    }

    /**
     * Answers whether the token begins with words that issuers put before secrets.
     *
     * @param other whether the name before says that it is something else: then only words that say secret count
     */
    private static boolean hasPrefix(String text, int from, int to, boolean other) {
        int place = from;
        int words = 0;
        boolean secret = false;
        boolean environment = false;
        boolean id = false;
        for (; words < MOST_WORDS; words++) {
            int end = place;
            while (end - place <= MOST_PREFIX && AsciiText.isLetter(text, end)) {
                end++;
            }
            // as in api_v1_
            end += end > place && AsciiText.isDigit(text, end) ? 1 : 0;
            if (end == place || end - place > MOST_PREFIX || !AsciiText.is(text, end, "_-")) {
                break;
            }
            secret |= TokenMarks.is(TokenMarks.PREFIX, text, place, end);
            environment |= TokenMarks.is(TokenMarks.ENVIRONMENT, text, place, end);
            id |= TokenMarks.is(TokenMarks.ID, text, place, end);
            place = end + 1;
        }
        int dice = words == 0 || to - place < LEAST_WITH_PREFIX ? NONE : dice(text, place, to);
        // a pod is named after a digest and five more characters
        boolean pod = dice != MIXED && to - place <= POD && AsciiText.is(text, to - 6, "-");
        if (dice == NONE || pod || AsciiText.is(text, from - 1, "/.@#$")) {
            return false;
        }
        if (secret || id || other) {
            return secret;
        }
        // names of hosts and images have digests behind hyphens
        return environment
                ? dice == MIXED || AsciiText.is(text, place - 1, "_")
                : dice == MIXED && to - place >= LEAST_OF_UNKNOWN && place - from <= MOST_ABBREVIATION;
    }

    /** Answers what letters and digits look as if they had been thrown by dice, if any. */
    private static int dice(String text, int from, int to) {
        int length = 0;
        int digits = 0;
        int capitals = 0;
        int smalls = 0;
        int beyondHex = 0;
        int changes = 0;
        int segment = 0;
        int longest = 0;
        int before = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int kind = c >= '0' && c <= '9' ? 1 : c >= 'a' && c <= 'z' ? 2 : c >= 'A' && c <= 'Z' ? 3 : 0;
            if (kind == 0) {
                segment = 0;
                before = 0;
                continue;
            }
            length++;
            longest = Math.max(longest, ++segment);
            digits += kind == 1 ? 1 : 0;
            smalls += kind == 2 ? 1 : 0;
            capitals += kind == 3 ? 1 : 0;
            beyondHex += kind != 1 && (c | 32) > 'f' ? 1 : 0;
            // words begin with a capital, too
            changes += before != 0 && kind != before && !(before == 3 && kind == 2) ? 1 : 0;
            before = kind;
        }
        if (length < LEAST || digits == length || longest < 4) {
            return NONE;
        }
        if (digits < 2 && (length < LEAST_OF_UNKNOWN || capitals < 4 || smalls < 4)
                || changes * 100 < length * (capitals > 0 && smalls > 0 ? 26 : 20)) {
            return NONE;
        }
        return beyondHex == 0 ? HEX : capitals > 0 && smalls > 0 ? MIXED : ONE_CASE;
    }

    /** What belongs to the token to its left, as in {@code v2.local.TOKEN}. */
    private static int begin(String text, int from) {
        int begin = from;
        boolean slash = false;
        boolean dot = false;
        while (from - begin < NAME && AsciiText.isWord(text, begin - 1, "+/._~-")) {
            begin--;
            slash |= text.charAt(begin) == '/';
            dot |= text.charAt(begin) == '.';
        }
        // paths and addresses are no part of it
        boolean path = slash && (dot || AsciiText.is(text, begin, "/"));
        return path ? from : begin;
    }

    private static int end(String text, int to) {
        int end = to;
        while (end - to < MOST && AsciiText.isWord(text, end, "+/._~%=-")) {
            end++;
        }
        while (end > to && AsciiText.is(text, end - 1, "./_-")) {
            end--;
        }
        return end;
    }

    private static boolean isToken(char c) {
        return c < TOKEN.length && TOKEN[c];
    }

    private static boolean[] table(String others) {
        boolean[] table = new boolean[128];
        for (char c = 0; c < table.length; c++) {
            table[c] = AsciiText.isWord(String.valueOf(c), 0, others);
        }
        return table;
    }
}
