// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanRow;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.JsonEscapes;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSample;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * {@code report.html}. Workflows are spooled as they are finished; {@link #write} makes the page of those that fit.
 *
 * <p>A page of more spans than {@link #MAX_SPANS} would be slow to load, so half of that number goes to the slowest
 * workflows and half to a sample by the hash of the workflow's id, which is fair to draw distributions of. The page says
 * so. Of a workflow that alone is larger than a half its longest spans are shown.
 *
 * <p><b>Threading:</b> a part on any one thread, all else on one thread, after the parts were closed.
 */
public final class HtmlReport implements TraceOutput, AutoCloseable {
    /** Most spans on a page. */
    public static final int MAX_SPANS = 250_000;

    /** Most marks of chunks on a page, about. */
    private static final int MAX_MARKS = 400_000;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final String FORMAT = "agent-profiler-page/2";
    /** No {@code <} is left in the data, so that no text can end the element it stands in. */
    static final JsonFactory JSON = JsonFactory.builder()
            .characterEscapes(JsonEscapes.IN_HTML)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private final Path target;
    private final Rows rows;
    private final int maxSpans;
    private final int maxMarks;
    private final SortedMap<Integer, SpoolPart> parts = new TreeMap<>();
    private final BoundedSample<PageCandidate, PageCandidate> slowest;
    private final BoundedSample<PageCandidate, PageCandidate> sample;
    private long workflows;
    private long spans;

    /** Makes a page of at most {@link #MAX_SPANS} spans, priced by a list. */
    public HtmlReport(Path target, PriceList prices) {
        this(target, prices, MAX_SPANS, MAX_MARKS);
    }

    HtmlReport(Path target, PriceList prices, int maxSpans, int maxMarks) {
        this.target = target;
        this.rows = new Rows(prices);
        this.maxSpans = maxSpans;
        this.maxMarks = maxMarks;
        this.slowest = halfOfThePage();
        this.sample = halfOfThePage();
    }

    @Override
    public OutputPart open(int number, String run) throws IOException {
        SpoolPart part = new SpoolPart(number, run, PrivateFiles.hidden(target, number + ".spool"));
        parts.put(number, part);
        return part;
    }

    @Override
    public void finish() {
        for (SpoolPart part : parts.values()) {
            slowest.add(part.slowestHere);
            sample.add(part.sampleHere);
            workflows += part.workflows;
            spans += part.spans;
        }
    }

    /** Writes the page with other answers besides the spans, each a JSON value under a name; after {@link #finish}. */
    public void write(Map<String, Consumer<JsonGenerator>> answers) throws IOException {
        PageTemplate template = PageTemplate.load();
        PrivateFiles.write(target, stream -> {
            // a writer, not a stream: it replaces halves of characters where a stream of JSON would give up
            try (Writer page = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
                page.write(template.before());
                try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), page)) {
                    data(json, answers);
                } catch (JacksonIOException e) {
                    throw e.getCause();
                }
                page.write(template.after());
            }
        });
    }

    private void data(JsonGenerator json, Map<String, Consumer<JsonGenerator>> answers) throws IOException {
        Set<Long> sampled = positions(sample);
        Set<Long> shown = positions(slowest);
        shown.addAll(sampled);
        long base = Stream.concat(slowest.keys().stream(), sample.keys().stream())
                .mapToLong(PageCandidate::start)
                .min()
                .orElse(Long.MAX_VALUE);
        int marksPerSpan = marksPerSpan();
        json.writeStartObject();
        head(json, base == Long.MAX_VALUE ? null : base, answers);
        Blocks blocks = new Blocks(json, base, marksPerSpan);
        json.writeArrayPropertyStart("blocks");
        for (SpoolPart part : parts.values()) {
            part.show(shown, sampled, blocks);
        }
        blocks.flush();
        json.writeEndArray();
        blocks.writeTables();
        json.writeObjectPropertyStart("bounds");
        json.writeNumberProperty("workflows", workflows);
        json.writeNumberProperty("workflows_shown", shown.size());
        json.writeNumberProperty("workflows_sampled", sampled.size());
        json.writeNumberProperty("spans", spans);
        json.writeNumberProperty("max_spans", maxSpans);
        json.writeNumberProperty("texts_left_out", blocks.textsLeftOut());
        json.writeNumberProperty("chunk_marks_per_span", marksPerSpan);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Writes what does not depend on the workflows that are shown. */
    static void head(JsonGenerator json, Long base, Map<String, Consumer<JsonGenerator>> answers) {
        json.writeStringProperty("format", FORMAT);
        if (base != null) {
            json.writeStringProperty("base_epoch_ns", base.toString());
        }
        words(json, "kinds", SpanKind.values(), SpanKind::word);
        words(json, "parts", LatencyPart.values(), LatencyPart::word);
        words(json, "flags", SpanFlag.values(), SpanFlag::word);
        answers.forEach((name, answer) -> {
            json.writeName(name);
            answer.accept(json);
        });
    }

    private static <T> void words(JsonGenerator json, String name, T[] values, Function<T, String> word) {
        json.writeArrayPropertyStart(name);
        for (T value : values) {
            json.writeString(word.apply(value));
        }
        json.writeEndArray();
    }

    private BoundedSample<PageCandidate, PageCandidate> halfOfThePage() {
        return new BoundedSample<>(maxSpans / 2, Integer.MAX_VALUE);
    }

    private static Set<Long> positions(BoundedSample<PageCandidate, PageCandidate> chosen) {
        return chosen.keys().stream().map(PageCandidate::position).collect(Collectors.toSet());
    }

    /** Returns how many marks of chunks a span may have, so that those of all spooled spans fit the page. */
    private int marksPerSpan() {
        long marks = parts.values().stream().mapToLong(part -> part.marks).sum();
        long streamed = parts.values().stream().mapToLong(part -> part.streamed).sum();
        return marks <= maxMarks ? ChunkTimes.MAX_MARKS : (int) (maxMarks / streamed);
    }

    /** Removes the spool files. */
    @Override
    public void close() throws IOException {
        for (SpoolPart part : parts.values()) {
            Files.deleteIfExists(part.path);
        }
        parts.clear();
    }

    /**
     * A workflow that may be on the page.
     *
     * @param position where it stands among all, unique
     * @param weight its place in the order: greater comes first
     * @param start when it began, {@link Long#MAX_VALUE} when not known
     */
    private record PageCandidate(long position, long weight, long start) implements Comparable<PageCandidate> {
        /** The best comes first. Plain code: it is asked dozens of times for each of millions of workflows. */
        @Override
        public int compareTo(PageCandidate other) {
            int order = Long.compare(other.weight, weight);
            return order != 0 ? order : Long.compare(position, other.position);
        }
    }

    /** The workflows of one part, each with its position; those that cannot be selected any more are not written. */
    private final class SpoolPart implements OutputPart {
        /** Bits of a position that count within a part. */
        private static final int BITS = 40;
        /** A row of more spans may be too large to be held a second time, as bytes. */
        private static final int FEW_SPANS = 100;

        private static final int UNKNOWN_LENGTH = -1;

        private final String run;
        private final Path path;
        private final DataOutputStream out;
        /** A row of few spans, whose length is written before it: in a run of many workflows most rows are only passed over. */
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private final DataOutputStream rowOut = new DataOutputStream(bytes);
        private final BoundedSample<PageCandidate, PageCandidate> slowestHere = halfOfThePage();
        private final BoundedSample<PageCandidate, PageCandidate> sampleHere = halfOfThePage();
        private long next;
        private long written;
        private long workflows;
        private long spans;
        private long marks;
        private long streamed;

        SpoolPart(int number, String run, Path path) throws IOException {
            this.run = run;
            this.path = path;
            this.next = (long) number << BITS;
            this.out = new DataOutputStream(PrivateFiles.create(path));
        }

        @Override
        public void write(Trace trace) throws IOException {
            if (trace.isFragment()) {
                return;
            }
            workflows++;
            spans += trace.spans().size();
            long position = next++;
            int size = Math.max(1, Math.min(trace.spans().size(), maxSpans / 2));
            boolean slow = offer(slowestHere, position, trace.durationNanos(), trace, size);
            long random = SplitMix64.finish(trace.id().hashCode() * 0x9E3779B97F4A7C15L);
            boolean lucky = offer(sampleHere, position, random, trace, size);
            if (slow || lucky) {
                WorkflowRow row = rows.of(run, trace, size);
                out.writeLong(position);
                if (row.spans().size() <= FEW_SPANS) {
                    row.write(rowOut);
                    out.writeInt(bytes.size());
                    bytes.writeTo(out);
                    bytes.reset();
                } else {
                    out.writeInt(UNKNOWN_LENGTH);
                    row.write(out);
                }
                for (SpanRow span : row.spans()) {
                    marks += ChunkMarks.count(span.figures().marks());
                    streamed += span.figures().marks() == null ? 0 : 1;
                }
                written++;
            }
        }

        private static boolean offer(
                BoundedSample<PageCandidate, PageCandidate> to, long position, long weight, Trace trace, int spans) {
            long start = trace.root().hasMoment() ? trace.startNanos() : Long.MAX_VALUE;
            PageCandidate candidate = new PageCandidate(position, weight, start);
            return to.add(candidate, candidate, spans);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        void show(Set<Long> shown, Set<Long> sampled, Blocks blocks) throws IOException {
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES))) {
                for (long left = written; left > 0; left--) {
                    long position = in.readLong();
                    int length = in.readInt();
                    boolean isShown = shown.contains(position);
                    if (!isShown && length != UNKNOWN_LENGTH) {
                        in.skipNBytes(length);
                        continue;
                    }
                    WorkflowRow row = WorkflowRow.read(in);
                    if (isShown) {
                        blocks.add(row, sampled.contains(position));
                    }
                }
            }
        }
    }
}
