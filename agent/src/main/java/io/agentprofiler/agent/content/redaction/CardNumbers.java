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
}
