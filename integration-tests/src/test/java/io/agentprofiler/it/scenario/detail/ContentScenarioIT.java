// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.detail;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.SyncChat;
import com.example.agents.retrieval.ToolsAndMemory;
import com.example.agents.stream.StreamingChat;
import com.example.agents.stream.StreamingTools;
import com.example.agents.stream.ThinkingStream;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The answers of models and agents in the trace, for each framework, whole and streamed: as text, as length and hash, or not
 * at all, depending on the content level.
 */
class ContentScenarioIT {
    private static final String OUTPUT = "gen_ai.output.messages";
    private static final String INPUT = "agentprofiler.input";
    private static final String AGENT_OUTPUT = "agentprofiler.output";
    private static final String OSLO = "{\"city\":\"Oslo\"}";
    /** The arguments of that call in a message. */
    private static final String OSLO_IN_JSON = "\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"";

    private static final int JDK_OF_EMBABEL = 21;
    /** Of each framework the newest version here. */
    private static final Set<String> NEWEST = Set.of(
            "langchain4j-1.19.0",
            "spring-ai-2.0",
            "semantic-kernel-1.4.2",
            "openai-java-4.101.0",
            "google-adk-1.8.0",
            "embabel-0.5.0");

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

    private static Expected reasoning(String text) {
        return new Expected("llm", OUTPUT, "{\"type\":\"reasoning\",\"content\":\"" + text + "\"}");
    }

    private static Expected agent(String text) {
        return new Expected("agent", AGENT_OUTPUT, text);
    }

    private static Expected given(String text) {
        return new Expected("agent", INPUT, text);
    }

    private static Case of(
            String name, String framework, String program, Consumer<Script> script, Expected... expected) {
        return new Case(name, framework, program, new String[0], script, List.of(expected));
    }

    /** All ways of calling in one run, as starting Spring takes longer than all of them; no text is answered twice. */
    private static Case spring(String version) {
        List<String> ways = new ArrayList<>(List.of("chat", "stream", "tools", "stream-tools"));
        List<Reply> replies = new ArrayList<>(List.of(
                Reply.text("Good day to you"),
                Reply.text("Good evening to you"),
                Reply.tool("weather", "{\"city\":\"Bergen\"}"),
                Reply.text("It rains in Bergen."),
                Reply.tool("weather", OSLO),
                Reply.text("It is sunny in Oslo.")));
        List<Expected> expected = new ArrayList<>(List.of(
                answer("Good day to you"),
                given("Hello?"),
                agent("Good day to you"),
                answer("Good evening to you"),
                agent("Good evening to you"),
                answer("\\\"Bergen\\\""),
                answer("It rains in Bergen."),
                answer(OSLO_IN_JSON),
                answer("It is sunny in Oslo.")));
        if (version.equals("spring-ai-2.0")) {
            ways.add("chat");
            replies.add(Reply.text("It is 42").withThinking("let me count"));
            expected.addAll(List.of(reasoning("let me count"), answer("It is 42")));
        }
        if (!version.equals("spring-ai-1.0")) {
            ways.addAll(List.of("stream", "stream-tools"));
            replies.addAll(List.of(
                    Reply.text("It is 43").withThinking("let me count on"),
                    Reply.tool("weather", "{\"city\":\"Hamar\"}").withThinking("let me look"),
                    Reply.text("It snows in Hamar.").withThinking("so it is")));
            expected.addAll(List.of(
                    reasoning("let me count on"),
                    answer("It is 43"),
                    reasoning("let me look"),
                    answer("\\\"Hamar\\\""),
                    reasoning("so it is"),
                    answer("It snows in Hamar.")));
        }
        return new Case(
                String.join(", ", ways),
                version,
                "com.example.springai.SpringAiCases",
                ways.toArray(String[]::new),
                server -> server.then(replies.toArray(Reply[]::new)),
                expected);
    }

    private static void tool(Script script) {
        script.then(Reply.tool("weather", OSLO), Reply.text("It is sunny in Oslo."));
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
                    answer(OSLO_IN_JSON),
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
                    answer(OSLO_IN_JSON),
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
            cases.add(spring(version));
        }
        cases.add(of(
                "streamed",
                "semantic-kernel-1.4.2",
                "com.example.kernel.Streams",
                server -> server.then(
                        Reply.text("One two three"),
                        Reply.tool("weather", OSLO).withTool("river", "{\"name\":\"Akerselva\"}")),
                answer("One two three"),
                answer(OSLO_IN_JSON),
                answer("\"name\":\"river\",\"arguments\":\"{\\\"name\\\":\\\"Akerselva\\\"}\""),
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
                            Reply.text("42 km").withThinking("far away").withTool("weather", OSLO),
                            Reply.text("not now"),
                            Reply.error(400, "no"),
                            Reply.text("once upon a time")
                                    .withThinking("a tale")
                                    .withTool("river", "{\"name\":\"Akerselva\"}"),
                            Reply.text("unread"),
                            Reply.text("soon"),
                            Reply.error(400, "no"),
                            Reply.text("there was")),
                    reasoning("far away"),
                    answer("42 km"),
                    answer(OSLO_IN_JSON),
                    reasoning("a tale"),
                    answer("\"name\":\"river\",\"arguments\":\"{\\\"name\\\":\\\"Akerselva\\\"}\""),
                    answer("once upon a time"),
                    answer("there was")));
        }
        cases.add(of(
                "whole and streamed",
                "google-adk-1.8.0",
                "com.example.adk.Agents",
                server -> server.then(
                        Reply.tool("weather", "{}"), Reply.text("nice day").withThinking("let me look out")),
                answer("\"name\":\"weather\""),
                reasoning("let me look out"),
                answer("nice day"),
                agent("nice day")));
        if (!Jdks.atLeast(JDK_OF_EMBABEL).isEmpty()) {
            cases.add(new Case(
                    "whole",
                    "embabel-0.5.0",
                    Path.of("programs/embabel/src/com/example/embabel/EmbabelAgents.java")
                            .toAbsolutePath()
                            .toString(),
                    new String[] {"short"},
                    server -> server.then(
                            Reply.tool("depth", "{\"lake\":\"Inari\"}"),
                            Reply.text("94 m"),
                            Reply.text("It is 94 m deep."),
                            Reply.text("up north"),
                            Reply.text("It is in the north.")),
                    List.of(
                            given("How deep is Inari?"),
                            agent("It is 94 m deep."),
                            new Expected("function", INPUT, "How deep is Inari?"),
                            new Expected("function", AGENT_OUTPUT, "94 m"),
                            answer("\"name\":\"depth\""),
                            answer("It is in the north."))));
        }
        return cases.stream();
    }

    static Stream<Case> newest() {
        return cases().filter(each -> NEWEST.contains(each.framework));
    }

    static Stream<Case> tested() {
        if (Breadth.isVerified()) {
            return cases().filter(each -> !NEWEST.contains(each.framework));
        }
        return Breadth.isFull() ? cases() : newest();
    }

    /** In a run that is not full one of each framework, that with the most to find: text becomes a hash in one place. */
    static Stream<Case> hashed() {
        List<Case> newest = newest().toList();
        Map<String, Case> fullest = new LinkedHashMap<>();
        newest.forEach(each -> fullest.merge(
                each.framework, each, (one, other) -> other.expected.size() > one.expected.size() ? other : one));
        if (Breadth.isVerified()) {
            return newest.stream().filter(each -> fullest.get(each.framework) != each);
        }
        return Breadth.isFull() ? newest.stream() : fullest.values().stream();
    }

    @ParameterizedTest
    @MethodSource("tested")
    void shouldKeepWhatWasAnswered(Case each, @TempDir Path dir) {
        Segments segments = run(each, "full", dir);

        for (Expected expected : each.expected) {
            assertThat(values(segments, expected.kind, expected.attribute))
                    .as("%s of %s spans of %s", expected.attribute, expected.kind, each)
                    .anySatisfy(value -> assertThat(value).contains(expected.text));
        }
    }

    @ParameterizedTest
    @MethodSource("hashed")
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

    /** {@code ErrorTextIT} runs without content in every build. */
    @ParameterizedTest
    @MethodSource("newest")
    @EnabledIfSystemProperty(named = Breadth.FULL, matches = "true", disabledReason = "runs in the profile full")
    void shouldKeepNothingOfWhatWasAnsweredWhereNoContentIsKept(Case each, @TempDir Path dir) {
        Segments segments = run(each, "none", dir);

        assertThat(segments.records("SPAN_END")).isNotEmpty();
        for (Expected expected : each.expected) {
            String hashed = expected.attribute.replace("gen_ai.", "");
            assertThat(values(segments, expected.kind, expected.attribute)).isEmpty();
            assertThat(values(segments, expected.kind, "agentprofiler.content." + hashed))
                    .isEmpty();
            assertThat(segments.records().toString()).doesNotContain(expected.text);
        }
    }

    private static Segments run(Case each, String content, Path dir) {
        List<Jdk> jdks = each.framework.startsWith("embabel") ? Jdks.atLeast(JDK_OF_EMBABEL) : List.of(Jdks.current());
        try (OpenAiServer server = OpenAiServer.start()) {
            each.script.accept(server.script());
            return AgentProcess.of(each.program, dir)
                    .jdk(jdks.get(jdks.size() - 1))
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
