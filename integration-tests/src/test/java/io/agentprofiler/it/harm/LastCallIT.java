// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.LastCall;
import com.example.plain.LastSteps;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that is over a moment before the last call of another of its threads returns. */
class LastCallIT {
    private static final String TREE = "function LastCall.work\n".repeat(2);

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldRecordTheEndOfTheLastCall(Jdk jdk, @TempDir Path dir) {
        ProcessResult result = AgentProcess.of(LastCall.class, dir)
                .jdk(jdk)
                .recorded()
                .setting("trace", "com.example.plain.LastCall#work")
                .run();

        assertThat(result.out()).isEqualTo("over\n");
        result.segments().assertNothingDropped().tree().assertEquals("segments", TREE);
        Recordings.readWithMissionControl(result.recording()).assertEquals("recording", TREE);
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldRecordTheEndOfWorkThatGetsOnDuringTheExit(Jdk jdk, @TempDir Path dir) {
        String tree = "function LastSteps.work\n" + "  function LastSteps.step\n".repeat(LastSteps.STEPS);

        ProcessResult result = AgentProcess.of(LastSteps.class, dir)
                .jdk(jdk)
                .recorded()
                .setting("trace", "com.example.plain.LastSteps#work;com.example.plain.LastSteps#step")
                .run();

        assertThat(result.out()).isEqualTo("over\n");
        result.segments().assertNothingDropped().tree().assertEquals("segments", tree);
        Recordings.readWithMissionControl(result.recording()).assertEquals("recording", tree);
    }
}
