// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.SentWorkflow;
import io.agentprofiler.analyzer.lab.replay.load.run.SentWorkflow.SentCall;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.Attributes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A run of one segment with a workflow for each that was sent: model calls begin when they were to be sent, the HTTP request below when
 * it was. No texts.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class RunFile implements AutoCloseable {
    private static final String SEGMENT = "segment-000001.jsonl";
    private static final String SERVICE = "replay-load";
    private static final String THREAD = "load";
    private static final long SECOND = 1_000_000_000L;
    private static final byte[] LINE_END = {'\n'};

    private final OutputStream out;
    private final long epochMinusNano;
    private final long seed;
    private long spans;

    /**
     * Begins a run.
     *
     * @param directory the run's, made if it is missing
     */
    public RunFile(Path directory) throws IOException {
        Instant now = Instant.now();
        long nano = System.nanoTime();
        long epoch = now.getEpochSecond() * SECOND + now.getNano();
        String name = String.valueOf(directory.getFileName());
        String run = SERVICE + "-" + name + "-" + ProcessHandle.current().pid() + "-" + epoch / 1_000_000;
        this.epochMinusNano = epoch - nano;
        this.seed = SplitMix64.mix(SplitMix64.of(run), epoch);
        PrivateFiles.directory(directory);
        this.out = PrivateFiles.create(directory.resolve(SEGMENT));
        line(new Fields()
                .put("event", "HEADER")
                .put("format", "agent-profiler/1")
                .put("run", run)
                .put("service", SERVICE)
                .put("pid", ProcessHandle.current().pid())
                .put(
                        "jvm",
                        new Fields()
                                .put("version", Runtime.version().toString())
                                .put("processors", Runtime.getRuntime().availableProcessors())
                                .put("max_heap_bytes", Runtime.getRuntime().maxMemory()))
                .put("clock", new Fields().put("epoch_ns", epoch).put("nano", nano))
                .put("settings", new Fields()));
    }

    private void line(Fields fields) throws IOException {
        out.write(JsonLine.bytesOf(fields));
        out.write(LINE_END);
    }

    /** Adds a workflow that has ended. */
    public void add(SentWorkflow workflow) throws IOException {
        String trace = hex(workflow.number(), 1) + hex(workflow.number(), 2);
        String root = hex(workflow.number(), 3);
        line(start(
                trace,
                root,
                null,
                workflow.dueNanos(),
                "workflow",
                workflow.script().name()));
        for (int i = 0; i < workflow.calls().size(); i++) {
            call(trace, root, workflow, workflow.calls().get(i), i);
        }
        line(end(trace, root, workflow.endNanos(), workflow.outcome(), error(workflow.outcome())));
    }

    private static String error(RequestOutcome outcome) {
        return outcome == RequestOutcome.ANSWERED || outcome == RequestOutcome.STOPPED ? null : "call_failed";
    }

    private void call(String trace, String root, SentWorkflow workflow, SentCall call, int index) throws IOException {
        Received received = call.received();
        String span = hex(workflow.number(), 4 + 2L * index);
        String request = hex(workflow.number(), 5 + 2L * index);
        String model = call.step().model();
        boolean chat = call.step().isChat();
        line(start(
                        trace,
                        span,
                        root,
                        call.dueNanos(),
                        chat ? "llm" : "embedding",
                        (chat ? "chat " : "embeddings ") + model)
                .put("attributes", call.step().attributes()));
        line(start(trace, request, span, received.sentNanos(), "http", "HTTP POST")
                .put("attributes", new Fields().put("http.request.method", "POST")));
        line(end(trace, request, received.endNanos(), received.outcome(), received.errorType())
                .put(
                        "attributes",
                        new Fields()
                                .put(
                                        Attributes.HTTP_STATUS,
                                        received.status() < 0 ? null : (Object) received.status())));
        Tokens tokens = received.tokens();
        Fields attributes = new Fields()
                .put(Attributes.INPUT_TOKENS, tokens.input())
                .put(Attributes.OUTPUT_TOKENS, tokens.output())
                .put(Attributes.CACHE_READ_TOKENS, tokens.cacheRead())
                .put(Attributes.CACHE_CREATION_TOKENS, tokens.cacheWrite())
                .put(Attributes.REASONING_TOKENS, tokens.reasoning())
                .put("error.type", received.errorType());
        Fields end = end(trace, span, received.endNanos(), received.outcome(), received.errorType());
        if (received.arrival().chunks() > 0) {
            end.put(
                    "chunks",
                    new Fields()
                            .put("count", received.arrival().chunks())
                            .put("first_t", received.arrival().firstNanos() + epochMinusNano)
                            .put("last_t", received.arrival().lastNanos() + epochMinusNano)
                            .put("max_gap_ns", received.arrival().maxGapNanos()));
        }
        line(end.put("attributes", attributes));
    }

    private Fields start(String trace, String span, String parent, long nanos, String kind, String name) {
        spans++;
        return new Fields()
                .put("event", "SPAN_START")
                .put("trace", trace)
                .put("span", span)
                .put("parent", parent)
                .put("t", nanos + epochMinusNano)
                .put("kind", kind)
                .put("name", name)
                .put("thread", THREAD);
    }

    private Fields end(String trace, String span, long nanos, RequestOutcome outcome, String error) {
        String status = switch (outcome) {
            case ANSWERED -> "ok";
            case STOPPED -> "cancelled";
            case LIMITED, TIMEOUT, FAILED -> "error";
        };
        Fields fields = new Fields()
                .put("event", "SPAN_END")
                .put("trace", trace)
                .put("span", span)
                .put("t", nanos + epochMinusNano)
                .put("status", status)
                .put("thread", THREAD);
        return error == null ? fields : fields.put("error", new Fields().put("type", error));
    }

    /** Returns an id of 64 bits, never 0. */
    private String hex(long number, long which) {
        long id = SplitMix64.mix(seed, number, which);
        return String.format("%016x", id == 0 ? 1 : id);
    }

    /** Ends the run with its counters. */
    @Override
    public void close() throws IOException {
        try (out) {
            Fields counts =
                    new Fields().put("SPAN_START", spans).put("SPAN_CHUNK", 0L).put("SPAN_END", spans);
            line(new Fields()
                    .put("event", "FOOTER")
                    .put("t", System.nanoTime() + epochMinusNano)
                    .put("emitted", counts)
                    .put("written", counts)
                    .put("dropped", new Fields())
                    .put("queued", new Fields())
                    .put("started", spans)
                    .put("ended", spans)
                    .put("open", 0)
                    .put("abandoned", 0)
                    .put("payloads_dropped", 0)
                    .put("absorbed", 0)
                    .put("rules", List.of()));
        }
    }
}
