// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.lab.replay.load.Load.Thinking;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTargetTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"http://127.0.0.1:8/v1", "http://localhost:8/v1/", "https://[::1]:8/v1", "http://127.3.2.1/v1"})
    void shouldTakeThisMachine(String url) {
        assertThat(LoadTarget.of(url, false).uri("/chat/completions").toString())
                .endsWith("/v1/chat/completions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://192.168.1.2/v1",
                "http://127.0.0.1.example.com/v1",
                "http://localhost.example.com/v1",
                "http://[::2]/v1",
                "https://api.openai.com/v1"
            })
    void shouldTakeAnotherMachineOnlyWhereTheUserAnswersForIt(String url) {
        assertThatThrownBy(() -> LoadTarget.of(url, false)).hasMessageEndingWith("if its owner wants this load");
        assertThat(LoadTarget.of(url, true).base()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8",
                "ftp://localhost",
                "http://localhost/?a=b",
                "http://u:p@localhost/",
                "http://",
                "a b"
            })
    void shouldRefuseWhatIsNoAddress(String url) {
        assertThatThrownBy(() -> LoadTarget.of(url, true)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReadTimesToThink() {
        assertThat(Thinking.of("recorded").of(100)).isEqualTo(100);
        assertThat(Thinking.of("none").of(100)).isZero();
        assertThat(Thinking.of("2x").of(100)).isEqualTo(200);
        assertThat(Thinking.of("0.5x").of(100)).isEqualTo(50);
        assertThatThrownBy(() -> Thinking.of("twice"))
                .hasMessage("expected recorded, none or a factor such as 2x (twice as long) or 0.5x, not twice");
    }
}
