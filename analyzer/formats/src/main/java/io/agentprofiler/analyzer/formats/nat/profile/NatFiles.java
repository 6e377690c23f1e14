// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.output.SeenWriter;
import io.agentprofiler.analyzer.formats.nat.NatSpool;
import io.agentprofiler.analyzer.formats.nat.NatStepWriter;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.view.json.JsonFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JsonGenerator;

/**
 * The files that NAT's profiler writes, with its names and schemas. The steps are spooled while traces are read; then the
 * spool is gone over twice.
 */
public final class NatFiles extends SpooledFile implements ReportPart.Writing {
    public static final String TRACES = "all_requests_profiler_traces.json";
    static final String TABLE = "standardized_data_all.csv";
    static final String INFERENCE = "inference_optimization.json";
    static final String METRICS = "workflow_profiling_metrics.json";
    static final String REPORT = "workflow_profiling_report.txt";
    static final String TRIE = "prediction_trie.json";
    static final String CHART = "gantt_chart.png";

    /** A request is held whole, its steps, spans and nodes, which is a quarter of the heap at most. */
    private static final long BYTES_PER_SPAN = 15_000;

    private static final long FEWEST_SPANS = 20_000;

    private final long heapBytes;
    private final long mostSpans;
    private final AtomicLong largest = new AtomicLong();
    private final Path directory;
    private final Path spool;
    private final NatOptions options;
    private final List<Path> written = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Makes the files of a directory. */
    public NatFiles(Path directory, NatOptions options) {
        this(directory, options, Runtime.getRuntime().maxMemory());
    }

    NatFiles(Path directory, NatOptions options, long heapBytes) {
        super(directory.resolve(".nat-steps.jsonl"), "", "\n", "\n");
        this.directory = directory;
        this.spool = directory.resolve(".nat-steps.jsonl");
        this.options = options;
        this.heapBytes = heapBytes;
        this.mostSpans = Math.max(FEWEST_SPANS, heapBytes / BYTES_PER_SPAN);
    }

    @Override
    protected OutputPart part(OutputStream stream, String run) {
        JsonGenerator json = NatSpool.generator(stream);
        return jsonPart(json, trace -> {
            int spans = trace.spans().size();
            if (largest.accumulateAndGet(spans, Math::max) <= mostSpans) {
                NatSpool.write(json, run, NatSteps.of(trace));
            }
        });
    }

    @Override
    public void finish() throws IOException {
        super.finish();
        try {
            // what an earlier run left would pass for this one's
            for (String name : List.of(TRACES, TABLE, INFERENCE, METRICS, REPORT, TRIE, CHART)) {
                Files.deleteIfExists(directory.resolve(name));
            }
            if (largest.get() > mostSpans) {
                notes.add(String.format(
                        Locale.ROOT,
                        "The files of NAT's profiler were not written: a workflow has %,d spans, and %,d are what this heap"
                                + " of %,d MB takes; for more memory: java -Xmx%dg -jar analyzer.jar ...",
                        largest.get(),
                        mostSpans,
                        heapBytes >> 20,
                        largest.get() * BYTES_PER_SPAN / (1 << 30) + 1));
                return;
            }
            writeAll();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            Files.deleteIfExists(spool);
        }
    }

    private void writeAll() throws IOException {
        NatProfile profile = new NatProfile(options);
        json(TRACES, json -> {
            json.writeStartArray();
            text(TABLE, table -> {
                try (StepTable rows = new StepTable(table, options)) {
                    NatSpool.forEach(spool, request -> {
                        json.writeStartObject();
                        json.writeNumberProperty("request_number", request.number());
                        NatStepWriter.write(json, "intermediate_steps", request);
                        json.writeEndObject();
                        rows.add(request);
                        profile.add(request);
                    });
                }
            });
            json.writeEndArray();
        });
        json(INFERENCE, json -> profile.inference().write(json));
        long cut = profile.inference().promptsCut();
        if (cut > 0) {
            notes.add(INFERENCE + ": " + cut + (cut == 1 ? " prompt" : " prompts")
                    + " looked at only as far as earlier ones went, for want of memory; prefixes that only such prompts"
                    + " share are missing");
        }
        json(
                METRICS,
                json -> text(REPORT, file -> {
                    Writer report = new SeenWriter(file);
                    profile.beginMetrics(json, report);
                    NatSpool.forEach(spool, request -> profile.addMetrics(json, report, request));
                    profile.endMetrics(json, report);
                }));
        json(TRIE, json -> profile.trie().write(json));
        if (profile.hasChart()) {
            chart(profile);
        }
    }

    /** A chart needs fonts, which a small Java installation may lack: the other files are written all the same. */
    private void chart(NatProfile profile) {
        Path target = directory.resolve(CHART);
        try {
            profile.writeChart(target);
            written.add(target);
        } catch (IOException e) {
            notes.add(CHART + " was not written: " + e.getMessage());
        }
    }

    private interface JsonContent {
        void write(JsonGenerator json) throws IOException;
    }

    private interface TextContent {
        void write(Writer text) throws IOException;
    }

    private void json(String name, JsonContent content) throws IOException {
        Path target = directory.resolve(name);
        JsonFile.write(target, json -> {
            try {
                content.write(json);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        written.add(target);
    }

    private void text(String name, TextContent content) throws IOException {
        Path target = directory.resolve(name);
        PrivateFiles.write(target, stream -> {
            // unlike Files.newBufferedWriter this one replaces half a surrogate pair, of which a cut text may consist
            try (BufferedWriter text = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
                content.write(text);
            }
        });
        written.add(target);
    }

    @Override
    public List<SpooledFile> spooled() {
        return List.of(this);
    }

    @Override
    public List<Path> written() {
        return List.copyOf(written);
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }
}
