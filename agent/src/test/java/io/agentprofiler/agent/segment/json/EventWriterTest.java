// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.ServerFigures;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import io.agentprofiler.agent.stats.TraceClock;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventWriterTest {
    private static final long EPOCH = 1_795_000_000_000_000_000L;

    private final LineBuffer buffer = new LineBuffer();
    private final JsonLines lines = new JsonLines(buffer);
    private final EventWriter writer = new EventWriter(lines, new TraceClock(EPOCH, 1_000));
    private final Span span = new Span(Spans.RULE, null, null, 0xabc, -1, 0x1f, 1_000, false);

    @Test
    void shouldWriteAStart() {
        SpanStart start = start();
        start.parentId = 7;
        start.name = "chat \"gpt\"";
        start.threadName = "main";
        start.attributes.put("gen_ai.request.model", "gpt");
        start.attributes.put("n", 3L);
        start.attributes.put("x", 0.25);
        start.attributes.put("f", true);
        start.attributes.put("unknown", null);
        start.attributes.put("nan", Double.NaN);
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("role", "user");
        nested.put("text", null);
        start.attributes.put("messages", List.of(nested, "é€\n"));
        writer.start(start);
        assertThat(text())
                .isEqualTo("{\"event\":\"SPAN_START\",\"trace\":\"0000000000000abcffffffffffffffff\","
                        + "\"span\":\"000000000000001f\",\"parent\":\"0000000000000007\",\"t\":" + EPOCH
                        + ",\"kind\":\"llm\",\"name\":\"chat \\\"gpt\\\"\",\"rule\":\"test/step\",\"thread\":\"main\","
                        + "\"attributes\":{\"gen_ai.request.model\":\"gpt\",\"n\":3,\"x\":0.25,\"f\":true,"
                        + "\"messages\":[{\"role\":\"user\"},\"é€\\n\"]}}\n");
    }

    @Test
    void shouldLeaveOutWhatIsUnknownInAStart() {
        writer.start(start());
        assertThat(text())
                .isEqualTo("{\"event\":\"SPAN_START\",\"trace\":\"0000000000000abcffffffffffffffff\","
                        + "\"span\":\"000000000000001f\",\"t\":" + EPOCH
                        + ",\"kind\":\"llm\",\"rule\":\"test/step\"}\n");
    }

    @Test
    void shouldWriteHowLongTheTaskOfASpanWaitedForAThread() {
        span.queuedNanos = 12;
        SpanStart start = start();
        start.threadName = "pool-1-thread-1";
        writer.start(start);
        assertThat(text()).contains("\"thread\":\"pool-1-thread-1\",\"queued_ns\":12}");
    }

    @Test
    void shouldWriteChunksWithAndWithoutALength() {
        SpanChunk chunk = new SpanChunk();
        chunk.span = span;
        chunk.epochNanos = EPOCH;
        chunk.index = 2;
        chunk.type = "text";
        chunk.chars = 17;
        writer.chunk(chunk);
        chunk.chars = -1;
        writer.chunk(chunk);
        assertThat(text())
                .isEqualTo("{\"event\":\"SPAN_CHUNK\",\"span\":\"000000000000001f\",\"t\":" + EPOCH
                        + ",\"i\":2,\"type\":\"text\",\"chars\":17}\n"
                        + "{\"event\":\"SPAN_CHUNK\",\"span\":\"000000000000001f\",\"t\":" + EPOCH
                        + ",\"i\":2,\"type\":\"text\"}\n");
    }

    @Test
    void shouldWriteWhatTheApplicationTookForElements() {
        span.chunks = new Span.ChunkStats();
        span.chunks.count = 1;
        span.chunks.firstNanos = 1_500;
        span.chunks.lastNanos = 1_500;
        span.enterHandler(Thread.currentThread());
        span.leaveHandler(Thread.currentThread());
        long nanos = span.handler.nanos();
        writer.end(end());
        assertThat(text())
                .contains("\"max_gap_ns\":0,\"handler_ns\":" + nanos + ",\"handler_before_ns\":0,\"handler_after_ns\":"
                        + nanos + "}");
    }

    @Test
    void shouldWriteWhatTheApplicationTookForElementsThatAnotherSpanCounts() {
        span.enterHandler(Thread.currentThread());
        span.leaveHandler(Thread.currentThread());
        writer.end(end());
        assertThat(text()).contains("\"chunks\":{\"handler_ns\":" + span.handler.nanos() + "}");
    }

    @Test
    void shouldNotWriteATimeThatIsNotKnown() {
        span.giveUpHandler();
        span.enterHandler(Thread.currentThread());
        writer.end(end());
        assertThat(text()).doesNotContain("handler", "chunks");
    }

    @Test
    void shouldWriteAnEnd() {
        span.chunks = new Span.ChunkStats();
        span.chunks.count = 3;
        span.chunks.firstNanos = 1_500;
        span.chunks.lastNanos = 3_000;
        span.chunks.maxGapNanos = 900;
        span.chunks.chars = 42;
        SpanEnd end = end();
        end.status = SpanEnd.Status.ERROR;
        end.threadName = "http-1";
        end.cpuNanos = 0;
        end.allocatedBytes = 512;
        end.errorType = "java.io.IOException";
        end.errorMessage = "gone";
        end.attributes.put("gen_ai.usage.input_tokens", 12L);
        writer.end(end);
        assertThat(text())
                .isEqualTo("{\"event\":\"SPAN_END\",\"span\":\"000000000000001f\","
                        + "\"trace\":\"0000000000000abcffffffffffffffff\",\"t\":" + EPOCH
                        + ",\"status\":\"error\",\"thread\":\"http-1\",\"cpu_ns\":0,\"alloc_bytes\":512,"
                        + "\"chunks\":{\"count\":3,\"first_t\":" + (EPOCH + 500) + ",\"last_t\":" + (EPOCH + 2_000)
                        + ",\"max_gap_ns\":900,\"chars\":42},"
                        + "\"error\":{\"type\":\"java.io.IOException\",\"message\":\"gone\"},"
                        + "\"attributes\":{\"gen_ai.usage.input_tokens\":12}}\n");
    }

    @Test
    void shouldLeaveOutWhatIsUnknownInAnEnd() {
        writer.end(end());
        assertThat(text())
                .isEqualTo("{\"event\":\"SPAN_END\",\"span\":\"000000000000001f\","
                        + "\"trace\":\"0000000000000abcffffffffffffffff\",\"t\":" + EPOCH + ",\"status\":\"ok\"}\n");
    }

    @Test
    void shouldWriteAProcessSampleWithoutWhatIsUnknown() {
        writer.process(new ProcessSample(EPOCH, 1, 2, 3, 0.5));
        writer.process(new ProcessSample(EPOCH, -1, 2, -1, -1));
        assertThat(text())
                .isEqualTo("{\"event\":\"PROCESS\",\"t\":" + EPOCH
                        + ",\"rss_bytes\":1,\"heap_bytes\":2,\"gc_ms\":3,\"cpu\":0.5}\n"
                        + "{\"event\":\"PROCESS\",\"t\":" + EPOCH + ",\"heap_bytes\":2}\n");
    }

    @Test
    void shouldWriteASampleOfAServer() {
        writer.modelServer(ModelServerSample.of(
                EPOCH,
                "http://box:8000",
                ServerFigures.of("vllm", "qwen", 2, 3, 4, 0.25, 0.5, 100, 40, 700, 80, 1, 9)));
        writer.modelServer(ModelServerSample.of(
                EPOCH, "http://box:8001", ServerFigures.of("skyrl", null, 1, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1)));
        writer.modelServer(ModelServerSample.failed(EPOCH, "http://box:8002", "HTTP 503"));
        assertThat(text())
                .isEqualTo("{\"event\":\"BACKEND\",\"t\":" + EPOCH
                        + ",\"endpoint\":\"http://box:8000\",\"up\":true,\"server\":\"vllm\",\"model\":\"qwen\","
                        + "\"engines\":2,\"running\":3,\"waiting\":4,\"kv_cache_usage\":0.25,"
                        + "\"kv_cache_usage_max\":0.5,\"prefix_cache_queries\":100,\"prefix_cache_hits\":40,"
                        + "\"prompt_tokens\":700,\"generation_tokens\":80,\"preemptions\":1,\"requests\":9}\n"
                        + "{\"event\":\"BACKEND\",\"t\":" + EPOCH
                        + ",\"endpoint\":\"http://box:8001\",\"up\":true,\"server\":\"skyrl\",\"engines\":1,"
                        + "\"running\":0}\n"
                        + "{\"event\":\"BACKEND\",\"t\":" + EPOCH
                        + ",\"endpoint\":\"http://box:8002\",\"up\":false,\"failure\":\"HTTP 503\"}\n");
    }

    @Test
    void shouldWriteBooksAndFooter() {
        PipelineCounters.Snapshot.SnapshotDraft draft = new PipelineCounters.Snapshot.SnapshotDraft();
        draft.emitted = Map.of("SPAN_START", 9L);
        draft.written = Map.of("SPAN_START", 6L);
        draft.dropped = Map.of("SPAN_START", Map.of("io", 2L));
        draft.queued = Map.of("SPAN_START", 1L);
        draft.payloadsDropped = 5;
        draft.started = 7;
        draft.ended = 4;
        draft.open = 2;
        draft.abandoned = 1;
        draft.suppressed = 3;
        draft.consumerCpuNanos = 77;
        draft.lateMillis = 1200;
        draft.sampling = new PipelineCounters.Sampling(103, 917, 5, 6, 8, 2, 1);
        draft.spanCostNanos = 640;
        PipelineCounters.Snapshot counters = draft.build();
        writer.counters(counters, DirectoryAccount.NONE);
        writer.footer(
                counters,
                new DirectoryAccount(2, 99, 7, 1, 3, 4, 5, 1000),
                Map.of("rules", List.of(Map.of("rule", "a/b"))));
        String figures = "\"emitted\":{\"SPAN_START\":9},\"written\":{\"SPAN_START\":6},"
                + "\"dropped\":{\"SPAN_START\":{\"io\":2}},\"queued\":{\"SPAN_START\":1},"
                + "\"started\":7,\"ended\":4,\"open\":2,\"abandoned\":1,\"payloads_dropped\":5,\"absorbed\":3,\"consumer_cpu_ns\":77,\"late_ms\":1200"
                + ",\"span_cost_ns\":640,\"workflows_kept\":103,\"workflows_skipped\":917,\"workflows_refused\":5"
                + ",\"workflows_kept_by_rule\":6,\"workflows_matched\":8,\"workflows_undecided\":2,\"workflows_unheld\":1";
        assertThat(text().replaceAll("\"t\":\\d+", "\"t\":0"))
                .isEqualTo("{\"event\":\"BOOKS\",\"t\":0," + figures + "}\n"
                        + "{\"event\":\"FOOTER\",\"t\":0," + figures
                        + ",\"deleted_segments\":2,\"deleted_bytes\":99,\"deleted_events\":7,\"removed_segments\":1"
                        + ",\"removed_events\":3,\"unsynced_segments\":4,\"deleted_runs\":5,\"deleted_run_bytes\":1000"
                        + ",\"rules\":[{\"rule\":\"a/b\"}]}\n");
    }

    @Test
    void shouldWriteAHeader() {
        writer.header(new RunInfo(
                "shop",
                4711,
                "box",
                Map.of("version", "17"),
                Map.of("version", "0.1"),
                new TraceClock(EPOCH, 1_000),
                Map.of("sample", 1.0)));
        assertThat(text())
                .isEqualTo("{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\","
                        + "\"run\":\"shop-4711-20261118T110640.000Z\",\"service\":\"shop\",\"pid\":4711,\"host\":\"box\","
                        + "\"jvm\":{\"version\":\"17\"},\"agent\":{\"version\":\"0.1\"},"
                        + "\"clock\":{\"epoch_ns\":" + EPOCH + ",\"nano\":1000},\"settings\":{\"sample\":1.0}}\n");
    }

    @Test
    void shouldSurviveHalfASurrogatePair() {
        SpanStart start = start();
        start.name = "cut \ud83d";
        start.attributes.put("whole", "\ud83d\ude00");
        writer.start(start);
        assertThat(text()).contains("\"name\":\"cut \\uD83D\"").contains("\"whole\":\"\\uD83D\\uDE00\"");
    }

    @Test
    void shouldTakeBackALineThatFails() {
        writer.end(end());
        String first = text();
        SpanStart broken = start();
        broken.attributes.put("long", "x".repeat(100_000));
        broken.attributes.put("alien", new StringBuilder());
        assertThatThrownBy(() -> writer.start(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no value of the trace format: java.lang.StringBuilder");
        lines.dropUnfinished();
        assertThat(text()).isEqualTo(first);
        writer.end(end());
        assertThat(text()).isEqualTo(first + first);
    }

    private SpanStart start() {
        SpanStart start = new SpanStart();
        start.span = span;
        start.epochNanos = EPOCH;
        return start;
    }

    private SpanEnd end() {
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.epochNanos = EPOCH;
        end.status = SpanEnd.Status.OK;
        end.cpuNanos = -1;
        end.allocatedBytes = -1;
        return end;
    }

    private String text() {
        return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.UTF_8);
    }
}
