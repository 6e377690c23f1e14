// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextMemoryTest {
    private final List<String> worked = new ArrayList<>();
    private final TextMemory memory = new TextMemory(text -> {
        worked.add(text);
        return text.length() + ":" + text.charAt(0);
    });

    @Test
    void shouldWorkOutEqualTextsOnce() {
        String first = "one text";
        String equal = new StringBuilder(first).toString();

        assertThat(memory.of(first)).isEqualTo("8:o");
        assertThat(memory.of(equal)).isEqualTo("8:o");
        assertThat(worked).containsExactly("one text");
    }

    @Test
    void shouldNotTakeATextForAnotherOfTheSameHashCode() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());

        assertThat(memory.of("Aa")).isEqualTo("2:A");
        assertThat(memory.of("BB")).isEqualTo("2:B");
        assertThat(memory.of("Aa")).isEqualTo("2:A");
    }

    @Test
    void shouldAnswerForMoreTextsThanItRemembers() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5000; i++) {
                String text = i + " texts";
                assertThat(memory.of(text)).isEqualTo(text.length() + ":" + text.charAt(0));
            }
        }
    }
}
