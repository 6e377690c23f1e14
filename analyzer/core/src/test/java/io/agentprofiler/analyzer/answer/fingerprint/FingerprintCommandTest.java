// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.testing.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    private Path recording() {
        Agents agents = new Agents().workflows(3);
        agents.tools = List.of("search", "verify");
        agents.turns = 2;
        return agents.workflow().run().write(directory.resolve("segment-000001.jsonl"));
    }

    @Test
    void shouldPrintARowForEachFingerprint() throws IOException {
        assertThat(command.run("fingerprint", recording(), "--width", 170)).isZero();

        Golden.of(FingerprintCommandTest.class, "fingerprint.txt").assertIs(command.out());
    }

    @Test
    void shouldWriteEveryStep() throws IOException {
        command.run("fingerprint", recording(), "--format", "json");

        assertThat(command.out().replaceAll("\\n *", "").replace(" : ", ":"))
                .startsWith("{\"format\":\"agent-profiler-fingerprints/1\",\"workflows\":4,\"other_workflows\":0,")
                .contains("{\"path\":[\"agent answer\",\"llm\"],\"model\":\"gpt\",\"parameters\":\"temperature=0.2\","
                        + "\"prompt\":\"2 tools, instructions\"}")
                .contains("\"tools\":[\"search\",\"verify\"]");
    }

    @Test
    void shouldHaveEveryFormat() {
        command.run("fingerprint", recording(), "--format", "markdown");
        assertThat(command.out()).contains("#### Fingerprints", "| <code>answer</code> |");
        command.run("fingerprint", recording(), "--format", "html");
        assertThat(command.out()).startsWith("<!DOCTYPE html>").contains("tool verify");
    }
}
