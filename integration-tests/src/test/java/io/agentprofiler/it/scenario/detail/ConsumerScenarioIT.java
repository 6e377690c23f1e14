// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.detail;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.stream.SlowHandler;
import com.example.agents.tool.QueuedTools;
import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An application that keeps others waiting: a model whose chunks it handles slowly, and tools for which it has too few
 * threads.
 */
class ConsumerScenarioIT {
    private static final String EVERY = "io.agentprofiler.it.scenario.Environment#every";
    private static final String SINCE_1_5 = "io.agentprofiler.it.scenario.Environment#since15";
    private static final int PARTS = 4;
    private static final long HANDLED = PARTS * SlowHandler.MILLIS * 1_000_000L;
    private static final long TOOL = QueuedTools.MILLIS * 1_000_000L;

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldMeasureAHandlerThatTakesItsTime(Environment environment, @TempDir Path dir) throws IOException {
        ProcessResult traced = Scenario.of(SlowHandler.class)
                .answering(server -> server.then(Reply.text("Once upon a time")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        """)
                .check(environment, dir);

        JsonNode end = end(traced, "llm");
        assertThat(handler(end)).isGreaterThanOrEqualTo(HANDLED).isLessThanOrEqualTo(length(traced, end));
        assertThat(end.path("chunks").path("handler_before_ns").asLong(-1)).isZero();
        assertThat(end.path("chunks").path("handler_after_ns").asLong()).isBetween(HANDLED / PARTS, handler(end));
        assertThat(event(traced, "agentprofiler.LlmDetails").getLong("handlerTime"))
                .isEqualTo(handler(end));
        assertThat(rules(traced, dir)).contains("slow-consumer llm gpt-4o-mini");
    }

    static Stream<Arguments> springAi() {
        return Stream.concat(
                Breadth.onlyInFull("spring-ai-1.0", "spring-ai-1.1")
                        .flatMap(older -> Jdks.all().stream().map(jdk -> Arguments.of(older, jdk))),
                Jdks.tested().stream().map(jdk -> Arguments.of("spring-ai-2.0", jdk)));
    }

    @ParameterizedTest
    @MethodSource("springAi")
    void shouldMeasureASubscriberThatTakesItsTime(String version, Jdk jdk, @TempDir Path dir) throws IOException {
        ProcessResult traced = Scenario.of("com.example.springai.SpringAiCases", "stream-slow", "stream-direct-slow")
                .answering(server -> server.then(Reply.text("Once upon a time"), Reply.text("Once upon a time")))
                .yields("""
                        agent invoke_agent ChatClient
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                            http HTTP POST
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        """)
                .yieldsOn("spring-ai-2.0", """
                        agent invoke_agent ChatClient
                          function advisor Tool Calling Advisor
                            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                              http HTTP POST
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        """)
                .check(version, jdk, dir);

        // the client passes chunks to the application on another thread, so the model does not wait
        assertThat(handler(end(traced, "agent"))).isGreaterThanOrEqualTo(HANDLED);
        List<JsonNode> models = ends(traced, "llm");
        assertThat(handler(models.get(0))).isLessThan(HANDLED);
        assertThat(handler(models.get(1)))
                .isGreaterThanOrEqualTo(HANDLED)
                .isLessThanOrEqualTo(length(traced, models.get(1)));
        assertThat(rules(traced, dir)).contains("slow-consumer llm gpt-4o-mini");
    }

    @ParameterizedTest
    @MethodSource(SINCE_1_5)
    void shouldMeasureHowLongAToolWaitsForAThread(Environment environment, @TempDir Path dir) throws IOException {
        ProcessResult traced = Scenario.of(QueuedTools.class)
                .answering(server -> server.then(
                        Reply.tool("flights", "{\"city\":\"Paris\"}").withTool("hotels", "{\"city\":\"Paris\"}"),
                        Reply.text("Booked.")))
                .yields("""
                        agent invoke_agent SimpleAssistant
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          tool execute_tool flights
                          tool execute_tool hotels
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        """)
                .check(environment, dir);

        List<JsonNode> tools = starts(traced, "tool");
        long queued = tools.get(1).path("queued_ns").asLong();
        assertThat(tools.get(0).path("queued_ns").asLong(-1)).isNotNegative();
        assertThat(queued)
                .isGreaterThanOrEqualTo(TOOL)
                .isLessThanOrEqualTo(tools.get(1).path("t").asLong()
                        - starts(traced, "agent").get(0).path("t").asLong());
        List<Long> recorded = RecordingFile.readAllEvents(traced.recording()).stream()
                .filter(event -> event.getEventType().getName().equals("agentprofiler.ToolDetails"))
                .map(event -> event.getLong("queuedTime"))
                .toList();
        assertThat(recorded).contains(queued);
        assertThat(starts(traced, "llm"))
                .allSatisfy(model -> assertThat(model.has("queued_ns")).isFalse());
        assertThat(rules(traced, dir))
                .contains("queued-calls pool-*-thread-*")
                .noneMatch(rule -> rule.startsWith("sequential-tools"));
    }

    private static List<JsonNode> starts(ProcessResult traced, String kind) {
        return traced.segments().records("SPAN_START").stream()
                .filter(start -> start.path("kind").asString("").equals(kind))
                .toList();
    }

    private static List<JsonNode> ends(ProcessResult traced, String kind) {
        List<String> spans = starts(traced, kind).stream()
                .map(start -> start.path("span").asString(""))
                .toList();
        return traced.segments().records("SPAN_END").stream()
                .filter(end -> spans.contains(end.path("span").asString("")))
                .toList();
    }

    private static JsonNode end(ProcessResult traced, String kind) {
        return ends(traced, kind).get(0);
    }

    private static long length(ProcessResult traced, JsonNode end) {
        return traced.segments().records("SPAN_START").stream()
                .filter(start -> start.path("span").equals(end.path("span")))
                .mapToLong(start -> end.path("t").asLong() - start.path("t").asLong())
                .findFirst()
                .orElseThrow();
    }

    private static long handler(JsonNode end) {
        return end.path("chunks").path("handler_ns").asLong(-1);
    }

    private static RecordedEvent event(ProcessResult traced, String type) throws IOException {
        return RecordingFile.readAllEvents(traced.recording()).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .findFirst()
                .orElseThrow();
    }

    /** Returns rules and subjects of what the shipped analyzer finds. */
    private static List<String> rules(ProcessResult traced, Path dir) throws IOException {
        Path out = dir.resolve("report");
        // times of a fixed length: their share of a first call falls with the speed of the machine
        ProcessResult result = Analyzer.run(
                Jdks.current(),
                dir,
                "report",
                "--threshold",
                "handler-time-share=0",
                "--threshold",
                "queued-share=0",
                "--out",
                out,
                traced.profileDir());
        assertThat(result.exitCode()).as(result.toString()).isZero();
        JsonNode report = new JsonMapper().readTree(Files.readString(out.resolve("findings.json")));
        List<String> rules = new ArrayList<>();
        report.path("findings")
                .forEach(finding -> rules.add(finding.path("rule").asString("") + " "
                        + finding.path("subject").asString("")));
        return rules;
    }
}
