// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

/**
 * Which numbers issuers of payment cards give out: the first digits (ISO/IEC 7812) and how many there are.
 *
 * <p><b>Threading:</b> stateless.
 */
final class CardIssuers {
    /** Ranges of the first six digits, and the lengths of the numbers. */
    private static final int[][] RANGES = {
        // first, last, shortest, longest, and the only length that is told without other signs (0 for none)
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
