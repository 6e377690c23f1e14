// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.StuckReader;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The writer hangs for as long as the program works, in a method of the program that its rule says is called. A thread of the
 * program that waited for the writer would wait for ever.
 */
class StuckWriterIT {
    private static final int CALLS = 200_000;

    @TempDir
    private Path dir;

    @Test
    void shouldNotMakeTheProgramWaitForAWriterThatHangs() throws IOException {
        Path rules = dir.resolve("stuck.json");
        Files.writeString(rules, """
                {
                  "format": "agent-profiler-rules/1",
                  "metadata": ["stuck.name"],
                  "rules": [
                    {
                      "id": "ask",
                      "name": "ask {stuck.name}",
                      "start": { "stuck.name": "arg0.name()" },
                      "match": { "class": "com.example.plain.StuckReader", "method": "ask" }
                    },
                    {
                      "id": "step",
                      "name": "step",
                      "match": { "class": "com.example.plain.StuckReader", "method": "step" }
                    }
                  ]
                }
                """);

        ProcessResult result = AgentProcess.of(StuckReader.class, dir)
                .setting("rules", rules.toString())
                // what waits at the end is written within the two seconds of the exit, on a slow machine, too
                .setting("ring.size", "1024")
                .args("2", Integer.toString(CALLS / 2))
                .run();

        assertThat(result.out()).isEqualTo("done\n");
        assertThat(result.exitCode()).isZero();
        assertThat(result.errWithoutAgentLines()).isEmpty();
        Segments segments = result.segments().assertBooksExact();
        JsonNode footer = segments.footer();
        assertThat(footer.path("emitted").path("SPAN_START").asLong()).isEqualTo(CALLS + 1);
        assertThat(footer.path("dropped").path("SPAN_START").path("ring_full").asLong())
                .isPositive();
        assertThat(segments.tree().spans("function"))
                // without its name where the program took longer than a reading may hang
                .filteredOn(span ->
                        span.name().equals("ask patience") || span.name().equals("ask"))
                .hasSize(1);
        // a start that was taken has its end
        assertThat(segments.records("SPAN_END")).hasSameSizeAs(segments.records("SPAN_START"));
    }
}
