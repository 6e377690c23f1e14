// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import io.agentprofiler.agent.content.redaction.text.Blanks;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds values that something named like a secret is given: {@code DB_PASSWORD=hunter2}, {@code "clientSecret": "…"}, {@code
 * --token …}, {@code <password>…</password>}. The value is blanked, its name stays.
 *
 * <p>The name is a keyword with whatever stands around it in the same name. What only looks like it is told by the rest of the
 * name ({@code max_tokens}, {@code password_policy}) and by the value: a number for a token, a call, a type, a placeholder.
 */
public final class AssignedSecrets implements Detector {
    /** Names whose every value is a secret. */
    static final List<String> STRONG = List.of(
            "password",
            "passwd",
            "passphrase",
            "passwort",
            "pwd",
            "secret",
            "apikey",
            "api_key",
            "api-key",
            "accesskey",
            "access_key",
            "access-key",
            "privatekey",
            "private_key",
            "private-key",
            "accountkey",
            "account_key",
            "account-key",
            "signingkey",
            "signing_key",
            "signing-key",
            "encryptionkey",
            "encryption_key",
            "encryption-key",
            "masterkey",
            "master_key",
            "authkey",
            "auth_key",
            "auth-key",
            "subscription-key",
            "subscription_key");
    /** Names that also stand for something else: the value must look like a secret. */
    static final List<String> WEAK = List.of("token", "credential", "_pass", "-pass");

    private static final int MOST_REST = 40;
    private static final int MOST_VALUE = 1024;
    private static final int LEAST_STRONG = 3;
    private static final int LEAST_WEAK = 8;
    private static final int SURELY_RANDOM = 20;

    /** Last words of names that are about a secret and hold none. */
    private static final Set<String> ABOUT = Set.of(
            "count",
            "counts",
            "limit",
            "limits",
            "length",
            "len",
            "size",
            "sizes",
            "type",
            "types",
            "name",
            "names",
            "id",
            "ids",
            "url",
            "uri",
            "file",
            "files",
            "path",
            "dir",
            "policy",
            "expiry",
            "expires",
            "expiration",
            "ttl",
            "field",
            "hint",
            "reset",
            "usage",
            "budget",
            "rate",
            "version",
            "manager",
            "rotation",
            "min",
            "max",
            "enabled",
            "disabled",
            "required",
            "at",
            "in",
            "on",
            "by",
            "endpoint",
            "provider",
            "store",
            "ref",
            "arn",
            "label",
            "prompt",
            "regex",
            "pattern",
            "format",
            "strength",
            "error",
            "errors",
            "message",
            "input",
            "changed",
            "updated",
            "created",
            "valid",
            "visible",
            "index",
            "column",
            "class",
            "service",
            "scope",
            "scopes",
            "used",
            "cost",
            "price",
            "total",
            "sum",
            "avg",
            "window",
            "encoder",
            "decoder",
            "details",
            "ids_count",
            "per",
            "exists",
            "present",
            "missing",
            "age",
            "days",
            "history",
            "mode");

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
            "secret",
            "token",
            "function",
            "self",
            "this",
            "new",
            "await",
            "return",
            "void",
            "final");

    private final boolean strong;

    AssignedSecrets(boolean strong) {
        this.strong = strong;
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int name = endOfName(text, end);
        if (name < 0) {
            return -1;
        }
        int value = value(text, at, name);
        if (value < 0) {
            return -1;
        }
        char quote = quote(text, value);
        int from = quote == 0 ? value : AsciiText.is(text, value, "\\") ? value + 2 : value + 1;
        int to = quote == 0 ? endOfBareValue(text, from) : endOfQuotedValue(text, from, quote);
        if (!isSecret(text, from, to, quote != 0)) {
            return -1;
        }
        into.add(from, to);
        return Math.max(end, to);
    }

    /** Returns where the name ends that goes on after the keyword; -1 when it is the name of something else. */
    private static int endOfName(String text, int end) {
        int name = end;
        while (name - end < MOST_REST && AsciiText.isWord(text, name, "_-.")) {
            name++;
        }
        while (name > end && AsciiText.is(text, name - 1, "-.")) {
            name--;
        }
        if (name == end) {
            return name;
        }
        boolean newWord = AsciiText.is(text, end, "_-.")
                || AsciiText.isDigit(text, end)
                || AsciiText.isUpper(text, end) && !AsciiText.isUpper(text, end - 1);
        return newWord && !ABOUT.contains(lastWord(text, end, name)) ? name : -1;
    }

    private static String lastWord(String text, int from, int to) {
        int word = to;
        while (word > from
                && AsciiText.isLetter(text, word - 1)
                && !(AsciiText.isUpper(text, word - 1)
                        && word < to
                        && AsciiText.isLetter(text, word)
                        && !AsciiText.isUpper(text, word))) {
            word--;
        }
        if (word > from && AsciiText.isUpper(text, word - 1) && word < to && !AsciiText.isUpper(text, word)) {
            word--;
        }
        return text.substring(word, to).toLowerCase(Locale.ROOT);
    }

    /** Returns where the value begins that the name is given; -1 when it is given none. */
    private static int value(String text, int at, int name) {
        int place = name;
        if (AsciiText.is(text, place, "]")) {
            place++;
        }
        if (AsciiText.is(text, place, "\\") && AsciiText.is(text, place + 1, "\"'")) {
            place += 2;
        } else if (AsciiText.is(text, place, "\"'`")) {
            place++;
        }
        if (AsciiText.is(text, place, "]")) {
            place++;
        }
        int sign = skipBlanks(text, place);
        if (AsciiText.is(text, sign, "=:")) {
            boolean compared = AsciiText.is(text, sign, "=") && AsciiText.is(text, sign + 1, "=");
            int after = AsciiText.is(text, sign + 1, "=>") ? sign + 2 : sign + 1;
            return compared || AsciiText.is(text, sign + 1, ":") ? -1 : skipBlanks(text, after);
        }
        if (sign == place && AsciiText.is(text, sign, ">") && isElement(text, at)) {
            return sign + 1;
        }
        return sign > place && isOption(text, at) ? sign : -1;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at - from < 8 && AsciiText.is(text, at, " \t")) {
            at++;
        }
        return at;
    }

    /** Answers whether the name is that of an element, {@code <db.password>}. */
    private static boolean isElement(String text, int at) {
        return AsciiText.is(text, startOfName(text, at) - 1, "<");
    }

    /** Answers whether the name is that of an option, {@code --db-password}. */
    private static boolean isOption(String text, int at) {
        int start = startOfName(text, at);
        return AsciiText.is(text, start, "-") && AsciiText.is(text, start + 1, "-");
    }

    private static int startOfName(String text, int at) {
        int start = at;
        while (at - start < MOST_REST && AsciiText.isWord(text, start - 1, "_-.:")) {
            start--;
        }
        return start;
    }

    private static char quote(String text, int at) {
        int quote = AsciiText.is(text, at, "\\") ? at + 1 : at;
        return AsciiText.is(text, quote, "\"'`") ? text.charAt(quote) : 0;
    }

    private static int endOfQuotedValue(String text, int from, char quote) {
        int to = from;
        while (to < text.length() && to - from < MOST_VALUE && text.charAt(to) != quote && text.charAt(to) != '\n') {
            to++;
        }
        // the quote may be escaped itself, in JSON inside of a text
        return to > from && to < text.length() && text.charAt(to) == quote && text.charAt(to - 1) == '\\' ? to - 1 : to;
    }

    private int endOfBareValue(String text, int from) {
        int to = from;
        while (to < text.length()
                && to - from < MOST_VALUE
                && !endsBareValue(text, to)
                && !(!strong && nextIsGiven(text, to))) {
            to++;
        }
        return to;
    }

    /** A next assignment ends the value; so none is read again and again where many follow each other. */
    private static boolean nextIsGiven(String text, int at) {
        return AsciiText.is(text, at, "=:") && AsciiText.isWord(text, at + 1, "_-");
    }

    private static boolean endsBareValue(String text, int at) {
        char c = text.charAt(at);
        if (c <= ' ' || "\"'`,;)]}<>\\".indexOf(c) >= 0) {
            return true;
        }
        return c == '&' && AsciiText.isLetter(text, at + 1);
    }

    private boolean isSecret(String text, int from, int to, boolean quoted) {
        int length = to - from;
        if (length < (strong ? LEAST_STRONG : LEAST_WEAK) || isPlaceholder(text, from, to)) {
            return false;
        }
        if (!quoted && isCode(text, from, to)) {
            return false;
        }
        if (length <= 12 && NOTHING.contains(text.substring(from, to).toLowerCase(Locale.ROOT))) {
            return false;
        }
        if (strong) {
            return quoted ? !isProse(text, from, to) : !isInProse(text, from, to);
        }
        return looksRandom(text, from, to);
    }

    private static boolean isPlaceholder(String text, int from, int to) {
        if (AsciiText.is(text, from, "$%{<[") && !AsciiText.isAlphanumeric(text, from)) {
            return AsciiText.is(text, from, "<[{")
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

    /** Answers whether a value without quotes is an expression: a call, an index, a chain of names. */
    private static boolean isCode(String text, int from, int to) {
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

    /** Answers whether a word is one that programs make up: {@code userPassword}, {@code db_secret}. */
    private static boolean isIdentifier(String text, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            boolean hump = AsciiText.isUpper(text, i) && !AsciiText.isUpper(text, i - 1);
            if (hump || text.charAt(i) == '_') {
                return true;
            }
        }
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        return STRONG.contains(word) || NOTHING.contains(word);
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
        return AsciiText.is(text, to, " ") && AsciiText.isLetter(text, to + 1);
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
