// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds values that something named like a secret is given: {@code DB_PASSWORD=hunter2}, {@code "clientSecret": "…"}, {@code
 * --token …}, {@code <password>…</password>}. The value is blanked, its name stays.
 *
 * <p>The name is a keyword with whatever stands around it in the same name. What only looks like it is told by the rest of the
 * name ({@link SecretNames}) and by the value ({@link SecretValues}); here is where the value begins and ends.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AssignedSecrets implements Detector {
    private static final String CDATA = "<![CDATA[";
    private static final int MOST_REST = 40;
    private static final int MOST_VALUE = 1024;
    private static final int MOST_REMARK = 32;
    private static final int MOST_ARGUMENT = 80;
    /** Beside "value", names of what another name is given. */
    private static final List<String> VALUE_WORDS =
            List.of("val", "content", "data", "string", "stringValue", "secretValue");
    /** Calls that are given a secret and return it in another form. */
    private static final Set<String> FORMS = Set.of(
            "fromhex",
            "unhexlify",
            "decode",
            "decodestring",
            "secretstr",
            "secret",
            "data",
            "bytes",
            "from",
            "of",
            "buffer",
            "encode",
            "string",
            "bcrypt",
            "make",
            "hash",
            "hashpw",
            "crypt",
            "md5",
            "sha1",
            "sha256",
            "password_hash",
            "valueof",
            "wrap",
            "literal",
            "securestring",
            "str",
            "sensitive",
            "base64",
            "hex",
            "unquote");

    private final boolean strong;
    private final boolean word;
    private final SecretValues values;

    /**
     * Creates a detector.
     *
     * @param strong whether every value is a secret
     * @param word whether the name's keyword must begin a word: {@code db_pass}, not {@code compass}
     * @param values tells which values are secrets
     */
    AssignedSecrets(boolean strong, boolean word, SecretValues values) {
        this.strong = strong;
        this.word = word;
        this.values = values;
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        if (word && AsciiText.isLetter(text, at - 1) && AsciiText.isLetter(text, at) && !AsciiText.isUpper(text, at)) {
            return -1;
        }
        int name = SecretNames.endOfName(text, end);
        // arn:aws:secretsmanager:…:secret:NAME
        boolean part = AsciiText.is(text, at - 1, ":") && AsciiText.is(text, end, ":");
        if (name < 0 || part) {
            return -1;
        }
        boolean set = isSet(text, at, end);
        int value = set ? end + 1 : value(text, at, name);
        if (value < 0 || AsciiText.is(text, value, "\r\n")) {
            int apart = ApartValues.begin(text, at, name);
            return apart < 0 ? -1 : ApartValues.blank(text, apart, into);
        }
        value = skipCall(text, skipBlock(text, value));
        // bytes, raw and formatted texts of Python
        value = AsciiText.is(text, value, "bBrRuUfF") && AsciiText.is(text, value + 1, "\"'") ? value + 1 : value;
        value = text.startsWith("\"\"\"", value) ? value + 2 : value;
        char quote = quote(text, value);
        if (quote != 0 && !set && closes(text, at, name, value)) {
            return -1;
        }
        int from = quote == 0 ? value : AsciiText.is(text, value, "\\") ? value + 2 : value + 1;
        int to = quote == 0 ? endOfBareValue(text, from) : endOfQuotedValue(text, from, quote);
        to = quote == 0 ? endOfArgument(text, at, to) : to;
        boolean blanked = text.startsWith(Blanks.BLANK, to + 1 - Blanks.BLANK.length());
        if (set && AsciiText.is(text, to - 1, " :?.")) {
            // a prompt
            return -1;
        }
        if (blanked || text.startsWith("-----BEGIN", from) || !values.isSecret(text, from, to, quote != 0)) {
            return -1;
        }
        into.add(from, to);
        return Math.max(end, to);
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
        boolean quoted = place > name;
        if (AsciiText.is(text, place, "]")) {
            place++;
        }
        while (place - name < 4 && AsciiText.is(text, place, "*")) {
            place++;
        }
        int sign = skipRemark(text, skipBlanks(text, place));
        int named = valueOfNamed(text, at, place, quoted);
        if (named >= 0) {
            return named;
        }
        if (AsciiText.is(text, sign, "\uff1a")) {
            return skipBlanks(text, sign + 1);
        }
        int typed = quoted ? -1 : typed(text, sign);
        if (typed >= 0) {
            return typed;
        }
        if (AsciiText.is(text, sign, "=:")) {
            boolean compared = AsciiText.is(text, sign, "=") && AsciiText.is(text, sign + 1, "=");
            int after = AsciiText.is(text, sign + 1, "=>") ? sign + 2 : sign + 1;
            return compared || AsciiText.is(text, sign + 1, ":") ? -1 : skipEmphasis(text, skipBlanks(text, after));
        }
        if (sign == place && AsciiText.is(text, sign, "{") && AsciiText.is(text, sign + 1, "\"")) {
            return sign + 1;
        }
        if (sign == place && AsciiText.is(text, sign, ">") && isElement(text, at)) {
            return text.startsWith(CDATA, sign + 1) ? sign + 1 + CDATA.length() : sign + 1;
        }
        return sign > place && isOption(text, at) ? sign : -1;
    }

    /** Returns where the text begins that a variable with a type is given, {@code val password: String = "…"}; -1 for none. */
    private static int typed(String text, int sign) {
        boolean as = text.regionMatches(true, sign, "as ", 0, 3);
        if (!as && !AsciiText.is(text, sign, ":")) {
            return -1;
        }
        int place = skipBlanks(text, sign + (as ? 3 : 1));
        int type = place;
        while (place - type < MOST_REST && AsciiText.isWord(text, place, "_&'<>?.")) {
            place++;
        }
        int equals = skipBlanks(text, place);
        if (place == type || !AsciiText.is(text, equals, "=") || AsciiText.is(text, equals + 1, "=")) {
            return -1;
        }
        int value = skipBlanks(text, equals + 1);
        return AsciiText.is(text, value, "\"'`") ? value : -1;
    }

    /** Goes on behind a remark in parentheses that a colon or equals sign follows: {@code password (temporary): …}. */
    private static int skipRemark(String text, int from) {
        if (!AsciiText.is(text, from, "(")) {
            return from;
        }
        int close = from + 1;
        while (close - from < MOST_REMARK && AsciiText.isWord(text, close, " ,._-/")) {
            close++;
        }
        int sign = skipBlanks(text, close + 1);
        return AsciiText.is(text, close, ")") && AsciiText.is(text, sign, ":=") ? sign : from;
    }

    /** Goes on in the line below {@code |} or {@code >-}, which YAML has before a text in lines of its own. */
    private static int skipBlock(String text, int from) {
        int at = from + 1;
        if (!AsciiText.is(text, from, "|>")) {
            return from;
        }
        at += AsciiText.is(text, at, "+-") ? 1 : 0;
        if (!AsciiText.is(text, at, "\n")) {
            return from;
        }
        at++;
        while (at - from < MOST_REST && AsciiText.is(text, at, " ")) {
            at++;
        }
        return at;
    }

    /** Goes on at the text in quotes that a call is given which only changes its form: {@code bytes.fromhex("…")}. */
    private static int skipCall(String text, int from) {
        int at = from;
        while (at - from < MOST_REST && AsciiText.isWord(text, at, "_.: ")) {
            at++;
        }
        boolean call = at > from && AsciiText.is(text, at, "(") && AsciiText.is(text, at + 1, "\"'");
        if (!call) {
            return skipCmdlet(text, from);
        }
        int word = at;
        while (word > from && AsciiText.isLetter(text, word - 1)) {
            word--;
        }
        return FORMS.contains(text.substring(word, at).toLowerCase(Locale.ROOT)) ? at + 1 : from;
    }

    /** Goes on at the text in quotes that a command of PowerShell is given: {@code ConvertTo-SecureString "…"}. */
    private static int skipCmdlet(String text, int from) {
        int at = from;
        int hyphens = 0;
        while (at - from < MOST_REST && AsciiText.isWord(text, at, "-(")) {
            hyphens += text.charAt(at) == '-' && AsciiText.isUpper(text, at + 1) ? 1 : 0;
            at++;
        }
        int value = skipBlanks(text, at);
        boolean given = hyphens == 1 && value > at && AsciiText.is(text, value, "\"'");
        return given && AsciiText.isUpper(text, AsciiText.is(text, from, "(") ? from + 1 : from) ? value : from;
    }

    /** Goes on behind the end of {@code **Password:**}. */
    private static int skipEmphasis(String text, int at) {
        return text.startsWith("** ", at) ? skipBlanks(text, at + 2) : at;
    }

    /**
     * Returns where the value begins of a name that is itself a value: {@code "name": "db_password", "value": "…"}, {@code <property
     * name="password" value="…"/>}, {@code header("X-Api-Key", "…")}; -1 when there is none.
     */
    private static int valueOfNamed(String text, int at, int end, boolean quoted) {
        int place = end;
        while (place - end < MOST_REST && AsciiText.is(text, place, " ,\t\r\n")) {
            place++;
        }
        if (place == end && !AsciiText.is(text, end, ">")) {
            return -1;
        }
        if (quoted && AsciiText.is(text, end, ">")) {
            int start = startOfName(text, at);
            boolean attribute = text.startsWith("name=", start - 6) || text.startsWith("key=", start - 5);
            int from = text.startsWith("<value>", end + 1) ? end + 8 : end + 1;
            int close = from;
            while (close - from < MOST_VALUE && close < text.length() && text.charAt(close) != '<') {
                close++;
            }
            return attribute && text.startsWith("</", close) ? from : -1;
        }
        int word = AsciiText.is(text, place, "\\") ? place + 1 : place;
        word = AsciiText.is(text, word, "\"'") ? word + 1 : word;
        int valueWord = endOfValueWord(text, word, quoted);
        if (valueWord > 0) {
            int sign = valueWord;
            sign = AsciiText.is(text, sign, "\\") ? sign + 1 : sign;
            sign = skipBlanks(text, AsciiText.is(text, sign, "\"'") ? sign + 1 : sign);
            return AsciiText.is(text, sign, ":=") ? skipBlanks(text, sign + 1) : -1;
        }
        // a call's second argument
        boolean pair = quoted && AsciiText.is(text, end, ",") && AsciiText.is(text, place, "\"'");
        return pair && (isInCall(text, at) || AsciiText.is(text, startOfName(text, at), "-")) ? place : -1;
    }

    /** Returns where a word ends that says that the value of the name before is next; -1 for another word. */
    private static int endOfValueWord(String text, int word, boolean quoted) {
        if (text.regionMatches(true, word, "value", 0, 5)) {
            return word + 5;
        }
        for (int i = 0; i < VALUE_WORDS.size() && quoted; i++) {
            String name = VALUE_WORDS.get(i);
            int end = word + name.length();
            if (text.regionMatches(true, word, name, 0, name.length()) && !AsciiText.isWord(text, end, "_-")) {
                return end;
            }
        }
        return -1;
    }

    /** Answers whether the name is the first argument of a call, or of a pair. */
    private static boolean isInCall(String text, int at) {
        int start = startOfName(text, at);
        return AsciiText.is(text, start - 1, "\"'") && AsciiText.is(text, start - 2, "([{");
    }

    /** Answers whether a method of the name is given a text: {@code .apiKey("…")}, {@code .setPassword("…")}. */
    private static boolean isSet(String text, int at, int end) {
        if (!AsciiText.is(text, end, "(") || !AsciiText.is(text, end + 1, "\"'")) {
            return false;
        }
        int start = text.startsWith("set", at - 3) ? at - 3 : text.startsWith("with", at - 4) ? at - 4 : at;
        return AsciiText.is(text, start - 1, ".");
    }

    /** Answers whether the quote behind a colon is the one that opened before the name, as in {@code 'Password:'}. */
    private static boolean closes(String text, int at, int name, int value) {
        int before = startOfName(text, at) - 1;
        return value == name + 1 && AsciiText.is(text, before, "\"'`") && text.charAt(before) == text.charAt(value);
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
        return AsciiText.is(text, start, "-")
                && (AsciiText.is(text, start + 1, "-") || AsciiText.is(text, start - 1, " \"'") && start + 1 <= at);
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
            // SQL writes a quote in a text twice
            boolean twice = quote == '\'' && to > from && text.startsWith("''", to);
            to += twice && AsciiText.isAlphanumeric(text, to + 2) ? 2 : 0;
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

    /** Returns where an argument in quotes ends that begins with the name, {@code 'password=two words'}. */
    private static int endOfArgument(String text, int at, int to) {
        int before = startOfName(text, at) - 1;
        if (!AsciiText.is(text, to, " ") || !AsciiText.is(text, before, "\"'")) {
            return to;
        }
        int end = to;
        while (end < text.length() && end - to < MOST_ARGUMENT && text.charAt(end) != text.charAt(before)) {
            if (AsciiText.is(text, end, "=\n;")) {
                return to;
            }
            end++;
        }
        return AsciiText.is(text, end, "\"'") ? end : to;
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
}
