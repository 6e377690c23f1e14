// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.retrieval.ToolsAndMemory;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owner of the files, and no user text in them unless enabled. */
@Tag("once")
class PrivacyIT {
    private static final String ANSWER = "the secret word is xylophone";

    @TempDir
    private Path dir;

    @Test
    void shouldWriteNoTextByDefaultAndOnlyForTheOwner() throws IOException {
        Path run = run("hash");

        for (Path file : Segments.files(run)) {
            assertThat(Files.readString(file)).doesNotContain("xylophone").doesNotContain("What is the weather");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
    }

    @Test
    void shouldWriteTextWhenAsked() throws IOException {
        Path run = run("full");

        assertThat(Files.readString(Segments.files(run).get(0)))
                .contains("xylophone")
                .contains("What is the weather");
    }

    private Path run(String content) {
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script().then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text(ANSWER), Reply.text(ANSWER));
            ProcessResult result = AgentProcess.of(ToolsAndMemory.class, dir)
                    .server(server)
                    .setting("content", content)
                    .run();
            return result.segments().dir();
        }
    }
}
