// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class UnitsTest {
    /** The cases that the page's {@code Format} is tested with, too: a figure reads the same wherever it stands. */
    @ParameterizedTest
    @CsvFileSource(resources = "units.csv", delimiter = ';', numLinesToSkip = 1)
    void shouldShowFiguresAsThePageDoes(String figure, String value, String text) {
        String shown = switch (figure) {
            case "time" -> Units.duration(Double.parseDouble(value));
            case "count" -> Units.count(value.equals("-1") ? Unknown.LONG : Long.parseLong(value));
            case "share" -> {
                String[] parts = value.split("/", 2);
                yield Units.share(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
            }
            case "bytes" -> Units.bytes(Long.parseLong(value));
            case "money" -> Units.money(new BigDecimal(value));
            default -> throw new IllegalArgumentException(figure);
        };

        assertThat(shown).isEqualTo(text);
    }

    @Test
    void shouldCountThings() {
        assertThat(Units.count(1, "span")).isEqualTo("1 span");
        assertThat(Units.count(0, "span")).isEqualTo("0 spans");
    }

    @Test
    void shouldShowMomentsInUtc() {
        assertThat(Units.time(1_750_000_000_000_000_000L)).isEqualTo("2025-06-15 15:06:40");
        assertThat(Units.time(-1)).isEqualTo("1969-12-31 23:59:59");
    }
}
