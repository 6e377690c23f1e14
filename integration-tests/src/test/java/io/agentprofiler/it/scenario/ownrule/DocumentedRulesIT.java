// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.sdk.FourWays;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.matrix.DocumentedRules;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The rules that the documentation shows for SDKs record what it says they do. */
@Tag("once")
class DocumentedRulesIT {
    @Test
    void shouldRecordTheStreamsOfAnSdkByTheRulesOfTheDocumentation(@TempDir Path dir) throws IOException {
        Path rules = Files.writeString(dir.resolve("anthropic.json"), DocumentedRules.anthropic());
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script()
                    .then(
                            Reply.text("It is 42 km").withThinking("let me measure"),
                            Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                            Reply.text("unread"));

            Segments segments = AgentProcess.of("com.example.anthropic.StreamedMessages", dir)
                    .classPath(Artifacts.classPathWithPrograms("anthropic-java-2.15.0"))
                    .setting("content", "full")
                    .setting("rules", rules.toString())
                    .server(server)
                    .run()
                    .segments()
                    .assertNothingDropped();

            segments.tree().assertEquals("streams of the SDK", """
                    llm chat claude-test in=10 out=5 cached=4 chunks=7
                    llm chat claude-test in=10 out=5 cached=4 chunks=1
                    llm chat claude-test !cancelled
                    """);
            List<String> answers = segments.records("SPAN_END").stream()
                    .map(end -> end.path("attributes").path("gen_ai.output.messages"))
                    .filter(JsonNode::isArray)
                    .map(JsonNode::toString)
                    .toList();
            assertThat(answers)
                    .contains(
                            "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"reasoning\",\"content\":\"let me measure\"},"
                                    + "{\"type\":\"text\",\"content\":\"It is 42 km\"}]}]",
                            "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"call_weather\","
                                    + "\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}]}]");
        }
    }

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
