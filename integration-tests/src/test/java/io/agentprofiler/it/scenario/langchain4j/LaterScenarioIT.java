// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The futures and publishers of the core of LangChain4j 1.20; the rest of that release is not on Maven Central. */
class LaterScenarioIT {
    /** An element of a publisher is a chunk, the complete answer at its end included. */
    private static final String TREE = """
            llm chat in=3 out=1
            llm chat in=5 out=2
            llm chat !error java.lang.IllegalStateException
            llm chat in=7 out=4 chunks=5
            llm chat in=7 out=4 chunks=5
            llm chat chunks=2 !cancelled
            llm chat in=7 out=4 chunks=5
            llm chat chunks=1 !error java.lang.IllegalStateException
            llm chat in=7 out=4 chunks=5
            llm chat chunks=1 !cancelled
            """;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldTraceFuturesAndPublishers(Jdk jdk, @TempDir Path dir) {
        ProcessResult plain = process(jdk, dir).withoutAgent().run();
        ProcessResult traced = process(jdk, dir).recorded().run();

        assertThat(traced.out()).isEqualTo(plain.out()).hasLineCount(10);
        assertThat(traced.errWithoutAgentLines()).isEmpty();
        assertThat(traced.exitCode()).isEqualTo(plain.exitCode()).isZero();
        traced.segments().assertNothingDropped().tree().assertEquals("segments", TREE);
        Recordings.readWithMissionControl(traced.recording()).assertEquals("recording", TREE);
        Recordings.readWithJdk(traced.recording()).assertEquals("recording", TREE);
    }

    private static AgentProcess process(Jdk jdk, Path dir) {
        return AgentProcess.of("com.example.later.Later", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath("langchain4j-core-1.20.0"));
    }
}
