// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.SecretNames;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells by the words around a token whether it is a secret: {@code the signing key is …} says yes, {@code key_id} and {@code
 * public key} say no. The last word before the token decides. The words, in some twenty languages, are in {@code words.txt}.
 *
 * <p><b>Threading:</b> immutable.
 */
final class TokenMarks {
    /** Words that begin tokens: of secrets, of either, of ids. */
    static final int PREFIX = 1;

    static final int ENVIRONMENT = 2;
    static final int ID = 4;

    /** What the words around a token say: that it is a secret, or something else. */
    static final int SECRET = 8;

    static final int OTHER = 16;

    private static final int BEFORE = 48;
    private static final int BEHIND = 36;
    /** What may stand between a word and a token that could be a digest. */
    private static final int NEAR = 20;

    private static final String[] VERBS = {" is ", " ist ", " est ", " es ", " è ", " é ", " as ", " <- ", " ("};

    /** A letter of a word, and what the word says that ends with it. */
    private static final class Letter {
        final Map<Character, Letter> next = new HashMap<>();
        int says;
    }

    private static final Letter WORDS = new Letter();

    static {
        add("mark", SECRET);
        add("other", OTHER);
        add("prefix", PREFIX);
        add("environment", ENVIRONMENT);
        add("id", ID);
    }

    private TokenMarks() {}

    private static void add(String kind, int says) {
        for (String word : SecretNames.words(kind)) {
            Letter node = WORDS;
            for (char c : word.toCharArray()) {
                node = node.next.computeIfAbsent(c, key -> new Letter());
            }
            node.says |= says;
        }
    }

    /** Answers whether the letters from {@code from} to before {@code to} are a word of a kind. */
    static boolean is(int kind, String text, int from, int to) {
        Letter node = WORDS;
        for (int i = from; i < to && node != null; i++) {
            node = node.next.get(folded(text.charAt(i)));
        }
        return node != null && (node.says & kind) != 0;
    }

    /**
     * Returns what a word near the token says of it, {@link #SECRET}, {@link #OTHER}, or 0 for nothing.
     *
     * @param dice what the token looks like: digests and ids are hexadecimal for the most part, and want the word close by
     */
    static int said(String text, int from, int to, int dice) {
        int said = before(text, from, dice);
        return said == 0 && isSaidBehind(text, to) ? SECRET : said;
    }

    private static int before(String text, int from, int dice) {
        int start = from;
        while (start > 0 && from - start < BEFORE) {
            char c = text.charAt(start - 1);
            boolean line = c == '\n' && !AsciiText.is(text, start - 2, ":\n");
            if (line || c == ';' || c == '}' || c == '{' || c == '.' && AsciiText.is(text, start, " \n")) {
                break;
            }
            start--;
        }
        int said = 0;
        int end = start;
        for (int at = start; at < from; at++) {
            if (isInWord(text, at)) {
                continue;
            }
            Letter node = WORDS;
            for (int i = at; i < from; i++) {
                node = node.next.get(folded(text.charAt(i)));
                if (node == null) {
                    break;
                }
                if ((node.says & (SECRET | OTHER)) != 0 && i + 1 > end && endsWord(text, i + 1)) {
                    said = node.says & (SECRET | OTHER);
                    end = i + 1;
                }
            }
        }
        boolean near = from - end <= NEAR;
        return said == SECRET && !near && (dice == RandomTokens.HEX || from - end > BEFORE * 2 / 3) ? 0 : said;
    }

    private static boolean isSaidBehind(String text, int to) {
        int at = AsciiText.is(text, to, "\"'`") ? to + 1 : to;
        for (String verb : VERBS) {
            if (text.startsWith(verb, at)) {
                int stop = Math.min(text.length(), at + BEHIND);
                for (int i = at; i < stop; i++) {
                    if (text.charAt(i) == '\n') {
                        stop = i;
                    }
                }
                return before(text, stop, RandomTokens.MIXED) == SECRET;
            }
        }
        return false;
    }

    /** Answers whether the character belongs to the word of the one before it; a capital behind a small letter begins one. */
    private static boolean isInWord(String text, int at) {
        if (at == 0 || !Character.isLetter(text.charAt(at - 1)) || text.charAt(at) >= 0x0e00) {
            return false;
        }
        return !(AsciiText.isUpper(text, at) && !AsciiText.isUpper(text, at - 1));
    }

    private static boolean endsWord(String text, int at) {
        if (at >= text.length() || text.charAt(at - 1) >= 0x0e00) {
            return true;
        }
        char c = text.charAt(at);
        return !Character.isLetter(c) || Character.isUpperCase(c) && Character.isLowerCase(text.charAt(at - 1));
    }

    private static char folded(char c) {
        return c == '_' || c == '-' ? ' ' : Character.toLowerCase(c);
    }
}
