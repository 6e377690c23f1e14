// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaHomeTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"17.0.2, 17", "25, 25", "1.8.0_292, 8", "11.0.24, 11", "26-ea, 26", "'', 0", "unknown, 0"})
    void shouldReadTheFeatureRelease(String version, int feature) {
        assertThat(JavaHome.feature(version)).isEqualTo(feature);
    }

    @Test
    void shouldReadTheReleaseFile() throws IOException {
        Files.writeString(dir.resolve("release"), "JAVA_VERSION=\"17.0.2\"\nMODULES=\"java.base jdk.jfr\"\n");

        JavaHome home = JavaHome.of(dir);

        assertThat(home.feature()).isEqualTo(17);
        assertThat(home.modules()).containsExactlyInAnyOrder("java.base", "jdk.jfr");
    }

    @Test
    void shouldKnowNothingWithoutOne() {
        assertThat(JavaHome.of(dir)).isEqualTo(new JavaHome(dir, 0, Set.of()));
        assertThat(JavaHome.of(null)).isEqualTo(JavaHome.UNKNOWN);
    }

    @Test
    void shouldFindTheRuntimeOfALauncherOnThePath() {
        Path own = Path.of(System.getProperty("java.home"));

        JavaHome home = JavaHome.ofLauncher("java", "/nowhere" + File.pathSeparator + own.resolve("bin"));

        assertThat(home.feature()).isEqualTo(Runtime.version().feature());
        assertThat(home.modules()).contains("java.base");
        assertThat(JavaHome.ofLauncher("java", "/nowhere")).isEqualTo(JavaHome.UNKNOWN);
    }
}
