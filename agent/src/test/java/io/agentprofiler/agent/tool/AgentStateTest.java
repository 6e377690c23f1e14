// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentStateTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
                    7 starting |true|attached, starting
                    7 waiting |true|attached, waits for the first class of a supported framework
                    7 recording /var/my traces|true|attached, records into /var/my traces
                    7 recording |true|attached, no trace file can be written
                    7 stopping |true|is being stopped
                    7 stopped 3 spans|false|no, was stopped
                    7 failed not started: no|false|no, not started: no
                    """)
    void shouldReadWhatTheProcessTells(String property, boolean active, String words) {
        AgentState state = state(property, "7");

        assertThat(state.isActive()).isEqualTo(active);
        assertThat(state.describe()).isEqualTo(words);
    }

    @Test
    void shouldKnowAProcessByItsIdInItsOwnContainer() {
        assertThat(AgentState.of(properties("1 waiting "), Set.of("4711", "1")).isActive())
                .isTrue();
    }

    @Test
    void shouldNotTakeWhatAParentProcessHandedDownForItsOwn() {
        assertThat(state("6 recording /tmp", "7")).isEqualTo(AgentState.NONE);
        assertThat(state("nonsense", "7")).isEqualTo(AgentState.NONE);
        assertThat(AgentState.of(new Properties(), Set.of("7"))).isEqualTo(AgentState.NONE);
    }

    private static AgentState state(String property, String process) {
        return AgentState.of(properties(property), Set.of(process));
    }

    private static Properties properties(String state) {
        Properties properties = new Properties();
        properties.setProperty(AgentState.PROPERTY, state);
        return properties;
    }
}
