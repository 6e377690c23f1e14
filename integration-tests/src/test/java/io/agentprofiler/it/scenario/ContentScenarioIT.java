// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.StreamingChat;
import com.example.agents.StreamingTools;
import com.example.agents.SyncChat;
import com.example.agents.ThinkingStream;
import com.example.agents.ToolsAndMemory;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.Reply;
import io.agentprofiler.it.openai.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What models and agents answered is in the trace, framework by framework, whole and streamed: as text where content is kept, as
 * length and hash where it is hashed, and not at all where it is not.
 */
@Execution(ExecutionMode.CONCURRENT)
class ContentScenarioIT {
    private static final String OUTPUT = "gen_ai.output.messages";
    private static final String AGENT_OUTPUT = "agentprofiler.output";

    /**
     * A program and what its trace must hold.
     *
     * @param name says framework and way of calling
     * @param framework class path of {@code frameworks/}
     * @param script what the server answers
     * @param expected what content must be there: kind, attribute, and a part of its text
     */
    record Case(
            String name,
            String framework,
            String program,
            String[] args,
            Consumer<Script> script,
            List<Expected> expected) {
        @Override
        public String toString() {
            return name + " on " + framework;
        }
    }

    record Expected(String kind, String attribute, String text) {}

    private static Expected answer(String text) {
        return new Expected("llm", OUTPUT, text);
    }

    private static Expected agent(String text) {
        return new Expected("agent", AGENT_OUTPUT, text);
    }

    private static Expected given(String text) {
        return new Expected("agent", "agentprofiler.input", text);
    }

    private static Case of(
            String name, String framework, String program, Consumer<Script> script, Expected... expected) {
        return new Case(name, framework, program, new String[0], script, List.of(expected));
    }

    private static Case spring(String framework, String which, Consumer<Script> script, Expected... expected) {
        return new Case(
                which,
                framework,
                "com.example.springai.SpringAiCases",
                new String[] {which},
                script,
                List.of(expected));
    }

    private static void tool(Script script) {
        script.then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text("It is sunny in Oslo."));
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String version : List.of("langchain4j-1.0.0", "langchain4j-1.11.0", "langchain4j-1.19.0")) {
            cases.add(of(
                    "whole",
                    version,
                    SyncChat.class.getName(),
                    server -> server.then(Reply.text("Once upon a time")),
                    answer("Once upon a time")));
            cases.add(of(
                    "whole with tools",
                    version,
                    ToolsAndMemory.class.getName(),
                    ContentScenarioIT::tool,
                    answer("\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\""),
                    answer("It is sunny in Oslo."),
                    new Expected("llm", "gen_ai.tool.definitions", "\"properties\":{\"city\":{\"type\":\"string\""),
                    agent("It is sunny in Oslo.")));
            cases.add(of(
                    "streamed",
                    version,
                    StreamingChat.class.getName(),
                    server -> server.then(Reply.text("Once upon a time")),
                    answer("Once upon a time")));
            cases.add(of(
                    "streamed with tools",
                    version,
                    StreamingTools.class.getName(),
                    ContentScenarioIT::tool,
                    answer("\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\""),
                    answer("It is sunny in Oslo."),
                    agent("It is sunny in Oslo.")));
        }
        cases.add(of(
                "streamed with thinking",
                "langchain4j-1.19.0",
                ThinkingStream.class.getName(),
                server -> server.then(Reply.text("It is 42").withThinking("let me count")),
                answer("let me count"),
                answer("It is 42")));
        for (String version : List.of("spring-ai-1.0", "spring-ai-1.1", "spring-ai-2.0")) {
            cases.add(spring(
                    version,
                    "chat",
                    server -> server.then(Reply.text("Good day to you")),
                    answer("Good day to you"),
                    given("Hello?"),
                    agent("Good day to you")));
            cases.add(spring(
                    version,
                    "stream",
                    server -> server.then(Reply.text("Good day to you")),
                    answer("Good day to you"),
                    agent("Good day to you")));
            cases.add(spring(
                    version,
                    "tools",
                    ContentScenarioIT::tool,
                    answer("\"name\":\"weather\""),
                    answer("It is sunny in Oslo.")));
            cases.add(spring(
                    version,
                    "stream-tools",
                    ContentScenarioIT::tool,
                    answer("\"name\":\"weather\""),
                    answer("It is sunny in Oslo.")));
        }
        cases.add(of(
                "streamed",
                "semantic-kernel-1.4.2",
                "com.example.kernel.Streams",
                server -> server.then(Reply.text("One two three")),
                answer("One two three"),
                given("Count to three"),
                agent("One two three")));
        cases.add(of(
                "whole",
                "semantic-kernel-1.4.2",
                "com.example.kernel.Basics",
                server -> server.then(Reply.text("Hello yourself"))
                        .whenLastContains("Take your time", Reply.text("late")),
                answer("Hello yourself"),
                agent("Hello yourself")));
        for (String version : List.of("openai-java-2.20.1", "openai-java-4.101.0")) {
            cases.add(of(
                    "whole and streamed",
                    version,
                    "com.example.openai.SdkCalls",
                    server -> server.then(
                            Reply.text("42 km"),
                            Reply.text("not now"),
                            Reply.error(400, "no"),
                            Reply.text("once upon a time"),
                            Reply.text("unread"),
                            Reply.text("soon"),
                            Reply.error(400, "no"),
                            Reply.text("there was")),
                    answer("42 km"),
                    answer("once upon a time"),
                    answer("there was")));
        }
        cases.add(of(
                "whole and streamed",
                "google-adk-1.8.0",
                "com.example.adk.Agents",
                server -> server.then(Reply.tool("weather", "{}"), Reply.text("nice day")),
                answer("\"name\":\"weather\""),
                answer("nice day"),
                agent("nice day")));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKeepWhatWasAnswered(Case each, @TempDir Path dir) {
        Segments segments = run(each, "full", dir);

        for (Expected expected : each.expected) {
            assertThat(values(segments, expected.kind, expected.attribute))
                    .as("%s of %s spans of %s", expected.attribute, expected.kind, each)
                    .anySatisfy(value -> assertThat(value).contains(expected.text));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldHashWhatWasAnswered(Case each, @TempDir Path dir) {
        Segments segments = run(each, "hash", dir);

        for (Expected expected : each.expected) {
            String name = expected.attribute.startsWith("gen_ai.")
                    ? expected.attribute.substring("gen_ai.".length())
                    : expected.attribute;
            assertThat(values(segments, expected.kind, "agentprofiler.content." + name))
                    .as("length of %s of %s spans of %s", expected.attribute, expected.kind, each)
                    .isNotEmpty()
                    .allSatisfy(
                            value -> assertThat(value).contains("\"chars\":").contains("\"hash\":"));
            assertThat(segments.records().toString()).doesNotContain(expected.text);
        }
    }

    private static Segments run(Case each, String content, Path dir) {
        try (OpenAiServer server = OpenAiServer.start()) {
            each.script.accept(server.script());
            return AgentProcess.of(each.program, dir)
                    .classPath(Artifacts.classPathWithPrograms(each.framework))
                    .setting("content", content)
                    .server(server)
                    .args(each.args)
                    .run()
                    .segments()
                    .assertNothingDropped();
        }
    }

    /** Returns what spans of a kind have under an attribute, at their start or end, as JSON. */
    private static List<String> values(Segments segments, String kind, String attribute) {
        List<String> ids = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (JsonNode record : segments.records()) {
            String id = record.path("span").asString("");
            if (record.path("kind").asString("").equals(kind)) {
                ids.add(id);
            }
            JsonNode value = record.path("attributes").path(attribute);
            if (ids.contains(id) && !value.isMissingNode()) {
                values.add(value.isString() ? value.asString() : value.toString());
            }
        }
        return values;
    }
}
