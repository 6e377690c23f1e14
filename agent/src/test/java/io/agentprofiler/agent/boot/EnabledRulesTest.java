// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnabledRulesTest {
    private final List<String> lines = new ArrayList<>();

    @TempDir
    private Path dir;

    @BeforeEach
    void hear() {
        AgentLog.copyTo(lines::add);
    }

    @AfterEach
    void hearNoMore() {
        AgentLog.copyTo(null);
    }

    @Test
    void shouldGoOnWithTheBundledRulesWhereAFileIsNotThere() {
        String file = dir.resolve("mine.json").toString();

        EnabledRules enabled = EnabledRules.of(settings("agentprofiler.rules", file), false);

        assertThat(lines)
                .containsExactly("agentprofiler.rules: " + file + ": does not exist (looked for " + file
                        + "); allowed: rule files, separated by commas; this one is left out");
        assertThat(enabled.own()).isEmpty();
        assertThat(enabled.rules())
                .hasSameSizeAs(EnabledRules.of(settings("agentprofiler.rules", ""), false)
                        .rules());
    }

    private static Settings settings(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return Settings.parse(properties, line -> {});
    }
}
