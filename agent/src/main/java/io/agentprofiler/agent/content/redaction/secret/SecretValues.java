// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.Locale;
import java.util.Set;

/**
 * Tells a secret from what else a name that says secret is given: a number for a token, a call, a type, a placeholder, prose.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class SecretValues {
    private static final int LEAST_STRONG = 3;
    private static final int LEAST_WEAK = 8;
    private static final int LEAST_SHORT = 5;
    private static final int SURELY_RANDOM = 20;
    private static final int MOST_DIGITS = 10;
    private static final int MOST_PLACEHOLDER = 64;

    /** Values that stand for no value, or for a type. */
    private static final Set<String> NOTHING = Set.of(
            "null",
            "nil",
            "none",
            "true",
            "false",
            "undefined",
            "string",
            "str",
            "text",
            "bytes",
            "byte",
            "int",
            "integer",
            "number",
            "bool",
            "boolean",
            "any",
            "object",
            "optional",
            "char",
            "secretstr",
            "securestring",
            "charsequence",
            "required",
            "password",
            "passwd",
            "pass",
            "pwd",
            "pw",
            "passwort",
            "passphrase",
            "secret",
            "token",
            "api_key",
            "apikey",
            "key",
            "value",
            "example",
            "changed",
            "expired",
            "incorrect",
            "invalid",
            "wrong",
            "valid",
            "empty",
            "unset",
            "yourpassword",
            "your_password",
            "-",
            "function",
            "self",
            "this",
            "new",
            "await",
            "return",
            "void",
            "final",
            "create",
            "delete",
            "remove",
            "update",
            "rotate",
            "list",
            "show",
            "view");

    private final boolean strong;
    private final boolean shorter;
    private final boolean number;

    /**
     * Creates a judge of values.
     *
     * @param strong whether every value of the name is a secret; otherwise it has to look like one
     */
    public SecretValues(boolean strong) {
        this(strong, false, false);
    }

    private SecretValues(boolean strong, boolean shorter, boolean number) {
        this.strong = strong;
        this.shorter = shorter;
        this.number = number;
    }

    /** Creates a judge of values whose names are words for a password, and for other things. */
    public static SecretValues ofShortNames() {
        return new SecretValues(false, true, false);
    }

    /** Creates a judge of values whose names are words for a number that a person keeps secret: {@code pin}. */
    static SecretValues ofNumbers() {
        return new SecretValues(false, false, true);
    }

    /** Answers whether a word that a sentence tells is no placeholder and no word about passwords. */
    public static boolean isTold(String text, int from, int to) {
        return !isPlaceholder(text, from, to)
                && !NOTHING.contains(
                        text.substring(from, Math.min(to, from + 16)).toLowerCase(Locale.ROOT));
    }

    /**
     * Answers whether the text from {@code from} to before {@code to} is a secret.
     *
     * @param quoted whether it stands in quotes
     */
    public boolean isSecret(String text, int from, int to, boolean quoted) {
        int length = to - from;
        if (number) {
            return isNumber(text, from, to);
        }
        if (length < (strong ? LEAST_STRONG : shorter ? LEAST_SHORT : LEAST_WEAK) || isPlaceholder(text, from, to)) {
            return false;
        }
        if (!quoted && (isCode(text, from, to) || isWorkingDirectory(text, from))) {
            return false;
        }
        // a type may be one that is never missing: String!
        int word = AsciiText.is(text, to - 1, "!?") ? to - 1 : to;
        if (length <= 12 && NOTHING.contains(text.substring(from, word).toLowerCase(Locale.ROOT))) {
            return false;
        }
        if (strong) {
            return quoted ? !isProse(text, from, to) : !isInProse(text, from, to);
        }
        return looksRandom(text, from, to) || shorter && hasSign(text, from, to);
    }

    private static boolean isNumber(String text, int from, int to) {
        int digits = 0;
        for (int i = from; i < to; i++) {
            digits += AsciiText.isDigit(text, i) ? 1 : 0;
            if (!AsciiText.isDigit(text, i) && !AsciiText.is(text, i, "- ")) {
                return false;
            }
        }
        return digits >= LEAST_STRONG && digits <= MOST_DIGITS;
    }

    private static boolean isPlaceholder(String text, int from, int to) {
        // ${NAME:?what to say where it is missing}
        if (AsciiText.is(text, from, "<[") || text.startsWith(":?", from - 1)) {
            return true;
        }
        if (AsciiText.is(text, from, "{")) {
            return !isEncrypted(text, from, to);
        }
        if (AsciiText.is(text, from, "$%")) {
            return AsciiText.is(text, from + 1, "{(sd")
                    || AsciiText.isUpper(text, from + 1)
                    || text.charAt(from) == '$' && isBound(text, from, to);
        }
        return isRepeated(text, from, to) || standsForValue(text, from, to);
    }

    private static boolean isRepeated(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != text.charAt(from) || AsciiText.isDigit(text, i)) {
                return false;
            }
        }
        return true;
    }

    /** Answers whether a value says that another is to be put there: {@code your_api_key_here}. */
    private static boolean standsForValue(String text, int from, int to) {
        if (to - from > MOST_PLACEHOLDER) {
            return false;
        }
        for (int i = from; i < to; i++) {
            boolean word = i == from || AsciiText.is(text, i - 1, "-_ ") || text.charAt(i - 1) == text.charAt(i);
            if (word
                    && (starts(text, i, to, "your")
                            || starts(text, i, to, "here") && i + 4 == to
                            || starts(text, i, to, "placeholder")
                            || starts(text, i, to, "replace")
                            || starts(text, i, to, "xxxx") && i == from && isRepeated(text, from, from + 8))) {
                return true;
            }
        }
        return false;
    }

    private static boolean starts(String text, int at, int to, String word) {
        return at + word.length() <= to && text.regionMatches(true, at, word, 0, word.length());
    }

    /** Answers whether braces hold what Maven encrypted. */
    private static boolean isEncrypted(String text, int from, int to) {
        return to - from > SURELY_RANDOM && AsciiText.is(text, to - 1, "=") && looksRandom(text, from, to);
    }

    /** Answers whether a value without quotes is an expression: a call, an index, a chain of names. */
    private static boolean isCode(String text, int from, int to) {
        if (AsciiText.is(text, from, "(") || isBound(text, from, to)) {
            return true;
        }
        int name = from;
        while (name < to && AsciiText.isWord(text, name, "_$.")) {
            name++;
        }
        if (name > from
                && AsciiText.isWord(text, from, "_$")
                && !AsciiText.isDigit(text, from)
                && AsciiText.is(text, name, "([")) {
            return true;
        }
        boolean dot = false;
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == '.' && i > from && i + 1 < to) {
                dot = true;
            } else if (!AsciiText.isLetter(text, i) && !AsciiText.is(text, i, "_$")) {
                return false;
            }
        }
        return dot || AsciiText.is(text, to, ";,)") && isIdentifier(text, from, to);
    }

    /** Answers whether a value is a parameter of a statement or query, {@code :password}, {@code $password}. */
    private static boolean isBound(String text, int from, int to) {
        if (!AsciiText.is(text, from, ":$") || to - from < 2) {
            return false;
        }
        for (int i = from + 1; i < to; i++) {
            if (!AsciiText.isLetter(text, i) && !AsciiText.is(text, i, "_")) {
                return false;
            }
        }
        return true;
    }

    /** Answers whether a word is one that programs make up: {@code userPassword}, {@code db_secret}. */
    private static boolean isIdentifier(String text, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            boolean hump = AsciiText.isUpper(text, i) && !AsciiText.isUpper(text, i - 1);
            if (hump || text.charAt(i) == '_') {
                return true;
            }
        }
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        return SecretNames.STRONG.contains(word) || NOTHING.contains(word);
    }

    /** Answers whether a path is that of the environment's {@code PWD}. */
    private static boolean isWorkingDirectory(String text, int from) {
        return AsciiText.is(text, from, "/") && text.startsWith("PWD=", from - 4);
    }

    /** Answers whether a text in quotes is a sentence. */
    private static boolean isProse(String text, int from, int to) {
        int blanks = 0;
        for (int i = from; i < to; i++) {
            blanks += text.charAt(i) == ' ' ? 1 : 0;
        }
        return blanks >= 4;
    }

    /** Answers whether a word stands in a sentence: letters only, and more words behind. */
    private static boolean isInProse(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!AsciiText.isLetter(text, i)
                    && text.charAt(i) < 128
                    && !(i == to - 1 && AsciiText.is(text, i, ".!?:"))) {
                return false;
            }
        }
        boolean assigned = AsciiText.is(text, from - 1, "=") && !AsciiText.is(text, from - 2, " =");
        return !assigned
                && AsciiText.is(text, to, " ")
                && (AsciiText.isLetter(text, to + 1) || AsciiText.is(text, to + 1, "[\"'$"));
    }

    /** Answers whether a sign stands between letters, as in few words but passwords. */
    private static boolean hasSign(String text, int from, int to) {
        boolean letter = false;
        boolean sign = false;
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == ' ') {
                return false;
            }
            letter |= AsciiText.isLetter(text, i);
            sign |= AsciiText.is(text, i, "!@#$%^&*?");
        }
        return letter && sign;
    }

    private static boolean looksRandom(String text, int from, int to) {
        boolean digit = false;
        boolean letter = false;
        boolean upper = false;
        boolean lower = false;
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == ' ') {
                return false;
            }
            digit |= AsciiText.isDigit(text, i);
            letter |= AsciiText.isLetter(text, i);
            upper |= AsciiText.isUpper(text, i);
            lower |= AsciiText.isLetter(text, i) && !AsciiText.isUpper(text, i);
        }
        return letter && digit || to - from >= SURELY_RANDOM && upper && lower;
    }
}
