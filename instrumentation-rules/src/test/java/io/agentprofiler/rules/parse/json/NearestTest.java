// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({"opertaion, operation", "Shape, shape", "shap, shape", "matches, match", "zzzz,", "x,", "'',"})
    void shouldFindTheWordThatWasMeant(String word, String meant) {
        assertThat(Nearest.of(word, List.of("operation", "shape", "match", "id")))
                .isEqualTo(meant);
    }
}
