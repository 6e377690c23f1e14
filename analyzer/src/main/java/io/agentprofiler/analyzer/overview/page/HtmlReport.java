// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.output.PrivateFiles;
import io.agentprofiler.analyzer.overview.page.row.RowCodec;
import io.agentprofiler.analyzer.overview.page.row.Rows;
import io.agentprofiler.analyzer.overview.page.row.SpanRow;
import io.agentprofiler.analyzer.overview.page.row.WorkflowRow;
import io.agentprofiler.analyzer.pipeline.TraceOutput;
import io.agentprofiler.analyzer.stat.BoundedSample;
import io.agentprofiler.analyzer.stat.SplitMix64;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    private final Path target;
    private final Rows rows;
    private final int maxSpans;
    private final int maxMarks;
    private final SortedMap<Integer, SpoolPart> parts = new TreeMap<>();
    private final BoundedSample<Candidate, Candidate> slowest;
    private final BoundedSample<Candidate, Candidate> sample;
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
    public Part open(int number, String run) throws IOException {
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

    /** Writes the page; after {@link #finish}. */
    public void write(PageSections sections) throws IOException {
        Set<Long> sampled = positions(sample);
        Set<Long> shown = positions(slowest);
        shown.addAll(sampled);
        PageData data = new PageData(
                sections,
                shown,
                sampled,
                workflows,
                spans,
                maxSpans,
                Stream.concat(slowest.keys().stream(), sample.keys().stream())
                        .mapToLong(Candidate::start)
                        .min()
                        .orElse(Long.MAX_VALUE),
                marksPerSpan());
        PrivateFiles.write(
                target,
                page -> PageFile.write(
                        page,
                        json -> data.write(json, sink -> {
                            for (SpoolPart part : parts.values()) {
                                part.forEach(sink);
                            }
                        })));
    }

    private BoundedSample<Candidate, Candidate> halfOfThePage() {
        return new BoundedSample<>(maxSpans / 2, Integer.MAX_VALUE);
    }

    private static boolean add(BoundedSample<Candidate, Candidate> to, Candidate candidate, int spans) {
        return to.add(candidate, candidate, spans);
    }

    private static Set<Long> positions(BoundedSample<Candidate, Candidate> chosen) {
        return chosen.keys().stream().map(Candidate::position).collect(Collectors.toSet());
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

    /** Takes a spooled workflow. */
    interface Sink {
        void take(long position, WorkflowRow row) throws IOException;
    }

    /** The workflows of one part, each with its position; those that cannot be selected any more are not written. */
    private final class SpoolPart implements Part {
        /** Bits of a position that count within a part. */
        private static final int BITS = 40;

        private final String run;
        private final Path path;
        private final DataOutputStream out;
        private final BoundedSample<Candidate, Candidate> slowestHere = halfOfThePage();
        private final BoundedSample<Candidate, Candidate> sampleHere = halfOfThePage();
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
            boolean slow = add(slowestHere, new Candidate(position, trace.durationNanos(), trace.startNanos()), size);
            long random = SplitMix64.finish(trace.id().hashCode() * 0x9E3779B97F4A7C15L);
            boolean lucky = add(sampleHere, new Candidate(position, random, trace.startNanos()), size);
            if (slow || lucky) {
                out.writeLong(position);
                WorkflowRow row = rows.of(run, trace, size);
                RowCodec.write(out, row);
                for (SpanRow span : row.spans()) {
                    marks += ChunkMarks.count(span.marks());
                    streamed += span.marks() == null ? 0 : 1;
                }
                written++;
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        void forEach(Sink sink) throws IOException {
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES))) {
                for (long left = written; left > 0; left--) {
                    sink.take(in.readLong(), RowCodec.readWorkflow(in));
                }
            }
        }
    }
}
