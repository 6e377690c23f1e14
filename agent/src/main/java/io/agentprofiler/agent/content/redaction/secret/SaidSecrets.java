// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds passwords that a sentence tells: {@code my password is …}, {@code das Passwort lautet …}, {@code パスワードは…です}. A word
 * for a password is followed by a verb and by what looks like a password: letters and digits together, or signs, or a word in quotes,
 * or a word that ends its clause ({@link SaidWords}). Without a verb it has to look more like one.
 *
 * <p><b>Threading:</b> immutable.
 */
final class SaidSecrets implements Detector {
    /** English words, beside those of {@link SecretNames#FOREIGN}. */
    static final List<String> PASSWORDS = SecretNames.words("passwords");

    /** What is no word that a person chose. */
    static final List<String> KEYS = SecretNames.words("keys");

    /** Such words in other languages, which may have endings. */
    static final List<String> FOREIGN_KEYS = SecretNames.words("foreign-keys");

    /** Secrets that people give as a number, in English, German, French and Spanish. */
    static final List<String> NUMBERS = SecretNames.words("numbers");

    /** Such words in other languages, which may have endings. */
    static final List<String> FOREIGN_NUMBERS = SecretNames.words("foreign-numbers");

    /** What joins a word for a password to the password. */
    private static final Set<String> VERBS = Set.copyOf(SecretNames.words("verbs"));
    /** What may stand behind a verb. */
    private static final Set<String> ADVERBS = Set.copyOf(SecretNames.words("adverbs"));
    /** Signs that join where words have no blanks between them. */
    private static final String JOINTS = "は是为為：:—–→는은가이을를";

    private static final String MARKS = "\"'`«»„“”‘’「」『』*";
    private static final Set<String> ORDERS =
            Set.of("with", "using", "use", "and", "enter", "type", "mit", "und", "avec", "con", "com", "met");
    private static final Set<String> ALGORITHMS = Set.of(
            "sha", "md", "bcrypt", "pbkdf", "argon", "scrypt", "aes", "rsa", "base", "utf", "rot", "hmac", "http",
            "https", "oauth", "tls", "ssl", "ntlm", "v", "ed", "rs", "hs", "es", "ps", "crypt", "log", "java", "python",
            "web", "rfc", "iso", "p", "step", "line", "page", "chapter", "section", "field", "option", "version",
            "attempt", "table", "figure");

    /** What joins a password to the word for it behind. */
    private static final Set<String> VERBS_BEFORE =
            Set.of("is", "was", "=", "<-", "←", "==", "ist", "war", "est", "es", "era", "è", "é", "jest", "to", "это");

    /** Words that are verbs in some language, and join nouns in others. */
    private static final Set<String> JOINING = Set.of("to", "on", "e", "a", "da", "as", "je", "az", "by", "le");

    private static final List<String> COMPOUNDS = List.of("code", "kod", "nummer", "number", "код", "koodi");

    private static final int MOST_WORDS_BETWEEN = 6;
    private static final int MOST_WORDS_BEFORE = 3;
    private static final int MOST_STEPS = 12;
    private static final int MOST_ENDING = 6;
    private static final int MOST_WORD = 24;
    private static final int MOST_VALUE = 128;
    private static final int MOST_PHRASE = 40;
    private static final int MOST_CODE = 12;

    private final boolean inflected;
    private final boolean number;
    private final boolean letters;

    /**
     * Creates a detector.
     *
     * @param inflected whether the word may have an ending
     * @param number whether the secret is a number, as that of a bank card
     * @param letters whether the secret may be letters only, as passwords are and keys are not
     */
    SaidSecrets(boolean inflected, boolean number, boolean letters) {
        this.inflected = inflected;
        this.number = number;
        this.letters = letters;
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        if (Character.isLetterOrDigit(before(text, at)) && text.charAt(at) < 0x0e00
                || AsciiText.is(text, at - 1, "_.")) {
            return -1;
        }
        int place = end;
        while (inflected && place - end < MOST_ENDING && isLetter(text, place) && !isJoint(text, place)) {
            place++;
        }
        place = number && AsciiText.is(text, place, "-") ? endOfCompound(text, place) : place;
        if (AsciiText.isWord(text, place, "_-.(=[")) {
            return -1;
        }
        int told = value(text, at, place, into);
        return told < 0 && letters ? before(text, at, place, into) : told;
    }

    /** Returns where a word ends that is joined to the name of a number: {@code TAN-Code}. */
    private static int endOfCompound(String text, int hyphen) {
        for (int i = 0; i < COMPOUNDS.size(); i++) {
            String word = COMPOUNDS.get(i);
            if (text.regionMatches(true, hyphen + 1, word, 0, word.length())) {
                return hyphen + 1 + word.length();
            }
        }
        return hyphen;
    }

    /** Finds a password that stands before the word for it: {@code hunter2 is the password}. */
    private int before(String text, int at, int end, Blanks into) {
        int word = at;
        for (int words = 0; words <= MOST_WORDS_BEFORE; words++) {
            int to = word;
            while (to > 0 && at - to < MOST_VALUE && text.charAt(to - 1) == ' ') {
                to--;
            }
            int from = to;
            while (from > 0 && to - from < MOST_WORD && text.charAt(from - 1) > ' ') {
                from--;
            }
            if (to == word || from == to) {
                return -1;
            }
            if (words > 0 || !AsciiText.is(text, to - 1, "-")) {
                String verb = text.substring(from, to).toLowerCase(Locale.ROOT);
                if (VERBS_BEFORE.contains(verb)) {
                    return saidBefore(text, from, end, into);
                }
                if (AsciiText.is(text, to - 1, ".,;:!?)")) {
                    return -1;
                }
            }
            word = from;
        }
        return -1;
    }

    private int saidBefore(String text, int verb, int end, Blanks into) {
        int to = verb;
        while (to > 0 && verb - to < 4 && (text.charAt(to - 1) == ' ' || isMark(text, to - 1))) {
            to--;
        }
        int from = to;
        while (from > 0 && to - from < MOST_VALUE && text.charAt(from - 1) > ' ' && !isMark(text, from - 1)) {
            from--;
        }
        boolean about = AsciiText.is(text, end, " ")
                && (SecretNames.isAbout(text, end + 1) || text.startsWith("hash", end + 1));
        if (about
                || to - from < 5
                || AsciiText.is(text, from, "/.-$<{(")
                || !looksLikeOne(text, from, from, to, true, false)
                || !SecretValues.isTold(text, from, to)) {
            return -1;
        }
        into.add(from, to);
        return end;
    }

    private int value(String text, int at, int end, Blanks into) {
        int place = inflected && AsciiText.is(text, end, ",") ? end + 1 : end;
        boolean verb = false;
        // the verb behind which letters alone may be a password, "" for a colon; null when there is none
        String telling = null;
        boolean subject = letters;
        // the verb may be none, as in: the combination to the safe is …
        boolean joining = false;
        int words = 0;
        if (text.startsWith("'s ", place) || text.startsWith("\u2019s ", place)) {
            verb = true;
            telling = "is";
            place += 2;
        }
        for (int steps = 0; steps < MOST_STEPS && words <= MOST_WORDS_BETWEEN; steps++) {
            int next = skipBlanks(text, place);
            if (isJoint(text, next) || next > place && text.startsWith("- ", next)) {
                verb = true;
                telling = AsciiText.is(text, next, ":") ? "" : null;
                place = next + 1;
                continue;
            }
            boolean apart = next > place || verb;
            place = next;
            int stop = place;
            while (stop - place < MOST_WORD
                    && (isLetter(text, stop)
                            || stop > place && AsciiText.is(text, stop, "'\u2019") && isLetter(text, stop + 1))) {
                stop++;
            }
            String word = text.substring(place, stop).toLowerCase(Locale.ROOT);
            boolean whole = stop == text.length() || text.charAt(stop) <= ' ' || AsciiText.is(text, stop, ":");
            // a verb in Finnish only
            boolean english = !inflected && word.equals("on");
            if (stop > place && whole && !english && (verb ? ADVERBS : VERBS).contains(word)) {
                telling = SaidWords.isVerb(word) ? word : verb && !word.equals("zu") ? telling : null;
                joining = verb ? joining : JOINING.contains(word);
                verb = true;
                place = stop;
                continue;
            }
            boolean direct = words == 0 || verb || words == 2 && subject || number && text.charAt(at) >= 128;
            if (apart && direct && isSecret(text, at, end, place, verb, subject ? telling : null, into)) {
                return lastEnd(text, place);
            }
            if (!apart || verb && !joining) {
                return -1;
            }
            verb = false;
            joining = false;
            // a word between, up to the end of the clause
            subject &= words > 0 || SaidWords.isPreposition(word);
            while (stop < text.length() && stop - place < MOST_WORD && text.charAt(stop) > ' ') {
                stop++;
            }
            if (AsciiText.is(text, stop - 1, ":") && AsciiText.is(text, stop, " ")) {
                stop--;
            }
            if (stop == place || AsciiText.is(text, stop - 1, ".,;:!?()")) {
                return -1;
            }
            place = stop;
            words++;
        }
        return -1;
    }

    private boolean isSecret(String text, int at, int end, int begin, boolean verb, String telling, Blanks into) {
        int from = begin;
        while (from - begin < 4 && isMark(text, from)) {
            from++;
        }
        boolean quoted = from > begin;
        int to = lastEnd(text, begin);
        boolean told = telling != null && !quoted && SaidWords.isTold(text, from, to, telling);
        if (number) {
            to = endOfNumber(text, from);
        }
        int least = quoted || number && isCardCode(text, at) ? 3 : number || told ? 4 : 5;
        if (to - from < least || text.startsWith("://", from)) {
            return false;
        }
        boolean looks = number
                ? isCode(text, from, to, verb, isPlain(text, at, end))
                : looksLikeOne(text, at, from, to, verb, quoted);
        if (!told && !looks) {
            return false;
        }
        if (!SecretValues.isTold(text, from, to)) {
            return false;
        }
        into.add(from, to);
        return true;
    }

    /** Returns where the value ends that begins, marks included, at {@code begin}. */
    private static int lastEnd(String text, int begin) {
        int from = begin;
        while (from - begin < 4 && isMark(text, from)) {
            from++;
        }
        int close = from > begin ? closing(text, from) : -1;
        if (close > 0) {
            return close;
        }
        int to = from;
        while (to < text.length() && to - from < MOST_VALUE && !endsValue(text, to, from > begin)) {
            to++;
        }
        while (to > from && (AsciiText.is(text, to - 1, ".,;:?)>]}") || isMark(text, to - 1))) {
            to--;
        }
        // a sign at the end is a sentence's, unless the word has no other
        return to;
    }

    /** Returns where a few words in quotes end, -1 for more than that. */
    private static int closing(String text, int from) {
        for (int i = from; i < text.length() && i - from < MOST_PHRASE && text.charAt(i) >= ' '; i++) {
            if (text.charAt(i) == '\\') {
                return -1;
            }
            if (isMark(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean endsValue(String text, int at, boolean quoted) {
        char c = text.charAt(at);
        return c <= ' ' || c == '\\' && !quoted || c == '"' || c == '<' || c >= 0x2000 || quoted && isMark(text, at);
    }

    private boolean looksLikeOne(String text, int at, int from, int to, boolean verb, boolean quoted) {
        int digits = 0;
        int signs = 0;
        int hyphens = 0;
        boolean letter = false;
        boolean upper = false;
        boolean lower = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (AsciiText.isDigit(text, i)) {
                digits++;
            } else if (Character.isLetter(c)) {
                letter = true;
                upper |= Character.isUpperCase(c);
                lower |= Character.isLowerCase(c);
            } else if (c == '-') {
                hyphens++;
            } else if ("!@#$%^&*+=~?".indexOf(c) >= 0 && (i < to - 1 || digits > 0)) {
                signs++;
            } else if ("()[]{}/|,'".indexOf(c) >= 0 && !quoted) {
                return false;
            }
        }
        if (digits == to - from) {
            return letters && verb && digits >= 4;
        }
        boolean mixed = letter && digits > 0
                || letter && signs > 0
                || hyphens >= 3 && to - from >= 16
                || letters && hyphens >= 2 && AsciiText.is(text, from - 2, ":");
        if (quoted) {
            return verb && (mixed || hyphens == 0);
        }
        if (!mixed || isAlgorithm(text, from, to)) {
            return false;
        }
        return verb
                || signs > 0
                || hyphens > 0 && digits > 0 && to - from >= 8
                || digits > 1 && to - from >= 8
                || upper && lower && digits > 0
                || isOrdered(text, at);
    }

    /** Answers whether digits, or few letters with them, are a code; without a verb its name must have no other meaning. */
    private static boolean isCode(String text, int from, int to, boolean verb, boolean plain) {
        int digits = 0;
        int letters = 0;
        for (int i = from; i < to; i++) {
            if (AsciiText.isDigit(text, i)) {
                digits++;
            } else if (AsciiText.isLetter(text, i)) {
                letters++;
            } else if (!AsciiText.is(text, i, "-#* ")) {
                return false;
            }
        }
        if (digits == 0 || to - from > MOST_CODE) {
            return false;
        }
        return letters == 0 ? digits >= 3 && (verb || !plain) : verb && letters <= 6 && digits + letters >= 4;
    }

    /** Answers whether a name is one word in small letters: {@code pin}, but not {@code PIN} and {@code door code}. */
    private static boolean isPlain(String text, int at, int end) {
        for (int i = at; i < end; i++) {
            char c = text.charAt(i);
            if (c < 'a' || c >= 128) {
                return false;
            }
        }
        return true;
    }

    /** Returns where a code ends that begins at {@code from}: what follows is no part of a number; or in groups: {@code 482 913}. */
    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end - from <= MOST_CODE && AsciiText.isWord(text, end, "-#*")) {
            end++;
            if (AsciiText.is(text, end, " ") && AsciiText.isDigit(text, end - 1) && isGroup(text, end + 1)) {
                end++;
            }
        }
        boolean number = AsciiText.isDigit(text, end + 1)
                && (AsciiText.is(text, end, ".:/%") || AsciiText.is(text, end, ",") && end - from < 4);
        return number ? from : end;
    }

    private static boolean isGroup(String text, int at) {
        return AsciiText.isDigit(text, at) && AsciiText.isDigit(text, at + 1) && AsciiText.isDigit(text, at + 2);
    }

    /** Answers whether the word is the name of the three digits on the back of a card. */
    private static boolean isCardCode(String text, int at) {
        return AsciiText.is(text, at, "cC") && AsciiText.is(text, at + 1, "vVsS") && AsciiText.is(text, at + 2, "cCvV");
    }

    private static boolean isAlgorithm(String text, int from, int to) {
        int word = from;
        while (word < to && AsciiText.isLetter(text, word)) {
            word++;
        }
        return ALGORITHMS.contains(text.substring(from, word).toLowerCase(Locale.ROOT));
    }

    /** Answers whether the word before says that a password is given: {@code with password …}. */
    private static boolean isOrdered(String text, int at) {
        int to = at;
        while (to > 0 && text.charAt(to - 1) == ' ' && at - to < 3) {
            to--;
        }
        int from = to;
        while (from > 0 && to - from < 8 && AsciiText.isLetter(text, from - 1)) {
            from--;
        }
        return ORDERS.contains(text.substring(from, to).toLowerCase(Locale.ROOT));
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && at - from < 8 && (text.charAt(at) == ' ' || text.charAt(at) == '\u00a0')) {
            at++;
        }
        return at;
    }

    private static boolean isJoint(String text, int at) {
        return at < text.length() && JOINTS.indexOf(text.charAt(at)) >= 0;
    }

    private static boolean isMark(String text, int at) {
        return at >= 0 && at < text.length() && MARKS.indexOf(text.charAt(at)) >= 0;
    }

    private static boolean isLetter(String text, int at) {
        return at < text.length()
                && (Character.isLetter(text.charAt(at))
                        || Character.getType(text.charAt(at)) == Character.NON_SPACING_MARK);
    }

    private static char before(String text, int at) {
        return at == 0 ? ' ' : text.charAt(at - 1);
    }
}
