// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every line of every type that the sink writes must be valid by the published schema. */
@Timeout(60)
class SegmentSchemaTest {
    @TempDir
    Path temp;

    @Test
    void shouldWriteOnlyLinesThatTheSchemaAllows() throws IOException {
        Settings settings = Spans.settings("dir", temp.resolve("traces").toString(), "segment.maxBytes", "4k");
        TraceClock clock = TraceClock.now();
        SegmentSink sink = new SegmentSink(
                settings,
                RunInfo.of(settings, clock, "test", List.of("test")),
                () -> Map.of(
                        "frameworks",
                        List.of(Map.of(
                                "name",
                                "test",
                                "supported",
                                "Test 1.0 to 1.2",
                                "jars",
                                List.of("test-core-1.1.jar"),
                                "model_calls",
                                true)),
                        "unmatched",
                        List.of("mine/plan"),
                        "rules",
                        List.of(Map.of("rule", "test/step", "types", 1L, "spans", 2L, "faults", 0L, "state", "on"))));
        EventPipeline pipeline = EventPipeline.open(settings, clock, new EverythingRead(), List.of(sink));
        Span root = Spans.root(Spans.RULE);
        Spans.start(pipeline.events(), root, null);
        for (int i = 0; i < 400; i++) {
            offer(pipeline, Spans.child(root), i);
        }
        Spans.end(pipeline.events(), root, null);
        pipeline.modelServer(ModelServerSample.of(
                clock.epochNanos(System.nanoTime()),
                "http://box:8000",
                new ModelServerSample.Figures(
                        "vllm",
                        "qwen",
                        2,
                        3,
                        4,
                        0.25,
                        0.5,
                        100,
                        40,
                        700,
                        80,
                        1,
                        9,
                        new ModelServerSample.Cache(16000, 4000, 16),
                        new ModelServerSample.Waits(0.5, 9, 1.25, 8, 2.5, 9),
                        new TreeMap<>(Map.of("stop", 8L, "length", 1L)))));
        pipeline.modelServer(
                ModelServerSample.failed(clock.epochNanos(System.nanoTime()), "http://box:8000", "HTTP 503"));
        // Segments are renamed, and half written, meanwhile.
        await().ignoreExceptions()
                .until(() -> !Lines.ofType(Lines.all(sink.directory()), TraceFormat.BOOKS)
                        .isEmpty());
        pipeline.close();

        Schema schema = schema();
        Set<String> types = new TreeSet<>();
        for (String name : Lines.names(sink.directory())) {
            for (String line : Files.readAllLines(sink.directory().resolve(name))) {
                assertThat(schema.validate(line, InputFormat.JSON)).as(line).isEmpty();
                types.add((String) Lines.object(line).get("event"));
            }
        }
        assertThat(types)
                .containsExactly(
                        "BACKEND", "BOOKS", "FOOTER", "HEADER", "PROCESS", "SPAN_CHUNK", "SPAN_END", "SPAN_START");
    }

    private static void offer(EventPipeline pipeline, Span span, int i) {
        span.queuedNanos = i % 5 - 1;
        Spans.start(pipeline.events(), span, null);
        if (i % 3 == 0) {
            span.chunks = new Span.ChunkStats();
            span.chunks.count = 1;
            span.chunks.firstNanos = span.startNanos;
            span.chunks.lastNanos = span.startNanos;
            pipeline.events().chunk(span, span.startNanos, 0, "text", i % 2 == 0 ? 5 : -1);
        }
        if (i % 4 == 0) {
            span.enterHandler(Thread.currentThread());
            span.leaveHandler(Thread.currentThread());
        }
        span.end();
        pipeline.events()
                .end(
                        span,
                        System.nanoTime(),
                        SpanEnd.Status.values()[i % 3],
                        Thread.currentThread(),
                        i % 2 == 0 ? -1 : 10,
                        i % 2 == 0 ? -1 : 10,
                        span.rule,
                        null,
                        null,
                        null);
    }

    private static Schema schema() throws IOException {
        try (InputStream in = TraceFormat.class.getResourceAsStream("trace-event.schema.json")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text, InputFormat.JSON);
        }
    }

    private static final class EverythingRead implements SpanReader {
        @Override
        public void readStart(PathRoots call, boolean payload, SpanStart into) {
            into.name = "step \ud83d";
            into.attributes.put("gen_ai.request.model", "m");
            into.attributes.put("gen_ai.request.temperature", 0.5);
        }

        @Override
        public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
            into.attributes.put("gen_ai.usage.input_tokens", 12L);
            into.attributes.put("gen_ai.response.finish_reasons", List.of("stop"));
            if (into.status == SpanEnd.Status.ERROR) {
                into.errorType = "java.io.IOException";
            }
        }
    }
}
