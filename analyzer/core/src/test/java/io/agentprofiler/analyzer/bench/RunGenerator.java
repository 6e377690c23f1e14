// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.bench;

import io.agentprofiler.shared.schema.TraceFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Writes a run of any size, always the same for the same numbers: support agents that recall, ask a model, run two tools
 * at a time and ask again, on many threads at once.
 *
 * <pre>
 * java -cp ... io.agentprofiler.analyzer.bench.RunGenerator DIR EVENTS [SEGMENT_MB]
 * </pre>
 */
public final class RunGenerator {
    private static final String[] MODELS = {"gpt-4o", "gpt-4o-mini", "claude-sonnet-4"};
    private static final String[] TOOLS = {"search_orders", "refund", "weather", "lookup_customer"};
    private static final int WORKERS = 64;
    private static final long MILLI = 1_000_000;

    private final Path directory;
    private final long wanted;
    private final long segmentBytes;
    private final Random random = new Random(42);
    private OutputStream segment;
    private long written;
    private long starts;
    private long chunks;
    private long ends;
    private int segments;
    private long events;

    private RunGenerator(Path directory, long events, long segmentBytes) {
        this.directory = directory;
        this.wanted = events;
        this.segmentBytes = segmentBytes;
    }

    /** Writes a run; arguments as in the class comment. */
    public static void main(String[] arguments) throws IOException {
        int megabytes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 64;
        long events = generate(Path.of(arguments[0]), Long.parseLong(arguments[1]), megabytes * 1_000_000L);
        System.out.println(events + " events in " + arguments[0]);
    }

    /**
     * Writes a run of at least the given number of events into segments.
     *
     * @return how many events were written
     */
    public static long generate(Path directory, long events, long segmentBytes) throws IOException {
        Files.createDirectories(directory);
        RunGenerator generator = new RunGenerator(directory, events, segmentBytes);
        generator.run();
        return generator.events;
    }

    private record Line(long nanos, long order, String text) {}

    /** Workflows of 64 workers interleaved by time, as one consumer thread would have written them. */
    private void run() throws IOException {
        PriorityQueue<Line> pending = new PriorityQueue<>((left, right) -> left.nanos() != right.nanos()
                ? Long.compare(left.nanos(), right.nanos())
                : Long.compare(left.order(), right.order()));
        long[] freeAt = new long[WORKERS];
        long epoch = 1_750_000_000_000_000_000L;
        for (int i = 0; i < WORKERS; i++) {
            freeAt[i] = epoch + i * 7 * MILLI;
        }
        long planned = 0;
        open(epoch);
        while (planned < wanted || !pending.isEmpty()) {
            if (planned < wanted) {
                int worker = 0;
                for (int i = 1; i < WORKERS; i++) {
                    worker = freeAt[i] < freeAt[worker] ? i : worker;
                }
                Workflow workflow = new Workflow(worker, freeAt[worker], planned);
                planned += workflow.lines.size();
                pending.addAll(workflow.lines);
                freeAt[worker] = workflow.now + 5 * MILLI;
                long horizon = Long.MAX_VALUE;
                for (long free : freeAt) {
                    horizon = Math.min(horizon, free);
                }
                drain(pending, horizon);
            } else {
                drain(pending, Long.MAX_VALUE);
            }
        }
        close();
    }

    private void drain(PriorityQueue<Line> pending, long before) throws IOException {
        while (!pending.isEmpty() && pending.peek().nanos() < before) {
            Line next = pending.remove();
            if (written > segmentBytes) {
                close();
                open(next.nanos());
            }
            write(next.text());
            events++;
            if (next.text().startsWith("{\"event\":\"SPAN_S")) {
                starts++;
            } else if (next.text().startsWith("{\"event\":\"SPAN_E")) {
                ends++;
            } else {
                chunks++;
            }
        }
    }

    private void open(long nanos) throws IOException {
        segments++;
        Path path = directory.resolve(String.format(Locale.ROOT, "segment-%06d.jsonl", segments));
        segment = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20);
        written = 0;
        write("{\"event\":\"" + TraceFormat.HEADER + "\",\"format\":\"" + TraceFormat.FORMAT
                + "\",\"run\":\"generated\",\"service\":\"support-agent\",\"pid\":4711,\"host\":\"bench\","
                + "\"jvm\":{\"version\":\"17\"},\"agent\":{\"version\":\"0\"},\"clock\":{\"epoch_ns\":" + nanos
                + ",\"nano\":0},\"settings\":{}}");
    }

    private void close() throws IOException {
        String counts = "{\"SPAN_START\":" + starts + ",\"SPAN_CHUNK\":" + chunks + ",\"SPAN_END\":" + ends + "}";
        write("{\"event\":\"" + TraceFormat.FOOTER + "\",\"emitted\":" + counts + ",\"written\":" + counts
                + ",\"dropped\":{},\"queued\":{},\"started\":" + starts + ",\"ended\":" + ends
                + ",\"open\":0,\"abandoned\":0,\"payloads_dropped\":0,\"rules\":[]}");
        segment.close();
    }

    private void write(String text) throws IOException {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        segment.write(bytes);
        written += bytes.length;
    }

    /** One run of the agent. */
    private final class Workflow {
        private final Deque<Line> lines = new ArrayDeque<>();
        private final String trace;
        private final String thread;
        private long now;
        private long order;

        Workflow(int worker, long startNanos, long firstOrder) {
            trace = hex(random.nextLong()) + hex(random.nextLong());
            thread = "http-nio-8080-exec-" + worker;
            now = startNanos;
            order = firstOrder;
            String root = hex(random.nextLong());
            String conversation = "conv-" + random.nextInt(100_000);
            start(
                    root,
                    null,
                    "agent",
                    "SupportAgent.answer",
                    "langchain4j/ai-service",
                    now,
                    "\"gen_ai.agent.name\":\"SupportAgent\",\"gen_ai.conversation.id\":\"" + conversation + "\"");
            leaf(root, "memory", "memory get", "langchain4j/memory-read", MILLI / 2, "");
            int rounds = 1 + random.nextInt(3);
            for (int round = 0; round < rounds; round++) {
                model(root, round == rounds - 1);
                if (round < rounds - 1) {
                    tools(root);
                }
            }
            leaf(root, "memory", "memory add", "langchain4j/memory-write", MILLI / 2, "");
            end(root, now, "ok", "");
        }

        private void model(String parent, boolean streams) {
            String model = MODELS[random.nextInt(MODELS.length)];
            String span = hex(random.nextLong());
            long started = now;
            start(
                    span,
                    parent,
                    "llm",
                    "chat " + model,
                    "langchain4j/chat-model",
                    now,
                    "\"gen_ai.operation.name\":\"chat\",\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\""
                            + model + "\",\"gen_ai.request.temperature\":0.2");
            now += (200 + random.nextInt(800)) * MILLI;
            String stats = "";
            if (streams) {
                int count = 5 + random.nextInt(10);
                long first = now;
                for (int i = 0; i < count; i++) {
                    add(
                            now,
                            "{\"event\":\"SPAN_CHUNK\",\"span\":\"" + span + "\",\"t\":" + now + ",\"i\":" + i
                                    + ",\"type\":\"text\",\"chars\":" + (4 + random.nextInt(20)) + "}");
                    now += (10 + random.nextInt(30)) * MILLI;
                }
                stats = ",\"chunks\":{\"count\":" + count + ",\"first_t\":" + first + ",\"last_t\":" + now
                        + ",\"max_gap_ns\":" + 40 * MILLI + "}";
            }
            boolean failed = random.nextInt(50) == 0;
            int input = 400 + random.nextInt(3000);
            end(
                    span,
                    now,
                    failed ? "error" : "ok",
                    stats
                            + (failed
                                    ? ",\"error\":{\"type\":\"dev.langchain4j.exception.RateLimitException\",\"message\":\"429\"}"
                                    : ",\"attributes\":{\"gen_ai.response.id\":\"chatcmpl-" + span
                                            + "\",\"gen_ai.response.model\":\"" + model
                                            + "-2024-08-06\",\"gen_ai.response.finish_reasons\":[\"stop\"],"
                                            + "\"gen_ai.usage.input_tokens\":" + input
                                            + ",\"gen_ai.usage.output_tokens\":"
                                            + (20 + random.nextInt(300)) + ",\"gen_ai.usage.cache_read.input_tokens\":"
                                            + input / 2 + "}"));
            if (started == now) {
                throw new IllegalStateException("a model that answers at once");
            }
        }

        private void tools(String parent) {
            long from = now;
            long until = now;
            for (int i = 0; i < 2; i++) {
                now = from + i * MILLI;
                String tool = TOOLS[random.nextInt(TOOLS.length)];
                leaf(
                        parent,
                        "tool",
                        "execute_tool " + tool,
                        "langchain4j/tool",
                        (5 + random.nextInt(120)) * MILLI,
                        "\"gen_ai.tool.name\":\"" + tool + "\"");
                until = Math.max(until, now);
            }
            now = until;
        }

        private void leaf(String parent, String kind, String name, String rule, long nanos, String attributes) {
            String span = hex(random.nextLong());
            start(span, parent, kind, name, rule, now, attributes);
            now += nanos;
            end(span, now, "ok", "");
        }

        private void start(
                String span, String parent, String kind, String name, String rule, long nanos, String attributes) {
            add(
                    nanos,
                    "{\"event\":\"SPAN_START\",\"trace\":\"" + trace + "\",\"span\":\"" + span + "\""
                            + (parent == null ? "" : ",\"parent\":\"" + parent + "\"") + ",\"t\":" + nanos
                            + ",\"kind\":\"" + kind
                            + "\",\"name\":\"" + name + "\",\"rule\":\"" + rule + "\",\"thread\":\"" + thread
                            + "\",\"attributes\":{" + attributes + "}}");
        }

        private void end(String span, long nanos, String status, String more) {
            add(
                    nanos,
                    "{\"event\":\"SPAN_END\",\"span\":\"" + span + "\",\"trace\":\"" + trace + "\",\"t\":" + nanos
                            + ",\"status\":\"" + status + "\",\"thread\":\"" + thread + "\"" + more + "}");
        }

        private void add(long nanos, String text) {
            lines.add(new Line(nanos, order++, text));
        }
    }

    private static String hex(long value) {
        return String.format(Locale.ROOT, "%016x", value);
    }
}
