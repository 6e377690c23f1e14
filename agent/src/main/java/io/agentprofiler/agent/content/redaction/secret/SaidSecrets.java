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
    static final List<String> PASSWORDS = List.of("password", "passwd", "passphrase", "passcode", "pwd", "pw");
    /** What is no word that a person chose. */
    static final List<String> KEYS = List.of(
            "api key",
            "api-key",
            "access key",
            "secret key",
            "secret",
            "token",
            "api-schlüssel",
            "clé api",
            "clé d'api",
            "clave de api",
            "clave api",
            "chiave api");

    /** Secrets that people give as a number, in English, German, French and Spanish. */
    static final List<String> NUMBERS = List.of(
            "pin",
            "otp",
            "tan",
            "verification code",
            "security code",
            "confirmation code",
            "authentication code",
            "one-time code",
            "login code",
            "access code",
            "alarm code",
            "door code",
            "unlock code",
            "recovery code",
            "2fa code",
            "passcode",
            "bestätigungscode",
            "sicherheitscode",
            "verifizierungscode",
            "einmalcode",
            "code de vérification",
            "code de sécurité",
            "code de confirmation",
            "código de verificación",
            "código de seguridad");

    /** What joins a word for a password to the password. */
    private static final Set<String> VERBS = Set.of(
            "is", "was", "are", "to", "be", "equals", "as", "ist", "lautet", "war", "heißt", "auf", "est", "c'est",
            "était", "devient", "es", "era", "será", "è", "é", "e", "zijn", "luidt", "jest", "brzmi", "это", "есть",
            "был", "такой", "är", "er", "on", "je", "az", "είναι", "este", "là", "adalah", "คือ", "هي", "هو", "היא",
            "הוא", "yra", "ir", "da", "eh", "ass", "jeste", "ni", "është", "է", "არის", "হল", "است", "है");
    /** What may stand behind a verb. */
    private static final Set<String> ADVERBS = Set.of(
            "now",
            "still",
            "currently",
            "just",
            "set",
            "to",
            "simply",
            "jetzt",
            "noch",
            "zu",
            "maintenant",
            "toujours",
            "ahora",
            "agora",
            "ora",
            "nu",
            "teraz",
            "теперь",
            "nå",
            "nyt",
            "definido",
            "como",
            "le",
            "is");
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

    private static final int MOST_WORDS_BETWEEN = 4;
    private static final int MOST_STEPS = 12;
    private static final int MOST_ENDING = 6;
    private static final int MOST_WORD = 24;
    private static final int MOST_VALUE = 128;
    private static final int MOST_PHRASE = 40;

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
        if (AsciiText.isWord(text, place, "_-.(=[")) {
            return -1;
        }
        return value(text, at, place, into);
    }

    private int value(String text, int at, int end, Blanks into) {
        int place = inflected && AsciiText.is(text, end, ",") ? end + 1 : end;
        boolean verb = false;
        // the verb behind which letters alone may be a password, "" for a colon; null when there is none
        String telling = null;
        boolean subject = letters;
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
                verb = true;
                place = stop;
                continue;
            }
            boolean direct = words == 0 || verb;
            if (apart && direct && isSecret(text, at, place, verb, subject ? telling : null, into)) {
                return lastEnd(text, place);
            }
            if (!apart || verb) {
                return -1;
            }
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

    private boolean isSecret(String text, int at, int begin, boolean verb, String telling, Blanks into) {
        int from = begin;
        while (from - begin < 4 && isMark(text, from)) {
            from++;
        }
        boolean quoted = from > begin;
        int to = lastEnd(text, begin);
        boolean told = telling != null && !quoted && SaidWords.isTold(text, from, to, telling);
        if (to - from < (quoted ? 3 : number || told ? 4 : 5) || text.startsWith("://", from)) {
            return false;
        }
        if (!told && !looksLikeOne(text, at, from, to, verb, quoted)) {
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
            return number ? verb && digits <= 8 : verb && digits >= 4;
        }
        if (number) {
            return false;
        }
        boolean mixed = letter && digits > 0 || letter && signs > 0 || hyphens >= 3 && to - from >= 16;
        if (quoted) {
            return verb && (mixed || hyphens == 0);
        }
        if (!mixed || isAlgorithm(text, from, to)) {
            return false;
        }
        return verb || signs > 0 || digits > 1 && to - from >= 8 || upper && lower && digits > 0 || isOrdered(text, at);
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
