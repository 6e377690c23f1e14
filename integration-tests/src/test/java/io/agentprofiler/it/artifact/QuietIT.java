// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.LocalAnswer;
import com.example.plain.NoAi;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent's output on a terminal, on every JDK. */
@Tag("once")
class QuietIT {
    private static final String JDKS = "io.agentprofiler.it.harness.Jdks#all";

    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldPrintOneLineAtTheStartAndOneAtTheExit(Jdk jdk) {
        ProcessResult plain =
                AgentProcess.of(LocalAnswer.class, dir).jdk(jdk).withoutAgent().run();

        ProcessResult traced = AgentProcess.of(LocalAnswer.class, dir).jdk(jdk).run();

        assertThat(traced.exitCode()).isZero();
        assertThat(traced.out()).isEqualTo(plain.out());
        assertThat(traced.errWithoutAgentLines()).isEqualTo(plain.err().lines().toList());
        assertThat(traced.err().lines()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldStayOutOfAProgramWithoutAi(Jdk jdk) throws Exception {
        ProcessResult plain =
                AgentProcess.of(NoAi.class, dir).jdk(jdk).withoutAgent().run();
        Path log = dir.resolve("classes.txt");

        ProcessResult traced = AgentProcess.of(NoAi.class, dir)
                .jdk(jdk)
                .jvm("-Xlog:class+load:file=" + log)
                .run();

        assertThat(traced.exitCode()).isZero();
        assertThat(traced.out()).isEqualTo(plain.out());
        assertThat(traced.err().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "[agent-profiler] nothing was recorded: no class of a supported framework was loaded (LangChain4j ")
                .contains("Spring AI ", "Semantic Kernel ", "-Dagentprofiler.trace=");
        assertThat(traced.profileDir()).doesNotExist();
        List<String> ours = Files.readAllLines(log).stream()
                .map(QuietIT::loadedClass)
                .filter(name -> name.contains("agentprofiler") || name.contains("bytebuddy"))
                .toList();
        assertThat(ours)
                .contains("io.agentprofiler.agent.Premain")
                .allMatch(name -> name.matches("io\\.agentprofiler\\.agent\\.[\\w$]+"));
        // five at the start, and the one that says so at the exit
        assertThat(ours).hasSizeLessThanOrEqualTo(6);
        assertThat(ours.indexOf("io.agentprofiler.agent.NothingTraced")).isEqualTo(ours.size() - 1);
    }

    /** A line is {@code [0.1s][info][class,load] name source: ...}. */
    private static String loadedClass(String line) {
        String text = line.substring(line.lastIndexOf(']') + 1).trim();
        return text.substring(0, Math.max(0, text.indexOf(' ')));
    }
}
