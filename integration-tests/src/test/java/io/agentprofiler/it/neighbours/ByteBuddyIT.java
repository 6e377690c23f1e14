// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application that weaves and makes classes with a Byte Buddy of its own, another version than ours. */
class ByteBuddyIT {
    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldLeaveTheApplicationItsOwnWeaving(Jdk jdk, @TempDir Path dir) {
        String classPath = Artifacts.classPathWithPrograms("langchain4j-1.19.0")
                + File.pathSeparator
                + Artifacts.ofTests("byte-buddy");
        TripRun.of("com.example.trip.WeavingTrip", dir)
                .on(jdk)
                .beside(process -> process.classPath(classPath).property("jdk.attach.allowAttachSelf", "true"))
                .both();
    }
}
