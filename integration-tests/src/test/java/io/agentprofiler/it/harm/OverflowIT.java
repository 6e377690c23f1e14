// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Overflowing;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Traced methods that recurse until the stack is over: no span stays open, and the books are exact. */
class OverflowIT {
    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldLeaveNoSpanOpen(Jdk jdk, @TempDir Path dir) {
        ProcessResult result = AgentProcess.of(Overflowing.class, dir)
                .jdk(jdk)
                .setting("trace", "com.example.plain.Overflowing#*")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo("over\n");
        Segments segments = result.segments().assertBooksExact();
        JsonNode footer = segments.footer();
        assertThat(footer.path("open").asLong()).isZero();
        assertThat(segments.records("SPAN_START")).hasSizeGreaterThan(2_000);
        // where the application catches the overflow, nothing may be known of how a call ended
        assertThat(segments.records("SPAN_END").size()
                        + footer.path("abandoned").asLong())
                .isEqualTo(segments.records("SPAN_START").size());
        assertThat(result.err()).doesNotContain("still open");
    }
}
