// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void shouldTakeTheLastOfTwoFlags() {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-Xmx1g", "-XX:-DisableAttachMechanism");

        assertThat(Target.isOn(options, "DisableAttachMechanism", true)).isFalse();
        assertThat(Target.isOn(options.subList(0, 2), "DisableAttachMechanism", false))
                .isTrue();
        assertThat(Target.isOn(List.of(), "EnableDynamicAgentLoading", true)).isTrue();
    }

    @Test
    void shouldReadTheVersionsOfOldAndNewJdks() {
        assertThat(Target.feature(version("1.8"))).isEqualTo(8);
        assertThat(Target.feature(version("25"))).isEqualTo(25);
        assertThat(Target.feature(new Properties())).isZero();
    }

    private static Properties version(String text) {
        Properties properties = new Properties();
        properties.setProperty("java.specification.version", text);
        return properties;
    }
}
