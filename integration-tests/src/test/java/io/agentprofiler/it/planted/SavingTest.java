// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SavingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'saves_ns': 80}                                                     | CLOSE",
                "{'saves_ns': 79}                                                     | WRONG",
                "{'saves_ns': 121}                                                    | WRONG",
                "{'saves_ns': 100, 'saves_at_least_ns': 100, 'saves_at_most_ns': 100} | CLOSE",
                "{'saves_ns': null, 'saves_at_least_ns': 0, 'saves_at_most_ns': 100}  | IN_RANGE",
                "{'saves_ns': null, 'saves_at_least_ns': 0, 'saves_at_most_ns': 79}   | WRONG",
                "{'saves_ns': null, 'saves_at_least_ns': 121, 'saves_at_most_ns': 200} | WRONG",
                "{'saves_ns': null, 'saves_at_most_ns': null}                         | NOT_SAID",
                "{}                                                                   | NOT_SAID"
            })
    void shouldGradeWhatIsSaidByWhatWasMeasured(String finding, Grade expected) {
        assertThat(read(finding).grade(100)).isEqualTo(expected);
    }

    @Test
    void shouldSayWhichShareOfAllItIs() {
        assertThat(read("{'saves_ns': 31}").shareOf(200)).isEqualTo("16 %");
        assertThat(read("{'saves_at_least_ns': 20, 'saves_at_most_ns': 100}").shareOf(200))
                .isEqualTo("10-50 %");
        assertThat(read("{}").shareOf(200)).isEqualTo("?");
        assertThat(read("{'saves_ns': 31}").shareOf(0)).isEqualTo("?");
    }

    @Test
    void shouldAddUp() {
        Saving some = read("{'saves_ns': 30}");
        Saving range = read("{'saves_at_least_ns': 20, 'saves_at_most_ns': 100}");

        assertThat(some.plus(range)).isEqualTo(new Saving(50, 130));
        assertThat(some.plus(read("{}"))).isEqualTo(some);
        assertThat(Saving.NOTHING_SAID.plus(some)).isEqualTo(some);
    }

    private static Saving read(String finding) {
        return Saving.of(new JsonMapper().readTree(finding.replace('\'', '"')), "ns");
    }
}
