// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.leak;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.DirectChat;
import com.example.plain.Redeployed;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassLoaderIT {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldLetAnApplicationsLoaderGo(Jdk jdk) {
        String application = Artifacts.programs() + File.pathSeparator + Framework.NEWEST.classPath();
        String[] arguments = {application, DirectChat.class.getName()};
        String launcher = Artifacts.programs().toString();
        ProcessResult plain = AgentProcess.of(Redeployed.class, dir)
                .jdk(jdk)
                .classPath(launcher)
                .withoutAgent()
                .args(arguments)
                .run();
        assertThat(plain.out().lines()).as("without the agent").containsExactly("it is noon", "collected");

        ProcessResult traced = AgentProcess.of(Redeployed.class, dir)
                .jdk(jdk)
                .classPath(launcher)
                .args(arguments)
                .run();

        assertThat(traced.out()).as(traced.toString()).isEqualTo(plain.out());
        assertThat(traced.segments().records("SPAN_START")).hasSize(1);
    }
}
