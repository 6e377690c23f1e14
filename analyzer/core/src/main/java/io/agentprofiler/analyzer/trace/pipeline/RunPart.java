// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.PublishedForecasts;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.SpanSample;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * A part of a run: one file, or what only all files of the run together complete. Events go into an assembler of the part's own,
 * traces that are complete within it go straight to the analyses and outputs, and what is open at a file's end stays in the
 * assembler for the run.
 *
 * <p><b>Threading:</b> one thread reads; afterwards another may take the results.
 */
final class RunPart implements EventSink, AutoCloseable {
    private final String run;
    private final List<Analysis<?>> analyses;
    private final RunSummary summary;
    /** Where there is one, what adds to the summary while the file is read; {@code null} otherwise. */
    private SummaryThreads summaries;

    private final List<TraceOutput.OutputPart> outputs;
    private final ModelServers modelServers = new ModelServers();
    private final Assembler assembler;
    /** Takes traces that are a part of something larger, and answers whether it did. */
    private final Predicate<Trace> held;
    /** Which traces the analyses and outputs are given. */
    private final Predicate<Trace> wanted;

    private Input input;
    private Problems problems;
    private final SpanSample someSpans = new SpanSample();
    private RunEvent.Header header;
    private RunEvent.Counters counters;
    private boolean closed;
    /** The runs whose headers were read: one, unless several files were made one. */
    private final Set<String> runs = new LinkedHashSet<>();

    private RunEvent.Counters earlierCounters;
    private boolean earlierClosed = true;
    private final ProcessLog process = new ProcessLog();
    private final PublishedForecasts forecasts = new PublishedForecasts();
    private long samples;
    private String failure;

    /**
     * Starts with nothing read.
     *
     * @param analyses those of the summary
     * @param summary is given the traces; others may be in it already
     * @param outputs are given the traces, too
     * @param held takes traces that are a part of something larger, and answers whether it did
     * @param wanted which traces these are given
     */
    RunPart(
            String run,
            List<Analysis<?>> analyses,
            RunSummary summary,
            List<TraceOutput.OutputPart> outputs,
            SpanBudget budget,
            Predicate<Trace> held,
            Predicate<Trace> wanted) {
        this.run = run;
        this.analyses = analyses;
        this.summary = summary;
        this.outputs = outputs;
        this.held = held;
        this.wanted = wanted;
        this.assembler = new Assembler(this::finished, budget);
    }

    /**
     * Reads a file; what of it cannot be read becomes {@link #failure}.
     *
     * @param threads how many more threads there are to add traces to the summary; none for the reading one to do so
     */
    RunPart read(Input file, ReadOptions options, int threads) throws IOException {
        input = file;
        problems = new Problems(file.file().path());
        AtomicLong taken = new AtomicLong();
        LongConsumer progress = bytes -> {
            taken.addAndGet(bytes);
            options.progress().accept(bytes);
        };
        try (this) {
            readAll(file, new ReadOptions(options.content(), progress), threads);
        } catch (OutOfMemoryError e) {
            // what a reader holds is limited; what all traces need together is known only when it is too much
            throw new TooMuchException(String.format(
                    Locale.ROOT,
                    "%s: needs more than %s, after %,d of %,d MB were read: %s",
                    file.file(),
                    HeapLimit.heap(),
                    taken.get() >> 20,
                    file.file().size() >> 20,
                    HeapLimit.remedy()));
        }
        return this;
    }

    private void readAll(Input file, ReadOptions options, int threads) {
        if (threads > 0) {
            try (SummaryThreads adding = new SummaryThreads(summary, analyses, threads)) {
                summaries = adding;
                read(file, options);
            } finally {
                summaries = null;
            }
        } else {
            read(file, options);
        }
    }

    private void read(Input file, ReadOptions options) {
        try {
            file.reader().read(file.file(), file.others(), options, this, problems);
        } catch (IOException e) {
            failure = file.file() + ": " + Reasons.of(e);
        }
    }

    /** Hands a finished trace to the analyses and the outputs. */
    private void finished(Trace assembled) {
        Trace trace = assembled.inRun(run);
        modelServers.tell(trace);
        if (!held.test(trace)) {
            handOn(trace);
        }
    }

    /** Takes a trace that is no part of the file; what was sampled of model servers is known of it. */
    void add(Trace trace) {
        handOn(trace.inRun(run));
    }

    private void handOn(Trace trace) {
        if (!wanted.test(trace)) {
            return;
        }
        try {
            for (TraceOutput.OutputPart output : outputs) {
                output.write(trace);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // last: an output may refuse a trace, before more is made of it
        if (summaries == null) {
            summary.add(trace);
        } else {
            summaries.add(trace);
        }
    }

    @Override
    public void close() throws IOException {
        for (TraceOutput.OutputPart output : outputs) {
            output.close();
        }
    }

    @Override
    public void span(SpanEvent event) {
        closed = false;
        someSpans.add(event);
        assembler.accept(event);
    }

    @Override
    public void traceEnded(TraceId trace, long lastNanos, Object original) {
        assembler.finish(trace, lastNanos, original);
    }

    @Override
    public void run(RunEvent event) {
        if (event instanceof RunEvent.Header newHeader) {
            newRun(newHeader.run());
            header = header == null ? newHeader : header;
            modelServers.add(newHeader);
        } else if (event instanceof RunEvent.Counters newCounters) {
            counters = newCounters;
            closed = newCounters.last();
        } else if (event instanceof RunEvent.Sample sample) {
            samples++;
            if (sample.event().equals(TraceFormat.PROCESS)) {
                process.add(sample);
            } else {
                modelServers.add(sample);
            }
        } else if (event instanceof RunEvent.Forecast forecast) {
            forecasts.add(forecast);
        }
    }

    /** Of each run that somebody has put into one file, the last counters are used. */
    private void newRun(String run) {
        if (runs.add(run) && runs.size() > 1) {
            earlierClosed &= closed;
            earlierCounters = counters();
            counters = null;
            closed = false;
        }
    }

    /** Returns what the user should know of the file besides its problems, or {@code null}. */
    String note() {
        return runs.size() < 2
                ? null
                : input.file() + ": holds several runs, " + String.join(" and ", runs)
                        + ": they are counted as one; split the file to tell them apart";
    }

    Input input() {
        return input;
    }

    Assembler assembler() {
        return assembler;
    }

    Problems problems() {
        return problems;
    }

    RunEvent.Header header() {
        return header;
    }

    RunEvent.Counters counters() {
        return earlierCounters == null || counters == null
                ? (counters == null ? earlierCounters : counters)
                : earlierCounters.plus(counters);
    }

    boolean closed() {
        return closed && earlierClosed;
    }

    /** Returns what was sampled of model servers; every trace is told of the samples that came before it was finished. */
    ModelServers modelServers() {
        return modelServers;
    }

    SpanSample someSpans() {
        return someSpans;
    }

    ProcessLog process() {
        return process;
    }

    PublishedForecasts forecasts() {
        return forecasts;
    }

    long samples() {
        return samples;
    }

    /** Returns why the file was not read to its end, or {@code null}. */
    String failure() {
        return failure;
    }

    /** Answers whether anything at all came out of the file. */
    boolean isUseful() {
        return header != null
                || counters != null
                || samples > 0
                || assembler.counts().read().all() > 0;
    }

    /**
     * Adds traces to summaries on threads of their own, while their file is read further: to adding up goes more time than to reading, so
     * one thread that reads keeps two others busy. Each adds to a summary of its own, every other batch of traces, so that the sums depend
     * on the file and the number of threads only; in the end the summaries become one. Few traces wait. A large one is added before {@link
     * #add} returns: two of them at a time could need more memory than there is.
     *
     * <p><b>Threading:</b> one thread. The summary may be used by others when {@link #close} has returned.
     */
    static final class SummaryThreads implements AutoCloseable {
        /** Spans that are handed on together. */
        private static final int BATCH_SPANS = 2_000;
        /** Batches that may wait for each thread. */
        private static final int MOST_WAITING = 4;

        private final RunSummary whole;
        private final List<Analysis<?>> analyses;
        private final int threads;
        /** None while there is not one batch: of small files nothing needs to be handed on. */
        private final List<SummaryLane> lanes = new ArrayList<>();

        private int next;
        private List<Trace> batch = new ArrayList<>();
        private int batchSpans;

        /**
         * Starts with no trace.
         *
         * @param whole takes everything in the end
         * @param analyses those of that summary
         * @param threads how many to use
         */
        SummaryThreads(RunSummary whole, List<Analysis<?>> analyses, int threads) {
            this.whole = whole;
            this.analyses = analyses;
            this.threads = threads;
        }

        /** Adds a trace, now or soon; throws what adding an earlier one has thrown. */
        void add(Trace trace) {
            batch.add(trace);
            batchSpans += trace.spans().size();
            if (batchSpans >= BATCH_SPANS) {
                boolean large = batchSpans >= 2 * BATCH_SPANS;
                handOn();
                if (large) {
                    lanes.forEach(SummaryLane::awaitAll);
                }
            }
        }

        private void handOn() {
            if (lanes.size() < threads) {
                lanes.add(new SummaryLane(new RunSummary(analyses)));
            }
            lanes.get(next).add(batch);
            next = (next + 1) % threads;
            batch = new ArrayList<>();
            batchSpans = 0;
        }

        /** Waits until all traces were added. */
        @Override
        public void close() {
            try {
                if (lanes.isEmpty()) {
                    batch.forEach(whole::add);
                } else {
                    handOn();
                    lanes.forEach(SummaryLane::awaitAll);
                    lanes.forEach(lane -> whole.add(lane.summary));
                }
            } finally {
                lanes.forEach(lane -> lane.thread.shutdownNow());
            }
        }

        /** A thread with its summary. */
        private static final class SummaryLane {
            private final RunSummary summary;
            private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
                Thread made = new Thread(task, "summary");
                made.setDaemon(true);
                return made;
            });
            private final Deque<Future<?>> waiting = new ArrayDeque<>();

            SummaryLane(RunSummary summary) {
                this.summary = summary;
            }

            void add(List<Trace> traces) {
                waiting.add(thread.submit(() -> traces.forEach(summary::add)));
                awaitAllBut(MOST_WAITING);
            }

            void awaitAll() {
                awaitAllBut(0);
            }

            private void awaitAllBut(int most) {
                while (waiting.size() > most) {
                    try {
                        waiting.remove().get();
                    } catch (ExecutionException e) {
                        if (e.getCause() instanceof RuntimeException runtime) {
                            throw runtime;
                        }
                        if (e.getCause() instanceof Error error) {
                            throw error;
                        }
                        throw new IllegalStateException(e.getCause());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted while traces were added up", e);
                    }
                }
            }
        }
    }
}
