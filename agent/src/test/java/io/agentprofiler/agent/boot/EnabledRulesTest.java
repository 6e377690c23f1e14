// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
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
        assertThat(enabled.rules().size())
                .isEqualTo(EnabledRules.of(settings("agentprofiler.rules", ""), false)
                        .rules()
                        .size());
    }

    @Test
    void shouldReadABundledFileOnlyWhenItIsAskedFor() {
        EnabledRules enabled = EnabledRules.of(settings("agentprofiler.frameworks", "spring-ai,openai-java"), false);
        RunRules rules = enabled.rules();

        assertThat(enabled.traced()).containsExactly("spring-ai", "openai-java");
        assertThat(rules.read()).extracting(Rule::file).containsOnly("coroutines");
        assertThat(rules.read(2)).isNotEmpty();
        assertThat(rules.read()).extracting(Rule::file).containsOnly("coroutines", "spring-ai");
        assertThat(rules.get(rules.first(3)).file()).isEqualTo("openai-java");
        assertThat(rules.read(0)).as("a file that is off").isEmpty();
    }

    @Test
    void shouldReadAllFilesWhereARecordingMayHaveCallsOfAny() {
        RunRules rules = EnabledRules.of(settings("agentprofiler.replay", dir.toString()), false)
                .rules();

        assertThat(rules.read()).hasSize(rules.size());
    }

    @Test
    void shouldPropagateNothingUnlessAskedTo() {
        assertThat(all("agentprofiler.frameworks", "all")).noneMatch(rule -> rule.role() == Role.PROPAGATE);
        assertThat(all("agentprofiler.propagate", "loopback")).anyMatch(rule -> rule.role() == Role.PROPAGATE);
    }

    private static List<Rule> all(String setting, String value) {
        RunRules rules = EnabledRules.of(settings(setting, value), false).rules();
        for (int file = 0; file < rules.files(); file++) {
            rules.read(file);
        }
        return rules.read();
    }

    private static Settings settings(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return Settings.parse(properties, line -> {});
    }
}
