// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.bench;

import com.sun.management.ThreadMXBean;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.SegmentSink;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * How fast events get from the ring to a file, beside Jackson writing the same bytes to the same disk: the ratio is printed.
 *
 * <p>Ring: one producer offers as fast as the ring takes, nothing may be dropped; time runs until the sink is closed and
 * synced. Jackson: the tokens of the segment that came of it, parsed before, are written by one generator through a buffered
 * stream, flushed and synced. Rounds alternate, the medians are compared.
 *
 * <p>Run with {@code java -cp ... io.agentprofiler.agent.bench.SegmentThroughput [directory] [spans] [rounds]}.
 */
public final class SegmentThroughput {
    /** Spans offered before the producer looks whether the writer keeps up. */
    private static final int LOT = 2_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** CPU time of the writing thread in the last round; steadier than time on a machine that is shared. */
    private static long cpuNanos;

    private SegmentThroughput() {}

    /** Prints both speeds of each round, and the ratio of the medians. */
    public static void main(String[] args) throws IOException {
        Path base = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("throughput");
        int spans = args.length > 1 ? Integer.parseInt(args[1]) : 300_000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 7;
        double[] ring = new double[rounds];
        double[] jackson = new double[rounds];
        double[] ringCpu = new double[rounds];
        double[] jacksonCpu = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            Path directory = base.resolve("round-" + round);
            Path[] segment = new Path[1];
            ring[round] = ringRound(directory, spans, segment);
            ringCpu[round] = megabytesPerSecond(Files.size(segment[0]), cpuNanos);
            Tokens tokens = Tokens.of(segment[0]);
            jackson[round] = jacksonRound(directory.resolve("jackson.jsonl"), tokens, Files.size(segment[0]));
            jacksonCpu[round] = megabytesPerSecond(Files.size(segment[0]), cpuNanos);
            System.out.printf(
                    "round %d: ring to segment %.0f MB/s, Jackson %.0f MB/s, %d bytes an event%n",
                    round, ring[round], jackson[round], Files.size(segment[0]) / (2L * spans));
            delete(directory);
        }
        System.out.printf(
                "median of %d rounds: ring to segment %.0f MB/s, Jackson %.0f MB/s, ratio %.2f%n",
                rounds, median(ring), median(jackson), median(ring) / median(jackson));
        System.out.printf(
                "by CPU time of the writing thread: %.0f and %.0f MB/s, ratio %.2f%n",
                median(ringCpu), median(jacksonCpu), median(ringCpu) / median(jacksonCpu));
    }

    private static double ringRound(Path directory, int spans, Path[] segment) throws IOException {
        Settings settings = Spans.settings("dir", directory.toString(), "segment.maxBytes", "4g", "dir.maxBytes", "8g");
        TraceClock clock = TraceClock.now();
        SegmentSink sink = new SegmentSink(settings, RunInfo.of(settings, clock, "bench", List.of("test")), Map::of);
        EventPipeline pipeline = EventPipeline.open(settings, clock, new ModelCallRead(), List.of(sink));
        Span root = Spans.root(Spans.RULE);
        long begin = System.nanoTime();
        for (int done = 0; done < spans; done += LOT) {
            for (int i = 0; i < LOT; i++) {
                Span span = Spans.child(root);
                Spans.start(pipeline.events(), span, span);
                Spans.end(pipeline.events(), span, span);
            }
            while (pipeline.counters().queued().get("SPAN_END") > LOT) {
                LockSupport.parkNanos(50_000);
            }
        }
        pipeline.drain(60_000);
        cpuNanos = writerCpuNanos();
        pipeline.close();
        long nanos = System.nanoTime() - begin;
        if (pipeline.counters().droppedEvents() != 0) {
            throw new IllegalStateException("events were dropped: " + pipeline.counters());
        }
        segment[0] = sink.directory().resolve("segment-000001.jsonl");
        return megabytesPerSecond(Files.size(segment[0]), nanos);
    }

    private static double jacksonRound(Path file, Tokens tokens, long expectedBytes) throws IOException {
        JsonFactory factory = JsonFactory.builder().rootValueSeparator("\n").build();
        long begin = System.nanoTime();
        long cpuBegin = THREADS.getCurrentThreadCpuTime();
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, 64 * 1024);
            JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), buffered);
            tokens.writeTo(generator);
            generator.writeRaw('\n');
            generator.flush();
            buffered.flush();
            out.getFD().sync();
        }
        long nanos = System.nanoTime() - begin;
        cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegin;
        if (Files.size(file) != expectedBytes) {
            throw new IllegalStateException("not the same bytes: " + Files.size(file) + ", " + expectedBytes);
        }
        return megabytesPerSecond(expectedBytes, nanos);
    }

    private static long writerCpuNanos() {
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo info = THREADS.getThreadInfo(id);
            if (info != null && info.getThreadName().equals(EventPipeline.THREAD_NAME)) {
                return THREADS.getThreadCpuTime(id);
            }
        }
        throw new IllegalStateException("no writer thread");
    }

    private static double megabytesPerSecond(long bytes, long nanos) {
        return bytes * 1e3 / nanos;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The attributes of a usual model call. */
    private static final class ModelCallRead implements SpanReader {
        @Override
        public void readStart(PathRoots call, boolean payload, SpanStart into) {
            into.name = "chat gpt-4o-mini";
            into.attributes.put("gen_ai.operation.name", "chat");
            into.attributes.put("gen_ai.provider.name", "openai");
            into.attributes.put("gen_ai.request.model", "gpt-4o-mini");
            into.attributes.put("gen_ai.request.temperature", 0.5);
        }

        @Override
        public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
            into.attributes.put("gen_ai.response.model", "gpt-4o-mini-2024-07-18");
            into.attributes.put("gen_ai.usage.input_tokens", 1234L);
            into.attributes.put("gen_ai.usage.output_tokens", 56L);
        }
    }

    /** The tokens of a segment in memory, so that writing them costs no parsing. */
    private static final class Tokens {
        private static final JsonToken[] KINDS = JsonToken.values();

        private final List<Object> values = new ArrayList<>();
        private byte[] kinds = new byte[1 << 16];
        private int count;

        static Tokens of(Path segment) throws IOException {
            Tokens tokens = new Tokens();
            JsonFactory factory = new JsonFactory();
            try (JsonParser parser = factory.createParser(
                    ObjectReadContext.empty(), Files.readString(segment, StandardCharsets.UTF_8))) {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    tokens.add(token, parser);
                }
            }
            return tokens;
        }

        private void add(JsonToken token, JsonParser parser) {
            if (count == kinds.length) {
                kinds = Arrays.copyOf(kinds, count * 2);
            }
            kinds[count++] = (byte) token.ordinal();
            switch (token) {
                case PROPERTY_NAME, VALUE_STRING -> values.add(parser.getString());
                case VALUE_NUMBER_INT -> values.add(parser.getLongValue());
                case VALUE_NUMBER_FLOAT -> values.add(parser.getDoubleValue());
                default -> {}
            }
        }

        void writeTo(JsonGenerator out) {
            int next = 0;
            for (int i = 0; i < count; i++) {
                switch (KINDS[kinds[i]]) {
                    case START_OBJECT -> out.writeStartObject();
                    case END_OBJECT -> out.writeEndObject();
                    case START_ARRAY -> out.writeStartArray();
                    case END_ARRAY -> out.writeEndArray();
                    case PROPERTY_NAME -> out.writeName((String) values.get(next++));
                    case VALUE_STRING -> out.writeString((String) values.get(next++));
                    case VALUE_NUMBER_INT -> out.writeNumber((Long) values.get(next++));
                    case VALUE_NUMBER_FLOAT -> out.writeNumber((Double) values.get(next++));
                    case VALUE_TRUE -> out.writeBoolean(true);
                    case VALUE_FALSE -> out.writeBoolean(false);
                    default -> throw new IllegalStateException("unexpected " + KINDS[kinds[i]]);
                }
            }
        }
    }
}
