// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import java.util.List;
import java.util.Locale;

/**
 * Finds payment card numbers in text: 13 to 19 digits, in groups with one blank or hyphen between two, whose last digit is
 * the check digit of the others (Luhn, ISO/IEC 7812-1), and whose first digits and length an issuer has ({@link CardIssuers}). Where
 * they stand without groups and no word nearby says card, only the common lengths count: times and ids have as many digits.
 *
 * <p>Other digits may stand beside a number in the same writing: {@code 4111 1111 1111 1111 12/27}. So every group is tried
 * as the first one of a number, and every later one as its last. Whatever any number found covers is blanked, so that one
 * that is right by chance hides no part of another. Tables of small figures would be blanked for the most part that way;
 * so next to other digits all groups of a number but the last need {@value #LEAST_GROUP} digits.
 *
 * <p>From each group at most {@value #MOST} digits are looked at: time is linear in the text.
 */
public final class CardNumbers {
    private static final int LEAST = 13;
    private static final int MOST = 19;
    private static final int LEAST_GROUP = 3;
    /** Digits that tell the issuer. */
    private static final int ISSUER = 6;

    private static final int AROUND = 40;
    private static final List<String> WORDS = List.of(
            "card",
            "visa",
            "maestro",
            "credit",
            "debit",
            "cvv",
            "cvc",
            "karte",
            "carte",
            "tarjeta",
            "cartão",
            "cartao",
            "kaart",
            "karta",
            "карт",
            "カード",
            "卡",
            "카드",
            "kort",
            "unionpay",
            "diners",
            "jcb",
            "\"pan\"");

    private CardNumbers() {}

    /** Returns {@code text} with {@code blank} in place of each card number. */
    public static String replace(String text, String blank) {
        StringBuilder clean = null;
        int copied = 0;
        int from = 0;
        int to = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                // of two characters of a number one is a digit: none begins before two behind here that are not
                while (i + LEAST < text.length() && !isDigit(text, i + LEAST - 1) && !isDigit(text, i + LEAST)) {
                    i += LEAST;
                }
                continue;
            }
            int group = i;
            while (isDigit(text, i + 1)) {
                i++;
            }
            int end = isWord(text, group - 1) || i - group < LEAST - 1 && !goesOn(text, i)
                    ? -1
                    : endOfNumber(text, group);
            if (end < 0) {
                continue;
            }
            if (group >= to) {
                if (to > from) {
                    clean = clean == null ? new StringBuilder(text.length()) : clean;
                    clean.append(text, copied, from).append(blank);
                    copied = to;
                }
                from = group;
            }
            to = Math.max(to, end);
        }
        if (to == from) {
            return text;
        }
        clean = clean == null ? new StringBuilder(text.length()) : clean;
        return clean.append(text, copied, from)
                .append(blank)
                .append(text, to, text.length())
                .toString();
    }

    /** Returns the end of the longest card number that starts at {@code start}, the start of a group; -1 if none does. */
    private static int endOfNumber(String text, int start) {
        boolean first = !goesOn(text, start - 2);
        boolean smallGroup = false;
        int end = -1;
        int digits = 0;
        // the check sum of what was read, and what it would be with one digit more behind it
        int sum = 0;
        int shifted = 0;
        int beginning = 0;
        int groups = 0;
        int at = start;
        while (true) {
            int group = at;
            for (; isDigit(text, at); at++) {
                if (++digits > MOST) {
                    return end;
                }
                int digit = text.charAt(at) - '0';
                beginning = digits <= ISSUER ? beginning * 10 + digit : beginning;
                int before = sum;
                sum = shifted + digit;
                shifted = before + (digit > 4 ? 2 * digit - 9 : 2 * digit);
            }
            groups++;
            boolean goesOn = goesOn(text, at - 1);
            if (digits >= LEAST
                    && sum % 10 == 0
                    && !isWord(text, at)
                    && (!smallGroup || first && !goesOn)
                    && isIssued(text, start, at, beginning, digits, groups)) {
                end = at;
            }
            smallGroup |= at - group < LEAST_GROUP;
            if (!goesOn || smallGroup && !first) {
                return end;
            }
            at++;
        }
    }

    private static boolean isIssued(String text, int start, int end, int beginning, int digits, int groups) {
        return CardIssuers.mayHaveIssued(beginning, digits, true)
                || CardIssuers.mayHaveIssued(beginning, digits, false)
                        && (groups > 1 || isCalledCard(text, start, end));
    }

    /** Answers whether a word nearby says that the number is one of a card. */
    private static boolean isCalledCard(String text, int start, int end) {
        String around = text.substring(Math.max(0, start - AROUND), Math.min(text.length(), end + AROUND))
                .toLowerCase(Locale.ROOT);
        for (int i = 0; i < WORDS.size(); i++) {
            if (around.contains(WORDS.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether the digit at {@code at} is followed by a separator and a further group. */
    private static boolean goesOn(String text, int at) {
        return isDigit(text, at) && isDigit(text, at + 2) && (text.charAt(at + 1) == ' ' || text.charAt(at + 1) == '-');
    }

    private static boolean isDigit(String text, int at) {
        return at >= 0 && at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    /** Answers whether a character belongs to the same word as a digit beside it. */
    private static boolean isWord(String text, int at) {
        if (at < 0 || at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    /**
     * Which numbers issuers of payment cards give out: the first digits (ISO/IEC 7812) and how many there are.
     *
     * <p><b>Threading:</b> stateless.
     */
    private static final class CardIssuers {
        /** Ranges of the first six digits, and the lengths of the numbers. */
        private static final int[][] RANGES = {
            // first and last prefix, shortest and longest length, the length that needs no other evidence (0 for none)
            {400000, 499999, 16, 16, 16}, // Visa
            {400000, 499999, 13, 13, 0},
            {400000, 499999, 18, 19, 0},
            {510000, 559999, 16, 16, 16}, // Mastercard
            {222100, 272099, 16, 16, 16},
            {340000, 349999, 15, 15, 15}, // American Express
            {370000, 379999, 15, 15, 15},
            {601100, 601199, 16, 19, 16}, // Discover
            {644000, 659999, 16, 19, 16},
            {620000, 629999, 16, 19, 16}, // UnionPay
            {810000, 817199, 16, 19, 0},
            {352800, 358999, 16, 19, 16}, // JCB
            {300000, 305999, 14, 19, 14}, // Diners Club
            {309500, 309599, 14, 19, 14},
            {360000, 369999, 14, 19, 14},
            {380000, 399999, 14, 19, 14},
            {501800, 501899, 13, 19, 16}, // Maestro
            {502000, 502099, 13, 19, 16},
            {503800, 503899, 13, 19, 16},
            {589300, 589399, 13, 19, 16},
            {630400, 630499, 13, 19, 16},
            {675900, 675999, 13, 19, 16},
            {676100, 676399, 13, 19, 16},
            {500000, 509999, 13, 19, 0},
            {560000, 589999, 13, 19, 0},
            {600000, 699999, 13, 19, 0}, // Maestro, RuPay, Elo, Hipercard
            {220000, 220499, 16, 19, 16}, // Mir
            {979200, 979299, 16, 16, 16}, // Troy
            {820000, 829999, 16, 16, 0}, // RuPay
        };

        private CardIssuers() {}

        /**
         * Answers whether a card may have this number.
         *
         * @param first its first six digits
         * @param length how many it has
         * @param alone whether nothing else says that it is one: no groups, no word. Lengths that ids often have are left out, such as 13
         *     digits of milliseconds or article numbers, and 17 to 19 of generated ids
         */
        static boolean mayHaveIssued(int first, int length, boolean alone) {
            for (int[] range : RANGES) {
                if (first >= range[0]
                        && first <= range[1]
                        && (alone ? length == range[4] : length >= range[2] && length <= range[3])) {
                    return true;
                }
            }
            return false;
        }
    }
}
