// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The events that {@code jfr view} and Mission Control show first: what stands in which column, and what is missing. */
class CallEventsTest {
    private static final String COMMON = "startThread status errorType traceId spanKey";

    @TempDir
    Path directory;

    /** Records a span of {@code kind} that another thread writes; its failure is {@code null} for none. */
    private Path recorded(SpanKind kind, String wanted, Status status, Map<String, Object> end) throws Exception {
        Recording recording = new Recording();
        try (FlightRun run = new FlightRun()) {
            recording.start();
            for (String type : List.of("Llm", "Tool")) {
                if (!wanted.isEmpty() && !wanted.equals(type)) {
                    recording.disable("agentprofiler." + type);
                }
                if (!wanted.isEmpty() && !wanted.equals(type + "Details")) {
                    recording.disable("agentprofiler." + type + "Details");
                }
            }
            Span span = run.open(FlightRun.rule(kind), null, "work", Map.of("gen_ai.request.model", "gpt-4o"));
            run.leave(span);
            run.end(span, status, null, end);
            Thread consumer = new Thread(() -> run.drain(0), "consumer");
            consumer.start();
            consumer.join();
            return FlightReading.stop(recording, directory);
        }
    }

    /** The columns of {@code jfr view} are the fields, in their order. */
    @ParameterizedTest
    @CsvSource({
        "LLM, Llm, requestModel inputTokens outputTokens firstChunk finishReasons",
        "TOOL, Tool, toolName",
        "WORKFLOW, Agent, name kind",
        "RETRIEVAL, Retrieval, name documents",
        "EMBEDDING, Embedding, requestModel texts inputTokens",
        "MEMORY, Memory, name memoryMessages",
        "HTTP, Operation, name kind httpStatus"
    })
    void shouldHaveFewColumns(SpanKind kind, String type, String own) throws Exception {
        RecordedEvent event = FlightReading.event(recorded(kind, "", Status.OK, Map.of()), "agentprofiler." + type);

        assertThat(event.getFields().stream().map(ValueDescriptor::getName))
                .containsExactly(("startTime duration eventThread stackTrace " + own + " " + COMMON).split(" "));
    }

    @Test
    void shouldShowAModelCallAndTheThreadThatMadeIt() throws Exception {
        RecordedEvent event = FlightReading.event(
                recorded(
                        SpanKind.LLM,
                        "",
                        Status.ERROR,
                        Map.of(
                                "gen_ai.usage.input_tokens",
                                3_000_000_000L,
                                "gen_ai.response.finish_reasons",
                                List.of("stop", "length"),
                                "error.type",
                                "java.io.IOException")),
                "agentprofiler.Llm");

        assertThat(event.getString("requestModel")).isEqualTo("gpt-4o");
        assertThat(event.getDouble("inputTokens")).isEqualTo(3_000_000_000.0);
        assertThat(event.getString("finishReasons")).isEqualTo("stop,length");
        assertThat(event.getThread("startThread").getJavaName())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(event.getString("status")).isEqualTo("error");
        assertThat(event.getString("traceId")).isEqualTo("0123456789abcdeffedcba9876543210");
        assertThat(event.getLong("spanKey")).isEqualTo(0xabcdef0123456789L);
    }

    @Test
    void shouldShowNothingWhereNothingIsKnown() throws Exception {
        RecordedEvent event = FlightReading.event(recorded(SpanKind.LLM, "", Status.OK, Map.of()), "agentprofiler.Llm");

        assertThat(event.toString())
                .as("as 'jfr print' shows it")
                .contains(
                        "inputTokens = N/A",
                        "outputTokens = N/A",
                        "firstChunk = N/A",
                        "finishReasons = N/A",
                        "errorType = N/A");
    }

    @Test
    void shouldRecordEitherEventAlone() throws Exception {
        Path file = recorded(SpanKind.TOOL, "Tool", Status.OK, Map.of("gen_ai.tool.name", "search"));

        assertThat(FlightReading.event(file, "agentprofiler.Tool").getString("toolName"))
                .isEqualTo("search");
        assertThat(FlightReading.events(file, "agentprofiler.ToolDetails")).isEmpty();

        file = recorded(SpanKind.TOOL, "ToolDetails", Status.OK, Map.of("gen_ai.tool.name", "search"));

        assertThat(FlightReading.events(file, "agentprofiler.Tool")).isEmpty();
        assertThat(FlightReading.event(file, "agentprofiler.ToolDetails").getString("toolName"))
                .isEqualTo("search");
    }
}
