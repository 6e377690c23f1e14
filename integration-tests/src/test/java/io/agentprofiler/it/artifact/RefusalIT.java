// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.LocalAnswer;
import com.example.plain.NoAi;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases in which the agent does not start, and its messages. */
@Tag("once")
class RefusalIT {
    @TempDir
    private Path dir;

    @Test
    void shouldRefuseToRunTwice() {
        ProcessResult result = AgentProcess.of(NoAi.class, dir)
                .jvm("-javaagent:" + Artifacts.agentJar())
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err().lines())
                .first()
                .isEqualTo("[agent-profiler] is already active in this JVM; this second -javaagent is ignored."
                        + " Remove one of them.");
        assertNothingWasRecorded(result);
    }

    /** The effect of a program that passes its own system properties on to the JVMs it starts. */
    @Test
    void shouldStartInAJvmThatInheritedPropertiesOfATracedOne() {
        ProcessResult result = AgentProcess.of(LocalAnswer.class, dir)
                .property("io.agentprofiler.active", "true")
                .run();

        assertThat(result.err().lines()).hasSize(2);
        assertThat(result.profileDir()).isNotEmptyDirectory();
    }

    @Test
    void shouldRefuseACopyOfItselfAsWell() throws IOException {
        Path copy = Files.copy(Artifacts.agentJar(), dir.resolve("copy.jar"));

        ProcessResult result = AgentProcess.of(NoAi.class, dir)
                .jvmAfterAgent("-javaagent:" + copy)
                .run();

        assertThat(result.err().lines()).first().asString().contains("is already active in this JVM");
        assertNothingWasRecorded(result);
    }

    @Test
    void shouldSayWhereSettingsBelong() {
        ProcessResult result = AgentProcess.of(NoAi.class, dir)
                .withoutAgent()
                .jvm("-javaagent:" + Artifacts.agentJar() + "=dir=/tmp")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err().lines())
                .first()
                .isEqualTo("[agent-profiler] takes no arguments, \"dir=/tmp\" is ignored. Settings are system"
                        + " properties: -Dagentprofiler.<name>=<value>; -Dagentprofiler.help=true lists them.");
        assertNothingWasRecorded(result);
    }

    /** The second line, and the last: these programs use no framework. */
    private static void assertNothingWasRecorded(ProcessResult result) {
        assertThat(result.err().lines()).hasSize(2);
        assertThat(result.err().lines().skip(1)).first().asString().contains("] nothing was recorded: ");
    }

    /** Those of single settings are in the unit tests of the agent; here are all whose values only a JVM can judge. */
    @Test
    void shouldStartAProgramWithWrongValuesAndNameEachSettingOnce() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");

        ProcessResult result = AgentProcess.of(LocalAnswer.class, dir)
                .setting("dir", file.toString())
                .setting("rules", "none.json")
                .setting("replay", "no-recording")
                .setting("replay.miss", "call")
                .setting("forecast", "no-model.json")
                .setting("jfr.file", dir.toString())
                .setting("doctor.notes", "no-directory")
                .setting("sample", "7")
                .setting("contnt", "full")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo("it is noon\n");
        for (String named : List.of(
                "agentprofiler.dir: allowed is a directory that exists or can be created",
                "agentprofiler.rules: none.json: does not exist (looked for ",
                "agentprofiler.replay=no-recording answers nothing: there is no such directory; allowed: a run's directory,",
                "agentprofiler.forecast: no-model.json does not exist",
                "agentprofiler.jfr.file=" + dir + ": cannot be written",
                "agentprofiler.doctor.notes=no-directory is not allowed; allowed: a directory that exists",
                "agentprofiler.sample=7 is not allowed; allowed: 0 to 1; the default is used: 1.0",
                "agentprofiler.contnt is not a setting; did you mean agentprofiler.content?")) {
            assertThat(result.err().lines().filter(line -> line.contains(named)))
                    .as(named + "\n" + result.err())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "on"})
    void shouldListItsSettings(String word) {
        ProcessResult result =
                AgentProcess.of(NoAi.class, dir).setting("help", word).run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).contains("agentprofiler.content=hash").contains("agentprofiler.sample=1.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "OFF"})
    void shouldDoNothingWhenSwitchedOff(String word) {
        ProcessResult result =
                AgentProcess.of(LocalAnswer.class, dir).setting("enabled", word).run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.profileDir()).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#all")
    void shouldStayOutOfTheJdksTools(Jdk jdk) throws Exception {
        for (List<String> tool :
                List.of(List.of("javac", "-version"), List.of("jcmd", "-l"), List.of("jar", "--version"))) {
            ProcessBuilder builder = new ProcessBuilder(
                            jdk.home().resolve("bin").resolve(tool.get(0)).toString(), tool.get(1))
                    .redirectErrorStream(true);
            // the trace would wake the core at once in any program
            builder.environment()
                    .put(
                            "JAVA_TOOL_OPTIONS",
                            "-javaagent:" + Artifacts.agentJar()
                                    + " -Dagentprofiler.log=debug -Dagentprofiler.rules=none.json");
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(tool + "\n" + printed).isZero();
            assertThat(printed).doesNotContain("[agent-profiler]");
        }
    }

    @Test
    void shouldRunOnMoreThanOneJdk() {
        assertThat(Jdks.all()).as("install a second JDK to test on it").isNotEmpty();
    }
}
