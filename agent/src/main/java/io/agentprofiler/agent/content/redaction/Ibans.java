// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;
import java.util.Map;

/**
 * Finds international bank account numbers: two letters of a country that has them, as many letters and digits as its numbers
 * have, in groups of four or without blanks, and check digits that are right (ISO 13616, modulo 97).
 */
public final class Ibans {
    /** Lengths by country, from the registry of ISO 13616. */
    private static final Map<String, Integer> LENGTHS = lengths(
            "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24"
                    + " FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20"
                    + " LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29"
                    + " PT25 QA29 RO24 RS22 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24"
                    + " XK20");

    private static final int LONGEST = 34;

    private Ibans() {}

    private static Map<String, Integer> lengths(String table) {
        Map<String, Integer> lengths = new java.util.HashMap<>();
        for (String entry : table.split(" ")) {
            lengths.put(entry.substring(0, 2), Integer.valueOf(entry.substring(2)));
        }
        return Map.copyOf(lengths);
    }

    /** Blanks the number that begins at {@code at}; returns where it ends, -1 when there is none. */
    public static int find(String text, int at, Blanks into) {
        if (!AsciiText.isUpper(text, at)
                || !AsciiText.isUpper(text, at + 1)
                || !AsciiText.isDigit(text, at + 2)
                || !AsciiText.isDigit(text, at + 3)
                || AsciiText.isWord(text, at - 1, "_")) {
            return -1;
        }
        Integer length = LENGTHS.get(text.substring(at, at + 2));
        if (length == null) {
            return -1;
        }
        char[] number = new char[LONGEST];
        int read = 0;
        int place = at;
        while (read < length && place < text.length()) {
            char c = text.charAt(place);
            if (c == ' ' || c == '-') {
                if (read % 4 != 0) {
                    return -1;
                }
                place++;
                continue;
            }
            if (!AsciiText.isDigit(text, place) && !AsciiText.isUpper(text, place)) {
                return -1;
            }
            number[read++] = c;
            place++;
        }
        if (read < length || AsciiText.isWord(text, place, "_") || !isRight(number, length)) {
            return -1;
        }
        into.add(at, place);
        return place;
    }

    private static boolean isRight(char[] number, int length) {
        int rest = 0;
        for (int i = 0; i < length; i++) {
            char c = number[(i + 4) % length];
            rest = c <= '9' ? (rest * 10 + c - '0') % 97 : (rest * 100 + c - 'A' + 10) % 97;
        }
        return rest == 1;
    }
}
