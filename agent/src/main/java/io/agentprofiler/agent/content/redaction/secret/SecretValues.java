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
            "final");

    private final boolean strong;
    private final boolean shorter;

    /**
     * Creates a judge of values.
     *
     * @param strong whether every value of the name is a secret; otherwise it has to look like one
     */
    public SecretValues(boolean strong) {
        this(strong, false);
    }

    private SecretValues(boolean strong, boolean shorter) {
        this.strong = strong;
        this.shorter = shorter;
    }

    /** Creates a judge of values whose names are words for a password, and for other things. */
    static SecretValues ofShortNames() {
        return new SecretValues(false, true);
    }

    /** Answers whether a word that a sentence tells is no placeholder and no word about passwords. */
    static boolean isTold(String text, int from, int to) {
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
        if (length < (strong ? LEAST_STRONG : shorter ? LEAST_SHORT : LEAST_WEAK) || isPlaceholder(text, from, to)) {
            return false;
        }
        if (!quoted && (isCode(text, from, to) || isWorkingDirectory(text, from))) {
            return false;
        }
        if (length <= 12 && NOTHING.contains(text.substring(from, to).toLowerCase(Locale.ROOT))) {
            return false;
        }
        if (strong) {
            return quoted ? !isProse(text, from, to) : !isInProse(text, from, to);
        }
        return looksRandom(text, from, to) || shorter && hasSign(text, from, to);
    }

    private static boolean isPlaceholder(String text, int from, int to) {
        if (AsciiText.is(text, from, "$%{<[") && !AsciiText.isAlphanumeric(text, from)) {
            return AsciiText.is(text, from, "<[")
                    || AsciiText.is(text, from, "{") && !isEncrypted(text, from, to)
                    || AsciiText.is(text, from + 1, "{(sd")
                    || AsciiText.isUpper(text, from + 1);
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != text.charAt(from) || AsciiText.isDigit(text, i)) {
                return false;
            }
        }
        return true;
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

    /** Answers whether a value is a parameter of a statement, {@code :password}. */
    private static boolean isBound(String text, int from, int to) {
        if (!AsciiText.is(text, from, ":")) {
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
