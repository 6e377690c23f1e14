// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1.00 µs",
        "12345, 12.3 µs",
        "999400, 999 µs",
        "999600, 1.00 ms",
        "845000000, 845 ms",
        "999600000, 1.00 s",
        "9994000000, 9.99 s",
        "9996000000, 10.0 s",
        "99900000000, 99.9 s",
        "99960000000, 1m 40s",
        "125000000000, 2m 05s",
        "3599600000000, 1h 00m",
        "7320000000000, 2h 02m",
        "864000000000000, 10 days",
        "-1, -",
    })
    void shouldGiveTimesThreeDigitsAndAUnit(double nanos, String text) {
        assertThat(Units.duration(nanos)).isEqualTo(text);
    }

    @Test
    void shouldGroupDigitsAndShowAbsentNumbersAsADash() {
        assertThat(Units.count(1234567)).isEqualTo("1,234,567");
        assertThat(Units.count(SpanEvent.ABSENT)).isEqualTo("-");
        assertThat(Units.count(1, "span")).isEqualTo("1 span");
        assertThat(Units.count(0, "span")).isEqualTo("0 spans");
    }

    @Test
    void shouldShowShares() {
        assertThat(Units.share(1, 3)).isEqualTo("33.3 %");
        assertThat(Units.share(0, 3)).isEqualTo("0.0 %");
        assertThat(Units.share(1, 10_000)).isEqualTo("<0.1 %");
        assertThat(Units.share(1, 0)).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "999, 999 B", "2048, 2.05 KB", "999600, 1.00 MB", "5000000000000000, 5000 TB"})
    void shouldShowSizes(long bytes, String text) {
        assertThat(Units.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void shouldShowMomentsInUtc() {
        assertThat(Units.time(1_750_000_000_000_000_000L)).isEqualTo("2025-06-15 15:06:40");
        assertThat(Units.time(-1)).isEqualTo("1969-12-31 23:59:59");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; $0",
                "0.00; $0",
                "0.000000123456; $0.000000123",
                "0.00999999; $0.01",
                "0.12; $0.12",
                "0.5; $0.50",
                "0.9994; $0.999",
                "0.9996; $1.00",
                "1; $1.00",
                "12.345; $12.34",
                "1234567.891; $1,234,567.89",
                "-0.0456; -$0.0456"
            })
    void shouldShowMoney(String dollars, String text) {
        assertThat(Units.money(new BigDecimal(dollars))).isEqualTo(text);
    }
}
