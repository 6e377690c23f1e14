// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.shared.OwnerOnly;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunInfoTest {
    /** A name for every system, whatever the service is called. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "shop, shop-",
                "C:\\a/b, C__a_b-",
                "con.acme, _con.acme-",
                "AUX.v2, _AUX.v2-",
                "lpt1.x, _lpt1.x-",
                "lptX.x, lptX.x-",
                "con, con-",
                "console.x, console.x-",
                "..., _..-",
                "-rf, _rf-",
                "süß *?, s_____-"
            })
    void shouldNameRunsAsEverySystemAllows(String service, String beginning) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("agentprofiler.service", service);
        Settings settings = Settings.parse(properties, problem -> {});

        String run = RunInfo.of(settings, TraceClock.now(), "test", List.of()).run();

        assertThat(run).startsWith(beginning).matches("[A-Za-z0-9_.-]+Z");
        for (MemorySystem system : MemorySystem.values()) {
            Path home = system.open();
            OwnerOnly.createDirectory(home.resolve(run));
            assertThat(home.resolve(run)).isDirectory();
        }
    }

    @Test
    void shouldNameTheModelOfForecasts() {
        RunInfo run = RunInfo.of(
                Settings.parse(new Properties(), problem -> {}), TraceClock.now(), "test", List.of("langchain4j"));

        assertThat(run.withForecasts("model.json", 40, 77).agent())
                .containsExactly(
                        Map.entry("version", "test"),
                        Map.entry("rules", List.of("langchain4j")),
                        Map.entry("forecast", Map.of("model", "model.json", "workflows", 40, "until_epoch_ns", 77L)));
        assertThat(run.withForecasts("model.json", 40, -1).agent())
                .containsEntry("forecast", Map.of("model", "model.json", "workflows", 40));
        assertThat(run.agent()).doesNotContainKey("forecast");
    }
}
