// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.sdk.FourWays;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.matrix.DocumentedRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The rules that the documentation shows for an SDK record what it says they do. */
@Tag("once")
class DocumentedRulesIT {
    @Test
    void shouldTraceAnUnknownSdkByTheRulesOfTheDocumentation(@TempDir Path dir) throws IOException {
        Path rules = Files.writeString(dir.resolve("acme.json"), DocumentedRules.sdk());

        Segments segments = AgentProcess.of(FourWays.class, dir)
                .setting("content", "full")
                .setting("rules", rules.toString())
                .run()
                .segments()
                .assertNothingDropped();

        segments.tree().assertEquals("the program of the documentation", DocumentedRules.sdkTree());
        assertThat(segments.records("SPAN_END").stream()
                        .map(end -> end.path("attributes").path("gen_ai.output.messages"))
                        .filter(JsonNode::isArray)
                        .map(answer -> answer.path(0)
                                .path("parts")
                                .path(0)
                                .path("content")
                                .stringValue()))
                .hasSize(4)
                .containsOnly("good day to you");
    }
}
