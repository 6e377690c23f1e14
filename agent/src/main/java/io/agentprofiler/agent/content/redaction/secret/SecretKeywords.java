// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keywords by which secrets are found, and who looks closer: tokens of the shapes in {@code secrets.txt}, values of names
 * that say secret, HTTP headers, private keys, e-mail addresses.
 */
public final class SecretKeywords {
    private static final String SHAPES = "secrets.txt";

    private static final int MOST_BEFORE_PHRASE = 60;
    private static final int LEAST_WORDS = 12;
    private static final int MOST_WORDS = 24;
    private static final Set<String> PHRASE_VERBS = Set.of(
            "is", "are", "ist", "lautet", "sind", "est", "es", "son", "è", "sono", "é", "são", "luidt", "это", "to",
            "は", "是", "는", "은");
    /** What sentences have, and lists of words for keys do not. */
    private static final Set<String> NO_PHRASE =
            Set.of("the", "and", "your", "for", "with", "was", "are", "has", "must");

    private SecretKeywords() {}

    /** Returns them all. */
    public static KeywordTrie all() {
        KeywordTrie keywords = new KeywordTrie();
        keywords.add(PrivateKeys.BEGIN, new PrivateKeys());
        HeaderSecrets headers = new HeaderSecrets();
        HeaderSecrets.NAMES.forEach(name -> keywords.add(name, headers));
        keywords.add("basic", EncodedSecrets::basic);
        keywords.add("\"auth", EncodedSecrets::auth);
        keywords.add("'auth", EncodedSecrets::auth);
        keywords.add("_auth", EncodedSecrets::auth);
        keywords.add(" auth:", EncodedSecrets::auth);
        keywords.add(EncodedSecrets.PEM, EncodedSecrets::pem);
        keywords.add("@", new Emails());
        read(keywords);
        SecretNames.words("phrases").forEach(word -> keywords.add(word, SecretKeywords::phrase));
        AssignedSecrets strong = new AssignedSecrets(true, false, new SecretValues(true));
        SecretNames.STRONG.forEach(name -> keywords.add(name, strong));
        AssignedSecrets weak = new AssignedSecrets(false, false, new SecretValues(false));
        SecretNames.WEAK.forEach(name -> keywords.add(name, weak));
        AssignedSecrets brief = new AssignedSecrets(false, true, SecretValues.ofShortNames());
        SecretNames.SHORT.forEach(name -> keywords.add(name, brief));
        AssignedSecrets digits = new AssignedSecrets(false, true, SecretValues.ofNumbers());
        SecretNames.CODES.forEach(name -> keywords.add(name, digits));
        SaidSecrets password = new SaidSecrets(false, false, true);
        SaidSecrets.PASSWORDS.forEach(word -> keywords.add(word, password));
        SaidSecrets key = new SaidSecrets(false, false, false);
        SaidSecrets.KEYS.forEach(word -> keywords.add(word, key));
        SaidSecrets foreignKey = new SaidSecrets(true, false, false);
        SaidSecrets.FOREIGN_KEYS.forEach(word -> {
            keywords.add(word, weak);
            keywords.add(word, foreignKey);
        });
        SaidSecrets number = new SaidSecrets(false, true, false);
        SaidSecrets.NUMBERS.forEach(word -> keywords.add(word, number));
        SaidSecrets foreignNumber = new SaidSecrets(true, true, false);
        SaidSecrets.FOREIGN_NUMBERS.forEach(word -> keywords.add(word, foreignNumber));
        SaidSecrets foreign = new SaidSecrets(true, false, true);
        SaidSecrets ambiguous = new SaidSecrets(true, false, false);
        SecretNames.FOREIGN.forEach(name -> {
            keywords.add(name, brief);
            keywords.add(name, SaidWords.isPassword(name) ? foreign : ambiguous);
        });
        return keywords;
    }

    /** Finds the twelve to twenty-four words of a wallet's key, behind a sign or verb behind a word for them. */
    private static int phrase(String text, int at, int end, Blanks into) {
        int place = end;
        while (place - end < MOST_BEFORE_PHRASE && place < text.length()) {
            int word = place;
            while (word < text.length() && Character.isLetter(text.charAt(word))) {
                word++;
            }
            boolean verb = word > place
                    && PHRASE_VERBS.contains(text.substring(place, word).toLowerCase(Locale.ROOT));
            int sign = word;
            while (sign - word < 6 && AsciiText.is(text, sign, " :=\n\"'`>")) {
                sign++;
            }
            boolean joint = verb || sign > word + 1 || AsciiText.is(text, sign - 1, ":=\"'`\n>");
            int to = joint ? endOfPhrase(text, sign) : -1;
            if (to > 0) {
                into.add(sign, to);
                return to;
            }
            place = Math.max(word + 1, sign);
        }
        return -1;
    }

    private static int endOfPhrase(String text, int from) {
        int words = 0;
        int to = -1;
        for (int place = from; words < MOST_WORDS; words++) {
            int word = place;
            // they may be numbered
            while (word - place < 4 && AsciiText.isWord(text, word, ".) ") && !AsciiText.isLetter(text, word)) {
                word++;
            }
            int stop = word;
            while (stop < text.length() && Character.isLowerCase(text.charAt(stop))) {
                stop++;
            }
            if (stop - word < 3 || stop - word > 10 || NO_PHRASE.contains(text.substring(word, stop))) {
                break;
            }
            to = stop;
            place = stop;
            while (place - stop < 3 && AsciiText.is(text, place, " ,\n")) {
                place++;
            }
            if (place == stop) {
                words++;
                break;
            }
        }
        boolean goesOn = to > 0 && to < text.length() && Character.isLetter(text.charAt(to));
        return words >= LEAST_WORDS && !goesOn ? to : -1;
    }

    private static void read(KeywordTrie into) {
        try (InputStream in = SecretKeywords.class.getResourceAsStream(SHAPES)) {
            if (in == null) {
                throw new IllegalStateException("the agent's jar lacks " + SHAPES + ": build it again");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] columns = line.strip().split("\\s+", 4);
                boolean behind = columns[1].equals("<");
                String notBefore = behind || columns[1].equals("*") ? null : columns[1].equals("-") ? "" : columns[1];
                Detector token = new TokenDetector(notBefore, behind, Pattern.compile(columns[3]));
                for (String keyword : columns[2].split(",")) {
                    into.add(keyword.replace('^', ' '), token);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds e-mail addresses: up to 64 chars, an at sign, and a domain whose last part is letters. */
    private static final class Emails implements Detector {
        private static final int MOST_LOCAL = 64;
        private static final int MOST_DOMAIN = 253;
        private static final int MOST_COMMAND = 96;
        private static final List<String> LOGINS = List.of("ssh ", "scp ", "sftp ");

        @Override
        public int find(String text, int at, int end, Blanks into) {
            int from = at;
            while (at - from < MOST_LOCAL && AsciiText.isWord(text, from - 1, "._%+-")) {
                from--;
            }
            while (from < at && AsciiText.is(text, from, ".-%+")) {
                from++;
            }
            if (from == at || text.startsWith("git@", from) && at - from == 3) {
                return -1;
            }
            int to = end;
            int label = end;
            int known = -1;
            while (to - end < MOST_DOMAIN && AsciiText.isWord(text, to, "-.")) {
                if (text.charAt(to) == '.') {
                    if (to == label) {
                        break;
                    }
                    label = to + 1;
                }
                to++;
                if (label > end && to - label >= 2 && isTopLevel(text, label, to) && !AsciiText.isWord(text, to, "-")) {
                    known = to;
                }
            }
            if (known < 0 || isLogin(text, from)) {
                return -1;
            }
            into.add(from, known);
            return known;
        }

        /** Answers whether a command logs in to a host there: {@code ssh deploy@host.example.com}. */
        private static boolean isLogin(String text, int from) {
            int start = Math.max(0, from - MOST_COMMAND);
            for (int i = from; i-- > start && text.charAt(i) != '\n'; ) {
                if (text.charAt(i) == 's') {
                    for (String command : LOGINS) {
                        if (text.startsWith(command, i) && !AsciiText.isWord(text, i - 1, "_-./@")) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        private static boolean isTopLevel(String text, int from, int to) {
            if (to - from > 24) {
                return false;
            }
            for (int i = from; i < to; i++) {
                if (!AsciiText.isLetter(text, i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Finds private keys in PEM and PGP armour, encrypted ones and those that were cut off before their end included.
     */
    private static final class PrivateKeys implements Detector {
        static final String BEGIN = "-----begin ";

        private static final List<String> LABELS =
                List.of("PRIVATE KEY", "Static key", "SECRET", "SEED", "CREDENTIAL", "TOKEN");
        private static final String END = "-----END ";
        private static final String DASHES = "-----";
        private static final int MOST_LABEL = 64;

        @Override
        public int find(String text, int at, int end, Blanks into) {
            int label = text.indexOf(DASHES, end);
            if (label < 0 || label - end > MOST_LABEL || !isSecret(text.substring(end, label))) {
                return -1;
            }
            int to = label + DASHES.length();
            // armour: base64, blanks, and headers such as "DEK-Info: AES-128-CBC,0A1B"; \n may be written out
            while (to < text.length() && (AsciiText.isWord(text, to, "+/=:,.-\\ \t\r\n"))) {
                if (text.startsWith(END, to)) {
                    int close = text.indexOf(DASHES, to + END.length());
                    if (close > 0 && close - to <= MOST_LABEL + END.length()) {
                        to = close + DASHES.length();
                        break;
                    }
                }
                to++;
            }
            into.add(at, to);
            return to;
        }

        /** Answers whether a label is that of what one alone may have: {@code OPENSSH PRIVATE KEY}, {@code USER NKEY SEED}. */
        private static boolean isSecret(String label) {
            return LABELS.stream().anyMatch(label::contains);
        }
    }

    /**
     * A token with a shape of its own, such as {@code ghp_} and 36 letters and digits: a pattern that must match right where its
     * keyword begins. What is blanked is the group named {@code s}, or all of the match.
     */
    private static final class TokenDetector implements Detector {
        /** No pattern may look farther. */
        private static final int MOST_CHARS = 20_000;
        /** Nor farther back. */
        private static final int MOST_BEHIND = 64;

        private final String notBefore;
        private final boolean behind;
        private final Pattern pattern;
        private final boolean grouped;
        /**
         * Characters in ASCII that a match may begin with; most keywords that are part of another word have another case. Made at
         * the first keyword: few are ever found.
         */
        private volatile boolean[] firsts;

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

        private boolean mayBeginWith(char c) {
            boolean[] all = firsts;
            if (all == null) {
                all = firsts();
                firsts = all;
            }
            return c >= all.length || all[c];
        }

        private boolean[] firsts() {
            boolean[] all = new boolean[128];
            boolean looksBack =
                    pattern.pattern().contains("(?<=") || pattern.pattern().contains("(?<!");
            Matcher matcher = pattern.matcher("");
            for (char c = 0; c < all.length; c++) {
                all[c] = looksBack || matcher.reset(String.valueOf(c)).lookingAt() || matcher.hitEnd();
            }
            return all;
        }

        @Override
        public int find(String text, int at, int end, Blanks into) {
            if (notBefore != null && AsciiText.isWord(text, at - 1, notBefore)) {
                return -1;
            }
            if (!mayBeginWith(text.charAt(at))) {
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
}
