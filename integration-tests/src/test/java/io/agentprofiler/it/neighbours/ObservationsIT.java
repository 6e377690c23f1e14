// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.ProcessResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Micrometer's observations, a handler of the user's, and Reactor's automatic context propagation. */
@Tag("full")
class ObservationsIT {
    @ParameterizedTest
    @ValueSource(strings = {"spring-ai-1.1", "spring-ai-2.0"})
    void shouldLeaveTheUsersHandlersTheirObservations(String classPath, @TempDir Path dir) {
        String tree = run("com.example.trip.SpringAiTrip", classPath, dir.resolve("alone"))
                .traced(null)
                .segments()
                .tree()
                .toString();
        TripRun observed = run("com.example.trip.ObservedSpringAiTrip", classPath, dir.resolve("observed"));

        ProcessResult plain = observed.plain();
        ProcessResult traced = observed.traced(tree);

        assertThat(plain.out()).contains("start spring.ai.chat.client: 2", "stop spring.ai.tool below another: 6");
        assertThat(traced.out()).isEqualTo(plain.out());
        assertThat(traced.errWithoutAgentLines()).isEqualTo(plain.err().lines().toList());
    }

    private static TripRun run(String program, String classPath, Path dir) {
        return TripRun.of(program, dir)
                .beside(process -> process.classPath(Artifacts.classPath(classPath))
                        .property("trip.concurrentTools", "false")
                        .property("spring.reactor.context-propagation", "auto"));
    }
}
