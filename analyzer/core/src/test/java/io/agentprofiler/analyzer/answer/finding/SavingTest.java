// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** What changes would save. */
class SavingTest {
    private static final Saving TIME = Saving.time(5);
    private static final Saving MONEY = Saving.money(new BigDecimal("0.25"), 100);

    @Test
    void shouldAddUpTimeMoneyAndTokens() {
        assertThat(TIME.plus(MONEY).plus(MONEY))
                .isEqualTo(new Saving(5, 5, new BigDecimal("0.50"), new BigDecimal("0.50"), 200));
        assertThat(MONEY.plus(TIME)).isEqualTo(TIME.plus(MONEY));
    }

    @Test
    void shouldNotTakeAnUnknownPriceForNothing() {
        assertThat(TIME.plus(Saving.NONE).usd()).isNull();
        assertThat(TIME.plus(MONEY).usd()).isEqualByComparingTo("0.25");
    }

    @Test
    void shouldKeepRangesOfMoney() {
        Saving range = MONEY.plus(Saving.moneyUpTo(new BigDecimal("0.75"), 10));

        assertThat(range.usd()).isEqualByComparingTo("0.25");
        assertThat(range.mostUsd()).isEqualByComparingTo("1.00");
        assertThat(range.isMoneyExact()).isFalse();
        assertThat(range.part(1, 0.5).mostUsd()).isEqualByComparingTo("0.50");
        assertThat(MONEY.isMoneyExact()).isTrue();
        assertThat(Saving.NONE.isMoneyExact()).isTrue();
        assertThat(Saving.moneyUpTo(null, 10).isMoneySaved()).isFalse();
    }

    @Test
    void shouldBeClaimedOnlyWhereTimeOrMoneyIsSaved() {
        assertThat(TIME.isClaimed()).isTrue();
        assertThat(MONEY.isClaimed()).isTrue();
        assertThat(MONEY.isMoneySaved()).isTrue();
        assertThat(Saving.NONE.isClaimed()).isFalse();
        assertThat(Saving.money(BigDecimal.ZERO, 100).isClaimed()).isFalse();
    }
}
