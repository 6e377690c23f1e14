// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BreakpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"tools", "instructions", "newest", "newest-10"})
    void shouldReadWhatItIsCalled(String word) {
        assertThat(Breakpoint.of(word)).get().extracting(Breakpoint::word).isEqualTo(word);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "message", "newest-", "newest-12345", "tools-1"})
    void shouldReadNothingElse(String word) {
        assertThat(Breakpoint.of(word)).isEmpty();
    }
}
