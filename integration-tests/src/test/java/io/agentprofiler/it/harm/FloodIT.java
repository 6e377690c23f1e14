// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Storm;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** More events than the ring holds: the program does not wait, and the counters say what is missing. */
class FloodIT {
    @TempDir
    private Path dir;

    @Test
    void shouldDropAndCountAndKeepTheBooksExact() {
        ProcessResult result = AgentProcess.of(Storm.class, dir)
                .jvm("-Xmx64m")
                .setting("trace", "com.example.plain.Storm#step")
                .setting("ring.size", "64")
                .args("4", "50000")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo("done\n");
        Segments segments = result.segments().assertBooksExact();
        JsonNode footer = segments.footer();
        assertThat(footer.path("emitted").path("SPAN_START").asLong()).isEqualTo(200_000);
        assertThat(footer.path("dropped").path("SPAN_START").path("ring_full").asLong())
                .isPositive();
        // a start that was written has its end
        assertThat(segments.records("SPAN_END")).hasSameSizeAs(segments.records("SPAN_START"));
    }
}
