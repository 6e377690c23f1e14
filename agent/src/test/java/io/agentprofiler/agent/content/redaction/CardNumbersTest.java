// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardNumbersTest {
    /** How issuers print numbers: the lengths of the groups, and first digits of such numbers. */
    private record Writing(String first, int... groups) {}

    private static final List<Writing> WRITINGS = List.of(
            new Writing("4", 4, 4, 4, 4),
            new Writing("4", 16),
            new Writing("52", 4, 4, 4, 4),
            new Writing("2221", 16),
            new Writing("34", 4, 6, 5),
            new Writing("37", 15),
            new Writing("36", 4, 6, 4),
            new Writing("38", 14),
            new Writing("4", 4, 3, 3, 3),
            new Writing("4", 4, 4, 4, 4, 3),
            new Writing("6304", 4, 4, 4, 4, 1),
            new Writing("6759", 6, 13),
            new Writing("3528", 4, 4, 4, 4),
            new Writing("6011", 16),
            new Writing("62", 6, 13));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4111111111111111                              | #
            (4111-1111-1111-1111)                         | (#)
            4111 1111 1111 1111 12/27 cvv 123             | # 12/27 cvv 123
            4111111111111111 123                          | # 123
            pay 20 4111111111111111                       | pay 20 #
            item 7 4111-1111-1111-1111                    | item 7 #
            4111-1111-1111-1111-12-27                     | #-12-27
            4111 1111 1111 1111 5555 5555 5555 4444       | # #
            4111 1111 1111 1111, 5555 5555 5555 4444      | #, #
            10 3782 822463 10005 1234                     | 10 # 1234
            1 4111 1111-1111 1111 7                       | 1 # 7
            41 11 11 11 11 11 11 11                       | #
            4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1               | #
            卡号4111111111111111。                          | 卡号#。
            x1 4111111111111111 2y                        | x1 # 2y
            5555555555554444                              | #
            2223003122003222                              | #
            371449635398431                               | #
            30569309025904                                | #
            6011000990139424                              | #
            3530111333300000                              | #
            6759649826438453                              | #
            6240008631401148                              | #
            2200000000000004                              | #
            4222 2222 22222                               | #
            card 4222222222222                            | card #
            {"visa":"4000000000000000006"}                | {"visa":"#"}
            Karte 5612345678901230                        | Karte #
            """)
    void shouldBlankNumbersOnly(String text, String expected) {
        assertThat(CardNumbers.replace(text, "#")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "4",
                "4111 1111 1111 1112",
                "411111111111",
                "4111 1111 1111 ",
                "41111111111111111234567",
                "00000000000000000000",
                "x4111111111111111",
                "4111111111111111x",
                "4111  1111  1111  1111",
                "4111.1111.1111.1111",
                "2024-05-06 10:11:12 1714990272123",
                "+1 415 555 0100",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
                "50 41 11 11 11 11 11 11 11 50",
                // right by their check digit: milliseconds, microseconds, nanoseconds, article numbers, generated ids
                "1795238100006",
                "at=1732792500000000",
                "1732792500000000008",
                "4006381333932",
                "4222222222222",
                "1859467012345678907",
                "17594670123456788",
                "9123456789012345672",
                "4000000000000000006",
                "5612345678901230",
                "7012345678901232",
                "1111 2222 3333 4444"
            })
    void shouldLeaveAllElse(String text) {
        assertThat(CardNumbers.replace(text, "#")).isSameAs(text);
    }

    @Test
    void shouldLetNoNumberSurviveBetweenOtherDigits() {
        SplittableRandom random = new SplittableRandom(4711);
        for (int i = 0; i < 20_000; i++) {
            String separator = random.nextBoolean() ? " " : "-";
            Writing writing = WRITINGS.get(random.nextInt(WRITINGS.size()));
            String number = number(random, writing, separator);
            String text = neighbours(random, true) + number + neighbours(random, false);

            String clean = CardNumbers.replace(text, "#");

            assertThat(clean).as(text).contains("#");
            assertThat(text.replace(number, "#")).as(clean).matches(covering(clean));
        }
    }

    /**
     * Of random numbers of 13 to 19 digits one in 200 are taken for cards: a tenth of those that begin as an issuer's do. It was
     * one in ten.
     */
    @Test
    void shouldTakeFewRandomNumbersForCards() {
        SplittableRandom random = new SplittableRandom(4711);
        int taken = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder digits = new StringBuilder().append(random.nextInt(1, 10));
            for (int length = random.nextInt(13, 20); digits.length() < length; ) {
                digits.append(random.nextInt(10));
            }
            String text = "id " + digits;
            taken += CardNumbers.replace(text, "#").equals(text) ? 0 : 1;
        }

        assertThat(taken / 200_000.0).isLessThan(0.006);
    }

    /** Times since 1970 and ids made of them: every millisecond, microsecond and nanosecond of this century survives. */
    @Test
    void shouldKeepEveryTimeAndEveryIdMadeOfTimes() {
        SplittableRandom random = new SplittableRandom(4711);
        for (int i = 0; i < 100_000; i++) {
            long millis = random.nextLong(1_600_000_000_000L, 2_200_000_000_000L);
            long sinceTheirEpoch = millis - 1_288_834_974_657L;
            List<String> texts = List.of(
                    "" + millis,
                    "" + (millis * 1000 + random.nextInt(1000)),
                    "" + (millis * 1_000_000 + random.nextInt(1_000_000)),
                    "{\"id\":" + (Math.abs(sinceTheirEpoch) << 22 | random.nextInt(1 << 22)) + "}",
                    "id " + (Math.abs(millis - 1_420_070_400_000L) << 22 | random.nextInt(1 << 22)));
            for (String text : texts) {
                assertThat(CardNumbers.replace(text, "#")).isSameAs(text);
            }
        }
    }

    /** A text that costs more than linear time would take hours. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldTakeLinearTime() {
        String bare = "4".repeat(1 << 20);
        String single = "1 2 ".repeat(1 << 18);
        String groups = "1111 2222 3333 4444 555 ".repeat(1 << 15);

        assertThat(CardNumbers.replace(bare, "#")).isSameAs(bare);
        assertThat(CardNumbers.replace(single, "#")).isSameAs(single);
        assertThat(CardNumbers.replace(groups, "#").length()).isLessThanOrEqualTo(groups.length());
        assertThat(CardNumbers.replace("4111 1111 1111 1111, ".repeat(1 << 15), "#"))
                .isEqualTo("#, ".repeat(1 << 15));
    }

    /** A pattern of what {@code clean} may have been made of: each blank covers some of the digits around. */
    private static String covering(String clean) {
        return clean.replace("#", "[-# 0-9]*");
    }

    private static String number(SplittableRandom random, Writing writing, String separator) {
        int[] groups = writing.groups();
        int length = 0;
        for (int group : groups) {
            length += group;
        }
        StringBuilder digits = new StringBuilder(writing.first());
        while (digits.length() < length - 1) {
            digits.append(random.nextInt(10));
        }
        digits.append(checkDigit(digits));
        int end = 0;
        for (int i = 0; i < groups.length - 1; i++) {
            end += groups[i];
            digits.insert(end, separator);
            end++;
        }
        return digits.toString();
    }

    /** As ISO/IEC 7812-1 has it: from the right every other digit counts twice, and of two digits their sum. */
    private static int checkDigit(CharSequence digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int value = i % 2 == 0 ? 2 * digit : digit;
            sum += value / 10 + value % 10;
        }
        return (10 - sum % 10) % 10;
    }

    private static String neighbours(SplittableRandom random, boolean before) {
        StringBuilder text = new StringBuilder();
        for (int groups = random.nextInt(5); groups > 0; groups--) {
            StringBuilder group = new StringBuilder();
            for (int digits = random.nextInt(1, 24); digits > 0; digits--) {
                group.append(random.nextInt(10));
            }
            String separator = random.nextBoolean() ? " " : "-";
            text.append(before ? group + separator : separator + group);
        }
        return text.toString();
    }
}
