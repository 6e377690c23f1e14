// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Tickets;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program whose settings ask for little, or for too much: what is said at the end is what is there. */
@Tag("once")
class TicketsIT {
    private static final String FAILED = """
            function Tickets.handle
              function Tickets.look
              function Tickets.answer !error java.lang.IllegalStateException
            """;

    private static final String SLOW = """
            function Tickets.handle
              function Tickets.look
              function Tickets.answer
            """;

    @TempDir
    private Path dir;

    @Test
    void shouldKeepFailedAndSlowWorkflowsWholeAndCountTheOthers() throws IOException {
        ProcessResult result = AgentProcess.of(Tickets.class, dir)
                .setting(
                        "trace",
                        "com.example.plain.Tickets#handle;com.example.plain.Tickets#look;"
                                + "com.example.plain.Tickets#answer")
                .setting("sample", "0")
                .setting("sample.keep", "errors,slow:3s")
                .args("100", "parcels", "3500")
                .run();

        assertThat(result.out()).isEqualTo("done\n");
        Segments segments = result.segments().assertBooksExact();
        segments.tree().assertEquals("kept workflows", String.join("", Collections.nCopies(10, FAILED)) + SLOW);
        JsonNode footer = segments.footer();
        assertThat(footer.path("workflows_kept").asLong()).isZero();
        assertThat(footer.path("workflows_kept_by_rule").asLong()).isEqualTo(11);
        assertThat(footer.path("workflows_skipped").asLong()).isEqualTo(89);
        assertThat(footer.path("workflows_matched").asLong()).isEqualTo(11);
        assertThat(footer.has("workflows_unheld")).isFalse();
        assertThat(result.err()).contains("11 of 100 workflows recorded").contains("none dropped");
        ProcessResult report = Analyzer.run(Jdks.current(), dir.resolve("report"), "report", "--all", segments.dir());
        assertThat(report.exitCode()).as(report.toString()).isZero();
        assertThat(report.out()).contains("100");
    }

    @Test
    void shouldWithholdATextThatAnExpressionTakesTooLongFor() throws IOException {
        // far more ways to try than time allows, and few enough levels for the stack of the thread that writes
        String text = "a".repeat(60) + "c";
        ProcessResult result = AgentProcess.of(Tickets.class, dir)
                .setting("trace", "com.example.plain.Tickets#look")
                .setting("content", "full")
                .setting("redact", "(a|a|aa)+\\1b$")
                .args("20", text, "0")
                .run();

        assertThat(result.out()).isEqualTo("done\n");
        Segments segments = result.segments().assertBooksExact().assertNothingDropped();
        assertThat(segments.records("SPAN_START")).hasSize(20);
        assertThat(segments.records("SPAN_END")).hasSize(20);
        assertThat(result.err())
                .contains("expression 1 of agentprofiler.redact took over 100 ms")
                .contains("none dropped");
        assertThat(Files.readString(Segments.files(segments.dir()).get(0))).doesNotContain("aaaaaaaaaa");
    }
}
