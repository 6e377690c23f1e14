// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    @Test
    void shouldCutWhereTheLauncherCuts() {
        CommandLine jar = CommandLine.of(List.of("-Dx=1", "-jar", "app.jar", "-Dy=2", "-jar"));
        CommandLine main = CommandLine.of(List.of("-cp", "a:b", "--add-opens", "java.base/x=ALL", "Main", "-cp", "c"));
        CommandLine module = CommandLine.of(List.of("--module-path=mods", "-m", "m/Main", "x"));

        assertThat(jar).isEqualTo(new CommandLine(List.of("-Dx=1"), "app.jar", List.of("-Dy=2", "-jar")));
        assertThat(main.main()).isEqualTo("Main");
        assertThat(main.arguments()).containsExactly("-cp", "c");
        assertThat(main.value("-cp")).isEqualTo("a:b");
        assertThat(module.main()).isEqualTo("m/Main");
        assertThat(module.value("--module-path")).isEqualTo("mods");
        assertThat(CommandLine.of(List.of("-version")).main()).isNull();
        assertThat(CommandLine.of(List.of("-jar")).main()).isNull();
    }

    @Test
    void shouldFindPropertiesAndAgents() {
        CommandLine line =
                CommandLine.of(List.of("-Da=b=c", "-Dflag", "-javaagent:x.jar=option", "-javaagent:/y z.jar", "Main"));

        assertThat(line.properties()).containsEntry("a", "b=c").containsEntry("flag", "");
        assertThat(line.agents()).containsExactly("x.jar", "/y z.jar");
    }

    @Test
    void shouldReadVariablesAsTheJvmDoes() {
        assertThat(CommandLine.words("  -Da=1 '-Db=x y'\t-Dc=\"p q\"r  "))
                .containsExactly("-Da=1", "-Db=x y", "-Dc=p qr");
        assertThat(CommandLine.words(null)).isEmpty();
        assertThat(CommandLine.words("''")).containsExactly("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "/usr/bin/java", "java.exe", "javaw", "./java"})
    void shouldKnowLaunchers(String program) {
        assertThat(CommandLine.isLauncher(program)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"javac", "run-java.sh", "/opt/java/start", "/"})
    void shouldNotTakeOthersForLaunchers(String program) {
        assertThat(CommandLine.isLauncher(program)).isFalse();
    }
}
