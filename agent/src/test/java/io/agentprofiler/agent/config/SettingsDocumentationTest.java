// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** When this fails after a change of the table, paste the expected text into {@code docs/reference/settings.md}. */
class SettingsDocumentationTest {
    @Test
    void shouldKeepTheDocumentationInStepWithTheTable() throws IOException {
        assertThat(Files.readString(Path.of("../docs/reference/settings.md"))).contains(SettingsHelp.markdown());
    }

    @Test
    void shouldListEverySettingInTheHelpText() {
        assertThat(Settings.help())
                .endsWith("\nDocumentation: https://agentprofiler.github.io/agent-profiler/reference/settings/\n");
        for (Setting<?> setting : Setting.ALL) {
            assertThat(Settings.help())
                    .contains("\n  " + setting.property() + "=" + setting.defaultText() + "\n      " + setting.help()
                            + "\n");
        }
    }
}
