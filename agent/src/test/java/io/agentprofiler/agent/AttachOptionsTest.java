// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.agentprofiler.agent.Agentmain.AttachOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachOptionsTest {
    @Test
    void shouldReadSettingsAsOnACommandLine() {
        AttachOptions options = AttachOptions.parse(
                " -Dagentprofiler.dir=/var/my traces\t"
                        + "-Dagentprofiler.trace=com.acme.Planner#plan;com.acme.tools.*#*  -Dagentprofiler.sample.keep=errors,slow:1s");

        assertThat(options.problem()).isNull();
        assertThat(options.values())
                .containsExactly(
                        entry("agentprofiler.dir", "/var/my traces"),
                        entry("agentprofiler.trace", "com.acme.Planner#plan;com.acme.tools.*#*"),
                        entry("agentprofiler.sample.keep", "errors,slow:1s"));
    }

    @Test
    void shouldLeaveEqualsSignsInAValue() {
        assertThat(AttachOptions.parse("-Dagentprofiler.backends=http://h/?a=b").values())
                .containsExactly(entry("agentprofiler.backends", "http://h/?a=b"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void shouldTakeNoOptionsForNoSettings(String none) {
        assertThat(AttachOptions.parse(none).values()).isEmpty();
        assertThat(AttachOptions.parse(none).problem()).isNull();
    }

    /** A property of the application's, or of the JDK's, is not the agent's to change while it runs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dir=/tmp",
                "agentprofiler.dir=/tmp",
                "-Dagentprofiler.dir",
                "-Duser.home=/tmp",
                "-D=x",
                "-Dagentprofiler.dir=/tmp -Dfile.encoding=UTF-8",
            })
    void shouldRefuseWhatIsNoSettingAndSetNothing(String wrong) {
        AttachOptions options = AttachOptions.parse(wrong);

        assertThat(options.values()).isEmpty();
        assertThat(options.problem()).startsWith("found option '").contains("-Dagentprofiler.dir=/var/traces");
    }

    @Test
    void shouldTellOfItInOneLine() {
        assertThat(AttachOptions.parse("first\nsecond").problem()).startsWith("found option 'first\\nsecond', ");
    }
}
