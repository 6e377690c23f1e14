// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import java.io.File;
import java.net.URL;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PremainTest {
    private static final String FLAG = "agentprofiler.gzip";
    private static final String LOG = "agentprofiler.log";

    @AfterEach
    void forgetProperties() {
        System.clearProperty(FLAG);
        System.clearProperty(LOG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "on", "yes", "1", "false", "off", "no", "0", "True", "OFF", " on ", "", "maybe"})
    void shouldReadFlagsAsTheCoreDoes(String text) {
        Properties properties = new Properties();
        properties.setProperty(FLAG, text);
        System.setProperty(FLAG, text);

        assertThat(Premain.flag(FLAG, false))
                .isEqualTo(Settings.parse(properties, problem -> {}).get(Setting.GZIP));
    }

    @Test
    void shouldTakeTheDefaultOfAFlagThatIsNotSetOrWrong() {
        assertThat(Premain.flag(FLAG, true)).isTrue();
        assertThat(Premain.flag(FLAG, false)).isFalse();

        System.setProperty(FLAG, "maybe");

        assertThat(Premain.flag(FLAG, true)).isTrue();
        assertThat(Premain.flag(FLAG, false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "OFF", " Off ", "info", "debug", "DEBUG", "of"})
    void shouldReadTheLogsLevelAsTheCoreDoes(String text) {
        Properties properties = new Properties();
        properties.setProperty(LOG, text);
        System.setProperty(LOG, text);
        String level = Settings.parse(properties, problem -> {}).get(Setting.LOG);

        assertThat(Premain.isLog("off")).isEqualTo(level.equals("off"));
        assertThat(Premain.isLog("debug")).isEqualTo(level.equals("debug"));
    }

    /** Where a jar may lie: names with spaces and percent signs, and a network drive of Windows, whose server is no part of the path. */
    @Test
    void shouldFindItsJarWhereverItLies() throws Exception {
        assertThat(Premain.fileOf(new URL("file:/opt/my%20agents/50%25.jar")))
                .isEqualTo(new File("/opt/my agents/50%.jar"));
        assertThat(Premain.fileOf(new URL("file:/C:/Program%20Files/a.jar")))
                .isEqualTo(new File("/C:/Program Files/a.jar"));
        assertThat(Premain.fileOf(new URL("file://server/share/my%20a.jar")))
                .isEqualTo(new File("//server/share/my a.jar"));
    }
}
