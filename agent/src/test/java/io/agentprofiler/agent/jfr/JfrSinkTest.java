// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JfrSinkTest {
    private static final Rule LLM = FlightRun.rule(SpanKind.LLM);
    private static final Rule TOOL = FlightRun.rule(SpanKind.TOOL);

    @TempDir
    Path directory;

    private final FlightRun run = new FlightRun();
    private final Recording recording = new Recording();

    @BeforeEach
    void startRecording() {
        recording.start();
    }

    @AfterEach
    void stopWatching() {
        recording.close();
        run.close();
    }

    private Path stop() throws Exception {
        return FlightReading.stop(recording, directory);
    }

    /** Something that happened at a known place of the test, on JFR's own clock. */
    @Name("agentprofiler.test.Mark")
    static final class Mark extends Event {
        String place;

        static void at(String place) {
            Mark mark = new Mark();
            mark.place = place;
            mark.commit();
        }
    }

    @Test
    void shouldFillEveryFieldOfAModelCall() throws Exception {
        Span root = run.open(TOOL, null, "tool", Map.of());
        Span span = run.open(
                LLM,
                root,
                "chat gpt-4o",
                Map.of(
                        "gen_ai.operation.name", "chat",
                        "gen_ai.provider.name", "openai",
                        "gen_ai.request.model", "gpt-4o",
                        "gen_ai.request.temperature", 0.5,
                        "gen_ai.request.max_tokens", 100L,
                        "gen_ai.conversation.id", "c-7"));
        run.leave(span);
        run.end(
                span,
                Status.OK,
                null,
                Map.of(
                        "gen_ai.response.model", "gpt-4o-2024-08-06",
                        "gen_ai.response.id", "resp-1",
                        "gen_ai.response.finish_reasons", List.of("stop", "length"),
                        "gen_ai.usage.input_tokens", 120L,
                        "gen_ai.usage.output_tokens", 40L,
                        "gen_ai.usage.cache_read.input_tokens", 64L,
                        "gen_ai.usage.reasoning.output_tokens", 0L));
        run.drain(0);

        RecordedEvent event = FlightReading.event(stop(), "agentprofiler.LlmDetails");
        assertThat(event.getString("traceId")).isEqualTo("0123456789abcdeffedcba9876543210");
        assertThat(event.getString("spanId")).isEqualTo("abcdef012345678a");
        assertThat(event.getString("parentId")).isEqualTo("abcdef0123456789");
        assertThat(event.getLong("spanKey")).isEqualTo(0xabcdef012345678aL);
        assertThat(event.getString("name")).isEqualTo("chat gpt-4o");
        assertThat(event.getString("kind")).isEqualTo("llm");
        assertThat(event.getString("rule")).isEqualTo("acme/llm-rule");
        assertThat(event.getString("status")).isEqualTo("ok");
        assertThat(event.getString("errorType")).isNull();
        assertThat(event.getString("operationName")).isEqualTo("chat");
        assertThat(event.getString("provider")).isEqualTo("openai");
        assertThat(event.getString("requestModel")).isEqualTo("gpt-4o");
        assertThat(event.getString("responseModel")).isEqualTo("gpt-4o-2024-08-06");
        assertThat(event.getString("responseId")).isEqualTo("resp-1");
        assertThat(event.getString("finishReasons")).isEqualTo("stop,length");
        assertThat(event.getString("conversationId")).isEqualTo("c-7");
        assertThat(event.getDouble("temperature")).isEqualTo(0.5);
        assertThat(event.getDouble("maxTokens")).isEqualTo(100);
        assertThat(event.getDouble("inputTokens")).isEqualTo(120);
        assertThat(event.getDouble("outputTokens")).isEqualTo(40);
        assertThat(event.getDouble("cacheReadTokens")).isEqualTo(64);
        assertThat(event.getDouble("cacheCreationTokens"))
                .as("a number the server did not give is not 0")
                .isNaN();
        assertThat(event.getDouble("reasoningTokens")).isZero();
        assertThat(event.getLong("cpuTime")).isEqualTo(Long.MIN_VALUE);
        assertThat(event.toString())
                .as("as 'jfr print' shows it")
                .contains("cacheCreationTokens = N/A")
                .contains("allocated = N/A")
                .contains("chunkCount = N/A")
                .contains("cpuTime = N/A")
                .contains("firstChunk = N/A")
                .contains("lastChunk = N/A")
                .contains("maxChunkGap = N/A")
                .contains("handlerTime = N/A");
        assertThat(event.getThread("startThread").getJavaName())
                .isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void shouldKeepStartAndDurationWhenCommittedLaterOnAnotherThread() throws Exception {
        Mark.at("before begin");
        Span span = run.open(TOOL, null, "tool", Map.of());
        Mark.at("after begin");
        Mark.at("before end");
        run.leave(span);
        run.end(span, Status.OK, null, Map.of());
        Mark.at("after end");
        Thread consumer = new Thread(() -> run.drain(0), "consumer");
        consumer.start();
        consumer.join();

        Path file = stop();
        List<RecordedEvent> marks = FlightReading.events(file, "agentprofiler.test.Mark");
        for (String type : List.of("agentprofiler.Tool", "agentprofiler.Span")) {
            RecordedEvent event = FlightReading.event(file, type);
            assertThat(event.getStartTime())
                    .as(type)
                    .isBetween(marks.get(0).getStartTime(), marks.get(1).getStartTime());
            assertThat(event.getEndTime())
                    .as(type)
                    .isBetween(marks.get(2).getStartTime(), marks.get(3).getStartTime());
        }
        assertThat(FlightReading.event(file, "agentprofiler.Tool").getThread().getJavaName())
                .isEqualTo("consumer");
        assertThat(FlightReading.event(file, "agentprofiler.Tool")
                        .getThread("startThread")
                        .getJavaName())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(FlightReading.event(file, "agentprofiler.Span").getThread().getJavaName())
                .as("the event of the lane belongs to the thread that made the call")
                .isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void shouldTieTheEventOnTheLaneToTheOneWithTheDetails() throws Exception {
        Span root = run.open(TOOL, null, "tool", Map.of());
        Span child = run.span(LLM, root);
        run.leave(root);
        run.end(root, Status.OK, null, Map.of());
        run.drain(0);

        Path file = stop();
        List<RecordedEvent> lane = FlightReading.events(file, "agentprofiler.Span");
        assertThat(lane).extracting(event -> event.getLong("spanKey")).containsExactly(child.id, root.id);
        assertThat(lane).extracting(event -> event.getLong("parentKey")).containsExactly(root.id, 0L);
        assertThat(lane)
                .extracting(event -> event.getLong("traceKey"))
                .containsExactly(0xfedcba9876543210L, 0xfedcba9876543210L);
        assertThat(lane)
                .extracting(event -> event.getString("rule"))
                .containsExactly("acme/llm-rule", "acme/tool-rule");
        assertThat(lane).extracting(event -> event.getString("kind")).containsExactly("llm", "tool");
        assertThat(lane).extracting(event -> event.getString("type")).containsExactly("acme.Work", "acme.Work");
        assertThat(lane).extracting(event -> event.getString("method")).containsExactly("run", "run");
        assertThat(FlightReading.event(file, "agentprofiler.Llm").getLong("spanKey"))
                .isEqualTo(child.id);
    }

    @Test
    void shouldShowWhereASpanStartedAndEnded() throws Exception {
        Span span = run.open(LLM, null, "chat", Map.of());
        run.leave(span);
        Thread callback = new Thread(() -> run.end(span, Status.CANCELLED, null, Map.of()), "callback");
        callback.start();
        callback.join();
        run.drain(0);

        RecordedEvent event = FlightReading.event(stop(), "agentprofiler.LlmDetails");
        assertThat(event.getString("startThreadName"))
                .isEqualTo(Thread.currentThread().getName());
        assertThat(event.getString("endThreadName")).isEqualTo("callback");
        assertThat(event.getString("status")).isEqualTo("cancelled");
    }

    @Test
    void shouldTellTheTimesOfAStreamedResult() throws Exception {
        recording.enable("agentprofiler.Chunk");
        Span span = run.open(LLM, null, "chat", Map.of());
        run.leave(span);
        run.chunk(span, 100, 3);
        run.chunk(span, 150, 4);
        run.chunk(span, 400, -1);
        span.enterHandler(Thread.currentThread());
        span.leaveHandler(Thread.currentThread());
        run.end(span, Status.OK, null, Map.of());
        run.drain(0);

        Path file = stop();
        RecordedEvent event = FlightReading.event(file, "agentprofiler.LlmDetails");
        assertThat(event.getDouble("chunkCount")).isEqualTo(3);
        assertThat(event.getDuration("firstChunk").toNanos()).isEqualTo(100);
        assertThat(event.getDuration("lastChunk").toNanos()).isEqualTo(400);
        assertThat(event.getDuration("maxChunkGap").toNanos()).isEqualTo(250);
        assertThat(event.getDuration("handlerTime").toNanos()).isEqualTo(span.handler.nanos());
        assertThat(event.getDuration("handlerTimeBefore").toNanos()).isZero();
        assertThat(event.getDuration("handlerTimeAfter").toNanos()).isEqualTo(span.handler.nanos());
        List<RecordedEvent> chunks = FlightReading.events(file, "agentprofiler.Chunk");
        assertThat(chunks).extracting(chunk -> chunk.getInt("number")).containsExactly(0, 1, 2);
        assertThat(chunks)
                .extracting(chunk -> chunk.getDuration("sinceStart").toNanos())
                .containsExactly(100L, 150L, 400L);
        assertThat(chunks).extracting(chunk -> chunk.getDouble("chars")).containsExactly(3.0, 4.0, Double.NaN);
        assertThat(chunks).extracting(chunk -> chunk.getString("spanId")).containsOnly("abcdef0123456789");
    }

    @Test
    void shouldRecordNoChunksUnlessAskedTo() throws Exception {
        Span span = run.open(LLM, null, "chat", Map.of());
        run.leave(span);
        run.chunk(span, 100, 3);
        run.end(span, Status.OK, null, Map.of());
        run.drain(0);

        Path file = stop();
        assertThat(FlightReading.events(file, "agentprofiler.Chunk")).isEmpty();
        RecordedEvent event = FlightReading.event(file, "agentprofiler.LlmDetails");
        assertThat(event.getDouble("chunkCount")).isEqualTo(1);
        assertThat(event.getLong("maxChunkGap")).as("one chunk has no gap").isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldCutTextsToOneKilobyte() throws Exception {
        Span span = run.open(TOOL, null, "tool", Map.of());
        run.leave(span);
        run.end(span, Status.ERROR, "\u20ac".repeat(5000), Map.of());
        run.drain(0);

        String message =
                FlightReading.event(stop(), "agentprofiler.ToolDetails").getString("errorMessage");
        assertThat(message).isEqualTo("\u20ac".repeat(341));
        assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(1024);
    }

    @Test
    void shouldTellOfAMessageThatIsNotWritten() throws Exception {
        Span span = run.open(TOOL, null, "tool", Map.of());
        run.leave(span);
        run.end(
                span,
                Status.ERROR,
                null,
                Map.of("agentprofiler.content.error.message", Map.of("chars", 12L, "hash", "Ab12Cd34")));
        run.drain(0);

        RecordedEvent event = FlightReading.event(stop(), "agentprofiler.ToolDetails");
        assertThat(event.getString("errorMessage")).isNull();
        assertThat(event.getDouble("errorMessageChars")).isEqualTo(12);
        assertThat(event.getString("errorMessageHash")).isEqualTo("Ab12Cd34");
    }

    @Test
    void shouldLeavePayloadOut() throws Exception {
        Span span = run.open(
                LLM, null, "chat", Map.of("gen_ai.input.messages", "[secret]", "agentprofiler.content.input", "x"));
        run.leave(span);
        run.end(span, Status.OK, null, Map.of("gen_ai.output.messages", "[secret]"));
        run.drain(0);

        assertThat(FlightReading.event(stop(), "agentprofiler.LlmDetails").toString())
                .doesNotContain("secret");
    }

    @Test
    void shouldLeaveNoTraceOfAnAbsorbedSpan() throws Exception {
        Span root = run.open(TOOL, null, "tool", Map.of());
        Span wrapper = new Span(LLM, new Span.Site("acme.Work", "outer", new String[0][]), root, 1, 2, 77, 0, true);
        run.gate.begin(ThreadContext.get(), wrapper);
        wrapper.suppress();
        Span inner = run.open(LLM, wrapper, "chat", Map.of());
        run.leave(inner);
        run.leave(wrapper);
        run.leave(root);

        List<RecordedEvent> lane = FlightReading.events(stop(), "agentprofiler.Span");
        assertThat(lane).extracting(event -> event.getLong("spanKey")).containsExactly(inner.id, root.id);
        assertThat(lane.get(0).getLong("parentKey")).isEqualTo(root.id);
    }

    @Test
    void shouldReuseTheEventsOfALaneWithoutMixingThem() throws Exception {
        for (int round = 0; round < 3; round++) {
            Span outer = run.open(TOOL, null, "outer", Map.of());
            run.span(LLM, outer);
            run.leave(outer);
            run.end(outer, Status.OK, null, Map.of());
        }
        run.drain(0);

        Path file = stop();
        List<RecordedEvent> lane = FlightReading.events(file, "agentprofiler.Span");
        assertThat(lane).hasSize(6);
        assertThat(lane).extracting(event -> event.getLong("spanKey")).doesNotHaveDuplicates();
        for (int i = 0; i < lane.size(); i += 2) {
            RecordedEvent inner = lane.get(i);
            RecordedEvent outer = lane.get(i + 1);
            assertThat(inner.getLong("parentKey")).isEqualTo(outer.getLong("spanKey"));
            assertThat(inner.getStartTime()).isAfterOrEqualTo(outer.getStartTime());
            assertThat(inner.getEndTime()).isBeforeOrEqualTo(outer.getEndTime());
        }
    }

    @Test
    void shouldReuseTheEventsOfOperationsWithoutMixingThem() throws Exception {
        Rule function = FlightRun.rule(SpanKind.FUNCTION);
        int calls = 150;
        for (int i = 0; i < calls; i++) {
            boolean fails = i % 3 == 0;
            Span span = run.open(function, null, "n" + i, fails ? Map.of("gen_ai.request.model", "m" + i) : Map.of());
            run.leave(span);
            if (fails) {
                run.chunk(span, 10, 1);
            }
            run.end(
                    span,
                    fails ? Status.ERROR : Status.OK,
                    fails ? "gone " + i : null,
                    fails ? Map.of("gen_ai.usage.input_tokens", (long) i) : Map.of());
            run.drain(0);
        }

        List<RecordedEvent> events = FlightReading.events(stop(), "agentprofiler.OperationDetails");
        assertThat(events).hasSize(calls);
        for (int i = 0; i < events.size(); i++) {
            RecordedEvent event = events.get(i);
            boolean fails = i % 3 == 0;
            assertThat(event.getString("name")).isEqualTo("n" + i);
            assertThat(event.getString("status")).isEqualTo(fails ? "error" : "ok");
            assertThat(event.getString("errorMessage")).isEqualTo(fails ? "gone " + i : null);
            assertThat(event.getString("requestModel")).isEqualTo(fails ? "m" + i : null);
            assertThat(event.getDouble("inputTokens")).isEqualTo(Double.valueOf(fails ? i : Double.NaN));
            assertThat(event.getDouble("chunkCount")).isEqualTo(Double.valueOf(fails ? 1 : Double.NaN));
            if (i > 0) {
                assertThat(event.getStartTime())
                        .isAfterOrEqualTo(events.get(i - 1).getEndTime());
            }
        }
    }

    @Test
    void shouldHaveTheVeryTimesOfTheLane() throws Exception {
        assertThat(EventTimes.known()).isTrue();
        Span span = run.span(LLM, null);
        run.drain(0);

        Path file = stop();
        RecordedEvent lane = FlightReading.event(file, "agentprofiler.Span");
        RecordedEvent event = FlightReading.event(file, "agentprofiler.Llm");
        assertThat(event.getLong("spanKey")).isEqualTo(span.id);
        assertThat(event.getStartTime()).isEqualTo(lane.getStartTime());
        assertThat(event.getEndTime()).isEqualTo(lane.getEndTime());
    }

    @Test
    void shouldHaveTimesWhereTheLaneIsNotWanted() throws Exception {
        recording.disable("agentprofiler.Span");
        Mark.at("before");
        run.span(LLM, null);
        Mark.at("after");
        run.drain(0);

        Path file = stop();
        RecordedEvent event = FlightReading.event(file, "agentprofiler.Llm");
        List<RecordedEvent> marks = FlightReading.events(file, "agentprofiler.test.Mark");
        assertThat(FlightReading.events(file, "agentprofiler.Span")).isEmpty();
        assertThat(event.getStartTime()).isAfterOrEqualTo(marks.get(0).getStartTime());
        assertThat(event.getEndTime()).isBeforeOrEqualTo(marks.get(1).getStartTime());
    }

    @Test
    void shouldWriteTheBooks() throws Exception {
        run.sink.counters(FlightRun.BOOKS);

        Path file = stop();
        List<RecordedEvent> counters = FlightReading.events(file, "agentprofiler.Pipeline");
        assertThat(counters)
                .as("once by the sink, once at the end of the chunk")
                .hasSize(2);
        RecordedEvent event = counters.get(0);
        assertThat(event.getString("service")).isEqualTo("acme");
        assertThat(event.getLong("pid")).isEqualTo(ProcessHandle.current().pid());
        assertThat(event.getLong("emittedChunks")).isEqualTo(20);
        assertThat(event.getLong("writtenChunks")).isEqualTo(7);
        assertThat(event.getLong("droppedChunks")).isEqualTo(12);
        assertThat(event.getLong("queuedChunks")).isEqualTo(1);
        assertThat(event.getString("dropReasons")).isEqualTo("SPAN_CHUNK ring_full 12");
        assertThat(event.getLong("emittedEnds")).isEqualTo(4);
        assertThat(event.getLong("writtenEnds")).isEqualTo(3);
        assertThat(event.getLong("queuedEnds")).isEqualTo(1);
        assertThat(event.getLong("emittedStarts")).isEqualTo(5);
        assertThat(event.getLong("writtenStarts")).isEqualTo(5);
        assertThat(event.getLong("payloadsDropped")).isEqualTo(6);
        assertThat(event.getLong("started")).isEqualTo(5);
        assertThat(event.getLong("ended")).isEqualTo(4);
        assertThat(event.getLong("open")).isEqualTo(1);
        assertThat(event.getLong("abandoned")).isZero();
        assertThat(event.getLong("absorbed")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "WORKFLOW, agentprofiler.AgentDetails",
        "AGENT, agentprofiler.AgentDetails",
        "LLM, agentprofiler.LlmDetails",
        "TOOL, agentprofiler.ToolDetails",
        "RETRIEVAL, agentprofiler.RetrievalDetails",
        "EMBEDDING, agentprofiler.EmbeddingDetails",
        "MEMORY, agentprofiler.MemoryDetails",
        "PROMPT, agentprofiler.OperationDetails",
        "GUARDRAIL, agentprofiler.OperationDetails",
        "EVALUATION, agentprofiler.OperationDetails",
        "RERANK, agentprofiler.OperationDetails",
        "HTTP, agentprofiler.OperationDetails",
        "FUNCTION, agentprofiler.OperationDetails"
    })
    void shouldHaveAnEventForEveryKind(SpanKind kind, String type) throws Exception {
        run.span(FlightRun.rule(kind), null);
        run.drain(0);

        assertThat(FlightReading.event(stop(), type).getString("kind")).isEqualTo(kind.word());
    }

    @Test
    void shouldObeyTheThresholdOfARecording() throws Exception {
        recording.enable("agentprofiler.Tool").withThreshold(Duration.ofDays(1));
        run.span(TOOL, null);
        run.drain(0);

        assertThat(FlightReading.events(stop(), "agentprofiler.Tool")).isEmpty();
    }
}
